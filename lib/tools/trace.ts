// How one definition comes to run another.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { EdgeId } from "../graph/graph.ts"
import { EDGE_KIND_BY_CODE, REASON_BY_CODE } from "../graph/kinds.ts"
import { NONE } from "../graph/columns.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import * as Rows from "../query/rows.ts"
import * as Trace from "../query/trace.ts"
import { type OpenRepo, Repos } from "../workspace/repos.ts"
import { Settings } from "../workspace/settings.ts"
import { InvalidArguments } from "./arguments.ts"
import * as Code from "./code.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as Pages from "./pages.ts"
import * as Symbol from "./symbol.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"
import * as Unseen from "./unseen.ts"

const Hop = Schema.Struct({ ...Fields.symbolRow, ...Code.lineText })

const Step = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  relation: Fields.EdgeKind,
  confidence: Schema.Number,
  reason: Fields.Reason,
  /** 1-based line of the call or reference, in the file of `from`. */
  site: Schema.optional(Schema.Number),
})

const Found = Schema.Struct({
  ...Fields.envelope,
  status: Schema.Literal("ok"),
  /** Edges of the whole path. */
  length: Schema.Number,
  hops: Schema.Array(Hop),
  /** Each goes with the hop that it leads to. */
  edges: Schema.Array(Step),
  ...Symbol.also,
  ...Fields.paged,
})
type Found = typeof Found.Type

const NoPath = Schema.Struct({
  ...Fields.envelope,
  status: Schema.Literal("no_path"),
  from: Fields.SymbolRow,
  to: Fields.SymbolRow,
  /** How many definitions `from` reaches within maxDepth; at least so many where `reached_all` is false. */
  reached: Schema.Number,
  reached_all: Schema.Boolean,
  /** Where the graph ends: the most distant definitions reached, and how many references in each are open. */
  furthest: Schema.Array(Schema.Struct({ ...Fields.symbolRow, depth: Schema.Number, unresolved: Schema.Number })),
  /** Uids of what is defined in `from`, not run by it, and has a path: to ask from there. */
  inside: Schema.optional(Schema.Array(Schema.String)),
  /** Is there a path the other way round? */
  reverse: Schema.Boolean,
  ...Symbol.also,
  ...Fields.paged,
})
type NoPath = typeof NoPath.Type

/** An end of the path that is not one symbol. */
const Unclear = Schema.Struct({
  index: Fields.Index,
  status: Schema.Literal("ambiguous", "not_found"),
  /** Which of the two. */
  end: Schema.Literal("from", "to"),
  symbol: Schema.String,
  /** Of an ambiguous end: best first; of an unknown one: nearest names. */
  candidates: Schema.Array(Schema.Union(Symbol.Candidate, Schema.String)),
  total: Schema.Number,
  hint: Schema.String,
  ...Fields.paged,
})
type Unclear = typeof Unclear.Type

/** Definitions inside of the start that are named. */
const INSIDE = 5

/** Most distant definitions of a page. */
const FURTHEST = 5

/** Names of the lists in totals and cursors. */
const HOPS = "hops"
const POINTS = "furthest"

