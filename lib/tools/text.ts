// Answers as text for people: small pieces that every tool's rendering is put together from. Plain text, no escape
// codes; a terminal's colours are the command line's own.

import * as Caveats from "../query/caveats.ts"
import type * as Fields from "./fields.ts"
import type * as Pages from "./pages.ts"

/** Lines that are there, one below the other. */
export const lines = (...all: ReadonlyArray<string | undefined | false>): string =>
  all.filter((line) => line !== undefined && line !== false).join("\n")

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Freshness in words. */
export const freshness = (state: {
  readonly freshness: Fields.Freshness
  readonly changed_files?: number | undefined
  readonly behind_by?: number | undefined
  readonly reason?: string | undefined
  readonly update?: string | undefined
}): string => [stateOf(state), state.update].filter((part) => part !== undefined).join("; ")

const stateOf = (state: Parameters<typeof freshness>[0]): string => {
  const changed = state.changed_files === undefined || state.changed_files === 0
    ? undefined
    : `${plural(state.changed_files, "file")} changed since`
  switch (state.freshness) {
    case "current":
      return "current"
    case "dirty":
      return changed ?? "changed since"
    case "behind":
      return [`${plural(state.behind_by ?? 1, "commit")} behind`, changed].filter(Boolean).join(", ")
    case "diverged":
      return ["made of another history", changed].filter(Boolean).join(", ")
    case "unknown":
      return `freshness unknown: ${state.reason ?? "not compared"}`
  }
}

/** `path:line`, or what stands for it. */
export const place = (row: { readonly file?: string | undefined; readonly line?: number | undefined }): string =>
  row.file === undefined ? "" : row.line === undefined ? row.file : `${row.file}:${row.line}`

/** What tells namesakes apart in a uid; a reader tells them by their place. */
const SUFFIX = /~[^.~]*$/

/** Name with its owners, as the uid has it. */
export const qualified = (
  row: { readonly uid: string; readonly name: string; readonly file?: string | undefined },
): string => {
  const at = row.file === undefined ? -1 : row.uid.indexOf(`${row.file}:`)
  return at < 0 ? row.name : row.uid.slice(at + row.file!.length + 1).replace(SUFFIX, "")
}

/** What there is, set off by an empty line; nothing when there is nothing. */
export const apart = (...all: ReadonlyArray<string | undefined | false>): ReadonlyArray<string> => {
  const text = lines(...all)
  return text === "" ? [] : ["", text]
}

/** Columns under each other, without those that are empty; the last one keeps its width. Rows may have a line below. */
export const table = (
  rows: ReadonlyArray<{ readonly cells: ReadonlyArray<string>; readonly below?: string | undefined }>,
  indent = "  ",
): ReadonlyArray<string> => {
  const widths: Array<number> = []
  for (const { cells } of rows) {
    cells.forEach((cell, i) => widths[i] = Math.max(widths[i] ?? 0, Math.min(cell.length, WIDEST)))
  }
  const shown = widths.flatMap((width, i) => width === 0 ? [] : [i])
  const last = shown.at(-1)
  return rows.flatMap(({ cells, below }) => [
    (indent + shown.map((i) => i === last ? cells[i] ?? "" : (cells[i] ?? "").padEnd(widths[i]!)).join("  ")).trimEnd(),
    ...(below === undefined || below === "" ? [] : [`${indent}    ${below}`]),
  ])
}

/** A column grows no wider for a single long cell. */
const WIDEST = 90

/** What an answer has to say of itself at its end; nothing when all is current and exact. */
export const footer = (answer: {
  readonly index: Fields.Index
  readonly completeness?: Fields.Completeness | undefined
}): string | undefined => {
  const notes: Array<string> = []
  if (answer.index.freshness !== "current") notes.push(`Index: ${freshness(answer.index)}.`)
  const told = (answer.completeness?.reasons ?? []).flatMap((reason) => {
    const it = Caveats.parse(reason)
    return it !== undefined && Caveats.CAVEATS[it.code].told ? [it] : []
  })
  const bounds = told.filter(({ code }) => Caveats.CAVEATS[code].bounds)
  if (bounds.length > 0) notes.push("There may be more:")
  for (const { side, words } of bounds) notes.push(`  ${side === undefined ? "" : SIDES[side]}${words}`)
  for (const { code, words } of told) {
    if (!Caveats.CAVEATS[code].bounds) notes.push(`${words[0]!.toUpperCase()}${words.slice(1)}.`)
  }
  return notes.length === 0 ? undefined : notes.join("\n")
}

const SIDES: Readonly<Record<Caveats.Side, string>> = {
  incoming: "uses of it: ",
  outgoing: "what it uses: ",
  to: "ways to the end: ",
}

/** How much of a list is shown, where it is not all. */
export const shown = (list: Pages.Counted | undefined, what = ""): string | undefined =>
  list === undefined || list.omitted === true || list.shown === list.total
    ? undefined
    : `${list.shown} of ${list.total}${what}`

/** The same behind the title of the list. */
export const cut = (list: Pages.Counted | undefined): string => {
  const many = shown(list)
  return many === undefined ? "" : ` (${many})`
}

/** What to do for the rest; the cursor itself is for programs. */
export const more = (cursor: string | undefined, how = "--json has next_cursor, for --cursor"): string | undefined =>
  cursor === undefined ? undefined : `There are more rows: ${how}.`
