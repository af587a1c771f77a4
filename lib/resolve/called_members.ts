// Members that are called: functions of the name come first, and a variable of it is called where there is none.

import { NONE } from "../graph/columns.ts"
import { plainName } from "./names.ts"
import { SPACES } from "./program.ts"
import type { Solver } from "./solver.ts"

/** Has the only instance that answers for a class a member of a name? */
export const speaks = (s: Solver, speaker: number, name: number): boolean => {
  const { inherited } = s.around
  const plain = plainName(name)
  if (plain === name) return inherited.holder(speaker, plain, SPACES.value) !== NONE
  return inherited.holder(speaker, plain, SPACES.call) !== NONE || variableNamed(s, speaker, name) !== name
}

/**
 * The name by which a type has a variable that is called, where it is called and has no function of the name; else the
 * name itself.
 */
export const variableNamed = (s: Solver, symbol: number, name: number): number => {
  const plain = plainName(name)
  if (plain === name || s.file(symbol).language.policy.variablesAreCalled !== true) return name
  return s.around.inherited.holder(symbol, plain, SPACES.value) === NONE ? name : plain
}
