// Small tools made as every tool is made: those that the protocol's conformance scenarios ask for by name, and some
// that show cancelling, failing and breaking.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Progress from "../../lib/tools/progress.ts"
import * as Tool from "../../lib/tools/tool.ts"

const Said = Schema.Struct({ said: Schema.String })

class Refused extends Schema.TaggedError<Refused>()("Refused", { why: Schema.String }) {
  override get message() {
    return `Cannot do it: ${this.why}`
  }
}

const base = {
  guide: "Only in tests.",
  scope: "registry",
  writes: "never",
  positional: [],
  aliases: {},
  output: Said,
  render: ({ said }: typeof Said.Type) => said,
  trim: () => undefined,
} as const

const simpleText = Tool.make({
  ...base,
  name: "test_simple_text",
  summary: "A text",
  input: Schema.Struct({}),
  failure: Refused,
  run: () => Effect.succeed({ said: "This is a simple text response for testing." }),
})

const errorHandling = Tool.make({
  ...base,
  name: "test_error_handling",
  summary: "Fails as declared",
  input: Schema.Struct({}),
  failure: Refused,
  run: () => Effect.fail(new Refused({ why: "this tool intentionally returns an error for testing" })),
})

const withProgress = Tool.make({
  ...base,
  name: "test_tool_with_progress",
  summary: "Reports three steps",
  input: Schema.Struct({}),
  failure: Refused,
  run: () =>
    Effect.gen(function* () {
      for (const done of [0, 50, 100]) {
        yield* Progress.report({ done, total: 100 })
        yield* Effect.sleep("20 millis")
      }
      return { said: "three steps" }
    }),
})

const add = Tool.make({
  ...base,
  name: "add",
  core: true,
  summary: "Adds two numbers",
  aliases: { left: "a" },
  positional: ["a", "b"],
  input: Schema.Struct({
    a: Schema.Number.pipe(Schema.int()).annotations({ description: "The first" }),
    b: Schema.Number.pipe(Schema.int()).annotations({ description: "The second" }),
  }),
  output: Schema.Struct({ sum: Schema.Number }),
  failure: Refused,
  render: ({ sum }) => String(sum),
  run: ({ a, b }) => Effect.succeed({ sum: a + b }),
})

const broken = Tool.make({
  ...base,
  name: "broken",
  summary: "Has a bug",
  input: Schema.Struct({}),
  failure: Refused,
  run: () => Effect.die(new Error("secret /home/someone/path")),
})

/** What happened to calls of `sleeper`, in order. */
export const log: Array<string> = []

const sleeper = Tool.make({
  ...base,
  name: "sleeper",
  summary: "Takes its time",
  input: Schema.Struct({ millis: Schema.Number.pipe(Schema.int()) }),
  failure: Refused,
  run: ({ millis }) =>
    Effect.sync(() => log.push(`start ${millis}`)).pipe(
      Effect.zipRight(Effect.sleep(millis)),
      Effect.zipRight(Effect.sync(() => {
        log.push(`end ${millis}`)
        return { said: `slept ${millis}` }
      })),
      Effect.onInterrupt(() => Effect.sync(() => log.push(`interrupted ${millis}`))),
    ),
})

export const tools = [simpleText, errorHandling, withProgress, add, broken, sleeper]
