// What an oracle names has several places where it is declared in parts, as a partial type of C#: it is one type, and an
// edge that names another part of it means the same. The comparer accepts other names for a call (`calleeAlts`) and reads
// none for what inherits; where the oracle's table has them (`toAlts`), a row of ours that names one is handed to the
// comparer under the name that the oracle has chosen. Nothing else of it is touched: the source has to be the very part
// that has the base in its text.

import { readFileSync, writeFileSync } from "node:fs"
import { type Project, rowsOf } from "./oracles.ts"

/** Columns of an oracle's row of inheritance. */
const [FILE, LINE, TO_FILE, TO_LINE, TO_ALTS] = [0, 1, 4, 5, 8] as const

/**
 * Our rows with the oracle's choice of names.
 *
 * @param rows Lines of file and line of a type, file and line of its base.
 */
export const renamed = (rows: string, oracle: ReadonlyArray<ReadonlyArray<string>>): string => {
  const chosen = new Map<string, readonly [file: string, line: string]>()
  for (const row of oracle) {
    for (const other of (row[TO_ALTS] ?? "").split("|").filter((it) => it !== "")) {
      chosen.set(`${row[FILE]}:${row[LINE]} ${other}`, [row[TO_FILE]!, row[TO_LINE]!])
    }
  }
  if (chosen.size === 0) return rows
  return rows.split("\n").map((row) => {
    const [file, line, toFile, toLine, ...rest] = row.split("\t")
    const named = chosen.get(`${file}:${line} ${toFile}:${toLine}`)
    return named === undefined ? row : [file, line, ...named, ...rest].join("\t")
  }).join("\n")
}

/** Writes our rows of inheritance with the oracle's choice of names beside the file that has them. */
export const writeRenamed = (project: Project, actual: string): string => {
  const renamedFile = actual.replace(/\.tsv$/, "-renamed.tsv")
  writeFileSync(renamedFile, renamed(readFileSync(actual, "utf8"), rowsOf(project, "heritage")))
  return renamedFile
}
