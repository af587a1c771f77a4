// A graph under construction: nodes, edges and unbound references in any order, in columns that grow. Nothing in the
// frozen graph tells in which order things were added here; a `DraftId` means something in its draft only.

import * as Columns from "./columns.ts"
import { REGISTRATIONS } from "./graph.ts"
import type { EdgeKind, NodeKind } from "./kinds.ts"
import { EDGE_KIND_BY_CODE, EDGE_KINDS, NODE_KINDS } from "./kinds.ts"

export { freeze } from "./freeze.ts"

/** Row number of a node in one draft. */
export type DraftId = number

export const NONE = Columns.NONE

const DRAFT_NODES = {
  kind: "u8",
  flags: "u16",
  name: "u32",
  file: "u32",
  parent: "u32",
  start: "u32",
  end: "u32",
  nameStart: "u32",
  signature: "u32",
  doc: "u32",
  suffixHint: "u32",
  open: "u8",
  exportedAs: "u32",
} as const satisfies Columns.Shape

/** Those that are copied as they are. */
const NODE_COLUMNS = ["kind", "name", "start", "end", "nameStart", "signature", "doc", "suffixHint"] as const

const DRAFT_EDGES = {
  kind: "u8",
  source: "u32",
  target: "u32",
  confidence: "u8",
  reason: "u8",
  site: "u32",
  sites: "u16",
} as const satisfies Columns.Shape

const DRAFT_UNRESOLVED = {
  name: "u32",
  source: "u32",
  role: "u8",
  cause: "u8",
  site: "u32",
  member: "u8",
} as const satisfies Columns.Shape

/** Something that is handed over to the outside, as it is added. */
export interface RegistrationInput {
  readonly source: DraftId
  /** NONE for a function without a name. */
  readonly handler: DraftId
  readonly start: number
  readonly end: number
  readonly callee: string
  readonly package: string
  readonly text: string
  /** `REGISTRATION_FORMS` code. */
  readonly form: number
}

/** A node as it is added. Offsets are UTF-16 units of the decoded text. */
export interface NodeInput {
  readonly kind: NodeKind
  /** `NODE_FLAGS` bits. */
  readonly flags: number
  /** The simple name; of a file or folder its path; of an External the name outside. */
  readonly name: string
  /** The File node that holds it; NONE for a file itself and for what no file holds. */
  readonly file: DraftId
  /** The definition, file, folder or package that holds it, or NONE. */
  readonly parent: DraftId
  readonly start: number
  readonly end: number
  readonly nameStart: number
  /** Header in one line; of an External its package. */
  readonly signature?: string
  readonly doc?: string
  /**
   * The normalised parameter list (`(string,number)`): tells namesakes of one file and owner apart. Accessors need
   * none, their flags tell.
   */
  readonly suffixHint?: string
}

/** Everything that `freeze` reads. Strings are numbered in the order of their first mention; 0 is the empty string. */
export class Draft {
  readonly nodes: Columns.Builder<typeof DRAFT_NODES>
  readonly edges: Columns.Builder<typeof DRAFT_EDGES>
  readonly unresolved: Columns.Builder<typeof DRAFT_UNRESOLVED>
  readonly registrations: Columns.Builder<typeof REGISTRATIONS>
  readonly strings: Array<string>
  /** Line starts by file. */
  readonly lines = new Map<DraftId, Uint32Array>()
  readonly #ids: Map<string, number>

  /** @param like A draft whose strings keep their numbers here; it goes on growing with this one. */
  constructor(like?: Draft) {
    this.nodes = new Columns.Builder(DRAFT_NODES, 1024 + (like?.nodes.rows ?? 0))
    this.edges = new Columns.Builder(DRAFT_EDGES, 4096 + (like?.edges.rows ?? 0))
    this.unresolved = new Columns.Builder(DRAFT_UNRESOLVED, 1024 + (like?.unresolved.rows ?? 0))
    this.registrations = new Columns.Builder(REGISTRATIONS, 256 + (like?.registrations.rows ?? 0))
    this.strings = like?.strings ?? [""]
    this.#ids = like === undefined ? new Map([["", 0]]) : like.#ids
  }

