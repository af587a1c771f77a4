// Which symbol does a text mean? A uid, `file:line`, `file:name`, a path, a qualified name or its end, a bare name. One
// answer, several to choose from, or none with the nearest names; never another symbol than the one that was named.
//
// Of several that bear the name one is answered where no other can be meant by it:
// - the others are parts of one declaration with it: headers of overloads;
// - the others are local to it: a function inside of a function is named by nobody outside;
// - the others are its constructors: where these have the name of the type, the name alone is the type's;
// - the others are copies of it: of the same qualified name and kind, in a place for what tools make of other code.
// Those left out of the last three are told beside the answer. All else is a choice: a test's helper, a member of another
// class, a declaration in another file.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS, type NodeKind } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { isDerived } from "../graph/place.ts"
import * as Uid from "../graph/uid.ts"
import * as Names from "../search/names.ts"
import * as Path from "../text/path.ts"

/** What narrows the choice. */
export interface Hints {
  /** Path of the file, the end of it, or a folder. */
  readonly file_path?: string | undefined
  readonly kind?: NodeKind | undefined
  /** Any of these kinds. */
  readonly kinds?: ReadonlyArray<NodeKind> | undefined
  /** Absolute path of the repository: paths below it may be written whole. */
  readonly root?: string | undefined
}

export interface Candidate {
  readonly node: NodeId
  /** 0–1: how likely it is meant. */
  readonly score: number
}

export type Located =
  /** `also`: others of the name, that can hardly be meant. */
  | { readonly _tag: "one"; readonly node: NodeId; readonly also: ReadonlyArray<NodeId> }
  /** All of them, best first. */
  | { readonly _tag: "ambiguous"; readonly candidates: ReadonlyArray<Candidate> }
  /** Names or uids that do exist. */
  | { readonly _tag: "none"; readonly nearest: ReadonlyArray<string> }

const MOST_NEAREST = 5

/** No name or path is longer; nothing is looked for in a longer text. */
const LONGEST = 4_000

/** Of the dots and colons of a text so many, from its end, may part a name from its owner or file. */
const MOST_CUTS = 64

/** The symbol that `text` means. O(log symbols + namesakes + files). */
export const locate = (graph: Graph, text: string, hints: Hints = {}): Located => {
  const asked = text.trim()
  if (LONGEST < text.length) return { _tag: "none", nearest: [] }
  // A name may begin or end with spaces: what stands there comes before what was probably meant.
  const whole = text === asked ? [] : everything(graph, text, hints)
  const found = whole.length > 0 || asked === "" ? whole : everything(graph, asked, hints)
  const fitting = found.filter((node) => fits(graph, node, hints))
  if (fitting.length === 0) return { _tag: "none", nearest: asked === "" ? [] : nearest(graph, asked, found) }
  return choose(graph, oneEach(graph, fitting))
}

/** The symbol of a whole uid, or of one without the suffix when no namesake shares it. */
export const locateUid = (graph: Graph, uid: string): Located => {
  const found = Uid.findAll(graph, uid)
  if (found.length > 0) return choose(graph, oneEach(graph, found))
  if (LONGEST < uid.length) return { _tag: "none", nearest: [] }
  const name = lastPart(uid.slice(uid.lastIndexOf(":") + 1).replace(/~[^.~]*$/, ""))
  return { _tag: "none", nearest: nearest(graph, name, Names.named(graph, name)) }
}

const choose = (graph: Graph, nodes: ReadonlyArray<NodeId>): Located => {
  if (nodes.length === 1) return { _tag: "one", node: nodes[0]!, also: [] }
  const meant = nodes.filter((node) =>
    !nodes.some((other) => isLocalTo(graph, node, other) || isConstructorOf(graph, node, other))
  )
  const written = meant.filter((node) => !meant.some((other) => isCopyOf(graph, node, other)))
  if (written.length === 1) {
    const node = written[0]!
    return { _tag: "one", node, also: nodes.filter((other) => other !== node) }
  }
  const candidates = nodes.map((node) => ({ node, score: scoreOf(graph, node) }))
  candidates.sort((a, b) => b.score - a.score || a.node - b.node)
  return { _tag: "ambiguous", candidates }
}

