// Could a graph that someone else made have come out of `freeze`? Beyond what keeps walks inside of it (honesty.ts), each
// order, index, name and place is checked that an answer rests on. What it says of the code cannot be checked here.

import * as Path from "../text/path.ts"
import { type Parts, partsOf } from "./assemble.ts"
import * as Columns from "./columns.ts"
import { compareRegistrations, RUNS } from "./freeze_registrations.ts"
import { type Graph, type NodeId, REGISTRATION_FORMS } from "./graph.ts"
import {
  CAUSE_BY_CODE,
  EDGE_KIND_BY_CODE,
  EDGE_KINDS,
  type EdgeKindSpec,
  type End,
  HOLDING_EDGES,
  NODE_FLAGS,
  NODE_KIND_BY_CODE,
  NODE_KINDS,
  OPENNESS,
  REASON_BY_CODE,
} from "./kinds.ts"
import type { SnapshotMeta } from "./meta.ts"
import * as Rows from "./rows.ts"
import * as Uid from "./uid.ts"

const { NONE } = Columns
const FILE = NODE_KINDS.File.code
const FOLDER = NODE_KINDS.Folder.code
const EXTERNAL = NODE_KINDS.External.code
const METHOD = NODE_KINDS.Method.code

const IS_SYMBOL: ReadonlyArray<boolean> = NODE_KIND_BY_CODE.map((kind) => kind !== undefined && NODE_KINDS[kind].symbol)

/**
 * The first thing that cannot be, in words, or undefined. Columns must point inside of the graph already (`findLie`).
 * O(rows of all columns + bytes of all strings), and memory for the uid of each symbol.
 */
export const findContradiction = (graph: Graph, meta: SnapshotMeta): string | undefined => {
  const parts = partsOf(graph)
  const checks: ReadonlyArray<() => string | undefined> = [
    () => ofStrings(parts),
    () => ofNodes(parts),
    () => ofParents(parts),
    () => ofOrder(parts),
    () => ofLines(parts),
    () => ofEdges(parts),
    () => ofHolders(parts),
    () => ofAdjacency(parts),
    () => ofUnresolved(parts),
    () => ofRegistrations(parts),
    () => ofRegistered(parts),
    () => ofNames(parts),
    () => ofUids(graph),
    () => ofMeta(parts, meta),
  ]
  for (const check of checks) {
    const found = check()
    if (found !== undefined) return found
  }
  return undefined
}

/** Strings are UTF-8, each there once, the first empty. */
const ofStrings = ({ packed, strings }: Parts): string | undefined => {
  if (strings.count === 0 || strings.at(0) !== "") return "the first string is not the empty one"
  const seen = new Set<string>()
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  for (let id = 0; id < strings.count; id++) {
    let text: string
    try {
      text = packed === undefined
        ? strings.at(id)
        : utf8.decode(packed.blob.subarray(packed.offsets[id]!, packed.offsets[id + 1]!))
    } catch {
      return `string ${id} is not valid UTF-8`
    }
    if (seen.has(text)) return `string ${id} stands there twice`
    seen.add(text)
  }
  return undefined
}

const SUFFIX = /^(~(get|set|[0-9a-f]{4})(-[1-9]\d*)?)?$/
const OPEN_BITS = Object.values(OPENNESS).reduce<number>((all, bit) => all | bit, 0)

/** A path that stays in the repository and out of git's own folder. */
const isPath = (path: string): boolean =>
  path !== "" && Path.normalize(path) === path && !path.split("/").some((part) => part.toLowerCase() === ".git")

