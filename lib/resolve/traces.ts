// Verifying traces: what each file's part of the graph rests on, as look-ups with the digests of their answers, those that
// found nothing too. A file has to be resolved again only where one of its look-ups is answered otherwise.
//
// Soundness: the part of a file is worked out from its own facts and from questions that start at what they name. A
// question can go on only to what an answer mentions, so the answers of all that is reachable settle the part. The keys
// are coarse: one for a whole definition with its members, and a file takes those of all that it could have asked about.

import type { Language, ModuleResolver, Project } from "../syntax/language.ts"
import type { FileView } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"
import type { Solver } from "./solver.ts"
import type { Unit } from "./surface_text.ts"
import { Surfaces } from "./surfaces.ts"

/** Rows of the draft that one file's facts drew: `from .. to`. */
export interface Drawn {
  readonly edges: readonly [from: number, to: number]
  readonly unresolved: readonly [from: number, to: number]
  readonly registrations: readonly [from: number, to: number]
}

export interface Traces {
  /** Key of a look-up → digest of its answer. */
  readonly answers: ReadonlyMap<string, string>
  /** Path of a file → keys of its look-ups. */
  readonly lookups: ReadonlyMap<string, ReadonlyArray<string>>
  /** Path of a file → what it drew, in the order of the draft. */
  readonly drawn: ReadonlyMap<string, ReadonlyArray<Drawn>>
}

/** The digest of the answer to a look-up in a state of the program; undefined where there is nothing to ask. */
export type Answers = (key: string) => string | undefined

/**
 * Files that have to be resolved again: those that are new, and those of which a look-up is answered otherwise.
 *
 * @param files Paths of the files as they are now; those that are gone are named by nobody.
 * @returns Paths, in their order. O(look-ups).
 */
export const changed = (
  previous: Traces,
  now: Answers,
  files: Iterable<string>,
): ReadonlyArray<string> => {
  const same = new Map<string, boolean>()
  const isSame = (key: string): boolean => {
    let known = same.get(key)
    if (known === undefined) same.set(key, known = previous.answers.get(key) === now(key))
    return known
  }
  return [...files].filter((path) => previous.lookups.get(path)?.every(isSame) !== true).sort()
}

/** Which files made a look-up, by its key. */
export const askers = (traces: Traces): ReadonlyMap<string, ReadonlyArray<string>> => {
  const byKey = new Map<string, Array<string>>()
  for (const [path, keys] of traces.lookups) {
    for (const key of keys) {
      const paths = byKey.get(key)
      if (paths === undefined) byKey.set(key, [path])
      else paths.push(path)
    }
  }
  return byKey
}

/** The answers of a state that was traced itself. */
export const answersOf = (traces: Traces): Answers => (key) => traces.answers.get(key)

/** @returns The traces of a program whose types are settled and whose references are bound. */
export const tracesOf = (
  s: Solver,
  project: Project,
  modules: (language: Language) => ModuleResolver,
  nodes: Nodes,
): Traces => {
  const surfaces = new Surfaces(s, project, modules)
  const answers = new Map<string, string>()
  const lookups = new Map<string, ReadonlyArray<string>>()
  for (const f of s.program.inTurn()) {
    const own = `file:${f.path}`
    answers.set(own, factsDigest(f))
    const reached = reachedFrom(surfaces, surfaces.startsOf(f, f.typesOf()))
    lookups.set(f.path, [own, ...reached.map((unit) => surfaces.keyOf(unit))])
  }
  for (let unit = 0; unit < surfaces.count; unit++) answers.set(surfaces.keyOf(unit), digest(surfaces.textOf(unit)))
  return { answers, lookups, drawn: drawnOf(nodes) }
}

/** All units that questions which start at some can get to, in the order of their numbers. */
const reachedFrom = (surfaces: Surfaces, starts: ReadonlyArray<Unit>): ReadonlyArray<Unit> => {
  const reached = new Set<Unit>(starts)
  // A set that grows is gone through to its end.
  for (const unit of reached) for (const next of surfaces.mentionsOf(unit)) reached.add(next)
  return [...reached].sort((a, b) => a - b)
}

const drawnOf = ({ visits = [], draft }: Nodes): ReadonlyMap<string, ReadonlyArray<Drawn>> => {
  const drawn = new Map<string, Array<Drawn>>()
  visits.forEach(({ f, edges, unresolved, registrations }, i) => {
    const next = visits[i + 1]
    const all = drawn.get(f.path) ?? []
    drawn.set(f.path, all)
    all.push({
      edges: [edges, next?.edges ?? draft.edges.rows],
      unresolved: [unresolved, next?.unresolved ?? draft.unresolved.rows],
      registrations: [registrations, next?.registrations ?? draft.registrations.rows],
    })
  })
  return drawn
}

/** A digest of all that a file says, the places too. */
const factsDigest = (f: FileView): string => {
  const sum = new Sum()
  sum.text(`${f.language.name} ${f.language.version} ${f.flags} ${f.facts.length}`)
  for (const text of f.facts.strings) sum.text(text)
  for (const table of Object.values(f.facts)) {
    if (typeof table !== "object" || Array.isArray(table) || ArrayBuffer.isView(table)) continue
    for (const column of Object.values(table)) if (ArrayBuffer.isView(column)) sum.numbers(column as Uint32Array)
  }
  sum.numbers(f.facts.lineStarts)
  return sum.digest()
}

const digest = (text: string): string => {
  const sum = new Sum()
  sum.text(text)
  return sum.digest()
}

/** Two lanes of 32 bits: against accidents, not against malice. */
class Sum {
  #a = 0x9e3779b9
  #b = 0x85ebca6b

  text(text: string): void {
    for (let i = 0; i < text.length; i++) this.#add(text.charCodeAt(i))
    this.#add(0x10000)
  }

  numbers(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) this.#add(values[i]!)
    this.#add(0x20000)
  }

  #add(value: number): void {
    this.#a = Math.imul(this.#a ^ value, 0x01000193)
    this.#b = Math.imul((this.#b << 5 | this.#b >>> 27) ^ value, 0xcc9e2d51)
  }

  digest(): string {
    return [this.#a, this.#b].map((it) => (it >>> 0).toString(16).padStart(8, "0")).join("")
  }
}
