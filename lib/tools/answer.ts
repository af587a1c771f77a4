// The one exit through which every answer leaves: decode, run, encode, keep to the budget. Only declared failures get
// out, in one shape; a bug is logged and stays inside.

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { BYTES_PER_TOKEN } from "../report/fitting.ts"
import * as Nearest from "../search/nearest.ts"
import { Again } from "../workspace/again.ts"
import * as Settings from "../workspace/settings.ts"
import * as Arguments from "./arguments.ts"
import * as Bare from "./bare.ts"
import type * as Tool from "./tool.ts"

export interface Answer {
  /** Compact JSON, or what the call asks for instead. */
  readonly text: string
  readonly isError: boolean
  /** What the text says, as a value. */
  readonly value: unknown
  /** Of a tool that is told bare: what stood around the value, and a line that says so where it matters. */
  readonly beside?: Readonly<Record<string, unknown>>
  readonly note?: string
}

/** There is no such tool, or none that may be seen here. */
export class UnknownTool extends Schema.TaggedError<UnknownTool>()("UnknownTool", {
  tool: Schema.String,
  candidates: Schema.Array(Schema.String),
}) {
  override get message() {
    return this.candidates.length === 0
      ? `Cannot call ${JSON.stringify(this.tool)}: there is no such tool`
      : `Cannot call ${JSON.stringify(this.tool)}: there is no such tool; did you mean ${this.candidates.join(" or ")}`
  }
}

/** Not even the answer's frame, without any row, fits the budget. */
export class BudgetTooSmall extends Schema.TaggedError<BudgetTooSmall>()("BudgetTooSmall", {
  maxTokens: Schema.Number,
  needed: Schema.Number,
}) {
  override get message() {
    return `Cannot answer within ${this.maxTokens} tokens: at least ${this.needed} are needed`
  }
  get hint() {
    return "Raise maxTokens or narrow the question"
  }
}

const utf8 = new TextEncoder()

/** Size of a text on the wire, in bytes. */
export const bytes = (text: string): number => utf8.encode(text).length

/**
 * Runs a tool for library users: what the tool itself gives, not cut to any budget.
 * Fails with the tool's own failures and `InvalidArguments`.
 */
export const run = <Name extends string, I, IE, O, OE, F, FE, R>(
  tool: Tool.Tool<Name, I, IE, O, OE, F, FE, R>,
  sent: NoInfer<IE>,
): Effect.Effect<O, F | Arguments.InvalidArguments, R> =>
  Effect.withSpan(Effect.flatMap(Arguments.decode(tool, sent), tool.run), `tool.${tool.name}`)

/** Runs a tool for a client: always an answer, never a failure, within the budget. */
export const answer = <Name extends string, I, IE, O, OE, F, FE, R>(
  tool: Tool.Tool<Name, I, IE, O, OE, F, FE, R>,
  sent: unknown,
): Effect.Effect<Answer, never, R> =>
  Effect.gen(function* () {
    const budget = yield* budgetFor(sent)
    const encode = Schema.encodeSync(tool.output)
    const outcome = yield* Effect.either(
      Effect.flatMap(
        Arguments.decode(tool, sent),
        (input) => Effect.map(runOnNewest(tool, input), (output) => ({ input, output })),
      ),
    )
    return outcome._tag === "Left"
      ? refusal(outcome.left, budget)
      : fit(tool, outcome.right.output, outcome.right.input, budget, encode)
  }).pipe(
    Effect.withSpan(`tool.${tool.name}`),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : Effect.zipRight(Effect.logError(`Tool ${tool.name} failed`, cause), refused(DEFECT, sent))
    ),
  )

/** Once more, where files that the answer shows turned out to have changed, and their new text can be waited for. */
const runOnNewest = <Name extends string, I, IE, O, OE, F, FE, R>(
  tool: Tool.Tool<Name, I, IE, O, OE, F, FE, R>,
  input: I,
): Effect.Effect<O, F, R> =>
  Effect.suspend(() => {
    let isOld = false
    const once = Effect.provideService(tool.run(input), Again, { ask: () => void (isOld = tool.writes === "never") })
    return Effect.flatMap(once, (output) => isOld ? tool.run(input) : Effect.succeed(output))
  })

/** A tool of a list by its name or another name of it. */
export const named = <T extends Tool.Any>(tools: ReadonlyArray<T>, name: string): T | undefined =>
  tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.otherNames?.includes(name))

/** The same; fails with `UnknownTool`. */
export const find = <T extends Tool.Any>(tools: ReadonlyArray<T>, name: string): Effect.Effect<T, UnknownTool> => {
  const found = named(tools, name)
  return found === undefined
    ? Effect.fail(
      new UnknownTool({ tool: name.slice(0, 80), candidates: Nearest.nearest(name, tools.map((it) => it.name), 3) }),
    )
    : Effect.succeed(found)
}

/** Runs a tool of a list by name, for a client. */
export const call = <T extends Tool.Any>(
  tools: ReadonlyArray<T>,
  name: string,
  sent: unknown,
): Effect.Effect<Answer, never, Tool.RequirementsOf<T>> =>
  Effect.flatMap(
    Effect.either(find(tools, name)),
    (found) =>
      found._tag === "Left"
        ? refused(found.left, sent)
        : answer(found.right, sent) as Effect.Effect<Answer, never, Tool.RequirementsOf<T>>,
  )

