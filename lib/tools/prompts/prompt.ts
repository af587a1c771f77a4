// A task that a person may give to an agent, stated once: its arguments, the tools it needs, and the text that comes of
// them. A prompt whose tools may not be used is neither listed nor given.

import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Repos, SelectError } from "../../workspace/repos.ts"
import type * as Tool from "../tool.ts"

export interface Argument {
  readonly name: string
  readonly description: string
  readonly required: boolean
  /** What it can be: some words, or a repository that may be seen. Undefined: any text. */
  readonly values?: "repo" | ReadonlyArray<string>
}

/** Arguments as they were sent: those that are listed, none of them empty. */
export type Given = Readonly<Record<string, string | undefined>>

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: ReadonlyArray<Argument>
  /** It sends the agent to these. */
  readonly needs: ReadonlyArray<Tool.Any>
  readonly text: (given: Given) => Effect.Effect<string, SelectError | WrongArgument, Repos>
}

/** An argument of a prompt is missing or not what it can be. */
export class WrongArgument extends Schema.TaggedError<WrongArgument>()("WrongArgument", {
  argument: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `Cannot use ${this.argument}: ${this.expected}`
  }
}
