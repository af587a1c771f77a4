// The texts of a repository that are searched, from disk, for searches that have no index.

import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Graph } from "../lib/graph/graph.ts"
import * as Node from "../lib/graph/node.ts"
import * as Shape from "../lib/indexer/shape.ts"
import * as Decode from "../lib/text/decode.ts"

/** Text of no built language is searched up to this size. */
const LARGEST = 1024 * 1024

/** The text of a file that is searched; undefined for the rest. */
export const textOf = (graph: Graph, root: string, file: number): string | undefined => {
  const path = Node.pathOf(graph, file)
  const isRead = !Node.hasFlag(graph, file, "unread")
  if (!isRead && LARGEST < statSync(join(root, path)).size) return undefined
  const decoded = Decode.decode(readFileSync(join(root, path)))
  if (decoded._tag !== "text") return undefined
  const skipped = Shape.ofOther(path, decoded.text) ?? Shape.ofSource(decoded.text)
  return !isRead && skipped !== undefined ? undefined : decoded.text
}
