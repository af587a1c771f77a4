// Which definitions of a file readers know by name, so that they become nodes: parameters, other locals and functions
// without a name do not.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, type FileFacts, OPS } from "./facts.ts"

const { Property, Variable, Const, TypeAlias } = NODE_KINDS

/** Is a definition one that readers know: no parameter, no other local, no member of a type that stands in passing? */
export const becomesNode = (facts: FileFacts, d: number): boolean => {
  const { kind, flags, name, owner } = facts.definitions
  const k = kind[d]!
  if (k === 0 || facts.strings[name[d]!] === "" || (flags[d]! & DEFINITION_FLAGS.implicit) !== 0) return false
  if ((k === Variable.code || k === Const.code) && (flags[d]! & DEFINITION_FLAGS.local) !== 0) return false
  if (k !== Property.code || isFunctionMember(facts, d)) return true
  const o = owner[d]!
  if (o === NONE) return false
  if (kind[o] !== 0) return true
  // A type without a name: its properties are known where it is the whole of an alias or of a property.
  const outer = owner[o]!
  return outer !== NONE && (kind[outer] === TypeAlias.code || kind[outer] === Property.code)
}

/** Is a member declared with the type of a function, so that it is called like a method? */
export const isFunctionMember = (facts: FileFacts, d: number): boolean => {
  const { kind, flags, type } = facts.definitions
  if (kind[d] !== Property.code || (flags[d]! & NODE_FLAGS.signature) === 0 || type[d] === NONE) return false
  return facts.expressions.op[type[d]!] === OPS.typeFunction
}
