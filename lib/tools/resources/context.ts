// One repository at a glance: how large, how old, how well its references are resolved, what was not read, what to ask.

import * as Effect from "effect/Effect"
import { countsOf } from "../../graph/meta.ts"
import * as Text from "../text.ts"
import type { OfRepo } from "./resource.ts"
import { toolList } from "./setup.ts"
import * as Table from "./table.ts"

export const context: OfRepo = {
  scope: "repo",
  name: "context",
  title: "Repository at a glance",
  description: "Size, languages, age of the index, what was not read, and the tools to ask",
  uri: "portolan://repo/{name}/context",
  read: (repo, { tools }) =>
    Effect.map(repo.freshness([]), (state) => {
      const { entry, meta: { languages, report } } = repo
      const files = countsOf(report)
      return [
        `# Repository ${Table.code(repo.id)}`,
        "",
        `- path: ${Table.code(entry.path)}`,
        `- index: ${Text.freshness(state)}, made ${entry.indexedAt.slice(0, 16).replace("T", " ")}` +
        (entry.commit === null ? "" : ` at commit ${entry.commit.slice(0, 10)}`),
        `- ${entry.stats.files} files, ${entry.stats.symbols} symbols, ${entry.stats.edges} edges`,
        `- ${files.scanned} files found: ${files.read} read, ${files.partly} of them in part; ` +
        `${files.listed} in no language that is read, ${files.binary} binary, ${files.skipped} skipped, ${files.failed} failed; ` +
        `${files.folders} folders left out`,
        "",
        "## Languages",
        "",
        "References by how they ended; what is unknown may be a use that no list shows.",
        "",
        ...Table.table(
          ["language", "files", "symbols", "resolved", "ambiguous", "external", "unknown"],
          languages.map(({ name, files, symbols, references: it }) => [
            Table.plain(name),
            files,
            symbols,
            it.resolved,
            it.ambiguous,
            it.external,
            it.unknown,
          ]),
        ),
        "",
        "## Tools",
        "",
        ...toolList(tools),
        "",
      ].join("\n")
    }),
}
