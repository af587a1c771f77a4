// A layer of the index that an answer would be made from, and that this version does not build.

import * as Schema from "effect/Schema"

export class OverlayMissing extends Schema.TaggedError<OverlayMissing>()("OverlayMissing", {
  overlay: Schema.String,
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
