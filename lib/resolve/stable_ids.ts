// Names for definitions and expressions that hold between two states of a program: the path, and inside of the file what
// stands around it and how many of its kind came before. Offsets and rows take no part, so text that moves keeps its
// names.

import { NONE } from "../graph/columns.ts"
import type { FileView } from "./file_view.ts"
import type { Program } from "./program.ts"

export class StableIds {
  readonly #program: Program
  readonly #definitions: Array<ReadonlyArray<string> | undefined> = []
  readonly #expressions: Array<Places | undefined> = []

  constructor(program: Program) {
    this.#program = program
  }

  /** `src/a.ts#Order.9/total.14`: names and kinds from the outermost in, `~1` where one is the second of its like. Short. */
  definition(definition: number): string {
    const f = this.#program.file(definition)
    const known = this.#definitions[f.index] ??= definitionsOf(f)
    return known[definition - f.definitionBase]!
  }

  /** `src/a.ts#Order.9/total.14@14.3`: the fourth expression with that operator in what is defined around it. */
  expression(f: FileView, e: number): string {
    const known = this.#expressions[f.index] ??= placesOf(f)
    const around = known.around[f.exprScope[e]!]!
    const place = around === NONE ? f.path : this.definition(f.definitionBase + around)
    return `${place}@${f.op[e]}.${known.ordinals[e]}`
  }
}

/**
 * What stands around a definition is named by so many characters, and beyond by a number: each of thousands that stand
 * inside of each other would else be as long as all around it.
 */
const MOST_AROUND = 256

const definitionsOf = (f: FileView): ReadonlyArray<string> => {
  const { owner, name, kind, rows } = f.facts.definitions
  const all: Array<string> = []
  const before = new Map<string, number>()
  const start = `${f.path}#`
  let long = 0
  for (let d = 0; d < rows; d++) {
    const around = owner[d] === NONE ? start : `${all[owner[d]!] ?? f.path}/`
    const like = `${around}${f.facts.strings[name[d]!]!}.${kind[d]}`
    if (start.length + MOST_AROUND < like.length) {
      all.push(`${start}~${long++}`)
      continue
    }
    const count = before.get(like) ?? 0
    before.set(like, count + 1)
    all.push(count === 0 ? like : `${like}~${count}`)
  }
  return all
}

interface Places {
  /** By scope: the definition that it stands in, or NONE. */
  readonly around: Uint32Array
  /** By expression: how many with its operator come before in the same definition. */
  readonly ordinals: Uint32Array
}

const placesOf = (f: FileView): Places => {
  const { definition, parent, rows } = f.facts.scopes
  const around = new Uint32Array(rows)
  for (let scope = 0; scope < rows; scope++) {
    around[scope] = definition[scope] !== NONE || parent[scope] === NONE ? definition[scope]! : around[parent[scope]!]!
  }
  const ordinals = new Uint32Array(f.op.length)
  const next = new Map<number, number>()
  for (let e = 0; e < f.op.length; e++) {
    const key = (around[f.exprScope[e]!]! + 1) * 256 + f.op[e]!
    const count = next.get(key) ?? 0
    ordinals[e] = count
    next.set(key, count + 1)
  }
  return { around, ordinals }
}
