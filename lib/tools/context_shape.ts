// What `context` answers, in its three forms, and how they get smaller: source text first, then the longest lists.

import * as Schema from "effect/Schema"
import * as Code from "./code.ts"
import * as Fields from "./fields.ts"
import * as Pages from "./pages.ts"
import * as Symbol from "./symbol.ts"

export const SECTIONS = [
  "incoming",
  "outgoing",
  "processes",
  "community",
  "tests",
  "chain",
  "routes",
  "typed_properties",
  "similar",
] as const
export type Section = typeof SECTIONS[number]

/** What is shown where it is named, and else not: nobody pays for it who does not want it. */
export const ON_REQUEST: ReadonlySet<Section> = new Set(["similar"])

/** Name of the list of open references in totals and cursors. */
export const UNRESOLVED = "unresolved"

const Row = Schema.Struct({ ...Fields.edgeRow, ...Code.lineText })
export type Row = typeof Row.Type

const Alike = Schema.Struct({
  ...Fields.symbolRow,
  /** How much it is like the one that is told of, up to 1. */
  score: Schema.Number,
  ...Code.lineText,
})

const Groups = Schema.Record({ key: Schema.String, value: Schema.Array(Row) })

/** An execution flow that runs through it. */
const Process = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** From 1. */
  step_index: Schema.Number,
  step_count: Schema.Number,
})

/** A test that is about it. */
const Test = Schema.Struct({
  ...Fields.symbolRow,
  /** Calls from the test to it, steps inside of test code not counted. */
  distance: Schema.Number,
  confidence: Schema.Number,
})

const described = {
  ...Fields.symbolRow,
  end_line: Schema.optional(Schema.Number),
  signature: Schema.optional(Schema.String),
  doc: Schema.optional(Schema.String),
  flags: Schema.optional(Schema.Array(Schema.String)),
}

const bundle = {
  completeness: Fields.Completeness,
  symbol: Schema.Struct({
    ...described,
    /** Uid of the definition that holds it. */
    owner: Schema.optional(Schema.String),
    ...Code.content,
  }),
  /** Who uses it, by relation. */
  incoming: Schema.optional(Groups),
  /** What it uses, by relation. */
  outgoing: Schema.optional(Groups),
  /** The most telling first. */
  processes: Schema.optional(Schema.Array(Process)),
  /** The area of the code that it is of. */
  community: Schema.optional(Schema.Struct({
    id: Schema.String,
    label: Schema.String,
    /** Members. */
    size: Schema.Number,
    /** The share of its members' ties that stay inside. */
    cohesion: Schema.Number,
  })),
  /** The nearest first. */
  tests: Schema.optional(Schema.Array(Test)),
  /** Calls followed further, by depth. */
  chain: Schema.optional(Schema.Struct({ incoming: Groups, outgoing: Groups })),
  /** What is most like it, by what it means. */
  similar: Schema.optional(Schema.Array(Alike)),
  /** Links to names outside of the repository; not shown. */
  externals: Schema.optional(Schema.Number),
  /** References bound to nothing that may belong here, and some of them. */
  unresolved: Schema.optional(Schema.Struct({
    total: Schema.Number,
    sites: Schema.Array(Schema.Struct({
      uid: Schema.String,
      file: Schema.String,
      line: Schema.Number,
      cause: Schema.String,
    })),
  })),
}

const Bundle = Schema.Struct(bundle)
export type Bundle = typeof Bundle.Type

const filtered = {
  /** What was left out on request; omitted is not absent. */
  response_filter: Schema.optional(Schema.Struct({
    omitted: Schema.optional(Schema.Array(Schema.String)),
    relationTypes: Schema.optional(Schema.Array(Schema.String)),
  })),
}

const ok = { status: Schema.Literal("ok"), ...Symbol.also }

export const One = Schema.Struct({ ...ok, index: Fields.Index, ...bundle, ...filtered, ...Fields.paged })
export type One = typeof One.Type

export const File = Schema.Struct({
  ...ok,
  ...Fields.envelope,
  file: Schema.Struct({ ...described, lines: Schema.Number }),
  /** From top to bottom. */
  definitions: Schema.Array(Schema.Struct({
    ...Fields.symbolRow,
    end_line: Schema.Number,
    owner: Schema.optional(Schema.String),
    ...Code.lineText,
  })),
  imports: Schema.Array(Row),
  importers: Schema.Array(Row),
  ...filtered,
  ...Fields.paged,
})
export type File = typeof File.Type

const Result = Schema.Union(
  Schema.Struct({ name: Schema.String, ...ok, ...bundle }),
  Schema.Struct({
    name: Schema.String,
    status: Schema.Literal("ambiguous"),
    candidates: Schema.Array(Symbol.Candidate),
    total: Schema.Number,
  }),
  Schema.Struct({
    name: Schema.String,
    status: Schema.Literal("not_found"),
    error: Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      candidates: Schema.Array(Schema.String),
    }),
  }),
)

