// Facts of all files → the resolved graph, as a draft. Pure: the same files give the same draft, whatever order they come
// in. Names are bound first, then types are found in rounds, then every reference ends.

import { NONE } from "../graph/columns.ts"
import { drawAlternatives } from "./alternatives.ts"
import { Draft } from "../graph/draft.ts"
import { EDGE_KINDS, NODE_FLAGS, REASONS } from "../graph/kinds.ts"
import {
  type ConfigProblem,
  type Language,
  type ModuleResolver,
  nameOf,
  type Project,
  type ResolutionPolicy,
} from "../syntax/language.ts"
import { IMPORT_FLAGS } from "../syntax/facts.ts"
import { openBeside } from "./beside.ts"
import { drawEscapes } from "./escapes.ts"
import { typeOf } from "./expressions.ts"
import { exportedMarker } from "./exported.ts"
import type { FileView } from "./file_view.ts"
import { Globals } from "./globals.ts"
import { drawHeritage } from "./heritage.ts"
import { type Destination, Imports } from "./imports.ts"
import { drawInPlace } from "./in_place.ts"
import { Library, type Scope } from "./library.ts"
import { type Listed, Nodes } from "./nodes.ts"
import { Openness } from "./openness.ts"
import { openDeclarations } from "./outside.ts"
import { type InputFile, Program } from "./program.ts"
import { Binder, type OutcomeCounts } from "./binder.ts"
import { settleRounds } from "./rounds.ts"
import { computeSlot } from "./slots.ts"
import { Solver } from "./solver.ts"
import { withStars } from "./stars.ts"
import { Symbols } from "./symbols.ts"
import { recordVisits, type Traces, tracesOf } from "./traces.ts"
import type { Trace } from "./trace.ts"
import { typeVariablesOf } from "./type_variables.ts"
import { Types } from "./types.ts"
import { Writes } from "./writes.ts"

export type ResolveFile = InputFile
export type { OutcomeCounts, Trace }

export interface ResolveInput {
  readonly files: ReadonlyArray<ResolveFile>
  /** Files that are listed and not read. */
  readonly listed: ReadonlyArray<Listed>
  readonly project: Project
  readonly trace?: Trace
  /** Record for each file the look-ups that its part rests on? Costs time and memory. */
  readonly traces?: boolean
  /** Expressions of the files whose facts stay at hand, all of them where traces are recorded; it changes no answer. */
  readonly atHand?: number
  /** Called between steps of a large repository, when much has become garbage. */
  readonly collect?: () => void
}

export interface Resolved {
  readonly draft: Draft
  /** References by language, as people call it, and by how they ended. */
  readonly counts: ReadonlyMap<string, OutcomeCounts>
  readonly problems: ReadonlyArray<ConfigProblem>
  /** Paths of the files that were read in part. */
  readonly partial: ReadonlyArray<string>
  readonly traces?: Traces
}

/** Files whose references are bound before garbage is looked for again: here most is held, so here it weighs most. */
const SWEPT_FILES = 8192

/** @returns A draft with every node and edge of the core graph. O(facts). */
export const resolve = (input: ResolveInput): Resolved => {
  const modules = moduleResolvers(input.project)
  const program = new Program(withStars(input.files, modules), input.traces === true ? Infinity : input.atHand)
  const swept = (): void => {
    if (program.isLarge) input.collect?.()
  }
  swept()
  const symbols = new Symbols(program)
  const imports = new Imports(program, symbols, (f) => modules(f.language))
  const ground = { program, symbols, imports }
  const globals = new Globals(program, symbols, (f) => modules(f.language))
  const writes = new Writes(ground)
  swept()
  const types = new Types()
  const library = new Library(types, program.names, program.fileOfTypeParameter.length)
  const libraryScopes = new Map<ResolutionPolicy, Scope>()
  for (const f of program.inTurn()) {
    const { policy } = f.language
    if (!libraryScopes.has(policy)) libraryScopes.set(policy, library.add(policy.library))
  }
  const solver = new Solver({ ...ground, globals, library, types, writes, libraryScopes, computeSlot, typeVariablesOf })
  solver.typeOf = (f, e) => typeOf(solver, f, e)
  settleRounds(solver, input.trace)
  swept()
  input.trace?.started?.(solver)

  const draft = new Draft()
  const nodes = new Nodes(draft, program, input.listed)
  const drawn = input.traces === true ? recordVisits(nodes) : undefined
  const markExported = exportedMarker(program, symbols, imports, nodes)
  for (const f of program.inTurn()) {
    nodes.visited?.(f)
    markExported(f)
    drawImports(f, imports, nodes)
    drawInPlace(f, nodes)
    drawEscapes(program, imports, nodes, f)
    drawHeritage(solver, nodes, f)
    drawAlternatives(solver, nodes, f)
  }
  // Before references are bound, when what is remembered of them takes no room yet.
  openDeclarations(program, imports, nodes)
  openBeside(solver, nodes)
  swept()
  const openness = new Openness(solver, nodes, input.trace)
  const counts = new Map<string, OutcomeCounts>()
  for (const f of program.inTurn()) {
    const name = nameOf(f.language, f.path)
    let count = counts.get(name)
    if (count === undefined) counts.set(name, count = { resolved: 0, ambiguous: 0, external: 0, unknown: 0 })
    new Binder(solver, nodes, count, openness).bindFile(f)
    openness.read(f)
    if (f.index % SWEPT_FILES === SWEPT_FILES - 1) swept()
  }
  swept()
  openness.draw()
  const partial = program.files.filter((f) => (f.flags & NODE_FLAGS.partial) !== 0).map(({ path }) => path)
  const result = { draft, counts, problems: modules.problems(), partial }
  return drawn === undefined ? result : { ...result, traces: tracesOf(solver, input.project, modules, drawn) }
}

/** One module resolver a language, made when a file of it is met. */
const moduleResolvers = (project: Project) => {
  const known = new Map<Language, ModuleResolver>()
  const of = (language: Language): ModuleResolver => {
    let resolver = known.get(language)
    if (resolver === undefined) known.set(language, resolver = language.modules(project))
    return resolver
  }
  return Object.assign(of, { problems: () => [...known.values()].flatMap((it) => it.problems) })
}

/** IMPORTS: every specifier that leads to a file of the repository, re-exports too. */
const drawImports = (f: FileView, imports: Imports, nodes: Nodes): void => {
  const { code, confidence } = REASONS.structure
  const draw = (to: Destination, site: number): void => {
    for (const path of to.paths) {
      const target = nodes.byPath(path)
      if (target === NONE) continue
      nodes.draft.addEdge(EDGE_KINDS.IMPORTS.code, nodes.files[f.index]!, target, confidence, code, site)
    }
  }
  const { imports: rows, exports } = f.facts
  for (let row = 0; row < rows.rows; row++) {
    // the first part of a path is bound beside the whole of it, which is what is imported; a comment loads nothing
    if ((rows.flags[row]! & (IMPORT_FLAGS.head | IMPORT_FLAGS.comment)) === 0) {
      draw(imports.destinationOfRow(f, row), rows.start[row]!)
    }
  }
  for (let row = 0; row < exports.rows; row++) {
    if (exports.module[row] !== 0) draw(imports.destination(f, exports.module[row]!), exports.start[row]!)
  }
}
