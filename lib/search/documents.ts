// What of a graph can be found by words: every definition, and every file by its path. A document is a list of words in
// which what names a thing stands more often than what surrounds it.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { isAside, isDerived } from "../graph/place.ts"
import * as Path from "../text/path.ts"
import * as Words from "./words.ts"

/** How often a word of each source stands in the document. */
const WEIGHTS = { name: 4, container: 2, doc: 2, path: 1, signature: 1, used: 1 } as const

/** Is the node one that search answers with? */
export const isDocument = (graph: Graph, node: NodeId): boolean =>
  Node.isSymbol(graph, node) || graph.nodes.kind[node] === NODE_KINDS.File.code

/**
 * The words of a node, by weight repeated: of its name, of what holds it, of its documentation, its place and its header,
 * and the names of what it uses, which say what it does.
 */
export const wordsOf = (graph: Graph, node: NodeId): ReadonlyArray<string> => {
  const found: Array<string> = []
  const add = (text: string, times: number) => {
    const words = Words.terms(text)
    for (let i = 0; i < times; i++) found.push(...words)
  }
  const stem = withoutExtension(Node.pathOf(graph, node))
  if (!Node.isSymbol(graph, node)) {
    add(Path.baseOf(stem), WEIGHTS.name)
    add(stem, WEIGHTS.path)
    return found
  }
  add(Node.nameOf(graph, node), WEIGHTS.name)
  const parent = Node.parentOf(graph, node)
  if (parent !== NONE && Node.isSymbol(graph, parent)) add(Node.nameOf(graph, parent), WEIGHTS.container)
  add(Node.docOf(graph, node), WEIGHTS.doc)
  add(stem, WEIGHTS.path)
  add(Node.signatureOf(graph, node), WEIGHTS.signature)
  for (const used of usedBy(graph, node)) add(used, WEIGHTS.used)
  return found
}

/** The words of a node's documentation alone; none where it has none. */
export const wordsOfDoc = (graph: Graph, node: NodeId): ReadonlyArray<string> => Words.terms(Node.docOf(graph, node))

const USED_KINDS = ["CALLS", "INSTANTIATES", "READS", "WRITES", "USES"] as const

/** Names of what a definition uses, each once. */
const usedBy = (graph: Graph, node: NodeId): ReadonlyArray<string> => {
  const names = new Set<number>()
  for (const kind of USED_KINDS) {
    const { offsets, targets } = graph.out[kind]
    for (let i = offsets[node]!; i < offsets[node + 1]!; i++) names.add(graph.nodes.name[targets[i]!]!)
  }
  return Array.from(names, (name) => graph.strings.at(name))
}

/**
 * Of each node two numbers of 32 bits that stand for everything `wordsOf` reads of it: where both are the same in another
 * graph, so are its words. Texts are read once each. Guards against change, not against malice: who makes two of his own
 * texts alike hides the newer one's words from his own searches.
 *
 * @returns Writes those of a node to `into[2 * at]` and `into[2 * at + 1]`. O(text that is new + edges of the node).
 */
