// What an operation gives that follows from its operands: the widest of some numbers, or a text.

import { NONE } from "../graph/columns.ts"
import { OPS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import { libraryType } from "./library_types.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** Operands of one chain of operations that are looked at; of a longer one nothing is known. */
const MOST_OPERANDS = 64

/** The type of an operation; UNKNOWN where an operand that decides is not known, or where the language says nothing. */
export const operationType = (s: Solver, f: FileView, e: number): Type => {
  const { arithmetic, builtins, overloads } = f.language.policy
  if (arithmetic === undefined) return UNKNOWN
  const open = [e]
  let widest = 0
  let known = true
  let isFirst = true
  for (let seen = 0; open.length > 0; seen++) {
    if (seen === MOST_OPERANDS) return UNKNOWN
    const at = open.pop()!
    if (at !== NONE && f.op[at] === OPS.operation && f.exprRef[at] === 0) {
      for (let i = f.operandCount[at]! - 1; 0 <= i; i--) open.push(f.operand(at, i))
      continue
    }
    const type = at === NONE ? UNKNOWN : s.typeOf(f, at)
    const name = s.types.kind[type] === KINDS.library ? s.library.types[s.types.a[type]!]!.name : ""
    if (name === builtins.string || (name === builtins.boolean && isFirst)) return type
    isFirst = false
    if (name === "") known = false
    const plain = Object.keys(overloads?.boxing ?? {}).find((it) => overloads!.boxing[it] === name) ?? name
    widest = Math.max(widest, arithmetic.indexOf(plain))
  }
  return known ? libraryType(s, f, arithmetic[widest]!, EMPTY) : UNKNOWN
}
