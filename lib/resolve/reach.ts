// Which files can get to what: who mentions a unit in its surface, and which files' questions start there. A file whose
// questions get to no unit that changed is answered as before (traces.ts). What was mentioned once stays: more files than
// need be are named then, never fewer.

import type { FileView } from "./file_view.ts"
import type { Unit } from "./surface_text.ts"
import type { Surfaces } from "./surfaces.ts"
import type { Type } from "./types.ts"

/** One state that rounds left, as it is gone through: what a file told in it rests on what it got to in it. */
export class Walk {
  readonly surfaces: Surfaces
  /** Its number. */
  readonly state: number
  /** Files whose surfaces may mention other units than were added before; undefined: any may. */
  readonly anew: ReadonlySet<number> | undefined
  readonly seen = new Set<Unit>()

  constructor(surfaces: Surfaces, state: number, anew: ReadonlySet<number> | undefined) {
    this.surfaces = surfaces
    this.state = state
    this.anew = anew
  }
}

export class Reach {
  readonly #ids = new Map<string, number>()
  /** By unit: those that mention it. */
  readonly #mentionedBy: Array<Set<number> | undefined> = []
  /** By unit: files whose questions start there. */
  readonly #startOf: Array<Set<number> | undefined> = []
  /** By unit: a bit for each state in which what it mentions has been added. */
  readonly #added: Array<number> = []

  /**
   * Adds where a file's questions start and all that they get to and is not known.
   *
   * @param types Those of its expressions.
   */
  add({ surfaces, state, anew, seen }: Walk, f: FileView, types: Iterable<Type>): void {
    const bit = 1 << state
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
      const added = this.#added[id] ?? 0
      if ((added & bit) !== 0 && anew?.has(surfaces.fileOf(unit)) === false) continue
      this.#added[id] = added | bit
      for (const next of surfaces.mentionsOnce(unit)) {
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
