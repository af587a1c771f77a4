// `npm run bench`: what an index costs and how quickly it answers, on sources of published packages and on a generated
// repository. Prints the tables and writes bench/results.md.
//
// The ratio sets a whole cold index (process start to written snapshot, two workers) beside one thread that only reads,
// decodes and parses the same files; both are processes of their own, best of five runs taken in turns.
//
// --quick          one run in place of five
// --ratio FOLDER   only the ratio, of the sources in a folder; prints it and writes nothing

import * as Effect from "effect/Effect"
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { cpus, tmpdir, totalmem } from "node:os"
import { join, resolve } from "node:path"
import { languageOf } from "../lib/indexer/language_of.ts"
import * as Scan from "../lib/indexer/scan.ts"
import { all as languages } from "../lib/languages/all.ts"
import { machine } from "../lib/platform/machine.ts"
import { ROOT } from "../scripts/processes.mjs"
import * as Corpus from "./corpus.ts"
import * as Generated from "./generated.ts"
import { best, measure, type Measured, source } from "./processes.ts"
import type { Questions } from "./questions.ts"
import { measureScan } from "./scan.ts"
import type { Stages } from "./stages.ts"
import { measureStart } from "./start.ts"
import { table } from "./table.ts"
import { measureUpdates, updatesTable } from "./updates.ts"
import type { Tokens } from "./tokens.ts"

const WORKERS = 2
const RUNS = process.argv.includes("--quick") ? 1 : 5
const SYMBOLS = 100_000

const say = (line: string) => console.error(line)
const ms = (value: number): string => value < 10 ? value.toFixed(2) : value.toFixed(0)
const mb = (bytes: number): string => (bytes / 1e6).toFixed(1)

/** Files that an index of `root` reads, with their grammars, as parse_only.ts takes them. */
const sourcesOf = async (root: string): Promise<ReadonlyArray<readonly [path: string, grammar: string]>> => {
  const languageFor = languageOf(languages)
  const { files } = await Effect.runPromise(Scan.scan(root).pipe(Effect.provide(machine)))
  return files.flatMap(({ path }) => {
    const language = languageFor(path)
    return language === undefined ? [] : [[path, language.grammarFor(path)] as const]
  })
}

interface Ratio {
  readonly files: number
  readonly bytes: number
  readonly parsing: Omit<Measured, "stdout">
  readonly index: Omit<Measured, "stdout">
}

const ratioOf = async (root: string, work: string): Promise<Ratio> => {
  const list = join(work, "list.json")
  const sources = await sourcesOf(root)
  writeFileSync(list, JSON.stringify(sources))
  const parsing: Array<Measured> = []
  const index: Array<Measured> = []
  for (let i = 0; i < RUNS; i++) {
    say(`parsing and indexing, run ${i + 1} of ${RUNS}`)
    parsing.push(await measure([...source("bench/parse_only.ts"), root, list]))
    const home = join(work, `home-${i}`)
    index.push(await measure([...source("bench/index_once.ts"), root, home, String(WORKERS)]))
    rmSync(home, { recursive: true })
  }
  return {
    files: sources.length,
    bytes: sources.reduce((sum, [path]) => sum + statSync(join(root, path)).size, 0),
    parsing: best(parsing),
    index: best(index),
  }
}

const ratioTable = ({ bytes, parsing, index }: Ratio): string =>
  table(["", "wall ms", "CPU ms", "MB/s", "peak MB"], [
    [
      "bare parsing, one thread",
      ms(parsing.wallMs),
      ms(parsing.cpuMs),
      rate(bytes, parsing.wallMs),
      ms(parsing.peakMB),
    ],
    [`whole index, ${WORKERS} workers`, ms(index.wallMs), ms(index.cpuMs), rate(bytes, index.wallMs), ms(index.peakMB)],
    [
      "index ÷ parsing",
      (index.wallMs / parsing.wallMs).toFixed(2),
      (index.cpuMs / parsing.cpuMs).toFixed(2),
      "",
      (index.peakMB / parsing.peakMB).toFixed(2),
    ],
  ])

const rate = (bytes: number, took: number): string => (bytes / 1000 / took).toFixed(1)

const stageTable = ({ bytes, stages }: Stages): string =>
  table(
    ["stage", "ms", "MB/s of source", "resident MB after"],
    stages.map((stage) => [stage.name, ms(stage.ms), rate(bytes, stage.ms), ms(stage.residentMB)]),
  )

const tokenTable = ({ answers }: Tokens): string =>
  table(
    ["answer", "median", "p90", "most"],
    Object.entries(answers).map(([name, it]) => [name, ...[it.p50, it.p90, it.most].map(String)]),
  )

/** A clone of it, at whatever commit it is. */
const HONO = join(ROOT, ".corpora", "hono")

