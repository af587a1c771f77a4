// Names for definitions and expressions that hold between two states of a program: the path, and inside of the file what
// stands around it and how many of its kind came before. Offsets and rows take no part, so text that moves keeps its
// names.

import { NONE } from "../graph/columns.ts"
import type { FileView } from "./file_view.ts"
import type { Program } from "./program.ts"

export class StableIds {
  readonly #program: Program
  readonly #definitions: Array<ReadonlyArray<string> | undefined> = []
  readonly #expressions: Array<Uint32Array | undefined> = []

  constructor(program: Program) {
    this.#program = program
  }

  /** `src/a.ts#Order.9/total.14`: names and kinds from the outermost in, `~1` where one is the second of its like. */
  definition(definition: number): string {
    const f = this.#program.file(definition)
    const known = this.#definitions[f.index] ??= definitionsOf(f)
    return known[definition - f.definitionBase]!
  }

  /** `src/a.ts@14.3`: the fourth expression with that operator. */
  expression(f: FileView, e: number): string {
    const known = this.#expressions[f.index] ??= ordinalsOf(f.op)
    return `${f.path}@${f.op[e]}.${known[e]}`
  }
}

const definitionsOf = (f: FileView): ReadonlyArray<string> => {
  const { owner, name, kind, rows } = f.facts.definitions
  const all: Array<string> = []
  const before = new Map<string, number>()
  for (let d = 0; d < rows; d++) {
    const around = owner[d] === NONE ? `${f.path}#` : `${all[owner[d]!] ?? f.path}/`
    const like = `${around}${f.facts.strings[name[d]!]!}.${kind[d]}`
    const count = before.get(like) ?? 0
    before.set(like, count + 1)
    all.push(count === 0 ? like : `${like}~${count}`)
  }
  return all
}

const ordinalsOf = (op: Uint8Array): Uint32Array => {
  const ordinals = new Uint32Array(op.length)
  const next = new Uint32Array(256)
  for (let e = 0; e < op.length; e++) ordinals[e] = next[op[e]!]!++
  return ordinals
}
