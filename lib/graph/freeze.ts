// Draft → graph. Everything is put in an order that the content alone decides, so drafts with the same content give the
// same graph, to the byte, in whatever order it was added.

import { assemble } from "./assemble.ts"
import * as Columns from "./columns.ts"
import type { Draft } from "./draft.ts"
import { freezeEdges } from "./freeze_edges.ts"
import { freezeRegistered, freezeRegistrations } from "./freeze_registrations.ts"
import { type EDGES, type Graph, NODES, UNRESOLVED } from "./graph.ts"
import { NODE_KIND_BY_CODE, NODE_KINDS } from "./kinds.ts"
import { suffixes } from "./namesakes.ts"
import * as Rows from "./rows.ts"
import * as Strings from "./strings.ts"

const { NONE } = Columns
const FILE = NODE_KINDS.File.code
const EXTERNAL = NODE_KINDS.External.code

/** Freezes a draft. O(edges + nodes · log nodes of a file); the draft can be dropped afterwards. */
export const freeze = (draft: Draft): Graph => {
  const { remap, first } = orderNodes(draft)
  const texts = new Renumbered(draft.strings)
  const nodes = freezeNodes(draft, remap, first, texts)
  const edges = freezeEdges(draft, remap, first.length)
  const unresolved = freezeUnresolved(draft, remap, texts)
  const registrations = freezeRegistrations(draft, remap, (id) => texts.of(id))
  const strings = Strings.fromArray(texts.texts)
  const files = rowsOfKind(nodes.kind, FILE)
  return assemble({
    nodes,
    edges,
    unresolved,
    registrations,
    registered: freezeRegistered(draft, remap, registrations, first.length),
    strings,
    adjacency: freezeRows(edges, nodes.rows),
    byName: orderByName(nodes, texts.texts),
    files,
    ...freezeLines(draft, remap, files),
  })
}

/** Draft strings by the number they get in the graph: by first use there. */
class Renumbered {
  readonly texts: Array<string> = [""]
  readonly #from: ReadonlyArray<string>
  readonly #ids: Uint32Array

  constructor(from: ReadonlyArray<string>) {
    this.#from = from
    this.#ids = new Uint32Array(from.length)
  }

  of(draftString: number): number {
    if (draftString === 0) return 0
    let id = this.#ids[draftString]!
    if (id === 0) {
      id = this.texts.length
      this.texts.push(this.#from[draftString]!)
      this.#ids[draftString] = id
    }
    return id
  }

  /** A string that the draft may not have: suffixes, few and short. */
  add(text: string, known: Map<string, number>): number {
    if (text === "") return 0
    let id = known.get(text)
    if (id === undefined) {
      id = this.texts.length
      this.texts.push(text)
      known.set(text, id)
    }
    return id
  }
}

interface Order {
  /** Draft node → node. */
  readonly remap: Uint32Array
  /** Node → the first of the draft nodes that became it. */
  readonly first: Uint32Array
}

const orderNodes = (draft: Draft): Order => {
  const { rows } = draft.nodes
  const at = draft.nodes.at
  const { strings } = draft
  const groups = rankPaths(draft)
  const order = groups.order
  const compare = (a: number, b: number): number => {
    const byPlace = at.start[a]! - at.start[b]! || at.kind[a]! - at.kind[b]!
    if (byPlace !== 0) return byPlace
    if (at.name[a] !== at.name[b]) return strings[at.name[a]!]! < strings[at.name[b]!]! ? -1 : 1
    const byEnd = at.end[a]! - at.end[b]! || at.nameStart[a]! - at.nameStart[b]!
    if (byEnd !== 0 || at.kind[a] !== EXTERNAL || at.signature[a] === at.signature[b]) return byEnd
    return strings[at.signature[a]!]! < strings[at.signature[b]!]! ? -1 : 1
  }
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    const from = groups.starts[group]!
    const to = groups.starts[group + 1]!
    if (!isSorted(order, from, to, compare)) order.subarray(from, to).sort(compare)
  }
  const remap = new Uint32Array(rows)
  const first = new Uint32Array(rows)
  let count = 0
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    for (let i = groups.starts[group]!; i < groups.starts[group + 1]!; i++) {
      const same = i > groups.starts[group]! && compare(order[i - 1]!, order[i]!) === 0
      if (!same) first[count++] = order[i]!
      remap[order[i]!] = count - 1
    }
  }
  return { remap, first: first.slice(0, count) }
}