const tokensOf = async (work: string): Promise<string> => {
  if (!existsSync(HONO)) return "Not measured: there is no `.corpora/hono`."
  const home = join(work, "home-hono")
  await measure([...source("bench/index_once.ts"), HONO, home, String(WORKERS)])
  const tokens: Tokens = JSON.parse((await measure([...source("bench/tokens.ts"), HONO, home])).stdout)
  return tokensText(tokens)
}

const tokensText = (tokens: Tokens): string =>
  [
    `What an agent pays for an answer as it comes by default, in bytes by 4: ${tokens.asked} definitions of hono, drawn. The`,
    `list of tools costs ${tokens.listBytes["all"]} bytes, with \`--tools core\` ${tokens.listBytes["core"]}.`,
    "",
    tokenTable(tokens),
  ].join("\n")

const questionTable = ({ questions }: Questions): string =>
  table(
    ["question", "p50 ms", "p95 ms", "most ms"],
    Object.entries(questions).map((
      [name, { p50, p95, most }],
    ) => [name, p50.toFixed(2), p95.toFixed(2), most.toFixed(2)]),
  )

/** The ratio of a folder alone. */
const ratioAlone = async (root: string): Promise<void> => {
  const work = mkdtempSync(join(tmpdir(), "portolan-bench-"))
  try {
    const ratio = await ratioOf(resolve(root), work)
    console.log(`${ratio.files} files, ${mb(ratio.bytes)} MB\n\n${ratioTable(ratio)}`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const main = async () => {
  const packages = await Corpus.layOut(say)
  say(`generating a repository of ${SYMBOLS} symbols`)
  const generated = Generated.layOut(SYMBOLS)
  const work = mkdtempSync(join(tmpdir(), "portolan-bench-"))
  try {
    const ratio = await ratioOf(packages, work)
    const updates = await measureUpdates(packages, Math.min(RUNS, 3), say)
    const scan = await measureScan(Math.min(RUNS, 3), say)
    say("stages, one by one")
    const stages: Stages = JSON.parse((await measure([...source("bench/stages.ts"), packages])).stdout)
    say("the generated repository")
    const home = join(work, "home")
    const index = await measure([...source("bench/index_once.ts"), generated, home, String(WORKERS)])
    const questions: Questions = JSON.parse((await measure([...source("bench/questions.ts"), generated, home])).stdout)
    const tokens = await tokensOf(work)
    const start = await measureStart()
    const { model } = cpus()[0] ?? { model: "unknown processor" }
    const text = [
      "# Speed and memory",
      "",
      `Made by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, on ${cpus().length} × ${model.trim()}, ` +
      `${(totalmem() / 1e9).toFixed(0)} GB, Bun ${Bun.version}. Best of ${RUNS} runs taken in turns.`,
      "",
      "## Whole index beside bare parsing",
      "",
      `${ratio.files} files, ${mb(ratio.bytes)} MB: ${Corpus.PACKAGES.join(", ")}.`,
      "",
      ratioTable(ratio),
      "",
      "## Bringing an index up to date",
      "",
      "A copy of the same files under git. From process start to the index on disk.",
      "",
      updatesTable(updates),
      "",
      "## Which files there are",
      "",
      "Our list with git (ignore rules, attributes, submodules, stats of every file) and without, beside git's bare list;",
      "each a process of its own, the first row is what starting one costs.",
      "",
      scan,
      "",
      "## Stages",
      "",
      `The same files, one stage after the other on one thread, all in memory. ${stages.nodes} nodes, ${stages.edges}`,
      `edges; facts ${mb(stages.factsBytes)} MB, snapshot ${mb(stages.snapshotBytes)} MB.`,
      "",
      stageTable(stages),
      "",
      "## Questions",
      "",
      `A generated repository of ${questions.symbols} symbols and ${questions.edges} edges: indexed in ` +
      `${ms(index.wallMs)} ms (${ms(index.cpuMs)} ms CPU, ${ms(index.peakMB)} MB), opened in ${
        ms(questions.openMs)
      } ms.`,
      "",
      questionTable(questions),
      "",
      "## Tokens",
      "",
      tokens,
      "",
      "## Start of the executable",
      "",
      start === undefined
        ? "Not measured: there is no `dist/portolan`, `npm run build` makes it."
        : `An empty compiled program ${start.emptyMs.toFixed(1)} ms, \`--version\` ${start.versionMs.toFixed(1)} ms, ` +
          `\`mcp\` to its answer to \`initialize\` ${start.initializeMs.toFixed(1)} ms.`,
      "",
    ].join("\n")
    console.log(text)
    if (RUNS > 1) {
      writeFileSync(join(ROOT, "bench", "results.md"), text)
      say("Written to bench/results.md")
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const alone = process.argv.indexOf("--ratio")
await (alone < 0 ? main() : ratioAlone(process.argv[alone + 1] ?? "."))
