// A call that was given a time and needs more.

import * as Schema from "effect/Schema"

export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", { milliseconds: Schema.Number }) {
  override get message() {
    return `Cannot answer within ${this.milliseconds} ms`
  }
  get hint() {
    return "Raise timeoutMs or narrow the question"
  }
}
