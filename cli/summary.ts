// What an analysis ended with, for people and as JSON.

import { EDGE_KIND_BY_CODE } from "../lib/graph/kinds.ts"
import { countsOf, type FileCounts } from "../lib/graph/meta.ts"
import type { Index } from "../mod.ts"
import * as FilesTold from "./files_told.ts"
import { joined, type Paint, row as rowOf } from "./terminal.ts"
import * as Words from "./words.ts"

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
  readonly partly_read: ReadonlyArray<FilesTold.Note>
  readonly skipped: ReadonlyArray<FilesTold.Note>
  readonly failed: ReadonlyArray<FilesTold.Note>
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

/** @param before How long ago it was made, where it was there already. */
export const text = (it: Summary, before: string | undefined, columns: number, paint: Paint): string => {
  const files = FilesTold.counts(it.files, paint)
  const named = (title: string, notes: ReadonlyArray<FilesTold.Note>) =>
    FilesTold.named(title, notes, FilesTold.NAMED, "portolan status --files names all", paint)
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
    ...named("Partly read", it.partly_read),
    ...named("Failed", it.failed),
    ...named("Skipped", it.skipped),
    ...it.files.read > 0 ? [] : [`\n${paint.warn("note")}: ${NO_LANGUAGE}`],
    ...it.notes.map((note) => `\n${paint.warn("note")}: ${note}`),
    "",
  ].join("\n")
}

/** `CALLS 1,234  IMPORTS 56 …` in lines that fit. */
const kinds = (byKind: Readonly<Record<string, number>>, width: number): ReadonlyArray<string> =>
  joined(Object.entries(byKind).map(([kind, value]) => `${kind.toLowerCase()} ${Words.count(value)}`), width, "  ")
