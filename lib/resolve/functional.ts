// Interfaces that ask for one method alone: where one is expected, a function may stand, and takes its parameters' types
// from that method.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { basesOf } from "./bases.ts"
import { expandAliases } from "./expansion.ts"
import { memberType } from "./members.ts"
import type { Solver } from "./solver.ts"
import { plainName } from "./names.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

const { Interface, Method } = NODE_KINDS

/** The method that an interface asks for as a function seen from the type; UNKNOWN where it asks for none or several. */
export const methodAskedFor = (s: Solver, type: Type): Type => {
  if (s.types.kind[type] !== KINDS.instance) return UNKNOWN
  const method = s.askedFor.of(s, s.types.a[type]!, 0, () => findMethod(s, s.types.a[type]!))
  if (method === NONE) return UNKNOWN
  const f = s.file(method)
  const found = memberType(s, type, f.memberNamed(f.facts.definitions.name[method - f.definitionBase]!, Method.code, 0))
  // others of the same name have bodies
  const all = s.types.kind[found] === KINDS.overloads ? s.types.arguments(found) : [found]
  return all.find((it) => s.types.kind[it] === KINDS.function && s.types.a[it] === method) ?? UNKNOWN
}

const findMethod = (s: Solver, symbol: number): number => {
  if (s.kindOf(symbol) !== Interface.code || s.file(symbol).language.policy.functionalInterfaces !== true) return NONE
  const seen = new Set<string>()
  let found: number = NONE
  const types = [symbol]
  for (const base of basesOf(s, symbol)) {
    const at = expandAliases(s, base)
    if (s.types.kind[at] === KINDS.instance) types.push(s.types.a[at]!)
    // where one from outside asked for a method, too, no function could stand for the type
    else if (s.types.kind[at] === KINDS.unknown) return NONE
  }
  for (const each of types) {
    for (let part = each; part !== NONE; part = s.symbols.nextPart[part]!) {
      for (const member of methodsOf(s, part)) {
        const key = keyOf(s, member)
        if (seen.has(key)) continue
        seen.add(key)
        if ((s.flagsOf(member) & NODE_FLAGS.signature) === 0 || isOfEveryObject(s, member)) continue
        if (found !== NONE) return NONE
        found = member
      }
    }
  }
  return found
}

/** Methods that a type's own text declares, in order. */
const methodsOf = (s: Solver, type: number): ReadonlyArray<number> => {
  const f = s.file(type)
  const d = type - f.definitionBase
  const { owner, kind, start, end, rows } = f.facts.definitions
  const all: Array<number> = []
  for (let m = d + 1; m < rows && start[m]! < end[d]!; m++) {
    if (owner[m] === d && kind[m] === Method.code) all.push(f.definitionBase + m)
  }
  return all
}

/** Methods of one name and number of parameters count as one: in an interface the nearer replaces the other. */
const keyOf = (s: Solver, method: number): string => {
  const f = s.file(method)
  return `${plainName(s.nameOf(method))} ${f.facts.definitions.parameterCount[method - f.definitionBase]!}`
}

/** Does every object have such a method anyway? */
const isOfEveryObject = (s: Solver, method: number): boolean => {
  const f = s.file(method)
  const { builtins } = f.language.policy
  const root = s.libraryOf(f).types.get(builtins.object)
  return root !== undefined && s.library.types[root]!.members.has(plainName(s.nameOf(method)))
}
