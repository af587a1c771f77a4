// What a row of the node table says, in words. All are O(1) or O(depth) but where it is said otherwise.

import * as Lines from "../text/lines.ts"
import * as Columns from "./columns.ts"
import type { EdgeId, Graph, NodeId } from "./graph.ts"
import {
  EDGE_KINDS,
  type EdgeKindSpec,
  NODE_FLAGS,
  NODE_KIND_BY_CODE,
  NODE_KINDS,
  type NodeFlag,
  type NodeKind,
} from "./kinds.ts"

const { NONE } = Columns

/** Owners above this are left out of a qualified name; no source nests so deep, a snapshot that lies might. */
const DEEPEST = 64

const SYMBOL_BY_CODE: ReadonlyArray<boolean> = NODE_KIND_BY_CODE.map((kind) =>
  kind !== undefined && NODE_KINDS[kind].symbol
)

export const kindOf = (graph: Graph, node: NodeId): NodeKind => NODE_KIND_BY_CODE[graph.nodes.kind[node]!]!

/** Is it a symbol of the source, found by name? Files, folders and externals are none. */
export const isSymbol = (graph: Graph, node: NodeId): boolean => SYMBOL_BY_CODE[graph.nodes.kind[node]!] === true

export const isExternal = (graph: Graph, node: NodeId): boolean => graph.nodes.kind[node] === NODE_KINDS.External.code

/** The simple name; of a file or folder its last part. */
export const nameOf = (graph: Graph, node: NodeId): string => {
  const name = graph.strings.at(graph.nodes.name[node]!)
  const kind = graph.nodes.kind[node]
  return kind === NODE_KINDS.File.code || kind === NODE_KINDS.Folder.code ? name.slice(name.lastIndexOf("/") + 1) : name
}

/** The file that holds it, the path of a file or folder; of an External its package; empty for the rest. */
export const pathOf = (graph: Graph, node: NodeId): string => {
  const file = graph.nodes.file[node]!
  if (file !== NONE) return graph.strings.at(graph.nodes.name[file]!)
  const kind = graph.nodes.kind[node]
  if (kind === NODE_KINDS.Folder.code) return graph.strings.at(graph.nodes.name[node]!)
  return kind === NODE_KINDS.External.code ? graph.strings.at(graph.nodes.signature[node]!) : ""
}

/** The File node that holds it, or NONE. */
export const fileOf = (graph: Graph, node: NodeId): NodeId => graph.nodes.file[node]!

/** The definition, file, folder or package that holds it, or NONE. */
export const parentOf = (graph: Graph, node: NodeId): NodeId => graph.nodes.parent[node]!

/** The line, from 1, of `offset` in the file that holds `node`; 1 where no file does. O(log lines). */
export const lineAt = (graph: Graph, node: NodeId, offset: number): number => {
  const file = graph.nodes.file[node]!
  return file === NONE || offset === NONE ? 1 : Lines.lineAt(graph.lineStarts(file), offset)
}

/** How many lines a file has; 0 where it was not read. */
export const lineCountOf = (graph: Graph, file: NodeId): number =>
  Lines.count(graph.lineStarts(file), graph.nodes.end[file]!)

const IN_TARGET: ReadonlySet<number> = new Set(
  Object.values<EdgeKindSpec>(EDGE_KINDS).filter(({ dependent }) => dependent === "target").map(({ code }) => code),
)

/** The end of an edge in whose file its site stands: the one that depends on the other. */
export const siteHolder = (graph: Graph, edge: EdgeId): NodeId =>
  (IN_TARGET.has(graph.edges.kind[edge]!) ? graph.edges.target : graph.edges.source)[edge]!

/** The line of an edge's site, from 1, or undefined where it has none. O(log lines). */
export const siteLineOf = (graph: Graph, edge: EdgeId): number | undefined => {
  const site = graph.edges.site[edge]!
  return site === NONE ? undefined : lineAt(graph, siteHolder(graph, edge), site)
}

/** The line of its name. */
export const lineOf = (graph: Graph, node: NodeId): number => lineAt(graph, node, graph.nodes.nameStart[node]!)

/** The line on which it begins, decorators and doc comment not counted where extraction leaves them out. */
export const startLineOf = (graph: Graph, node: NodeId): number => lineAt(graph, node, graph.nodes.start[node]!)

/** The line on which it ends. */
export const endLineOf = (graph: Graph, node: NodeId): number => {
  const { start, end } = graph.nodes
  return lineAt(graph, node, Math.max(start[node]!, end[node]! - 1))
}

export const hasFlag = (graph: Graph, node: NodeId, flag: NodeFlag): boolean =>
  (graph.nodes.flags[node]! & NODE_FLAGS[flag]) !== 0

