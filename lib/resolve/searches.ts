// Searches for members that references make: one search a type and name, however many references ask for it.

import { Found } from "./found.ts"
import { findMember } from "./members.ts"
import type { Solver } from "./solver.ts"
import type { Type } from "./types.ts"

/** What a search for a member in a type comes to; not to be changed. */
export const searchMember = (s: Solver, type: Type, name: number): Found =>
  s.searches.of(s, type, name, () => {
    const found = new Found()
    findMember(s, type, name, found, 0)
    return found
  })
