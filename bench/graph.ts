// The graph by itself, on a generated one: what it costs to freeze, write, open and ask. Prints milliseconds; sizes by
// arguments: `graph.ts [symbols] [edges]`.

import * as Effect from "effect/Effect"
import { Draft, freeze, NONE } from "../lib/graph/draft.ts"
import type { Graph, NodeId } from "../lib/graph/graph.ts"
import { EDGE_KINDS, type EdgeKind, NODE_FLAGS, NODE_KINDS, REASONS } from "../lib/graph/kinds.ts"
import * as Node from "../lib/graph/node.ts"
import * as Snapshot from "../lib/graph/snapshot.ts"
import * as Uid from "../lib/graph/uid.ts"
import { context } from "../lib/query/context.ts"
import { impact } from "../lib/query/impact.ts"
import { locate } from "../lib/query/locate.ts"
import * as Rows from "../lib/query/rows.ts"
import { trace } from "../lib/query/trace.ts"
import { drawFrom } from "./draw.ts"
import { quantile } from "./quantile.ts"

const symbolCount = Number(process.argv[2] ?? 100_000)
const edgeCount = Number(process.argv[3] ?? 5 * symbolCount)

/** The same on every run. */
const random = drawFrom(12345)

const WORDS = ["order", "total", "user", "save", "load", "parse", "token", "graph", "node", "edge", "cache", "index"]

/** As code is: most uses are near, some names are used everywhere. */
const generate = (): Draft => {
  const draft = new Draft()
  const symbols: Array<number> = []
  const classes: Array<number> = []
  const methods: Array<number> = []
  const perFile = 25
  for (let f = 0; symbols.length < symbolCount; f++) {
    const file = draft.addNode({
      kind: "File",
      flags: f % 7 === 6 ? NODE_FLAGS.test : 0,
      name: `src/${WORDS[f % 12]}/${WORDS[(f >> 3) % 12]}_${f}.ts`,
      file: NONE,
      parent: NONE,
      start: 0,
      end: perFile * 400,
      nameStart: 0,
    })
    draft.setLines(file, Uint32Array.from({ length: perFile * 10 }, (_, line) => line * 40))
    let owner = file
    for (let s = 0; s < perFile && symbols.length < symbolCount; s++) {
      const isClass = s % 8 === 0
      const isMember = !isClass && owner !== file
      const start = s * 400
      const name = `${WORDS[random(12)]}${WORDS[random(12)]}${random(symbolCount >> 3)}`
      const node = draft.addNode({
        kind: isClass ? "Class" : isMember ? "Method" : "Function",
        flags: s % 3 === 0 ? NODE_FLAGS.exported : 0,
        name,
        file,
        parent: isMember ? owner : file,
        start,
        end: start + 380,
        nameStart: start + 9,
        signature: `${name}(input: string, options?: Options): Promise<Result>`,
      })
      if (isClass) {
        owner = s % 16 === 0 ? node : file
        classes.push(node)
      }
      if (isMember) {
        draft.connect("HAS_METHOD", owner, node, 100, REASONS.structure.code)
        methods.push(node)
      }
      symbols.push(node)
    }
  }
  const { import: imported } = REASONS
  while (draft.edges.rows < edgeCount) {
    const source = random(symbols.length)
    // Nine in ten stay near, one in a hundred goes to a hub.
    const roll = random(100)
    const target = roll === 0
      ? random(50)
      : roll < 90
      ? Math.min(symbols.length - 1, Math.max(0, source + random(120) - 60))
      : random(symbols.length)
    const kind: EdgeKind = roll < 60 ? "CALLS" : roll < 75 ? "USES" : roll < 95 ? "READS" : "INSTANTIATES"
    if (kind === "INSTANTIATES") {
      draft.addEdge(EDGE_KINDS[kind].code, symbols[source]!, classes[random(classes.length)]!, 97, imported.code, 10)
    } else draft.addEdge(EDGE_KINDS[kind].code, symbols[source]!, symbols[target]!, 95, imported.code, random(10_000))
  }
  for (let i = 0; i < methods.length / 20; i++) {
    draft.connect("DISPATCHES", methods[random(methods.length)]!, methods[random(methods.length)]!, 90, 10)
  }
  for (let i = 0; i < symbolCount / 10; i++) {
    draft.addUnresolved(
      `${WORDS[random(12)]}${WORDS[random(12)]}${random(100)}`,
      symbols[random(symbols.length)]!,
      1,
      1,
      5,
    )
  }
  return draft
}

