// A phase makes one overlay of a graph: cold, in canonical order, from frozen values alone. So the same graph has the same
// overlays, whatever was there before, and an update that is done equals a rebuild.

import type { Graph } from "../graph/graph.ts"
import type { OverlayEdge, OverlayNode } from "../graph/kinds.ts"
import type { Artefact, OverlayName, Overlays } from "../graph/overlays.ts"

/** A node that an overlay adds to the vocabulary of the graph. */
export interface NodeRow {
  readonly kind: OverlayNode
  /** What its uid has behind the kind. */
  readonly id: string
  readonly name: string
}

/** An edge that an overlay adds; ends are nodes of the graph, or `first + i` for the i-th node that the overlay adds. */
export interface EdgeRow {
  readonly kind: OverlayEdge
  readonly source: number
  readonly target: number
  /** Percent. */
  readonly confidence: number
}

/** What an overlay adds to the graph, behind all of it: numbers of the graph's own nodes stay what they are. */
export interface Rows {
  readonly nodes: ReadonlyArray<NodeRow>
  readonly edges: ReadonlyArray<EdgeRow>
}

export interface Phase<N extends OverlayName> {
  readonly name: N
  /** Raised with every change of what it makes of the same graph. */
  readonly version: number
  /** Overlays that it reads. */
  readonly needs: ReadonlyArray<OverlayName>
  readonly run: (graph: Graph, made: Overlays) => Artefact<N>
  /** The same in the graph's own terms; `first` is the number of its first node. */
  readonly rows: (artefact: Artefact<N>, first: number) => Rows
}
