// Of the functions that a call may take those that no other one is better than: by the rounds in which they may be taken,
// then by the types of their parameters, the narrower the better.

import { NODE_FLAGS } from "../graph/kinds.ts"
import { ownParameters } from "./bodies.ts"
import { type Conversions, FITS, fits, isFromOutside, isMeantFor } from "./conversions.ts"
import { expandAliases } from "./expansion.ts"
import type { FileView } from "./file_view.ts"
import { asksForIt, givesMore, isExactly, isSurer, isUndecided } from "./function_fits.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"
import { type Argument, conversionsFor, isGivenFunction, valueFits } from "./value_fits.ts"

/** A function that takes what is given. */
export interface Candidate {
  readonly type: Type
  readonly phase: number
  /** By argument: what is expected of it, with what the others tell of type parameters where that decides. */
  readonly expected: ReadonlyArray<Type>
  /** The same as it is declared. */
  readonly declared: ReadonlyArray<Type>
  /** Are parameters left to what they are declared to be without an argument? */
  readonly leavesSome: boolean
}

/** Of those that fit, so many are compared with each other. */
export const MOST_COMPARED = 32

/** The candidates that no other one is better than. */
export const best = (
  s: Solver,
  f: FileView,
  candidates: ReadonlyArray<Candidate>,
  given: ReadonlyArray<Argument>,
  by: Conversions,
): ReadonlyArray<Type> => {
  if (candidates.length === 1 || MOST_COMPARED < candidates.length) return candidates.map((it) => it.type)
  const left = candidates.filter((it) =>
    !candidates.some((other) =>
      other !== it && isBetter(s, f, other, it, given, by) && !isBetter(s, f, it, other, given, by)
    )
  )
  if (left.length <= 1) return left.map((it) => it.type)
  // the same by their parameters: what is written of the method, not what only asks for it
  const [first, ...others] = left
  const same = others.every((it) =>
    // of what is not known nobody can say that it is the same
    it.expected.every((type, i) => type !== UNKNOWN && isSame(s, type, first!.expected[i]!, by))
  )
  if (!same || others.some((it) => it.phase !== first!.phase)) return left.map((it) => it.type)
  const whole = left.filter((it) => !it.leavesSome)
  const several = mostSpecific(s, whole.length > 0 ? whole : left, by)
  return [(several.find((it) => hasBody(s, it.type)) ?? several[0]!).type]
}

/** Of candidates that expect the same those that say so most plainly: without type parameters, else with fewer of them. */
const mostSpecific = (s: Solver, all: ReadonlyArray<Candidate>, by: Conversions): ReadonlyArray<Candidate> => {
  if (by.rules.functionsTell !== true) return all
  const plain = all.filter((it) => ownParameters(s, it.type).length === 0)
  if (plain.length > 0) return plain
  const left = all.filter((it) => !all.some((other) => other !== it && isPlainer(s, other, it)))
  return left.length > 0 ? left : all
}

const isPlainer = (s: Solver, one: Candidate, other: Candidate): boolean => {
  const all = one.declared.map((it, i) => plainness(s, it, other.declared[i]!, 0))
  return all.includes(1) && !all.includes(-1)
}

/** @returns 1 where a type says more than another one of a form that may be the same, -1 where the other does. */
const plainness = (s: Solver, one: Type, other: Type, depth: number): number => {
  const { types } = s
  const [a, b] = [expandAliases(s, one), expandAliases(s, other)]
  const [isOpen, isOther] = [types.kind[a] === KINDS.parameter, types.kind[b] === KINDS.parameter]
  if (isOpen !== isOther) return isOther ? 1 : -1
  if (isOpen || depth > 4 || types.count(a) !== types.count(b)) return 0
  for (let i = 0; i < types.count(a); i++) {
    const found = plainness(s, types.argument(a, i), types.argument(b, i), depth + 1)
    if (found !== 0) return found
  }
  return 0
}

