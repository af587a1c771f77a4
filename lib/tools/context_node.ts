// A node and an edge as the second seed's tools show them: an id that is the uid, a label, and properties. Text of the
// repository stands in `doc` alone.

import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import type { EdgeId, Graph, NodeId } from "../graph/graph.ts"
import { EDGE_KIND_BY_CODE, type NodeFlag, REASON_BY_CODE } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import * as Fields from "./fields.ts"

export const ContextNode = Schema.Struct({
  id: Schema.String,
  label: Fields.NodeKind,
  name: Schema.String,
  properties: Schema.Struct({
    file_path: Schema.optional(Schema.String),
    /** 1-based, inclusive. */
    line_start: Schema.optional(Schema.Number),
    line_end: Schema.optional(Schema.Number),
    signature: Schema.optional(Schema.String),
    /** Of lines of a file the heading above them, or the names that they seem to define. */
    doc: Schema.optional(Schema.String),
    is_exported: Schema.optional(Schema.Boolean),
    is_async: Schema.optional(Schema.Boolean),
    is_static: Schema.optional(Schema.Boolean),
    is_abstract: Schema.optional(Schema.Boolean),
    is_test: Schema.optional(Schema.Boolean),
    /** What it is to the root. */
    role: Schema.optional(Schema.String),
    /** The edge that leads to it. */
    via: Schema.optional(Fields.EdgeKind),
    /** Edges between the root and it. */
    distance: Schema.optional(Schema.Number),
    /** Least sure of the edges that lead to it, 0–1. */
    confidence: Schema.optional(Schema.Number),
  }),
  layer: Schema.Literal("code", "knowledge"),
  /** 1: the best hit. */
  score: Schema.optional(Schema.Number),
})
export type ContextNode = typeof ContextNode.Type

export const ContextEdge = Schema.Struct({
  from_id: Schema.String,
  to_id: Schema.String,
  edge_type: Fields.EdgeKind,
  properties: Schema.Struct({
    confidence: Schema.Number,
    reason: Fields.Reason,
    /** 1-based line of the first call or reference, in the file of from_id. */
    site: Schema.optional(Schema.Number),
    /** How many places say so, where more than one. */
    sites: Schema.optional(Schema.Number),
  }),
})
export type ContextEdge = typeof ContextEdge.Type

const FLAGS: ReadonlyArray<readonly [property: keyof ContextNode["properties"], flag: NodeFlag]> = [
  ["is_exported", "exported"],
  ["is_async", "async"],
  ["is_static", "static"],
  ["is_abstract", "abstract"],
]

/** Path of the file that holds a node. */
export const fileOf = (graph: Graph, node: NodeId): string | undefined =>
  Node.fileOf(graph, node) === NONE ? undefined : Node.pathOf(graph, node)

/** A node in a list: where it is, and what is true of it. */
export const nodeOf = (graph: Graph, node: NodeId, more: Partial<ContextNode["properties"]> = {}): ContextNode => ({
  id: Uid.uidOf(graph, node),
  label: Node.kindOf(graph, node),
  name: Node.nameOf(graph, node),
  properties: {
    ...(Node.fileOf(graph, node) === NONE ? {} : {
      file_path: Node.pathOf(graph, node),
      ...(Node.isSymbol(graph, node)
        ? { line_start: Node.startLineOf(graph, node), line_end: Node.endLineOf(graph, node) }
        : {}),
    }),
    ...Object.fromEntries(FLAGS.filter(([, flag]) => Node.hasFlag(graph, node, flag)).map(([name]) => [name, true])),
    ...(Node.isTest(graph, node) ? { is_test: true } : {}),
    ...more,
  },
  layer: "code",
})

/** A node that is told of by itself: with its header and the beginning of its documentation. */
export const describedOf = (
  graph: Graph,
  node: NodeId,
  more: Partial<ContextNode["properties"]> = {},
): ContextNode => {
  const signature = Node.signatureOf(graph, node)
  const doc = Node.docOf(graph, node)
  return nodeOf(graph, node, {
    ...(signature === "" ? {} : { signature }),
    ...(doc === "" ? {} : { doc }),
    ...more,
  })
}

export const edgeOf = (graph: Graph, edge: EdgeId): ContextEdge => {
  const { kind, source, target, confidence, reason, sites } = graph.edges
  const site = Node.siteLineOf(graph, edge)
  return {
    from_id: Uid.uidOf(graph, source[edge]!),
    to_id: Uid.uidOf(graph, target[edge]!),
    edge_type: EDGE_KIND_BY_CODE[kind[edge]!]!,
    properties: {
      confidence: confidence[edge]! / 100,
      reason: REASON_BY_CODE[reason[edge]!] ?? "structure",
      ...(site === undefined ? {} : { site }),
      ...(1 < sites[edge]! ? { sites: sites[edge]! } : {}),
    },
  }
}

/** The place of a node, as rows of people's tables have it. */
export const placeOf = ({ properties: { file_path, line_start } }: ContextNode) => ({
  ...(file_path === undefined ? {} : { file: file_path }),
  ...(line_start === undefined ? {} : { line: line_start }),
})