export const Several = Schema.Struct({
  ...ok,
  ...Fields.envelope,
  results: Schema.Array(Result),
  ...filtered,
  ...Fields.paged,
})
export type Several = typeof Several.Type

export type Answer = One | File | Several | Symbol.Ambiguous

/** A smaller answer, or undefined when nothing is left to go. */
export const trim = (
  answer: Answer,
  excess: number,
  input: Pages.Asked,
): Answer | undefined => {
  if (answer.status === "ambiguous") return Symbol.trim(answer, excess, input)
  if ("file" in answer) return Pages.trim(answer, excess, input, listsOfFile(answer), "longest-first")
  if ("results" in answer) {
    const shorter = withoutContent(answer.results)
    if (shorter !== undefined) return { ...answer, results: shorter }
    const lists = answer.results.flatMap((result, at): ReadonlyArray<Pages.List<Several>> => {
      const put = (it: Several, change: (other: Several["results"][number]) => Several["results"][number]) => ({
        ...it,
        results: it.results.map((other, i) => i === at ? change(other) : other),
      })
      if ("symbol" in result) {
        return listsOf<Several>(
          result,
          `${at}.`,
          (it, change) => put(it, (other) => ({ ...other as typeof result, ...change(other as typeof result) })),
        )
      }
      return "candidates" in result
        ? [{
          name: `${at}.${Symbol.LIST}`,
          rows: result.candidates,
          put: (it, candidates) => put(it, (other) => ({ ...other as typeof result, candidates })),
        }]
        : []
    })
    return Pages.trim(answer, excess, input, lists, "longest-first")
  }
  if (answer.symbol.content !== undefined) return { ...answer, symbol: cutContent(answer.symbol, excess) }
  return Pages.trim(
    answer,
    excess,
    input,
    listsOf<One>(answer, "", (it, change) => ({ ...it, ...change(it) })),
    "longest-first",
  )
}

/** Source text less about `excess` bytes, at a line's end; gone when little would be left. */
const cutContent = (symbol: Bundle["symbol"], excess: number): Bundle["symbol"] => {
  const content = symbol.content!
  const end = content.lastIndexOf("\n", content.length - excess - 1)
  return end <= 0
    ? { ...symbol, content: undefined, start_line: undefined, content_omitted: "budget" }
    : { ...symbol, content: content.slice(0, end + 1), content_omitted: "budget" }
}

/** The longest source text among several goes first. */
const withoutContent = (results: Several["results"]): Several["results"] | undefined => {
  let at = -1
  let longest = 0
  results.forEach((it, i) => {
    const length = "symbol" in it ? it.symbol.content?.length ?? 0 : 0
    if (longest < length) {
      at = i
      longest = length
    }
  })
  return at < 0 ? undefined : results.map((it, i) =>
    i === at && "symbol" in it
      ? {
        ...it,
        symbol: { ...it.symbol, content: undefined, start_line: undefined, content_omitted: "budget" as const },
      }
      : it
  )
}

type Change = (bundle: Bundle) => Partial<Bundle>

const listsOf = <Output>(
  bundle: Bundle,
  prefix: string,
  apply: (output: Output, change: Change) => Output,
): ReadonlyArray<Pages.List<Output>> => {
  const lists: Array<Pages.List<Output>> = [{
    name: `${prefix}${UNRESOLVED}`,
    rows: bundle.unresolved?.sites ?? [],
    put: (output, sites) => apply(output, (it) => ({ unresolved: { ...it.unresolved!, sites } })),
  }, {
    name: `${prefix}processes`,
    rows: bundle.processes ?? [],
    put: (output, processes) => apply(output, () => ({ processes })),
  }, {
    name: `${prefix}tests`,
    rows: bundle.tests ?? [],
    put: (output, tests) => apply(output, () => ({ tests })),
  }]
  lists.push({
    name: `${prefix}similar`,
    rows: bundle.similar ?? [],
    put: (output, similar) => apply(output, () => ({ similar })),
  })
  for (const side of ["incoming", "outgoing"] as const) {
    for (const [depth, rows] of Object.entries(bundle.chain?.[side] ?? {})) {
      lists.push({
        name: `${prefix}chain.${side}.${depth}`,
        rows,
        put: (output, kept) =>
          apply(output, (it) => ({ chain: { ...it.chain!, [side]: { ...it.chain![side], [depth]: kept } } })),
      })
    }
  }
  for (const side of ["outgoing", "incoming"] as const) {
    for (const [relation, rows] of Object.entries(bundle[side] ?? {})) {
      lists.push({
        name: `${prefix}${side}.${relation}`,
        rows,
        put: (output, kept) => apply(output, (it) => ({ [side]: { ...it[side], [relation]: kept } })),
      })
    }
  }
  return lists
}

const listsOfFile = (answer: File): ReadonlyArray<Pages.List<File>> => [
  { name: "imports", rows: answer.imports, put: (it, imports) => ({ ...it, imports }) },
  { name: "importers", rows: answer.importers, put: (it, importers) => ({ ...it, importers }) },
  { name: "definitions", rows: answer.definitions, put: (it, definitions) => ({ ...it, definitions }) },
]