  /**
   * Copies nodes `from .. to` of the draft that this one is like; what was added to them later is left out.
   *
   * @param flags By node of that draft: its flags here.
   * @param moved By node of that draft: its node here, or NONE; filled for these. Files and parents come before.
   */
  copyNodes(like: Draft, from: number, to: number, flags: Uint16Array, moved: Uint32Array): void {
    const row = this.nodes.addRows(to - from)
    const at = this.nodes.at
    const old = like.nodes.at
    at.flags.set(flags.subarray(from, to), row)
    for (const column of NODE_COLUMNS) at[column].set(old[column].subarray(from, to) as never, row)
    for (let node = from; node < to; node++) moved[node] = row + node - from
    for (let node = from; node < to; node++) {
      const file = old.file[node]!
      const parent = old.parent[node]!
      at.file[row + node - from] = file === NONE ? NONE : moved[file]!
      at.parent[row + node - from] = parent === NONE ? NONE : moved[parent]!
    }
  }

  /** Copies edges `from .. to` of that draft; `nodeNow` gives the node here. */
  copyEdges(like: Draft, from: number, to: number, nodeNow: (node: DraftId) => DraftId): void {
    const row = this.edges.addRows(to - from)
    const at = this.edges.at
    const old = like.edges.at
    for (const column of ["kind", "confidence", "reason", "site", "sites"] as const) {
      at[column].set(old[column].subarray(from, to), row)
    }
    for (let i = from; i < to; i++) {
      at.source[row + i - from] = nodeNow(old.source[i]!)
      at.target[row + i - from] = nodeNow(old.target[i]!)
    }
  }

  /** Copies open references `from .. to` of that draft. */
  copyUnresolved(like: Draft, from: number, to: number, nodeNow: (node: DraftId) => DraftId): void {
    const row = this.unresolved.addRows(to - from)
    const at = this.unresolved.at
    const old = like.unresolved.at
    for (const column of ["name", "role", "cause", "site", "member"] as const) {
      at[column].set(old[column].subarray(from, to), row)
    }
    for (let i = from; i < to; i++) at.source[row + i - from] = nodeNow(old.source[i]!)
  }

  /** Copies registrations `from .. to` of that draft. */
  copyRegistrations(like: Draft, from: number, to: number, nodeNow: (node: DraftId) => DraftId): void {
    const row = this.registrations.addRows(to - from)
    const at = this.registrations.at
    const old = like.registrations.at
    for (const column of ["start", "end", "callee", "package", "text", "form"] as const) {
      at[column].set(old[column].subarray(from, to), row)
    }
    for (let i = from; i < to; i++) {
      at.source[row + i - from] = nodeNow(old.source[i]!)
      const handler = old.handler[i]!
      at.handler[row + i - from] = handler === NONE ? NONE : nodeNow(handler)
    }
  }

  /** Adds a node; the same (path, start, kind, name, end) twice becomes one node. O(1) amortised. */
  addNode(node: NodeInput): DraftId {
    const row = this.nodes.add()
    const at = this.nodes.at
    const isFile = node.kind === "File"
    at.kind[row] = NODE_KINDS[node.kind].code
    at.flags[row] = node.flags
    at.name[row] = this.intern(node.name)
    at.file[row] = isFile ? row : this.#known(node.file, "file")
    at.parent[row] = this.#known(node.parent, "parent")
    // A file begins at its beginning, so that it comes before all that it holds.
    at.start[row] = isFile ? 0 : node.start
    at.end[row] = node.end
    at.nameStart[row] = isFile ? 0 : node.nameStart
    at.signature[row] = this.intern(node.signature ?? "")
    at.doc[row] = this.intern(node.doc ?? "")
    at.suffixHint[row] = this.intern(node.suffixHint ?? "")
    at.open[row] = 0
    at.exportedAs[row] = 0
    return row
  }

