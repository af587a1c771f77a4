// Members that are written inside of a definition, file by file: those that others can ask it for. Nothing is looked up.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import { BINDING_KINDS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import { isFacade } from "./packages.ts"

const { Class, Interface, Enum, TypeAlias, Method, Constructor, Property } = NODE_KINDS
const MEMBERS: ReadonlySet<number> = new Set([Method.code, Constructor.code, Property.code, Class.code])
/** Types that are members of a type, where files share packages. */
const TYPES: ReadonlySet<number> = new Set([Interface.code, Enum.code, TypeAlias.code])

export class OwnMembers {
  readonly #known: Array<ReadonlyMap<number, ReadonlyArray<number>> | undefined> = []

  /** Of a definition of a file, by its row. Once O(definitions of the file). */
  of(f: FileView, definition: number): ReadonlyArray<number> {
    const byOwner = this.#known[f.index] ??= membersOf(f)
    return byOwner.get(definition) ?? []
  }
}

const membersOf = (f: FileView): ReadonlyMap<number, ReadonlyArray<number>> => {
  const byOwner = new Map<number, Array<number>>()
  const { owner, kind, rows } = f.facts.definitions
  const areTypes = f.language.policy.packages !== undefined
  for (let m = 0; m < rows; m++) {
    // What a function defines for itself nobody can ask it for.
    if (owner[m] === NONE || !(MEMBERS.has(kind[m]!) || (areTypes && TYPES.has(kind[m]!)))) continue
    const all = byOwner.get(owner[m]!)
    if (all === undefined) byOwner.set(owner[m]!, [f.definitionBase + m])
    else all.push(f.definitionBase + m)
  }
  for (const { facade, member } of membersOfFacade(f)) {
    byOwner.set(facade, [...byOwner.get(facade) ?? [], f.definitionBase + member])
  }
  return byOwner
}

/** What is a member of the type that stands for a file's functions and variables, by the names there; the last ones first. */
export const membersOfFacade = (
  f: FileView,
): ReadonlyArray<{ readonly facade: number; readonly name: number; readonly member: number }> => {
  if (f.language.policy.packages?.facadeOf === undefined) return []
  const { kind, flags, body, rows } = f.facts.definitions
  // the compiler's own class comes after all that is written
  const facade = rows - 1
  if (facade < 0 || !isFacade(kind[facade]!, flags[facade]!)) return []
  const { scope, name, target, rows: bindings } = f.facts.bindings
  const all: Array<{ readonly facade: number; readonly name: number; readonly member: number }> = []
  for (let row = bindings - 1; 0 <= row; row--) {
    if (scope[row] !== body[facade] || f.facts.bindings.kind[row] !== BINDING_KINDS.definition) continue
    all.push({ facade, name: name[row]!, member: target[row]! })
  }
  return all
}
