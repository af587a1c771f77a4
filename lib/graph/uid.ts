// The text that names a node everywhere outside a graph: `Label:path:Qualified.Name`, with a suffix where namesakes would
// share it. `find` undoes `uidOf`.

import * as Columns from "./columns.ts"
import type { Graph, NodeId } from "./graph.ts"
import { NODE_KINDS, type NodeKind } from "./kinds.ts"
import * as Node from "./node.ts"

const { NONE } = Columns

/** The uid of a node. O(depth). */
export const uidOf = (graph: Graph, node: NodeId): string => {
  const kind = Node.kindOf(graph, node)
  const { name, suffix } = graph.nodes
  if (Node.isSymbol(graph, node)) {
    return `${kind}:${Node.pathOf(graph, node)}:${Node.qualifiedName(graph, node)}${graph.strings.at(suffix[node]!)}`
  }
  const own = graph.strings.at(name[node]!)
  return Node.isExternal(graph, node) ? `${kind}:${Node.pathOf(graph, node)}:${own}` : `${kind}:${own}`
}

/** The node with that uid, or NONE. O(log nodes + nodes of the file). */
export const find = (graph: Graph, uid: string): NodeId => {
  const found = lookUp(graph, uid, false)
  return found.length === 1 ? found[0]! : NONE
}

/**
 * The nodes that a uid names: one for a whole uid; all namesakes for one without its suffix; none.
 *
 * O(log nodes + nodes of the file).
 */
export const findAll = (graph: Graph, uid: string): ReadonlyArray<NodeId> => {
  const exact = lookUp(graph, uid, false)
  return exact.length > 0 ? exact : lookUp(graph, uid, true)
}

/** The kind that a uid starts with, or undefined when the text is no uid. */
export const labelOf = (uid: string): NodeKind | undefined => {
  const label = uid.slice(0, Math.max(0, uid.indexOf(":")))
  return Object.hasOwn(NODE_KINDS, label) ? label as NodeKind : undefined
}

const lookUp = (graph: Graph, uid: string, bare: boolean): ReadonlyArray<NodeId> => {
  const label = labelOf(uid)
  if (label === undefined) return []
  const rest = uid.slice(label.length + 1)
  const { code } = NODE_KINDS[label]
  if (!NODE_KINDS[label].symbol) return label === "External" ? externals(graph, rest) : byPath(graph, rest, code)
  const found: Array<NodeId> = []
  // A path may hold colons, and so may a name that is a quoted string: every cut is tried.
  for (let cut = rest.indexOf(":"); cut !== -1; cut = rest.indexOf(":", cut + 1)) {
    const file = Node.fileAt(graph, rest.slice(0, cut))
    if (file === NONE) continue
    const name = rest.slice(cut + 1)
    const end = Node.endOfFile(graph, file)
    for (let node = file + 1; node < end; node++) {
      if (graph.nodes.kind[node] !== code) continue
      const own = graph.strings.at(graph.nodes.name[node]!)
      const suffix = bare ? "" : graph.strings.at(graph.nodes.suffix[node]!)
      // Most are told apart by their ends alone.
      if (!name.endsWith(own + suffix)) continue
      if (Node.qualifiedName(graph, node) + suffix === name) found.push(node)
    }
  }
  return found
}

const byPath = (graph: Graph, path: string, code: number): ReadonlyArray<NodeId> => {
  const { rows, kind } = graph.nodes
  for (let node = Node.firstOfPath(graph, path); node < rows; node++) {
    if (Node.isSymbol(graph, node) || graph.strings.at(graph.nodes.name[node]!) !== path) {
      if (graph.nodes.kind[node] !== NODE_KINDS.External.code) break
      continue
    }
    if (kind[node] === code) return [node]
  }
  return []
}

const externals = (graph: Graph, rest: string): ReadonlyArray<NodeId> => {
  const { rows, kind } = graph.nodes
  for (let node = 0; node < rows; node++) {
    if (kind[node] !== NODE_KINDS.External.code) {
      if (graph.nodes.file[node] !== NONE) break
      continue
    }
    if (`${Node.pathOf(graph, node)}:${graph.strings.at(graph.nodes.name[node]!)}` === rest) return [node]
  }
  return []
}
