// A program that follows another one, from which few files differ: these are resolved, and the files that can get to what
// others could learn of them and has changed. What all other files draw, tell and open is as it was, and is taken over.
//
// Why that is sound: a file's part is worked out from its own facts and from what it learns of others (traces.ts). Of a
// file that changed it can learn its surfaces, and what the file tells: what it gives to parameters and puts into
// containers elsewhere. Both are compared in each state that rounds leave, since what a round finds rests on the one
// before. Where something differs, whoever can get to it is resolved too, and compared in turn, until nothing differs that
// others can get to. Where that are too many, or something cannot be told, nothing is taken over.

import { NONE } from "../graph/columns.ts"
import { Draft } from "../graph/draft.ts"
import type { Project } from "../syntax/language.ts"
import { openBeside } from "./beside.ts"
import { Binder } from "./binder.ts"
import { Kept, type Outward } from "./kept_program.ts"
import type { Imports } from "./imports.ts"
import { type Listed, Nodes } from "./nodes.ts"
import { Openness } from "./openness.ts"
import { openDeclarations, packagesOf } from "./outside.ts"
import { Part } from "./part.ts"
import { computedNames, type InputFile, Program } from "./program.ts"
import { settleRounds, type State } from "./rounds.ts"
import * as Stages from "./stages.ts"
import { keyOfDefinition, WRITTEN } from "./surface_text.ts"
import { Gone, Translation } from "./translation.ts"

/** More files that changed, or that these have resolved with them, are not worth comparing. */
const MOST_CHANGED = 64
const MOST_WORKED = 400

/** Times that files are added to those that are resolved. */
const MOST_TRIES = 4

export interface Followed {
  readonly kept: Kept
  /** Paths of the files that were resolved anew. */
  readonly anew: ReadonlyArray<string>
}

/** @returns What the files give, to the byte as if resolved anew; undefined where too much has changed. */
export const follow = (
  before: Kept,
  files: ReadonlyArray<InputFile>,
  listed: ReadonlyArray<Listed>,
  project: Project,
  modules: Stages.Modules,
): Followed | undefined => {
  if (project !== before.project || !sameListed(listed, before.listed) || before.isWorn) return undefined
  const changed = changedOf(before.program, files)
  if (changed === undefined || MOST_CHANGED < changed.length) return undefined
  let worked = changed
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const outward = before.outward(worked)
      const taken = takenOver(before, files, worked, outward, project, modules)
      if (taken === undefined || "kept" in taken) return taken
      const grown = new Set([...worked, ...taken.reaching])
      if (MOST_WORKED < grown.size) return undefined
      worked = [...grown].sort((a, b) => a - b)
    }
  } catch (cause) {
    if (!(cause instanceof Gone)) throw cause
  }
  return undefined
}

const sameListed = (a: ReadonlyArray<Listed>, b: ReadonlyArray<Listed>): boolean =>
  a.length === b.length && a.every((it, i) => it.path === b[i]!.path && it.flags === b[i]!.flags)

/** Files that are not the same, by their place; undefined where paths are others, or what only all files decide. */
const changedOf = (program: Program, files: ReadonlyArray<InputFile>): ReadonlyArray<number> | undefined => {
  if (files.length !== program.files.length) return undefined
  const changed: Array<number> = []
  for (const it of files) {
    const known = program.fileByPath.get(it.path)
    if (known === undefined || known.language !== it.language) return undefined
    if (known.input === it) continue
    if (computedNames(known.facts).join("\n") !== computedNames(it.facts).join("\n")) return undefined
    changed.push(known.index)
  }
  return changed.sort((a, b) => a - b)
}

/** Files that can get to what is not as it was, and were not resolved. */
interface Missing {
  readonly reaching: ReadonlySet<number>
}

