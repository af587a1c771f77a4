// What a name leads to when imports and re-exports are followed to their end. Equal entities have equal numbers.

import { PairMap } from "./pair_map.ts"
import { NONE } from "../graph/columns.ts"

export type Entity = number

export const ENTITIES = {
  /** a: CAUSES code; b: name. */
  unresolved: 0,
  /** a: symbol. */
  definition: 1,
  /** A local name that is no definition. a: binding. */
  binding: 2,
  /** A module as a whole. a: file. */
  module: 3,
  /** The value of an expression. a: file, b: expression. */
  value: 4,
  /** A member of another entity's value. a: entity, b: name. */
  member: 5,
  /** a: name of the package, b: name in it; 0 for the package as a whole. */
  external: 6,
  /** a: type parameter. */
  typeParameter: 7,
  /** A file that is listed but not read. a: name of its path. */
  unread: 8,
  /** A module that is a folder without a file of its own. a: name of its path; b: a file that imports it. */
  folder: 9,
  /** A package of the repository. a: its whole name, b: the unit that asks. */
  package: 10,
} as const

export class Entities {
  readonly kind: Array<number> = []
  readonly a: Array<number> = []
  readonly b: Array<number> = []
  readonly #ids = new PairMap(1024)

  make(kind: number, a: number, b = 0): Entity {
    const key = kind * 0x08000000 + a
    const known = this.#ids.get(key, b)
    if (known !== NONE) return known
    const id = this.kind.length
    this.kind.push(kind)
    this.a.push(a)
    this.b.push(b)
    this.#ids.set(key, b, id)
    return id
  }
}
