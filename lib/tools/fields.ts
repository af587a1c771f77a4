// What many tools take and answer, stated once: input fields with their defaults, symbol and edge rows, the envelope.

import * as Schema from "effect/Schema"
import { EDGE_KINDS, NODE_KINDS, REASONS } from "../graph/kinds.ts"

// ── making input fields ────────────────────────────────────────────────────────────────────────────────────────────

/** Longest text where nothing else is said: nobody means more, and what looks for it need not be ready for more. */
export const LONGEST_TEXT = 4_000

/** A text that is not empty. */
export const text = (description: string, maxLength: number = LONGEST_TEXT) =>
  Schema.String.pipe(Schema.minLength(1), Schema.maxLength(maxLength)).annotations({ description })

export const optionalText = (description: string) => Schema.optional(text(description))

/** A whole number in a range, with the value it has when nothing is sent. */
export const integer = (
  range: { readonly from: number; readonly to?: number; readonly default: number },
  description: string,
) => withDefault(whole(range.from, range.to, description), range.default)

export const optionalInteger = (range: { readonly from: number; readonly to?: number }, description: string) =>
  Schema.optional(whole(range.from, range.to, description))

const whole = (from: number, to: number | undefined, description: string) =>
  (to === undefined
    ? Schema.Number.pipe(Schema.int(), Schema.greaterThanOrEqualTo(from))
    : Schema.Number.pipe(Schema.int(), Schema.between(from, to))).annotations({ description })

/** A switch that is off when nothing is sent; `default: false` goes without saying and is not listed. */
export const flag = (description: string) =>
  Schema.optionalWith(Schema.Boolean.annotations({ description }), { default: () => false })

export const choice = <const L extends ReadonlyArray<string>>(
  options: L,
  fallback: L[number],
  description: string,
) => withDefault(Schema.Literal(...options).annotations({ description }) as Schema.Schema<L[number]>, fallback)

/** Some of a closed set of names. */
export const some = <const L extends ReadonlyArray<string>>(options: L, description: string) =>
  Schema.optional(
    // Each once; a client that repeats itself is let through as long as it is no flood.
    Schema.Array(Schema.Literal(...options) as unknown as Schema.Schema<L[number]>).pipe(
      Schema.maxItems(2 * options.length),
    ).annotations({ description }),
  )

/** The value is listed as the argument's default and used when nothing is sent. */
export const withDefault = <A>(schema: Schema.Schema<A>, value: A) =>
  Schema.optionalWith(schema.annotations({ default: value }), { default: () => value })

// ── shared input fields ────────────────────────────────────────────────────────────────────────────────────────────

/** For tools that read the index. */
export const repo = {
  repo: optionalText("Repository: path, id or name"),
  branch: optionalText("Branch with an index of its own"),
}

/** For tools that work on the checkout, which is of one branch. */
export const checkout = { repo: repo.repo }

/** What such tools cannot take. */
export const ofCheckout = {
  branch: "It works on the files as they are now: leave branch out, or name a checkout of that branch",
}

/** For tools that answer lists or text. */
export const budget = {
  maxTokens: optionalInteger({ from: 1 }, "Most tokens of the whole answer, at 4 bytes each"),
}

export const cursor = { cursor: optionalText("next_cursor of the answer before, to go on") }

const SHARED: ReadonlySet<string> = new Set([repo, budget, cursor].flatMap((fields) => Object.keys(fields)))

/** Does an argument mean the same everywhere and say so by its name? Lists of tools leave its description out. */
export const speaks = (name: string): boolean => SHARED.has(name) || /(^|_)uid$|_file$/.test(name)

export const narrowing = {
  file_path: optionalText("Its file, or the end of the path"),
  kind: Schema.optional(
    Schema.Literal(...names(NODE_KINDS, (spec) => spec.symbol || spec === NODE_KINDS.File)).annotations({
      description: "Its kind: Function, Method, Class …",
    }),
  ),
}

export const relationTypes = some(names(EDGE_KINDS), "Edge kinds: CALLS, READS, EXTENDS …")
export const minConfidence = withDefault(
  Schema.Number.pipe(Schema.between(0, 1)).annotations({ description: "Of an edge" }),
  0,
)

