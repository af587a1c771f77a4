// Receivers that bare names imply: the type around whose member a name is, or what the function around is called on.

import { NONE } from "../graph/columns.ts"
import type { FileView } from "./file_view.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { selfOf } from "./substitution.ts"
import { type Type, UNKNOWN } from "./types.ts"

/** The type of the receiver whose member a name is that is read or called bare; UNKNOWN for a name that is no member. */
export const impliedReceiver = (s: Solver, f: FileView, e: number): Type => {
  const meaning = s.around.meaning(f, e)
  if (meaning === undefined) return UNKNOWN
  if (meaning.parameter !== NONE) return s.slot(SLOTS.parameter, meaning.parameter)
  return meaning.holder === NONE ? UNKNOWN : selfOf(s, meaning.holder)
}
