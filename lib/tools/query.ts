// Where in the repository something is: definitions, prose and other text by name, by words, by meaning, and as it stands.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import { Repos } from "../workspace/repos.ts"
import * as Code from "./code.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as Literal from "./literal.ts"
import type * as Overlay from "./overlay.ts"
import * as Pages from "./pages.ts"
import * as Processes from "../query/processes.ts"
import * as Ranked from "./ranked.ts"
import * as Rows from "../query/rows.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

const SECTIONS = ["processes", "process_symbols", "definitions"] as const

/** What the answer is grouped by where the index has that layer, and the sections that come of it. */
const OVERLAYS: ReadonlyArray<Overlay.Layer> = ["processes"]
const GROUPED: ReadonlyArray<typeof SECTIONS[number]> = ["processes", "process_symbols"]

const Definition = Schema.Struct({
  ...Fields.symbolRow,
  /** Of lines of a file, which `line` and `end_line` tell: the heading above them, or the names that they seem to define. */
  doc: Schema.optional(Schema.String),
  /** The line that holds a text which was asked for as it stands. */
  found_line: Schema.optional(Schema.Number),
  /** 1: the best hit. */
  score: Schema.Number,
  /** What matched. */
  why: Schema.Literal(
    "text",
    "name",
    "qualified",
    "words-of-name",
    "prefix",
    "acronym",
    "words",
    "meaning",
    "typo",
  ),
  signature: Schema.optional(Schema.String),
  ...Code.content,
  ...Code.lineText,
})

const ProcessSymbol = Schema.Struct({ ...Fields.symbolRow, process_id: Schema.String, step_index: Schema.Number })

const Process = Schema.Struct({
  id: Schema.String,
  /** Where it begins, and what it comes to. */
  summary: Schema.String,
  /** 0–1. */
  priority: Schema.Number,
  /** Hits that are steps of it and of no better one. */
  symbol_count: Schema.Number,
  process_type: Schema.Literal("intra_community", "cross_community"),
  step_count: Schema.Number,
})

