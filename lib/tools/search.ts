// Nodes for words, as the second seed searches: code, or its documentation alone.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Node from "../graph/node.ts"
import { Repos } from "../workspace/repos.ts"
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
  summary: "Search definitions, prose and other text, or documentation alone",
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
    const repo = yield* (yield* Repos).select({ ...input, soon: true })
    const { graph } = repo
    const pager = yield* Pages.begin(repo.snapshot, input)
    const { finder } = repo
    const found = input.docs ? undefined : yield* finder.find({ text: input.query, about: [] }, Ranked.RANKED)
    const hits = found?.hits ?? (yield* finder.inDocumentation(input.query, Ranked.RANKED))
    const shown = pager.page(NodeList.LIST, hits, input.limit)
    const layers: ReadonlyArray<Overlay.Layer> = [
      ...(input.all ? ["knowledge" as const] : []),
      ...(input.docs ? ["wiki" as const] : []),
    ]
    return {
      index: yield* Envelope.index(repo, shown.map(({ node }) => ContextNode.fileOf(graph, node))),
      completeness: Envelope.completeness([
        Ranked.bound(hits.length),
        ...(found === undefined ? [] : Ranked.found(found)),
        ...Envelope.overlaysMissing(repo, layers),
      ]),
      results: shown.map(({ node, startLine, endLine, title, score }) => ({
        ...ContextNode.describedOf(
          graph,
          node,
          // Of a file these lines were found.
          Node.isSymbol(graph, node)
            ? {}
            : { line_start: startLine, line_end: endLine, ...(title === "" ? {} : { doc: title }) },
        ),
        score: Math.round(score * 100) / 100,
      })),
      ...pager.fields(),
    }
  }),
  asked: (input) => input.query,
  render: (output) => NodeList.render(output, "Nothing found."),
  markdown: (output, input) => NodeList.markdown("Search", NodeList.render(output, "Nothing found."), input),
  trim: NodeList.trim,
})
