// THE place for a node kind or an edge kind. Everything that lists kinds is derived from these tables: unions,
// default edge sets, tool enums, schema docs, snapshot codes. What overlays add stands in tables of its own, since it is no
// part of the graph itself: codes are counted over both. A code is permanent: a retired kind keeps its number.

/** What is known of a kind of node. */
export interface NodeKindSpec {
  /** Permanent number in a snapshot, 1–255. */
  readonly code: number
  /** The phase that makes such nodes. */
  readonly madeBy: string
  /** Is such a node a symbol of the source, found by name? */
  readonly symbol: boolean
  /** A class to whoever asks what may be done with it, by another name. */
  readonly isClass?: true
  readonly doc: string
}

/**
 * What may stand at an end of an edge: `holder` a folder or file; `held` a folder, file or symbol; `code` a
 * file or symbol; `any` these and what lies outside the repository.
 */
export type End = "holder" | "file" | "symbol" | "held" | "code" | "any"

/** What is known of a kind of edge. */
export interface EdgeKindSpec {
  /** Permanent number in a snapshot, 1–255. */
  readonly code: number
  /** The phase that makes such edges. */
  readonly madeBy: string
  /** Does a change of one end put the dependent end at risk? `impact` follows such edges by default. */
  readonly carriesImpact: boolean
  /** Does it say where the target stands, in the source? All others say what code does. */
  readonly holds?: true
  /** The end that depends on the other; the source where nothing is said. */
  readonly dependent?: "target"
  /** What may stand at its source and at its target. */
  readonly from: End
  readonly to: End
  readonly doc: string
}

export const NODE_KINDS = {
  File: { code: 1, madeBy: "resolve", symbol: false, doc: "A file of the repository" },
  Folder: { code: 2, madeBy: "resolve", symbol: false, doc: "A folder that holds files" },
  Package: { code: 3, madeBy: "resolve", symbol: true, doc: "A package that a manifest declares" },
  External: { code: 4, madeBy: "resolve", symbol: false, doc: "A name that lives outside the repository" },
  Namespace: { code: 8, madeBy: "resolve", symbol: true, doc: "A named space of definitions inside a file" },
  Class: { code: 9, madeBy: "resolve", symbol: true, isClass: true, doc: "A class" },
  Interface: { code: 10, madeBy: "resolve", symbol: true, doc: "An interface or protocol" },
  Enum: { code: 11, madeBy: "resolve", symbol: true, doc: "An enumeration" },
  TypeAlias: { code: 12, madeBy: "resolve", symbol: true, doc: "A name for a type" },
  Function: { code: 13, madeBy: "resolve", symbol: true, doc: "A function that belongs to no type" },
  Method: { code: 14, madeBy: "resolve", symbol: true, doc: "A function that belongs to a type, accessors too" },
  Constructor: { code: 15, madeBy: "resolve", symbol: true, doc: "What runs when an instance is made" },
  Property: { code: 16, madeBy: "resolve", symbol: true, doc: "A field or property of a type, a member of an enum" },
  Variable: { code: 17, madeBy: "resolve", symbol: true, doc: "A variable at the top level of a file or namespace" },
  Const: { code: 18, madeBy: "resolve", symbol: true, doc: "A variable at the top level that is never assigned again" },
  Struct: { code: 19, madeBy: "resolve", symbol: true, isClass: true, doc: "A struct: a class of plain values" },
} as const satisfies Record<string, NodeKindSpec>

export type NodeKind = keyof typeof NODE_KINDS

/** Codes of the kinds that are classes. */
export const CLASSES: ReadonlySet<number> = new Set(
  Object.values(NODE_KINDS as Record<string, NodeKindSpec>).filter((it) => it.isClass).map((it) => it.code),
)