export const digester = (graph: Graph): (node: NodeId, into: Uint32Array, at: number) => void => {
  const { name, parent, file, doc, signature } = graph.nodes
  const { count } = graph.strings
  const isRead = new Uint8Array(count)
  const low = new Int32Array(count)
  const high = new Int32Array(count)
  /** By string: the last node that was seen to use it, and 1. */
  const usedLast = new Uint32Array(count)
  let a = 0
  let b = 0
  const read = (id: number): void => {
    if (isRead[id] === 1) return
    isRead[id] = 1
    const text = graph.strings.at(id)
    let x = PRIME_1
    let y = PRIME_2
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      x = Math.imul(x ^ unit, PRIME_1)
      x ^= x >>> 15
      y = Math.imul(((y << 13) | (y >>> 19)) + unit, PRIME_2)
    }
    low[id] = Math.imul(x ^ text.length, PRIME_3)
    high[id] = Math.imul(y ^ (y >>> 16), PRIME_3)
  }
  const mix = (x: number, y: number): void => {
    a = Math.imul(((a << 13) | (a >>> 19)) ^ x, PRIME_1)
    b = Math.imul(((b << 17) | (b >>> 15)) ^ y, PRIME_2)
  }
  const mixText = (id: number): void => {
    read(id)
    mix(low[id]!, high[id]!)
  }
  return (node, into, at) => {
    const isSymbol = Node.isSymbol(graph, node)
    const holder = parent[node]!
    a = isSymbol ? PRIME_3 : PRIME_2
    b = PRIME_1
    mixText(name[node]!)
    mixText(file[node] === NONE ? 0 : name[file[node]!]!)
    if (isSymbol) {
      const isHeld = holder !== NONE && Node.isSymbol(graph, holder)
      mix(Number(isHeld), 0)
      mixText(isHeld ? name[holder]! : 0)
      mixText(doc[node]!)
      mixText(signature[node]!)
      // In whatever order they come, they are the same words.
      let x = 0
      let y = 0
      for (const kind of USED_KINDS) {
        const { offsets, targets } = graph.out[kind]
        for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
          const used = name[targets[i]!]!
          if (usedLast[used] === node + 1) continue
          usedLast[used] = node + 1
          read(used)
          x = (x + Math.imul(low[used]! ^ (high[used]! >>> 7), PRIME_1)) | 0
          y = (y + Math.imul(high[used]! ^ (low[used]! >>> 11), PRIME_3)) | 0
        }
      }
      mix(x, y)
    }
    into[2 * at] = a ^ (b >>> 16)
    into[2 * at + 1] = b ^ (a >>> 16)
  }
}

const PRIME_1 = 0x9e3779b1 | 0
const PRIME_2 = 0x85ebca77 | 0
const PRIME_3 = 0xc2b2ae3d | 0

/** Every file has an ending; as a word it tells nothing apart. */
const withoutExtension = (path: string): string => {
  const ending = Path.extensionOf(path)
  return ending === "" ? path : path.slice(0, -ending.length)
}

/**
 * What kind of place a definition stands in, as a factor of its worth to who searches: source before declarations
 * without a body, tests, what is not read as code, and generated text or copies.
 */
export const placeOf = (graph: Graph, node: NodeId): number => {
  const { flags, file, kind } = graph.nodes
  const all = flags[node]! | (file[node] === NONE ? 0 : flags[file[node]!]!)
  let worth = 1
  if ((all & NODE_FLAGS.generated) !== 0) worth *= 0.3
  if ((all & NODE_FLAGS.test) !== 0) worth *= 0.45
  const path = Node.pathOf(graph, node)
  if (isDerived(path)) worth *= DERIVED
  else if (isAside(path)) worth *= ASIDE
  if ((all & NODE_FLAGS.unread) !== 0) worth *= 0.5
  if (kind[node] === NODE_KINDS.File.code) worth *= 0.6
  else if ((flags[node]! & NODE_FLAGS.signature) !== 0) worth *= 0.9
  else if ((flags[node]! & NODE_FLAGS.exported) !== 0) worth *= 1.05
  return worth * (KIND_WORTH[kind[node]!] ?? 1)
}

/** What a copy of other code is worth beside that, and what shows or measures it. */
const DERIVED = 0.4
const ASIDE = 0.7

/** Types and functions are what is asked for; fields and plain values come up beside them. */
const KIND_WORTH: Array<number> = []
KIND_WORTH[NODE_KINDS.Property.code] = 0.8
KIND_WORTH[NODE_KINDS.Variable.code] = 0.9
KIND_WORTH[NODE_KINDS.Const.code] = 0.9

/** How many places of the repository lead to the node, damped to a small factor. */
export const weightOf = (graph: Graph, node: NodeId): number => {
  let uses = 0
  for (const kind of ["CALLS", "INSTANTIATES", "USES", "READS", "RENDERS"] as const) {
    const rows = graph.in[kind]
    uses += rows.offsets[node + 1]! - rows.offsets[node]!
  }
  return 1 + 0.02 * Math.log2(1 + uses)
}
