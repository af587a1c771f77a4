// Does a graph out of a file point only inside of itself? A snapshot can be whole and still lie (it was made by someone
// else): each column is looked over once, so that no later walk leaves an array or runs for ever. What it says of the
// code cannot be checked here; only a rebuild can do that.

import type { Parts } from "./assemble.ts"
import { climbs, climbsTo, isBelow, isBelowOrNone } from "./column_checks.ts"
import * as Columns from "./columns.ts"
import { EDGE_KIND_BY_CODE, NODE_KIND_BY_CODE, NODE_KINDS } from "./kinds.ts"

const { NONE } = Columns

/** The first lie found, in words, or undefined. O(rows of all columns), one loop a column. */
export const findLie = (parts: Parts): string | undefined => {
  const { nodes, edges, unresolved, registrations, registered, adjacency, files, lines, lineOffsets, byName, packed } =
    parts
  const strings = parts.strings.count
  const count = nodes.rows
  const lies: ReadonlyArray<readonly [string, () => boolean]> = [
    ["strings.offsets", () => packed === undefined || climbsTo(packed.offsets, packed.blob.length)],
    ["strings.offsets", () => packed === undefined || packed.offsets.length > 0],
    ["nodes.kind", () => hasOnly(nodes.kind, NODE_KIND_BY_CODE)],
    ["nodes.name", () => isBelow(nodes.name, strings)],
    ["nodes.suffix", () => isBelow(nodes.suffix, strings)],
    ["nodes.signature", () => isBelow(nodes.signature, strings)],
    ["nodes.doc", () => isBelow(nodes.doc, strings)],
    ["nodes.exportedAs", () => isBelow(nodes.exportedAs, strings)],
    ["nodes.parent", () => isBelowOrNone(nodes.parent, count)],
    ["nodes.file", () => isBelowOrNone(nodes.file, count)],
    ["nodes.file", () => filesHold(parts)],
    ["edges.kind", () => hasOnly(edges.kind, EDGE_KIND_BY_CODE) && climbsByte(edges.kind)],
    ["edges.source", () => isBelow(edges.source, count)],
    ["edges.target", () => isBelow(edges.target, count)],
    ["edges.confidence", () => isPercent(edges.confidence)],
    ["unresolved.name", () => isBelow(unresolved.name, strings) && climbs(unresolved.name)],
    ["unresolved.source", () => isBelow(unresolved.source, count)],
    ["registrations.source", () => isBelow(registrations.source, count) && climbs(registrations.source)],
    ["registrations.handler", () => isBelowOrNone(registrations.handler, count)],
    ["registrations.callee", () => isBelow(registrations.callee, strings)],
    ["registrations.package", () => isBelow(registrations.package, strings)],
    ["registrations.text", () => isBelow(registrations.text, strings)],
    [
      "registered.registration",
      () => isBelow(registered.registration, registrations.rows) && climbs(registered.registration),
    ],
    ["registered.target", () => isBelow(registered.target, count)],
    ["registered.confidence", () => isPercent(registered.confidence)],
    ["rows.in.edges", () => adjacency.inEdges.length === edges.rows && isBelow(adjacency.inEdges, edges.rows)],
    ["rows.in.sources", () => adjacency.inSources.length === edges.rows && isBelow(adjacency.inSources, count)],
    ["rows.out.offsets", () => allClimb(parts, adjacency.outOffsets)],
    ["rows.in.offsets", () => allClimb(parts, adjacency.inOffsets)],
    ["byName", () => isBelow(byName, count) && namesHold(parts)],
    ["lines.offsets", () => lineOffsets.length === files.length + 1 && climbsTo(lineOffsets, lines.length)],
  ]
  const lie = lies.find(([, holds]) => !holds())
  return lie === undefined ? undefined : `section ${lie[0]} points outside of the graph or out of order`
}

const isPercent = (column: Uint8Array): boolean => {
  let signs = 0
  for (let i = 0; i < column.length; i++) signs |= 100 - column[i]!
  return signs >= 0
}

const climbsByte = (column: Uint8Array): boolean => {
  let signs = 0
  for (let i = 1; i < column.length; i++) signs |= column[i]! - column[i - 1]!
  return signs >= 0
}

const hasOnly = (column: Uint8Array, names: ReadonlyArray<string | undefined>): boolean => {
  const seen = new Uint8Array(256)
  for (let i = 0; i < column.length; i++) seen[column[i]!] = 1
  return seen.every((used, code) => used === 0 || names[code] !== undefined)
}

const allClimb = ({ adjacency }: Parts, offsets: ReadonlyMap<number, Uint32Array>): boolean => {
  for (const [code, column] of offsets) {
    const edgeCount = adjacency.kindStarts[code + 1]! - adjacency.kindStarts[code]!
    if (column.length !== adjacency.nodeCount + 1 || !climbsTo(column, edgeCount)) return false
  }
  return true
}

/** By name stand the symbols, all of them and nothing else. */
const namesHold = ({ nodes, byName }: Parts): boolean => {
  const isSymbol = NODE_KIND_BY_CODE.map((kind) => kind !== undefined && NODE_KINDS[kind].symbol)
  let symbols = 0
  for (let node = 0; node < nodes.rows; node++) if (isSymbol[nodes.kind[node]!]) symbols++
  for (let i = 0; i < byName.length; i++) if (!isSymbol[nodes.kind[byName[i]!]!]) return false
  return byName.length === symbols
}

/** Files are file nodes in order and their own holders; what a node names as its file is a file. */
const filesHold = ({ nodes, files }: Parts): boolean => {
  const { kind, file } = nodes
  const code = NODE_KINDS.File.code
  for (let i = 0; i < files.length; i++) {
    const node = files[i]!
    if (node >= nodes.rows || kind[node] !== code || (i > 0 && files[i - 1]! >= node)) return false
  }
  for (let node = 0; node < nodes.rows; node++) {
    const holder = file[node]!
    if (holder !== NONE && kind[holder] !== code) return false
    if (kind[node] === code && holder !== node) return false
  }
  return true
}
