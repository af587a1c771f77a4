// Which of the listed files a run is asked to read: by patterns of the caller. A selection belongs to an index: files
// outside of it never make the index old. Patterns are lines of .gitignore, with braces for alternatives.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Rules from "./rules.ts"

/** A pattern that no file can be held against. */
export class PatternRefused extends Schema.TaggedError<PatternRefused>()("PatternRefused", {
  option: Schema.Literal("include", "exclude"),
  pattern: Schema.String,
  reason: Schema.Literal("empty", "brackets", "length", "outside", "number", "alternatives", "negated"),
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
  alternatives: "its braces mean too many patterns; say the same in several shorter ones",
  negated: "it begins with !; give what is to be left out as an exclude pattern",
  number: `more than ${MOST_PATTERNS} are given; say the same in fewer, or in a .portolanignore file`,
} as const

export interface Patterns {
  /**
   * Only files that match one of these; all where there is none. Lines of .gitignore with alternatives in braces: `*.ts`
   * and `dist` anywhere, `src/**`, `/lib` and `lib/{a,b}` from the root.
   */
  readonly include?: ReadonlyArray<string>
  /** No file that matches one of these, also of those included. */
  readonly exclude?: ReadonlyArray<string>
}

export interface Selection {
  /** The patterns as given: what an index keeps of a selection. */
  readonly include: ReadonlyArray<string>
  readonly exclude: ReadonlyArray<string>
  /** Why a file is left out; undefined where it is selected. */
  readonly reasonAgainst: (path: string) => string | undefined
  /** Is it no file of the repository at all, but one that we keep there? Each run writes others: none is named. */
  readonly isOurs: (path: string) => boolean
}

const NONE_OURS = () => false

/** The same without what lies in a folder of ours; with none there is nothing to leave out. */
export const without = (selection: Selection, folder: string | undefined): Selection =>
  folder === undefined ? selection : { ...selection, isOurs: (path) => path.startsWith(`${folder}/`) }

/** All files. */
export const ALL: Selection = { include: [], exclude: [], reasonAgainst: () => undefined, isOurs: NONE_OURS }

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
      isOurs: NONE_OURS,
      reasonAgainst: (path) => {
        const at = excluded.findIndex((matches) => matches(path))
        if (at !== -1) return `excluded by ${exclude[at]}`
        return included.length === 0 || included.some((matches) => matches(path)) ? undefined : "not included"
      },
    }
  })

type Matches = (path: string) => boolean

const matchersOf = (option: "include" | "exclude", patterns: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (MOST_PATTERNS < patterns.length) {
      return yield* new PatternRefused({ option, pattern: patterns[MOST_PATTERNS]!, reason: "number" })
    }
    return yield* Effect.forEach(patterns, (pattern) => {
      const matches = matcherOf(pattern)
      return typeof matches === "string"
        ? new PatternRefused({ option, pattern, reason: matches })
        : Effect.succeed(matches)
    })
  })

const matcherOf = (pattern: string): Matches | PatternRefused["reason"] => {
  if (MOST_LENGTH < pattern.length) return "length"
  const trimmed = pattern.trim()
  if (trimmed === "") return "empty"
  if (trimmed.startsWith("!")) return "negated"
  if (trimmed.split("/").includes("..")) return "outside"
  // The root itself: every file.
  if (/^(\.|\.?\/+)$/.test(trimmed)) return () => true
  const lines = alternativesOf(trimmed.replace(/^\.\/+/, "/").replace(/^#/, "\\#"))
  if (typeof lines === "string") return lines
  const rules: Array<Rules.Rule> = []
  for (const line of lines) {
    const rule = Rules.ruleOf(line)
    if (rule === undefined) return "brackets"
    rules.push(rule)
  }
  return (path) => {
    const { text, starts } = Rules.split(path)
    // A folder that matches gives all that it holds.
    for (let parts = 1; parts < starts.length; parts++) {
      const part = { text, starts: starts.slice(0, parts + 1) }
      if (rules.some((rule) => Rules.matches(rule, part, 0, parts + 1 < starts.length, UNPAID))) return true
    }
    return false
  }
}

/** The caller pays for his own patterns. */
const UNPAID: Rules.Budget = { steps: 0 }

const MOST_ALTERNATIVES = 100

/** `a{b,c}` as `ab` and `ac`, the innermost braces first. */
const alternativesOf = (pattern: string): ReadonlyArray<string> | "brackets" | "alternatives" => {
  const done: Array<string> = []
  const pending = [pattern]
  for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
    if (MOST_ALTERNATIVES < done.length + pending.length) return "alternatives"
    const braces = innermost(text)
    if (braces === "unclosed") return "brackets"
    if (braces === undefined) done.push(text)
    else {
      const [open, close] = braces
      const between = text.slice(open + 1, close).split(",")
      for (const one of between) pending.push(text.slice(0, open) + one + text.slice(close + 1))
    }
  }
  return done
}

/** Where the first braces stand that hold no others; a brace behind a backslash is none. */
const innermost = (text: string): readonly [open: number, close: number] | "unclosed" | undefined => {
  let open = -1
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === "{") open = at
    else if (text[at] === "}" && open !== -1) return [open, at]
  }
  return open === -1 ? undefined : "unclosed"
}
