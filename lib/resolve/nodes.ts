// Nodes of the graph: folders, files, and the definitions that readers know by name; with the edges that the text itself
// draws between them. Parameters, other locals and functions without a name become none.

import { NONE } from "../graph/columns.ts"
import type { Draft, DraftId } from "../graph/draft.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KIND_BY_CODE, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { withoutArity } from "../syntax/arity.ts"
import { DEFINITION_FLAGS } from "../syntax/facts.ts"
import { becomesNode } from "../syntax/known_definitions.ts"
import type { Manifest } from "../syntax/manifest.ts"
import { folderOf } from "../text/path.ts"
import type { FileView } from "./file_view.ts"
import type { Names } from "./names.ts"
import { PairMap } from "./pair_map.ts"
import type { Part } from "./part.ts"
import type { Program } from "./program.ts"

export interface Listed {
  readonly path: string
  readonly flags: number
}

const { Method, Constructor, Property, Class, Interface, Enum, TypeAlias } = NODE_KINDS
/** The package of what the platform provides, as it is shown. */
const PLATFORM = "platform"
const STRUCTURE = REASONS.structure.code
const SURE = REASONS.structure.confidence

/** From these rows of the draft on it is a file's facts that draw. */
export interface Visit {
  readonly f: FileView
  readonly edges: number
  readonly unresolved: number
  readonly registrations: number
}

export class Nodes {
  readonly draft: Draft
  readonly program: Program
  /** By definition of the program: its node, or NONE. */
  readonly of: Uint32Array
  /** By file of the program. */
  readonly files: Uint32Array
  readonly #byPath = new Map<string, DraftId>()
  readonly #folders = new Map<string, DraftId>()
  readonly #externals = new PairMap(1024)
  /** Nodes outside: package, name and node, side by side. */
  readonly #outside: Array<number> = []
  readonly #names: Names

  /** Nodes of the files and what they define; none yet of a program that follows another one, which `follow` makes. */
  constructor(draft: Draft, program: Program, listed: ReadonlyArray<Listed> | undefined) {
    this.draft = draft
    this.program = program
    this.#names = program.names
    this.of = new Uint32Array(program.counts.definitions).fill(NONE)
    this.files = new Uint32Array(program.files.length)
    if (listed === undefined) return
    for (const f of program.inTurn()) {
      const node = this.files[f.index] = this.#file(f.path, f.flags, f.facts.length)
      draft.setLines(node, f.facts.lineStarts)
      this.#definitions(f, node)
    }
    for (const f of program.inTurn()) this.#adopt(f)
    for (const it of listed) this.#file(it.path, it.flags | NODE_FLAGS.unread, 0)
  }

  /** Which file the rows of the draft come from, in their order; undefined where nobody will ask. */
  visits: Array<Visit> | undefined
  /** What a file adds beside nodes and edges is written down here; set by `begin`. */
  part: Part | undefined
  /** By file: its part; undefined where nobody will ask. */
  parts: ReadonlyArray<Part> | undefined

  /** What is drawn from now on comes from this file. */
  begin(f: FileView): void {
    this.part = this.parts?.[f.index]
    if (this.visits === undefined) return
    const { edges, unresolved, registrations } = this.draft
    this.visits.push({ f, edges: edges.rows, unresolved: unresolved.rows, registrations: registrations.rows })
  }

  /** Adds `OPENNESS` bits to a definition that has a node. */
  open(definition: number, bits: number): void {
    if (this.of[definition] === NONE) return
    this.part?.opened.push(definition, bits)
    this.draft.addOpen(this.of[definition]!, bits)
  }

