// Several signatures of one function: which of them a call takes, by the number of its arguments and by their plain kinds.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import { ALL_ARGUMENTS, parameterFor } from "./arguments.ts"
import { expandAliases } from "./expansion.ts"
import type { FileView } from "./file_view.ts"
import { widened } from "./inference.ts"
import { isChosen } from "./overload_sets.ts"
import { argumentType, isFunction, parameterTaking } from "./signatures.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** Of the members of one name the one with a body. */
export const preferImplementation = (s: Solver, member: number): number => {
  if (isChosen(s, member)) return member
  for (let m = member; m !== NONE; m = s.symbols.nextMember[m]!) {
    if ((s.flagsOf(m) & NODE_FLAGS.signature) === 0) return m
  }
  return member
}

/**
 * Of several signatures of one function the first that takes so many arguments, of such kinds; without a call the
 * function itself.
 *
 * @param most How many arguments are asked for their kinds, the first ones.
 */
export const chooseOverload = (
  s: Solver,
  g: number,
  f: FileView | undefined,
  call: number,
  most: number = ALL_ARGUMENTS,
): number => {
  if (f === undefined || call === NONE) return g
  const signatures = overloadsOf(s, g)
  if (signatures.length === 0) return g
  const count = f.operandCount[call]! - 1
  let fallback: number = NONE
  let close: number = NONE
  for (const each of signatures) {
    if (!takes(s, each, count) || !namesAll(s, each, f, call)) continue
    if (fallback === NONE) fallback = each
    switch (accepts(s, each, f, call, Math.min(most, count))) {
      case FITS.well:
        return each
      case FITS.perhaps:
        if (close === NONE) close = each
    }
  }
  return close !== NONE ? close : fallback === NONE ? signatures[0]! : fallback
}

/** How a call fits a signature: `perhaps` where a value that it asks for may be the one that is given. */
const FITS = { not: 0, perhaps: 1, well: 2 } as const

/** Signatures without a body of the function or method, in order; none where there is but one of it. */
export const overloadsOf = (s: Solver, g: number): ReadonlyArray<number> => s.overloads[g] ??= findOverloads(s, g)

const findOverloads = (s: Solver, g: number): ReadonlyArray<number> => {
  const all: Array<number> = []
  if (isChosen(s, g)) return all
  const symbol = s.symbols.of[g]!
  if (s.symbols.nextPart[symbol] !== NONE) {
    for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
      if ((s.flagsOf(part) & NODE_FLAGS.signature) !== 0) all.push(part)
    }
    return all.sort((a, b) => a - b)
  }
  const owner = s.ownerOf(g)
  if (owner === NONE) return all
  const kind = s.kindOf(g)
  if (kind !== NODE_KINDS.Method.code && kind !== NODE_KINDS.Constructor.code) return all
  const isStatic = (s.flagsOf(g) & NODE_FLAGS.static) !== 0
  const first = s.symbols.member(s.symbols.of[owner]!, isStatic, s.nameOf(g))
  if (first === NONE || s.symbols.nextMember[first] === NONE) return all
  for (let m = first; m !== NONE; m = s.symbols.nextMember[m]!) {
    if ((s.flagsOf(m) & NODE_FLAGS.signature) !== 0) all.push(m)
  }
  return all
}

const takes = (s: Solver, g: number, count: number): boolean => {
  const f = s.file(g)
  const d = g - f.definitionBase
  const first = f.facts.definitions.parameters[d]!
  const total = f.facts.definitions.parameterCount[d]!
  let required = 0
  let most = total
  for (let i = 0; i < total; i++) {
    const flags = f.facts.parameters.flags[first + i]!
    if ((flags & PARAMETER_FLAGS.receiver) !== 0) most--
    else if ((flags & (PARAMETER_FLAGS.rest | PARAMETER_FLAGS.keywords)) !== 0) most = Infinity
    else if ((flags & PARAMETER_FLAGS.optional) === 0) required++
  }
  return required <= count && count <= most
}

