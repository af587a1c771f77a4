// What a binding went through: a place where an explanation of one reference, and later the record of the look-ups that
// an answer rests on, take part. Nobody listens by default, and then nothing is built.

import type { Reason } from "../graph/kinds.ts"
import type { FileView } from "./file_view.ts"
import type { Solver } from "./solver.ts"
import type { Type } from "./types.ts"

export interface Binding {
  readonly file: FileView
  readonly expression: number
  readonly role: number
  readonly outcome: Outcome
  /** Where its name stands. */
  readonly site: number
  /** Definitions it is bound to. */
  readonly targets: ReadonlyArray<number>
  /** By target: EDGE_KINDS code of its edge, and why it is one. */
  readonly kinds: ReadonlyArray<number>
  readonly reasons: ReadonlyArray<Reason>
  /** Of an external one: names' numbers of the package, 0 for the platform, and in it. */
  readonly package: number
  readonly outside: number
  /** REASONS code where it is resolved, CAUSES code where it is not. */
  readonly why: number
  /** Type of the receiver, or UNKNOWN. */
  readonly receiver: Type
}

export type Outcome = "resolved" | "ambiguous" | "external" | "unknown"

export interface Trace {
  /** Called after each round, from 1, with what it published. */
  readonly round?: (solver: Solver, round: number) => void
  /** Called once, when all types are settled: what follows may be asked of it. */
  readonly started?: (solver: Solver) => void
  /** The record is for all references the same one: what is kept of it is copied. */
  readonly bound: (binding: Binding) => void
}
