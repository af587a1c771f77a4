// Tools as the protocol's surface: the list that is shown is the list that is called. Each call is a fiber of its own
// that the caller's signal interrupts and a time limit ends.

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import * as Answer from "../tools/answer.ts"
import * as Listing from "../tools/listing.ts"
import * as Progress from "../tools/progress.ts"
import type * as Tool from "../tools/tool.ts"
import * as Settings from "../workspace/settings.ts"
import type * as Mcp from "./mcp.ts"

/** The call took longer than this server allows. */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  tool: Schema.String,
  seconds: Schema.Number,
}) {
  override get message() {
    return `Cannot answer ${this.tool} within ${this.seconds} s`
  }
  get hint() {
    return "Narrow the question: a nearer depth, a smaller limit, one file"
  }
}

export interface Options<R> {
  readonly tools: ReadonlyArray<Tool.Any>
  /** Built when the first call needs it. */
  readonly runtime: ManagedRuntime.ManagedRuntime<R, unknown>
  /** List output schemas and answer with the value beside the text. Clients bill both, so only when asked. */
  readonly structured: boolean
  /** Longest that a call may take, in milliseconds. */
  readonly timeLimitMs: number
}

export const make = <R>(options: Options<R>): Mcp.Surface => ({
  list: options.tools.map((tool) => listed(tool, options.structured)),
  call: async (name, input, caller) => {
    const exit = await options.runtime.runPromiseExit(within(options, name, input, caller), { signal: caller.signal })
    if (Exit.isSuccess(exit)) return exit.value
    throw new Error(`Call of ${name} ended with ${exit.cause}`)
  },
})

/** Interfaces without an index signature, seen as the plain objects that they are. */
const listed = (tool: Tool.Any, structured: boolean): Mcp.Listed => ({
  ...Listing.listing(tool) as unknown as Mcp.Listed,
  // A value told bare may be an array, which the protocol takes for no structured content.
  ...(structured && tool.bare !== true ? { outputSchema: Listing.outputSchema(tool) } : {}),
})

/** Effect's own logger writes to the output, which belongs to the protocol. */
const logToErrors = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.stringLogger))

const within = <R>(
  options: Options<R>,
  name: string,
  input: unknown,
  caller: Mcp.Caller,
): Effect.Effect<Mcp.Called, never, R> => {
  const answer = Answer.call(options.tools, name, input) as Effect.Effect<Answer.Answer, never, R>
  const { progress } = caller
  return answer.pipe(
    Effect.timeoutTo({
      duration: Duration.millis(options.timeLimitMs),
      onSuccess: Effect.succeed<Answer.Answer>,
      onTimeout: () =>
        Effect.map(
          Settings.Settings,
          ({ maxTokens }) =>
            Answer.refusal(new TimedOut({ tool: name, seconds: options.timeLimitMs / 1000 }), maxTokens),
        ),
    }),
    Effect.flatten,
    Effect.map(({ text, isError, value, beside, note }) => ({
      text,
      isError,
      ...(options.structured && !isError && beside === undefined ? { structured: value as Mcp.Fields } : {}),
      ...(beside === undefined ? {} : { beside }),
      ...(note === undefined ? {} : { note }),
    })),
    Effect.provideService(Progress.Progress, {
      report: (step) => progress === undefined ? Effect.void : Effect.promise(() => progress(step)),
    }),
    Effect.provide(logToErrors),
  )
}
