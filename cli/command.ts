// A command of the command line as data: its arguments, its flags, what it does. Parsing, help and completions are made
// from it elsewhere, so this file loads nothing and a command can be looked at without the command line's library.

import type * as Effect from "effect/Effect"

/** What the program is called. */
export const NAME = "portolan"

/** How the program ends. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const

/** The same in words, for help and documentation. */
export const EXIT_MEANS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "it did what was asked; an answer that there is nothing is an answer",
  failed:
    "it could not, and the error stream says why and what to do; or a name fits several definitions or none, and the " +
    "answer lists what there is",
  usage: "the command line was wrong, and nothing was done",
}

export type Exit = typeof EXIT[keyof typeof EXIT]

export interface Argument {
  readonly name: string
  readonly doc: string
  readonly required: boolean
  /** Words that it may be, for shells. */
  readonly choices?: ReadonlyArray<string>
}

export type FlagValue =
  | { readonly kind: "switch" }
  | { readonly kind: "integer" | "number"; readonly placeholder?: string }
  /** `absent` is what it stands for where no value is typed. */
  | { readonly kind: "text"; readonly placeholder?: string; readonly absent?: string }
  | { readonly kind: "choice"; readonly choices: ReadonlyArray<string> }
  /** May be given more than once. */
  | { readonly kind: "list"; readonly choices?: ReadonlyArray<string> }

export interface Flag {
  /** Key in what the command is given. */
  readonly key: string
  /** As typed after the two dashes. */
  readonly name: string
  readonly doc: string
  readonly value: FlagValue
  /** Other spellings, understood and not shown. */
  readonly spellings?: ReadonlyArray<string>
}

/** What was typed: arguments by name and flags by key; what was not given is absent, an absent switch false. */
export type Given = Readonly<Record<string, unknown>>

export interface Command {
  readonly name: string
  /** Other names, understood and not shown. */
  readonly spellings?: ReadonlyArray<string>
  /** Heading under which the program's help lists it. */
  readonly group: string
  /** One line for the list of commands. */
  readonly summary: string
  /** More, for its own help. */
  readonly details?: string
  readonly arguments: ReadonlyArray<Argument>
  readonly flags: ReadonlyArray<Flag>
  readonly run: (given: Given) => Effect.Effect<Exit>
}

/** `maxDepth` and `max_depth` as typed: `max-depth`. */
export const kebab = (key: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replaceAll("_", "-").toLowerCase()
