// What a run says of the files it did not read, or not wholly. Everything here goes into the snapshot, so nothing may
// depend on the time, the machine or the workers.

import { NONE } from "../graph/columns.ts"
import type { Graph } from "../graph/graph.ts"
import { NODE_KIND_BY_CODE, NODE_KINDS } from "../graph/kinds.ts"
import { pathOf } from "../graph/node.ts"
import type { SnapshotMeta } from "../graph/snapshot.ts"
import type * as Resolve from "../resolve/resolve.ts"
import { type FileFacts, PROBLEM_KINDS } from "../syntax/facts.ts"
import type { Language } from "../syntax/language.ts"
import * as Lines from "../text/lines.ts"
import * as Path from "../text/path.ts"
import type { Extracted } from "./extraction.ts"

/** What became of a file, without its facts. */
export type Outcome =
  | { readonly _tag: "facts"; readonly digest: string }
  | Exclude<Extracted, { readonly _tag: "facts" }>

export interface Note {
  readonly path: string
  readonly reason: string
}

/** Lines that a reason names; a broken file can have thousands. */
const LINES_NAMED = 5

const PROBLEM_WORDS: Readonly<Record<number, string>> = {
  [PROBLEM_KINDS.syntaxError]: "syntax error",
  [PROBLEM_KINDS.missing]: "something missing",
  [PROBLEM_KINDS.tooDeep]: "nested too deep",
  [PROBLEM_KINDS.timedOut]: "took too long",
}

/** What is wrong in a file and where: `syntax error in line 3, 7 and 2 more`. */
export const problemsOf = (facts: FileFacts): string => {
  const linesByKind = new Map<number, Set<number>>()
  for (let row = 0; row < facts.problems.rows; row++) {
    const kind = facts.problems.kind[row]!
    const lines = linesByKind.get(kind) ?? new Set()
    linesByKind.set(kind, lines.add(Lines.lineAt(facts.lineStarts, facts.problems.start[row]!)))
  }
  return [...linesByKind].sort(([a], [b]) => a - b).map(([kind, lines]) => {
    const named = [...lines].sort((a, b) => a - b)
    const more = named.length - LINES_NAMED
    const where = named.slice(0, LINES_NAMED).join(", ") + (0 < more ? ` and ${more} more` : "")
    return `${PROBLEM_WORDS[kind] ?? "problem"} in line ${where}`
  }).join("; ")
}

/** Each language that was met, by name: its files, symbols, and references by how they ended. */
export const languagesOf = (
  graph: Graph,
  files: ReadonlyArray<{ readonly path: string; readonly language: Language }>,
  counts: ReadonlyMap<string, Resolve.OutcomeCounts>,
): SnapshotMeta["languages"] => {
  const languageOf = new Map(files.map(({ path, language }) => [path, language.name]))
  const rows = new Map<string, { readonly name: string; readonly version: number; files: number; symbols: number }>()
  for (const { language: { name, version } } of files) {
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

/** How many rows of each sort the graph has. */
export const statsOf = (graph: Graph): { readonly files: number; readonly symbols: number; readonly edges: number } => {
  let files = 0
  let symbols = 0
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (graph.nodes.kind[node] === NODE_KINDS.File.code) files++
    else if (isSymbol(graph, node)) symbols++
  }
  return { files, symbols, edges: graph.edges.rows }
}

const byPath = (a: Note, b: Note): number => Path.compare(a.path, b.path)

/**
 * What was left out by the scan and by extraction, and what could not be read. A binary file is named only where its
 * ending promises source.
 */
export const leftOut = (
  skipped: ReadonlyArray<Note>,
  files: ReadonlyArray<{ readonly path: string; readonly outcome: Outcome }>,
  languageFor: (path: string) => Language | undefined,
): { readonly skipped: ReadonlyArray<Note>; readonly failed: ReadonlyArray<Note> } => {
  const out: Array<Note> = skipped.map(({ path, reason }) => ({ path, reason }))
  const failed: Array<Note> = []
  for (const { path, outcome } of files) {
    if (outcome._tag === "skipped") out.push({ path, reason: outcome.reason })
    else if (outcome._tag === "binary" && languageFor(path) !== undefined) out.push({ path, reason: "binary" })
    else if (outcome._tag === "unreadable") failed.push({ path, reason: `cannot be read (${outcome.code})` })
  }
  return { skipped: out.sort(byPath), failed }
}