export const query = Tool.make({
  name: "query",
  summary: "Find code, prose and messages by name, words or meaning",
  core: true,
  guide: "Start here when you do not know where something is.",
  scope: "repo",
  writes: "never",
  positional: ["search_query"],
  aliases: { query: "search_query", q: "search_query" },
  input: Schema.Struct({
    search_query: Fields.text('Name, words, or "text as it stands"'),
    task_context: Fields.optionalText("What you work on; for ranking"),
    goal: Fields.optionalText("What you look for; for ranking"),
    limit: Fields.integer({ from: 1, to: 100, default: 10 }, "Most processes"),
    max_symbols: Fields.optionalInteger(
      { from: 1, to: 200 },
      "Most definitions; else up to 25 not far behind the best",
    ),
    include_content: Fields.flag("Add source text"),
    response_sections: Fields.some(SECTIONS, "Only these"),
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Struct({
    ...Fields.envelope,
    /** Execution flows that hits are steps of: in the order of their best hits. */
    processes: Schema.optional(Schema.Array(Process)),
    /** Hits that are steps of these: each once, the best first. */
    process_symbols: Schema.optional(Schema.Array(ProcessSymbol)),
    /** All hits, the best first. */
    definitions: Schema.optional(Schema.Array(Definition)),
    /** Sections that were left out on request; omitted is not absent. */
    response_filter: Schema.optional(Schema.Struct({ omitted: Schema.Array(Schema.String) })),
    ...Fields.paged,
  }),
  failure: Schema.Union(...Failures.listing),
  run: Effect.fn("query")(function* (input) {
    const repo = yield* (yield* Repos).select({ ...input, soon: true })
    const pager = yield* Pages.begin(repo.snapshot, input)
    const about = [input.task_context, input.goal].filter((it) => it !== undefined)
    const found = yield* repo.finder.find({ text: input.search_query, about }, Ranked.RANKED)
    // `Ledger.total` is a name before it is a text that stands in some line.
    const exact = found.hits.filter(({ why }) => why === "name" || why === "qualified")
    const hits = [...exact, ...(yield* Literal.find(repo, input.search_query, found.hits)), ...found.hits]
      .filter(unlessShown(repo.graph))
      .slice(0, Ranked.RANKED)
    const wanted = input.response_sections ?? SECTIONS
    const wants = (section: typeof SECTIONS[number]) => wanted.includes(section)
    const list = <Row>(section: typeof SECTIONS[number], rows: ReadonlyArray<Row>, most: number) => {
      if (wants(section)) return pager.page(section, rows, most)
      pager.omit(section, rows.length)
      return []
    }
    const most = input.max_symbols ?? (input.cursor === undefined ? nearTheBest(hits) : MOST)
    const shown = list("definitions", hits, most)
    // A flow, and what is a step of it, is told with the hit that it is told for.
    const end = wants("definitions") && 0 < shown.length ? hits.indexOf(shown.at(-1)!) + 1 : hits.length
    const flows = Processes.processes(repo.graph, repo.overlays)
    const groups = flows === undefined ? NO_GROUPS : groupsOf(flows, hits.map(({ node }) => node))
    const until = <Row extends { readonly best: number }>(
      section: typeof SECTIONS[number],
      rows: ReadonlyArray<Row>,
      most: number,
    ) => {
      const left = rows.filter(({ best }) => best < end).length - pager.from(section)
      return list(section, rows, Math.min(most, Math.max(0, left)))
    }
    const processes = until("processes", groups.all, input.limit)
    const steps = until("process_symbols", groups.steps, input.max_symbols ?? MOST)
    const code = yield* Code.reader(repo)
    const definitions = yield* Effect.forEach(shown, (hit) =>
      Effect.gen(function* () {
        const { node, startLine, endLine, title, score, why } = hit
        const isSymbol = Node.isSymbol(repo.graph, node)
        const signature = input.include_content ? Node.signatureOf(repo.graph, node) : ""
        const foundAt = "line" in hit ? hit : undefined
        return {
          ...Rows.symbolRow(repo.graph, node),
          ...(isSymbol ? {} : {
            line: startLine,
            end_line: endLine,
            ...(title === "" ? {} : { doc: title }),
          }),
          ...(foundAt === undefined ? {} : { found_line: foundAt.line }),
          score: Math.round(score * 100) / 100,
          why,
          ...(signature === "" ? {} : { signature }),
          ...(input.include_content ? yield* code.content(node, isSymbol ? undefined : { startLine, endLine }) : {}),
          ...(foundAt === undefined ? yield* code.line(node) : yield* code.line(node, foundAt.offset)),
        }
      }))
    const process_symbols = steps.map(({ step }) => ({
      ...Rows.symbolRow(repo.graph, flows!.nodeOf(step)),
      process_id: flows!.idOf(flows!.processOf(step)),
      step_index: flows!.indexOf(step),
    }))
    return {
      index: yield* Envelope.index(repo, [...process_symbols, ...definitions].map((it) => it.file)),
      completeness: Envelope.completeness([
        // Whatever fits is ranked, and what fits is a matter of words: there is no whole of it.
        Ranked.bound(hits.length),
        ...Ranked.found(found),
        ...Envelope.overlaysMissing(repo, GROUPED.some(wants) ? OVERLAYS : []),
      ]),
      ...(flows === undefined || !wants("processes") ? {} : {
        processes: processes.map((it) => processRow(flows, it)),
      }),
      ...(flows === undefined || !wants("process_symbols") ? {} : { process_symbols }),
      ...(wants("definitions") ? { definitions } : {}),
      ...(input.response_sections === undefined
        ? {}
        : { response_filter: { omitted: SECTIONS.filter((it) => !wants(it)) } }),
      ...pager.fields(),
    }
  }),
  asked: (input) => input.search_query,
  render: (output) =>
    Text.lines(
      ...Text.table(
        (output.definitions ?? []).map((it) => ({
          cells: [
            it.kind === "File" ? it.name : Text.qualified(it),
            it.kind,
            Text.place({ file: it.file, line: it.found_line ?? it.line }),
          ],
          below: it.line_text ?? it.doc,
        })),
        "",
      ),
      output.definitions?.length === 0 && "Nothing found.",
      Text.shown(output.lists["definitions"]),
      ...((output.processes ?? []).length === 0 ? [] : [
        "",
        `Execution flows${Text.cut(output.lists["processes"])}`,
        ...Text.table(output.processes!.map((it) => ({
          cells: [it.summary, Text.plural(it.symbol_count, "hit"), Text.plural(it.step_count, "step")],
        }))),
      ]),
      Text.more(output.next_cursor),
      Text.footer(output),
    ),
  trim: (output, excess, input) => {
    const { processes = [], process_symbols = [], definitions = [] } = output
    // Source text goes before any row does, from the last row up.
    const withText = definitions.findLastIndex((it) => it.content !== undefined)
    if (0 <= withText) {
      return {
        ...output,
        definitions: definitions.map((it, at) =>
          at === withText ? { ...it, content: undefined, content_omitted: "budget" as const } : it
        ),
      }
    }
    return Pages.trim(
      output,
      excess,
      input,
      [
        { name: "process_symbols", rows: process_symbols, put: (it, rows) => ({ ...it, process_symbols: rows }) },
        { name: "processes", rows: processes, put: (it, rows) => ({ ...it, processes: rows }) },
        { name: "definitions", rows: definitions, put: (it, rows) => ({ ...it, definitions: rows }) },
      ],
      "in-order",
    )
  },
})

/** Rows where the call names no number. */
const MOST = 25

/**
 * Rows that are worth less than that of the best one are left to the cursor, but for the first few. Of 78 questions of our
 * own one right file in a hundred is left so, and of what an answer costs half (`bench/search_answers.ts`).
 */
const FAR = 0.5
const FEW = 5

/** How many of the hits a default answer shows. */
export const nearTheBest = (hits: ReadonlyArray<{ readonly score: number }>): number =>
  Math.max(FEW, hits.slice(0, MOST).findLastIndex(({ score }) => FAR <= score) + 1)

interface Group {
  readonly process: Processes.ProcessId
  /** Place of its best hit, from 0. */
  readonly best: number
  hits: number
}

interface Groups {
  /** In the order of their best hits. */
  readonly all: ReadonlyArray<Group>
  /** Steps that hits are, one each, with the place of the hit. */
  readonly steps: ReadonlyArray<{ readonly step: number; readonly best: number }>
}

const NO_GROUPS: Groups = { all: [], steps: [] }

/** Each hit is told with the flow that a better one has begun, else with that of the highest priority it is a step of. */
const groupsOf = (flows: Processes.Processes, hits: ReadonlyArray<NodeId>): Groups => {
  const all = new Map<Processes.ProcessId, Group>()
  const found: Array<Groups["steps"][number]> = []
  const seen = new Set<NodeId>()
  hits.forEach((node, best) => {
    const steps = seen.has(node) ? [] : Processes.stepsIn(flows, node)
    if (steps.length === 0) return
    seen.add(node)
    const places = steps.map((step) => all.get(flows.processOf(step))?.best ?? Infinity)
    const step = steps[places.indexOf(Math.min(...places))]!
    const process = flows.processOf(step)
    const group = all.get(process)
    if (group === undefined) all.set(process, { process, best, hits: 1 })
    else group.hits++
    found.push({ step, best })
  })
  return { all: [...all.values()], steps: found }
}

const processRow = (flows: Processes.Processes, { process, hits }: Group): typeof Process.Type => {
  const [from, to] = flows.stepsOf(process)
  return {
    id: flows.idOf(process),
    summary: flows.labelOf(process),
    priority: flows.priorityOf(process),
    symbol_count: hits,
    process_type: flows.isAcross(process) ? "cross_community" : "intra_community",
    step_count: to - from,
  }
}

/** Takes each definition once, and of files each run of lines. */
const unlessShown = (graph: Graph) => {
  const seen = new Set<string>()
  return ({ node, startLine }: { readonly node: NodeId; readonly startLine: number }): boolean => {
    const key = Node.isSymbol(graph, node) ? `${node}` : `${node} ${startLine}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}
