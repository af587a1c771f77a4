// What is at risk when a definition changes, or what it rests on.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import type { EdgeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import type { AffectedTest } from "../query/affected_tests.ts"
import * as Communities from "../query/communities.ts"
import * as Impact from "../query/impact.ts"
import * as Processes from "../query/processes.ts"
import { RISKS } from "../query/risk.ts"
import * as Rows from "../query/rows.ts"
import * as TestCases from "../query/test_cases.ts"
import type { TouchedCommunity, TouchedProcess } from "../query/touched.ts"
import { type OpenRepo, Repos } from "../workspace/repos.ts"
import { Settings } from "../workspace/settings.ts"
import { InvalidArguments } from "./arguments.ts"
import * as Code from "./code.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import type * as Overlay from "./overlay.ts"
import * as Pages from "./pages.ts"
import * as Symbol from "./symbol.ts"
import * as Text from "./text.ts"
import { TimedOut } from "./timeout.ts"
import * as Tool from "./tool.ts"
import * as Unseen from "./unseen.ts"

/** What the answer names, too, where the index has that layer. */
const OVERLAYS: ReadonlyArray<Overlay.Layer> = ["processes", "communities"]

/** Flows that a row names. */
const NAMED = 3

/** Flows and areas of one page: they stand for more than a row does. */
const TOUCHED = 10

/** Rows a depth when the caller sends an offset but no limit. */
const PAGE = 100

const MEANINGS = ["will break", "likely affected", "may need testing"]

const Row = Schema.Struct({
  ...Fields.edgeRow,
  ...Code.lineText,
  /** Execution flows that run through it: the first of them, and how many there are. */
  processes: Schema.optional(Schema.Array(Schema.String)),
  process_count: Schema.optional(Schema.Number),
})

const ProcessRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** Steps of it that are at risk, and the first of them. */
  steps: Schema.Number,
  step_count: Schema.Number,
  step_index: Schema.Number,
  /** Edges between the target and the nearest of them. */
  depth: Schema.Number,
})

const ModuleRow = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** Members of it that are at risk, of so many. */
  members: Schema.Number,
  size: Schema.Number,
  depth: Schema.Number,
})

const TestRow = Schema.Struct({
  ...Fields.symbolRow,
  /** What the test is called where it has no name but a title, behind the titles of what it stands in. */
  text: Schema.optional(Schema.String),
  /** Least of the edges that lead to it, 0–1. */
  confidence: Schema.Number,
  /** Edges between the target and the test, where more than one. */
  depth: Schema.optional(Schema.Number),
})

const Answer = Schema.Struct({
  ...Fields.envelope,
  status: Schema.Literal("ok"),
  target: Fields.SymbolRow,
  ...Symbol.also,
  direction: Schema.Literal("upstream", "downstream"),
  risk: Schema.Literal(...RISKS),
  summary: Schema.Struct({
    direct: Schema.Number,
    total: Schema.Number,
    files: Schema.Number,
    /** Execution flows that run through any of it, and areas of the code that hold any; absent where the index has none. */
    processes: Schema.optional(Schema.Number),
    modules: Schema.optional(Schema.Number),
    tests: Schema.Number,
    /** Is there more behind the deepest level? */
    deeper: Schema.Boolean,
    /** Nothing refers to it, and nothing that could not be resolved may. */
    proven_unused: Schema.optional(Schema.Boolean),
  }),
  /** By edges between the target and a row: 1 will break, 2 likely affected, 3 may need testing. */
  byDepth: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.Array(Row) })),
  /** Upstream: the nearest first. */
  affected_processes: Schema.optional(Schema.Array(ProcessRow)),
  affected_modules: Schema.optional(Schema.Array(ModuleRow)),
  /** Single tests that come to it, the nearest first, however far away. */
  affected_tests: Schema.optional(Schema.Array(TestRow)),
  pagination: Schema.Struct({
    /** Rows a depth; null: all. */
    limit: Schema.NullOr(Schema.Number),
    offset: Schema.Number,
    has_more: Schema.Boolean,
    /** Null at the end, and where a budget cut the page: next_cursor goes on then. */
    next_offset: Schema.NullOr(Schema.Number),
    trimmed_for_budget: Schema.optional(
      Schema.Struct({ shown_by_depth: Schema.Record({ key: Schema.String, value: Schema.Number }) }),
    ),
  }),
  ...Fields.paged,
})
type Answer = typeof Answer.Type

