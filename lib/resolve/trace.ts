// What a binding went through: a place where an explanation of one reference, and later the record of the look-ups that
// an answer rests on, take part. Nobody listens by default, and then nothing is built.

import type { FileView } from "./file_view.ts"
import type { Solver } from "./solver.ts"
import type { Type } from "./types.ts"

export interface Binding {
  readonly file: FileView
  readonly expression: number
  readonly role: number
  readonly outcome: Outcome
  /** Definitions it is bound to. */
  readonly targets: ReadonlyArray<number>
  /** REASONS code where it is resolved, CAUSES code where it is not. */
  readonly why: number
  /** Type of the receiver, or UNKNOWN. */
  readonly receiver: Type
}

export type Outcome = "resolved" | "ambiguous" | "external" | "unknown"

export interface Trace {
  /** Called once, when all types are settled: what follows may be asked of it. */
  readonly started?: (solver: Solver) => void
  readonly bound: (binding: Binding) => void
}
