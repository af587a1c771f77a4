// Opening an index and asking it, in a process of its own. `bun bench/questions.ts ROOT HOME` expects the index that
// index_once.ts left under HOME and prints JSON. Definitions are drawn with a fixed seed.

import { type Index, Node, open, Uid } from "../promise.ts"
import { quantile } from "./quantile.ts"

export interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly most: number
}

export interface Questions {
  readonly symbols: number
  readonly edges: number
  readonly openMs: number
  readonly questions: Readonly<Record<string, Percentiles>>
}

const WARM_UP = 50
const ASKED = 500

const [root, home] = process.argv.slice(2)
const began = performance.now()
const index: Index = await open(root!, { home: home! })
const openMs = performance.now() - began

const { graph } = index
const symbols: Array<number> = []
for (let node = 0; node < graph.nodes.rows; node++) if (Node.isSymbol(graph, node)) symbols.push(node)

/** Park and Miller 1988. */
let state = 7
const draw = (): string => {
  state = (state * 48271) % 2147483647
  return Uid.uidOf(graph, symbols[state % symbols.length]!)
}

const ask = async (question: () => Promise<unknown>): Promise<Percentiles> => {
  const times: Array<number> = []
  for (let i = 0; i < WARM_UP + ASKED; i++) {
    const before = performance.now()
    await question()
    if (i >= WARM_UP) times.push(performance.now() - before)
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), most: quantile(times, 1) }
}

const questions: Record<string, Percentiles> = {}
questions["context"] = await ask(() => index.context({ uid: draw() }))
questions["impact, depth 3"] = await ask(() => index.impact({ target_uid: draw(), maxDepth: 3 }))
questions["trace"] = await ask(() => index.trace({ from_uid: draw(), to_uid: draw() }))
questions["query, a name"] = await ask(() => index.query({ search_query: draw().replace(/.*[:.]/, "") }))

const result: Questions = { symbols: symbols.length, edges: graph.edges.rows, openMs, questions }
console.log(JSON.stringify(result))
await index.close()