const listOf = (depth: number | string): string => `byDepth.${depth}`

export const impact = Tool.make({
  name: "impact",
  summary: "What breaks if a definition changes, by distance, with the tests that cover it",
  core: true,
  guide: "Ask before an edit. It follows interfaces, overrides and constructors.",
  scope: "repo",
  writes: "never",
  positional: ["target"],
  aliases: { name: "target", symbol: "target", depth: "maxDepth", file: "file_path", uid: "target_uid" },
  input: Schema.Struct({
    target: Fields.optionalText("Name, file:name, file:line or uid"),
    target_uid: Fields.optionalText("Its uid"),
    ...Fields.narrowing,
    direction: Fields.choice(["upstream", "downstream"], "upstream", "downstream: what it rests on"),
    maxDepth: Fields.integer({ from: 1, to: 32, default: 3 }, "Most edges"),
    minConfidence: Fields.minConfidence,
    relationTypes: Fields.relationTypes,
    includeTests: Fields.flag("Tests among the rest"),
    limit: Fields.optionalInteger({ from: 1 }, "Most rows a depth"),
    offset: Fields.integer({ from: 0, default: 0 }, "Rows a depth to skip"),
    summaryOnly: Fields.flag("Counts and risk only"),
    timeoutMs: Fields.integer({ from: 1, default: 30_000 }, "Time limit"),
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Union(Answer, Symbol.Ambiguous),
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound, TimedOut),
  run: (input) =>
    Effect.gen(function* () {
      if (input.target === undefined && input.target_uid === undefined) {
        return yield* new InvalidArguments({ tool: "impact", problems: ["target or target_uid is required"] })
      }
      const repo = yield* (yield* Repos).select(input)
      const chosen = yield* Symbol.choose(repo, { ...input, text: input.target, uid: input.target_uid })
      if (chosen._tag === "several") return yield* Symbol.askBack(repo, chosen.several, input)
      const pager = yield* Pages.begin(repo.snapshot, input)
      const { graph } = repo
      const settings = yield* Settings
      const found = Impact.impact(graph, chosen.node, {
        ...input,
        relationTypes: input.relationTypes as ReadonlyArray<EdgeKind> | undefined,
        unseen: yield* Unseen.of(repo),
        overlays: repo.overlays,
      })
      const flows = Processes.processes(graph, repo.overlays)
      const limit = input.limit ?? (0 < input.offset ? PAGE : settings.impactRows)
      const code = yield* Code.reader(repo)
      const rowsOf = (links: ReadonlyArray<Rows.Link>) =>
        Effect.forEach(links, (link) =>
          Effect.map(
            code.line(Node.siteHolder(graph, link.edge), graph.edges.site[link.edge]!),
            (line) => ({ ...Rows.edgeRow(graph, link), ...line, ...flowsOf(flows, link.node) }),
          ))
      const byDepth: Record<string, ReadonlyArray<typeof Row.Type>> = {}
      for (const { depth, links } of found.levels) {
        if (input.summaryOnly) pager.omit(listOf(depth), links.length)
        else byDepth[depth] = yield* rowsOf(pager.page(listOf(depth), links, limit, input.offset))
      }
      const { touched } = found
      const touchedRows = Number.isFinite(settings.rows) ? Math.min(TOUCHED, settings.rows) : Infinity
      const page = <Row>(name: string, rows: ReadonlyArray<Row>, most: number): ReadonlyArray<Row> => {
        if (!input.summaryOnly) return pager.page(name, rows, most)
        pager.omit(name, rows.length)
        return []
      }
      const processes = touched.processes === undefined
        ? undefined
        : page("affected_processes", touched.processes, touchedRows).map((it) => processRow(flows!, it))
      const modules = touched.communities === undefined
        ? undefined
        : page("affected_modules", touched.communities, touchedRows).map((it) => moduleRow(repo, it))
      const tests = page("affected_tests", found.tests, settings.rows).map((it) => testRow(graph, it))
      const target = Rows.symbolRow(graph, chosen.node)
      const shown = [target, ...Object.values(byDepth).flat(), ...tests].map((row) => row.file)
      const fields = pager.fields()
      const more = found.levels.some(({ depth }) => Pages.goesOn(fields.lists[listOf(depth)]!))
      const answer: Answer = {
        status: "ok",
        index: yield* Envelope.index(repo, shown),
        completeness: Envelope.completeness([
          ...found.completeness.reasons,
          ...found.notes,
          ...Envelope.overlaysMissing(repo, OVERLAYS),
        ]),
        target,
        ...chosen.others,
        direction: input.direction,
        risk: found.risk,
        summary: {
          direct: found.direct,
          total: found.total,
          files: found.files,
          ...(touched.processes === undefined ? {} : { processes: touched.processes.length }),
          ...(touched.communities === undefined ? {} : { modules: touched.communities.length }),
          tests: found.tests.length,
          deeper: found.deeper,
          ...(found.dead ? { proven_unused: true } : {}),
        },
        ...(input.summaryOnly ? {} : {
          byDepth,
          ...(processes === undefined ? {} : { affected_processes: processes }),
          ...(modules === undefined ? {} : { affected_modules: modules }),
          affected_tests: tests,
        }),
        pagination: {
          limit: Number.isFinite(limit) ? limit : null,
          offset: input.offset,
          has_more: more,
          next_offset: more && input.cursor === undefined ? input.offset + limit : null,
        },
        ...fields,
      }
      return answer
    }).pipe(
      Effect.timeoutFail({
        duration: input.timeoutMs,
        onTimeout: () => new TimedOut({ milliseconds: input.timeoutMs, raise: "timeoutMs" }),
      }),
      Effect.withSpan("impact"),
    ),
  render: (output) => {
    if (output.status === "ambiguous") return Symbol.render(output)
    const { summary, direction, byDepth = {}, lists } = output
    return Text.lines(
      `${output.target.uid}  ${Text.place(output.target)}`,
      direction === "upstream"
        ? `Risk ${output.risk}: ${Text.plural(summary.direct, "direct dependent")}, ${summary.total} in all, in ${
          Text.plural(summary.files, "file")
        }; ${Text.plural(summary.tests, "test")}${summary.proven_unused === true ? "; nothing uses it" : ""}`
        : `Rests on ${Text.plural(summary.direct, "definition")} directly, ${summary.total} in all, in ${
          Text.plural(summary.files, "file")
        }`,
      ...Object.entries(byDepth).flatMap(([depth, rows]) => [
        "",
        `Depth ${depth}${
          direction === "upstream" ? `, ${MEANINGS[Math.min(Number(depth), MEANINGS.length) - 1]}` : ""
        }${Text.cut(lists[listOf(depth)])}`,
        ...Text.table(rows.map(tableRow(direction))),
      ]),
      ...((output.affected_processes ?? []).length === 0 ? [] : [
        "",
        `Execution flows${Text.cut(lists["affected_processes"])}`,
        ...Text.table(output.affected_processes!.map((it) => ({
          cells: [it.name, `${it.steps} of ${Text.plural(it.step_count, "step")}, first ${it.step_index}`],
        }))),
      ]),
      ...((output.affected_modules ?? []).length === 0 ? [] : [
        "",
        `Areas${Text.cut(lists["affected_modules"])}`,
        ...Text.table(output.affected_modules!.map((it) => ({ cells: [it.name, `${it.members} of ${it.size}`] }))),
      ]),
      ...((output.affected_tests ?? []).length === 0 ? [] : [
        "",
        `Tests${Text.cut(lists["affected_tests"])}`,
        ...Text.table(output.affected_tests!.map(tableRowOfTest)),
      ]),
      ...Text.apart(
        summary.deeper && "More lies deeper than this: raise --max-depth.",
        Symbol.renderAlso(output),
        Text.more(
          output.next_cursor,
          output.pagination.next_offset === null ? undefined : `--offset ${output.pagination.next_offset}, or --limit`,
        ),
        Text.footer(output),
      ),
    )
  },
  trim: (output, excess, input) => {
    if (output.status === "ambiguous") return Symbol.trim(output, excess, input)
    const depths = Object.keys(output.byDepth ?? {}).sort((a, b) => Number(b) - Number(a))
    const smaller = Pages.trim(
      output,
      excess,
      input,
      [
        ...depths.map((depth): Pages.List<Answer> => ({
          name: listOf(depth),
          rows: output.byDepth![depth]!,
          put: (answer, rows) => ({ ...answer, byDepth: { ...answer.byDepth, [depth]: rows } }),
        })),
        {
          name: "affected_modules",
          rows: output.affected_modules ?? [],
          put: (answer, affected_modules) => ({ ...answer, affected_modules }),
        },
        {
          name: "affected_processes",
          rows: output.affected_processes ?? [],
          put: (answer, affected_processes) => ({ ...answer, affected_processes }),
        },
        {
          name: "affected_tests",
          rows: output.affected_tests ?? [],
          put: (answer, affected_tests) => ({ ...answer, affected_tests }),
        },
      ],
      "in-order",
    )
    if (smaller === undefined) return undefined
    const shown = Object.fromEntries(depths.map((depth) => [depth, smaller.byDepth![depth]!.length]))
    return {
      ...smaller,
      trimmed_for_budget: undefined,
      pagination: {
        ...smaller.pagination,
        has_more: true,
        next_offset: null,
        trimmed_for_budget: { shown_by_depth: shown },
      },
    }
  },
})

/** Upstream a row is where the reference stands; downstream it is what is referred to. */
const tableRow = (direction: Answer["direction"]) => (row: typeof Row.Type) => ({
  // The place, which can be long, comes last: nothing behind it is pushed into a second line.
  cells: [
    Text.qualified(row),
    row.kind,
    `${row.reason} ${Math.round(row.confidence * 100)} %`,
    Text.place(direction === "upstream" && row.site !== undefined ? { ...row, line: row.site } : row),
  ],
  below: row.line_text,
})

const testRow = (graph: Graph, { node, registration, depth, confidence }: AffectedTest): typeof TestRow.Type => {
  const isNamed = registration === NONE
  return {
    ...Rows.symbolRow(graph, node),
    ...(isNamed ? {} : {
      line: Node.lineAt(graph, node, graph.registrations.start[registration]!),
      text: TestCases.titleOf(graph, TestCases.testCases(graph), registration),
    }),
    confidence: confidence / 100,
    ...(depth === 1 ? {} : { depth }),
  }
}

const tableRowOfTest = (row: typeof TestRow.Type) => ({
  cells: [row.text ?? Text.qualified(row), row.kind, `${Math.round(row.confidence * 100)} %`, Text.place(row)],
})

/** Flows that a row names, and how many there are. */
const flowsOf = (flows: Processes.Processes | undefined, node: NodeId) => {
  const steps = flows === undefined ? [] : Processes.stepsIn(flows, node)
  return steps.length === 0 ? {} : {
    processes: steps.slice(0, NAMED).map((step) => flows!.labelOf(flows!.processOf(step))),
    process_count: steps.length,
  }
}

const processRow = (flows: Processes.Processes, it: TouchedProcess): typeof ProcessRow.Type => {
  const [from, to] = flows.stepsOf(it.process)
  return {
    id: flows.idOf(it.process),
    name: flows.labelOf(it.process),
    steps: it.steps,
    step_count: to - from,
    step_index: it.first,
    depth: it.depth,
  }
}

const moduleRow = ({ overlays }: OpenRepo, it: TouchedCommunity): typeof ModuleRow.Type => {
  const { id, label, size } = Communities.describe(overlays, it.community)
  return { id, name: label, members: it.members, size, depth: it.depth }
}
