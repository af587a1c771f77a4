// What a search for a member comes to: definitions that carry the name, types of the values, and what is not known.

import { NONE } from "../graph/columns.ts"
import type { Type } from "./types.ts"

/** What a search for a member comes to; one is filled at a time and read at once. */
export class Found {
  /** Definitions that carry the name. */
  readonly definitions: Array<number> = []
  /** Types of the values found. */
  readonly types: Array<Type> = []
  /** Package of a receiver from outside: its name + 1, or 0. */
  external = 0
  externalName = 0
  /** Some receiver is not known. */
  unknown = false
  /** Some receiver is known and has no such member. */
  missing = false

  add(definition: number, type: Type): void {
    if (definition !== NONE && !this.definitions.includes(definition)) this.definitions.push(definition)
    this.types.push(type)
  }
}

const spare: Array<Found> = []

/** An empty search result; `give` takes it back when it was read. */
export const take = (): Found => spare.pop() ?? new Found()

export const give = (found: Found): void => {
  found.definitions.length = 0
  found.types.length = 0
  found.external = 0
  found.externalName = 0
  found.unknown = false
  found.missing = false
  spare.push(found)
}
