// The stages one by one, each in a loop of its own on one thread, on files already read. `bun bench/stages.ts ROOT`
// prints JSON. Sums are higher than a whole index, which runs extraction in workers and keeps nothing twice.

import * as Effect from "effect/Effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Draft from "../lib/graph/draft.ts"
import * as Snapshot from "../lib/graph/snapshot.ts"
import { languageOf } from "../lib/indexer/language_of.ts"
import * as Project from "../lib/indexer/project.ts"
import * as Scan from "../lib/indexer/scan.ts"
import { all as languages } from "../lib/languages/all.ts"
import { machine } from "../lib/platform/machine.ts"
import * as Grammars from "../lib/platform/grammars.ts"
import * as Grammar from "../lib/syntax/grammar.ts"
import * as Resolve from "../lib/resolve/resolve.ts"
import * as Extract from "../lib/syntax/extract.ts"
import * as FactsBytes from "../lib/syntax/facts_bytes.ts"
import * as Decode from "../lib/text/decode.ts"

export interface Stage {
  readonly name: string
  readonly ms: number
  /** Resident memory after the stage. */
  readonly residentMB: number
}

export interface Stages {
  readonly files: number
  readonly bytes: number
  readonly factsBytes: number
  readonly nodes: number
  readonly edges: number
  readonly snapshotBytes: number
  readonly stages: ReadonlyArray<Stage>
}

const [root] = process.argv.slice(2)
const stages: Array<Stage> = []

const timed = async <A>(name: string, work: () => A | Promise<A>): Promise<A> => {
  const began = performance.now()
  const value = await work()
  stages.push({ name, ms: performance.now() - began, residentMB: process.memoryUsage().rss / 1e6 })
  return value
}

const languageFor = languageOf(languages)
const scan = await timed("scan", () => Effect.runPromise(Scan.scan(root!).pipe(Effect.provide(machine))))

const sources = await timed("read and decode", () =>
  scan.files.flatMap(({ path }) => {
    const language = languageFor(path)
    if (language === undefined) return []
    const content = readFileSync(join(root!, path))
    const decoded = Decode.decode(content)
    return decoded._tag === "text" ? [{ path, language, text: decoded.text, size: content.length }] : []
  }))
const bytes = sources.reduce((sum, { size }) => sum + size, 0)

const grammars = new Map<string, Grammar.Grammar>()
await timed("load grammars", async () => {
  for (const { path, language } of sources) {
    const file = language.grammarFor(path)
    if (grammars.has(file)) continue
    const loaded = await Grammars.load(file)
    grammars.set(file, Grammar.Grammar.make(loaded.language, loaded.parser, language.roles, loaded.module))
  }
})

await timed("parse", () => {
  for (const { path, language, text } of sources) grammars.get(language.grammarFor(path))!.parser.parse(text)!.delete()
})

const encoded = await timed(
  "parse, extract and encode facts",
  () =>
    sources.map(({ path, language, text }) =>
      FactsBytes.encode(Extract.extract(grammars.get(language.grammarFor(path))!, text))
    ),
)

const configs = await Effect.runPromise(
  Project.readConfigs(root!, scan.files, languages).pipe(Effect.provide(machine)),
)
const project = Project.make(sources.map(({ path }) => path), configs)
const { draft } = await timed("resolve", () =>
  Resolve.resolve({
    files: sources.map(({ path, language }, i) => ({
      path,
      language,
      facts: FactsBytes.open(encoded[i]!),
      flags: 0,
    })),
    listed: [],
    project,
  }))

const graph = await timed("freeze", () => Draft.freeze(draft))

const meta = {
  name: "bench",
  commit: null,
  languages: [],
  report: { read: sources.length, partlyRead: [], skipped: [], failed: [] },
}
const parts = await timed("encode", () => Snapshot.encode({ graph, meta }))

const folder = mkdtempSync(join(tmpdir(), "portolan-bench-"))
const file = join(folder, "snapshot")
await timed("write", () => writeFileSync(file, Buffer.concat(parts)))
await timed("open", () => Effect.runPromise(Snapshot.decode(readFileSync(file))))
rmSync(folder, { recursive: true })

const result: Stages = {
  files: sources.length,
  bytes,
  factsBytes: encoded.reduce((sum, facts) => sum + facts.byteLength, 0),
  nodes: graph.nodes.rows,
  edges: graph.edges.rows,
  snapshotBytes: parts.reduce((sum, part) => sum + part.byteLength, 0),
  stages,
}
console.log(JSON.stringify(result))
