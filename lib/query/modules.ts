// A repository in the large: its folders as modules, or files where these are few, and which depends on which by how many
// edges.

import * as Columns from "../graph/columns.ts"
import type { Graph } from "../graph/graph.ts"
import { EDGE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Path from "../text/path.ts"

export interface Module {
  /** Folder or file. */
  readonly path: string
  /** Files with symbols, and symbols, in it and below. */
  readonly files: number
  readonly symbols: number
}

export interface Dependence {
  /** Places in `modules`. */
  readonly from: number
  readonly to: number
  /** Imports of files. */
  readonly imports: number
  /** Calls, instances, reads, types and what else puts the one at risk when the other changes. */
  readonly uses: number
}

export interface Modules {
  /** In path order. */
  readonly modules: ReadonlyArray<Module>
  /** Those with most edges first. */
  readonly dependences: ReadonlyArray<Dependence>
}

/** What lies deeper than this is never told apart. */
const DEEPEST = 6

/**
 * Cuts the paths of files with symbols at the greatest depth that gives no more than `most` modules, or behind their first part.
 *
 * O(nodes + edges).
 */
export const modules = (graph: Graph, most: number): Modules => {
  const symbols = symbolsByFile(graph)
  const files = [...graph.files].filter((file) => symbols[file]! > 0)
  const paths = files.map((file) => Node.pathOf(graph, file))
  let depth = 1
  for (let deeper = 2; deeper <= DEEPEST; deeper++) {
    if (most < new Set(paths.map((path) => cut(path, deeper))).size) break
    depth = deeper
  }
  const names = [...new Set(paths.map((path) => cut(path, depth)))].sort(Path.compare)
  const places = new Map(names.map((name, place) => [name, place]))
  const moduleOf = new Int32Array(graph.nodes.rows).fill(-1)
  const counts = names.map((path) => ({ path, files: 0, symbols: 0 }))
  files.forEach((file, i) => {
    const place = places.get(cut(paths[i]!, depth))!
    moduleOf[file] = place
    counts[place]!.files++
    counts[place]!.symbols += symbols[file]!
  })
  return { modules: counts, dependences: between(graph, moduleOf, names.length) }
}

const cut = (path: string, depth: number): string => path.split("/").slice(0, depth).join("/")

/** How many symbols each file holds, by node. */
const symbolsByFile = (graph: Graph): Uint32Array => {
  const { rows, file } = graph.nodes
  const counts = new Uint32Array(rows)
  for (let node = 0; node < rows; node++) {
    const holder = file[node]!
    if (holder !== Columns.NONE && Node.isSymbol(graph, node)) counts[holder]!++
  }
  return counts
}

const IMPORTS = EDGE_KINDS.IMPORTS.code

/** What carries impact, save what may run in place of what is called: an interface does not depend on who implements it. */
const CARRIES: ReadonlyArray<boolean> = (() => {
  const carries: Array<boolean> = []
  for (const { code, carriesImpact } of Object.values(EDGE_KINDS)) carries[code] = carriesImpact
  carries[EDGE_KINDS.DISPATCHES.code] = false
  return carries
})()

const between = (graph: Graph, moduleOf: Int32Array, count: number): ReadonlyArray<Dependence> => {
  const found = new Map<number, { from: number; to: number; imports: number; uses: number }>()
  const { file } = graph.nodes
  const { rows, kind, source, target } = graph.edges
  for (let edge = 0; edge < rows; edge++) {
    if (CARRIES[kind[edge]!] !== true) continue
    const sourceFile = file[source[edge]!]!
    const targetFile = file[target[edge]!]!
    if (sourceFile === Columns.NONE || targetFile === Columns.NONE) continue
    const from = moduleOf[sourceFile]!
    const to = moduleOf[targetFile]!
    if (from < 0 || to < 0 || from === to) continue
    const at = from * count + to
    let pair = found.get(at)
    if (pair === undefined) found.set(at, pair = { from, to, imports: 0, uses: 0 })
    if (kind[edge] === IMPORTS) pair.imports++
    else pair.uses++
  }
  return [...found.values()].sort((a, b) => b.imports + b.uses - a.imports - a.uses || a.from - b.from || a.to - b.to)
}
