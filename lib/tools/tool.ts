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
  /** One line, in the words of who would look for it. */
  readonly summary: string
  /** When to use it and when not, for an agent: at most three sentences. */
  readonly guide: string
  readonly scope: Scope
  readonly writes: Writes<Input>
  /** The input field that the command line takes as its argument. */
  readonly positional: ReadonlyArray<string>
  /** Other spellings of arguments: `{ depth: "maxDepth" }`. Accepted, never listed. */
  readonly aliases: Readonly<Record<string, string>>
  readonly input: Schema.Schema<Input, InputEncoded>
  readonly output: Schema.Schema<Output, OutputEncoded>
  readonly failure: Schema.Schema<Failure, FailureEncoded>
  readonly run: (input: Input) => Effect.Effect<Output, Failure, R>
  /** For people in a terminal. */
  readonly render: (output: Output, input: Input) => string
  /**
   * One step smaller: drops the least valuable rows so that about `excess` bytes go, keeps totals, says what went.
   * `undefined` when only the frame is left.
   */
  readonly trim: (output: Output, excess: number) => Output | undefined
}

// deno-lint-ignore no-explicit-any
export type Any = Tool<string, any, any, any, any, any, any, any>

/** Gives the tool back with its types inferred. */
export const make = <Name extends string, I, IE, O, OE, F, FE, R>(
  tool: Tool<Name, I, IE, O, OE, F, FE, R>,
): Tool<Name, I, IE, O, OE, F, FE, R> => tool
