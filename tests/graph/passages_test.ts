import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import type * as Passages from "../../lib/graph/passages.ts"
import * as Sections from "../../lib/graph/sections.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { graphOf, META } from "./graphs.ts"
import { type Row, tableOf } from "./tables.ts"

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(chunks))

const rowsOf = (passages: Passages.Passages): ReadonlyArray<Row> =>
  Array.from({ length: passages.rows }, (_, row) => {
    const at = (i: number) => [passages.words.at(passages.terms[i]!), passages.counts[i]!] as const
    const from = passages.termOffsets[row]!
    const title = passages.titles.at(row)
    return {
      node: passages.node[row]!,
      lines: [passages.startLine[row]!, passages.endLine[row]!] as const,
      ...(title === "" ? {} : { title }),
      words: Object.fromEntries(Array.from({ length: passages.termOffsets[row + 1]! - from }, (_, i) => at(from + i))),
      vector: [...passages.vectors.subarray(row * passages.dims, (row + 1) * passages.dims)],
      scale: passages.scales[row]!,
    }
  })

/** Node 0 is the file, 1 the class, 2 its method. */
const graph = graphOf({
  nodes: [
    { key: "f", kind: "File", name: "a.ts", end: 100 },
    { key: "c", kind: "Class", name: "C", file: "f", parent: "f", start: 1, end: 90 },
    { key: "m", kind: "Method", name: "m", file: "f", parent: "c", start: 10, end: 20 },
  ],
  edges: [
    { kind: "CONTAINS", source: "f", target: "c" },
    { kind: "HAS_METHOD", source: "c", target: "m" },
  ],
  lines: { f: [0, 10, 30] },
})

const meta: Snapshot.SnapshotMeta = {
  ...META,
  languages: [{
    name: "x",
    version: 1,
    files: 1,
    symbols: 2,
    references: { resolved: 0, ambiguous: 0, external: 0, unknown: 0 },
  }],
  report: { read: 1, partlyRead: [], skipped: [], failed: [] },
}

const ROWS: ReadonlyArray<Row> = [
  { node: 0, lines: [1, 1], title: "Über", words: { a: 5, top: 255 }, vector: [3, -127], scale: 0.5 },
  { node: 1, lines: [1, 2], words: { c: 4, total: 1 }, vector: [0, 0], scale: 0 },
  { node: 2, lines: [2, 2], words: { c: 2, m: 4 }, vector: [127, 1], scale: 0.25 },
  { node: 2, lines: [2, 3], words: { "\u{1d4b3}": 1, "ﬀ": 2 }, vector: [1, 2], scale: 0.125 },
]

const bytes = joined(Snapshot.encode({ graph, meta, passages: tableOf(ROWS, 2) }))

const decoded = (given: Uint8Array, how = Snapshot.decode) => Effect.runSync(Effect.either(how(given)))

test("passages come back as they were written, and are written back as they came", () => {
  for (const how of [Snapshot.decode, Snapshot.decodeOwn, Snapshot.decodeForeign]) {
    const opened = decoded(bytes, how)
    if (opened._tag === "Left") throw opened.left
    const { passages } = opened.right
    expect(rowsOf(passages!)).toEqual(ROWS)
    expect([passages!.embedder, passages!.dims]).toEqual(["table-2", 2])
    expect(joined(Snapshot.encode({ graph: opened.right.graph, meta: opened.right.meta, passages }))).toEqual(bytes)
    expect(passages!.vectors.buffer).toBe(bytes.buffer as ArrayBuffer)
  }
})

test("a snapshot without them is whole, and one with none is another", () => {
  const without = decoded(joined(Snapshot.encode({ graph, meta })), Snapshot.decodeForeign)
  if (without._tag === "Left") throw without.left
  expect(without.right.passages).toBeUndefined()
  const none = decoded(joined(Snapshot.encode({ graph, meta, passages: tableOf([], 2) })), Snapshot.decodeForeign)
  if (none._tag === "Left") throw none.left
  expect(none.right.passages?.rows).toBe(0)
})

test("any rows come back", () => {
  const row = fc.record({
    title: fc.string({ unit: "grapheme", maxLength: 4 }),
    words: fc.dictionary(fc.stringMatching(/^[a-z0-9]{1,3}$/), fc.integer({ min: 1, max: 255 }), { maxKeys: 6 }),
    vector: fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 3, maxLength: 3 }),
    scale: fc.integer({ min: 0, max: 64 }).map((it) => it / 64),
    line: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(fc.property(fc.array(row, { maxLength: 12 }), (drawn) => {
    const sorted = [...drawn].sort((a, b) => a.line - b.line)
    const rows = sorted.map(({ title, line, ...it }) => ({
      ...it,
      node: 1,
      lines: [line, line] as const,
      ...(title === "" ? {} : { title }),
    }))
    const opened = decoded(joined(Snapshot.encode({ graph, meta, passages: tableOf(rows, 3) })), Snapshot.decodeForeign)
    if (opened._tag === "Left") throw opened.left
    expect(rowsOf(opened.right.passages!)).toEqual(rows)
  }))
})