const hasBody = (s: Solver, type: Type): boolean =>
  s.types.kind[type] === KINDS.function && (s.flagsOf(s.types.a[type]!) & NODE_FLAGS.signature) === 0

const isSame = (s: Solver, one: Type, other: Type, by: Conversions): boolean => {
  if (by.rules.functionsTell === true) return isExactly(s, one, other, isNone)
  const [a, b] = [expandAliases(s, one), expandAliases(s, other)]
  if (a === b) return true
  const { kind, a: of, b: name } = s.types
  if (kind[a] !== kind[b] || of[a] !== of[b] || name[a] !== name[b] || !NAMED.has(kind[a]!)) return false
  const isArray = kind[a] === KINDS.library &&
    s.library.types[of[a]!]!.name === s.policyOf(by.language).builtins.array
  return !isArray || isSame(s, s.types.argument(a, 0), s.types.argument(b, 0), by)
}

const isNone = (): boolean => false

const NAMED: ReadonlySet<number> = new Set([KINDS.instance, KINDS.library, KINDS.external])

/** Is a candidate at least as good as another one, whatever the arguments are of which nothing is known? */
const isBetter = (
  s: Solver,
  f: FileView,
  one: Candidate,
  other: Candidate,
  given: ReadonlyArray<Argument>,
  by: Conversions,
): boolean => {
  let narrower = true
  let isPlain = false
  let isOpen = false
  let isLoose = false
  for (let i = 0; i < given.length; i++) {
    const [mine, its] = [one.expected[i]!, other.expected[i]!]
    if (isSame(s, mine, its, by)) continue
    const argument = given[i]!
    const isWritten = isGivenFunction(s, argument, by)
    if (isWritten && isSurer(s, f, argument, mine, its, by)) continue
    if (!isWritten && argument.type === UNKNOWN) {
      isOpen = true
      continue
    }
    if (!isWritten && isMeantFor(s, argument.type, mine, its, conversionsFor(f, argument, by))) {
      isPlain = true
      continue
    }
    // what is given is of the very type that one asks for: whatever else it is lies above that
    if (!isWritten && isSame(s, argument.type, mine, by)) continue
    if (by.rules.functionsTell === true) {
      if (isWritten && asksForIt(s, f, argument, mine, its, isOwnOf(s, one))) continue
      const isOthers = isWritten
        ? asksForIt(s, f, argument, its, mine, isOwnOf(s, other))
        : isSame(s, argument.type, its, by)
      if (isOthers) narrower = false
      else if (isWritten && isUndecided(s, f, argument, mine, its)) return false
    }
    if (fits(s, mine, its, conversionsFor(f, argument, by)) === FITS.asItIs) continue
    if (isWritten && givesMore(s, mine, its)) continue
    if (isFromOutside(s, argument.type)) isLoose = true
    else narrower = false
  }
  // where nothing is known of an argument, another one decides that only this function surely takes
  if (isOpen && !isPlain) return false
  if (one.phase === other.phase) return narrower && (!isLoose || isPlain)
  return one.phase < other.phase && !isOnlyUnknown(s, f, one, other, given, by)
}

/** Is it unknown of one candidate alone whether it takes a value at all that the other one takes as an object? */
const isOnlyUnknown = (
  s: Solver,
  f: FileView,
  one: Candidate,
  other: Candidate,
  given: ReadonlyArray<Argument>,
  by: Conversions,
): boolean =>
  given.some((it, i) =>
    it.type !== UNKNOWN && !isGivenFunction(s, it, by) &&
    valueFits(s, f, it, one.expected[i]!, by) === FITS.unknown &&
    valueFits(s, f, it, other.expected[i]!, by) === FITS.boxed
  )

const isOwnOf = (s: Solver, { type }: Candidate) => (parameter: Type): boolean =>
  ownParameters(s, type).includes(parameter)
