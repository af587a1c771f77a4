// Which files of a package a file depends on: those that define a name which it says after the name of its import.

import { NONE } from "../graph/columns.ts"
import { BINDING_KINDS, OPS } from "../syntax/facts.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import type { Imports } from "./imports.ts"
import { type Program, SPACES } from "./program.ts"

/**
 * By IMPORTS row that names a package as a whole: the files of the package whose names are used. Rows of which no name is
 * found have none. O(expressions of the file).
 */
export const usedFiles = (
  program: Program,
  imports: Imports,
  f: FileView,
): ReadonlyMap<number, ReadonlySet<number>> => {
  const packages = new Map<number, { readonly row: number; readonly whole: Entity }>()
  const { kind, target, rows } = f.facts.bindings
  for (let b = 0; b < rows; b++) {
    if (kind[b] !== BINDING_KINDS.import) continue
    const whole = imports.imported(f, target[b]!, SPACES.value)
    if (imports.entities.kind[whole] === ENTITIES.package) packages.set(f.bindingBase + b, { row: target[b]!, whole })
  }
  const all = new Map<number, Set<number>>()
  if (packages.size === 0) return all
  const seen = new Set<string>()
  for (let e = 0; e < f.op.length; e++) {
    const isType = f.op[e] === OPS.typeMember
    if (!isType && f.op[e] !== OPS.member) continue
    const object = f.operand(e, 0)
    if (object === NONE || f.op[object] !== OPS.name) continue
    const key = `${f.exprScope[object]} ${f.exprName[object]} ${f.exprName[e]} ${isType}`
    if (seen.has(key)) continue
    seen.add(key)
    const space = isType ? SPACES.type : SPACES.value
    const found = packages.get(program.lookUp(f, f.exprScope[object]!, f.name(f.exprName[object]!), space))
    if (found === undefined) continue
    const named = imports.around.memberOf(found.whole, f.index, f.name(f.exprName[e]!), space)
    const file = named === undefined ? NONE : imports.fileOf(named)
    if (file === NONE) continue
    const known = all.get(found.row)
    if (known === undefined) all.set(found.row, new Set([file]))
    else known.add(file)
  }
  return all
}
