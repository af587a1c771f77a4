// How an agent gets to answers here: from an index to a call. Speaks of the tools that the reader may use, by their own
// words.

import * as Effect from "effect/Effect"
import type * as Tool from "../tool.ts"
import type { Whole } from "./resource.ts"
import * as Table from "../../report/table.ts"

export const setup: Whole = {
  scope: "registry",
  name: "setup",
  title: "How to use this server",
  description: "How repositories are indexed and named, how symbols are named, how answers are to be read",
  uri: "portolan://setup",
  read: ({ tools }) =>
    Effect.succeed([
      "# How to use this server",
      "",
      "Answers come from an index that `portolan analyze` makes of a repository; run it again when answers are stale.",
      "",
      "- **Repository**: `repo` takes an id, a name or a path. It can be left out where one is meant by default: the only",
      "  one, the configured one, or for reading the one in which the server was started.",
      "- **Symbol**: a uid, `file:name`, `file:line`, a qualified name such as `Order.total`, or a bare name. Where several",
      "  fit, candidates come back: repeat with the uid of the one that is meant.",
      "- **Age**: `index.freshness` says whether the index is as the checkout is now.",
      "- **Completeness**: `exact` means that there is no more; `lower_bound` comes with reasons, and an empty list is then",
      "  not a no.",
      "- **Size**: `maxTokens` bounds an answer, totals stay true, `next_cursor` goes on.",
      "",
      "## Tools",
      "",
      ...toolList(tools),
      "",
    ].join("\n")),
}

/** Each tool with its one line. */
export const toolList = (tools: ReadonlyArray<Tool.Any>): ReadonlyArray<string> =>
  tools.map((tool) => `- ${Table.code(tool.name)}: ${tool.summary}`)
