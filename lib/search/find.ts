// Passages for a question in words or by name. Words and meanings each give candidates, names give theirs; all are judged by
// one table. An exact name comes before whatever only resembles it.

import type { NodeId } from "../graph/graph.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Features from "./features.ts"
import * as Names from "./names.ts"
import * as Rank from "./rank.ts"
import type { Searched } from "./searched.ts"
import * as WordIndex from "./word_index.ts"
import * as Words from "./words.ts"

/** How a hit was found. */
export type Why = "name" | "qualified" | "words-of-name" | "prefix" | "acronym" | "words" | "meaning" | "typo"

export interface Hit {
  readonly node: NodeId
  readonly startLine: number
  readonly endLine: number
  /** The heading of a section; empty for most. */
  readonly title: string
  /** In (0, 1], the best hit of all has the most. */
  readonly score: number
  readonly why: Why
  /** Share of the question that its words hold, in [0, 1]. */
  readonly coverage: number
}

export interface Question {
  readonly text: string
  /** What the asker is about; weak evidence that only reorders. */
  readonly about: ReadonlyArray<string>
}

/** How near passages are to the question by their meaning. */
export interface Meanings {
  /** By row the cosine. */
  readonly at: (row: number) => number
  /** By number of a file: the cosines of its name, and of that with the folders right above. */
  readonly toPath: (file: number) => { readonly stem: number; readonly ending: number }
  /** The nearest rows, best first. */
  readonly best: (limit: number) => ReadonlyArray<number>
}