const timed = <A>(label: string, run: () => A): A => {
  const start = performance.now()
  const value = run()
  console.log(`${label.padEnd(34)} ${(performance.now() - start).toFixed(1).padStart(9)} ms`)
  return value
}

const percentiles = (label: string, times: ReadonlyArray<number>, note: string) => {
  const at = (share: number) => quantile(times, share).toFixed(3)
  console.log(
    `${label.padEnd(34)} p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)} ms  ${note}`,
  )
}

const asked = (graph: Graph, label: string, count: number, ask: (node: NodeId, other: NodeId) => number) => {
  const pick = () => graph.byName[random(graph.byName.length)]!
  const times: Array<number> = []
  let found = 0
  for (let i = 0; i < count; i++) {
    const node = pick()
    const other = pick()
    const start = performance.now()
    found += ask(node, other)
    times.push(performance.now() - start)
  }
  // The first calls compile code and build what is kept for the graph.
  percentiles(label, times.slice(Math.floor(count / 5)), `(mean ${(found / count).toFixed(1)} found)`)
}

const draft = timed("generate", generate)
const graph = timed("freeze", () => freeze(draft))
console.log(`${graph.nodes.rows} nodes, ${graph.edges.rows} edges, ${graph.strings.count} strings`)
const meta: Snapshot.SnapshotMeta = {
  name: "generated",
  commit: null,
  languages: [],
  report: { read: graph.files.length, partlyRead: [], skipped: [], failed: [] },
}
const chunks = timed("encode", () => Snapshot.encode({ graph, meta }))
const bytes = timed("join (a write would do)", () => {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let end = 0
  for (const chunk of chunks) {
    all.set(chunk, end)
    end += chunk.length
  }
  return all
})
console.log(`${(bytes.length / 1e6).toFixed(1)} MB`)
let opened: Snapshot.Snapshot | undefined
for (let i = 0; i < 5; i++) opened = timed(`open, all checked (${i + 1})`, () => Effect.runSync(Snapshot.decode(bytes)))
for (let i = 0; i < 3; i++) opened = timed(`open, own (${i + 1})`, () => Effect.runSync(Snapshot.decodeOwn(bytes)))
const own = opened!.graph

asked(own, "uid and back", 2000, (node) => Uid.find(own, Uid.uidOf(own, node)) === node ? 1 : 0)
asked(own, "locate a name", 2000, (node) => locate(own, Node.nameOf(own, node))._tag === "none" ? 0 : 1)
asked(own, "locate a mistyped name", 500, (node) => {
  const result = locate(own, `${Node.nameOf(own, node)}x`)
  return result._tag === "none" ? result.nearest.length : 0
})
asked(own, "context, rows of all", 2000, (node) => {
  const found = context(own, node)
  const rows = [...found.incoming, ...found.outgoing].flatMap(({ links }) =>
    links.map((link) => Rows.edgeRow(own, link))
  )
  return rows.length
})
for (const maxDepth of [3, 10]) {
  asked(own, `impact, depth ${maxDepth}, 30 rows a depth`, 1000, (node) => {
    const found = impact(own, node, { maxDepth })
    for (const level of found.levels) level.links.slice(0, 30).map((link) => Rows.edgeRow(own, link))
    return found.total
  })
}
const kinds = NODE_KINDS.Class.code
asked(own, "impact of a class, depth 3", 500, (node) => {
  while (own.nodes.kind[node] !== kinds) node = (node + 1) % own.nodes.rows
  return impact(own, node).total
})
asked(own, "trace", 1000, (node, other) => {
  const found = trace(own, node, other)
  return found._tag === "ok" ? found.nodes.map((it) => Rows.symbolRow(own, it)).length : 0
})
asked(own, "trace, tests included", 1000, (node, other) => {
  const found = trace(own, node, other, { includeTests: true })
  return found._tag === "ok" ? found.nodes.map((it) => Rows.symbolRow(own, it)).length : 0
})
console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`)