  /** Says that a definition with a node is given out, and by what name. */
  giveOut(definition: number, name: string): void {
    this.giveOutAs(definition, this.#names.id(name))
  }

  /** The same by the number of the name. */
  giveOutAs(definition: number, name: number): void {
    this.part?.exported.push(definition, name)
    this.draft.addFlags(this.of[definition]!, NODE_FLAGS.exported)
    this.draft.addExportedAs(this.of[definition]!, withoutArity(this.#names.text(name)))
  }

  /** The package and the name of each node outside, side by side, by its node. */
  outside(): ReadonlyMap<DraftId, readonly [packageName: number, name: number]> {
    const all = new Map<DraftId, readonly [number, number]>()
    for (let i = 0; i < this.#outside.length; i += 3) {
      all.set(this.#outside[i + 2]!, [this.#outside[i]!, this.#outside[i + 1]!])
    }
    return all
  }

  /**
   * Takes over the nodes of the program before, save those in files that are not the same, whose own are made anew; and
   * what the text draws between them.
   *
   * @returns By node of the draft before: its node here, or NONE.
   */
  follow(before: Nodes): Uint32Array {
    const { draft, program } = this
    const like = before.draft
    const { at } = like.nodes
    const anew = new Uint8Array(before.#plain.length)
    for (const f of program.fresh) anew[before.files[f.index]!] = 1
    const moved = new Uint32Array(like.nodes.rows).fill(NONE)
    const isKept = (node: number): boolean => {
      const file = at.file[node]!
      return file === NONE || file === node || anew[file] === 0
    }
    for (let from = 0, to = 0; from < anew.length; from = to) {
      while (to < anew.length && isKept(to) === isKept(from)) to++
      if (isKept(from)) draft.copyNodes(like, from, to, before.#plain, moved)
    }
    for (const [path, node] of before.#byPath) this.#byPath.set(path, moved[node]!)
    for (const [path, node] of before.#folders) this.#folders.set(path, moved[node]!)
    for (const [node, [packageName, name]] of before.outside()) {
      if (node < anew.length) this.#keepOutside(packageName, name, moved[node]!)
    }
    for (const [file, starts] of like.lines) draft.setLines(moved[file]!, starts)
    const { source, target } = like.edges.at
    const { kind, confidence, reason, site } = like.edges.at
    for (let edge = 0; edge < before.#drawn; edge++) {
      const a = moved[source[edge]!]!
      const b = moved[target[edge]!]!
      if (a !== NONE && b !== NONE) draft.addEdge(kind[edge]!, a, b, confidence[edge]!, reason[edge]!, site[edge]!)
    }
    for (const f of program.files) this.files[f.index] = moved[before.files[f.index]!]!
    for (let g = 0; g < before.of.length; g++) if (before.of[g] !== NONE) this.of[g] = moved[before.of[g]!]!
    for (const f of program.fresh) {
      const node = this.files[f.index]!
      draft.nodes.at.flags[node] = f.flags
      draft.nodes.at.end[node] = f.facts.length
      draft.setLines(node, f.facts.lineStarts)
      this.#definitions(f, node)
    }
    for (const f of program.fresh) this.#adopt(f)
    return moved
  }

  /** Flags of the nodes in files before anything was added to them, and how many edges the text alone draws. */
  #plain: Uint16Array = new Uint16Array(0)
  #drawn = 0

  /** To be called when all nodes in files are made, where a program will follow. */
  settle(): void {
    this.#plain = this.draft.nodes.at.flags.slice(0, this.draft.nodes.rows)
    this.#drawn = this.draft.edges.rows
  }

  /** The File node of a path, or NONE. */
  byPath(path: string): DraftId {
    return this.#byPath.get(path) ?? NONE
  }

  /** The node of a name outside the repository, by the names of its package (0: the platform's) and of itself. */
  external(packageName: number, name: number, doc = ""): DraftId {
    const known = this.#externals.get(packageName, name)
    if (known !== NONE) return known
    const within = packageName === 0 ? PLATFORM : this.#names.text(packageName)
    const node = this.draft.addNode({
      kind: "External",
      flags: 0,
      name: name === 0 ? within : withoutArity(this.#names.text(name)),
      file: NONE,
      parent: NONE,
      start: 0,
      end: 0,
      nameStart: 0,
      signature: within,
      doc,
    })
    this.#keepOutside(packageName, name, node)
    return node
  }

  #keepOutside(packageName: number, name: number, node: DraftId): void {
    this.#externals.set(packageName, name, node)
    this.#outside.push(packageName, name, node)
  }

  /** The node of a package outside as a whole. @param versions As manifests ask for them. */
  packageOutside(name: string, versions: string): DraftId {
    return this.external(this.#names.id(name), 0, versions)
  }

  /** The node of the package that the manifest at a path declares; the file gets lines and a length. */
  package(path: string, { name, version, start }: Manifest, lines: Uint32Array, length: number): DraftId {
    const file = this.byPath(path)
    const node = this.draft.addNode({
      kind: "Package",
      flags: 0,
      name,
      file,
      parent: file,
      start,
      end: length,
      nameStart: start,
      signature: version === undefined ? name : `${name} ${version}`,
    })
    this.draft.nodes.at.end[file] = length
    this.draft.setLines(file, lines)
    this.#link(EDGE_KINDS.CONTAINS.code, file, node)
    return node
  }

  #file(path: string, flags: number, end: number): DraftId {
    const parent = this.#folder(folderOf(path))
    const node = this.draft.addNode({
      kind: "File",
      flags,
      name: path,
      file: NONE,
      parent,
      start: 0,
      end,
      nameStart: 0,
    })
    this.#byPath.set(path, node)
    if (parent !== NONE) this.#link(EDGE_KINDS.CONTAINS.code, parent, node)
    return node
  }

  #folder(path: string): DraftId {
    if (path === "") return NONE
    let node = this.#folders.get(path)
    if (node !== undefined) return node
    const parent = this.#folder(folderOf(path))
    node = this.draft.addNode({
      kind: "Folder",
      flags: 0,
      name: path,
      file: NONE,
      parent,
      start: 0,
      end: 0,
      nameStart: 0,
    })
    this.#folders.set(path, node)
    if (parent !== NONE) this.#link(EDGE_KINDS.CONTAINS.code, parent, node)
    return node
  }

  /** Puts what is written outside of the type that it belongs to below that type, whichever file holds it. */
  #adopt(f: FileView): void {
    if (f.language.policy.receiverOwns !== true) return
    const { kind, owner, rows } = f.facts.definitions
    for (let d = 0; d < rows; d++) {
      const g = f.definitionBase + d
      const holder = this.program.owner[g]!
      if (this.of[g] === NONE || owner[d] !== NONE || holder === NONE) continue
      const parent = this.of[holder]!
      this.draft.nodes.at.parent[this.of[g]!] = parent
      this.#link(structureKind(kind[d]!, this.program.kind[holder]!, true), parent, this.of[g]!)
    }
  }

  #link(kind: number, source: DraftId, target: DraftId): void {
    this.draft.addEdge(kind, source, target, SURE, STRUCTURE, NONE)
  }

  #definitions(f: FileView, file: DraftId): void {
    const { kind, flags, name, owner, start, end, nameStart, signature, doc, rows } = f.facts.definitions
    const { strings } = f.facts
    const apart = f.language.policy.receiverOwns === true
    for (let d = 0; d < rows; d++) {
      if (!becomesNode(f.facts, d)) continue
      let parent = file
      let holder: number = NONE
      for (let o = owner[d]!; o !== NONE; o = owner[o]!) {
        if (this.of[f.definitionBase + o] === NONE) continue
        parent = this.of[f.definitionBase + o]!
        holder = o
        break
      }
      const node = this.draft.addNode({
        kind: (flags[d]! & DEFINITION_FLAGS.struct) === 0 ? NODE_KIND_BY_CODE[kind[d]!]! : "Struct",
        flags: flags[d]! & 0xffff,
        name: withoutArity(strings[name[d]!]!),
        file,
        parent,
        start: start[d]!,
        end: end[d]!,
        nameStart: nameStart[d]!,
        signature: strings[signature[d]!]!,
        doc: strings[doc[d]!]!,
        suffixHint: parameterList(f, d),
      })
      this.of[f.definitionBase + d] = node
      if (apart && owner[d] === NONE && this.program.owner[f.definitionBase + d] !== NONE) continue
      this.#link(structureKind(kind[d]!, holder === NONE ? 0 : kind[holder]!, holder !== NONE), parent, node)
    }
  }
}

const structureKind = (kind: number, holder: number, nested: boolean): number => {
  if (!nested) return EDGE_KINDS.CONTAINS.code
  const inType = holder === Class.code || holder === Interface.code || holder === Enum.code || holder === TypeAlias.code
  if (inType && (kind === Method.code || kind === Constructor.code)) return EDGE_KINDS.HAS_METHOD.code
  if (inType && kind === Property.code) return EDGE_KINDS.HAS_PROPERTY.code
  return EDGE_KINDS.DEFINES.code
}

/** The types of the parameters as written, which tell overloads apart. */
const parameterList = (f: FileView, d: number): string => {
  const { parameters, parameterCount } = f.facts.definitions
  const count = parameterCount[d]!
  if (count === 0) return ""
  const { type, name } = f.facts.parameters
  const all: Array<string> = []
  for (let i = 0; i < count; i++) {
    const e = type[parameters[d]! + i]!
    all.push(e === NONE ? f.facts.strings[name[parameters[d]! + i]!]! : describe(f, e, 0))
  }
  return `(${all.join(",")})`
}

/** A type expression in few words. */
const describe = (f: FileView, e: number, depth: number): string => {
  const name = withoutArity(f.facts.strings[f.exprName[e]!] ?? "")
  if (depth > 3) return name
  const parts: Array<string> = []
  for (let i = 0; i < f.operandCount[e]! && i < 8; i++) {
    const part = f.operand(e, i)
    if (part !== NONE) parts.push(describe(f, part, depth + 1))
  }
  return parts.length === 0 ? name : `${name}${f.op[e]}<${parts.join(",")}>`
}
