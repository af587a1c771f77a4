// A repository from end to end: real git, real workers, real grammars. The same files give the same bytes.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { appendFileSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { EDGE_KIND_BY_CODE, NODE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as IndexRepository from "../../lib/indexer/index_repository.ts"
import { machine } from "../../lib/platform/machine.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const index = (path: string, options?: IndexRepository.Options) =>
  Effect.provide(IndexRepository.indexRepository(path, options), machine)

const bytesOf = ({ parts }: IndexRepository.Indexed) => Buffer.concat(parts ?? [])

const FILES = Repo.parse(`
=== src/order.ts
import { rate } from "./rates"

export class Order {
  total(): number {
    return rate(1)
  }
}
=== src/rates.ts
export function rate(base: number): number {
  return base * 2
}
=== src/view.tsx
import { Order } from "./order"

export function View() {
  return <p>{new Order().total()}</p>
}
=== src/old.js
const { helper } = require("./helper")

function start() {
  return helper()
}

module.exports = { start }
=== src/helper.js
exports.helper = function helper() {
  return 1
}
=== README.md
# Shop
`)

/** Names of the nodes that a node leads to by one kind of edge. */
const edges = ({ graph }: IndexRepository.Indexed, kind: string) => {
  const found: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (EDGE_KIND_BY_CODE[graph.edges.kind[edge]!] !== kind) continue
    found.push(`${Uid.uidOf(graph, graph.edges.source[edge]!)} → ${Uid.uidOf(graph, graph.edges.target[edge]!)}`)
  }
  return found.sort()
}

const filesIn = ({ graph }: IndexRepository.Indexed) => {
  const found: Array<string> = []
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (NODE_KIND_BY_CODE[graph.nodes.kind[node]!] !== "File") continue
    found.push(Node.pathOf(graph, node) + (Node.hasFlag(graph, node, "unread") ? " unread" : ""))
  }
  return found
}

effect(
  "a repository becomes a graph: files, calls within and across them, and a snapshot that opens again",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true, name: "shop" })
    const phases: Array<string> = []
    const indexed = yield* index(root, { onProgress: ({ phase }) => void phases.push(phase) })
    expect(filesIn(indexed)).toEqual([
      "README.md unread",
      "src/helper.js",
      "src/old.js",
      "src/order.ts",
      "src/rates.ts",
      "src/view.tsx",
    ])
    expect(edges(indexed, "CALLS")).toEqual([
      "Function:src/old.js:start → Function:src/helper.js:helper",
      "Function:src/view.tsx:View → Method:src/order.ts:Order.total",
      "Method:src/order.ts:Order.total → Function:src/rates.ts:rate",
    ])
    expect(edges(indexed, "IMPORTS")).toEqual([
      "File:src/old.js → File:src/helper.js",
      "File:src/order.ts → File:src/rates.ts",
      "File:src/view.tsx → File:src/order.ts",
    ])
    expect(indexed.meta).toMatchObject({
      name: "shop",
      commit: Repo.git(root, "rev-parse", "HEAD").trim(),
      languages: [{ name: "javascript", files: 2 }, { name: "typescript", files: 3 }],
      report: { read: 5, partlyRead: [], skipped: [], failed: [] },
    })
    const symbols = indexed.meta.languages.reduce((sum, it) => sum + it.symbols, 0)
    const { communities, processes } = indexed.overlays!
    expect(indexed.stats).toEqual({
      files: 6,
      symbols,
      edges: indexed.graph.edges.rows,
      communities: communities!.tables.communities.rows,
      processes: processes!.tables.processes.rows,
    })
    expect(indexed.stats.symbols).toBeGreaterThanOrEqual(["View", "start", "helper", "rate", "Order", "total"].length)
    expect([...new Set(phases)]).toEqual(["scan", "extract", "resolve", "encode"])
    const opened = yield* Snapshot.decode(new Uint8Array(bytesOf(indexed)))
    expect(opened.meta).toEqual(indexed.meta)
    expect(opened.graph.nodes.rows).toBe(indexed.graph.nodes.rows)
  }),
)

/** Enough files of several sorts that batches are dealt out differently every time. */
const many: Repo.Repo = new Map(Array.from({ length: 120 }, (_, i) => [
  `src/m${i}.${["ts", "tsx", "js", "md"][i % 4]}`,
  `import { f${i + 1} } from "./m${i + 1}"\nexport function f${i}(a) {\n  return f${i + 1}(a) + helper${i}()\n}\n` +
  `function helper${i}() { return ${i} }\n// ${"x".repeat((i * 7919) % 5000)}\n`,
]))

effect(
  "the bytes are the same for one worker, three, another folder and another time",
  Effect.gen(function* () {
    const one = yield* Repo.layOut(many, { git: true })
    const other = yield* Repo.layOut(new Map([...many].reverse()), { git: true })
    const first = bytesOf(yield* index(one, { workers: 1 }))
    expect(bytesOf(yield* index(one, { workers: 3 })).equals(first)).toBe(true)
    expect(bytesOf(yield* index(other, { workers: 3 })).equals(first)).toBe(true)
    appendFileSync(`${one}/src/m0.ts`, "export const more = 1\n")
    expect(bytesOf(yield* index(one, { workers: 3 })).equals(first)).toBe(false)
  }),
  60_000,
)

