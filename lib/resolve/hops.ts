// The way from a name to its definition, told again after everything is bound: scope, import, re-exports. Each step is
// checked against what the resolver itself answered, so the way that is told is the way that was taken.

import { NONE } from "../graph/columns.ts"
import { BINDING_KINDS, EXPORT_KINDS, IMPORT_FLAGS } from "../syntax/facts.ts"
import * as Lines from "../text/lines.ts"
import type { Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import type { Solver } from "./solver.ts"
import { typeText } from "./type_text.ts"

/** One step and where the source says so. */
export interface Hop {
  readonly step: string
  readonly file: string
  readonly line: number
}

export const hopAt = (f: FileView, offset: number, step: string): Hop => ({
  step,
  file: f.path,
  line: Lines.lineAt(f.facts.lineStarts, offset),
})

/** Files that a chain of re-exports may pass. */
const LONGEST = 32

/** What a binding of a file is, and where that leads. */
export const ofBinding = (s: Solver, binding: number, space: number): ReadonlyArray<Hop> => {
  const hops: Array<Hop> = []
  bindingHops(s, binding, space, hops)
  return hops
}

const bindingHops = (s: Solver, binding: number, space: number, hops: Array<Hop>): void => {
  const f = s.program.files[s.program.fileOfBinding[binding]!]!
  const row = binding - f.bindingBase
  const { kind, name, nameStart, target } = f.facts.bindings
  const text = f.facts.strings[name[row]!]!
  const at = (step: string) => hops.push(hopAt(f, nameStart[row]!, step))
  switch (kind[row]) {
    case BINDING_KINDS.definition: {
      const d = target[row]!
      hops.push(hopAt(f, f.facts.definitions.nameStart[d]!, `${text} is defined`))
      return
    }
    case BINDING_KINDS.parameter:
      at(`${text} is a parameter`)
      return
    case BINDING_KINDS.typeParameter:
      at(`${text} is a type parameter`)
      return
    case BINDING_KINDS.import:
      return importHops(s, f, target[row]!, space, hops)
    default:
      at(`${text} is a local variable`)
  }
}

const importHops = (s: Solver, f: FileView, row: number, space: number, hops: Array<Hop>): void => {
  const { module, name, start, binding, flags } = f.facts.imports
  const specifier = f.facts.strings[module[row]!]!
  const there = f.facts.strings[name[row]!]!
  const local = binding[row] === NONE ? "" : f.facts.strings[f.facts.bindings.name[binding[row]!]!]!
  const as = local === "" || local === there ? "" : ` as ${local}`
  const verb = (flags[row]! & IMPORT_FLAGS.require) !== 0 ? "requires" : "imports"
  hops.push(hopAt(f, start[row]!, `${verb} ${there}${as} from ${JSON.stringify(specifier)}`))
  followed(s, f, module[row]!, f.name(name[row]!), space, s.imports.imported(f, row, space), hops)
}

/** From a name in a module on, as long as what is found there is what was found in the end. */
const followed = (
  s: Solver,
  f: FileView,
  module: number,
  name: number,
  space: number,
  entity: Entity,
  hops: Array<Hop>,
): void => {
  if (s.program.names.text(name) === "*") return
  for (const file of s.imports.destination(f, module).files) {
    if (s.imports.exported(file, name, space) === entity) return exportHops(s, file, name, space, entity, hops)
  }
}

/** How a file comes to export a name. */
export const exportHops = (
  s: Solver,
  f: FileView,
  name: number,
  space: number,
  entity: Entity,
  hops: Array<Hop>,
): void => {
  if (hops.length > LONGEST) return
  const { kind, name: names, local, module, start, rows } = f.facts.exports
  const outward = s.program.names.text(name)
  const leads = (binding: number) => binding !== NONE && s.imports.entityOf(binding, space) === entity
  for (let row = 0; row < rows; row++) {
    if (f.name(names[row]!) !== name) continue
    const inward = f.facts.strings[local[row]!] ?? ""
    const as = inward === outward ? "" : ` as ${outward}`
    switch (kind[row]) {
      case EXPORT_KINDS.local: {
        const id = f.name(local[row]!)
        const own = [space, 1 - space].map((it) => s.program.lookUp(f, 0, id, it)).find(leads)
        if (own === undefined) continue
        hops.push(hopAt(f, start[row]!, `exports ${inward}${as}`))
        return bindingHops(s, own, space, hops)
      }
      case EXPORT_KINDS.from:
        hops.push(
          hopAt(f, start[row]!, `re-exports ${inward}${as} from ${JSON.stringify(f.facts.strings[module[row]!]!)}`),
        )
        return followed(s, f, module[row]!, f.name(local[row]!), space, entity, hops)
      case EXPORT_KINDS.star:
        hops.push(
          hopAt(f, start[row]!, `re-exports all of ${JSON.stringify(f.facts.strings[module[row]!]!)} as ${outward}`),
        )
        return
      default:
        hops.push(hopAt(f, start[row]!, kind[row] === EXPORT_KINDS.assign ? "is one value" : `exports ${outward}`))
        return
    }
  }
  for (let b = s.program.bindingIn(f, 0, name); b !== NONE; b = s.program.nextBinding(b)) {
    if (leads(b)) return bindingHops(s, b, space, hops)
  }
  for (let row = 0; row < rows; row++) {
    if (kind[row] !== EXPORT_KINDS.star || f.facts.strings[names[row]!] !== "*") continue
    for (const file of s.imports.destination(f, module[row]!).files) {
      if (s.imports.exported(file, name, space) !== entity) continue
      hops.push(hopAt(f, start[row]!, `re-exports all of ${JSON.stringify(f.facts.strings[module[row]!]!)}`))
      return exportHops(s, file, name, space, entity, hops)
    }
  }
  const whole = s.imports.wholeOf(f)
  if (whole !== NONE) hops.push(hopAt(f, f.exprStart[whole]!, `is one value, ${typeText(s, s.typeOf(f, whole))}`))
}

/** A specifier of the file that led nowhere, by which a name came in; undefined where that is not the reason. */
export const missedModule = (
  s: Solver,
  binding: number,
  space: number,
): { file: FileView; module: number } | undefined => {
  const f = s.program.files[s.program.fileOfBinding[binding]!]!
  const row = binding - f.bindingBase
  const { kind, target } = f.facts.bindings
  if (kind[row] !== BINDING_KINDS.import) return undefined
  return missedBy(s, f, f.facts.imports.module[target[row]!]!, f.name(f.facts.imports.name[target[row]!]!), space, 0)
}

const missedBy = (
  s: Solver,
  f: FileView,
  module: number,
  name: number,
  space: number,
  depth: number,
): { file: FileView; module: number } | undefined => {
  const to = s.imports.destination(f, module)
  if (to.files.length === 0 && to.external === 0 && to.folder === 0) return { file: f, module }
  if (depth > LONGEST) return undefined
  for (const file of to.files) {
    const { kind, name: names, local, module: modules, rows } = file.facts.exports
    for (let row = 0; row < rows; row++) {
      if (kind[row] !== EXPORT_KINDS.from || file.name(names[row]!) !== name) continue
      const found = missedBy(s, file, modules[row]!, file.name(local[row]!), space, depth + 1)
      if (found !== undefined) return found
    }
  }
  return undefined
}
