// Could anything outside of the graph use a definition: users of the library, a framework, a test runner, a page that
// loads the script? Only what is closed to all of them can be called dead.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId, Rows } from "../graph/graph.ts"
import { CLASSES, NODE_FLAGS, NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Names from "../search/names.ts"
import { type Caveat, caveat } from "./caveats.ts"
import * as Family from "./family.ts"

/** Can it be used from where the graph does not see? In doubt yes. O(depth + bases). */
export const isOpenToOutside = (graph: Graph, node: NodeId): boolean => {
  if (!Node.isSymbol(graph, node) || Node.isTest(graph, node) || !isInModule(graph, node)) return true
  if (isEntry(graph, node) || isNamedByType(graph, node)) return true
  const { flags, parent } = graph.nodes
  let at = node
  for (let depth = 0; depth < 64; depth++) {
    if (has(graph.in.DECORATES, at) || has(graph.in.DISPATCHES, at) || has(graph.out.OVERRIDES, at)) return true
    if (Family.isClass(graph, at) && hasExternalBase(graph, at)) return true
    if ((flags[at]! & NODE_FLAGS.private) !== 0) return false
    const owner = parent[at]!
    if (owner === NONE || !Node.isSymbol(graph, owner)) {
      return (flags[at]! & (NODE_FLAGS.exported | NODE_FLAGS.default)) !== 0
    }
    at = owner
  }
  return true
}

/**
 * What a reader is to know of uses outside of the repository, which no index of it can hold; undefined where there can
 * be none. O(depth + bases).
 */
export const outsideOf = (graph: Graph, node: NodeId): Caveat | undefined => {
  if (!Node.isSymbol(graph, node) || Node.isTest(graph, node)) return undefined
  if (isEntry(graph, node)) return caveat("outside", "the platform runs it: a program begins here")
  const { flags, parent } = graph.nodes
  let at = node
  for (let depth = 0; depth < 64; depth++) {
    if ((flags[at]! & NODE_FLAGS.private) !== 0) return undefined
    const owner = parent[at]!
    if (at !== node && Family.isClass(graph, at) && hasExternalBase(graph, at)) {
      return caveat("outside", "its class is made of one from outside of the repository, whose code may call it")
    }
    if (owner === NONE || !Node.isSymbol(graph, owner)) break
    if (RUNS.has(graph.nodes.kind[owner]!)) return undefined
    // A namespace that is seen from outside shows no more of what it holds than that says of itself.
    if (graph.nodes.kind[owner] === NODE_KINDS.Namespace.code && (flags[owner]! & NODE_FLAGS.exported) !== 0) break
    at = owner
  }
  return (flags[at]! & (NODE_FLAGS.exported | NODE_FLAGS.default)) === 0
    ? undefined
    : caveat("outside", "exported; uses outside of the repository are not known")
}

const isEntry = (graph: Graph, node: NodeId): boolean => (graph.nodes.open[node]! & OPENNESS.entry) !== 0

/** What such a definition holds is nobody's but its own. */
const RUNS = new Set<number>([NODE_KINDS.Function.code, NODE_KINDS.Method.code, NODE_KINDS.Constructor.code])

const MEMBERS = new Set<number>([NODE_KINDS.Method.code, NODE_KINDS.Property.code])
const TYPES = new Set<number>([...CLASSES, NODE_KINDS.Enum.code])

/**
 * Is it a member that may be used through something that does not name its owner: one without body, of an object or an
 * interface, or one of whose name there are others?
 */
const isNamedByType = (graph: Graph, node: NodeId): boolean => {
  const { kind, flags, name, parent } = graph.nodes
  if (kind[node] === NODE_KINDS.Namespace.code) return true
  const owner = parent[node]!
  if (owner !== NONE && kind[owner] === NODE_KINDS.Namespace.code) return true
  if (!MEMBERS.has(kind[node]!) || (flags[node]! & NODE_FLAGS.private) !== 0) return false
  return owner === NONE || !TYPES.has(kind[owner]!) || (flags[node]! & NODE_FLAGS.signature) !== 0 ||
    Names.named(graph, graph.strings.at(name[node]!)).length > 1
}

/** A file that takes part in no import may be a script whose names are everyone's. */
const isInModule = (graph: Graph, node: NodeId): boolean => {
  const file = graph.nodes.file[node]!
  return file !== NONE && (has(graph.out.IMPORTS, file) || has(graph.in.IMPORTS, file))
}

/** Does a base class or interface come from outside, so that its code may call what is declared here? */
const hasExternalBase = (graph: Graph, node: NodeId): boolean => {
  const code = NODE_KINDS.External.code
  const seen = new Set([node])
  const queue = [node]
  for (let i = 0; i < queue.length && i < 1000; i++) {
    const type = queue[i]!
    // A base from outside is drawn as a use of it, in the head of the class: what its members name is none.
    const { offsets, targets, edges } = graph.out.USES
    for (let at = offsets[type]!, body = bodyOf(graph, type); at < offsets[type + 1]!; at++) {
      const site = graph.edges.site[edges[at]!]!
      if (graph.nodes.kind[targets[at]!] === code && (site === NONE || site < body)) return true
    }
    for (const rows of [graph.out.EXTENDS, graph.out.IMPLEMENTS]) {
      for (const base of Family.neighbours(rows, type)) {
        if (graph.nodes.kind[base] === code) return true
        if (seen.has(base)) continue
        seen.add(base)
        queue.push(base)
      }
    }
  }
  return false
}

/** Where the first member of a type starts; behind everything where it has none. */
const bodyOf = (graph: Graph, type: NodeId): number => {
  let first = Infinity
  for (const member of Node.children(graph, type)) first = Math.min(first, graph.nodes.start[member]!)
  return first
}

const has = ({ offsets }: Rows, node: NodeId): boolean => offsets[node + 1]! > offsets[node]!