const RUNS = new Set<number>([NODE_KINDS.Function.code, NODE_KINDS.Method.code, NODE_KINDS.Constructor.code])

const isLocalTo = (graph: Graph, node: NodeId, other: NodeId): boolean =>
  node !== other && RUNS.has(graph.nodes.kind[other]!) && Node.isWithin(graph, node, other)

const isConstructorOf = (graph: Graph, node: NodeId, other: NodeId): boolean =>
  graph.nodes.kind[node] === NODE_KINDS.Constructor.code && graph.nodes.parent[node] === other

const isCopyOf = (graph: Graph, node: NodeId, other: NodeId): boolean =>
  node !== other && graph.nodes.kind[node] === graph.nodes.kind[other] &&
  isMade(graph, node) && !isMade(graph, other) && !Node.isTest(graph, other) &&
  Node.qualifiedName(graph, node) === Node.qualifiedName(graph, other)

/** Is it in a place for what a tool made of other code? */
const isMade = (graph: Graph, node: NodeId): boolean =>
  Node.hasFlag(graph, node, "generated") || isDerived(Node.pathOf(graph, node))

/** All nodes that the text may mean; the first reading that finds any decides. */
const everything = (graph: Graph, text: string, { kind, root }: Hints): ReadonlyArray<NodeId> => {
  const byUid = Uid.findAll(graph, text)
  if (byUid.length > 0) return byUid
  // No definition can take a file's place by its name.
  if (kind === "File") return filesOf(graph, text, root)
  for (const cut of cuts(text, ":")) {
    const files = filesOf(graph, text.slice(0, cut), root)
    if (files.length === 0) continue
    const rest = text.slice(cut + 1)
    const found = files.flatMap((file) =>
      /^[0-9]+$/.test(rest) ? atLine(graph, file, Number(rest)) : within(graph, file, rest)
    )
    // A file may be called like a line of another one.
    if (found.length > 0) return unique([...found, ...fileOf(graph, text, root)])
  }
  for (const name of spellings(text)) {
    const found = namedOrQualified(graph, name)
    if (found.length > 0) return /[./]/.test(text) ? unique([...found, ...fileOf(graph, text, root)]) : found
  }
  const files = filesOf(graph, text, root)
  if (files.length > 0) return files
  for (const name of spellings(text)) {
    const written = writtenAs(graph, name)
    if (written.length > 0) return written
    const found = Names.givenOutAs(graph, name)
    if (found.length > 0) return found
  }
  return []
}

/** Places of a separator, the last first. */
const cuts = (text: string, separator: string): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (
    let cut = text.lastIndexOf(separator);
    cut > 0 && found.length < MOST_CUTS;
    cut = text.lastIndexOf(separator, cut - 1)
  ) found.push(cut)
  return found
}

/** A path as it may be written: below the repository's root, with `./` before it, with backslashes. */
const pathsOf = (text: string, root: string | undefined): ReadonlyArray<string> => {
  const below = root !== undefined && text.startsWith(root) && /^([\\/]|$)/.test(text.slice(root.length))
    ? text.slice(root.length + 1)
    : text
  return unique([Path.normalize(below), Path.normalize(below, true)].filter((path) => path !== undefined))
}

const unique = <A>(all: Iterable<A>): ReadonlyArray<A> => [...new Set(all)]

/** The file of that path. */
const fileOf = (graph: Graph, text: string, root: string | undefined): ReadonlyArray<NodeId> => {
  for (const path of pathsOf(text, root)) {
    const exact = path === "" ? NONE : Node.fileAt(graph, path)
    if (exact !== NONE) return [exact]
  }
  return []
}

