// Names of modules, of folders that are modules, and of packages, as members of these as values.

import { NONE } from "../graph/columns.ts"
import { ENTITIES } from "./entities.ts"
import { typeOfEntity } from "./entity_types.ts"
import type { Found } from "./found.ts"
import { findMember } from "./members.ts"
import { SPACES } from "./program.ts"
import type { Solver } from "./solver.ts"
import type { Type } from "./types.ts"

export const inModule = (s: Solver, file: number, name: number, found: Found, depth: number): void => {
  const f = s.program.files[file]!
  const entity = s.imports.exported(f, name, SPACES.value)
  if (s.imports.entities.kind[entity] !== ENTITIES.unresolved) {
    addEntity(s, entity, found)
    return
  }
  const whole = s.imports.wholeOf(f)
  if (whole === NONE) found.missing = true
  else findMember(s, s.typeOf(f, whole), name, found, depth + 1)
}

export const inFolder = (s: Solver, type: Type, name: number, found: Found): void => {
  const folder = s.imports.entities.make(ENTITIES.folder, s.types.a[type]!, s.types.b[type]!)
  const entity = s.imports.partOf(folder, name)
  if (s.imports.entities.kind[entity] === ENTITIES.unresolved) found.missing = true
  else addEntity(s, entity, found)
}

export const inPackage = (s: Solver, type: Type, name: number, found: Found): void => {
  const holder = s.imports.entities.make(ENTITIES.package, s.types.a[type]!, s.types.b[type]!)
  const entity = s.around.memberOf(holder, NONE, name, SPACES.value) ?? s.around.besides(holder, name)
  if (entity === undefined) found.missing = true
  else addEntity(s, entity, found)
}

export const addEntity = (s: Solver, entity: number, found: Found): void => {
  const { entities } = s.imports
  const isDefinition = entities.kind[entity] === ENTITIES.definition
  found.add(isDefinition ? entities.a[entity]! : NONE, typeOfEntity(s, entity))
  if (entities.kind[entity] === ENTITIES.external) {
    found.external = entities.a[entity]! + 1
    found.externalName = entities.b[entity]!
  }
}