test("digests tell whether words, how often they stand there, and the title are the same, wherever the row stands", () => {
  const digestOf = (rows: ReadonlyArray<Row>, at: number) => {
    const { digests } = tableOf(rows, 2)
    return `${digests[2 * at]} ${digests[2 * at + 1]}`
  }
  const [first, , third] = ROWS as readonly [Row, Row, Row]
  const alone = digestOf([third], 0)
  expect(digestOf(ROWS, 2)).toBe(alone)
  expect(digestOf([{ ...third, node: 1, lines: [1, 1], vector: [9, 9], scale: 1 }], 0)).toBe(alone)
  expect(digestOf([{ ...third, words: { c: 2, m: 5 } }], 0)).not.toBe(alone)
  expect(digestOf([{ ...third, words: { d: 2, m: 4 } }], 0)).not.toBe(alone)
  expect(digestOf([{ ...third, words: { c: 4, m: 2 } }], 0)).not.toBe(alone)
  expect(digestOf([{ ...third, title: "C" }], 0)).not.toBe(alone)
  expect(digestOf([first], 0)).not.toBe(digestOf([{ ...first, title: "Uber" }], 0))
})

describe("bytes that lie", () => {
  const forged = (tag: string, change: (bytes: Uint8Array) => Uint8Array | undefined): Uint8Array => {
    const frame = Sections.read(bytes)
    if ("_tag" in frame) throw new Error("unreadable")
    const sections = [...frame.sections].flatMap(([name, part]) => {
      const told = name === tag ? change(part.slice()) : part
      return told === undefined ? [] : [{ tag: name, bytes: told }]
    })
    return joined(Sections.write(Snapshot.FORMAT, sections))
  }

  const refusal = (given: Uint8Array, how = Snapshot.decodeForeign) => {
    const opened = decoded(given, how)
    return opened._tag === "Left" ? `${opened.left.reason}: ${opened.left.detail}` : "taken"
  }

  const tags = [...(Sections.read(bytes) as Sections.Frame).sections.keys()].filter((it) => it.startsWith("passages."))

  test("there are fourteen sections", () => expect(tags).toHaveLength(14))

  for (const tag of tags) {
    test(`${tag} missing, too long or too short`, () => {
      // Without the first there are no passages, and the others are more than a snapshot holds.
      if (tag === "passages.node") {
        expect(refusal(forged(tag, () => undefined))).toBe("lying: it holds more than a snapshot does")
      } else expect(refusal(forged(tag, () => undefined), Snapshot.decode)).toStartWith("damaged: section passages.")
      expect(refusal(forged(tag, (it) => new Uint8Array([...it, ...new Uint8Array(8)])))).not.toBe("taken")
      if (tag !== "passages.node") expect(refusal(forged(tag, (it) => it.slice(0, it.length - 4)))).not.toBe("taken")
    })
  }

  const words = (at: number, value: number) => (part: Uint8Array) => {
    new Uint32Array(part.buffer)[at] = value
    return part
  }

  const lies: ReadonlyArray<readonly [string, (part: Uint8Array) => Uint8Array, string]> = [
    ["passages.node", words(3, 3), "section passages.node points outside of the graph"],
    ["passages.node", words(3, 1), "passage 3 is out of order"],
    ["passages.startLine", words(0, 0), "passage 0 has no lines"],
    ["passages.endLine", words(3, 4), "passage 3 ends behind its file"],
    ["passages.endLine", words(3, 1), "passage 3 has no lines"],
    ["passages.terms", words(0, 7), "section passages.terms points outside"],
    ["passages.terms", words(1, 0), "the words of passage 0 are out of order"],
    ["passages.terms.offsets", words(1, 3), "the words of passage 0 are out of order"],
    ["passages.counts", (it) => it.fill(0), "the words of passage 0 are out of order"],
    ["passages.counts", (it) => it.fill(9), "section passages.digests does not follow"],
    ["passages.digests", words(4, 1), "section passages.digests does not follow"],
    ["passages.scales", words(1, 0x7fc00000), "passage 1 has a vector of no length"],
    ["passages.scales", words(1, 0xbf800000), "passage 1 has a vector of no length"],
    ["passages.embedder", (it) => it.fill(32), "section passages.embedder"],
    ["passages.titles.utf8", (it) => it.fill(0xff), "the title of passage 0 is not valid UTF-8"],
    ["passages.words.utf8", (it) => it.fill(0xff), "word 0 is not valid UTF-8"],
    ["passages.words.utf8", (it) => it.fill(97), "word 1 is out of order"],
  ]
  for (const [tag, change, told] of lies) {
    test(`${tag}: ${told}`, () => expect(refusal(forged(tag, change))).toContain(told))
  }
})
