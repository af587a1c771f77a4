// What an analysis ended with, for people and as JSON.

import { EDGE_KIND_BY_CODE } from "../lib/graph/kinds.ts"
import { countsOf, type FileCounts } from "../lib/graph/meta.ts"
import type { Index } from "../mod.ts"
import { type Paint, row as rowOf, withoutEscapes } from "./terminal.ts"
import * as Words from "./words.ts"

type Note = Index["report"]["failed"][number]

export interface Summary {
  readonly repo: string
  readonly branch?: string
  readonly path: string
  readonly index: string
  readonly commit: string | null
  readonly seconds: number
  readonly files: FileCounts
  readonly symbols: number
  readonly edges: number
  readonly edges_by_kind: Readonly<Record<string, number>>
  readonly unresolved: number
  readonly partly_read: ReadonlyArray<Note>
  readonly skipped: ReadonlyArray<Note>
  readonly failed: ReadonlyArray<Note>
  readonly notes: ReadonlyArray<string>
}

/** O(edges). */
export const of = (index: Index, seconds: number): Summary => {
  const { graph, report, meta, place } = index
  const byCode = new Uint32Array(256)
  for (let edge = 0; edge < graph.edges.rows; edge++) byCode[graph.edges.kind[edge]!]!++
  const byKind: Array<readonly [string, number]> = []
  EDGE_KIND_BY_CODE.forEach((kind, code) => {
    if (kind !== undefined && byCode[code]! > 0) byKind.push([kind, byCode[code]!])
  })
  return {
    repo: place.id,
    ...(place.branch === undefined ? {} : { branch: place.branch }),
    path: place.root,
    index: place.snapshot,
    commit: place.commit,
    seconds: Math.round(seconds * 1000) / 1000,
    files: countsOf(report),
    symbols: meta.languages.reduce((sum, it) => sum + it.symbols, 0),
    edges: graph.edges.rows,
    edges_by_kind: Object.fromEntries(byKind.sort(([, a], [, b]) => b - a)),
    unresolved: graph.unresolved.rows,
    partly_read: report.partlyRead,
    skipped: report.skipped,
    failed: report.failed,
    notes: index.notes,
  }
}

const NO_LANGUAGE = "no file is in a language that is read, so there are no definitions to ask for; " +
  "files can still be read and searched"

/** Files named of each kind; the rest is counted. */
const NAMED = 5

/** @param before How long ago it was made, where it was there already. */
export const text = (it: Summary, before: string | undefined, columns: number, paint: Paint): string => {
  const { read, partly, listed, binary, skipped, folders, failed } = it.files
  const files = [
    `${Words.count(read)} read`,
    ...partly > 0 ? [paint.warn(`${Words.count(partly)} of them partly`)] : [],
    ...listed > 0 ? [`${Words.count(listed)} in no language that is read`] : [],
    ...binary > 0 ? [`${Words.count(binary)} binary`] : [],
    ...skipped > 0 ? [`${Words.count(skipped)} skipped`] : [],
    ...folders > 0 ? [`${Words.plural(folders, "folder")} skipped`] : [],
    ...failed > 0 ? [paint.bad(`${Words.count(failed)} failed`)] : [],
  ]
  const row = (name: string, value: string) => rowOf(name, value, Infinity, paint)
  const what = paint.strong(it.repo) + (it.branch === undefined ? "" : `, branch ${paint.strong(it.branch)},`)
  return [
    before === undefined
      ? `${paint.good("✓")} ${what} indexed in ${Words.seconds(it.seconds)}`
      : `${paint.good("✓")} ${what} is current: indexed ${before}, nothing has changed since`,
    "",
    ...joined(files, columns - 13).flatMap((line, i) => rowOf(i === 0 ? "files" : "", line, columns, paint)),
    ...row("symbols", Words.count(it.symbols)),
    ...row("edges", Words.count(it.edges)),
    ...kinds(it.edges_by_kind, columns - 13).flatMap((line) => row("", paint.quiet(line))),
    ...row("unresolved", Words.count(it.unresolved)),
    ...row("index", it.index),
    ...notes("Partly read", it.partly_read, paint),
    ...notes("Failed", it.failed, paint),
    ...notes("Skipped", it.skipped, paint),
    ...it.files.read > 0 ? [] : [`\n${paint.warn("note")}: ${NO_LANGUAGE}`],
    ...it.notes.map((note) => `\n${paint.warn("note")}: ${note}`),
    "",
  ].join("\n")
}

/** `CALLS 1,234  IMPORTS 56 …` in lines that fit. */
const kinds = (byKind: Readonly<Record<string, number>>, width: number): ReadonlyArray<string> =>
  joined(Object.entries(byKind).map(([kind, value]) => `${kind.toLowerCase()} ${Words.count(value)}`), width, "  ")

/** Longer lines are hard to read, however wide the screen. */
const WIDEST = 76

/** Parts one behind the other in lines that fit; their colours take no room. */
export const joined = (parts: ReadonlyArray<string>, width: number, between = " · "): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let used = 0
  for (const part of parts) {
    const { length } = withoutEscapes(part)
    if (lines.length > 0 && used + between.length + length <= Math.min(width, WIDEST)) {
      lines[lines.length - 1] += between + part
      used += between.length + length
    } else {
      lines.push(part)
      used = length
    }
  }
  return lines
}

const notes = (title: string, files: ReadonlyArray<Note>, paint: Paint): ReadonlyArray<string> => {
  if (files.length === 0) return []
  const shown = files.slice(0, NAMED)
  const width = Math.min(48, Math.max(...shown.map((it) => it.path.length)))
  const more = files.length - shown.length
  return [
    "",
    `  ${paint.strong(title)}`,
    ...shown.map((it) => `    ${it.path.padEnd(width)}  ${paint.quiet(it.reason)}`),
    ...more > 0 ? [`    ${paint.quiet(`and ${Words.count(more)} more: portolan status --files names all`)}`] : [],
  ]
}
