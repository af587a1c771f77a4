// Functions with which nothing is done but calling them by their name: whoever hands something over to a parameter of
// theirs is seen, so what a parameter holds is known in full.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import type { Program } from "./program.ts"

/** Are all callers of the function that a parameter belongs to known? O(expressions) once a file. */
export const hasKnownCallers = (program: Program, f: FileView, parameter: number): boolean => {
  const d = f.ownerOfParameter(parameter)
  return d !== NONE && (f.onlyCalled ??= onlyCalled(program, f))[d] === 1
}

/** By definition of a file: 1 for a function that a name is bound to which is only called. */
const onlyCalled = (program: Program, f: FileView): Uint8Array => {
  const { definitions, bindings, exports } = f.facts
  const only = new Uint8Array(definitions.rows)
  const exported = new Set(exports.local)
  for (let row = 0; row < bindings.rows; row++) {
    if (bindings.kind[row] !== BINDING_KINDS.definition) continue
    const d = bindings.target[row]!
    if (definitions.kind[d] !== NODE_KINDS.Function.code || (definitions.flags[d]! & NODE_FLAGS.exported) !== 0) {
      continue
    }
    // other files of its package say its name, too
    if (f.language.policy.packages !== undefined && (definitions.flags[d]! & NODE_FLAGS.private) === 0) continue
    only[d] = definitions.scope[d] === 0 && exported.has(definitions.name[d]!) ? 0 : 1
  }
  for (let e = 0; e < f.op.length; e++) {
    if (f.op[e] !== OPS.name || isCalled(f, e)) continue
    const binding = program.bindingOf(f, e)
    if (binding === NONE) continue
    const row = binding - f.bindingBase
    if (bindings.kind[row] === BINDING_KINDS.definition) only[bindings.target[row]!] = 0
  }
  return only
}

const isCalled = (f: FileView, e: number): boolean => {
  const parent = f.parent(e)
  return parent !== NONE && f.op[parent] === OPS.call && f.operand(parent, 0) === e
}
