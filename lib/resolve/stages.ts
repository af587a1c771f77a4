// The steps from files to a drawn graph, each for whoever takes it: all files anew, or those alone that are not as they
// were in a program before.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, REASONS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, IMPORT_FLAGS } from "../syntax/facts.ts"
import type { ConfigProblem, Language, ModuleResolver, Project, ResolutionPolicy } from "../syntax/language.ts"
import { drawAlternatives } from "./alternatives.ts"
import { Around } from "./around.ts"
import { openEntryPoints } from "./entry_points.ts"
import { drawEscapes } from "./escapes.ts"
import { exportedMarker } from "./exported.ts"
import { typeOf } from "./expressions.ts"
import { declaresExtensions, Extensions } from "./extensions.ts"
import type { FileView } from "./file_view.ts"
import { Globals } from "./globals.ts"
import { drawHeritage } from "./heritage.ts"
import { type Destination, Imports, loadingOf } from "./imports.ts"
import { drawInPlace } from "./in_place.ts"
import { Library, type Scope } from "./library.ts"
import { type Declared, manifestsOf } from "./manifests.ts"
import type { Nodes } from "./nodes.ts"
import { Packages } from "./packages.ts"
import { type Program, SPACES } from "./program.ts"
import { giveToReceivers } from "./receiver_types.ts"
import { computeSlot } from "./slots.ts"
import { Solver } from "./solver.ts"
import { Structural } from "./structural.ts"
import { Symbols } from "./symbols.ts"
import { typeVariablesOf } from "./type_variables.ts"
import { Types } from "./types.ts"
import { usedFiles } from "./used_files.ts"
import { Writes } from "./writes.ts"

/** One module resolver a language, made when a file of it is met. */
export type Modules = ((language: Language) => ModuleResolver) & {
  readonly problems: () => ReadonlyArray<ConfigProblem>
  /** What the manifests declare that the languages of a program read; read once for these. */
  readonly manifests: (program: Program) => ReadonlyArray<Declared>
}

export const moduleResolvers = (project: Project): Modules => {
  const known = new Map<Language, ModuleResolver>()
  const of = (language: Language): ModuleResolver => {
    let resolver = known.get(language)
    if (resolver === undefined) known.set(language, resolver = language.modules(project))
    return resolver
  }
  const problems: Array<ConfigProblem> = []
  let declared: ReadonlyArray<Declared> = []
  let readFor: ReadonlySet<Language> | undefined
  return Object.assign(of, {
    problems: () => [...problems, ...[...known.values()].flatMap((it) => it.problems)],
    manifests: ({ files }: Program) => {
      const languages = new Set(files.map(({ language }) => language))
      if (languages.size !== readFor?.size || [...languages].some((it) => !readFor!.has(it))) {
        problems.length = 0
        declared = manifestsOf(project, readFor = languages, problems)
      }
      return declared
    },
  })
}

/** What is wrong with configuration, and of which resolvers that was learned. */
export interface Complaints {
  readonly program: Program
  readonly modules: Modules
  readonly problems: ReturnType<Modules["problems"]>
}

/**
 * What is wrong with configuration that a program reads, in an order of its own. Resolvers that were used by a program
 * before may know of more: what only that one read.
 */
export const problemsOf = (
  program: Program,
  project: Project,
  modules: Modules,
  before: Complaints | undefined,
): Complaints["problems"] => {
  const { length } = modules.problems()
  if (length === 0) return []
  if (modules !== before?.modules) return inOrder(modules.problems())
  // What is read is read by specifiers: as long as none is gone, nothing that was read is.
  const { program: old, problems } = before
  const keepsAll = problems.length === length && program.files.length === old.files.length &&
    program.fresh.every((f) => {
      const known = old.fileByPath.get(f.path)
      return known !== undefined && hasAll(known, f)
    })
  if (keepsAll) return problems
  const used = moduleResolvers(project)
  used.manifests(program)
  for (const f of program.files) {
    // Some configuration is read where there is any file of a language, whether it asks for others or not.
    const resolver = used(f.language)
    for (const module of specifiersOf(f)) resolver.resolve(f.path, f.facts.strings[module]!, loadingOf(f, module))
  }
  return inOrder(used.problems())
}

