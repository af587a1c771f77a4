// A function as the second seed tells of it: who calls it, what it calls, what decorates and holds it.

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

export const functionTool = Tool.make({
  name: "function",
  summary: "A function as a small graph: callers, callees, decorators, its class",
  guide: "depth follows calls of calls.",
  scope: "repo",
  writes: "never",
  positional: ["name"],
  aliases: { file_path: "file" },
  input: Schema.Struct({
    name: Fields.text("Function or method"),
    file: Fields.optionalText("Its file"),
    depth: Fields.integer({ from: 1, to: 10, default: 1 }, "Calls of calls"),
    ...Bundle.fields,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Bundle.Answer,
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound),
  run: Effect.fn("function")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const unseen = yield* Unseen.of(repo)
    const chosen = yield* Symbol.choose(repo, {
      text: input.name,
      file_path: input.file,
      kinds: ["Function", "Method", "Constructor"],
      // A function that other code makes, such as a wrapper, is what a constant or field holds.
      orKinds: ["Const", "Variable", "Property"],
      narrowedBy: ["file"],
    })
    return yield* Bundle.answer(repo, input, chosen, (node) => ({
      bundle: Bundles.ofFunction(repo.graph, node, input.depth, unseen),
      depth: input.depth,
    }))
  }),
  render: Bundle.render,
  markdown: Bundle.markdown,
  trim: Bundle.trim,
})
