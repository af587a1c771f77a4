// What a run says of the files it did not read, or not wholly. Everything here goes into the snapshot, so nothing may
// depend on the time, the machine or the workers.

import { NONE } from "../graph/columns.ts"
import type { Graph } from "../graph/graph.ts"
import type { Overlays } from "../graph/overlays.ts"
import { NODE_KIND_BY_CODE, NODE_KINDS } from "../graph/kinds.ts"
import { pathOf } from "../graph/node.ts"
import type { SnapshotMeta } from "../graph/snapshot.ts"
import type * as Resolve from "../resolve/resolve.ts"
import { type FileFacts, PROBLEM_KINDS } from "../syntax/facts.ts"
import { type Language, nameOf } from "../syntax/language.ts"
import * as Lines from "../text/lines.ts"
import * as Path from "../text/path.ts"
import type { Extracted } from "./extraction.ts"

/** What became of a file, without its facts. */
export type Outcome =
  | { readonly _tag: "facts"; readonly digest: string }
  | { readonly _tag: "listed"; readonly digest: string | null }
  | Exclude<Extracted, { readonly _tag: "facts" | "listed" }>

export interface Note {
  readonly path: string
  readonly reason: string
}

/** Ranges of lines that a reason names; a broken file can have thousands. */
const RANGES_NAMED = 5

const PROBLEM_WORDS: Readonly<Record<number, string>> = {
  [PROBLEM_KINDS.syntaxError]: "syntax error",
  [PROBLEM_KINDS.missing]: "something missing",
  [PROBLEM_KINDS.tooDeep]: "nested too deep",
  [PROBLEM_KINDS.timedOut]: "took too long",
}

/** What is wrong in a file and where: `syntax error in lines 3, 7-12 and 2 more`. */
export const problemsOf = (facts: FileFacts): string => {
  const rangesByKind = new Map<number, Array<Range>>()
  const { kind, start, end, rows } = facts.problems
  for (let row = 0; row < rows; row++) {
    const first = Lines.lineAt(facts.lineStarts, start[row]!)
    const last = Lines.lineAt(facts.lineStarts, Math.max(start[row]!, end[row]! - 1))
    const ranges = rangesByKind.get(kind[row]!)
    if (ranges === undefined) rangesByKind.set(kind[row]!, [{ first, last }])
    else ranges.push({ first, last })
  }
  return [...rangesByKind].sort(([a], [b]) => a - b).map(([kind, ranges]) => {
    const joined = joinedOf(ranges)
    const named = joined.slice(0, RANGES_NAMED).map(({ first, last }) =>
      first === last ? `${first}` : `${first}-${last}`
    )
    const more = joined.length - named.length
    const one = joined.length === 1 && joined[0]!.first === joined[0]!.last
    const where = `${one ? "line" : "lines"} ${named.join(", ")}${0 < more ? ` and ${more} more` : ""}`
    return `${PROBLEM_WORDS[kind] ?? "problem"} in ${where}`
  }).join("; ")
}

/** Lines from 1, both ends belong to it. */
interface Range {
  readonly first: number
  readonly last: number
}

/** In order, with those that touch as one. */
const joinedOf = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const joined: Array<Range> = []
  for (const range of [...ranges].sort((a, b) => a.first - b.first || a.last - b.last)) {
    const before = joined.at(-1)
    if (before === undefined || before.last + 1 < range.first) joined.push(range)
    else if (before.last < range.last) joined[joined.length - 1] = { first: before.first, last: range.last }
  }
  return joined
}

/** Each language that was met, as people call it: its files, symbols, and references by how they ended. */
export const languagesOf = (
  graph: Graph,
  files: ReadonlyArray<{ readonly path: string; readonly language: Language }>,
  counts: ReadonlyMap<string, Resolve.OutcomeCounts>,
): SnapshotMeta["languages"] => {
  const languageOf = new Map(files.map(({ path, language }) => [path, nameOf(language, path)]))
  const rows = new Map<string, { readonly name: string; readonly version: number; files: number; symbols: number }>()
  for (const { path, language: { version } } of files) {
    const name = languageOf.get(path)!
    const row = rows.get(name) ?? { name, version, files: 0, symbols: 0 }
    rows.set(name, row)
    row.files++
  }
  // Nodes stand in path order, so all that a file holds stands together.
  let file = NONE
  let row: { symbols: number } | undefined
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (!isSymbol(graph, node)) continue
    if (graph.nodes.file[node] !== file) {
      file = graph.nodes.file[node]!
      row = rows.get(languageOf.get(pathOf(graph, file)) ?? "")
    }
    if (row !== undefined) row.symbols++
  }
  return [...rows.values()]
    .sort((a, b) => Path.compare(a.name, b.name))
    .map((row) => ({ ...row, references: counts.get(row.name) ?? NO_REFERENCES }))
}

const NO_REFERENCES = { resolved: 0, ambiguous: 0, external: 0, unknown: 0 }

const isSymbol = (graph: Graph, node: number): boolean => NODE_KINDS[NODE_KIND_BY_CODE[graph.nodes.kind[node]!]!].symbol

export interface Stats {
  readonly files: number
  readonly symbols: number
  readonly edges: number
  /** Absent where the index does not tell. */
  readonly communities?: number
  readonly processes?: number
}

/** How many rows of each sort an index has. */
export const statsOf = (graph: Graph, { communities, processes }: Overlays = {}): Stats => {
  let files = 0
  let symbols = 0
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (graph.nodes.kind[node] === NODE_KINDS.File.code) files++
    else if (isSymbol(graph, node)) symbols++
  }
  return {
    files,
    symbols,
    edges: graph.edges.rows,
    ...(communities === undefined ? {} : { communities: communities.tables.communities.rows }),
    ...(processes === undefined ? {} : { processes: processes.tables.processes.rows }),
  }
}

const byPath = (a: Note, b: Note): number => Path.compare(a.path, b.path)

type LeftOut = Pick<SnapshotMeta["report"], "listed" | "binary" | "skipped" | "failed">

/**
 * What was left out by the scan and by extraction, and what could not be read. A binary file is named only where its
 * ending promises source, else counted; every other file that is not in the graph is named.
 */
export const leftOut = (
  skipped: ReadonlyArray<Note>,
  files: ReadonlyArray<{ readonly path: string; readonly outcome: Outcome }>,
  languageFor: (path: string) => Language | undefined,
): LeftOut => {
  const out: Array<Note> = skipped.map(({ path, reason }) => ({ path, reason }))
  const failed: Array<Note> = []
  let listed = 0
  let binary = 0
  for (const { path, outcome } of files) {
    switch (outcome._tag) {
      case "facts":
        break
      case "listed":
        listed++
        break
      case "binary":
        if (languageFor(path) === undefined) binary++
        else out.push({ path, reason: "binary" })
        break
      case "skipped":
        out.push({ path, reason: outcome.reason })
        break
      case "unreadable":
        failed.push({ path, reason: `cannot be read (${outcome.code})` })
        break
      case "failed":
        failed.push({ path, reason: outcome.reason })
    }
  }
  return { listed, binary, skipped: out.sort(byPath), failed }
}