/** A text that is asked for as it stands. */
const QUOTED = /^(["'`])(.+)\1$/s

/** Most candidates of each source. */
const BY_WORDS = 300
const BY_MEANING = 150
const BY_NAME = 200

/** A cosine below this says nothing. */
const NEAR = 0.25

/** What knows the words of passages and what they mean; names are always known. */
export interface By {
  readonly words?: WordIndex.WordIndex
  readonly meanings?: Meanings
}

/** Hits, best first. O(candidates) beside what the indexes cost. */
export const find = (
  searched: Searched,
  { text, about }: Question,
  limit: number,
  { words, meanings }: By,
): ReadonlyArray<Hit> => {
  const quoted = QUOTED.exec(text.trim())?.[2]
  const asked = (quoted ?? text).trim()
  if (asked === "") return []
  const { passages, graph } = searched
  const search = words?.search ?? WordIndex.NOTHING
  const found = search(asked)
  const kind = quoted !== undefined ? "text" : /\s/.test(asked) ? "words" : "name"

  const why = new Map<number, Why>()
  const put = (row: number, reason: Why) => {
    if (!why.has(row)) why.set(row, reason)
  }
  const certain = new Set<number>()
  for (const { node, reason } of byName(searched, asked, kind)) {
    for (const row of rowsOf(searched, node)) {
      put(row, reason)
      if (reason === "name" || reason === "qualified") certain.add(row)
    }
  }
  for (const row of found.best(BY_WORDS)) put(row, "words")
  for (const row of meanings?.best(BY_MEANING) ?? []) if (NEAR <= meanings!.at(row)) put(row, "meaning")
  if (why.size === 0 && kind === "name") {
    for (const node of Names.mistyped(graph, asked, BY_NAME)) {
      for (const row of rowsOf(searched, node)) put(row, "typo")
    }
  }

  const inquiry: Rank.Inquiry = {
    text: asked,
    kind,
    found,
    nearness: meanings,
    about: about.filter((it) => it.trim() !== "").map((it) => search(it)),
  }
  const ranked = Rank.worths(searched, inquiry, [...why.keys()])
    .map(({ row, worth }) => ({ row, worth, isCertain: certain.has(row) })).sort(byWorth)
  const shown = withoutHeaders(searched, onePerSymbol(searched, ranked))
  const hits = spread(searched, shown).slice(0, limit)
  const top = hits.reduce((most, hit) => Math.max(most, hit.worth), 0)
  return hits.map(({ row, worth }) => ({
    node: passages.node[row]!,
    startLine: passages.startLine[row]!,
    endLine: passages.endLine[row]!,
    title: passages.titles.glance(row),
    score: top === 0 ? 0 : worth / top,
    why: why.get(row)!,
    coverage: found.of(row).coverage,
  }))
}

/** A passage that is ranked; one of an exact name stands in front of all else. */
interface Placed extends Rank.Ranked {
  readonly isCertain: boolean
}

const byWorth = (a: Placed, b: Placed): number =>
  Number(b.isCertain) - Number(a.isCertain) || b.worth - a.worth || a.row - b.row

/** What the names alone say. A single name is looked up as it is; of words, a name made of just these words counts. */
const byName = (
  { graph }: Searched,
  asked: string,
  kind: Features.Kind,
): ReadonlyArray<{ readonly node: NodeId; readonly reason: Why }> => {
  if (kind === "text") return []
  const each = (reason: Why) => (node: NodeId) => ({ node, reason })
  if (kind === "name") {
    const exact = Names.qualified(graph, asked)
    const isQualified = /[.:#>\\/]/.test(asked)
    return [
      ...exact.map(each(isQualified ? "qualified" : "name")),
      ...(asked.length < 3 ? [] : Names.beginning(graph, asked, BY_NAME).map(each("prefix"))),
      ...(exact.length === 0 ? Names.abbreviated(graph, asked, BY_NAME).map(each("acronym")) : []),
    ]
  }
  // Names leave out what a sentence needs: `start of the week` is `startOfWeek`.
  const texts = [asked, asked.replace(/(?<![\p{L}\p{N}])(?:an?|the)(?![\p{L}\p{N}])/giu, " ")]
  const whole = [...new Set(texts.map((text) => Words.parts(text).join("")))]
  return [
    ...whole.flatMap((name) => Names.exact(graph, name)),
    // A question may name what it is about.
    ...(asked.match(IDENTIFIER) ?? []).flatMap((name) => Names.qualified(graph, name)),
  ].slice(0, BY_NAME).map(each("words-of-name"))
}

/** What is surely no word of a sentence: `parseBody`, `set_cookie`, `Order.total`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$]*(?:[a-z][A-Z]|_[a-z]|(?:\.|::|#)[\p{L}_])[\p{L}\p{N}_$]*/gu

/** Rows of a node; they lie side by side. O(log rows). */
const rowsOf = ({ passages }: Searched, node: NodeId): ReadonlyArray<number> => {
  let low = 0
  let high = passages.rows
  while (low < high) {
    const middle = (low + high) >>> 1
    if (passages.node[middle]! < node) low = middle + 1
    else high = middle
  }
  const found: Array<number> = []
  for (; low < passages.rows && passages.node[low] === node; low++) found.push(low)
  return found
}

/** Of a definition that has several rows the best one; sections and chunks of a file each stand for themselves. */
const onePerSymbol = (
  { graph, passages }: Searched,
  ranked: ReadonlyArray<Placed>,
): ReadonlyArray<Placed> => {
  const seen = new Set<NodeId>()
  return ranked.filter(({ row }) => {
    const node = passages.node[row]!
    if (!Node.isSymbol(graph, node)) return true
    if (seen.has(node)) return false
    seen.add(node)
    return true
  })
}

/**
 * One row a symbol: of overloads without a body only the definition that has one is shown, or the first where none has.
 */
const withoutHeaders = (
  { graph, passages }: Searched,
  ranked: ReadonlyArray<Placed>,
): ReadonlyArray<Placed> => {
  const { file, parent, name, kind, flags } = graph.nodes
  const isHeader = (node: NodeId) => (flags[node]! & NODE_FLAGS.signature) !== 0
  const headed = new Set<number>()
  for (const { row } of ranked) if (isHeader(passages.node[row]!)) headed.add(name[passages.node[row]!]!)
  const chosen = new Map<string, NodeId>()
  const kept = new Set<NodeId>()
  for (const { row } of ranked) {
    const node = passages.node[row]!
    if (!headed.has(name[node]!)) {
      kept.add(node)
      continue
    }
    const symbol = `${file[node]} ${parent[node]} ${name[node]} ${kind[node]}`
    const known = chosen.get(symbol)
    if (known !== undefined && isHeader(node)) continue
    if (known !== undefined && isHeader(known)) kept.delete(known)
    if (known === undefined || isHeader(known)) chosen.set(symbol, node)
    kept.add(node)
  }
  return ranked.filter(({ row }) => kept.has(passages.node[row]!))
}

/** Puts further hits of a file behind first ones of others. */
const spread = ({ fileOf }: Searched, ranked: ReadonlyArray<Placed>): ReadonlyArray<Placed> => {
  const seen = new Map<number, number>()
  return ranked.map(({ row, worth, isCertain }) => {
    const before = seen.get(fileOf[row]!) ?? 0
    seen.set(fileOf[row]!, before + 1)
    return { row, worth: worth * Features.REPEATED ** before, isCertain }
  }).sort(byWorth)
}
