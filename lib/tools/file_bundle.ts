// `context` as the second seed has it: a file and nothing else, as a small graph.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Bundles from "../query/bundle.ts"
import { Repos } from "../workspace/repos.ts"
import * as Bundle from "./bundle.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as Symbol from "./symbol.ts"
import * as Tool from "./tool.ts"
import * as Unseen from "./unseen.ts"

export const fileBundle = Tool.make({
  name: "context",
  summary: "A source file as a small graph: what it defines, what it imports, who imports it",
  guide: "Definitions stand in the order of their lines.",
  scope: "repo",
  writes: "never",
  positional: ["file"],
  aliases: { file_path: "file", path: "file" },
  input: Schema.Struct({
    file: Fields.text("Path of the file"),
    ...Bundle.fields,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Bundle.Answer,
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound),
  run: Effect.fn("context.file")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const unseen = yield* Unseen.of(repo)
    const chosen = yield* Symbol.choose(repo, { text: input.file, kind: "File", narrowedBy: ["file"] })
    return yield* Bundle.answer(repo, input, chosen, (node) => ({
      bundle: Bundles.ofFile(repo.graph, node, unseen),
      depth: 1,
    }))
  }),
  render: Bundle.render,
  markdown: Bundle.markdown,
  trim: Bundle.trim,
})
