// Whether a new index has lost what the one before knew: for a run that nobody watches, which must not put an empty graph
// in the place of a full one. Files that changed, came or went may take any number of symbols with them.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Graph } from "../graph/graph.ts"
import { NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import type { Indexed, IndexedFile } from "../indexer/index_repository.ts"
import { type Entry, sameStat, storedStat } from "./entry.ts"
import type { SourceState } from "./sources.ts"
import * as Storage from "./storage.ts"

export class GraphLost extends Schema.TaggedError<GraphLost>()("GraphLost", {
  /** Symbols that the index before had, and those of the new one: of all files where the new one has none. */
  before: Schema.Number,
  after: Schema.Number,
}) {
  override get message() {
    return this.after === 0
      ? `Cannot replace the index: the new one has no symbols, the one before has ${this.before}`
      : `Cannot replace the index: of files that have not changed the new one has ${this.after} symbols, the one before ` +
        `has ${this.before}`
  }
  get hint() {
    return "The index before is as it was; portolan analyze tells what is left out and replaces it all the same"
  }
}

/** Fails where a new index has no symbols any more, or not half of those of files that are as they were. O(nodes). */
export const refuse = Effect.fn("workspace.lost")(
  function* (entry: Entry, { graph, files, stats }: Pick<Indexed, "graph" | "files" | "stats">) {
    if (entry.stats.symbols === 0) return
    if (stats.symbols === 0) return yield* new GraphLost({ before: entry.stats.symbols, after: 0 })
    const known = yield* Storage.sources(entry)
    const opened = yield* Effect.option(Storage.open(entry))
    // What it knew cannot be said any more.
    if (known === undefined || opened._tag === "None" || opened.value.entry.sha256 !== entry.sha256) return
    const same = unchanged(known.files, files)
    const before = symbolsIn(opened.value.graph, same)
    const after = symbolsIn(graph, same)
    if (2 * after < before) return yield* new GraphLost({ before, after })
  },
)

/** Paths of sources whose content is what it was; one that was not read this time is known by its stat. */
const unchanged = (before: ReadonlyArray<SourceState>, now: ReadonlyArray<IndexedFile>): ReadonlySet<string> => {
  const files = new Map(now.map((file) => [file.path, file]))
  const same = new Set<string>()
  for (const { path, stat, digest } of before) {
    const file = files.get(path)
    if (file === undefined || digest === null) continue
    const isSame = file.digest === null ? sameStat(storedStat(file.stat), stat) : file.digest.startsWith(digest)
    if (isSame) same.add(path)
  }
  return same
}

const symbolsIn = (graph: Graph, paths: ReadonlySet<string>): number => {
  const isCounted = new Uint8Array(graph.nodes.rows)
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (graph.nodes.kind[node] === NODE_KINDS.File.code && paths.has(Node.pathOf(graph, node))) isCounted[node] = 1
  }
  let symbols = 0
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (Node.isSymbol(graph, node) && isCounted[Node.fileOf(graph, node)] === 1) symbols++
  }
  return symbols
}
