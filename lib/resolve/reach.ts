// Which files can get to what: who mentions a unit in its surface, and which files' questions start there. A file whose
// questions get to no unit that changed is answered as before (traces.ts). What was mentioned once stays: more files than
// need be are named then, never fewer.

import type { FileView } from "./file_view.ts"
import type { Unit } from "./surface_text.ts"
import type { Surfaces } from "./surfaces.ts"
import type { Type } from "./types.ts"

export class Reach {
  readonly #ids = new Map<string, number>()
  /** By unit: those that mention it. */
  readonly #mentionedBy: Array<Set<number> | undefined> = []
  /** By unit: files whose questions start there. */
  readonly #startOf: Array<Set<number> | undefined> = []

  /**
   * Adds where a file's questions start and all that they get to, once in the life of `seen`.
   *
   * @param types Those of its expressions.
   */
  add(surfaces: Surfaces, f: FileView, types: Iterable<Type>, seen: Set<Unit>): void {
    const queue: Array<Unit> = []
    for (const unit of surfaces.startsOf(f, types)) {
      const id = this.#id(surfaces.keyOf(unit))
      ;(this.#startOf[id] ??= new Set()).add(f.index)
      queue.push(unit)
    }
    for (let unit = queue.pop(); unit !== undefined; unit = queue.pop()) {
      if (seen.has(unit)) continue
      seen.add(unit)
      const id = this.#id(surfaces.keyOf(unit))
      for (const next of surfaces.mentionsOf(unit)) {
        ;(this.#mentionedBy[this.#id(surfaces.keyOf(next))] ??= new Set()).add(id)
        queue.push(next)
      }
    }
  }

  /** Files that can get to one of some units, by their keys. O(what mentions them). */
  reaching(keys: Iterable<string>): ReadonlySet<number> {
    const units = new Set<number>()
    for (const key of keys) {
      const id = this.#ids.get(key)
      if (id !== undefined) units.add(id)
    }
    const files = new Set<number>()
    // A set that grows is gone through to its end.
    for (const unit of units) {
      for (const file of this.#startOf[unit] ?? []) files.add(file)
      for (const by of this.#mentionedBy[unit] ?? []) units.add(by)
    }
    return files
  }

  #id(key: string): number {
    let id = this.#ids.get(key)
    if (id === undefined) this.#ids.set(key, id = this.#ids.size)
    return id
  }
}
