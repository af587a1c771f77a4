// Calls that take one of several functions of a name, in languages where each is a function of its own. A call that does
// not decide which ends as ambiguous: it may run any of those that are left, and is said to take none.

import { NONE } from "../graph/columns.ts"
import { CAUSES, EDGE_KINDS, NODE_FLAGS, type Reason, REASONS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, OPS } from "../syntax/facts.ts"
import { calledOf } from "./alternatives.ts"
import type { Binder } from "./binder.ts"
import { chosen, mayTake, takesSoMany } from "./choice.ts"
import type { FileView } from "./file_view.ts"
import type { Found } from "./found.ts"
import { constructorsOf, functionsIn, isChosen, oneOf } from "./overload_sets.ts"
import { typeAround } from "./receivers.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

const CALLS = EDGE_KINDS.CALLS.code
const DISPATCHES = EDGE_KINDS.DISPATCHES.code

/** What a call comes to: a function, several that it may be, or one that lies outside; or no function fits. */
export type Choice = "taken" | "ambiguous" | "outside" | "none"

/**
 * Is a bare name that functions of ours have meant as that of the platform, because none of ours can be called so? Names
 * of the platform are seen everywhere, behind all others.
 */
export const isPlatforms = (
  s: Solver,
  f: FileView,
  types: ReadonlyArray<Type>,
  call: number,
  name: string,
): boolean => {
  const { policy } = f.language
  if (!policy.globals.has(name) && !s.libraryOf(f).values.has(name)) return false
  return isTakenByNone(s, f, types, call)
}

/** Can none of the functions that a type is known to have be called so, while a base that is not known may have others? */
export const isOfUnknownBase = (s: Solver, f: FileView, found: Found, call: number): boolean =>
  (found.external !== 0 || found.unknown) && f.language.policy.overloads?.typesConvert !== true &&
  // what values of one language are to another one is not known well enough
  found.definitions.every((it) => s.file(it).language === f.language) &&
  // what syntax hands over is not written: that arguments are too few tells nothing
  found.types.some((type) =>
    functionsIn(s, type).some((it) => takesSoMany(s, it, f, call, f.operandCount[call]! - 1))
  ) &&
  isTakenByNone(s, f, found.types, call)

/** Are all that were found functions of ours that a call, by what is given, surely does not mean? */
const isTakenByNone = (s: Solver, f: FileView, types: ReadonlyArray<Type>, call: number): boolean =>
  f.language.policy.overloads !== undefined && f.op[call] === OPS.call && types.length > 0 &&
  types.every((type) =>
    functionsIn(s, type).every((it) => s.types.kind[it] === KINDS.function && !mayTake(s, it, f, call))
  )

/** Is a call of what a search found one that chooses? */
export const isChoice = (s: Solver, types: ReadonlyArray<Type>): boolean =>
  types.some((it) => s.types.kind[it] === KINDS.overloads)

/** Of so many each is as likely as what is stated of an overload; of more none is likely. */
const EVEN = 2

/** Ends a reference that fits several functions alike. Where they are few, it is drawn that it may run either. */
export const endsAlike = (b: Binder, all: ReadonlyArray<Type>, name: string): void => {
  drawAlike(b, all)
  b.end("ambiguous", CAUSES.ambiguous.code, name)
}

const drawAlike = (b: Binder, all: ReadonlyArray<Type>): void => {
  if (EVEN < all.length) return
  for (const each of all) {
    if (b.s.types.kind[each] === KINDS.function) b.edge(DISPATCHES, b.s.types.a[each]!, "overload")
  }
}

