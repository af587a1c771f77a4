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
import * as Ranked from "./ranked.ts"
import * as Rows from "../query/rows.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

const SECTIONS = ["processes", "process_symbols", "definitions"] as const

/** What the answer would group by, had the index that layer, and the sections that come of it. */
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
    limit: Fields.integer({ from: 1, to: 100, default: 10 }, "Most processes; no index has any yet"),
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
    const isWanted = wanted.includes("definitions")
    if (!isWanted) pager.omit("definitions", hits.length)
    const most = input.max_symbols ?? (input.cursor === undefined ? nearTheBest(hits) : MOST)
    const shown = isWanted ? pager.page("definitions", hits, most) : []
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
    return {
      index: yield* Envelope.index(repo, definitions.map((it) => it.file)),
      completeness: Envelope.completeness([
        // Whatever fits is ranked, and what fits is a matter of words: there is no whole of it.
        Ranked.bound(hits.length),
        ...Ranked.found(found),
        ...Envelope.overlaysMissing(repo, wanted.some((it) => GROUPED.includes(it)) ? OVERLAYS : []),
      ]),
      ...(isWanted ? { definitions } : {}),
      ...(input.response_sections === undefined
        ? {}
        : { response_filter: { omitted: SECTIONS.filter((it) => !wanted.includes(it)) } }),
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
      Text.more(output.next_cursor),
      Text.footer(output),
    ),
  trim: (output, excess, input) => {
    const definitions = output.definitions ?? []
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
      [{ name: "definitions", rows: definitions, put: (answer, rows) => ({ ...answer, definitions: rows }) }],
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

const nearTheBest = (hits: ReadonlyArray<{ readonly score: number }>): number =>
  Math.max(FEW, hits.slice(0, MOST).findLastIndex(({ score }) => FAR <= score) + 1)

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
