// Members of what the language's library declares: of its types, bases too, and of its global values.

import { NONE } from "../graph/columns.ts"
import type { Found } from "./found.ts"
import { SELF_OF_LIBRARY } from "./library.ts"
import { libraryType } from "./library_types.ts"
import { plainName } from "./names.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { substitute } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** A name of the platform counts as package 0. */
export const GLOBAL = 1

/** A member of a library type, its bases too. */
export const inLibrary = (
  s: Solver,
  type: Type,
  receiver: Type,
  name: number,
  found: Found,
  except: Type = UNKNOWN,
): boolean => {
  if (type === UNKNOWN || type === except) return false
  const index = s.types.a[type]!
  const { members, parameters, bases } = s.library.types[index]!
  const args = s.types.arguments(type)
  const member = members.get(plainName(name))
  if (member !== undefined) {
    const self = s.types.make(KINDS.self, SELF_OF_LIBRARY + index, 0, EMPTY)
    found.external = GLOBAL
    found.types.push(substitute(s, member, [self, ...parameters], [receiver, ...args]))
    return true
  }
  for (const base of bases) {
    const at = substitute(s, base, parameters, args)
    if (s.types.kind[at] === KINDS.library && inLibrary(s, at, receiver, name, found, except)) return true
  }
  return false
}

/** A member of a global value of the library. */
export const inLibraryValue = (s: Solver, type: Type, name: number, found: Found): void => {
  const value = s.library.values[s.types.a[type]!]!
  found.external = GLOBAL
  const member = value.members.get(plainName(name))
  if (member !== undefined) found.types.push(member)
  else if (value.type !== UNKNOWN) inLibrary(s, value.type, value.type, name, found)
  else if (value.makes !== NONE) {
    const made = s.types.make(
      KINDS.library,
      value.makes,
      0,
      s.library.types[value.makes]!.parameters.map(() => UNKNOWN),
    )
    inLibrary(s, made, made, name, found)
  }
}

/** What a type parameter stands for of which no more is known: in languages whose types have a root, that; else UNKNOWN. */
export const rootOf = (s: Solver, type: Type): Type => {
  const { fileOfTypeParameter, files } = s.program
  if (s.types.kind[type] !== KINDS.parameter || fileOfTypeParameter.length <= s.types.a[type]!) return UNKNOWN
  const f = files[fileOfTypeParameter[s.types.a[type]!]!]!
  return f.language.policy.rootMembers === undefined
    ? UNKNOWN
    : libraryType(s, f, f.language.policy.builtins.object, EMPTY)
}