export const trace = Tool.make({
  name: "trace",
  summary: "Shortest path by which one definition comes to run another",
  core: true,
  guide: "Follows calls, instantiations and dispatch. Without a path it tells how far one gets and where it ends.",
  scope: "repo",
  writes: "never",
  positional: ["from", "to"],
  aliases: { depth: "maxDepth", file: "from_file", source: "from", target: "to" },
  input: Schema.Struct({
    from: Fields.optionalText("Start, as in name or file:name"),
    from_uid: Fields.optionalText("Its uid"),
    to: Fields.optionalText("End"),
    to_uid: Fields.optionalText("Its uid"),
    from_file: Fields.optionalText("File of from"),
    to_file: Fields.optionalText("File of to"),
    maxDepth: Fields.integer({ from: 1, to: 30, default: 10 }, "Most edges"),
    includeTests: Fields.flag("Through tests too"),
    minConfidence: Fields.minConfidence,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Union(Found, NoPath, Unclear),
  failure: Schema.Union(...Failures.listing),
  run: Effect.fn("trace")(function* (input) {
    const problems = (["from", "to"] as const).filter((end) =>
      input[end] === undefined && input[`${end}_uid`] === undefined
    ).map((end) => `${end} or ${end}_uid is required`)
    if (problems.length > 0) return yield* new InvalidArguments({ tool: "trace", problems })
    const repo = yield* (yield* Repos).select(input)
    const pager = yield* Pages.begin(repo.snapshot, input)
    const start = yield* endOf(repo, pager, "from", input.from, input.from_uid, input.from_file)
    if ("status" in start) return start
    const end = yield* endOf(repo, pager, "to", input.to, input.to_uid, input.to_file)
    if ("status" in end) return end
    const { graph } = repo
    const from = start.node
    const to = end.node
    const others = Symbol.both(start.others, end.others)
    const found = Trace.trace(graph, from, to, { ...input, unseen: yield* Unseen.of(repo) })
    if (found._tag === "ok") {
      const code = yield* Code.reader(repo)
      const shown = pager.page(HOPS, found.nodes.map((node, at) => ({ node, at })), Infinity)
      const hops = yield* Effect.forEach(shown, ({ node, at }) => {
        const edge = found.edges[at]
        const site = edge === undefined ? NONE : graph.edges.site[edge]!
        return Effect.map(
          site === NONE ? code.line(node) : code.line(graph.edges.source[edge!]!, site),
          (line) => ({ ...Rows.symbolRow(graph, node), ...line }),
        )
      })
      const answer: Found = {
        index: yield* Envelope.index(repo, hops.map((hop) => hop.file)),
        completeness: Envelope.completeness([]),
        status: "ok",
        length: found.edges.length,
        hops,
        edges: shown.filter(({ at }) => 0 < at).map(({ at }) => stepOf(repo, found.edges[at - 1]!)),
        ...others,
        ...pager.fields(),
      }
      return answer
    }
    const { rows } = yield* Settings
    const points = pager.page(POINTS, found.furthest, rows === Infinity ? Infinity : FURTHEST)
    const furthest = points.map(({ node, depth, unresolved }) => ({
      ...Rows.symbolRow(graph, node),
      depth,
      unresolved,
    }))
    const ends = { from: Rows.symbolRow(graph, from), to: Rows.symbolRow(graph, to) }
    const answer: NoPath = {
      index: yield* Envelope.index(repo, [ends.from, ends.to, ...furthest].map((row) => row.file)),
      completeness: Envelope.completeness(found.completeness.reasons),
      status: "no_path",
      ...ends,
      reached: found.reached,
      reached_all: found.reachedAll,
      furthest,
      ...(found.inside.length === 0 ? {} : { inside: found.inside.slice(0, INSIDE).map((it) => Uid.uidOf(graph, it)) }),
      reverse: found.reverse,
      ...others,
      ...pager.fields(),
    }
    return answer
  }),
  render: (output) => {
    switch (output.status) {
      case "ok":
        return Text.lines(
          `${Text.plural(output.length, "step")}${Text.cut(output.lists[HOPS])}:`,
          ...output.hops.flatMap((hop) => {
            const edge = output.edges.find((it) => it.from === hop.uid)
            const line = edge?.site ?? hop.line
            return [
              `  ${Text.qualified(hop)}  ${Text.place({ ...hop, line })}`,
              ...(hop.line_text === undefined ? [] : [`      ${hop.line_text}`]),
              ...(edge === undefined ? [] : [`    ↓ ${edge.relation.toLowerCase()}`]),
            ]
          }),
          Symbol.renderAlso(output),
          Text.more(output.next_cursor),
          Text.footer(output),
        )
      case "no_path":
        return Text.lines(
          `No path from ${output.from.uid} to ${output.to.uid}.`,
          `${output.reached_all ? "" : "At least "}${
            Text.plural(output.reached, "definition")
          } reached from the start.`,
          output.inside !== undefined &&
            `There is a path from what is defined in it: --from-uid ${output.inside.join(" or ")}`,
          output.reverse && "There is a path the other way round.",
          ...(output.furthest.length === 0 ? [] : [
            `Furthest reached${Text.cut(output.lists[POINTS])}:`,
            ...Text.table(output.furthest.map((it) => ({
              cells: [it.name, Text.place(it), it.unresolved === 0 ? "" : `${it.unresolved} open references`],
            }))),
          ]),
          Symbol.renderAlso(output),
          Text.more(output.next_cursor),
          Text.footer(output),
        )
      case "ambiguous":
      case "not_found":
        return Text.lines(
          output.status === "ambiguous"
            ? `${Text.plural(output.total, "symbol")} fit --${output.end} ${JSON.stringify(output.symbol)}${
              Text.cut(output.lists[Symbol.LIST])
            }:`
            : `Cannot find --${output.end} ${JSON.stringify(output.symbol)}${
              output.candidates.length === 0 ? "" : "; nearest are"
            }`,
          ...Text.table(output.candidates.map((it) => ({
            cells: typeof it === "string" ? [it] : [it.uid, Text.place(it)],
          }))),
          `${Symbol.typed(output.hint)}.`,
          Text.more(output.next_cursor),
        )
    }
  },
  trim: (output, excess, input) => {
    switch (output.status) {
      case "ok": {
        const put = (it: Found, hops: Found["hops"]): Found => ({
          ...it,
          hops,
          edges: it.edges.slice(0, Math.max(0, hops.length - (it.hops.length - it.edges.length))),
        })
        return Pages.trim(output, excess, input, [{ name: HOPS, rows: output.hops, put }], "in-order")
      }
      case "no_path":
        return Pages.trim(
          output,
          excess,
          input,
          [{ name: POINTS, rows: output.furthest, put: (it, furthest): NoPath => ({ ...it, furthest }) }],
          "in-order",
        )
      case "ambiguous":
      case "not_found":
        return Pages.trim(
          output,
          excess,
          input,
          [{ name: Symbol.LIST, rows: output.candidates, put: (it, candidates): Unclear => ({ ...it, candidates }) }],
          "in-order",
        )
    }
  },
})

type End = Extract<Symbol.Chosen, { readonly _tag: "one" }>

const endOf = Effect.fnUntraced(function* (
  repo: OpenRepo,
  pager: Pages.Pager,
  end: "from" | "to",
  text: string | undefined,
  uid: string | undefined,
  file_path: string | undefined,
) {
  const found = yield* Effect.either(Symbol.choose(repo, { text, uid, file_path }))
  const chosen = found._tag === "Left" ? found.left : found.right
  if (chosen._tag === "one") return chosen as End | Unclear
  const { status, candidates, total } = chosen._tag === "several"
    ? {
      status: "ambiguous" as const,
      candidates: yield* Symbol.candidatesOf(repo, chosen.several, pager),
      total: chosen.several.candidates.length,
    }
    : {
      status: "not_found" as const,
      candidates: pager.page(Symbol.LIST, chosen.candidates, Infinity),
      total: chosen.candidates.length,
    }
  const unclear: Unclear = {
    index: yield* Envelope.index(repo, candidates.map((it) => typeof it === "string" ? undefined : it.file)),
    status,
    end,
    symbol: uid ?? text ?? "",
    candidates,
    total,
    hint: status === "ambiguous" ? Symbol.meant([`${end}_file`], `as ${end}`) : Symbol.NAMING,
    ...pager.fields(),
  }
  return unclear as End | Unclear
})

const stepOf = ({ graph }: OpenRepo, edge: EdgeId): typeof Step.Type => {
  const { kind, source, target, confidence, reason } = graph.edges
  const site = Node.siteLineOf(graph, edge)
  return {
    from: Uid.uidOf(graph, source[edge]!),
    to: Uid.uidOf(graph, target[edge]!),
    relation: EDGE_KIND_BY_CODE[kind[edge]!]!,
    confidence: confidence[edge]! / 100,
    reason: REASON_BY_CODE[reason[edge]!] ?? "structure",
    ...(site === undefined ? {} : { site }),
  }
}