/** Each node's own columns, and where it may stand. */
const ofNodes = ({ nodes, files, strings }: Parts): string | undefined => {
  const { rows, kind, file, parent, name, start, end, nameStart, suffix, open } = nodes
  let fileCount = 0
  for (let node = 0; node < rows; node++) {
    const code = kind[node]!
    const where = `node ${node}`
    const holder = file[node]!
    const owner = parent[node]!
    const ownerKind = owner === NONE ? 0 : kind[owner]!
    // The name may stand before it, as `default` does.
    if (start[node]! > end[node]! || nameStart[node]! > end[node]!) {
      return `${where} ends before it begins, or its name stands behind it`
    }
    if ((open[node]! & ~OPEN_BITS) !== 0) return `${where} is open in a way that is not known`
    if (!SUFFIX.test(strings.at(suffix[node]!))) return `${where} has a suffix that is none`
    if (IS_SYMBOL[code]) {
      if (holder === NONE || end[node]! > end[holder]!) return `${where} is a definition outside of any file`
      // A method may stand in another file than its type, where a language lets it.
      const isApart = code === METHOD && owner !== NONE && IS_SYMBOL[ownerKind] === true
      if (owner === NONE || (file[owner] !== holder && !isApart)) {
        return `${where} is held by what stands in another file`
      }
      continue
    }
    if (suffix[node] !== 0) return `${where} is no definition and has a suffix`
    if (code === FILE) {
      fileCount++
      if (owner !== NONE && ownerKind !== FOLDER) return `${where} is a file in no folder`
    } else if (holder !== NONE) return `${where} is no definition and stands in a file`
    if (code === FOLDER && owner !== NONE && ownerKind !== FOLDER) return `${where} is a folder in no folder`
    if (code === EXTERNAL && owner !== NONE) return `${where} lies outside and is held`
    if (code !== FILE && code !== FOLDER) continue
    const path = strings.at(name[node]!)
    if (!isPath(path)) return `${where} has a path that leads out of the repository`
    if (owner !== NONE && ownerKind === FOLDER && strings.at(name[owner]!) !== Path.folderOf(path)) {
      return `${where} is held by another folder than its path says`
    }
  }
  return fileCount === files.length ? undefined : "section files does not name all files"
}

/** Whoever goes from a node to its holder comes to an end. */
const ofParents = ({ nodes }: Parts): string | undefined => {
  const { rows, parent } = nodes
  const done = new Uint32Array(rows)
  for (let from = 0; from < rows; from++) {
    for (let node: NodeId = from; node !== NONE && done[node] === 0; node = parent[node]!) {
      done[node] = from + 1
      const next = parent[node]!
      if (next !== NONE && done[next] === from + 1) return `node ${next} holds itself`
    }
  }
  return undefined
}

/** Nodes stand in their order: by path, then by place. */
const ofOrder = ({ nodes, strings }: Parts): string | undefined => {
  const { rows, kind, file, name, start, end, nameStart, signature } = nodes
  const pathOf = (node: NodeId): string => {
    const holder = file[node]!
    return strings.at(holder !== NONE ? name[holder]! : kind[node] === EXTERNAL ? 0 : name[node]!)
  }
  let before = rows === 0 ? "" : pathOf(0)
  for (let node = 1; node < rows; node++) {
    const last = node - 1
    const path = pathOf(node)
    const order = Path.compare(before, path) || start[last]! - start[node]! || kind[last]! - kind[node]! ||
      Path.compare(strings.at(name[last]!), strings.at(name[node]!)) || end[last]! - end[node]! ||
      nameStart[last]! - nameStart[node]! || Path.compare(strings.at(signature[last]!), strings.at(signature[node]!))
    if (0 < order || (order === 0 && signature[last] === signature[node])) {
      return `node ${node} is out of order, or stands there twice`
    }
    before = path
  }
  return undefined
}

/** Line starts of a file begin at 0, climb, and stay inside of it. */
const ofLines = ({ nodes, files, lines, lineOffsets }: Parts): string | undefined => {
  for (let i = 0; i < files.length; i++) {
    const from = lineOffsets[i]!
    const to = lineOffsets[i + 1]!
    const end = nodes.end[files[i]!]!
    if (nodes.start[files[i]!] !== 0) return `file ${i} does not start at 0`
    if (from === to) continue
    if (lines[from] !== 0 || lines[to - 1]! > end) return `the lines of file ${i} lie outside of it`
    for (let at = from + 1; at < to; at++) {
      if (lines[at]! <= lines[at - 1]!) return `the lines of file ${i} are out of order`
    }
  }
  return undefined
}

const MAY_BE: Readonly<Record<End, (code: number) => boolean>> = {
  holder: (code) => code === FOLDER || code === FILE,
  file: (code) => code === FILE,
  symbol: (code) => IS_SYMBOL[code] === true,
  held: (code) => IS_SYMBOL[code] === true || code === FILE || code === FOLDER,
  code: (code) => IS_SYMBOL[code] === true || code === FILE,
  any: (code) => IS_SYMBOL[code] === true || code === FILE || code === EXTERNAL,
}

const HOLDS: ReadonlySet<number> = new Set(HOLDING_EDGES.map((kind) => EDGE_KINDS[kind].code))

