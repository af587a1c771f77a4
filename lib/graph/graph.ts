// The graph as a frozen value: columns of nodes and edges, and adjacency in compressed rows per edge kind in both
// directions. Nothing here changes after `freeze` (draft.ts) or `open` (snapshot.ts); a `NodeId` is valid in one graph
// only and is never printed.

import type * as Columns from "./columns.ts"
import type { EdgeKind } from "./kinds.ts"

/** Row number of a node in one graph. */
export type NodeId = number
/** Row number of an edge in one graph. */
export type EdgeId = number

/**
 * Nodes in the order of (path, start, kind, name): a file, what it holds from top to bottom, the next file. The path of
 * a folder or package is its name, that of an External is empty.
 */
export const NODES = {
  kind: "u8",
  flags: "u16",
  /** String: the simple name; of a file its path, of a folder its path, of an External the name. */
  name: "u32",
  /** The File node that holds it; itself for a file; NONE for what no file holds. */
  file: "u32",
  /** The definition, file, folder or package that holds it, or NONE. */
  parent: "u32",
  /** UTF-16 offsets of the whole definition and of its name in the decoded text. */
  start: "u32",
  end: "u32",
  nameStart: "u32",
  /** String: `~abcd`, `~get` or empty; tells namesakes of one file and owner apart in the uid. */
  suffix: "u32",
  /** String: header of the definition in one line; of an External the package. */
  signature: "u32",
  /** String: first paragraph of its documentation. */
  doc: "u32",
  /** `OPENNESS` bits: ways by which code may come to it without naming it. */
  open: "u8",
  /** String: other names under which it is given out, sorted, with a blank between them. */
  exportedAs: "u32",
} as const satisfies Columns.Shape

/** Edges in the order of (kind, source, target, site): at most one edge for the first three, with the first site. */
export const EDGES = {
  kind: "u8",
  source: "u32",
  target: "u32",
  /** Percent, 0–100. */
  confidence: "u8",
  reason: "u8",
  /** UTF-16 offset of the call or reference in the file of the end that depends (`EdgeKindSpec.dependent`), or NONE. */
  site: "u32",
  /** How many sites in source say so. */
  sites: "u16",
} as const satisfies Columns.Shape

/**
 * References that are bound to nothing, in the order of (name, source, site). They are what makes a zero honest: a
 * definition without callers whose name stands here may have some.
 */
export const UNRESOLVED = {
  /** String: the simple name as written. */
  name: "u32",
  source: "u32",
  /** `REFERENCE_ROLES` code of syntax/facts.ts. */
  role: "u8",
  /** `CAUSES` code. */
  cause: "u8",
  site: "u32",
  /** 1 where something stands before the name and a dot, 0 where the name stands alone. */
  member: "u8",
} as const satisfies Columns.Shape

/** How something is handed over, by code. */
export const REGISTRATION_FORMS = {
  /** As an argument of a call, also in a list or through a call that wraps it. */
  argument: 1,
  /** It stands behind a decorator or annotation. */
  decorator: 2,
  /** As a field of something outside, or of an object that is an argument. */
  field: 3,
} as const

/**
 * Where code hands a function or type to something that is not of this repository, in the order of (source, start, end,
 * handler, callee, package, text, form), the longer of two that start together first. What the language's own library
 * takes is left out. These are the places where a framework enters the code.
 */
export const REGISTRATIONS = {
  /** The definition or file whose code says so. */
  source: "u32",
  /** The definition that is handed over; NONE for a function without a name. */
  handler: "u32",
  /** UTF-16 offsets in the file of source: the argument or the decorated definition; of a function its whole text. */
  start: "u32",
  end: "u32",
  /** String: the name outside, behind that of the receiver's type where it is known; else the name as written. */
  callee: "u32",
  /** String: the package as of an External; empty where it is not known. */
  package: "u32",
  /**
   * String: the first text that it is handed over with, mostly a path or name; or empty. A decorator that is given a list
   * by name has a row for each text of that, too.
   */
  text: "u32",
  /** `REGISTRATION_FORMS` code. */
  form: "u8",
} as const satisfies Columns.Shape

/**
 * What a function without a name that is handed over runs of the repository, in the order of (registration, kind, target),
 * each once with its first site: an edge tells only the first site of its source. What stands in several belongs to the innermost.
 */
export const REGISTERED = {
  /** Row of REGISTRATIONS. */
  registration: "u32",
  target: "u32",
  /** `EDGE_KINDS` code of CALLS, DISPATCHES or INSTANTIATES. */
  kind: "u8",
  /** Percent, 0–100. */
  confidence: "u8",
  /** UTF-16 offset in the registration's file. */
  site: "u32",
} as const satisfies Columns.Shape

/** Adjacency of one edge kind in one direction: node `n`'s neighbours are `targets[offsets[n] .. offsets[n + 1]]`. */
export interface Rows {
  readonly offsets: Uint32Array
  readonly targets: Uint32Array
  /** The edge behind `targets[i]`. */
  readonly edges: Uint32Array
}

export type RowsByKind = { readonly [K in EdgeKind]: Rows }

/** Strings by number, decoded when first asked for; 0 is the empty string. */
export interface Strings {
  readonly count: number
  readonly at: (id: number) => string
  /** The same for who looks at very many of them once: what is decoded is not kept. */
  readonly glance: (id: number) => string
}

export interface Graph {
  readonly nodes: Columns.Table<typeof NODES>
  readonly edges: Columns.Table<typeof EDGES>
  readonly unresolved: Columns.Table<typeof UNRESOLVED>
  readonly registrations: Columns.Table<typeof REGISTRATIONS>
  readonly registered: Columns.Table<typeof REGISTERED>
  readonly strings: Strings
  readonly out: RowsByKind
  readonly in: RowsByKind
  /** Symbol nodes in the order of (lower-cased name, node). */
  readonly byName: Uint32Array
  /** File nodes, in the order of their paths. */
  readonly files: Uint32Array
  /** Offsets of line starts of a file node; empty for a file that was not read. */
  readonly lineStarts: (file: NodeId) => Uint32Array
}
