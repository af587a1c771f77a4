// `npm run bench:storm -- [MINUTES] [FOLDER]`: servers that are asked without a pause while their repository is edited,
// renamed, switched, rebased and stashed, and indexed by another process now and then. About every 15 seconds all holds
// still, and what the servers answer must be, to the letter, what an index answers that is made from nothing. By default 10
// minutes over a generated repository. Fails on a wrong answer, and where memory or watches grow. Linux only.

import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Node from "../lib/graph/node.ts"
import { analyze } from "../promise.ts"
import { run } from "../scripts/processes.mjs"
import * as Corpus from "./corpus.ts"
import { drawFrom } from "./draw.ts"
import { source } from "./processes.ts"
import * as Repository from "./repository.ts"
import * as Client from "./storm_client.ts"
import * as Edits from "./storm_edits.ts"
import { table } from "./table.ts"

const MINUTES = Number(process.argv[2] ?? 10)
const FROM = process.argv[3] ?? Repository.layOut(400)
const CLIENTS = 4
const STORM_MS = 15_000
const SETTLE_MS = 60_000
const COMPARED = 25
/** One act in so many is a run of `analyze` beside. */
const ANALYZED = 60

const work = mkdtempSync(join(tmpdir(), "portolan-storm-"))
const root = join(work, "sources")
const home = join(work, "home")
Corpus.copy(FROM, root)
await Edits.branch(root)

const seed = Number(process.env["PORTOLAN_SEED"] ?? Date.now() % 1_000_000)
const draw = drawFrom(seed)
console.log(`seed ${seed}, ${MINUTES} min over ${FROM}`)

const indexed = async () => {
  const [command, ...before] = source("cli/main.ts")
  const { code, output } = await run(command!, [...before, "analyze", "--quiet", root], {
    env: { PORTOLAN_HOME: home },
  })
  return code === 0 ? undefined : output
}
const refused = await indexed()
if (refused !== undefined) throw new Error(refused)
const clients = await Promise.all(Array.from({ length: CLIENTS }, () => Client.open(root, home)))

type Question = readonly [tool: string, input: object]

/** Names to ask for: of the last index that was made from nothing, and some that are gone. */
let names: ReadonlyArray<string> = ["nothing"]
let files: ReadonlyArray<string> = ["package.json"]

const question = (): Question => {
  const name = names[draw(names.length)]!
  const path = files[draw(files.length)]!
  switch (draw(6)) {
    case 0:
      return ["impact", { target: name, limit: 10 }]
    case 1:
      return ["query", { search_query: name }]
    case 2:
      return ["read_file", { path }]
    case 3:
      return ["context", { file: path }]
    default:
      return ["context", { name, include_content: true }]
  }
}

let calls = 0
const broken: Array<string> = []
let asking = true

/** What a client does in a storm: any declared answer is good, a bug is none. */
const keepAsking = async (client: Client.Client) => {
  while (asking) {
    const [tool, input] = question()
    const { text } = await client.call(tool, input)
    calls++
    if (text.includes('"Internal')) broken.push(`${tool} ${JSON.stringify(input)}: ${text.slice(0, 300)}`)
  }
}

const acts = new Map<string, number>()
let beside = Promise.resolve<string | undefined>(undefined)

const storm = async () => {
  const until = performance.now() + STORM_MS
  while (performance.now() < until) {
    if (draw(ANALYZED) === 0) {
      await beside
      beside = indexed()
    }
    const name = await Edits.act({ root, draw })
    acts.set(name, (acts.get(name) ?? 0) + 1)
    await Bun.sleep(draw(10) === 0 ? 400 : draw(80))
  }
  const failed = await beside
  beside = Promise.resolve(undefined)
  // A run that comes upon a file that is gone again may say so; one that ends otherwise is a bug.
  if (failed !== undefined) broken.push(`analyze: ${failed.slice(0, 300)}`)
}

/** Waits until a server says that it answers on what is there. */
const settled = async (client: Client.Client): Promise<number> => {
  const began = performance.now()
  for (;;) {
    const { text } = await client.call("query", { search_query: "storm" })
    const { index, completeness } = JSON.parse(text)
    const isBehind = JSON.stringify(completeness ?? "").includes("words_behind")
    const took = performance.now() - began
    if (index?.freshness === "current" && !isBehind) return took
    if (SETTLE_MS < took) {
      broken.push(`client ${clients.indexOf(client)} does not settle: ${text.slice(0, 500)}`)
      return took
    }
    await Bun.sleep(200)
  }
}

