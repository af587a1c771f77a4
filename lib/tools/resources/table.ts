// Tables of markdown whose cells may hold names from outside: a name cannot end its cell, its line or its code mark.

/** A name as code, whatever it holds. */
export const code = (name: string): string => `\`${plain(name).replaceAll("`", "'")}\``

/** One line without marks of a table. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll("|", "¦").trim()

export const table = (
  head: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): ReadonlyArray<string> => [line(head), line(head.map(() => "---")), ...rows.map(line)]

const line = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(" | ")} |`
