// `portolan analyze`: a folder to an index.

import * as Effect from "effect/Effect"
import type { AnalyzeOptions } from "../../mod.ts"
import * as Bar from "../bar.ts"
import { type Command, EXIT, type Exit } from "../command.ts"
import { complainOf } from "../complain.ts"
import * as Folders from "../folders.ts"
import * as Signals from "../signals.ts"
import * as Summary from "../summary.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

export const analyze: Command = {
  name: "analyze",
  group: "Index",
  summary: "Index a repository",
  details: "The index lies in .portolan of the repository, or under PORTOLAN_HOME where that cannot be written.",
  arguments: [{ name: "path", doc: "Its folder (default: this one)", required: false }],
  flags: [
    {
      key: "workers",
      name: "workers",
      doc: "Most workers that read sources (default: one a processor, no more than 8)",
      value: { kind: "integer" },
    },
    { key: "force", name: "force", doc: "Index anew even where nothing has changed", value: { kind: "switch" } },
    { key: "json", name: "json", doc: "Print the summary as JSON", value: { kind: "switch" } },
  ],
  run: (given) => {
    const workers = given["workers"] as number | undefined
    if (workers !== undefined && workers < 1) {
      return Effect.sync((): Exit => {
        Screen.complain(`--workers takes a whole number from 1 up, got ${workers}`)
        return EXIT.usage
      })
    }
    const json = given["json"] === true
    return Effect.gen(function* () {
      const began = performance.now()
      const library = yield* Effect.promise(() => import("../../mod.ts"))
      const bar = Bar.make(Screen.err, () => performance.now())
      const startedAt = Date.now()
      const index = yield* (given["force"] === true ? library.analyze : library.refresh)(
        Folders.typed(given["path"] as string | undefined),
        {
          ...(workers === undefined ? {} : { workers }),
          onProgress: (progress) => {
            Signals.follow(progress)
            bar.report(progress)
          },
        } satisfies AnalyzeOptions,
      ).pipe(Effect.ensuring(Effect.sync(bar.end)))
      const summary = Summary.of(index, (performance.now() - began) / 1000)
      const reused = Date.parse(index.place.indexedAt) < startedAt
      Screen.out.write(
        json ? `${JSON.stringify(summary)}\n` : Summary.text(
          summary,
          reused ? Words.ago(index.place.indexedAt, startedAt) : undefined,
          Screen.out.columns(),
          Screen.paintFor(Screen.out),
        ),
      )
      yield* index.close
      return EXIT.ok
    }).pipe(Effect.catchAll((failure) => Effect.sync(() => complainOf(failure))))
  },
}
