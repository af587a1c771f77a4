// Which repositories there are, to be read first. Cheap with hundreds of them: no checkout is looked at.

import * as Effect from "effect/Effect"
import { Repos } from "../../workspace/repos.ts"
import { context } from "./context.ts"
import type { Whole } from "./resource.ts"
import * as Table from "../../report/table.ts"

/** Rows that are shown; some 100 bytes each. */
const SHOWN = 250

export const repos: Whole = {
  scope: "registry",
  name: "repos",
  title: "Indexed repositories",
  description: "Which repositories are indexed, and by what id tools take them. Read this first",
  uri: "portolan://repos",
  read: () =>
    Effect.gen(function* () {
      const known = yield* (yield* Repos).list
      if (known.length === 0) return "# Indexed repositories\n\nNone is indexed. Run `portolan analyze` in one.\n"
      return [
        "# Indexed repositories",
        "",
        `Tools take the id or the path as \`repo\`. ${Table.code(context.uri)} is where an id's own pages begin.`,
        "",
        ...Table.table(
          ["id", "path", "files", "symbols", "languages", "commit", "indexed"],
          known.slice(0, SHOWN).map(({ id, entry }) => [
            Table.code(id),
            Table.code(entry.path),
            entry.stats.files,
            entry.stats.symbols,
            entry.languages.map(Table.plain).join(", "),
            entry.commit?.slice(0, 10) ?? "none",
            entry.indexedAt.slice(0, 10),
          ]),
        ),
        ...known.length <= SHOWN ? [] : ["", `${known.length - SHOWN} more are indexed.`],
        "",
      ].join("\n")
    }),
}
