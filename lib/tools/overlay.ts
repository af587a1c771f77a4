// A layer of the index that an answer is made from, and that this index does not have.

import * as Schema from "effect/Schema"

export class OverlayMissing extends Schema.TaggedError<OverlayMissing>()("OverlayMissing", {
  overlay: Schema.String,
  /** What builds it. */
  command: Schema.String,
}) {
  override get message() {
    return `Cannot answer without the layer "${this.overlay}", which this index does not have; ${this.command} builds it`
  }
  get hint() {
    return "A version that does not know the flag cannot build that layer yet"
  }
}
