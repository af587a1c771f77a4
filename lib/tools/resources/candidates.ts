// The page of a name that several things have: what each is called, for the reader to choose from.

import type { Graph } from "../../graph/graph.ts"
import * as Node from "../../graph/node.ts"
import * as Uid from "../../graph/uid.ts"
import type { Candidate } from "../../query/locate.ts"
import * as Fence from "../../report/fence.ts"
import * as Text from "../text.ts"
import * as Listed from "./listed.ts"

/** Who wants none of these says more of the name. */
const SHOWN = 30

/**
 * @param one One of them in our words.
 * @param titles Of the columns of `rows`, of which one is the name that the address takes.
 */
export const page = (
  one: string,
  many: string,
  titles: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string => {
  const list = Listed.columns(titles, rows.slice(0, SHOWN))
  return [
    `# ${Text.plural(rows.length, one, many)} called so`,
    "",
    "The address means none of them alone: put the name that is meant at its end.",
    "",
    ...list.lines,
    ...Listed.leftOut(list.left + Math.max(0, rows.length - SHOWN), one, many),
    "",
  ].join("\n")
}

/** Definitions as they are chosen from, the likeliest first. */
export const definitions = (graph: Graph, candidates: ReadonlyArray<Candidate>): string =>
  page(
    "definition",
    "definitions",
    ["line", "name"],
    candidates.map(({ node }) => [Node.lineOf(graph, node), Fence.oneLine(Uid.uidOf(graph, node))]),
  )