/** Files of that path, else those whose path ends with it. */
const filesOf = (graph: Graph, text: string, root: string | undefined): ReadonlyArray<NodeId> => {
  const exact = fileOf(graph, text, root)
  if (exact.length > 0) return exact
  for (const path of pathsOf(text, root).filter((path) => path !== "")) {
    // A word without a dot or slash is rather a symbol than the end of a path.
    if (!/[./]/.test(path)) continue
    const tail = `/${path}`
    const found = Array.from(graph.files).filter((file) => Node.pathOf(graph, file).endsWith(tail))
    if (found.length > 0) return found
  }
  return []
}

/** The innermost definition on a line: one whose name stands there, else one that spans it, else the file. */
const atLine = (graph: Graph, file: NodeId, line: number): ReadonlyArray<NodeId> => {
  const starts = graph.lineStarts(file)
  if (line < 1 || line > starts.length) return []
  const from = starts[line - 1]!
  const to = line < starts.length ? starts[line]! : 0xffffffff
  const { nodes } = graph
  const namedThere: Array<NodeId> = []
  let innermost = file
  let width = Infinity
  const end = Node.endOfFile(graph, file)
  for (let node = file + 1; node < end; node++) {
    const nameStart = nodes.nameStart[node]!
    if (nameStart >= from && nameStart < to) namedThere.push(node)
    if (nodes.start[node]! >= to || nodes.end[node]! <= from) continue
    const span = nodes.end[node]! - nodes.start[node]!
    if (span <= width) {
      width = span
      innermost = node
    }
  }
  if (namedThere.length === 0) return [innermost]
  // `const f = () => …`, a class with its members on one line: the outermost is what the line is about.
  const outermost = namedThere.filter((node) => !namedThere.includes(nodes.parent[node]!))
  return outermost.length > 0 ? outermost : namedThere
}

/** Definitions of a file by their name; one that stands by itself comes before members of that name. */
const within = (graph: Graph, file: NodeId, text: string): ReadonlyArray<NodeId> => {
  const end = Node.endOfFile(graph, file)
  for (const wanted of spellings(text)) {
    const found: Array<NodeId> = []
    const whole: Array<NodeId> = []
    for (let node = file + 1; node < end; node++) {
      const own = graph.strings.at(graph.nodes.name[node]!)
      // Most are told apart by their own names alone.
      if (!wanted.endsWith(own)) continue
      const qualified = Node.qualifiedName(graph, node)
      if (qualified === wanted) whole.push(node)
      else if (qualified.endsWith(`.${wanted}`)) found.push(node)
    }
    if (whole.length > 0) return whole
    if (found.length > 0) return found
  }
  return spellings(text).flatMap((wanted) => writtenAs(graph, wanted)).filter((node) => graph.nodes.file[node] === file)
}

/** Definitions of that name, or whose qualified name ends with it. A name can hold dots itself: each cut is tried. */
const namedOrQualified = (graph: Graph, wanted: string): ReadonlyArray<NodeId> => {
  const whole = Names.named(graph, wanted)
  if (whole.length > 0) return whole
  return cuts(wanted, ".").flatMap((cut) =>
    Names.named(graph, wanted.slice(cut + 1)).filter((node) => endsAt(graph, node, wanted))
  )
}

/** Definitions whose header begins with the name: `app.use = function use()` holds `use` to nothing, and is so written. */
const writtenAs = (graph: Graph, wanted: string): ReadonlyArray<NodeId> => {
  const last = lastPart(wanted)
  if (last === wanted) return []
  return Names.named(graph, last).filter((node) => {
    const header = Node.signatureOf(graph, node)
    return header.startsWith(wanted) && !/^[\p{L}\p{N}_$]/u.test(header.slice(wanted.length))
  })
}

/** Does the qualified name end with these parts? */
const endsAt = (graph: Graph, node: NodeId, wanted: string): boolean => {
  const qualified = Node.qualifiedName(graph, node)
  return qualified === wanted || qualified.endsWith(`.${wanted}`)
}

/**
 * A name as it stands, then as people write it: `total()`, `Order::total`, `Order#total`, `Order#secret` where the hash
 * belongs to the name. What is a name itself, such as `operator::`, is never read as something else.
 */
