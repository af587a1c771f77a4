// A resolved program as it is kept for the one that follows it. Its terms and names go on growing with that one, so it can
// be followed once.

import type { Project } from "../syntax/language.ts"
import type { Listed, Nodes } from "./nodes.ts"
import type { Part } from "./part.ts"
import type { Program } from "./program.ts"
import type { Settled } from "./rounds.ts"
import type { Solver } from "./solver.ts"
import { type Meanings, type Modules, solverOf, type Terms } from "./stages.ts"
import { Surfaces } from "./surfaces.ts"
import type { Visits } from "./traces.ts"
import type { Type } from "./types.ts"

interface Parts {
  readonly project: Project
  readonly listed: ReadonlyArray<Listed>
  readonly modules: Modules
  readonly meanings: Meanings
  readonly terms: Terms
  readonly settled: Settled
  readonly nodes: Nodes
  readonly visits: Visits
  /** By file. */
  readonly parts: ReadonlyArray<Part>
}

export class Kept {
  readonly project: Project
  readonly listed: ReadonlyArray<Listed>
  /** What was found of modules and of configuration holds as long as the project is the same. */
  readonly modules: Modules
  readonly meanings: Meanings
  readonly terms: Terms
  readonly settled: Settled
  readonly nodes: Nodes
  readonly visits: Visits
  readonly parts: ReadonlyArray<Part>

  constructor(all: Parts) {
    this.project = all.project
    this.listed = all.listed
    this.modules = all.modules
    this.meanings = all.meanings
    this.terms = all.terms
    this.settled = all.settled
    this.nodes = all.nodes
    this.visits = all.visits
    this.parts = all.parts
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

  /** By state, then by file: what others can learn of some files. */
  outward(files: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<ReadonlyMap<string, string>>> {
    return this.settled.states.map((_, state) => {
      const surfaces = new Surfaces(this.solverIn(state), this.project, this.modules)
      return files.map((file) => surfaces.outward(this.program.files[file]!, typesIn(this.parts[file]!)))
    })
  }
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
