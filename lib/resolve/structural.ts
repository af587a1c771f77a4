// Interfaces that are met by having their methods: which types meet which interface, found over the whole program by an
// index from each method, name and signature, to the types that have it. An interface asks the types that have the rarest
// of its methods, never all of them.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, REASONS } from "../graph/kinds.ts"
import type { FileView } from "./file_view.ts"
import { type MethodSet, MethodSets } from "./method_sets.ts"
import type { Nodes } from "./nodes.ts"
import type { NameGround } from "./type_entities.ts"

const NO_TYPES: ReadonlyArray<number> = []

export class Structural {
  readonly #sets: MethodSets
  /** By type: the interfaces that it meets, in the order of their numbers. */
  readonly #met = new Map<number, Array<number>>()
  /** By file: its types that meet any. */
  readonly #byFile = new Map<number, Array<number>>()

  constructor(s: NameGround) {
    this.#sets = new MethodSets(s)
    const having = new Map<string, Array<number>>()
    const open: Array<number> = []
    for (const type of this.#sets.types) {
      const { methods, unknown } = this.#sets.of(type)
      for (const { key } of methods.values()) {
        const known = having.get(key)
        if (known === undefined) having.set(key, [type])
        else known.push(type)
      }
      if (unknown.size > 0) open.push(type)
    }
    for (const each of this.#sets.interfaces) {
      const asked = this.#sets.of(each)
      for (const type of candidates(asked, having, open)) {
        if (meets(this.#sets.of(type), asked)) this.#add(s, type, each)
      }
    }
  }

  #add(s: NameGround, type: number, met: number): void {
    const known = this.#met.get(type)
    if (known !== undefined) return void known.push(met)
    this.#met.set(type, [met])
    const file = s.program.fileOfDefinition[type]!
    const types = this.#byFile.get(file)
    if (types === undefined) this.#byFile.set(file, [type])
    else types.push(type)
  }

  /** Draws IMPLEMENTS, OVERRIDES and DISPATCHES of the types in a file. */
  draw(nodes: Nodes, f: FileView): void {
    const { code, confidence } = REASONS.heritage
    const { draft } = nodes
    for (const type of this.#byFile.get(f.index) ?? NO_TYPES) {
      const { methods } = this.#sets.of(type)
      for (const met of this.#met.get(type)!) {
        draft.addEdge(EDGE_KINDS.IMPLEMENTS.code, nodes.of[type]!, nodes.of[met]!, confidence, code, NONE)
        for (const [name, { definition: base }] of this.#sets.of(met).methods) {
          const own = methods.get(name)?.definition ?? NONE
          const member = own === NONE ? NONE : nodes.of[own]!
          const target = base === NONE ? NONE : nodes.of[base]!
          if (member === NONE || target === NONE || member === target) continue
          draft.addEdge(EDGE_KINDS.OVERRIDES.code, member, target, confidence, code, NONE)
          draft.addEdge(EDGE_KINDS.DISPATCHES.code, target, member, confidence, code, NONE)
        }
      }
    }
  }
}

/** Types that have the rarest of an interface's methods; none for an interface that every type meets. */
const candidates = (
  asked: MethodSet,
  having: ReadonlyMap<string, ReadonlyArray<number>>,
  open: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  let rarest: ReadonlyArray<number> | undefined
  for (const { key, definition } of asked.methods.values()) {
    // what is only known of the outside is had by many
    if (definition === NONE && rarest !== undefined) continue
    const types = having.get(key) ?? NO_TYPES
    if (rarest === undefined || types.length < rarest.length) rarest = types
  }
  return rarest ?? (asked.unknown.size > 0 ? open : NO_TYPES)
}

/** Has a type all methods of an interface? Of what is not known of the interface it must embed the same. */
const meets = (type: MethodSet, asked: MethodSet): boolean => {
  for (const [name, { key }] of asked.methods) if (type.methods.get(name)?.key !== key) return false
  for (const each of asked.unknown) if (!type.unknown.has(each)) return false
  return true
}
