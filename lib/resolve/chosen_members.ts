// Members among which a call chooses, in languages where each function of a name is one of its own: those of a type and of
// its bases as one term, save those of bases that a nearer one replaces.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { PARAMETER_FLAGS } from "../syntax/facts.ts"
import { UNBOUND } from "./arguments.ts"
import { basesOf } from "./bases.ts"
import { valueOf } from "./definition_values.ts"
import { expandAliases } from "./expansion.ts"
import { type Found, give, take } from "./found.ts"
import { inLibrary } from "./library_members.ts"
import { libraryType } from "./library_types.ts"
import { seenFrom } from "./members.ts"
import { plainName } from "./names.ts"
import { Gathered, isMethod } from "./overload_sets.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { functionOf, selfOf, substitute } from "./substitution.ts"
import { KINDS, type Type } from "./types.ts"

/** Whose functions are gathered, and for whom. */
interface Asked {
  readonly isStatic: boolean
  readonly receiver: Type
  readonly name: number
}

/**
 * Functions of a name that a type and its bases have. Undefined where the language has no such choice, or the name is no
 * function's.
 *
 * @param type The type as an instance.
 * @param receiver What is asked for the member.
 * @param above Are those of its bases asked for alone?
 */
export const inFunctions = (
  s: Solver,
  symbol: number,
  isStatic: boolean,
  type: Type,
  receiver: Type,
  name: number,
  found: Found,
  above = false,
): true | undefined => {
  const { policy } = s.file(symbol).language
  if (policy.overloads === undefined) return undefined
  const asked = { isStatic, receiver, name }
  const all = new Gathered()
  if (!above && !gather(s, symbol, type, asked, all)) return undefined
  let outside: Type | undefined
  let unknown = false
  const from = s.typeParametersOf(symbol)
  for (const each of basesOf(s, symbol)) {
    const base = substitute(s, substitute(s, each, from, s.types.arguments(type)), [selfOf(s, symbol)], [receiver])
    const at = expandAliases(s, base)
    const kind = s.types.kind[at]
    if (kind === KINDS.instance) gather(s, s.types.a[at]!, at, asked, all)
    else if (kind === KINDS.library) gatherLibrary(s, at, asked, all)
    else if (kind === KINDS.external) outside ??= at
    else if (kind === KINDS.unknown) unknown = true
  }
  if (all.definitions.length === 0) return undefined
  gatherLibrary(s, libraryType(s, s.file(symbol), policy.builtins.object, EMPTY), asked, all)
  all.giveTo(s, found)
  // what is not known may have others of the name
  if (outside !== undefined) {
    found.external = s.types.a[outside]! + 1
    found.externalName = plainName(name)
  }
  if (unknown) found.unknown = true
  return true
}

/** @returns false where the name is that of something else than a function. */
const gather = (s: Solver, symbol: number, base: Type, asked: Asked, all: Gathered): boolean => {
  const inherited = all.types.length > 0
  for (let m = s.symbols.member(symbol, asked.isStatic, asked.name); m !== NONE; m = s.symbols.nextMember[m]!) {
    const isOfFile = s.kindOf(m) === NODE_KINDS.Function.code
    if (!isMethod(s, m) && !isOfFile) return false
    // what a base keeps to itself stands beside none of those below it
    if (inherited && (s.flagsOf(m) & NODE_FLAGS.private) !== 0) continue
    all.add(s, m, asGiven(s, m, isOfFile ? functionOf(s, m) : seenFrom(s, m, valueOf(s, m), asked.receiver, base)))
  }
  return true
}

/** An extension that is called as the static member that it is, by a bare name too, takes its receiver as an argument. */
const asGiven = (s: Solver, member: number, type: Type): Type => {
  if ((s.flagsOf(member) & NODE_FLAGS.static) === 0 && s.kindOf(member) !== NODE_KINDS.Function.code) return type
  const f = s.file(member)
  const { parameters, parameterCount } = f.facts.definitions
  const d = member - f.definitionBase
  const takes = parameterCount[d] !== 0 && (f.facts.parameters.flags[parameters[d]!]! & PARAMETER_FLAGS.receiver) !== 0
  return takes ? s.types.make(KINDS.function, s.types.a[type]!, UNBOUND, s.types.arguments(type)) : type
}

const gatherLibrary = (s: Solver, type: Type, { receiver, name }: Asked, all: Gathered): void => {
  const found = take()
  inLibrary(s, type, receiver, name, found)
  for (const each of found.types) all.addLibrary(s, each)
  give(found)
}