/** Local strings by which a file names modules. */
const specifiersOf = ({ facts: { imports, exports } }: FileView): ReadonlySet<number> => {
  const all = new Set([...imports.module, ...exports.module])
  all.delete(0)
  return all
}

const hasAll = (before: FileView, now: FileView): boolean => {
  const all = (f: FileView) => [...specifiersOf(f)].map((it) => `${loadingOf(f, it)} ${f.facts.strings[it]!}`)
  const known = new Set(all(now))
  return all(before).every((it) => known.has(it))
}

const inOrder = (problems: Complaints["problems"]): Complaints["problems"] =>
  problems.map((it) => [`${it.path}\n${it.detail}`, it] as const)
    .sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map(([, it]) => it)

/** What names mean, before any type is known. */
export interface Meanings {
  readonly program: Program
  readonly symbols: Symbols
  readonly imports: Imports
  readonly globals: Globals
  readonly around: Around
  readonly extensions: Extensions
  readonly writes: Writes
}

export const meaningsOf = (program: Program, modules: Modules): Meanings => {
  const packages = new Packages(program, (f) => modules(f.language))
  const symbols = new Symbols(program, packages)
  const imports = new Imports(program, symbols, (f) => modules(f.language))
  const globals = new Globals(program, symbols, (f) => modules(f.language))
  const around = new Around({ program, symbols, imports, globals, packages })
  giveToReceivers(around)
  const extensions = new Extensions(program)
  const writes = new Writes({ program, symbols, imports })
  return { program, symbols, imports, globals, around, extensions, writes }
}

/**
 * The same of a program that follows another one; undefined where what a file that changed shares with others, or writes
 * to, cannot be told apart from what others do.
 *
 * @param before What the program before found by the text alone.
 * @param worked Files that may import something else now, those that changed among them.
 */
export const meaningsAfter = (
  program: Program,
  modules: Modules,
  before: Meanings,
  worked: ReadonlyArray<number>,
): Meanings | undefined => {
  const isSharing = ({ globals }: Pick<Meanings, "globals">): boolean =>
    program.fresh.some((f) => globals.sharing.has(f.index))
  if (isSharing(before) || !areFiledAlike(program, before.program)) return undefined
  const packages = new Packages(program, (f) => modules(f.language), before.around.packages)
  const symbols = new Symbols(program, packages, before.symbols)
  const imports = new Imports(program, symbols, (f) => modules(f.language))
  const globals = new Globals(program, symbols, (f) => modules(f.language), before.globals)
  if (isSharing({ globals })) return undefined
  const around = new Around({ program, symbols, imports, globals, packages })
  const writes = Writes.after(before.writes, { program, symbols, imports }, before.program, worked)
  // a file that changed declares none, nor did it before
  const { extensions } = before
  return writes === undefined ? undefined : { program, symbols, imports, globals, around, extensions, writes }
}

/** Is that so of all files that changed? Apart from who makes what lives on, which would hold on to the program before. */
const areFiledAlike = (program: Program, before: Program): boolean =>
  program.fresh.every((f) => isFiledAlike(f, before.files[f.index]!))

/** Does a file that changed share names by the packages that it shared them by, and holds no part of a type of several? */
const isFiledAlike = (f: FileView, before: FileView): boolean => {
  const { packages } = f.language.policy
  if (packages === undefined) return true
  // types and functions of other files are made of what such a file says
  if (packages.unitsAreBuilds === true || declaresExtensions(f) || declaresExtensions(before)) return false
  const hasParts = ({ facts }: FileView): boolean =>
    facts.definitions.flags.some((flags) => (flags & DEFINITION_FLAGS.part) !== 0)
  return Packages.areSame(f, before) && !hasParts(f) && !hasParts(before)
}

/** Terms, and what the languages' libraries say: the same for a program and for those that follow it. */
export interface Terms {
  readonly types: Types
  readonly library: Library
  readonly libraryScopes: ReadonlyMap<ResolutionPolicy, Scope>
}

