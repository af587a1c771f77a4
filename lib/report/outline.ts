// A repository in so many tokens: files with the header lines of the definitions that matter most, the nearest first, as
// many whole lines as there is room for. What has none is counted.

import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS, type NodeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import * as Fence from "./fence.ts"
import * as Fitting from "./fitting.ts"

export interface Told {
  readonly uid: string
  readonly name: string
  readonly kind: NodeKind
  readonly line: number
  /** Its header in one line, as the source has it. */
  readonly signature: string
}

export interface FileTold {
  readonly path: string
  /** In the order of the text. */
  readonly definitions: ReadonlyArray<Told>
}

export interface Outline {
  /** The nearest first. */
  readonly files: ReadonlyArray<FileTold>
  /** What is there and not shown, tests not counted: definitions, and files of which none is shown. */
  readonly left: { readonly files: number; readonly definitions: number }
}

/** How an outline is written, which decides what has room. */
export interface Form {
  /** Bytes around all files, whatever is left out. */
  readonly frame: number
  /** Bytes of a file without definitions, and what one definition adds. */
  readonly file: (path: string) => number
  readonly definition: (told: Told) => number
}

/** Local to a function, or made by nobody: no header that a reader looks for. */
const isTold = (graph: Graph, node: NodeId): boolean => {
  const { flags, kind, parent } = graph.nodes
  if (!Node.isSymbol(graph, node) || kind[node] === NODE_KINDS.Package.code) return false
  if ((flags[node]! & NODE_FLAGS.generated) !== 0) return false
  for (let owner = parent[node]!; owner < graph.nodes.rows && Node.isSymbol(graph, owner); owner = parent[owner]!) {
    if (RUNS.has(kind[owner]!)) return false
  }
  return true
}

const RUNS: ReadonlySet<number> = new Set(
  [NODE_KINDS.Function, NODE_KINDS.Method, NODE_KINDS.Constructor].map(({ code }) => code),
)

/** Data is read where it is used: it comes behind what runs and what types say. */
const DATA: ReadonlySet<number> = new Set(
  [NODE_KINDS.Variable, NODE_KINDS.Const, NODE_KINDS.Property].map(({ code }) => code),
)
const DATA_WORTH = 0.25

/** No line of a definition takes fewer bytes. */
const SHORTEST = 6

/**
 * What has room in `tokens`, of what is near at all.
 *
 * @param near An entry a node, as `nearness` gives it.
 * @returns O(nodes · log nodes).
 */
export const of = (graph: Graph, near: Float64Array, tokens: number, form: Form): Outline => {
  const { kind, file } = graph.nodes
  const worth = Float64Array.from(near, (it, node) => DATA.has(kind[node]!) ? it * DATA_WORTH : it)
  const ranked: Array<NodeId> = []
  const all = new Set<NodeId>()
  let count = 0
  for (let node = 0; node < near.length; node++) {
    if (!isTold(graph, node) || (near[node] === 0 && Node.isTest(graph, node))) continue
    count++
    all.add(file[node]!)
    if (0 < near[node]!) ranked.push(node)
  }
  ranked.sort((a, b) => worth[b]! - worth[a]! || a - b)
  let room = tokens * Fitting.BYTES_PER_TOKEN - form.frame
  const byFile = new Map<NodeId, Array<NodeId>>()
  const told = new Map<NodeId, Told>()
  for (const node of ranked) {
    if (room < SHORTEST) break
    const held = byFile.get(file[node]!)
    const it = toldOf(graph, node)
    const bytes = form.definition(it) + (held === undefined ? form.file(Node.pathOf(graph, file[node]!)) : 0)
    // One that is too long for what is left makes room for shorter ones behind it.
    if (room < bytes) continue
    room -= bytes
    told.set(node, it)
    if (held === undefined) byFile.set(file[node]!, [node])
    else held.push(node)
  }
  const nearest = (nodes: ReadonlyArray<NodeId>) => nodes.reduce((sum, node) => sum + worth[node]!, 0)
  return {
    files: [...byFile]
      .map(([holder, nodes]) => ({ holder, nodes, near: nearest(nodes) }))
      .sort((a, b) => b.near - a.near || a.holder - b.holder)
      .map(({ holder, nodes }) => ({
        path: Node.pathOf(graph, holder),
        definitions: nodes.sort((a, b) => a - b).map((node) => told.get(node)!),
      })),
    left: { files: all.size - byFile.size, definitions: count - told.size },
  }
}

const toldOf = (graph: Graph, node: NodeId): Told => ({
  uid: Uid.uidOf(graph, node),
  name: Node.qualifiedName(graph, node),
  kind: Node.kindOf(graph, node),
  line: Node.lineOf(graph, node),
  signature: Fence.oneLine(Node.signatureOf(graph, node)),
})

const fileLine = (path: string): string => `${Fence.oneLine(path)}:`

/** The header, behind the name of what holds it. No line of it is longer. */
const definitionLine = ({ line, name, signature }: Told): string =>
  `  ${line} ${ownerOf(name) === "" ? "" : `${ownerOf(name)}: `}${signature === "" ? name : signature}`

const ownerOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf(".")))

/** Headers of a file; what holds a definition is named where it does not stand above it. */
const definitionLines = (definitions: ReadonlyArray<Told>): ReadonlyArray<string> => {
  const depths = new Map<string, number>()
  return definitions.map((it) => {
    const above = depths.get(ownerOf(it.name))
    depths.set(it.name, above === undefined ? 0 : above + 1)
    return above === undefined
      ? definitionLine(it)
      : `  ${"  ".repeat(above + 1)}${it.line} ${it.signature === "" ? it.name : it.signature}`
  })
}

/** Numbers grow no longer than this. */
const MOST = 9_999_999

const lastLine = ({ files, definitions }: Outline["left"]): string =>
  definitions === 0
    ? "Nothing is left out."
    : `Left out, tests not counted: ${definitions} definitions; of ${files} files none is shown.`

export const TEXT: Form = {
  frame: Fitting.bytesOf(lastLine({ files: MOST, definitions: MOST })),
  file: (path) => Fitting.bytesOf(fileLine(path)),
  definition: (told) => Fitting.bytesOf(definitionLine(told)),
}

export const text = (outline: Outline): string =>
  [
    ...outline.files.flatMap(({ path, definitions }) => [fileLine(path), ...definitionLines(definitions)]),
    lastLine(outline.left),
    "",
  ].join("\n")

/** What stands around the list in JSON. */
export interface Head {
  readonly repo: string
  readonly tokens: number
  readonly for: ReadonlyArray<string>
}

const json = (value: unknown): number => Fitting.bytesOf(JSON.stringify(value))

export const jsonForm = (head: Head): Form => ({
  frame: json({ ...head, files: [], left: { files: MOST, definitions: MOST } }),
  file: (path) => json({ path, definitions: [] }),
  definition: json,
})

export const toJson = (head: Head, outline: Outline): string => `${JSON.stringify({ ...head, ...outline })}\n`
