// What `analyze --watch` prints while it follows a folder: one line for each run that changed the index or failed, for
// people or as JSON.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { AnalyzeOptions } from "../mod.ts"
import * as Follow from "../lib/workspace/follow.ts"
import * as Signals from "./signals.ts"
import * as Screen from "./terminal.ts"
import * as Words from "./words.ts"

export interface Shown {
  readonly json: boolean
  readonly quiet: boolean
}

/** Files named of each run; as JSON more. */
const NAMED = 3
const NAMED_IN_JSON = 100

/** Follows an indexed folder until it is interrupted. */
export const follow = (root: string, { workers, cache }: AnalyzeOptions, { json, quiet }: Shown) => {
  const paint = Screen.paintFor(Screen.out)
  let failing: string | undefined
  const line = (value: object) => Screen.out.write(`${JSON.stringify({ at: new Date().toISOString(), ...value })}\n`)

  const onMode: Follow.Listener["onMode"] = (mode, folders) => {
    if (json) {
      return line({ event: "watching", mode: mode._tag, ...mode._tag === "polling" ? { why: mode.why } : { folders } })
    }
    if (mode._tag === "polling") {
      Screen.note(`${root} is looked at every few seconds, not watched: ${mode.why}`)
    } else if (!quiet) {
      Screen.out.write(`${clock()} watching ${Words.plural(folders, "folder")}; a signal ends it (Ctrl-C)\n`)
    }
  }

  const onRun: Follow.Listener["onRun"] = ({ result, ms }) => {
    const seconds = Math.round(ms) / 1000
    if (Either.isLeft(result)) {
      const { _tag, message } = result.left
      // What goes on failing is told once.
      if (message === failing) return
      failing = message
      if (json) line({ event: "failed", seconds, error: { code: _tag, message } })
      else Screen.err.write(`${clock()} ${Screen.paintFor(Screen.err).bad("failed")}: ${message}\n`)
      return
    }
    failing = undefined
    const { changed, analyzed: { entry, notes } } = result.right
    const { files, symbols, edges } = entry.stats
    if (json) {
      return line({
        event: "updated",
        seconds,
        changed_files: changed.length,
        changed: changed.slice(0, NAMED_IN_JSON),
        commit: entry.commit,
        files,
        symbols,
        edges,
        notes,
      })
    }
    if (quiet) return
    const more = changed.length - NAMED
    const what = changed.length === 0
      ? entry.commit === null ? "no file changed" : `commit ${entry.commit.slice(0, 8)}`
      : `${Words.plural(changed.length, "file")}: ${changed.slice(0, NAMED).join(", ")}` +
        (more <= 0 ? "" : ` and ${Words.count(more)} more`)
    const counts = `${Words.plural(symbols, "symbol")}, ${Words.plural(edges, "edge")}`
    Screen.out.write(
      `${clock()} ${paint.good("updated")} in ${Words.seconds(seconds)}: ${what} ${paint.quiet(`(${counts})`)}\n`,
    )
  }

  return Effect.scoped(Follow.follow(root, "repository", {
    ...(workers === undefined ? {} : { workers }),
    ...(cache === undefined ? {} : { cache }),
    // A run that computes without a pause would not hear a signal: it acts at once then, and the index stays as it was.
    onProgress: Signals.follow,
  }, { onMode, onRun }))
}

/** `14:03:07` where the user is. */
const clock = (): string => {
  const now = new Date()
  return [now.getHours(), now.getMinutes(), now.getSeconds()].map((it) => String(it).padStart(2, "0")).join(":")
}
