// How much an agent pays: tokens (bytes of the whole text by 4) of the answers that it gets by default, over definitions
// drawn with a fixed seed, and of the lists of tools. `bun bench/tokens.ts ROOT HOME` expects the index that index_once.ts
// left under HOME and prints JSON.

import * as Either from "effect/Either"
import * as Profile from "../lib/serve/profile.ts"
import { TOOLS } from "../lib/tools/all.ts"
import * as Answer from "../lib/tools/answer.ts"
import * as Listing from "../lib/tools/listing.ts"
import type * as Tool from "../lib/tools/tool.ts"
import { type Kinds, Node, open, Uid } from "../promise.ts"

export interface Weight {
  readonly p50: number
  readonly p90: number
  readonly most: number
}

export interface Tokens {
  readonly asked: number
  readonly answers: Readonly<Record<string, Weight>>
  /** Bytes of tools/list by profile. */
  readonly listBytes: Readonly<Record<string, number>>
}

const ASKED = 50

/** What one asks about: definitions with a body of their own, not locals of a function nor members of an enum. */
const KINDS: ReadonlySet<Kinds.NodeKind> = new Set(["Function", "Method", "Class", "Interface"])

const [root, home] = process.argv.slice(2)
const index = await open(root!, { home: home! })
const { graph } = index
const symbols: Array<number> = []
for (let node = 0; node < graph.nodes.rows; node++) {
  if (KINDS.has(Node.kindOf(graph, node)) && !Node.isTest(graph, node)) symbols.push(node)
}

/** Park and Miller 1988. */
let state = 7
const drawn = Array.from({ length: ASKED }, () => {
  state = (state * 48271) % 2147483647
  return symbols[state % symbols.length]!
})

const weigh = async (tool: string, input: (node: number) => object): Promise<Weight> => {
  const tokens: Array<number> = []
  for (const node of drawn) {
    const { text, isError } = await index.call(tool, input(node))
    if (isError) throw new Error(`${tool} of ${Uid.uidOf(graph, node)}: ${text}`)
    tokens.push(Math.ceil(Answer.bytes(text) / 4))
  }
  tokens.sort((a, b) => a - b)
  return { p50: tokens[ASKED / 2]!, p90: tokens[ASKED * 0.9]!, most: tokens[ASKED - 1]! }
}

const bytesOf = (profile: string): number => {
  const tools = Either.getOrThrow(Profile.select(TOOLS as ReadonlyArray<Tool.Any>, profile))
  return Answer.bytes(JSON.stringify({ tools: tools.map(Listing.listing) }))
}

const result: Tokens = {
  asked: ASKED,
  answers: {
    context: await weigh("context", (node) => ({ uid: Uid.uidOf(graph, node) })),
    impact: await weigh("impact", (node) => ({ target_uid: Uid.uidOf(graph, node) })),
    query: await weigh("query", (node) => ({ search_query: Node.nameOf(graph, node) })),
  },
  listBytes: { all: bytesOf("all"), core: bytesOf("core") },
}
console.log(JSON.stringify(result))
await index.close()
