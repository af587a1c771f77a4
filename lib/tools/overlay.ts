// Layers of an index that are derived from what its source says: by which names answers speak of them, and what is said
// where an index lacks one.

import * as Schema from "effect/Schema"
import type { OpenRepo } from "../workspace/repos.ts"

export const LAYERS = [
  "processes",
  "communities",
  "tests",
  "centrality",
  "routes",
  "typed_properties",
  "owners",
  "rules",
  "knowledge",
  "wiki",
  "taint",
] as const

export type Layer = typeof LAYERS[number]

/** Those that the index of a repository lacks. */
export const missingIn = ({ overlays }: OpenRepo, layers: ReadonlyArray<Layer>): ReadonlyArray<Layer> =>
  layers.filter((layer) => (overlays as Readonly<Record<string, unknown>>)[layer] === undefined)

/** All of an answer would be made from a layer that the index lacks. */
export class OverlayMissing extends Schema.TaggedError<OverlayMissing>()("OverlayMissing", {
  overlay: Schema.Literal(...LAYERS),
  /** What can be asked instead. */
  instead: Schema.String,
}) {
  override get message() {
    return `Cannot answer without the layer "${this.overlay}": this version does not build it, and no index has it`
  }
  get hint() {
    return this.instead
  }
}
