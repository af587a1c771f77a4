// A call that needs more time than it has: than it was given, or than the server gives any.

import * as Schema from "effect/Schema"

export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  milliseconds: Schema.Number,
  /** The argument that gives it more. */
  raise: Schema.optional(Schema.String),
}) {
  override get message() {
    return `Cannot answer within ${this.milliseconds / 1000} s`
  }
  get hint() {
    const narrow = "Narrow the question: a nearer depth, a smaller limit, one file"
    return this.raise === undefined ? narrow : `${narrow}; or raise ${this.raise}`
  }
}
