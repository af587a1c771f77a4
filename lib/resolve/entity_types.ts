// The type of the value that an entity stands for.

import { NONE } from "../graph/columns.ts"
import { BINDING_KINDS } from "../syntax/facts.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import { externalMember } from "./library_types.ts"
import { valueOf } from "./definition_values.ts"
import { memberType } from "./members.ts"
import type { Solver } from "./solver.ts"
import { EMPTY, SLOTS } from "./solver.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

export const typeOfEntity = (s: Solver, entity: Entity): Type => {
  const { entities } = s.imports
  const a = entities.a[entity]!
  switch (entities.kind[entity]) {
    case ENTITIES.definition:
      return valueOf(s, a)
    case ENTITIES.binding:
      return typeOfBinding(s, a)
    case ENTITIES.module:
      return typeOfModule(s, entity)
    case ENTITIES.value:
      return s.typeOf(s.program.files[a]!, entities.b[entity]!)
    case ENTITIES.member:
      return once(s, entity, UNKNOWN, () => memberType(s, typeOfEntity(s, a), entities.b[entity]!))
    case ENTITIES.external:
      return entities.b[entity] === 0
        ? s.types.make(KINDS.external, a, 0, EMPTY)
        : externalMember(s, a, entities.b[entity]!)
    case ENTITIES.folder:
      return s.types.make(KINDS.folder, a, entities.b[entity]!, EMPTY)
    case ENTITIES.package:
      return s.types.make(KINDS.package, a, entities.b[entity]!, EMPTY)
    default:
      return UNKNOWN
  }
}

/** A parameter's own slot, or that of a local variable. */
const typeOfBinding = (s: Solver, binding: number): Type => {
  const f = s.program.files[s.program.fileOfBinding[binding]!]!
  const row = binding - f.bindingBase
  const { kind, target, value } = f.facts.bindings
  const isAlone = s.writes.ofBinding(binding).length === 0 && s.program.nextBinding(binding) === NONE
  if (kind[row] === BINDING_KINDS.parameter && target[row] !== NONE && isAlone) {
    const e = value[row]!
    // A name that is taken out of a destructured parameter has an expression of its own.
    if (e === NONE || f.exprRef[e] === target[row]) return s.slot(SLOTS.parameter, f.parameterBase + target[row]!)
  }
  return s.slot(SLOTS.binding, binding)
}

/** A module that is one value is that value; what else it exports is found all the same. */
const typeOfModule = (s: Solver, entity: Entity): Type => {
  const file = s.imports.entities.a[entity]!
  const f = s.program.files[file]!
  const whole = s.imports.wholeOf(f)
  const module = s.types.make(KINDS.module, file, 0, EMPTY)
  if (whole === NONE) return module
  const value = once(s, entity, module, () => s.typeOf(f, whole))
  return value === UNKNOWN ? module : value
}

/** What an entity gives; one that leads back to itself (`module.exports = exports || {}`) gives `again` the second time. */
const once = (s: Solver, entity: Entity, again: Type, compute: () => Type): Type => {
  if (s.asked.has(entity)) return again
  s.asked.add(entity)
  const type = compute()
  s.asked.delete(entity)
  return type
}
