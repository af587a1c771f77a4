// What others can learn of a file, as texts that can be held against those of the file as it was.

import { NONE } from "../graph/columns.ts"
import { OPS } from "../syntax/facts.ts"
import { decidedBy } from "./certainty.ts"
import type { FileView } from "./file_view.ts"
import { plain } from "./held.ts"
import { declaredBy, declaresUnit } from "./package_surfaces.ts"
import { receiverNamed } from "./receivers.ts"
import type { Solver } from "./solver.ts"
import { Text, WRITTEN } from "./surface_text.ts"
import type { Surfaces } from "./surfaces.ts"
import type { Type } from "./types.ts"
import { WRITTEN_TO } from "./writes.ts"

/**
 * What a file writes to elsewhere, and by its key each unit of it that can be got to from there, from what it gives out and
 * from some types, with its surface.
 */
export const outwardOf = (
  s: Solver,
  surfaces: Surfaces,
  f: FileView,
  given: Iterable<Type>,
): ReadonlyMap<string, string> => {
  const out = new Text()
  writtenBy(s, surfaces, f, out)
  const all = new Map([[WRITTEN, out.text]])
  for (const type of given) surfaces.type(type, out)
  if (f.language.policy.packages !== undefined) out.mention(declaresUnit(s, surfaces, f))
  for (const g of declaredBy(s, f)) out.mention(surfaces.definition(g))
  const units = new Set([surfaces.module(f), ...out.mentions].filter((unit) => surfaces.fileOf(unit) === f.index))
  // A set that grows is gone through to its end.
  for (const unit of units) {
    all.set(surfaces.keyOf(unit), surfaces.textOf(unit))
    for (const next of surfaces.mentionsOf(unit)) if (surfaces.fileOf(next) === f.index) units.add(next)
  }
  return all
}

/** Values that a file writes to members of what stands elsewhere, which is named by its number in the program. */
const writtenBy = (s: Solver, surfaces: Surfaces, f: FileView, out: Text): void => {
  const { values, holders } = s.writes
  for (let group = 0; group < values.length; group++) {
    const all = values[group]!
    for (let i = 0; i < all.length; i += 2) {
      if (all[i] !== f.index || WRITTEN_TO.fileOf(s.program, holders[group]!) === f.index) continue
      out.say(`${holders[group]} ${s.program.names.text(s.writes.nameOf(group))} ${i}`)
      const value = all[i + 1]!
      const isOwn = f.op[value] === OPS.member && receiverNamed(s, f, f.operand(value, 0)) !== undefined
      out.say(`${f.op[value]} ${f.exprFlags[value]} ${s.ask(() => decidedBy(s, f, value))} ${isOwn}`)
      surfaces.typeOf(f, value, out)
      const itself = plain(f, value)
      if (itself !== NONE) surfaces.typeOf(f, itself, out)
    }
  }
}
