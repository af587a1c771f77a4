// One repository at a glance: how large, how old, how well its references are resolved, what was not read, what to read
// and ask next.

import * as Effect from "effect/Effect"
import { countsOf } from "../../graph/meta.ts"
import * as Areas from "../../report/areas.ts"
import type { OpenRepo } from "../../workspace/repos.ts"
import * as Text from "../text.ts"
import { cluster } from "./cluster.ts"
import { clusters } from "./clusters.ts"
import { process } from "./process.ts"
import { processes } from "./processes.ts"
import { type OfRepo, uriOf } from "./resource.ts"
import { schema } from "./schema.ts"
import { toolList } from "./setup.ts"
import * as Table from "../../report/table.ts"

export const context: OfRepo = {
  scope: "repo",
  name: "context",
  title: "Repository at a glance",
  description: "Size, languages, age of the index, what was not read, the pages to read and the tools to ask",
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
        ...derived(repo),
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
        "## Pages",
        "",
        ...[clusters, cluster, processes, process, schema].map((page) =>
          `- ${Table.code(uriOf(page, repo.id))}: ${page.description}`
        ),
        "",
        "## Tools",
        "",
        ...toolList(tools),
        "",
      ].join("\n")
    }),
}

/** What the index has beside the graph. */
const derived = ({ overlays: { communities, processes, tests } }: OpenRepo): ReadonlyArray<string> => {
  const parts = [
    ...communities === undefined ? [] : [
      `${Text.plural(communities.tables.communities.rows, "area")} of the code (modularity ${
        Areas.modularityOf(communities).toFixed(2)
      })`,
    ],
    ...processes === undefined ? [] : [Text.plural(processes.tables.processes.rows, "execution flow")],
    ...tests === undefined
      ? []
      : [`${Text.plural(new Set(tests.tables.tests.target).size, "definition")} with a test that is known`],
  ]
  return parts.length === 0 ? [] : [`- ${parts.join(", ")}`]
}
