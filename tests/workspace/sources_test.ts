// What is kept of the files comes back as it was put down, and nothing comes out of bytes that are not those.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Sources from "../../lib/workspace/sources.ts"
import { law } from "../_kit/effect.ts"

const hex = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((it) => Buffer.from(it).toString("hex"))

const big = (bits: bigint) => fc.oneof(fc.bigInt(0n, 1000n), fc.bigInt(0n, 2n ** bits - 1n)).map(String)

const time = fc.oneof(
  fc.constant("0"),
  big(60n),
  fc.bigInt(1_700_000_000_000_000_000n, 1_900_000_000_000_000_000n).map(String),
)

const outcome = fc.oneof(
  hex.map((it) => `f${it}`),
  fc.constantFrom("l", "b", 'o{"_tag":"skipped","reason":"ü"}', "fabc"),
)

const file = fc.record({
  path: fc.oneof(
    fc.stringMatching(/^[ab]{1,3}(\/[ab]{1,3}){0,2}$/),
    fc.string({ unit: "binary", minLength: 1, maxLength: 5 }),
  ),
  size: fc.oneof(fc.nat(5000), fc.nat(2 ** 40)),
  modified: time,
  changed: time,
  inode: big(64n),
  wanted: fc.boolean(),
  outcome,
})

const sources = fc.record({
  rows: fc.array(file, { maxLength: 30 }),
  left: fc.option(fc.constant({ inputs: "abc", notes: ["ü"], configs: new Map([["a", "b"]]) }), { nil: undefined }),
})

const digestOf = (text: string): string | null => text.startsWith("f") ? text.slice(1) : null

law("files come back as they were", sources, ({ rows, left }) => {
  const files = rows.map(({ path, size, modified, changed, inode, wanted, outcome }): Sources.SourceState => {
    const stat = { size, modified, changed, inode }
    const text = `${size} ${modified} ${changed} ${inode}${wanted ? " wanted" : ""}`
    return { path, stat, digest: digestOf(outcome), ...(left === undefined ? {} : { left: { stat: text, outcome } }) }
  })
  expect(Sources.decode(Sources.encode("sha", { files, left }), "sha")).toEqual({ files, left })
}, { runs: 500 })

law(
  "files come back that are told from those of another index",
  fc.tuple(sources, fc.array(fc.nat(30))),
  ([{ rows }, drop]) => {
    const all = rows.map(({ path, size, modified, changed, inode, outcome }): Sources.SourceState => ({
      path,
      stat: { size, modified, changed, inode },
      digest: digestOf(outcome),
      left: { stat: `${size} ${modified} ${changed} ${inode}`, outcome },
    }))
    const base = { sha256: "base", shelf: "shelf", files: all.filter((_, i) => !drop.includes(i)) }
    const files = all.filter((_, i) => !drop.includes(i * 2)).map((it, i) =>
      i % 5 === 4 ? { ...it, digest: null, left: { ...it.left!, outcome: "l" } } : it
    )
    const bytes = Sources.encode("sha", { files, left: undefined }, base)
    expect(Sources.needs(bytes)).toEqual({ sha256: "base", shelf: "shelf" })
    expect(Sources.decode(bytes, "sha", base)).toEqual({
      files: files.map(({ left: _, ...it }) => it),
      left: undefined,
    })
    expect(Sources.decode(bytes, "sha")).toBeUndefined()
    expect(Sources.decode(bytes, "sha", { ...base, sha256: "other" })).toBeUndefined()
  },
  { runs: 500 },
)

test("bytes of another snapshot, cut or changed ones give nothing", () => {
  const stat = { size: 1, modified: "2", changed: "3", inode: "4" }
  const files = [{
    path: "a.ts",
    stat,
    digest: "ab".repeat(32),
    left: { stat: "1 2 3 4", outcome: `f${"ab".repeat(32)}` },
  }]
  const bytes = Sources.encode("sha", { files, left: { inputs: "", notes: [], configs: new Map() } })
  expect(Sources.decode(bytes, "sha")?.files).toEqual(files)
  expect(Sources.decode(bytes, "other")).toBeUndefined()
  for (let length = 0; length < bytes.length; length++) {
    expect(Sources.decode(bytes.subarray(0, length), "sha")).toBeUndefined()
  }
  for (let at = 0; at < bytes.length; at++) {
    const other = Uint8Array.from(bytes)
    other[at]! ^= 1
    expect(Sources.decode(other, "sha")).toBeUndefined()
  }
  expect(Sources.decode(new TextEncoder().encode('{"version":2}   '), "sha")).toBeUndefined()
})

test("a file takes some fifty bytes where paths and times are those of a checkout", () => {
  const files = Array.from({ length: 1000 }, (_, i): Sources.SourceState => {
    const changed = String(1_796_083_000_000_000_000n + BigInt(i) * 61_337n)
    const stat = { size: 2000 + i, modified: changed, changed, inode: String(2_876_835 + i * 3) }
    const digest = new Bun.CryptoHasher("sha256").update(String(i)).digest("hex")
    const path = `packages/core/src/feature${i >> 4}/component${i}.ts`
    return {
      path,
      stat,
      digest,
      left: { stat: `${stat.size} ${changed} ${changed} ${stat.inode}`, outcome: `f${digest}` },
    }
  })
  const left = { inputs: "", notes: [], configs: new Map() }
  expect(Sources.encode("sha", { files, left }).length / files.length).toBeLessThan(60)
})