export const EDGE_KINDS = {
  CONTAINS: {
    code: 1,
    from: "holder",
    to: "held",
    madeBy: "resolve",
    carriesImpact: false,
    holds: true,
    doc: "A folder or file holds a file or definition",
  },
  DEFINES: {
    code: 2,
    from: "symbol",
    to: "symbol",
    madeBy: "resolve",
    carriesImpact: false,
    holds: true,
    doc: "A definition holds a nested definition",
  },
  HAS_METHOD: {
    code: 3,
    from: "symbol",
    to: "symbol",
    madeBy: "resolve",
    carriesImpact: false,
    holds: true,
    doc: "A type has a method or constructor",
  },
  HAS_PROPERTY: {
    code: 4,
    from: "symbol",
    to: "symbol",
    madeBy: "resolve",
    carriesImpact: false,
    holds: true,
    doc: "A type has a property",
  },
  IMPORTS: {
    code: 5,
    from: "file",
    to: "file",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "A file imports or re-exports from a file",
  },
  CALLS: {
    code: 6,
    from: "code",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "A call site in source may run target",
  },
  DISPATCHES: {
    code: 7,
    from: "code",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "A call of source, or in it, may run target: what overrides or implements it, or one of several values",
  },
  INSTANTIATES: {
    code: 8,
    from: "code",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "Source makes an instance of target",
  },
  READS: {
    code: 9,
    from: "code",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "Source reads the value of target",
  },
  WRITES: { code: 10, from: "code", to: "any", madeBy: "resolve", carriesImpact: true, doc: "Source assigns target" },
  USES: {
    code: 11,
    from: "code",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "Source names target as a type, or passes it on as a value",
  },
  EXTENDS: {
    code: 12,
    from: "symbol",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "Source inherits from target",
  },
  IMPLEMENTS: {
    code: 13,
    from: "symbol",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "Source promises the members of target",
  },
  OVERRIDES: {
    code: 14,
    from: "symbol",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "Source member replaces the target member of a base type",
  },
  DECORATES: {
    code: 15,
    from: "any",
    to: "code",
    madeBy: "resolve",
    carriesImpact: true,
    dependent: "target",
    doc: "Source is a decorator that is applied to target",
  },
  RENDERS: {
    code: 16,
    from: "code",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "Source renders the component target",
  },
  DEPENDS_ON: {
    code: 17,
    from: "symbol",
    to: "any",
    madeBy: "resolve",
    carriesImpact: true,
    doc: "The manifest of source asks for the package target",
  },
} as const satisfies Record<string, EdgeKindSpec>

export type EdgeKind = keyof typeof EDGE_KINDS

/** Nodes that overlays add behind those of the graph. */
export const OVERLAY_NODES = {
  Community: { code: 20, madeBy: "communities", doc: "An area of the code" },
  Process: { code: 21, madeBy: "processes", doc: "An execution flow from an entry point" },
} as const

export type OverlayNode = keyof typeof OVERLAY_NODES

/** Edges that overlays add. */
export const OVERLAY_EDGES = {
  MEMBER_OF: { code: 18, madeBy: "communities", doc: "Source belongs to the community target" },
  STEP_IN_PROCESS: { code: 19, madeBy: "processes", doc: "Source is a step of the process target" },
  ENTRY_POINT_OF: { code: 20, madeBy: "processes", doc: "The process target begins with source" },
  TESTS: { code: 21, madeBy: "tests", doc: "Source is a test of target" },
} as const

export type OverlayEdge = keyof typeof OVERLAY_EDGES

/**
 * Why an edge exists; `code` is permanent. `npm run accuracy -- --calibrate` fits the confidence of a reason to what
 * compilers say of real projects, by halves: projects in the order of their names, dealt out in turn; the share of right
 * edges in one half (Laplace's rule, at most 200 edges a project, at most 99) is stated here and checked on the other.
 */
export interface ReasonSpec {
  readonly code: number
  /** Percent, 0–100: how often such an edge is right. */
  readonly confidence: number
  readonly doc: string
}

export const REASONS = {
  structure: { code: 1, confidence: 100, doc: "The text itself says so" },
  local: { code: 2, confidence: 99, doc: "The name is defined in an enclosing scope of this file" },
  import: { code: 3, confidence: 99, doc: "The name is imported, and the import leads to the definition" },
  namespace: { code: 4, confidence: 97, doc: "Member of an imported module" },
  this: { code: 5, confidence: 99, doc: "Member of the enclosing type, reached through this or super" },
  declared: { code: 6, confidence: 99, doc: "Member of the receiver's declared type" },
  constructed: { code: 7, confidence: 99, doc: "Member of a type that the receiver was constructed with" },
  inferred: { code: 8, confidence: 98, doc: "Member of a type inferred from returns, fields or assignments" },
  value: { code: 9, confidence: 96, doc: "The value was stored or passed under another name and followed back" },
  heritage: { code: 10, confidence: 98, doc: "Member that implements or overrides by linearisation" },
  // By published suites that know what runs 14 times of 20: by Laplace's rule 68 of 100. Compilers name what is declared
  // there and seldom such a value: 10 times of 33, in all projects.
  choice: { code: 11, confidence: 68, doc: "One of several values that may have been stored there" },
  // Not measured: scripts are one program only where they are loaded together, which no file of them says.
  global: { code: 12, confidence: 80, doc: "The name is global, and the program defines it once" },
  package: {
    code: 13,
    confidence: 99,
    doc: "The name is defined by the package that the code is of, in any of its files",
  },
  // By compilers one of the two is right 72 times of 73, in six projects.
  overload: { code: 14, confidence: 50, doc: "One of two functions of the name that fit what is given alike" },
} as const satisfies Record<string, ReasonSpec>