/** Who holds a node is told twice, by its column and by an edge. */
const ofHolders = ({ nodes, edges }: Parts): string | undefined => {
  const held = new Uint8Array(nodes.rows)
  for (let edge = 0; edge < edges.rows; edge++) {
    if (!HOLDS.has(edges.kind[edge]!)) continue
    const node = edges.target[edge]!
    if (nodes.parent[node] !== edges.source[edge]) return `edge ${edge} tells another holder of node ${node}`
    held[node] = 1
  }
  for (let node = 0; node < nodes.rows; node++) {
    if (nodes.parent[node] !== NONE && held[node] === 0) return `no edge tells who holds node ${node}`
  }
  return undefined
}

/** Edges are sorted, one for each kind and pair, between nodes that may stand at their ends, with a site in a file. */
const ofEdges = ({ nodes, edges }: Parts): string | undefined => {
  const { rows, kind, source, target, reason, site, sites } = edges
  for (let edge = 0; edge < rows; edge++) {
    const where = `edge ${edge}`
    const from = source[edge]!
    const to = target[edge]!
    const spec = EDGE_KINDS[EDGE_KIND_BY_CODE[kind[edge]!]!]
    if (!MAY_BE[spec.from](nodes.kind[from]!) || !MAY_BE[spec.to](nodes.kind[to]!)) {
      return `${where} joins nodes that such an edge never joins`
    }
    if (REASON_BY_CODE[reason[edge]!] === undefined) return `${where} has a reason that is not known`
    if (sites[edge] === 0) return `${where} stands nowhere`
    const holder = (spec as EdgeKindSpec).dependent === "target" ? to : from
    if (site[edge] !== NONE && !isInFile(nodes, holder, site[edge]!)) {
      return `${where} has a site outside of its file`
    }
    if (edge === 0) continue
    const order = kind[edge - 1]! - kind[edge]! || source[edge - 1]! - from || target[edge - 1]! - to
    if (0 <= order) return `${where} is out of order, or stands there twice`
  }
  return undefined
}

const isInFile = ({ file, end }: Parts["nodes"], node: NodeId, offset: number): boolean =>
  file[node] !== NONE && offset <= end[file[node]!]!

/** What is kept beside the edges to walk them both ways is what follows from them. */
const ofAdjacency = ({ edges, adjacency }: Parts): string | undefined => {
  const { nodeCount, kindStarts, inEdges, inSources } = adjacency
  const rightEdges = new Uint32Array(edges.rows)
  const rightSources = new Uint32Array(edges.rows)
  for (let code = 0; code < 256; code++) {
    const from = kindStarts[code]!
    const to = kindStarts[code + 1]!
    if (from === to) continue
    const into = Rows.offsetsOf(edges.target.subarray(from, to), nodeCount)
    Rows.sortByTarget(edges, from, to, into, rightEdges, rightSources)
    if (!isEqual(adjacency.inOffsets.get(code) ?? into, into)) {
      return `section rows.in.offsets.${code} does not follow from the edges`
    }
    const out = adjacency.outOffsets.get(code)
    if (out !== undefined && !isEqual(out, Rows.offsetsOf(edges.source.subarray(from, to), nodeCount))) {
      return `section rows.out.offsets.${code} does not follow from the edges`
    }
  }
  return isEqual(inEdges, rightEdges) && isEqual(inSources, rightSources)
    ? undefined
    : "section rows.in.edges does not follow from the edges"
}

const isEqual = (a: Uint32Array, b: Uint32Array): boolean => {
  let different = a.length ^ b.length
  for (let i = 0; i < b.length && different === 0; i++) different = a[i]! ^ b[i]!
  return different === 0
}

/** The highest number of a role that a reference may have; a graph knows roles by number only. */
export const MOST_ROLE = 9

const ofUnresolved = ({ nodes, unresolved }: Parts): string | undefined => {
  const { rows, name, source, role, cause, site, member } = unresolved
  for (let row = 0; row < rows; row++) {
    const where = `unresolved reference ${row}`
    if (CAUSE_BY_CODE[cause[row]!] === undefined) return `${where} has a cause that is not known`
    if (role[row] === 0 || MOST_ROLE < role[row]! || 1 < member[row]!) return `${where} has a role that is not known`
    if (site[row] !== NONE && !isInFile(nodes, source[row]!, site[row]!)) return `${where} lies outside of its file`
    if (row === 0) continue
    const last = row - 1
    const order = name[last]! - name[row]! || source[last]! - source[row]! || site[last]! - site[row]! ||
      role[last]! - role[row]! || cause[last]! - cause[row]! || member[last]! - member[row]!
    if (0 <= order) return `${where} is out of order, or stands there twice`
  }
  return undefined
}