/**
 * A declared failure in the one shape that clients know: its tag, its message and, where it has them, candidates and a
 * hint. Leaves out what does not fit; `null` when nothing fits.
 */
export const refusal = (failure: unknown, maxTokens: number): Answer => {
  const { _tag, message, candidates, hint } = failure as {
    readonly _tag: string
    readonly message: string
    readonly candidates?: ReadonlyArray<unknown>
    readonly hint?: string
  }
  const error = { code: _tag, message }
  const shorter = [
    { ...error, candidates, hint },
    { ...error, candidates: candidates?.slice(0, 3), hint },
    { ...error, hint },
    error,
    { code: _tag, message: message.slice(0, 200) },
    { code: _tag },
    { code: "BudgetTooSmall" },
  ]
  for (const it of shorter) {
    const value = { error: it }
    const text = JSON.stringify(value)
    if (bytes(text) <= maxTokens * BYTES_PER_TOKEN) return { text, isError: true, value: JSON.parse(text) }
  }
  return { text: "null", isError: true, value: null }
}

/** The same within the budget of a call. */
export const refused = (failure: unknown, sent: unknown): Effect.Effect<Answer> =>
  Effect.map(budgetFor(sent), (maxTokens) => refusal(failure, maxTokens))

const DEFECT = { _tag: "InternalError", message: "Internal error" }

/** What a call names, else what is set. */
const budgetFor = (sent: unknown): Effect.Effect<number> =>
  Effect.map(Settings.Settings, ({ maxTokens }) => budgetOf(sent) ?? maxTokens)

const budgetOf = (sent: unknown): number | undefined => {
  const asked = (sent as { readonly maxTokens?: unknown } | null | undefined)?.maxTokens
  return typeof asked === "number" && Number.isInteger(asked) && 0 < asked ? asked : undefined
}

const toldBare = (encoded: object): Pick<Answer, "value" | "beside" | "note"> => {
  const { value, beside, note } = Bare.split(encoded)
  return { value, beside, ...(note === undefined ? {} : { note }) }
}

const weightBeside = ({ beside, note = "" }: Pick<Answer, "beside" | "note">): number =>
  (beside === undefined ? 0 : bytes(JSON.stringify(beside))) + bytes(note)

/** Drops rows until the whole text fits; a tool that cannot get smaller ends in `BudgetTooSmall`. */
const fit = <I, O, OE>(
  tool: {
    readonly bare?: boolean
    readonly trim: (output: O, excess: number, input: I) => O | undefined
    readonly markdown?: (output: O, input: I) => string | undefined
  },
  output: O,
  input: I,
  maxTokens: number,
  encode: (output: O) => OE,
): Answer => {
  const made = shrink(tool, output, input, maxTokens, (current) => {
    const encoded = encode(current)
    const told = tool.bare === true ? toldBare(encoded as object) : { value: encoded }
    const text = tool.markdown?.(current, input) ?? JSON.stringify(told.value)
    return { text, told, size: bytes(text) + weightBeside(told) }
  })
  return made instanceof BudgetTooSmall ? refusal(made, maxTokens) : { text: made.text, isError: false, ...made.told }
}

/** What is made of the output, of as many of its rows as fit. */
const shrink = <I, O, M extends { readonly size: number }>(
  tool: { readonly trim: (output: O, excess: number, input: I) => O | undefined },
  output: O,
  input: I,
  maxTokens: number,
  make: (output: O) => M,
): M | BudgetTooSmall => {
  const room = maxTokens * BYTES_PER_TOKEN
  let current = output
  let last = Infinity
  for (;;) {
    const made = make(current)
    if (made.size <= room) return made
    // A step may add a note that is longer than the row it dropped; what counts is that rows go, so two are allowed.
    const smaller = tool.trim(current, made.size - room, input)
    if (smaller === undefined) {
      return new BudgetTooSmall({ maxTokens, needed: Math.ceil(Math.min(made.size, last) / BYTES_PER_TOKEN) })
    }
    current = smaller
    last = made.size
  }
}

/**
 * Runs a tool for a person: what its own text says, or the form that was asked for, within the budget where the call names one.
 * Fails with the tool's own failures, `InvalidArguments` and `BudgetTooSmall`.
 */
export const told = <Name extends string, I, IE, O, OE, F, FE, R>(
  tool: Tool.Tool<Name, I, IE, O, OE, F, FE, R>,
  sent: unknown,
): Effect.Effect<
  { readonly text: string; readonly output: O; readonly asked: string | undefined },
  F | Arguments.InvalidArguments | BudgetTooSmall,
  R
> =>
  Effect.gen(function* () {
    const input = yield* Arguments.decode(tool, sent)
    const output = yield* tool.run(input)
    const made = shrink(tool, output, input, budgetOf(sent) ?? Infinity, (output) => {
      const text = (tool.markdown?.(output, input) ?? tool.render(output, input)).trimEnd()
      return { text, output, asked: tool.asked?.(input), size: bytes(text) }
    })
    return made instanceof BudgetTooSmall ? yield* made : made
  }).pipe(Effect.withSpan(`tool.${tool.name}`))