  /**
   * Adds an edge; the same (kind, source, target) again adds a site to it.
   *
   * @param kind `EDGE_KINDS` code.
   * @param confidence Percent, 0–100.
   * @param reason `REASONS` code.
   * @param site Offset of the reference in the source's file, or NONE.
   */
  addEdge(kind: number, source: DraftId, target: DraftId, confidence: number, reason: number, site: number): void {
    if (EDGE_KIND_BY_CODE[kind] === undefined) throw new RangeError(`No edge kind has the code ${kind}`)
    if (source >= this.nodes.rows || target >= this.nodes.rows) {
      throw new RangeError(`Edge ${source} → ${target} leaves the draft's ${this.nodes.rows} nodes`)
    }
    const row = this.edges.add()
    const at = this.edges.at
    at.kind[row] = kind
    at.source[row] = source
    at.target[row] = target
    at.confidence[row] = confidence > 100 ? 100 : confidence
    at.reason[row] = reason
    at.site[row] = site
    at.sites[row] = 1
  }

  /** The same by name of the kind, for code that is not hot. */
  connect(kind: EdgeKind, source: DraftId, target: DraftId, confidence: number, reason: number, site = NONE): void {
    this.addEdge(EDGE_KINDS[kind].code, source, target, confidence, reason, site)
  }

  /**
   * Records a reference that is bound to nothing.
   *
   * @param role REFERENCE_ROLES code.
   * @param cause CAUSES code.
   * @param member Does something stand before the name and a dot?
   */
  addUnresolved(name: string, source: DraftId, role: number, cause: number, site: number, member = false): void {
    if (source >= this.nodes.rows) throw new RangeError(`Source ${source} leaves the draft's ${this.nodes.rows} nodes`)
    const row = this.unresolved.add()
    const at = this.unresolved.at
    at.name[row] = this.intern(name)
    at.source[row] = source
    at.role[row] = role
    at.cause[row] = cause
    at.site[row] = site
    at.member[row] = member ? 1 : 0
  }

  /** Records that something is handed over to the outside; the same twice becomes one. */
  addRegistration(it: RegistrationInput): void {
    if (it.source >= this.nodes.rows) throw new RangeError(`Source ${it.source} leaves the draft's nodes`)
    const row = this.registrations.add()
    const at = this.registrations.at
    at.source[row] = it.source
    at.handler[row] = this.#known(it.handler, "handler")
    at.start[row] = it.start
    at.end[row] = it.end
    at.callee[row] = this.intern(it.callee)
    at.package[row] = this.intern(it.package)
    at.text[row] = this.intern(it.text)
    at.form[row] = it.form
  }

  /** Gives the line starts of a file that was read; kept, not copied. */
  setLines(file: DraftId, lineStarts: Uint32Array): void {
    if (this.nodes.at.kind[file] !== NODE_KINDS.File.code) throw new RangeError(`Node ${file} is no file`)
    this.lines.set(file, lineStarts)
  }

  /** Adds flags to a node that was added before. */
  addFlags(node: DraftId, flags: number): void {
    this.nodes.at.flags[this.#known(node, "node")]! |= flags
  }

  /** Adds `OPENNESS` bits to a node that was added before. */
  addOpen(node: DraftId, bits: number): void {
    this.nodes.at.open[this.#known(node, "node")]! |= bits
  }

  /** Adds a name under which a node that was added before is given out too. */
  addExportedAs(node: DraftId, name: string): void {
    const at = this.nodes.at
    if (name === "" || this.strings[at.name[this.#known(node, "node")]!] === name) return
    const known = this.strings[at.exportedAs[node]!]!
    const names = known === "" ? [] : known.split(" ")
    if (names.includes(name)) return
    at.exportedAs[node] = this.intern([...names, name].sort().join(" "))
  }

  /** The number of a string. A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD. */
  intern(text: string): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const whole = wellFormed(text)
    let id = this.#ids.get(whole)
    if (id === undefined) {
      id = this.strings.length
      this.strings.push(whole)
      this.#ids.set(whole, id)
    }
    if (whole !== text) this.#ids.set(text, id)
    return id
  }

  #known(node: DraftId, what: string): DraftId {
    if (node !== NONE && node >= this.nodes.rows) {
      throw new RangeError(`The ${what} ${node} is not among the draft's ${this.nodes.rows} nodes`)
    }
    return node
  }
}

const LONE_SURROGATES = /\p{Surrogate}/gu

const wellFormed = (text: string): string =>
  text.search(LONE_SURROGATES) === -1 ? text : text.replace(LONE_SURROGATES, "\ufffd")