effect(
  "what is not read, or not wholly, is named; the rest is indexed",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    writeFileSync(`${root}/src/broken.ts`, "export function before() { return 1 }\n\nclass {{{ (\n")
    writeFileSync(`${root}/src/video.ts`, Buffer.from([0x47, 0x40, 0, 0x10, 0, 0, 0xb0, 0xff]))
    writeFileSync(`${root}/src/bundle.js`, "function a(b,c){return b?c(b):d(e,f)};var g=[1,2,3];".repeat(1000))
    writeFileSync(`${root}/src/latin.ts`, Buffer.from("export const café = 1\n", "latin1"))
    writeFileSync(`${root}/src/wide.ts`, Buffer.from("\ufeffexport function wide() {}\r\n", "utf16le"))
    writeFileSync(`${root}/src/large.ts`, "// a comment line that goes on\n".repeat(2000))
    writeFileSync(`${root}/logo.png`, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]))
    writeFileSync(`${root}/src/empty.ts`, "")
    const { meta, graph, files } = yield* index(root, { maxFileBytes: 60_000 })
    expect(meta.report.partlyRead.map(({ path }) => path)).toEqual(["src/broken.ts"])
    expect(meta.report.partlyRead[0]!.reason).toContain("line 3")
    expect(meta.report.skipped).toEqual([
      { path: "src/bundle.js", reason: "minified or generated: few, very long lines" },
      { path: "src/large.ts", reason: "larger than 60000 bytes" },
      { path: "src/video.ts", reason: "binary" },
    ])
    expect(meta.report.failed).toEqual([])
    expect(meta.report.read).toBe(9)
    for (const uid of ["Function:src/broken.ts:before", "Function:src/wide.ts:wide", "Const:src/latin.ts:café"]) {
      expect([uid, Uid.find(graph, uid) !== undefined]).toEqual([uid, true])
    }
    // Content that is no part of the index has no digest; that of a text is.
    const digests = new Map(files.map(({ path, digest }) => [path, digest]))
    expect(digests.get("README.md")).toMatch(/^[0-9a-f]{64}$/)
    expect(digests.get("src/empty.ts")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }),
)

effect(
  "the stat of a file that changed just before the scan proves nothing, one that is older does",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES)
    yield* Effect.sleep(80)
    Repo.write(root, new Map([["src/new.ts", "export const one = 1\n"]]))
    const { files } = yield* index(root)
    const modified = new Map(files.map(({ path, stat }) => [path, stat.modified]))
    expect(modified.get("src/new.ts")).toBe(0n)
    expect(modified.get("src/order.ts")).toBe(statSync(`${root}/src/order.ts`, { bigint: true }).mtimeNs)
  }),
)

effect(
  "a folder with text of no language that is read is still an index of its files",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(new Map([["README.md", "# Only words\n"]]))
    const indexed = yield* index(root)
    expect(filesIn(indexed)).toEqual(["README.md unread"])
    expect(indexed.meta.languages).toEqual([])
  }),
)

effect(
  "a path that cannot be indexed fails with what is wrong and what to do",
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    mkdirSync(`${base}/empty`)
    writeFileSync(`${base}/file.ts`, "export const a = 1\n")
    symlinkSync("nowhere", `${base}/dangling`)
    mkdirSync(`${base}/pictures`)
    writeFileSync(`${base}/pictures/a.png`, Buffer.from([0x89, 0x50, 0, 0]))
    const failure = (name: string) => Effect.flip(index(`${base}/${name}`))
    expect(yield* failure("none")).toMatchObject({ _tag: "PathNotFound", path: `${base}/none` })
    expect(yield* failure("dangling")).toMatchObject({ _tag: "PathNotFound" })
    expect(yield* failure("file.ts")).toMatchObject({ _tag: "NotAFolder" })
    expect(yield* failure("file.ts/below")).toMatchObject({ _tag: "NotAFolder" })
    expect(yield* failure("empty")).toMatchObject({ _tag: "NothingToIndex" })
    expect((yield* failure("empty")).message).toContain("it holds no files")
    expect((yield* failure("pictures")).message).toContain("no text files")
    for (const workers of [-1, 0, 1.5, NaN, 1e9]) {
      const error = yield* Effect.flip(index(base, { workers }))
      expect(error).toMatchObject({ _tag: "OptionInvalid", option: "workers" })
      expect(error.message).toContain(`workers ${workers}: it takes a whole number from 1 to 256`)
    }
  }),
)

effect(
  "a link to a repository is that repository",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    symlinkSync(root, `${root}-link`)
    try {
      expect((yield* index(`${root}-link`)).root).toBe(root)
    } finally {
      rmSync(`${root}-link`)
    }
  }),
)
