// What one file adds to the graph beside its nodes, edges and open references, written down by definitions: so that a
// program that follows another one takes it over from files that are the same. Nothing is written down where no program
// will follow.

import type { OutcomeCounts } from "./binder.ts"
import type { Told } from "./told.ts"
import type { Type } from "./types.ts"

export class Part {
  readonly counts: OutcomeCounts = { resolved: 0, ambiguous: 0, external: 0, unknown: 0 }
  /** Definitions that it gives out, and the names under which: side by side. */
  readonly exported: Array<number> = []
  /** Definitions that it opens, and `OPENNESS` bits: side by side. */
  readonly opened: Array<number> = []
  /** Things that it opens, and the bits: side by side. */
  readonly marks: Array<number> = []
  /** Things, what flows into them, and 1 where that is as a member: side by side. */
  readonly holds: Array<number> = []
  /** Modules from outside that it names. */
  readonly packages = new Set<string>()
  /** Types of its expressions, those of each state that rounds leave. */
  types: ReadonlyArray<Type> = []
  /** What its calls and assignments tell of types. */
  told: Told | undefined

  addTypes(types: Iterable<Type>): void {
    this.types = [...new Set([...this.types, ...types])]
  }
}
