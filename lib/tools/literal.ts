// Texts that are asked for as they stand: words lead to the files that may hold one, and these are read.

import * as Effect from "effect/Effect"
import { NONE } from "../graph/columns.ts"
import * as Node from "../graph/node.ts"
import type * as Find from "../search/find.ts"
import * as Verbatim from "../search/verbatim.ts"
import type { OpenRepo } from "../workspace/repos.ts"

export interface Hit extends Omit<Find.Hit, "why" | "coverage"> {
  readonly why: "text"
  /** The line that holds the text, from 1, and where in the file's text it begins. */
  readonly line: number
  readonly offset: number
}

/** Files that are read for one question, and places that are shown. */
const MOST_FILES = 30
const MOST_PLACES = 10

/** A hit may hold the text where it holds nearly all of its words. */
const COVERED = 0.99

/** Questions whose hits are looked through: what else was found holds the words of all of it, not of its quotation. */
const LOOKED_THROUGH = 200

/**
 * Where a text stands that the question asks for, first what stands between quotes in code. Nothing where it asks for none:
 * words of a sentence that happen to stand so in a comment are no such text.
 */
export const find = (
  repo: OpenRepo,
  question: string,
  hits: ReadonlyArray<Find.Hit>,
): Effect.Effect<ReadonlyArray<Hit>> =>
  Effect.gen(function* () {
    const asked = Verbatim.asked(question)
    if (asked === undefined) return []
    const { graph, finder } = repo
    const candidates = asked.text === question.trim()
      ? hits
      : (yield* finder.find({ text: `"${asked.text}"`, about: [] }, LOOKED_THROUGH)).hits
    const paths = [
      ...new Set(candidates.filter(({ coverage }) => COVERED <= coverage).map(({ node }) => Node.pathOf(graph, node))),
    ].slice(0, MOST_FILES)
    const found: Array<Hit & { readonly inQuotes: boolean }> = []
    for (const path of paths) {
      const file = yield* Effect.option(repo.read(path))
      if (file._tag === "None" || file.value.asIndexed === false) continue
      const place = Verbatim.find(file.value.text, asked.text)
      if (place === undefined || (!asked.certain && !place.inQuotes)) continue
      const node = Node.fileAt(graph, path)
      if (node === NONE) continue
      const around = Node.enclosing(graph, node, place.offset)
      found.push({
        node: around === NONE ? node : around,
        startLine: place.line,
        endLine: place.line,
        title: "",
        score: 1,
        why: "text",
        line: place.line,
        offset: place.offset,
        inQuotes: place.inQuotes,
      })
    }
    return found
      .sort((a, b) => Number(b.inQuotes) - Number(a.inQuotes))
      .slice(0, MOST_PLACES)
      .map(({ inQuotes: _, ...hit }) => hit)
  })
