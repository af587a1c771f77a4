// Types as they are written, as text that is equal where they are the same: names by what they lead to, whatever they are
// called where they stand. No type is asked for, so this can be asked before any is known.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { OPS, PARAMETER_FLAGS, TYPE_FLAGS } from "../syntax/facts.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { type NameGround, typeEntityOf } from "./type_entities.ts"

/** Types in types that are looked into; deeper ones are all alike. */
const DEEPEST = 12

/** Parameters and results of a function as text, its receiver left out. O(expressions of its types). */
export const signatureKey = (s: NameGround, definition: number): string => {
  const f = s.program.file(definition)
  return functionKey(s, f, definition - f.definitionBase, 0)
}

const functionKey = (s: NameGround, f: FileView, d: number, depth: number): string => {
  const { parameters, parameterCount, type } = f.facts.definitions
  const all: Array<string> = []
  for (let i = 0; i < parameterCount[d]!; i++) {
    const row = parameters[d]! + i
    const { flags, type: types } = f.facts.parameters
    if ((flags[row]! & PARAMETER_FLAGS.receiver) !== 0) continue
    all.push(((flags[row]! & PARAMETER_FLAGS.rest) === 0 ? "" : "...") + typeKey(s, f, types[row]!, depth + 1))
  }
  return `(${all.join(",")})${type[d] === NONE ? "" : typeKey(s, f, type[d]!, depth + 1)}`
}

/** A type as text; `?` for what is not read. */
export const typeKey = (s: NameGround, f: FileView, e: number, depth = 0): string => {
  if (e === NONE || depth > DEEPEST) return "?"
  const mark = (f.exprFlags[e]! & TYPE_FLAGS.reference) === 0 ? "" : "*"
  switch (f.op[e]) {
    case OPS.typeName:
    case OPS.typeMember:
      return mark + nameKey(s, f, e, depth)
    case OPS.typeArray:
      return `${mark}[]${typeKey(s, f, f.operand(e, 0), depth + 1)}`
    case OPS.typeTuple:
      return `(${operandKeys(s, f, e, 0, depth)})`
    case OPS.union:
      return operandKeys(s, f, e, 0, depth).replaceAll(",", "|")
    case OPS.typeFunction:
      return `${mark}func${functionKey(s, f, f.exprRef[e]!, depth)}`
    case OPS.typeObject:
      return `${mark}{${f.exprRef[e] === NONE ? "" : membersKey(s, f, f.exprRef[e]!, depth)}}`
    default:
      return "?"
  }
}

const operandKeys = (s: NameGround, f: FileView, e: number, from: number, depth: number): string => {
  const all: Array<string> = []
  for (let i = from; i < f.operandCount[e]!; i++) all.push(typeKey(s, f, f.operand(e, i), depth + 1))
  return all.join(",")
}

/** A name by what it leads to, with the types that it is applied to. */
const nameKey = (s: NameGround, f: FileView, e: number, depth: number): string => {
  const { entities } = s.imports
  const args = operandKeys(s, f, e, f.op[e] === OPS.typeMember ? 1 : 0, depth)
  const applied = args === "" ? "" : `<${args}>`
  const entity = typeEntityOf(s, f, e)
  const written = f.facts.strings[f.exprName[e]!]!
  if (entity === undefined) return (f.language.policy.sameTypes?.[written] ?? written) + applied
  const a = entities.a[entity]!
  switch (entities.kind[entity]) {
    case ENTITIES.definition: {
      if (s.program.kind[a] !== NODE_KINDS.TypeAlias.code) return `#${a}${applied}`
      const at = s.program.file(a)
      const behind = at.facts.definitions.type[a - at.definitionBase]!
      return applied !== "" || behind === NONE ? `#${a}${applied}` : typeKey(s, at, behind, depth + 1)
    }
    case ENTITIES.typeParameter:
      return `$${a}`
    case ENTITIES.external:
      return `${s.program.names.text(a)}.${s.program.names.text(entities.b[entity]!)}${applied}`
    default:
      return written + applied
  }
}

/** The members of a type without a name. */
const membersKey = (s: NameGround, f: FileView, d: number, depth: number): string => {
  const { owner, name, type, kind, rows } = f.facts.definitions
  const all: Array<string> = []
  for (let m = d + 1; m < rows && f.facts.definitions.start[m]! < f.facts.definitions.end[d]!; m++) {
    if (owner[m] !== d) continue
    const is = kind[m] === NODE_KINDS.Method.code ? functionKey(s, f, m, depth + 1) : typeKey(s, f, type[m]!, depth + 1)
    all.push(`${f.facts.strings[name[m]!]!} ${is}`)
  }
  return all.sort().join(";")
}
