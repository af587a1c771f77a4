// Nodes for words, as the second seed searches: code, or its documentation alone.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Graph, NodeId } from "../graph/graph.ts"
import * as Documents from "../search/documents.ts"
import * as Find from "../search/find.ts"
import * as Lexical from "../search/lexical.ts"
import { type OpenRepo, Repos } from "../workspace/repos.ts"
import * as SingleRun from "../workspace/single_run.ts"
import * as Bundle from "./bundle.ts"
import * as ContextNode from "./context_node.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as NodeList from "./node_list.ts"
import type * as Overlay from "./overlay.ts"
import * as Pages from "./pages.ts"
import * as Ranked from "./ranked.ts"
import * as Tool from "./tool.ts"

export const search = Tool.make({
  name: "search",
  summary: "Search definitions and files, or doc comments alone, by words",
  guide: "Best first.",
  scope: "repo",
  writes: "never",
  positional: ["query"],
  aliases: { search_query: "query", q: "query" },
  input: Schema.Struct({
    query: Fields.text("Name or words"),
    all: Fields.flag("Knowledge too"),
    docs: Fields.flag("Documentation only"),
    limit: Fields.integer({ from: 1, to: 200, default: 20 }, "Most results"),
    ...Bundle.fields,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: NodeList.Answer,
  failure: Schema.Union(...Failures.listing),
  run: Effect.fn("search")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const { graph } = repo
    const pager = yield* Pages.begin(repo.snapshot, input)
    const lexical = input.docs ? yield* documentationOf(repo) : yield* repo.lexical
    const found: ReadonlyArray<Hit> = input.docs
      ? Find.inWords(graph, lexical, input.query, Ranked.RANKED)
      : Find.find(graph, lexical, { text: input.query, about: [] }, Ranked.RANKED)
    const shown = pager.page(NodeList.LIST, found, input.limit)
    const layers: ReadonlyArray<Overlay.Layer> = [
      ...(input.all ? ["knowledge" as const] : []),
      ...(input.docs ? ["wiki" as const] : []),
    ]
    return {
      index: yield* Envelope.index(repo, shown.map(({ node }) => ContextNode.fileOf(graph, node))),
      completeness: Envelope.completeness([
        Ranked.bound(found.length),
        ...Ranked.words(lexical),
        ...Envelope.overlaysMissing(repo, layers),
      ]),
      results: shown.map(({ node, score }) => ({
        ...ContextNode.describedOf(graph, node),
        score: Math.round(score * 100) / 100,
      })),
      ...pager.fields(),
    }
  }),
  render: (output) => NodeList.render(output, "Nothing found."),
  markdown: (output, input) => NodeList.markdown("Search", NodeList.render(output, "Nothing found."), input),
  trim: NodeList.trim,
})

interface Hit {
  readonly node: NodeId
  readonly score: number
}

const known = new WeakMap<Graph, Effect.Effect<Lexical.Lexical>>()

/** The index of doc comments; built when first asked for. */
const documentationOf = ({ graph }: OpenRepo): Effect.Effect<Lexical.Lexical> => {
  let index = known.get(graph)
  if (index === undefined) known.set(graph, index = SingleRun.once(Lexical.build(graph, Documents.wordsOfDoc)))
  return index
}