const spellings = (text: string): ReadonlyArray<string> => {
  const called = text.replace(/\(\)$/, "")
  const dotted = called.replaceAll("::", ".")
  const hash = /(?<=[^.])#(?=.)/g
  return unique([text, called, dotted, dotted.replace(hash, "."), dotted.replace(hash, ".#")].filter((it) => it !== ""))
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".", name.length - 2) + 1)

const fits = (graph: Graph, node: NodeId, { file_path, kind, kinds, root }: Hints): boolean => {
  if (kind !== undefined && graph.nodes.kind[node] !== NODE_KINDS[kind].code) return false
  if (kinds !== undefined && !kinds.includes(Node.kindOf(graph, node))) return false
  if (file_path === undefined || file_path === "") return true
  const path = Node.pathOf(graph, node)
  return pathsOf(file_path, root).some((hint) => Path.isWithin(path, hint) || path.endsWith(`/${hint}`))
}

const ACCESSOR = NODE_FLAGS.getter | NODE_FLAGS.setter | NODE_FLAGS.static

/**
 * One node for each symbol: of a declaration without body and its implementation in one file and owner the one with the
 * body, of several declarations alone the first.
 */
const oneEach = (graph: Graph, nodes: ReadonlyArray<NodeId>): ReadonlyArray<NodeId> => {
  if (nodes.length === 1) return nodes
  const { file, parent, name, kind, flags } = graph.nodes
  const groups = new Map<string, Array<NodeId>>()
  for (const node of nodes) {
    const key = `${file[node]} ${parent[node]} ${name[node]} ${kind[node]} ${flags[node]! & ACCESSOR}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [node])
    else group.push(node)
  }
  const chosen: Array<NodeId> = []
  for (const group of groups.values()) {
    const whole = group.filter((node) => (flags[node]! & NODE_FLAGS.signature) === 0)
    if (whole.length > 0) chosen.push(...whole)
    else chosen.push(group[0]!)
  }
  return chosen
}

/**
 * What people write before tests and what tools make, what is given out before what is local, types and functions before
 * values, much used before little. What comes before outweighs what follows, but for members of types, which are nearly
 * as likely meant as what stands by itself.
 */
const scoreOf = (graph: Graph, node: NodeId): number => {
  const { flags, kind, parent } = graph.nodes
  const code = kind[node]!
  const owner = parent[node]!
  const isHeld = owner !== NONE && Node.isSymbol(graph, owner)
  let score = 0
  if (!Node.isTest(graph, node) && !isMade(graph, node)) score += 0.5
  if (!isHeld && (flags[node]! & (NODE_FLAGS.exported | NODE_FLAGS.default)) !== 0) score += 0.2
  else if (!isHeld || !RUNS.has(kind[owner]!)) score += 0.1
  if ((flags[node]! & NODE_FLAGS.signature) === 0) score += 0.05
  if (code !== NODE_KINDS.Property.code && code !== NODE_KINDS.Variable.code) score += 0.05
  let uses = 0
  for (const rows of [graph.in.CALLS, graph.in.INSTANTIATES, graph.in.USES, graph.in.READS]) {
    uses += rows.offsets[node + 1]! - rows.offsets[node]!
  }
  score += 0.11 + 0.09 * (1 - 1 / (1 + uses / 4))
  return Math.round(score * 1000) / 1000
}

const nearest = (graph: Graph, text: string, excluded: ReadonlyArray<NodeId>): ReadonlyArray<string> => {
  // The name is there, only not where the hints look.
  if (excluded.length > 0) {
    const others = oneEach(graph, excluded).map((node) => ({ node, score: scoreOf(graph, node) }))
    others.sort((a, b) => b.score - a.score || a.node - b.node)
    return others.slice(0, MOST_NEAREST).map(({ node }) => Uid.uidOf(graph, node))
  }
  const name = lastPart(spellings(text.slice(text.lastIndexOf(":") + 1)).at(-1) ?? text)
  return Names.nearest(graph, name, MOST_NEAREST)
}
