// Facts of all files → the resolved graph, as a draft. Pure: the same files give the same draft, whatever order they come
// in. Names are bound first, then types are found in rounds, then every reference ends.

import { Draft } from "../graph/draft.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { type ConfigProblem, nameOf, type Project } from "../syntax/language.ts"
import { openBeside } from "./beside.ts"
import { Binder, type OutcomeCounts } from "./binder.ts"
import type { FileView } from "./file_view.ts"
import { follow } from "./follow.ts"
import { Kept } from "./kept_program.ts"
import { drawManifests } from "./manifests.ts"
import { type Listed, Nodes } from "./nodes.ts"
import { Openness } from "./openness.ts"
import { openDeclarations, packagesOf } from "./outside.ts"
import { Part } from "./part.ts"
import { type InputFile, Program } from "./program.ts"
import { settleRounds } from "./rounds.ts"
import * as Stages from "./stages.ts"
import { withOwnNames } from "./own_names.ts"
import { withStars } from "./stars.ts"
import { type Traces, tracesOf } from "./traces.ts"
import type { Trace } from "./trace.ts"

export type ResolveFile = InputFile
export type { Kept, OutcomeCounts, Trace }

export interface ResolveInput {
  /** A file that is the very same as in the program before says the same. */
  readonly files: ReadonlyArray<ResolveFile>
  /** Files that are listed and not read. */
  readonly listed: ReadonlyArray<Listed>
  /** The very same as before where neither paths nor configuration have changed. */
  readonly project: Project
  readonly trace?: Trace
  /** Record for each file the look-ups that its part rests on? Costs time and memory. */
  readonly traces?: boolean
  /** Expressions of the files whose facts stay at hand, all of them where traces are recorded; it changes no answer. */
  readonly atHand?: number
  /** Called between steps of a large repository, when much has become garbage. */
  readonly collect?: () => void
  /** Keep what the next program can take over? All facts stay at hand, and what is found of types. */
  readonly keep?: boolean
  /** What was kept of the program before; it changes no answer and is of no use afterwards. */
  readonly before?: Kept
}

export interface Resolved {
  readonly draft: Draft
  /** References by language, as people call it, and by how they ended. */
  readonly counts: ReadonlyMap<string, OutcomeCounts>
  readonly problems: ReadonlyArray<ConfigProblem>
  /** Paths of the files that were read in part. */
  readonly partial: ReadonlyArray<string>
  readonly traces?: Traces
  readonly kept?: Kept
  /** Paths of the files that were resolved anew; undefined where all were. */
  readonly anew?: ReadonlyArray<string>
}

/** Files whose references are bound before garbage is looked for again: here most is held, so here it weighs most. */
const SWEPT_FILES = 8192

/** @returns A draft with every node and edge of the core graph. O(facts), less where a program before is followed. */
export const resolve = (input: ResolveInput): Resolved => {
  const { before, trace } = input
  const modules = before?.project === input.project ? before.modules : Stages.moduleResolvers(input.project)
  const starred = withStars(input.files, modules, before?.program)
  const files = withOwnNames(starred, modules, before?.program)
  const followed = before === undefined || trace !== undefined || input.traces === true
    ? undefined
    : follow(before, files, input.listed, input.project, modules)
  if (followed === undefined) return anew(input, files, modules)
  const { kept } = followed
  const counts = new Map<string, OutcomeCounts>()
  addCounts(counts, kept.program, kept.parts)
  const end = endOf(kept.program, input, modules)
  kept.problems = end.problems
  return { draft: kept.nodes.draft, counts, ...end, kept, anew: followed.anew }
}

const anew = (input: ResolveInput, files: ReadonlyArray<InputFile>, modules: Stages.Modules): Resolved => {
  const { keep = false, trace } = input
  const records = input.traces === true || keep
  const program = new Program(files, records ? Infinity : input.atHand)
  const swept = (): void => {
    if (program.isLarge) input.collect?.()
  }
  swept()
  const meanings = Stages.meaningsOf(program, modules)
  swept()
  const terms = Stages.termsOf(program)
  const solver = Stages.solverOf(meanings, terms)
  const settled = settleRounds(solver, { trace, keep })!
  swept()
  trace?.started?.(solver)

  const draft = new Draft()
  const nodes = new Nodes(draft, program, input.listed)
  drawManifests(nodes, modules.manifests(program))
  const parts = keep ? program.files.map(() => new Part()) : undefined
  if (parts !== undefined) {
    nodes.settle()
    nodes.parts = parts
  }
  const counts = new Map<string, OutcomeCounts>()
  if (records) nodes.visits = []
  const draw = Stages.drawer(solver, nodes)
  for (const f of program.inTurn()) draw(f)
  // Before references are bound, when what is remembered of them takes no room yet.
  const packages = new Set<string>()
  for (const f of program.inTurn()) {
    for (const name of packagesOf(meanings.imports, f)) {
      packages.add(name)
      parts?.[f.index]?.packages.add(name)
    }
  }
  for (const f of program.inTurn()) {
    nodes.begin(f)
    openDeclarations(nodes, packages, f)
    openBeside(solver, nodes, f)
  }
  swept()
  const openness = new Openness(solver, nodes, trace)
  for (const f of program.inTurn()) {
    const count = parts?.[f.index]?.counts ?? countOf(counts, f)
    new Binder(solver, nodes, count, openness).bindFile(f)
    openness.read(f)
    parts?.[f.index]?.addTypes(f.typesOf())
    if (f.index % SWEPT_FILES === SWEPT_FILES - 1) swept()
  }
  swept()
  openness.draw()
  addCounts(counts, program, parts)
  const result = { draft, counts, ...endOf(program, input, modules) }
  if (input.traces === true) return { ...result, traces: tracesOf(solver, input.project, modules, nodes) }
  if (parts === undefined) return result
  for (const [file, part] of parts.entries()) {
    part.told = settled.told[file]
    part.addTypes(settled.types[file]!)
  }
  const { project, listed } = input
  const kept = new Kept({ project, listed, modules, meanings, terms, settled, nodes, parts })
  kept.problems = result.problems
  return { ...result, kept }
}

/** How references ended, of all files of a language. */
const countOf = (counts: Map<string, OutcomeCounts>, { language, path }: FileView): OutcomeCounts => {
  const name = nameOf(language, path)
  let count = counts.get(name)
  if (count === undefined) counts.set(name, count = { resolved: 0, ambiguous: 0, external: 0, unknown: 0 })
  return count
}

const addCounts = (
  counts: Map<string, OutcomeCounts>,
  program: Program,
  parts: ReadonlyArray<Part> | undefined,
): void => {
  parts?.forEach((part, file) => {
    const all = countOf(counts, program.files[file]!)
    for (const outcome of Object.keys(all) as Array<keyof OutcomeCounts>) all[outcome] += part.counts[outcome]
  })
}

/** What is told of a program whose graph is drawn. */
const endOf = (program: Program, { project, before }: ResolveInput, modules: Stages.Modules) => ({
  problems: Stages.problemsOf(program, project, modules, before),
  partial: program.files.filter((f) => (f.flags & NODE_FLAGS.partial) !== 0).map(({ path }) => path),
})
