// Members that are written inside of a definition, file by file: those that others can ask it for. Nothing is looked up.

import { NONE } from "../graph/columns.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import type { FileView } from "./file_view.ts"

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
  return byOwner
}
