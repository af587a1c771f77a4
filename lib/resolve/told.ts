// What the calls and assignments of one file tell of types elsewhere: what parameters are given, what is put into
// containers, what is written to objects that only types tell. In terms of the program that it was found in.

import type { Type } from "./types.ts"

/** What parameters and containers are given. */
export interface Given {
  /** Parameters and types: side by side. */
  readonly parameters: ReadonlyArray<number>
  readonly sites: ReadonlyArray<{ readonly site: Type; readonly found: ReadonlyArray<Type> }>
}

/** A value that is written to a member of an object that an expression makes, or of a symbol. */
export type Write =
  & {
    readonly name: number
    /** File and expression of the value. */
    readonly by: number
    readonly value: number
  }
  & (
    | { readonly to: "object"; readonly in: number; readonly expression: number }
    | { readonly to: "symbol"; readonly symbol: number; readonly isStatic: boolean }
  )

export interface Round extends Given {
  readonly writes: ReadonlyArray<Write>
}

export interface Told {
  /** Calls whose types no round changes. */
  readonly firm: Given
  /** By round: what calls that lean on what rounds find and the assignments told in it. */
  readonly rounds: ReadonlyArray<Round>
}