const wrong: Array<string> = []
let compared = 0

const compare = async () => {
  const fresh = await analyze(root, { home: join(work, "fresh"), storage: "home", cache: false })
  const { graph } = fresh
  const nodes = Array.from({ length: graph.nodes.rows }, (_, node) => node)
  const gone = Array.from({ length: 20 }, () => names[draw(names.length)]!)
  const symbols = nodes.filter((node) => Node.isSymbol(graph, node)).map((node) => Node.nameOf(graph, node))
  names = [...new Set([...symbols, ...gone])]
  files = nodes.filter((node) => Node.kindOf(graph, node) === "File").map((node) => Node.nameOf(graph, node))
  for (let i = 0; i < COMPARED; i++) {
    const [tool, input] = question()
    const expected = await fresh.call(tool, input)
    for (const [number, client] of clients.entries()) {
      const answer = await client.call(tool, input)
      compared++
      if (answer.text !== expected.text) {
        wrong.push(`client ${number}, ${tool} ${JSON.stringify(input)}\n  ${answer.text}\n  ${expected.text}`)
      }
    }
  }
  await fresh.close()
  rmSync(join(work, "fresh"), { recursive: true, force: true })
}

/** Folders that may be watched: those of the tree, not git's, ours, nor ignored ones. */
const foldersBelow = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce(
    (sum, it) => it.isDirectory() && !UNWATCHED.has(it.name) ? sum + foldersBelow(join(folder, it.name)) : sum,
    1,
  )

const UNWATCHED = new Set([".git", ".portolan", "out"])
/** Folders of git's own, and the mark. */
const BESIDE = 8

const rows: Array<ReadonlyArray<string>> = []
const most: Array<Client.Held> = []
const began = performance.now()
for (let pause = 1; performance.now() - began < MINUTES * 60_000; pause++) {
  asking = true
  const asked = clients.map(keepAsking)
  await storm()
  asking = false
  await Promise.all(asked)
  const took = Math.max(...await Promise.all(clients.map(settled)))
  await compare()
  const held = clients.map((client) => client.held())
  const largest = (key: keyof Client.Held) => Math.max(...held.map((it) => it[key]))
  most.push({
    megabytes: largest("megabytes"),
    descriptors: largest("descriptors"),
    watches: largest("watches"),
    threads: largest("threads"),
  })
  const { megabytes, descriptors, watches, threads } = most.at(-1)!
  const folders = foldersBelow(root)
  if (folders + BESIDE < watches) broken.push(`${watches} watches for ${folders} folders`)
  rows.push([
    ((performance.now() - began) / 60_000).toFixed(1),
    String(calls),
    took.toFixed(0),
    String(compared),
    String(wrong.length),
    megabytes.toFixed(0),
    String(watches),
    String(folders),
    String(descriptors),
    String(threads),
  ])
  console.log(rows.at(-1)!.join("  "))
}
const ends = await Promise.all(clients.map((client) => client.end()))
rmSync(work, { recursive: true, force: true })

const HEAD = ["min", "calls", "settled ms", "compared", "wrong", "MB", "watches", "folders", "descriptors", "threads"]
console.log(table(HEAD, rows))
console.log([...acts].map(([name, count]) => `${name} ${count}`).join(", "))
for (const text of [...broken, ...wrong].slice(0, 10)) console.log(text.slice(0, 4000))
const over = (key: keyof Client.Held, from: number, to: number) =>
  Math.max(...most.slice(Math.floor(most.length * from), Math.ceil(most.length * to)).map((it) => it[key]))
const grows = over("megabytes", 0, 0.5) * 1.5 < over("megabytes", 0.75, 1)
const ended = ends.every(({ code, printed }) => code === 0 && printed === "")
if (!ended) console.log(ends)
if (grows) console.log("memory grows")
process.exitCode = wrong.length === 0 && broken.length === 0 && !grows && ended ? 0 : 1