/** Draws the call of the one function that a call takes, of each term of functions for itself. */
const take = (b: Binder, f: FileView, types: ReadonlyArray<Type>, call: number, reason: Reason): Choice => {
  const s = b.s
  let choice: Choice = "none"
  for (const type of types) {
    const taken = functionsIn(s, type).length === 1 ? functionsIn(s, type) : chosen(s, type, f, call)
    const [first] = taken
    if (first === undefined) continue
    if (taken.length > 1) {
      drawAlike(b, taken)
      choice = "ambiguous"
    } else if (s.types.kind[first] === KINDS.function) {
      const [to, ...others] = calledOf(s, s.types.a[first]!)
      b.edge(CALLS, to!, reason)
      for (const each of others) b.edge(DISPATCHES, each, reason)
      if (choice !== "ambiguous") choice = "taken"
    } else if (choice === "none") choice = "outside"
  }
  return choice
}

/** A call of a name that several functions have. */
export const callOneOf = (b: Binder, f: FileView, functions: Type, reason: Reason, name: string): void => {
  switch (take(b, f, [functions], b.expression, reason)) {
    case "taken":
      return b.end("resolved", REASONS[reason].code, name)
    case "ambiguous":
      return b.end("ambiguous", CAUSES.ambiguous.code, name)
    case "outside":
      return b.external(0, b.s.program.names.id(name))
    case "none":
      return b.end("unknown", CAUSES.unknownName.code, name)
  }
}

/** The same of members. */
export const callOneMember = (b: Binder, f: FileView, found: Found, reason: Reason, name: string): void => {
  const { names } = b.s.program
  switch (take(b, f, found.types, b.expression, reason)) {
    case "taken":
      return b.end("resolved", REASONS[reason].code, name)
    case "ambiguous":
      return b.end("ambiguous", CAUSES.ambiguous.code, name)
    case "outside":
      return b.external(0, names.id(name))
    case "none":
      // those that are known do not fit: it is one of what is not known
      if (found.external !== 0) return b.external(found.external - 1, names.id(name))
      return b.end("unknown", found.unknown ? CAUSES.unknownReceiver.code : CAUSES.unknownMember.code, name)
  }
}

/** Draws the call of a constructor of a class that chooses between them; of one without any none is drawn. */
export const callConstructor = (b: Binder, f: FileView, symbol: number, call: number, reason: Reason): Choice => {
  const all = constructorsOf(b.s, symbol)
  if (all === UNKNOWN) return "taken"
  const seen = functionsIn(b.s, all).filter((it) => isSeenAt(b.s, f, f.exprScope[call]!, symbol, it))
  // a struct is there without any of them, where nothing is given that one would take
  const isBare = (b.s.flagsOf(symbol) & DEFINITION_FLAGS.struct) !== 0 && f.operandCount[call] === 1
  if (isBare && !seen.some((it) => takesSoMany(b.s, it, f, call, 0))) return "taken"
  return take(b, f, seen.length === 0 ? [all] : [oneOf(b.s, seen)], call, reason)
}

/** Is a constructor no private one of a class that does not stand around a place, as a whole? */
const isSeenAt = (s: Solver, f: FileView, scope: number, symbol: number, type: Type): boolean => {
  if (s.types.kind[type] !== KINDS.function || (s.flagsOf(s.types.a[type]!) & NODE_FLAGS.private) === 0) return true
  const at = s.file(symbol)
  if (at !== f) return false
  let outermost = symbol - f.definitionBase
  const { owner } = f.facts.definitions
  while (owner[outermost] !== NONE) outermost = owner[outermost]!
  const { parent, definition } = f.facts.scopes
  for (let around = scope; around !== NONE; around = parent[around]!) if (definition[around] === outermost) return true
  return false
}

/** A constructor that runs another one of its own class: `this(…)`; false where it is none. */
export const bindOwnConstructor = (b: Binder, f: FileView, callee: number): boolean => {
  const around = typeAround(b.s, f, f.exprScope[callee]!)
  if (around === undefined || !isChosen(b.s, around.symbol)) return false
  const all = constructorsOf(b.s, around.symbol)
  if (all === UNKNOWN) return false
  callOneOf(b, f, all, "this", "this")
  return true
}
