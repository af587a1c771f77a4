// What a variable surely holds where it is declared of one type, given one new object of another, and never assigned again.

import { NONE } from "../graph/columns.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import { searchMember } from "./searches.ts"
import type { Solver } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** A member as the declared type has it, and the receiver whose member runs in its place. */
export interface Narrowed {
  readonly declared: number
  readonly receiver: Type
}

/** Of the member that a callee asks a variable for; undefined where the declared type says which one runs. */
export const narrowed = (s: Solver, f: FileView, callee: number, declared: Type): Narrowed | undefined => {
  if (f.language.policy.madeObjectsRun !== true) return undefined
  const made = madeIn(s, f, f.operand(callee, 0))
  if (made === UNKNOWN || made === declared) return undefined
  const name = f.memberName(callee)
  const [named, runs] = [declared, made].map((type) => searchMember(s, type, name).definitions)
  const isAnother = named!.length === 1 && runs!.length === 1 && named![0] !== runs![0]
  return isAnother ? { declared: named![0]!, receiver: made } : undefined
}

const madeIn = (s: Solver, f: FileView, e: number): Type => {
  const binding = f.op[e] === OPS.name ? s.program.bindingOf(f, e) : NONE
  if (binding === NONE || s.program.fileOfBinding[binding] !== f.index) return UNKNOWN
  const row = binding - f.bindingBase
  const { kind, type, value } = f.facts.bindings
  if (kind[row] !== BINDING_KINDS.local || type[row] === NONE || value[row] === NONE) return UNKNOWN
  if (f.op[value[row]!] !== OPS.new || s.writes.ofBinding(binding).length > 0) return UNKNOWN
  const made = s.typeOf(f, value[row]!)
  return s.types.kind[made] === KINDS.instance ? made : UNKNOWN
}