function names<K extends string, S>(
  table: Record<K, S>,
  keep: (spec: S) => boolean = () => true,
): readonly [K, ...Array<K>] {
  return (Object.keys(table) as Array<K>).filter((key) => keep(table[key])) as [K, ...Array<K>]
}

// ── shared parts of answers ────────────────────────────────────────────────────────────────────────────────────────

export const NodeKind = Schema.Literal(...names(NODE_KINDS))
export const EdgeKind = Schema.Literal(...names(EDGE_KINDS))
export const Reason = Schema.Literal(...names(REASONS))

/** A definition or file as every tool shows it. */
export const symbolRow = {
  uid: Schema.String,
  name: Schema.String,
  kind: NodeKind,
  /** Path in the repository; absent for what no file holds. */
  file: Schema.optional(Schema.String),
  /** 1-based line of the name. */
  line: Schema.optional(Schema.Number),
}

/** A symbol reached over an edge. */
export const edgeRow = {
  ...symbolRow,
  confidence: Schema.Number,
  reason: Reason,
  /** 1-based line of the first call or reference, in the file of the edge's source. */
  site: Schema.optional(Schema.Number),
  /** How many places say so, where more than one. */
  sites: Schema.optional(Schema.Number),
  /** Uid of the member or class in whose place the edge was followed. */
  through: Schema.optional(Schema.String),
}

export const SymbolRow = Schema.Struct(symbolRow)
export type SymbolRow = typeof SymbolRow.Type
export const EdgeRow = Schema.Struct(edgeRow)
export type EdgeRow = typeof EdgeRow.Type

/** How large an index is. */
export const Stats = Schema.Struct({
  files: Schema.Number,
  symbols: Schema.Number,
  edges: Schema.Number,
  /** Absent where the index does not tell. */
  communities: Schema.optionalWith(Schema.Number, { exact: true }),
  processes: Schema.optionalWith(Schema.Number, { exact: true }),
})

export const Freshness = Schema.Literal("current", "dirty", "behind", "diverged", "unknown")
export type Freshness = typeof Freshness.Type

/** Which index answered, and how it relates to the checkout. */
export const Index = Schema.Struct({
  repo: Schema.String,
  commit: Schema.NullOr(Schema.String),
  freshness: Freshness,
  /** Covered files that differ from what was indexed; at least so many. */
  changed_files: Schema.optional(Schema.Number),
  /** Commits since. */
  behind_by: Schema.optional(Schema.Number),
  /** Why freshness is unknown. */
  reason: Schema.optional(Schema.String),
  /** What becomes of the changes, where this server keeps the index up to date: an update is under way, or failed. */
  update: Schema.optional(Schema.String),
  /** The branch whose index answered, where it is not that of the checkout. */
  branch: Schema.optional(Schema.String),
  /** Names the state of the index that answered. */
  snapshot: Schema.String,
})
export type Index = typeof Index.Type

/** Can there be more than the answer tells, and why. */
export const Completeness = Schema.Struct({
  status: Schema.Literal("exact", "lower_bound"),
  /** Where both are asked for: who uses it, and what it uses. */
  incoming: Schema.optional(Schema.Literal("exact", "lower_bound")),
  outgoing: Schema.optional(Schema.Literal("exact", "lower_bound")),
  reasons: Schema.Array(Schema.String),
})
export type Completeness = typeof Completeness.Type

export const envelope = { index: Index, completeness: Completeness }

/** How much of each list of the answer is shown. */
export const Lists = Schema.Record({
  key: Schema.String,
  value: Schema.Struct({
    total: Schema.Number,
    shown: Schema.Number,
    /** Rows before the first one shown; absent on a first page. */
    from: Schema.optional(Schema.Number),
    /** Left out on request; not what a page or budget cut. */
    omitted: Schema.optional(Schema.Literal(true)),
  }),
})
export type Lists = typeof Lists.Type

/** Totals of the answer's lists, and the way on where one was cut. */
export const paged = {
  lists: Lists,
  next_cursor: Schema.optional(Schema.String),
  /** Rows that a budget took from this page, by list. */
  trimmed_for_budget: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Number })),
}