export const termsOf = (program: Program): Terms => {
  const types = new Types()
  const library = new Library(types, program.names)
  const libraryScopes = new Map<ResolutionPolicy, Scope>()
  for (const f of program.inTurn()) {
    const { policy } = f.language
    if (!libraryScopes.has(policy)) libraryScopes.set(policy, library.add(policy.library))
  }
  return { types, library, libraryScopes }
}

/** A solver that knows nothing yet. */
export const solverOf = (meanings: Meanings, terms: Terms): Solver => {
  const solver = new Solver({ ...meanings, ...terms, computeSlot, typeVariablesOf })
  solver.typeOf = (f, e) => typeOf(solver, f, e)
  const { names } = meanings.program
  meanings.around.isKnown = (module, name) =>
    terms.library.modules.get(module)?.has(name) === true ||
    terms.library.typesInModules.has(`${names.text(module)}.${names.text(name)}`)
  return solver
}

/** Draws what a file says beside its references. */
export const drawer = (s: Solver, nodes: Nodes): (f: FileView) => void => {
  const { program, imports } = s
  // found for the whole program, when the first file asks that has any such interface
  let structural: Structural | undefined
  const markExported = exportedMarker(program, s.symbols, imports, nodes)
  return (f) => {
    nodes.begin(f)
    markExported(f)
    openEntryPoints(nodes, f)
    drawImports(f, program, imports, nodes)
    drawInPlace(f, nodes)
    drawEscapes(program, imports, nodes, f)
    drawHeritage(s, nodes, f)
    if (f.language.policy.structuralInterfaces !== undefined) (structural ??= new Structural(s)).draw(nodes, f)
    drawAlternatives(s, nodes, f)
  }
}

/** Files of what an import names in a package or a type, its own file too where it names something in that. */
const filesNamed = (f: FileView, imports: Imports, row: number): ReadonlySet<number> => {
  if ((f.facts.imports.flags[row]! & IMPORT_FLAGS.star) !== 0) return imports.around.filesThrough(f, row)
  const files = new Set<number>()
  for (const space of [SPACES.value, SPACES.type]) {
    const file = imports.fileOf(imports.imported(f, row, space))
    if (file !== NONE) files.add(file)
  }
  return files
}

const NOTHING_USED: ReadonlyMap<number, ReadonlySet<number>> = new Map()

/** IMPORTS: every specifier that leads to a file of the repository, re-exports too. */
const drawImports = (f: FileView, program: Program, imports: Imports, nodes: Nodes): void => {
  const { code, confidence } = REASONS.structure
  const draw = (to: Destination, site: number): void => {
    for (const path of to.paths) {
      const target = nodes.byPath(path)
      if (target === NONE) continue
      nodes.draft.addEdge(EDGE_KINDS.IMPORTS.code, nodes.files[f.index]!, target, confidence, code, site)
    }
  }
  const { imports: rows, exports } = f.facts
  const drawTo = (files: Iterable<number>, row: number): void => {
    // All of a package that a file is of itself: it names nothing of its own. Who names what it defines imports itself.
    const isOfPackage = (rows.flags[row]! & (IMPORT_FLAGS.star | IMPORT_FLAGS.members)) === IMPORT_FLAGS.star
    for (const file of files) {
      if (isOfPackage && file === f.index) continue
      const to = nodes.files[file]!
      nodes.draft.addEdge(EDGE_KINDS.IMPORTS.code, nodes.files[f.index]!, to, confidence, code, rows.start[row]!)
    }
  }
  const used = f.language.policy.packages?.dotted === false ? usedFiles(program, imports, f) : NOTHING_USED
  for (let row = 0; row < rows.rows; row++) {
    // the first part of a path is bound beside the whole of it, which is what is imported; a comment loads nothing
    if ((rows.flags[row]! & (IMPORT_FLAGS.head | IMPORT_FLAGS.comment)) === 0) {
      const to = imports.destinationOfRow(f, row)
      const files = used.get(row)
      if (files === undefined) draw(to, rows.start[row]!)
      else drawTo(files, row)
      if (to.inside !== undefined && to.paths.length === 0) drawTo(filesNamed(f, imports, row), row)
    }
  }
  for (let row = 0; row < exports.rows; row++) {
    if (exports.module[row] !== 0) draw(imports.destination(f, exports.module[row]!), exports.start[row]!)
  }
}