/** Draft nodes grouped by path, groups in the order of paths. */
const rankPaths = (draft: Draft): { readonly order: Uint32Array; readonly starts: Uint32Array } => {
  const { rows } = draft.nodes
  const at = draft.nodes.at
  const pathOf = new Uint32Array(rows)
  const seen = new Uint8Array(draft.strings.length)
  const paths: Array<string> = []
  for (let node = 0; node < rows; node++) {
    const file = at.file[node]!
    const path = file !== NONE ? at.name[file]! : at.kind[node] === EXTERNAL ? 0 : at.name[node]!
    pathOf[node] = path
    if (seen[path] === 0) {
      seen[path] = 1
      paths.push(draft.strings[path]!)
    }
  }
  paths.sort()
  const rank = new Uint32Array(draft.strings.length)
  for (let i = 0; i < paths.length; i++) rank[draft.intern(paths[i]!)] = i
  for (let node = 0; node < rows; node++) pathOf[node] = rank[pathOf[node]!]!
  const starts = Rows.offsetsOf(pathOf, paths.length)
  const next = starts.slice()
  const order = new Uint32Array(rows)
  for (let node = 0; node < rows; node++) order[next[pathOf[node]!]!++] = node
  return { order, starts }
}

const isSorted = (
  order: Uint32Array,
  from: number,
  to: number,
  compare: (a: number, b: number) => number,
): boolean => {
  for (let i = from + 1; i < to; i++) if (compare(order[i - 1]!, order[i]!) > 0) return false
  return true
}

const freezeNodes = (
  draft: Draft,
  remap: Uint32Array,
  first: Uint32Array,
  texts: Renumbered,
): Columns.Table<typeof NODES> => {
  const from = draft.nodes.at
  const merged = mergeTwins(draft, remap, first)
  const nodes = Columns.zeros(NODES, first.length)
  for (let row = 0; row < first.length; row++) {
    const node = first[row]!
    const file = from.file[node]!
    nodes.kind[row] = from.kind[node]!
    nodes.flags[row] = merged.flags[row]!
    nodes.name[row] = texts.of(from.name[node]!)
    nodes.file[row] = file === NONE ? NONE : remap[file]!
    nodes.parent[row] = merged.parent[row]!
    nodes.start[row] = from.start[node]!
    nodes.end[row] = from.end[node]!
    nodes.nameStart[row] = from.nameStart[node]!
    nodes.signature[row] = texts.of(merged.signature[row]!)
    nodes.doc[row] = texts.of(merged.doc[row]!)
    nodes.open[row] = merged.open[row]!
    nodes.exportedAs[row] = texts.of(merged.exportedAs[row]!)
  }
  const known = new Map<string, number>()
  suffixes(nodes, (row) => draft.strings[merged.suffixHint[row]!]!, (row, suffix) => {
    nodes.suffix[row] = texts.add(suffix, known)
  })
  return nodes
}

/** What nodes that are given twice have in common: all flags, and of each other column the least that says anything. */
const mergeTwins = (draft: Draft, remap: Uint32Array, first: Uint32Array) => {
  const from = draft.nodes.at
  const { strings } = draft
  const count = first.length
  const flags = new Uint16Array(count)
  const open = new Uint8Array(count)
  const parent = new Uint32Array(count).fill(NONE)
  const signature = new Uint32Array(count)
  const doc = new Uint32Array(count)
  const suffixHint = new Uint32Array(count)
  const exportedAs = new Uint32Array(count)
  const least = (into: Uint32Array, row: number, id: number) => {
    const old = into[row]!
    if (id !== 0 && (old === 0 || (old !== id && strings[id]! < strings[old]!))) into[row] = id
  }
  for (let node = 0; node < draft.nodes.rows; node++) {
    const row = remap[node]!
    flags[row]! |= from.flags[node]!
    open[row]! |= from.open[node]!
    const holder = from.parent[node]!
    if (holder !== NONE && remap[holder]! < parent[row]!) parent[row] = remap[holder]!
    least(signature, row, from.signature[node]!)
    least(doc, row, from.doc[node]!)
    least(suffixHint, row, from.suffixHint[node]!)
    least(exportedAs, row, from.exportedAs[node]!)
  }
  return { flags, open, parent, signature, doc, suffixHint, exportedAs }
}

/** Row numbers sorted by `keys`, equal keys as they were. Keys are below `limit`. O(rows + limit). */
const stableOrder = (keys: Uint32Array, limit: number): Uint32Array => {
  const next = Rows.offsetsOf(keys, limit)
  const sorted = new Uint32Array(keys.length)
  for (let row = 0; row < keys.length; row++) sorted[next[keys[row]!]!++] = row
  return sorted
}

