// Where flows leave the repository: what lies outside and touches the world, and what of the repository's own has no body
// because a library makes it: members of interfaces that are declared as repositories of data.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import {
  ACCESS,
  READING,
  REPOSITORY,
  REPOSITORY_DECORATORS,
  SERVING,
  SINK_KINDS,
  SINK_RULES,
  type SinkRule,
  TOUCHING,
  WRITING,
} from "./models/sinks.ts"

export interface Sinks {
  /** `SINK_KINDS` code by node; 0 for all else. */
  readonly kind: Uint8Array
  /** `ACCESS` by node. */
  readonly access: Uint8Array
}

const accessOf = (name: string, kind: number): number => {
  if (kind === SINK_KINDS.network.code && SERVING.test(name)) return ACCESS.serves
  if (WRITING.test(name)) return ACCESS.writes
  if (READING.test(name)) return ACCESS.reads
  return ACCESS.touches
}

/** `SINK_KINDS` code and `ACCESS` of what lies outside; 0 of both where it touches nothing. */
export const ofExternal = (graph: Graph, node: NodeId): { readonly kind: number; readonly access: number } => {
  const rule = ruleOf(graph, node)
  const name = Node.nameOf(graph, node)
  const isKnown = WRITING.test(name) || READING.test(name) || TOUCHING.test(name)
  if (rule === undefined || (rule.knownOnly === true && !isKnown)) return NOTHING
  const { code } = SINK_KINDS[rule.kind]
  return { kind: code, access: accessOf(name, code) }
}

const NOTHING = { kind: 0, access: ACCESS.none }

/** The rule for the package and name of what lies outside, or undefined. */
const ruleOf = (graph: Graph, node: NodeId): SinkRule | undefined => {
  const named = `${Node.pathOf(graph, node)}:${Node.nameOf(graph, node)}`
  const rule = SINK_RULES.find((it) => it.named.test(named))
  return rule?.not?.test(named) === true ? undefined : rule
}

/** O(nodes + edges of what lies outside). */
export const allOf = (graph: Graph): Sinks => {
  const { rows } = graph.nodes
  const kind = new Uint8Array(rows)
  const access = new Uint8Array(rows)
  const add = (member: NodeId) => {
    kind[member] = SINK_KINDS.database.code
    access[member] = accessOf(Node.nameOf(graph, member), kind[member]!)
  }
  for (let node = 0; node < rows; node++) {
    if (!Node.isExternal(graph, node)) continue
    const its = ofExternal(graph, node)
    kind[node] = its.kind
    access[node] = its.access
    if (REPOSITORY.test(Node.nameOf(graph, node)) && ruleOf(graph, node)?.kind === "database") {
      for (const member of membersMadeOutside(graph, node)) add(member)
    }
  }
  const { registrations: { rows: all, handler, callee }, strings } = graph
  for (let row = 0; row < all; row++) {
    const type = handler[row]!
    if (type === NONE || !REPOSITORY_DECORATORS.test(strings.at(callee[row]!))) continue
    for (const member of withoutBody(graph, type)) add(member)
  }
  return { kind, access }
}

/** Is a call of that kind one that does something there? What makes an instance of a model of data changes none. */
export const isTouched = (sinkKind: number, edgeKind: number): boolean =>
  sinkKind !== 0 && (edgeKind !== EDGE_KINDS.INSTANTIATES.code || sinkKind !== SINK_KINDS.database.code)

export const isDone = ({ kind }: Sinks, target: NodeId, edgeKind: number): boolean => isTouched(kind[target]!, edgeKind)

/** What stands without a body in interfaces of the repository that name a base outside. */
const membersMadeOutside = (graph: Graph, base: NodeId): ReadonlyArray<NodeId> =>
  (["EXTENDS", "IMPLEMENTS", "USES"] as const).flatMap((kind) => {
    const { offsets, targets } = graph.in[kind]
    return [...targets.subarray(offsets[base]!, offsets[base + 1]!)].flatMap((type) => withoutBody(graph, type))
  })

const withoutBody = (graph: Graph, type: NodeId): ReadonlyArray<NodeId> =>
  graph.nodes.kind[type] !== NODE_KINDS.Interface.code
    ? []
    : [...Node.children(graph, type)].filter((member) =>
      graph.nodes.kind[member] === NODE_KINDS.Method.code && (graph.nodes.flags[member]! & NODE_FLAGS.signature) !== 0
    )