/** Is it test code: marked so itself, or in a file of tests? */
export const isTest = (graph: Graph, node: NodeId): boolean => {
  const { flags, file } = graph.nodes
  if ((flags[node]! & NODE_FLAGS.test) !== 0) return true
  const holder = file[node]!
  return holder !== NONE && (flags[holder]! & NODE_FLAGS.test) !== 0
}

const testMasks = new WeakMap<Graph, Uint8Array>()

/** `isTest` of every node: 1 for test code. O(nodes) for the first call for a graph. */
export const testMask = (graph: Graph): Uint8Array => {
  let mask = testMasks.get(graph)
  if (mask === undefined) {
    mask = new Uint8Array(graph.nodes.rows)
    for (let node = 0; node < mask.length; node++) mask[node] = isTest(graph, node) ? 1 : 0
    testMasks.set(graph, mask)
  }
  return mask
}

export const signatureOf = (graph: Graph, node: NodeId): string =>
  isExternal(graph, node) ? "" : graph.strings.at(graph.nodes.signature[node]!)

export const docOf = (graph: Graph, node: NodeId): string => graph.strings.at(graph.nodes.doc[node]!)

/** Names of the definitions that hold it and its own, outer to inner, with dots: `Order.total`. */
export const qualifiedName = (graph: Graph, node: NodeId): string => {
  const { name, parent } = graph.nodes
  let text = graph.strings.at(name[node]!)
  if (!isSymbol(graph, node)) return text
  let owner = parent[node]!
  for (let depth = 0; depth < DEEPEST && owner !== NONE && isSymbol(graph, owner); depth++) {
    text = `${graph.strings.at(name[owner]!)}.${text}`
    owner = parent[owner]!
  }
  return text
}

/** Does `ancestor` hold `node`, at any depth, or is it the node itself? */
export const isWithin = (graph: Graph, node: NodeId, ancestor: NodeId): boolean => {
  const { parent } = graph.nodes
  for (let depth = 0; depth < DEEPEST && node !== NONE; depth++) {
    if (node === ancestor) return true
    node = parent[node]!
  }
  return false
}

interface Children {
  readonly offsets: Uint32Array
  readonly nodes: Uint32Array
}

const childrenOf = new WeakMap<Graph, Children>()

/** What it holds directly, in order. The first call for a graph is O(nodes), then O(children). */
export const children = (graph: Graph, node: NodeId): Uint32Array => {
  let known = childrenOf.get(graph)
  if (known === undefined) {
    known = groupByParent(graph)
    childrenOf.set(graph, known)
  }
  return known.nodes.subarray(known.offsets[node]!, known.offsets[node + 1]!)
}

const groupByParent = (graph: Graph): Children => {
  const { rows, parent } = graph.nodes
  const offsets = new Uint32Array(rows + 1)
  for (let node = 0; node < rows; node++) if (parent[node] !== NONE) offsets[parent[node]! + 1]!++
  for (let node = 0; node < rows; node++) offsets[node + 1]! += offsets[node]!
  const nodes = new Uint32Array(offsets[rows]!)
  const next = offsets.slice()
  for (let node = 0; node < rows; node++) if (parent[node] !== NONE) nodes[next[parent[node]!]!++] = node
  return { offsets, nodes }
}

/** The first node whose path is not below `path`, in the order of nodes. O(log nodes). */
export const firstOfPath = (graph: Graph, path: string): NodeId => {
  let low = 0
  let high = graph.nodes.rows
  while (low < high) {
    const middle = (low + high) >>> 1
    if (orderPath(graph, middle) < path) low = middle + 1
    else high = middle
  }
  return low
}

/** The path by which a node is ordered. */
const orderPath = (graph: Graph, node: NodeId): string => {
  const file = graph.nodes.file[node]!
  if (file !== NONE) return graph.strings.at(graph.nodes.name[file]!)
  return isExternal(graph, node) ? "" : graph.strings.at(graph.nodes.name[node]!)
}

/** The File node of a path, or NONE. O(log nodes). */
export const fileAt = (graph: Graph, path: string): NodeId => {
  const node = firstOfPath(graph, path)
  return node < graph.nodes.rows && graph.nodes.kind[node] === NODE_KINDS.File.code && pathOf(graph, node) === path
    ? node
    : NONE
}

/** The row behind the last node of a file: its nodes are `file + 1 .. end`, from top to bottom. O(nodes of the file). */
export const endOfFile = (graph: Graph, file: NodeId): NodeId => {
  const { rows } = graph.nodes
  let node = file + 1
  while (node < rows && graph.nodes.file[node] === file) node++
  return node
}

/** The innermost definition of a file around an offset, or NONE. */
export const enclosing = (graph: Graph, file: NodeId, offset: number): NodeId => {
  const { start, end } = graph.nodes
  let found = NONE
  for (let at = file;;) {
    let inner = NONE
    for (const child of children(graph, at)) {
      if (isSymbol(graph, child) && start[child]! <= offset && offset < end[child]!) inner = child
    }
    if (inner === NONE) return found
    found = inner
    at = inner
  }
}
