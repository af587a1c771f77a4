// `portolan analyze`: a folder to an index.

import * as Effect from "effect/Effect"
import type { AnalyzeOptions } from "../../mod.ts"
import * as Bar from "../bar.ts"
import { type Command, EXIT, type Exit, type Given } from "../command.ts"
import { complainOf } from "../complain.ts"
import * as Folders from "../folders.ts"
import * as Following from "../following.ts"
import * as Machine from "../machine.ts"
import * as Signals from "../signals.ts"
import * as Sizes from "../sizes.ts"
import * as Summary from "../summary.ts"
import * as Screen from "../terminal.ts"
import * as Words from "../words.ts"

/** The branch that is checked out, as git calls it. */
const CURRENT = "HEAD"

export const analyze: Command = {
  name: "analyze",
  group: "Index",
  summary: "Index a repository",
  details:
    "The index lies in .portolan of the repository, or under PORTOLAN_HOME where that cannot be written. Patterns " +
    'and the largest size stay with the index: a later analyze that names none reads the same files (--include "**" ' +
    "reads all again). They are in the form of .gitignore; .portolanignore in the repository takes more of them. " +
    "What another build of the program made is made anew, from the facts that are kept.",
  arguments: [{ name: "path", doc: "Its folder (default: this one)", required: false }],
  flags: [
    {
      key: "include",
      name: "include",
      doc: "Read only files that match: *.ts, src/**, a file or a folder; may be given again",
      value: { kind: "list" },
    },
    {
      key: "exclude",
      name: "exclude",
      doc: "Leave out files that match, also of those included; may be given again",
      value: { kind: "list" },
    },
    {
      key: "maxFileSize",
      name: "max-file-size",
      doc: "Leave out source files that are larger, such as 500k or 2M (default: 4M)",
      value: { kind: "text", placeholder: "SIZE" },
    },
    {
      key: "workers",
      name: "workers",
      doc: "Most workers that read sources (default: one a processor, no more than 8)",
      value: { kind: "integer" },
    },
    {
      key: "branch",
      name: "branch",
      doc:
        "Index a branch at its last commit, beside the index of the checkout, which is left alone (default: the one " +
        "that is checked out)",
      value: { kind: "text", placeholder: "NAME", absent: CURRENT },
    },
    { key: "force", name: "force", doc: "Index anew even where nothing has changed", value: { kind: "switch" } },
    {
      key: "noCache",
      name: "no-cache",
      doc: "Read every file, also those whose facts are kept from another run",
      value: { kind: "switch" },
    },
    {
      key: "watch",
      name: "watch",
      doc: "Go on: make the index again whenever files change, until a signal ends it",
      value: { kind: "switch" },
    },
    { key: "quiet", name: "quiet", doc: "Print nothing where it went well", value: { kind: "switch" } },
    { key: "json", name: "json", doc: "Print the summary as JSON", value: { kind: "switch" } },
  ],
  run: (given) => {
    const options = optionsOf(given)
    if (typeof options === "string") return misused({ message: options })
    const json = given["json"] === true
    const quiet = given["quiet"] === true
    const watch = given["watch"] === true
    if (watch && options.branch !== undefined) {
      return misused({ message: "--watch follows the checkout, not a --branch" })
    }
    const analyzed = Effect.gen(function* () {
      const began = performance.now()
      const library = yield* Effect.promise(() => import("../../mod.ts"))
      const bar = Bar.make(Screen.err, () => performance.now())
      const startedAt = Date.now()
      const index = yield* (given["force"] === true ? library.analyze : library.refresh)(
        Folders.typed(given["path"] as string | undefined),
        {
          ...options,
          onProgress: (progress) => {
            Signals.follow(progress)
            if (!quiet) bar.report(progress)
          },
        },
      ).pipe(Effect.ensuring(Effect.sync(bar.end)))
      const summary = Summary.of(index, (performance.now() - began) / 1000)
      const reused = Date.parse(index.place.indexedAt) < startedAt
      if (json) Screen.out.write(`${JSON.stringify(summary)}\n`)
      else if (!quiet) {
        Screen.out.write(
          Summary.text(
            summary,
            reused ? Words.ago(index.place.indexedAt, startedAt) : undefined,
            Screen.out.columns(),
            Screen.paintFor(Screen.out),
          ),
        )
      }
      yield* index.close
      if (watch) {
        Signals.endOnSignal()
        yield* Following.follow(index.place.root, options, { json, quiet })
      }
      return EXIT.ok
    }).pipe(
      Effect.catchTags({ OptionInvalid: misused, PatternRefused: misused }),
      Effect.catchAll((failure) => Effect.sync(() => complainOf(failure))),
    )
    // Under what the user has set.
    return Machine.run(analyzed)
  },
}

const misused = ({ message }: { readonly message: string }) =>
  Effect.sync((): Exit => {
    Screen.complain(message)
    return EXIT.usage
  })

/** What was asked of a run, or what is wrong with it. */
const optionsOf = (given: Given): AnalyzeOptions | string => {
  const workers = given["workers"] as number | undefined
  if (workers !== undefined && workers < 1) return `--workers takes a whole number from 1 up, got ${workers}`
  const typed = given["maxFileSize"] as string | undefined
  const maxFileBytes = typed === undefined ? undefined : Sizes.bytesOf(typed)
  if (typed !== undefined && maxFileBytes === undefined) {
    return `--max-file-size takes a size such as 500k or 2M, got "${typed}"`
  }
  const include = given["include"] as ReadonlyArray<string> | undefined
  const branch = given["branch"] as string | undefined
  const exclude = given["exclude"] as ReadonlyArray<string> | undefined
  return {
    ...(workers === undefined ? {} : { workers }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(given["noCache"] === true ? { cache: false } : {}),
    ...(branch === undefined ? {} : { branch: branch === CURRENT ? true : branch }),
  }
}
