// How far a tool has come, told to whoever waits. A tool reports without knowing who listens: a client that sent a
// progress token, a bar in a terminal, or nobody, which is the default and costs nothing.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface Step {
  /** Grows with every report. */
  readonly done: number
  readonly total?: number
  /** What is being done now, in a few words; no text of the repository. */
  readonly message?: string
}

export class Progress extends Context.Reference<Progress>()("tools/Progress", {
  defaultValue: (): { readonly report: (step: Step) => Effect.Effect<void> } => ({ report: () => Effect.void }),
}) {}

/** Tells the listener, if there is one. Never fails. */
export const report = (step: Step): Effect.Effect<void> => Effect.flatMap(Progress, (it) => it.report(step))
