// Members that nobody writes and the compiler adds: `copy` and the components of a data class, what every enum has.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { DEFINITION_FLAGS, OPS, PARAMETER_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { addParameter } from "./parameters.ts"

const { Method, Property } = NODE_KINDS

/** A member of a type that stands where something of it is written. */
const add = (w: Walk, owner: number, kind: number, flags: number, name: string, type: number, at: number): number => {
  const { owner: outer, function: around } = w
  w.owner = owner
  w.function = NONE
  const row = w.define(kind, flags | DEFINITION_FLAGS.implicit, w.strings.string(name), w.scope, at, at, at)
  w.owner = outer
  w.function = around
  w.definitions.at.type[row] = type
  return row
}

/** A type of the file by its name, with its own type parameters. */
const typeOf = (w: Walk, definition: number): number => {
  const { at } = w.definitions
  const start = at.nameStart[definition]!
  const args: Array<number> = []
  for (let i = 0; i < at.typeParameterCount[definition]!; i++) {
    const name = w.typeParameters.at.name[at.typeParameters[definition]! + i]!
    args.push(w.expression(OPS.typeName, name, NONE, start, start))
  }
  const row = w.expression(OPS.typeName, at.name[definition]!, NONE, start, start)
  for (const each of args) w.operand(row, each)
  return row
}

/** Components and `copy` of a data class, by the constructor in its head. */
export const declareData = (w: Walk, definition: number, constructor: number): void => {
  const { at } = w.definitions
  const first = at.parameters[constructor]!
  const count = at.parameterCount[constructor]!
  const place = at.nameStart[constructor]!
  for (let i = 0; i < count; i++) {
    add(w, definition, Method.code, 0, `component${i + 1}`, w.parameters.at.type[first + i]!, place)
  }
  const copy = add(w, definition, Method.code, 0, "copy", typeOf(w, definition), place)
  const parameters = w.parameters.rows
  for (let i = 0; i < count; i++) {
    const { name, type, nameStart } = w.parameters.at
    addParameter(w, name[first + i]!, PARAMETER_FLAGS.optional, type[first + i]!, NONE, nameStart[first + i]!)
  }
  at.parameters[copy] = parameters
  at.parameterCount[copy] = count
}

/** A type of the library with an argument. */
const library = (w: Walk, name: string, argument: number, at: number): number => {
  const row = w.expression(OPS.typeName, w.strings.string(name), NONE, at, at)
  if (argument !== NONE) w.operand(row, argument)
  return row
}

/** What can be asked of every enum and of each of its constants. */
export const declareEnum = (w: Walk, definition: number): void => {
  const at = w.definitions.at.nameStart[definition]!
  const own = () => typeOf(w, definition)
  const { static: onType, readonly } = NODE_FLAGS
  add(w, definition, Method.code, onType, "values", library(w, "Array", own(), at), at)
  add(w, definition, Property.code, onType | readonly, "entries", library(w, "List", own(), at), at)
  const byName = add(w, definition, Method.code, onType, "valueOf", own(), at)
  const { parameters, parameterCount } = w.definitions.at
  parameters[byName] = addParameter(w, w.strings.string("value"), 0, library(w, "String", NONE, at), NONE, at)
  parameterCount[byName] = 1
  add(w, definition, Property.code, readonly, "name", library(w, "String", NONE, at), at)
  add(w, definition, Property.code, readonly, "ordinal", library(w, "Int", NONE, at), at)
}
