// An answer without its envelope, for clients that expect the value alone: an array or one object. What stood around it
// goes beside the value, and a line of text says so where it matters.

import type * as Fields from "./fields.ts"
import type * as Tool from "./tool.ts"
import * as Text from "./text.ts"

/** The tool, told bare. */
export const bare = <T extends Tool.Any>(tool: T): T => ({ ...tool, bare: true })

export interface Bare {
  readonly value: unknown
  /** Index, completeness, totals and cursor. */
  readonly beside: Readonly<Record<string, unknown>>
  /** One line where the answer is not current, not exact, or not all. */
  readonly note: string | undefined
}

/** Parts of an answer that say something of it and are not its value. */
const AROUND: ReadonlySet<string> = new Set([
  "index",
  "completeness",
  "lists",
  "next_cursor",
  "trimmed_for_budget",
  "also",
  "also_total",
])

/** What a tool answered, encoded, in its parts. */
export const split = (encoded: object): Bare => {
  const entries = Object.entries(encoded).filter(([, part]) => part !== undefined)
  const beside = Object.fromEntries(entries.filter(([name]) => AROUND.has(name)))
  const rest = Object.fromEntries(entries.filter(([name]) => !AROUND.has(name)))
  return { value: "results" in rest ? rest["results"] : rest, beside, note: noteOf(beside as Around) }
}

interface Around {
  readonly index?: Fields.Index
  readonly completeness?: Fields.Completeness
  readonly lists?: Fields.Lists
  readonly next_cursor?: string
}

const noteOf = ({ index, completeness, lists, next_cursor }: Around): string | undefined => {
  const cut = Object.entries(lists ?? {}).filter(([, { total, shown }]) => shown < total)
  const parts = [
    index !== undefined && index.freshness !== "current" && `Index: ${Text.freshness(index)}`,
    completeness !== undefined && completeness.status !== "exact" &&
    `There may be more: ${completeness.reasons.join("; ")}`,
    cut.length > 0 && `Shown: ${cut.map(([name, { total, shown }]) => `${shown} of ${total} ${name}`).join(", ")}`,
    next_cursor !== undefined && `To go on: cursor ${next_cursor}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : parts.join(". ").replace(/\s+/g, " ")
}