/** @param worked Files to be resolved: those that changed, and others. */
const takenOver = (
  before: Kept,
  files: ReadonlyArray<InputFile>,
  worked: ReadonlyArray<number>,
  outward: ReadonlyArray<Outward>,
  project: Project,
  modules: Stages.Modules,
): Followed | Missing | undefined => {
  for (const f of before.program.files) f.forgetTypes()
  const program = new Program(files, Infinity, before.program)
  const { terms } = before
  const translation = new Translation(before.program, program, terms.types, terms.library)
  const meanings = Stages.meaningsAfter(program, modules, before.meanings, worked)
  if (meanings === undefined) return undefined
  const anew = new Set(worked)
  const parts = before.parts.map((part, file) => anew.has(file) ? new Part() : translation.part(part))

  // ── types ──
  const solver = Stages.solverOf(meanings, terms)
  const settled = settleRounds(solver, { before: parts.map(({ told }) => told), keep: true })
  if (settled === undefined || settled.states.length !== before.settled.states.length) return undefined
  for (const file of worked) {
    parts[file]!.told = settled.told[file]!
    parts[file]!.addTypes(settled.types[file]!)
  }
  const differing = new Set<string>()
  const missing = (others: Iterable<number> = []): Missing | undefined => {
    if (before.reach === undefined) return undefined
    const reaching = new Set([...before.reach.reaching(differing), ...others])
    return [...reaching].every((file) => anew.has(file)) ? undefined : { reaching }
  }
  for (const [i, state] of settled.states.entries()) {
    if (!compareElsewhere(before, state, i, anew, translation, differing)) return undefined
  }
  if (differing.size > 0) return missing()

  // ── the graph ──
  const nodes = new Nodes(new Draft(before.nodes.draft), program, undefined)
  const kept = new Kept({
    project,
    listed: before.listed,
    modules,
    meanings,
    terms,
    settled,
    nodes,
    parts,
  }, before)
  const { outward: now, solver: last, isSame } = kept.outwardAndSolver(worked, outward, before.reach)
  const others = new Set(worked.filter((_, i) => compareSurfaces(outward[i]!, now[i]!, differing)))
  if (differing.has(WRITTEN) || (differing.size > 0 && before.reach === undefined)) return undefined
  const lacking = missing(passingOn(program, meanings.imports, others))
  if (lacking !== undefined) return lacking
  const own = worked.map((file) => program.files[file]!)
  const moved = nodes.follow(before.nodes)
  nodes.settle()
  nodes.parts = parts
  nodes.visits = []
  takeOver(before, nodes, moved, translation, anew)
  const draw = Stages.drawer(last, nodes)
  for (const f of own) draw(f)
  const packages = packagesOfAll(before.parts)
  for (const f of own) for (const name of packagesOf(meanings.imports, f)) parts[f.index]!.packages.add(name)
  if (!sameSet(packages, packagesOfAll(parts))) return undefined
  for (const f of own) {
    nodes.begin(f)
    openDeclarations(nodes, packages, f)
    openBeside(last, nodes, f)
  }
  const openness = new Openness(last, nodes, undefined)
  nodes.part = undefined
  for (const f of program.files) {
    const part = parts[f.index]!
    if (!anew.has(f.index)) openness.readAgain(part)
  }
  for (const f of own) {
    new Binder(last, nodes, parts[f.index]!.counts, openness).bindFile(f)
    openness.read(f)
    parts[f.index]!.addTypes(f.typesOf())
  }
  openness.draw()
  kept.reachesIn(last, worked, isSame)
  return { kept, anew: own.map(({ path }) => path) }
}