export type Reason = keyof typeof REASONS

/** Codes of the reasons of edges that a value led to, not a declaration. */
export const BY_VALUE: ReadonlySet<number> = new Set([REASONS.value.code, REASONS.choice.code])

/** Why a reference is bound to nothing, by code. */
export const CAUSES = {
  unknownReceiver: { code: 1, doc: "The type of the expression before the dot is not known" },
  unknownMember: { code: 2, doc: "The receiver's type is known, a member of that name is not" },
  unknownName: { code: 3, doc: "No scope, import or known global has the name" },
  unresolvedModule: { code: 4, doc: "The name comes from a module that was not found" },
  ambiguous: { code: 5, doc: "Several definitions fit, none better than the others" },
  dynamic: { code: 6, doc: "The callee or the module is computed: an element, a parameter, a value that code decides" },
  tooDeep: { code: 7, doc: "A bound of the analysis was reached" },
} as const

export type Cause = keyof typeof CAUSES

const byCode = <K extends string>(table: Record<K, { readonly code: number }>): ReadonlyArray<K | undefined> => {
  const names: Array<K | undefined> = []
  for (const name in table) names[table[name].code] = name
  return names
}

/** Names by code; a hole where no kind has the code. */
export const NODE_KIND_BY_CODE: ReadonlyArray<NodeKind | undefined> = byCode(NODE_KINDS)
export const EDGE_KIND_BY_CODE: ReadonlyArray<EdgeKind | undefined> = byCode(EDGE_KINDS)
export const REASON_BY_CODE: ReadonlyArray<Reason | undefined> = byCode(REASONS)

export const CAUSE_BY_CODE: ReadonlyArray<Cause | undefined> = byCode(CAUSES)

const edgesOf = (keep: (spec: EdgeKindSpec) => boolean): ReadonlyArray<EdgeKind> =>
  (Object.keys(EDGE_KINDS) as ReadonlyArray<EdgeKind>).filter((kind) => keep(EDGE_KINDS[kind]))

/** The kinds of edge by which one thing stands in another. */
export const HOLDING_EDGES = edgesOf(({ holds }) => holds === true)

/** The kinds of edge that are drawn where source text refers to something: all that nothing else was derived from. */
export const REFERENCE_EDGES = edgesOf(({ madeBy, holds }) => madeBy === "resolve" && holds !== true)

/** The kinds of edge that `impact` follows when it is told nothing else. */
export const IMPACT_EDGES = edgesOf(({ carriesImpact }) => carriesImpact)

/**
 * Bits of a node's `open` column: by what code can come to a definition, a file or what they hold without a reference
 * that names it. Where none is set, whoever uses it says its name.
 */
export const OPENNESS = {
  /** Its value is passed on, stored or given back: whoever holds the value may run it. */
  handedOn: 1 << 0,
  /** What it holds is taken by a key that the text does not tell. */
  keyed: 1 << 1,
  /** The object that holds it is passed on, stored or given back. */
  holderHandedOn: 1 << 2,
  /** The object that holds it is asked for members by a key that the text does not tell. */
  holderKeyed: 1 << 3,
  /** A decorator takes it. */
  decorated: 1 << 4,
  /** The platform runs it: a program begins there. */
  entry: 1 << 5,
} as const

export type Openness = keyof typeof OPENNESS

/** Bits of a node's `flags` column. */
export const NODE_FLAGS = {
  exported: 1 << 0,
  test: 1 << 1,
  async: 1 << 2,
  generator: 1 << 3,
  static: 1 << 4,
  abstract: 1 << 5,
  private: 1 << 6,
  protected: 1 << 7,
  readonly: 1 << 8,
  getter: 1 << 9,
  setter: 1 << 10,
  /** Declared without a body: overload, ambient declaration, member signature. */
  signature: 1 << 11,
  /** A file that is listed but whose language is not read. */
  unread: 1 << 12,
  /** A file with syntax errors, of which the whole parts were kept. */
  partial: 1 << 13,
  generated: 1 << 14,
  default: 1 << 15,
} as const

export type NodeFlag = keyof typeof NODE_FLAGS