const freezeUnresolved = (
  draft: Draft,
  remap: Uint32Array,
  texts: Renumbered,
): Columns.Table<typeof UNRESOLVED> => {
  const { rows } = draft.unresolved
  const from = draft.unresolved.at
  const { strings } = draft
  // Names that no node has get their numbers in an order of their own, not in that of the draft.
  const seen = new Uint8Array(strings.length)
  const names: Array<string> = []
  for (let row = 0; row < rows; row++) {
    const name = from.name[row]!
    if (seen[name] !== 0) continue
    seen[name] = 1
    names.push(strings[name]!)
  }
  for (const name of names.sort()) texts.of(draft.intern(name))
  const name = new Uint32Array(rows)
  const source = new Uint32Array(rows)
  const order = new Uint32Array(rows)
  for (let row = 0; row < rows; row++) {
    name[row] = texts.of(from.name[row]!)
    source[row] = remap[from.source[row]!]!
    order[row] = row
  }
  const compare = (a: number, b: number): number =>
    name[a]! - name[b]! || source[a]! - source[b]! || from.site[a]! - from.site[b]! ||
    from.role[a]! - from.role[b]! || from.cause[a]! - from.cause[b]! || from.member[a]! - from.member[b]!
  order.sort(compare)
  const builder = new Columns.Builder(UNRESOLVED, Math.max(1, rows))
  const at = builder.at
  for (let i = 0; i < rows; i++) {
    const old = order[i]!
    if (i > 0 && compare(order[i - 1]!, old) === 0) continue
    const row = builder.add()
    at.name[row] = name[old]!
    at.source[row] = source[old]!
    at.role[row] = from.role[old]!
    at.cause[row] = from.cause[old]!
    at.site[row] = from.site[old]!
    at.member[row] = from.member[old]!
  }
  return builder.freeze()
}

const freezeRows = (edges: Columns.Table<typeof EDGES>, nodeCount: number): Rows.Adjacency => {
  const kindStarts = Rows.kindStartsOf(edges.kind)
  const inEdges = new Uint32Array(edges.rows)
  const inSources = new Uint32Array(edges.rows)
  const outOffsets = new Map<number, Uint32Array>()
  const inOffsets = new Map<number, Uint32Array>()
  for (let code = 0; code < 256; code++) {
    const from = kindStarts[code]!
    const to = kindStarts[code + 1]!
    if (from === to) continue
    const offsets = Rows.offsetsOf(edges.target.subarray(from, to), nodeCount)
    Rows.sortByTarget(edges, from, to, offsets, inEdges, inSources)
    if (!Rows.keepsOffsets(to - from, nodeCount)) continue
    inOffsets.set(code, offsets)
    outOffsets.set(code, Rows.offsetsOf(edges.source.subarray(from, to), nodeCount))
  }
  return { nodeCount, edges, kindStarts, inEdges, inSources, outOffsets, inOffsets }
}

/** Symbols by (lower-cased name, node). O(nodes + names · log names). */
const orderByName = (nodes: Columns.Table<typeof NODES>, texts: ReadonlyArray<string>): Uint32Array => {
  const isSymbol = NODE_KIND_BY_CODE.map((kind) => kind !== undefined && NODE_KINDS[kind].symbol)
  const lowers = new Map<number, string>()
  let count = 0
  for (let node = 0; node < nodes.rows; node++) {
    if (!isSymbol[nodes.kind[node]!]) continue
    count++
    const id = nodes.name[node]!
    if (!lowers.has(id)) lowers.set(id, texts[id]!.toLowerCase())
  }
  // Sorting plain strings is many times faster than sorting by a function.
  const rank = new Map<string, number>()
  for (const lower of [...lowers.values()].sort()) if (!rank.has(lower)) rank.set(lower, rank.size)
  const ranks = new Uint32Array(texts.length)
  for (const [id, lower] of lowers) ranks[id] = rank.get(lower)!
  const symbols = new Uint32Array(count)
  const keys = new Uint32Array(count)
  let next = 0
  for (let node = 0; node < nodes.rows; node++) {
    if (!isSymbol[nodes.kind[node]!]) continue
    symbols[next] = node
    keys[next++] = ranks[nodes.name[node]!]!
  }
  const order = stableOrder(keys, rank.size)
  for (let i = 0; i < count; i++) order[i] = symbols[order[i]!]!
  return order
}

const rowsOfKind = (kinds: Uint8Array, kind: number): Uint32Array => {
  let count = 0
  for (let row = 0; row < kinds.length; row++) if (kinds[row] === kind) count++
  const rows = new Uint32Array(count)
  let next = 0
  for (let row = 0; row < kinds.length; row++) if (kinds[row] === kind) rows[next++] = row
  return rows
}

const freezeLines = (draft: Draft, remap: Uint32Array, files: Uint32Array) => {
  const byFile = new Map<number, Uint32Array>()
  let total = 0
  for (const [file, starts] of draft.lines) {
    const node = remap[file]!
    const known = byFile.get(node)
    // A file that was added twice was read once.
    if (known !== undefined && known.length >= starts.length) continue
    total += starts.length - (known?.length ?? 0)
    byFile.set(node, starts)
  }
  const lines = new Uint32Array(total)
  const lineOffsets = new Uint32Array(files.length + 1)
  let end = 0
  for (let i = 0; i < files.length; i++) {
    const starts = byFile.get(files[i]!)
    if (starts !== undefined) {
      lines.set(starts, end)
      end += starts.length
    }
    lineOffsets[i + 1] = end
  }
  return { lines, lineOffsets }
}
