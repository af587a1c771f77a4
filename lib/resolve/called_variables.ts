// Variables and properties that may be called, by what is written of them alone. A name that is called is looked up before
// any type is known, and one that holds no function leaves the call to a function further out.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"

/** Whether a value of a type that is written in a file can be called, as far as names tell. */
export type Calls = (f: FileView, type: number) => boolean

/** May a variable of a function, or a parameter of one, hold something that can be called? */
export const mayCallBinding = (f: FileView, row: number, calls: Calls): boolean => {
  const { kind, target, type, value } = f.facts.bindings
  const isParameter = kind[row] === BINDING_KINDS.parameter && target[row] !== NONE
  const declared = type[row] !== NONE || !isParameter ? type[row]! : f.facts.parameters.type[target[row]!]!
  if (declared !== NONE) return calls(f, declared)
  return value[row] === NONE || (f.op[value[row]!] !== OPS.literal && f.op[value[row]!] !== OPS.operation)
}

/** Is a property declared to be a function? */
export const isFunctionProperty = (f: FileView, definition: number): boolean => {
  const { kind, type } = f.facts.definitions
  return kind[definition] === NODE_KINDS.Property.code && type[definition] !== NONE &&
    f.op[type[definition]!] === OPS.typeFunction
}
