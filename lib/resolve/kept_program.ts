// A resolved program as it is kept for the one that follows it. Its terms and names go on growing with that one, so it can
// be followed once.

import type { Project } from "../syntax/language.ts"
import type { Listed, Nodes } from "./nodes.ts"
import { outwardOf } from "./outward.ts"
import type { Part } from "./part.ts"
import type { Program } from "./program.ts"
import { Reach, Walk } from "./reach.ts"
import type { Settled } from "./rounds.ts"
import type { Solver } from "./solver.ts"
import { type Meanings, type Modules, solverOf, type Terms } from "./stages.ts"
import { Surfaces } from "./surfaces.ts"
import type { Type } from "./types.ts"

/** Numbers that may be left behind in any case. */
const SLACK = 100_000

/** What resolving a program left. */
type Found = Pick<
  Kept,
  "project" | "listed" | "modules" | "meanings" | "terms" | "settled" | "nodes" | "parts"
>

/** What others can learn of a file, by state: the units of it by their keys, and their surfaces. */
export type Outward = ReadonlyArray<ReadonlyMap<string, string>>

export class Kept {
  readonly project: Project
  readonly listed: ReadonlyArray<Listed>
  /** What was found of modules and of configuration holds as long as the project is the same. */
  readonly modules: Modules
  readonly meanings: Meanings
  readonly terms: Terms
  readonly settled: Settled
  readonly nodes: Nodes
  /** By file. */
  readonly parts: ReadonlyArray<Part>
  /** What is wrong with configuration that it reads. */
  problems: ReturnType<Modules["problems"]> = []
  #reach: Reach | undefined
  /** Terms that there were when all was resolved anew. */
  readonly #first: number
  readonly #outward = new Map<number, Array<ReadonlyMap<string, string>>>()

  /** @param before The program that this one follows. */
  constructor(all: Found, before?: Kept) {
    this.#first = before === undefined ? all.terms.types.size : before.#first
    this.project = all.project
    this.listed = all.listed
    this.modules = all.modules
    this.meanings = all.meanings
    this.terms = all.terms
    this.settled = all.settled
    this.nodes = all.nodes
    this.parts = all.parts
  }

  /** Has so much been left behind by changes that starting anew is better? */
  get isWorn(): boolean {
    const { expressions } = this.program.counts
    let alive = 0
    for (const f of this.program.files) alive += f.op.length
    return 2 * alive + SLACK < expressions || 2 * this.#first + SLACK < this.terms.types.size
  }

  /** Adds what some files get to in the last state, when all their types are known. */
  reachesIn(solver: Solver, files: ReadonlyArray<number>, isSame: boolean): void {
    if (this.#reach !== undefined) this.#reaches(this.#reach, solver, this.#last, files, isSame)
  }

  /** @param isSame Can others learn nothing else of these files? What all the others mention is as it was, then. */
  #reaches(reach: Reach, solver: Solver, state: number, files: ReadonlyArray<number>, isSame: boolean): void {
    const surfaces = new Surfaces(solver, this.project, this.modules)
    const walk = new Walk(surfaces, state, isSame ? new Set(files) : undefined)
    for (const file of files) reach.add(walk, this.program.files[file]!, this.parts[file]!.types)
  }

  get #last(): number {
    return this.settled.states.length - 1
  }

  /** Who can get to what; undefined until `prepare` has found it out. */
  get reach(): Reach | undefined {
    return this.#reach
  }

  /**
   * Finds out who can get to what, file by file: a program that follows then resolves few files also where what others
   * can learn has changed. To be left off for good when this program is followed.
   */
  *prepare(): Generator<void, void, undefined> {
    if (this.#reach !== undefined) return
    const reach = new Reach()
    for (let state = 0; state <= this.#last; state++) {
      const walk = new Walk(new Surfaces(this.solverIn(state), this.project, this.modules), state, new Set())
      for (const f of this.program.files) {
        reach.add(walk, f, this.parts[f.index]!.types)
        yield
      }
    }
    this.#reach = reach
  }

  get program(): Program {
    return this.meanings.program
  }

  /** A solver in one of the states that rounds left. What other solvers remember of the program's types is forgotten. */
  solverIn(state: number): Solver {
    const { given, sites, writes } = this.settled.states[state]!
    for (const f of this.program.files) f.forgetTypes()
    const solver = solverOf({ ...this.meanings, writes }, this.terms)
    solver.given.set(given)
    solver.sites = sites
    return solver
  }

  /** What others can learn of each of some files; what is not remembered costs a solver for each state. */
  outward(files: ReadonlyArray<number>): ReadonlyArray<Outward> {
    const missing = files.filter((file) => !this.#outward.has(file))
    if (missing.length !== 0) {
      for (const file of missing) this.#outward.set(file, [])
      for (let state = 0; state <= this.#last; state++) this.#look(this.solverIn(state), missing)
    }
    return files.map((file) => this.#outward.get(file)!)
  }

  /**
   * The same of files that were not asked for before, the solver that ends in the last state, and whether it is what
   * others could learn of them in that state before.
   *
   * @param before What that was.
   * @param reach Taken over from the program before; what the files get to in all states but the last is added.
   */
  outwardAndSolver(
    files: ReadonlyArray<number>,
    before: ReadonlyArray<Outward>,
    reach: Reach | undefined,
  ): { readonly outward: ReadonlyArray<Outward>; readonly solver: Solver; readonly isSame: boolean } {
    let solver = this.solverIn(0)
    let isSame = true
    this.#reach = reach
    for (const file of files) this.#outward.set(file, [])
    for (let state = 0; state <= this.#last; state++) {
      if (state !== 0) solver = this.solverIn(state)
      this.#look(solver, files)
      isSame = files.every((file, i) => sameUnits(before[i]![state]!, this.#outward.get(file)![state]!))
      if (reach !== undefined && state !== this.#last) this.#reaches(reach, solver, state, files, isSame)
    }
    return { outward: files.map((file) => this.#outward.get(file)!), solver, isSame }
  }

  #look(solver: Solver, files: ReadonlyArray<number>): void {
    const surfaces = new Surfaces(solver, this.project, this.modules)
    for (const file of files) {
      const f = this.program.files[file]!
      this.#outward.get(file)!.push(outwardOf(solver, surfaces, f, typesIn(this.parts[file]!)))
    }
  }
}

const sameUnits = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean => {
  if (a.size !== b.size) return false
  for (const [key, text] of a) if (b.get(key) !== text) return false
  return true
}

/** Types that a file tells of elsewhere. */
const typesIn = ({ told }: Part): ReadonlySet<Type> => {
  const all = new Set<Type>()
  for (const { parameters, sites } of [told!.firm, ...told!.rounds]) {
    for (let i = 1; i < parameters.length; i += 2) all.add(parameters[i]!)
    for (const { found } of sites) for (const type of found) all.add(type)
  }
  return all
}
