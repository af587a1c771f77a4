// What lies in containers: the element of an iteration, what is found under a key, the values of an object.

import { NONE } from "../graph/columns.ts"
import { OPS } from "../syntax/facts.ts"
import { expand, expandAliases } from "./expansion.ts"
import { SPECIAL } from "./library.ts"
import { libraryType } from "./library_types.ts"
import { memberType, writtenToObject } from "./members.ts"
import { resultOf } from "./signatures.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { instanceOf } from "./substitution.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** A container made here as the library type of what was put into it. */
export const filledSite = (s: Solver, type: Type): Type => {
  const { types } = s
  const made = types.argument(type, 0)
  const given = s.sites.get(type)
  s.soften()
  return given === undefined ? made : types.make(KINDS.library, types.a[made]!, 0, given)
}

/** What one step of an iteration gives. */
export const elementOf = (s: Solver, type: Type): Type => special(s, type, SPECIAL.element, 0)

/** What an access by a key that is not known gives. */
export const indexOf = (s: Solver, type: Type): Type => special(s, type, SPECIAL.index, 0)

export const special = (s: Solver, type: Type, name: string, depth: number): Type => {
  const { types } = s
  if (depth > 8) return UNKNOWN
  const at = expand(s, type)
  switch (types.kind[at]) {
    case KINDS.union:
      return types.union(types.arguments(at).map((it) => special(s, it, name, depth + 1)))
    case KINDS.intersection: {
      for (const part of types.arguments(at)) {
        const found = special(s, part, name, depth + 1)
        if (found !== UNKNOWN) return found
      }
      return UNKNOWN
    }
    case KINDS.tuple:
      return types.union(types.arguments(at))
    case KINDS.mapped:
      return types.argument(at, 0)
    case KINDS.object: {
      if (name === SPECIAL.index) return valuesOf(s, at)
      const dictionary = dictionaryOf(s, at)
      return dictionary === UNKNOWN ? UNKNOWN : special(s, dictionary, name, depth + 1)
    }
    case KINDS.external:
      return at
    case KINDS.site:
      return special(s, filledSite(s, at), name, depth + 1)
    case KINDS.library:
    case KINDS.shape:
    case KINDS.instance: {
      const found = memberType(s, at, s.program.names.id(name))
      if (found !== UNKNOWN) return found
      return name === SPECIAL.element ? iterated(s, at, depth) : name === SPECIAL.index ? underKey(s, at) : found
    }
    case KINDS.classOf:
    case KINDS.class: {
      // a class that can be iterated is one by its own class: of an enumeration, its members
      const of = types.kind[at] === KINDS.class ? instanceOf(s, types.a[at]!) : types.argument(at, 0)
      return name === SPECIAL.element && isShared(s, at) ? memberType(s, of, s.program.names.id(name)) : UNKNOWN
    }
    default:
      return UNKNOWN
  }
}

/** The element of what an iterator method of the project gives. */
const iterated = (s: Solver, type: Type, depth: number): Type => {
  if (s.types.kind[type] === KINDS.library) return UNKNOWN
  const f = s.file(s.types.a[type]!)
  const { iterators, protocols } = f.language.policy
  for (const name of iterators ?? []) {
    const method = memberType(s, type, f.methodNamed(name))
    if (s.types.kind[method] !== KINDS.function) continue
    const iterator = resultOf(s, method)
    for (const next of protocols?.next ?? []) {
      const step = memberType(s, iterator, f.methodNamed(next))
      if (s.types.kind[step] === KINDS.function) return resultOf(s, step)
    }
    const found = iterator === type ? UNKNOWN : special(s, iterator, SPECIAL.element, depth + 1)
    if (found !== UNKNOWN) return found
  }
  return UNKNOWN
}

/** What a type of the project gives for a key. */
const underKey = (s: Solver, type: Type): Type => {
  if (s.types.kind[type] !== KINDS.instance) return UNKNOWN
  const f = s.file(s.types.a[type]!)
  const { protocols } = f.language.policy
  if (protocols === undefined || protocols.index === "") return UNKNOWN
  const method = memberType(s, type, f.methodNamed(protocols.index))
  return s.types.kind[method] === KINDS.function ? resultOf(s, method) : UNKNOWN
}

const isShared = (s: Solver, type: Type): boolean =>
  s.types.kind[type] === KINDS.class && s.symbols.isShared(s.types.a[type]!)

/** An object literal whose keys are no members, as the library type that it is an instance of; else UNKNOWN. */
export const dictionaryOf = (s: Solver, type: Type): Type => {
  const f = s.program.files[s.types.a[type]!]!
  const { keysAreNoMembers, builtins } = f.language.policy
  if (keysAreNoMembers === undefined) return UNKNOWN
  return libraryType(s, f, keysAreNoMembers, [libraryType(s, f, builtins.string, []), valuesOf(s, type)])
}

/** The values of an object literal's properties. */
export const valuesOf = (s: Solver, type: Type): Type => {
  const f = s.program.files[s.types.a[type]!]!
  const e = s.types.b[type]!
  const all: Array<Type> = []
  for (let i = 0; i < f.operandCount[e]! && i < 64; i++) {
    const part = f.operand(e, i)
    if (part === NONE || f.op[part] !== OPS.property) continue
    const value = f.operand(part, 0)
    if (value !== NONE) all.push(s.typeOf(f, value))
  }
  const group = writtenToObject(s, f, e, s.program.names.id(SPECIAL.index))
  if (group !== NONE) all.push(s.slot(SLOTS.field, group))
  return s.types.union(all)
}

/** `T[K]`. */
export const indexed = (s: Solver, object: Type, key: Type): Type => {
  const { types } = s
  if (types.open[object] === 1 || (types.open[key] === 1 && types.kind[key] !== KINDS.keys)) {
    return types.make(KINDS.indexed, 0, 0, [object, key])
  }
  const at = expandAliases(s, key)
  if (types.kind[at] === KINDS.text) return memberType(s, object, types.a[at]!)
  if (types.kind[at] === KINDS.union) return types.union(types.arguments(at).map((it) => indexed(s, object, it)))
  const found = indexOf(s, object)
  return found
}
