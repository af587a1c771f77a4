// Anything by its name, with all that is known around it. Taint findings are asked for by the same name; no index has them.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Node from "../graph/node.ts"
import * as Bundles from "../query/bundle.ts"
import { type OpenRepo, Repos, type Wanted } from "../workspace/repos.ts"
import { InvalidArguments } from "./arguments.ts"
import * as Bundle from "./bundle.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import { OverlayMissing } from "./overlay.ts"
import type * as Pages from "./pages.ts"
import * as Symbol from "./symbol.ts"
import * as Tool from "./tool.ts"
import * as Unseen from "./unseen.ts"

/** The layer that findings would be read from. */
const FINDINGS = {
  overlay: "taint" as const,
  instead: "Send name, not target, for all that is known around a definition",
}

/** The same for those who know of no findings: a name, and nothing else. */
export const explainByName = Tool.make({
  name: "explain",
  summary: "Anything by name, function, class or file, with all that is known around it",
  guide: "file tells namesakes apart.",
  scope: "repo",
  writes: "never",
  positional: ["name"],
  aliases: { file_path: "file", symbol: "name" },
  input: Schema.Struct({
    name: Fields.text("What to look up"),
    file: Fields.optionalText("Its file"),
    ...Bundle.fields,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Bundle.Answer,
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound),
  run: (input) => Effect.withSpan(Effect.flatMap(select(input), (repo) => lookUp(repo, input)), "explain"),
  render: Bundle.render,
  markdown: Bundle.markdown,
  trim: Bundle.trim,
})

export const explain = Tool.make({
  name: "explain",
  summary: "Anything by name, function, class or file, with all that is known around it",
  guide: "name is what to look up. target, or nothing, asks for taint findings, which this version does not have.",
  scope: "repo",
  writes: "never",
  positional: ["name"],
  aliases: { file_path: "file", symbol: "name" },
  input: Schema.Struct({
    name: Fields.optionalText("What to look up"),
    target: Fields.optionalText("Symbol or file of findings"),
    file: Fields.optionalText("Its file"),
    limit: Fields.integer({ from: 1, to: 200, default: 50 }, "Most findings"),
    ...Bundle.fields,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Bundle.Answer,
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound, OverlayMissing),
  run: Effect.fn("explain")(function* (input) {
    const { name, target } = input
    if (name !== undefined && target !== undefined) {
      const problems = ["name looks a thing up, target asks for taint findings: send one of them"]
      return yield* new InvalidArguments({ tool: "explain", problems })
    }
    const repo = yield* select(input)
    if (name !== undefined) return yield* lookUp(repo, { ...input, name })
    // A wrong name is told before what the index lacks.
    if (target !== undefined) yield* Symbol.choose(repo, { text: target, file_path: input.file, narrowedBy: ["file"] })
    return yield* new OverlayMissing(FINDINGS)
  }),
  render: Bundle.render,
  markdown: Bundle.markdown,
  trim: Bundle.trim,
})

const select = (wanted: Wanted) => Effect.flatMap(Repos, (repos) => repos.select(wanted))

interface Named extends Pages.Asked {
  readonly name: string
  readonly file?: string | undefined
}

const lookUp = Effect.fnUntraced(function* (repo: OpenRepo, input: Named) {
  const { graph } = repo
  const unseen = yield* Unseen.of(repo)
  const chosen = yield* Symbol.choose(repo, { text: input.name, file_path: input.file, narrowedBy: ["file"] })
  return yield* Bundle.answer(repo, input, chosen, (node) => {
    const isFile = Node.kindOf(graph, node) === "File"
    const bundle = isFile ? Bundles.ofFile(graph, node, unseen) : Bundles.ofAnything(graph, node, unseen)
    return { bundle, depth: Bundles.depthOf(bundle) }
  })
})
