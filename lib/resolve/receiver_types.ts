// Methods that are written outside of the type that they are called on, which their receiver names: that type may stand in
// any file that shares its names with the method's. Afterwards they are members like any other.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS, OPS, PARAMETER_FLAGS } from "../syntax/facts.ts"
import type { Around } from "./around.ts"
import { ENTITIES } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import { type Program, SPACES } from "./program.ts"

const { Class, Interface, Enum, TypeAlias, Method } = NODE_KINDS
const OWNERS: ReadonlySet<number> = new Set([Class.code, Interface.code, Enum.code])

/** Names that a type alias may lead on by before it is given up. */
const DEEPEST = 8

/**
 * Gives such methods to their types: as members, by `Program.owner`, and by what their names for its type parameters
 * stand for. O(definitions of the files whose language has such methods).
 */
export const giveToReceivers = (around: Around): void => {
  const files = around.program.files.filter((f) => f.language.policy.receiverOwns === true)
  // what is part of every build comes before what another one has in its place
  for (const f of around.program.inTurn(files)) if (!around.packages.isApart(f)) giveFrom(around, f)
  for (const f of around.program.inTurn(files)) if (around.packages.isApart(f)) giveFrom(around, f)
}

const giveFrom = (around: Around, f: FileView): void => {
  const { program, packages, symbols } = around
  const { kind, owner, name, parameters, parameterCount, body, rows } = f.facts.definitions
  const { flags, type } = f.facts.parameters
  // members of one name follow in the order of the source
  for (let d = rows - 1; 0 <= d; d--) {
    if (kind[d] !== Method.code || owner[d] !== NONE || parameterCount[d] === 0) continue
    const receiver = parameters[d]!
    if ((flags[receiver]! & PARAMETER_FLAGS.receiver) === 0 || type[receiver] === NONE) continue
    const symbol = symbolOf(around, f, type[receiver]!, 0)
    if (symbol === NONE) continue
    const method = f.definitionBase + d
    program.owner[method] = symbol
    renameTypes(program, f, type[receiver]!, body[d]!, symbol)
    const known = packages.isApart(f) ? symbols.member(symbol, false, f.name(name[d]!)) : NONE
    if (known !== NONE && program.kind[known] === Method.code) packages.addChoice(known, method)
    else symbols.addMember(symbol, false, f.name(name[d]!), method)
  }
}

/** The type that a receiver's type names, or NONE. */
const symbolOf = (around: Around, f: FileView, e: number, depth: number): number => {
  if (f.op[e] !== OPS.typeName || depth > DEEPEST) return NONE
  const { program, imports } = around
  const name = f.name(f.exprName[e]!)
  const binding = program.lookUp(f, f.exprScope[e]!, name, SPACES.type)
  const entity = binding === NONE
    ? around.entity(f, f.exprScope[e]!, name, SPACES.type)
    : imports.entityOf(binding, SPACES.type)
  if (entity === undefined || imports.entities.kind[entity] !== ENTITIES.definition) return NONE
  const symbol = imports.entities.a[entity]!
  const kind = program.kind[symbol]!
  if (OWNERS.has(kind)) return symbol
  if (kind !== TypeAlias.code) return NONE
  const at = program.file(symbol)
  const behind = at.facts.definitions.type[symbol - at.definitionBase]!
  return behind === NONE ? NONE : symbolOf(around, at, behind, depth + 1)
}

/** A name that the receiver gives to a type parameter stands for the one that the type declares. */
const renameTypes = (program: Program, f: FileView, receiver: number, scope: number, symbol: number): void => {
  const at = program.file(symbol)
  const d = symbol - at.definitionBase
  const count = Math.min(f.operandCount[receiver]!, at.facts.definitions.typeParameterCount[d]!)
  const { kind, target } = f.facts.bindings
  for (let i = 0; i < count; i++) {
    const name = f.operand(receiver, i)
    if (name === NONE || f.op[name] !== OPS.typeName) continue
    const binding = program.bindingIn(f, scope, f.name(f.exprName[name]!))
    const row = binding - f.bindingBase
    if (binding === NONE || kind[row] !== BINDING_KINDS.typeParameter) continue
    const declared = at.typeParameterBase + at.facts.definitions.typeParameters[d]! + i
    program.sameTypeParameter.set(f.typeParameterBase + target[row]!, declared)
  }
}
