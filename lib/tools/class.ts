// A type as the second seed tells of it: its hierarchy both ways, its methods, who refers to it.

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

export const classTool = Tool.make({
  name: "class",
  summary: "A class or interface as a small graph: bases and heirs, methods, references",
  guide: "Bases and heirs are followed to the end.",
  scope: "repo",
  writes: "never",
  positional: ["name"],
  aliases: { file_path: "file" },
  input: Schema.Struct({
    name: Fields.text("Class, interface or enum"),
    file: Fields.optionalText("Its file"),
    ...Bundle.fields,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Bundle.Answer,
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound),
  run: Effect.fn("class")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const unseen = yield* Unseen.of(repo)
    const kinds = ["Class", "Struct", "Interface", "Enum", "TypeAlias", "Namespace"] as const
    const chosen = yield* Symbol.choose(repo, { text: input.name, file_path: input.file, kinds, narrowedBy: ["file"] })
    return yield* Bundle.answer(repo, input, chosen, (node) => {
      const bundle = Bundles.ofClass(repo.graph, node, unseen)
      return { bundle, depth: Bundles.depthOf(bundle) }
    })
  }),
  render: Bundle.render,
  markdown: Bundle.markdown,
  trim: Bundle.trim,
})
