// Tables and lines of markdown that may hold names and texts from outside: none can end its cell, its line or its code
// mark, or become markup.

import * as Controls from "../text/controls.ts"

/** A name as code, whatever it holds. */
export const code = (name: string): string => `\`${plain(name).replaceAll("`", "'")}\``

/** One line without marks of a table. */
export const plain = (text: string): string =>
  Controls.shown(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")).replaceAll("|", "¦").trim()

/** A label takes no more of a page than this, in units. */
const LONGEST_LABEL = 120

/** Words of the repository take no more of it. */
const LONGEST_PROSE = 300

/** What something is called, as code: it may be made of any text, and is found by its id where it is cut. */
export const label = (text: string): string => code(cut(text, LONGEST_LABEL))

const MARKUP = /[\\`*_{}[\]<>()#+!~&$@]|:(?=\/)/g

/** Words of the repository as they are written: no character of them is markup. */
export const prose = (text: string): string => plain(cut(text, LONGEST_PROSE)).replace(MARKUP, "\\$&")

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`

export const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): ReadonlyArray<string> => [line(head), line(head.map(() => "---")), ...rows.map(line)]

const line = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(" | ")} |`
