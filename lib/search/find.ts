// Definitions for a question in words or by name. Several sources each give a list; a hit's worth is the best that any
// source says of it, raised by the others, then weighed by the kind of place it stands in. An exact name always comes
// before what only resembles it. Further sources, such as vectors, are further lists.

import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Documents from "./documents.ts"
import type { Lexical } from "./lexical.ts"
import * as Names from "./names.ts"
import * as Words from "./words.ts"

/** How a hit was found. */
export type Why = "name" | "qualified" | "words-of-name" | "prefix" | "words" | "typo"

export interface Hit {
  readonly node: NodeId
  /** In (0, 1], the best hit of all has the most. */
  readonly score: number
  readonly why: Why
}

/** What one source says: nodes with a worth in [0, 1], best first. */
export interface Source {
  readonly why: Why
  readonly hits: ReadonlyArray<{ readonly node: NodeId; readonly worth: number }>
  /** Names what is asked for beyond doubt: its hits come first, wherever they stand. */
  readonly certain: boolean
}

export interface Question {
  readonly text: string
  /** What the asker is about; weak evidence that only reorders. */
  readonly about: ReadonlyArray<string>
}

/** Most hits taken of a source. */
const TAKEN = 200

/** How much what the asker is about can add. */
const ABOUT = 0.2

/** How much a second source that agrees adds. */
const AGREEING = 0.15

/** Answers a question from a graph and its word index. */
export const find = (graph: Graph, lexical: Lexical, question: Question, limit: number): ReadonlyArray<Hit> => {
  const names = byName(graph, question.text)
  const sources = [...names, byWords(lexical, question.text)]
  if (isName(question.text.trim()) && names.every(({ hits }) => hits.length === 0)) {
    sources.push(byTypo(graph, question.text))
  }
  return merge(graph, sources, aboutOf(lexical, question.about)).slice(0, limit)
}

/** The same by the words of an index alone, of documentation say: whatever is called so comes no sooner. */
export const inWords = (graph: Graph, lexical: Lexical, text: string, limit: number): ReadonlyArray<Hit> =>
  merge(graph, [byWords(lexical, text)], new Map()).slice(0, limit)

/** One name rather than words: no blank in it. */
const isName = (text: string): boolean => !/\s/.test(text)

const even = (worth: number) => (node: NodeId) => ({ node, worth })

/** What the names alone say. A single name is looked up as it is; of words, a name made of just these words counts. */
export const byName = (graph: Graph, text: string): ReadonlyArray<Source> => {
  const asked = text.trim()
  if (asked === "") return []
  if (isName(asked)) {
    const qualified = Names.qualified(graph, asked)
    // The way it is written is worth something: `Order` before `order`.
    const exact = qualified.map((node) => ({ node, worth: asked.endsWith(Node.nameOf(graph, node)) ? 1 : 0.9 }))
    return [
      { why: "name", hits: exact, certain: true },
      {
        why: "prefix",
        hits: asked.length < 3 ? [] : Names.beginning(graph, asked, TAKEN).map((node) => ({
          node,
          worth: 0.6 + 0.2 * asked.length / Node.nameOf(graph, node).length,
        })),
        certain: false,
      },
    ]
  }
  // Names leave out what a sentence needs: `start of the week` is `startOfWeek`.
  const texts = [asked, asked.replace(/(?<![\p{L}\p{N}])(?:an?|the)(?![\p{L}\p{N}])/giu, " ")]
  const found = [...new Set(texts.map((text) => Words.parts(text).join("")))].flatMap((name) =>
    Names.exact(graph, name)
  )
  return [{ why: "words-of-name", hits: found.map(even(0.95)), certain: false }]
}

const byWords = (lexical: Lexical, text: string): Source => ({
  why: "words",
  hits: lexical.search(text, TAKEN).map(({ node, score, coverage }) => ({
    node,
    worth: 0.8 * score * (0.4 + 0.6 * coverage),
  })),
  certain: false,
})

const byTypo = (graph: Graph, text: string): Source => ({
  why: "typo",
  hits: text.trim() === "" ? [] : Names.mistyped(graph, text.trim(), TAKEN).map(even(0.7)),
  certain: false,
})

const aboutOf = (lexical: Lexical, about: ReadonlyArray<string>): ReadonlyMap<NodeId, number> => {
  const worth = new Map<NodeId, number>()
  for (const text of about) {
    for (const { node, score } of lexical.search(text, TAKEN)) worth.set(node, Math.max(worth.get(node) ?? 0, score))
  }
  return worth
}

/** One list out of several, each node once. */
export const merge = (
  graph: Graph,
  sources: ReadonlyArray<Source>,
  about: ReadonlyMap<NodeId, number>,
): ReadonlyArray<Hit> => {
  const worth = new Map<NodeId, { best: number; others: number; why: Why; certain: boolean }>()
  for (const source of sources) {
    for (const hit of source.hits) {
      const known = worth.get(hit.node)
      if (known === undefined) {
        worth.set(hit.node, { best: hit.worth, others: 0, why: source.why, certain: source.certain })
      } else if (known.best < hit.worth) {
        known.others = Math.max(known.others, known.best)
        known.best = hit.worth
        known.why = source.why
      } else known.others = Math.max(known.others, hit.worth)
    }
  }
  const hits: Array<Hit & { readonly certain: boolean }> = []
  for (const [node, { best, others, why, certain }] of worth) {
    const place = Documents.placeOf(graph, node) * Documents.weightOf(graph, node)
    const score = (best + AGREEING * others) * place * (1 + ABOUT * (about.get(node) ?? 0))
    hits.push({ node, score, why, certain })
  }
  hits.sort((a, b) => Number(b.certain) - Number(a.certain) || b.score - a.score || a.node - b.node)
  const top = hits.reduce((most, hit) => Math.max(most, hit.score), 0)
  const kept = withoutHeaders(graph, hits.map((hit) => hit.node))
  return hits.filter(({ node }) => kept.has(node))
    .map(({ node, score, why }) => ({ node, why, score: top === 0 ? 0 : score / top }))
}

/**
 * One node a symbol: of overloads without a body only the definition that has one is shown, or the first where none
 * has.
 */
const withoutHeaders = (graph: Graph, nodes: ReadonlyArray<NodeId>): ReadonlySet<NodeId> => {
  const { file, parent, name, kind, flags } = graph.nodes
  const isHeader = (node: NodeId) => (flags[node]! & NODE_FLAGS.signature) !== 0
  const chosen = new Map<string, NodeId>()
  const kept = new Set<NodeId>()
  for (const node of nodes) {
    const symbol = `${file[node]} ${parent[node]} ${name[node]} ${kind[node]}`
    const known = chosen.get(symbol)
    if (known !== undefined && isHeader(node)) continue
    if (known !== undefined && isHeader(known)) kept.delete(known)
    if (known === undefined || isHeader(known)) chosen.set(symbol, node)
    kept.add(node)
  }
  return kept
}