const FORMS: ReadonlySet<number> = new Set(Object.values(REGISTRATION_FORMS))

/** What is handed over is code of a file or nothing that has a name, and stands in the file of who hands it over. */
const ofRegistrations = ({ nodes, registrations }: Parts): string | undefined => {
  const { rows, source, handler, start, end, form } = registrations
  for (let row = 0; row < rows; row++) {
    const where = `registration ${row}`
    if (!MAY_BE.code(nodes.kind[source[row]!]!)) return `${where} is made by no code`
    if (handler[row] !== NONE && !IS_SYMBOL[nodes.kind[handler[row]!]!]) return `${where} hands over no definition`
    if (!FORMS.has(form[row]!)) return `${where} has a form that is not known`
    if (start[row]! > end[row]! || !isInFile(nodes, source[row]!, end[row]!)) return `${where} lies outside of its file`
    if (0 < row && 0 <= compareRegistrations(registrations, row - 1, row)) {
      return `${where} is out of order, or stands there twice`
    }
  }
  return undefined
}

/** Only what has no name tells what its text runs, in its text. */
const ofRegistered = ({ nodes, registrations, registered }: Parts): string | undefined => {
  const { rows, registration, target, kind, site } = registered
  for (let row = 0; row < rows; row++) {
    const where = `registered ${row}`
    const of = registration[row]!
    if (!RUNS.has(kind[row]!) || !MAY_BE.code(nodes.kind[target[row]!]!)) return `${where} tells what nothing runs`
    if (registrations.handler[of] !== NONE) return `${where} is told of what has a name`
    if (site[row]! < registrations.start[of]! || registrations.end[of]! <= site[row]!) {
      return `${where} lies outside of what was handed over`
    }
    if (row === 0) continue
    const order = registration[row - 1]! - of || kind[row - 1]! - kind[row]! || target[row - 1]! - target[row]!
    if (0 <= order) return `${where} is out of order, or stands there twice`
  }
  return undefined
}

/** The index by name is in its order: by lower-cased name, then by node. */
const ofNames = ({ nodes, byName, strings }: Parts): string | undefined => {
  let before = ""
  for (let i = 0; i < byName.length; i++) {
    const lower = strings.at(nodes.name[byName[i]!]!).toLowerCase()
    const order = i === 0 ? -1 : Path.compare(before, lower) || byName[i - 1]! - byName[i]!
    if (0 <= order) return "section byName is out of order"
    before = lower
  }
  return undefined
}

/** No two definitions have one uid. */
const ofUids = (graph: Graph): string | undefined => {
  const seen = new Set<string>()
  for (let node = 0; node < graph.nodes.rows; node++) {
    const uid = Uid.uidOf(graph, node)
    if (seen.has(uid)) return `two nodes are called ${uid.slice(0, 200)}`
    seen.add(uid)
  }
  return undefined
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && 0 <= value

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/

/** What the snapshot says of itself are counts and names, and no more files than there are. */
const ofMeta = ({ nodes, files }: Parts, meta: SnapshotMeta): string | undefined => {
  if (meta.commit !== null && !COMMIT.test(meta.commit)) return "its commit is none"
  if (meta.name === "" || /[/\\\p{Cc}]/u.test(meta.name)) return "its name is no name of a folder"
  let fileCount = 0
  let symbolCount = 0
  for (const { version, references, ...it } of meta.languages) {
    if (![version, it.files, it.symbols, ...Object.values(references)].every(isCount)) {
      return "a count of a language is none"
    }
    fileCount += it.files
    symbolCount += it.symbols
  }
  let symbols = 0
  for (let node = 0; node < nodes.rows; node++) {
    if (IS_SYMBOL[nodes.kind[node]!] && (nodes.flags[nodes.file[node]!]! & NODE_FLAGS.unread) === 0) symbols++
  }
  if (symbolCount !== symbols) return "the languages' symbols are not those of the graph"
  const { read, partlyRead, listed = 0, binary = 0 } = meta.report
  if (![read, listed, binary].every(isCount) || read !== fileCount || files.length < read || read < partlyRead.length) {
    return "the numbers of its report are not those of the graph"
  }
  return undefined
}