const packagesOfAll = (parts: ReadonlyArray<Part>): ReadonlySet<string> => {
  const all = new Set<string>()
  for (const { packages } of parts) for (const name of packages) all.add(name)
  return all
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((it) => b.has(it))

// ── comparing ──

/** Adds the keys of a file's units that differ in some state; true where there are any. */
const compareSurfaces = (a: Outward, b: Outward, differing: Set<string>): boolean => {
  let isSame = true
  const differs = (key: string): void => {
    isSame = false
    differing.add(key)
  }
  for (const [state, units] of a.entries()) {
    const others = b[state]!
    for (const [key, text] of units) if (others.get(key) !== text) differs(key)
    for (const key of others.keys()) if (!units.has(key)) differs(key)
  }
  return !isSame
}

/** Files that pass on what some others give out: they mark it as given out, whoever asks them for it. O(exports). */
const passingOn = (program: Program, imports: Imports, others: ReadonlySet<number>): ReadonlySet<number> => {
  const all = new Set<number>()
  if (others.size === 0) return all
  for (const f of program.files) {
    for (const module of f.facts.exports.module) {
      if (module !== 0 && imports.destination(f, module).files.some(({ index }) => others.has(index))) all.add(f.index)
    }
  }
  return all
}

/**
 * Adds the functions in files that are taken over to which something else is given in a state than was before; false
 * where other things differ.
 */
const compareElsewhere = (
  before: Kept,
  { given, sites }: State,
  state: number,
  anew: ReadonlySet<number>,
  translation: Translation,
  differing: Set<string>,
): boolean => {
  const old = before.settled.states[state]!
  const { program } = before
  for (let p = 0; p < old.given.length; p++) {
    if (old.given[p] === given[p] || anew.has(program.fileOfParameter[p]!)) continue
    if (translation.type(old.given[p]!) === given[p]) continue
    const f = program.files[program.fileOfParameter[p]!]!
    const d = f.ownerOfParameter(p - f.parameterBase)
    if (d === NONE) return false
    differing.add(keyOfDefinition(translation.nameBefore(f.definitionBase + d)))
  }
  const { types } = before.terms
  const elsewhere = (site: number): boolean => !anew.has(types.a[site]!)
  let count = 0
  for (const [site, found] of old.sites) {
    if (!elsewhere(site)) continue
    count++
    const now = sites.get(site)
    if (now === undefined || found.some((type, i) => translation.type(type) !== now[i])) return false
  }
  for (const site of sites.keys()) if (elsewhere(site)) count--
  return count === 0
}

// ── taking over ──

/** What files that are the same drew, and what they add to nodes. */
const takeOver = (
  before: Kept,
  nodes: Nodes,
  moved: Uint32Array,
  translation: Translation,
  anew: ReadonlySet<number>,
): void => {
  const like = before.nodes.draft
  const outside = before.nodes.outside()
  const definitions = new Map<number, number>()
  for (const { index } of nodes.program.fresh) {
    const f = before.program.files[index]!
    for (let d = 0; d < f.facts.definitions.rows; d++) {
      const g = f.definitionBase + d
      if (before.nodes.of[g] !== NONE) definitions.set(before.nodes.of[g]!, g)
    }
  }
  const nodeNow = (node: number): number => {
    const known = moved[node]!
    if (known !== NONE) return known
    const named = outside.get(node)
    if (named !== undefined) return moved[node] = nodes.external(named[0], named[1])
    const now = nodes.of[translation.definition(definitions.get(node)!)]!
    if (now === NONE) throw new Gone()
    return moved[node] = now
  }
  const visits = before.nodes.visits!
  const taken = nodes.visits!
  const end = {
    edges: like.edges.rows,
    unresolved: like.unresolved.rows,
    registrations: like.registrations.rows,
  }
  for (let i = 0; i < visits.length;) {
    // What stands side by side is copied as one.
    const first = visits[i]!
    const edges = nodes.draft.edges.rows - first.edges
    const unresolved = nodes.draft.unresolved.rows - first.unresolved
    const registrations = nodes.draft.registrations.rows - first.registrations
    const isKept = !anew.has(first.f.index)
    for (; i < visits.length && anew.has(visits[i]!.f.index) !== isKept; i++) {
      const { f, ...from } = visits[i]!
      if (!isKept) continue
      taken.push({
        f,
        edges: from.edges + edges,
        unresolved: from.unresolved + unresolved,
        registrations: from.registrations + registrations,
      })
    }
    if (!isKept) continue
    const next = visits[i] ?? end
    nodes.draft.copyEdges(like, first.edges, next.edges, nodeNow)
    nodes.draft.copyUnresolved(like, first.unresolved, next.unresolved, nodeNow)
    nodes.draft.copyRegistrations(like, first.registrations, next.registrations, nodeNow)
  }
  nodes.part = undefined
  for (const { index } of before.program.files) {
    if (anew.has(index)) continue
    const { exported, opened } = nodes.parts![index]!
    for (let i = 0; i < exported.length; i += 2) nodes.giveOutAs(exported[i]!, exported[i + 1]!)
    for (let i = 0; i < opened.length; i += 2) nodes.open(opened[i]!, opened[i + 1]!)
  }
}