/** Where arguments are given by name: has each parameter that wants one its own, by place or by name? */
const namesAll = (s: Solver, g: number, f: FileView, call: number): boolean => {
  const named = new Set<number>()
  let placed = 0
  for (let i = 1; i < f.operandCount[call]!; i++) {
    const argument = f.operand(call, i)
    if (argument === NONE) placed++
    else if (f.op[argument] === OPS.spread) return true
    else if (f.op[argument] === OPS.property) named.add(f.name(f.exprName[argument]!))
    else placed++
  }
  if (named.size === 0) return true
  const at = s.file(g)
  const d = g - at.definitionBase
  const first = at.facts.definitions.parameters[d]!
  const { flags, name } = at.facts.parameters
  let place = 0
  for (let p = first; p < first + at.facts.definitions.parameterCount[d]!; p++) {
    if ((flags[p]! & PARAMETER_FLAGS.receiver) !== 0) continue
    if ((flags[p]! & PARAMETER_FLAGS.keywords) !== 0) continue
    if ((flags[p]! & PARAMETER_FLAGS.rest) !== 0) {
      // what follows is given by name alone
      place = placed
      continue
    }
    const isGiven = place++ < placed || named.has(at.name(name[p]!))
    if (!isGiven && (flags[p]! & PARAMETER_FLAGS.optional) === 0) return false
  }
  return true
}

/** Does an argument contradict what its parameter is declared to be? Plain kinds of values and known ones are compared. */
const accepts = (s: Solver, g: number, f: FileView, call: number, count: number): number => {
  let fits: number = FITS.well
  for (let i = 0; i < count; i++) {
    const argument = f.operand(call, i + 1)
    if (argument === NONE) continue
    const row = parameterFor(s, g, f, call, i, 0)
    if (row === NONE && f.op[argument] === OPS.property) return FITS.not
    const expected = expandAliases(s, parameterTaking(s, UNKNOWN, g, i, f, call))
    if (expected === UNKNOWN || s.types.open[expected] === 1) continue
    const type = isFunction(f, argument) ? UNKNOWN : argumentType(s, f, argument)
    const given = isFunction(f, argument) ? FUNCTION_SORT : sortOf(s, type)
    if (given === UNKNOWN_SORT) continue
    const alternatives = s.types.alternatives(expected).map((it) => expandAliases(s, it))
    const sorts = alternatives.map((it) => sortOf(s, it))
    if (!sorts.includes(UNKNOWN_SORT) && !sorts.includes(given)) return FITS.not
    const known = alternatives.filter((_, at) => sorts[at] === given)
    if (!known.every((it) => s.types.kind[it] === KINDS.text)) continue
    // one of some values is asked for
    if (s.types.kind[type] !== KINDS.text) fits = FITS.perhaps
    else if (!known.some((it) => s.types.a[it] === s.types.a[type])) return FITS.not
  }
  return fits
}

const UNKNOWN_SORT = -1
const FUNCTION_SORT = -2
const OBJECT_SORT = -3

/** Coarse sort of a value: a function, an object, or one primitive. */
const sortOf = (s: Solver, type: Type): number => {
  const { types } = s
  switch (types.kind[type]) {
    case KINDS.function:
    case KINDS.libraryFunction:
      return FUNCTION_SORT
    case KINDS.object:
    case KINDS.shape:
    case KINDS.instance:
      return OBJECT_SORT
    case KINDS.text:
      return sortOf(s, widened(s, type))
    case KINDS.library:
      return types.a[type]!
    case KINDS.tuple:
      return UNKNOWN_SORT
    default:
      return UNKNOWN_SORT
  }
}

/** Of the definitions of one function or member the one with a body. */
export const preferred = (s: Solver, definition: number): number => {
  const known = s.preferred[definition]!
  if (known !== 0) return known - 1
  const found = findPreferred(s, definition)
  s.preferred[definition] = found + 1
  return found
}

const findPreferred = (s: Solver, definition: number): number => {
  if (isChosen(s, definition) && s.symbols.of[definition] === definition) return definition
  if ((s.flagsOf(definition) & NODE_FLAGS.signature) === 0) return s.symbols.of[definition]!
  const symbol = s.symbols.of[definition]!
  if (symbol !== definition) return symbol
  const owner = s.ownerOf(definition)
  if (owner === NONE) return definition
  const isStatic = (s.flagsOf(definition) & NODE_FLAGS.static) !== 0
  for (
    let m = s.symbols.member(s.symbols.of[owner]!, isStatic, s.nameOf(definition));
    m !== NONE;
    m = s.symbols.nextMember[m]!
  ) {
    if ((s.flagsOf(m) & NODE_FLAGS.signature) === 0) return m
  }
  return definition
}
