// A tool, stated once. From this one value are read: the MCP listing and dispatch, the command line's sub-command, its
// help and completions, the docs page, the read-only filter, repository policy and token budget.

import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** What a tool works on. */
export type Scope = "repo" | "group" | "registry"

/** `never`; `always`; or a question to the input (`rename` writes only when dry_run is false). */
export type Writes<Input> = "never" | "always" | ((input: Input) => boolean)

export interface Tool<Name extends string, Input, InputEncoded, Output, OutputEncoded, Failure, FailureEncoded, R> {
  readonly name: Name
  /** Other names under which it is called. Accepted, never listed. */
  readonly otherNames?: ReadonlyArray<string>
  /** One line, in the words of who would look for it. */
  readonly summary: string
  /** When to use it and when not, for an agent: at most three sentences. */
  readonly guide: string
  /** Of the form of its answers; 1 where nothing is said. It goes up when a field goes or changes its meaning. */
  readonly version?: number
  /** Belongs to the small set for clients that pay for every listed tool (`--tools core`). */
  readonly core?: boolean
  /** Its answers are told bare: `results` alone, all else beside it (`bare.ts`). */
  readonly bare?: boolean
  readonly scope: Scope
  readonly writes: Writes<Input>
  /**
   * What goes beyond reading one repository: arguments that run a statement of the caller's or lead to other
   * repositories, or `all` of the tool. A read-only server neither lists nor takes them. They must be optional.
   */
  readonly beyondReading?: "all" | ReadonlyArray<string>
  /** It waits for what goes on without it, under a limit of its own; it does next to nothing meanwhile. */
  readonly waits?: true
  /** The input fields that the command line takes as its arguments, in order. */
  readonly positional: ReadonlyArray<string>
  /** Other spellings of arguments: `{ depth: "maxDepth" }`. Accepted, never listed. */
  readonly aliases: Readonly<Record<string, string>>
  /** Arguments that other tools have and this one cannot: what to do instead, for who sends them all the same. */
  readonly lacks?: Readonly<Record<string, string>>
  readonly input: Schema.Schema<Input, InputEncoded>
  readonly output: Schema.Schema<Output, OutputEncoded>
  readonly failure: Schema.Schema<Failure, FailureEncoded>
  readonly run: (input: Input) => Effect.Effect<Output, Failure, R>
  /** What is looked for in words, of which a terminal marks those that are found; absent where nothing is. */
  readonly asked?: (input: Input) => string
  /** For people in a terminal; plain text without escape codes. */
  readonly render: (output: Output, input: Input) => string
  /** The answer's text where the call asks for another form than JSON; else undefined. */
  readonly markdown?: (output: Output, input: Input) => string | undefined
  /**
   * One step smaller: drops the least valuable rows so that about `excess` bytes go, keeps totals, says what went.
   * `undefined` when only the frame is left.
   */
  readonly trim: (output: Output, excess: number, input: Input) => Output | undefined
}

// deno-lint-ignore no-explicit-any
export type Any = Tool<string, any, any, any, any, any, any, any>

/** Gives the tool back with its types inferred. */
export const make = <const Name extends string, I, IE, O, OE, F, FE, R>(
  tool: Tool<Name, I, IE, O, OE, F, FE, R>,
): Tool<Name, I, IE, O, OE, F, FE, R> => tool

/** What a caller may send, and what comes back. */
export type InputOf<T> = T extends Tool<string, infer _I, infer IE, infer _O, infer _OE, infer _F, infer _FE, infer _R>
  ? IE
  : never
export type OutputOf<T> = T extends Tool<string, infer _I, infer _IE, infer O, infer _OE, infer _F, infer _FE, infer _R>
  ? O
  : never
export type FailureOf<T> = T extends
  Tool<string, infer _I, infer _IE, infer _O, infer _OE, infer F, infer _FE, infer _R> ? F : never
export type RequirementsOf<T> = T extends
  Tool<string, infer _I, infer _IE, infer _O, infer _OE, infer _F, infer _FE, infer R> ? R : never
