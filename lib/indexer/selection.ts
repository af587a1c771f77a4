// Which of the listed files a run is asked to read: by patterns of the caller. A selection belongs to an index: files
// outside of it never make the index old.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Glob from "../search/glob.ts"

/** A pattern that no file can be held against. */
export class PatternRefused extends Schema.TaggedError<PatternRefused>()("PatternRefused", {
  option: Schema.Literal("include", "exclude"),
  pattern: Schema.String,
  reason: Schema.Literal("empty", "brackets", "length", "outside", "number"),
}) {
  override get message() {
    const shown = this.pattern.length <= 80 ? this.pattern : `${this.pattern.slice(0, 80)}…`
    return `Cannot use ${this.option} pattern "${shown}": ${WHY[this.reason]}`
  }
}

const MOST_LENGTH = 1000
const MOST_PATTERNS = 100

const WHY = {
  empty: "it is empty; give a path or a pattern such as src/** or *.ts",
  brackets: "its brackets or braces do not close; write \\ before one that is part of a name",
  length: `it is longer than ${MOST_LENGTH} characters; say the same in several shorter ones`,
  outside: "it leads out of the repository; patterns are relative to the repository's root",
  number: `more than ${MOST_PATTERNS} are given; say the same in fewer, or in a .portolanignore file`,
} as const

export interface Patterns {
  /** Only files that match one of these; all where there is none. `*.ts`, `src/**`, `lib/{a,b}`, a file or a folder. */
  readonly include?: ReadonlyArray<string>
  /** No file that matches one of these, also of those included. */
  readonly exclude?: ReadonlyArray<string>
}

export interface Selection {
  /** The patterns as given: what an index keeps of a selection. */
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  /** Why a file is left out; undefined where it is selected. Linear in the path. */
  readonly reasonAgainst: (path: string) => string | undefined
}

/** All files. */
export const ALL: Selection = { include: [], exclude: [], reasonAgainst: () => undefined }

/** Fails with `PatternRefused` for the first pattern that means nothing. */
export const make = (patterns: Patterns): Effect.Effect<Selection, PatternRefused> =>
  Effect.gen(function* () {
    const { include = [], exclude = [] } = patterns
    if (include.length + exclude.length === 0) return ALL
    const included = yield* matchersOf("include", include)
    const excluded = yield* matchersOf("exclude", exclude)
    return {
      include: [...include],
      exclude: [...exclude],
      reasonAgainst: (path) => {
        const at = excluded.findIndex((matches) => matches(path))
        if (at !== -1) return `excluded by ${exclude[at]}`
        return included.length === 0 || included.some((matches) => matches(path)) ? undefined : "not included"
      },
    }
  })

const matchersOf = (option: "include" | "exclude", patterns: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (MOST_PATTERNS < patterns.length) {
      return yield* new PatternRefused({ option, pattern: patterns[MOST_PATTERNS]!, reason: "number" })
    }
    return yield* Effect.forEach(patterns, (pattern) => {
      const trimmed = pattern.trim().replace(/^\.?\/+/, "")
      if (MOST_LENGTH < pattern.length) return new PatternRefused({ option, pattern, reason: "length" })
      if (trimmed.split("/").includes("..")) return new PatternRefused({ option, pattern, reason: "outside" })
      // The root itself, as `.` or `/`: every file.
      if (/^\s*(\.|\.?\/+)\s*$/.test(pattern)) return Effect.succeed(() => true)
      if (trimmed === "") return new PatternRefused({ option, pattern, reason: "empty" })
      const matches = Glob.matcher(trimmed)
      return matches === undefined
        ? new PatternRefused({ option, pattern, reason: "brackets" })
        : Effect.succeed(matches)
    })
  })
