// The worth of passages to a question: what speaks for each is gathered, and weighed by the table of features.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId } from "../graph/graph.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import { isAside, isDerived, isTried } from "../graph/place.ts"
import * as Path from "../text/path.ts"
import type { Meanings } from "./find.ts"
import * as Features from "./features.ts"
import * as Likeness from "./likeness.ts"
import * as Sections from "./sections.ts"
import type { Found } from "./word_index.ts"
import type { Searched } from "./searched.ts"
import * as Words from "./words.ts"

/** What is known of a question. */
export interface Inquiry {
  readonly text: string
  readonly kind: Features.Kind
  readonly found: Found
  /** How near meanings are; undefined where nothing knows them. */
  readonly nearness: Meanings | undefined
  /** Words of what else the asker is about. */
  readonly about: ReadonlyArray<Found>
}

export interface Ranked {
  readonly row: number
  readonly worth: number
}

/** What further passages of a file count, the second most and each next one less. */
const FURTHER = 0.6
const MOST_FURTHER = 5

/**
 * The worth of each candidate, in their order.
 *
 * @param rows Candidates, each once. O(candidates · words).
 */
export const worths = (searched: Searched, inquiry: Inquiry, rows: ReadonlyArray<number>): ReadonlyArray<Ranked> => {
  const { graph, passages, fileOf } = searched
  const { found, nearness, kind } = inquiry
  const meaning = rows.map((row) => Math.max(0, nearness?.at(row) ?? 0))
  const words = rows.map(found.of)
  const topWords = most(words.map(({ score }) => score))
  const topMeaning = most(meaning)
  const topFile = most(rows.map((row) => found.fileScore(fileOf[row]!)))
  const abouts = inquiry.about.map((it) => rows.map((row) => it.of(row).score))
  const topAbout = abouts.map(most)

  const files = new Map<number, OfFile>()
  const heads = rows.map((row) => headOf(searched, inquiry, row))
  rows.forEach((row, i) => {
    const file = fileOf[row]!
    let it = files.get(file)
    if (it === undefined) files.set(file, it = ofFile(searched, inquiry, row))
    it.words.push(words[i]!.score / topWords)
    it.meanings.push(meaning[i]! / topMeaning)
    it.definition = Math.max(it.definition, heads[i]!.fit)
    it.exact = Math.max(it.exact, heads[i]!.exact)
  })
  const all = [...files.values()]
  const topStem = most(all.map((it) => it.stemMeaning))
  const topPath = most(all.map((it) => it.pathMeaning))
  for (const it of all) it.lift = (further(it.words) + further(it.meanings)) / 2

  return rows.map((row, i) => {
    const node = passages.node[row]!
    const file = files.get(fileOf[row]!)!
    const evidence: Features.Evidence = {
      words: words[i]!.score / topWords,
      coverage: words[i]!.coverage,
      meaning: meaning[i]! / topMeaning,
      file: found.fileScore(fileOf[row]!) / topFile,
      lift: file.lift,
      stem: file.stem,
      stemMeaning: file.stemMeaning / topStem,
      pathMeaning: file.pathMeaning / topPath,
      folders: file.folders,
      definition: heads[i]!.fit,
      fileDefinition: file.definition,
      exact: heads[i]!.exact,
      fileExact: file.exact,
      size: Math.min(1, Math.log2(1 + passages.endLine[row]! - passages.startLine[row]!) / 10),
      about: abouts.reduce((most, it, at) => Math.max(most, it[i]! / topAbout[at]!), 0),
    }
    return { row, worth: Features.worthOf(evidence, kind, placesOf(graph, node, file.places), usesOf(graph, node)) }
  })
}

/** The greatest of some numbers, or 1 where there is nothing to compare with. */
const most = (numbers: ReadonlyArray<number>): number => {
  const found = numbers.reduce((a, b) => Math.max(a, b), 0)
  return found === 0 ? 1 : found
}

const further = (worths: Array<number>): number => {
  worths.sort((a, b) => b - a)
  let sum = 0
  for (let i = 1, by = 1; i < worths.length && i <= MOST_FURTHER; i++, by *= FURTHER) sum += by * worths[i]!
  return sum
}

interface OfFile {
  readonly places: ReadonlyArray<Features.Place>
  readonly words: Array<number>
  readonly meanings: Array<number>
  readonly stem: number
  readonly stemMeaning: number
  readonly pathMeaning: number
  readonly folders: number
  definition: number
  exact: number
  lift: number
}

/** Files that are named after what they are to their folder: the folder's name says what is in them. */
const UNTELLING = /^(?:index|mod|lib|main|init|__init__|package|types?|utils?)$/i

const ofFile = ({ graph, passages, pathWords }: Searched, { found, nearness }: Inquiry, row: number): OfFile => {
  const node = passages.node[row]!
  const { base, parent, folders, isTelling, places, stem, ending } = pathWords(Node.pathOf(graph, node))
  const own = Likeness.of(found.asked, base)
  const above = isTelling ? Likeness.NONE : Likeness.of(found.asked, parent)
  return {
    places,
    words: [],
    meanings: [],
    stem: (own.share + own.fit + above.fit) / 2,
    stemMeaning: Math.max(0, nearness?.to(stem) ?? 0),
    pathMeaning: Math.max(0, nearness?.to(ending) ?? 0),
    folders: Likeness.of(found.asked, folders).share,
    definition: 0,
    exact: 0,
    lift: 0,
  }
}

/** The words of a path by what they name. */
export interface PathWords {
  readonly base: ReadonlyArray<string>
  readonly parent: ReadonlyArray<string>
  readonly folders: ReadonlyArray<string>
  readonly isTelling: boolean
  /** What kind of place it is. */
  readonly places: ReadonlyArray<Features.Place>
  /** The file's own name, and that with the folders right above. */
  readonly stem: string
  readonly ending: string
}

/** Parts of a path that say what is there, from its end. */
const TELLING_PARTS = 3

export const wordsOfPath = (path: string): PathWords => {
  const ending = Path.extensionOf(path)
  const base = Path.baseOf(ending === "" ? path : path.slice(0, -ending.length))
  const folders = Path.folderOf(path)
  const distinct = (text: string) => [...new Set(Words.terms(text))]
  return {
    stem: base,
    ending: [...folders.split("/"), base].slice(-TELLING_PARTS).join("/"),
    base: distinct(base),
    parent: distinct(Path.baseOf(folders)),
    folders: distinct(folders),
    isTelling: !UNTELLING.test(base),
    places: [
      ...(isTried(path) ? ["test" as const] : []),
      ...(isDerived(path) ? ["derived" as const] : isAside(path) ? ["aside" as const] : []),
      ...(Sections.isProse(path) ? ["prose" as const] : []),
    ],
  }
}

/** What stands before the last part of a name that is asked for. */
const LAST = /[^.:#>\\/]*$/

const NOTHING = { fit: 0, exact: 0 }

/** How well a passage's own name fits, or the best of those that it seems to define. */
const headOf = ({ graph, passages, nameWords }: Searched, inquiry: Inquiry, row: number): typeof NOTHING => {
  const node = passages.node[row]!
  const title = passages.titles.at(row)
  const names = Node.isSymbol(graph, node)
    ? [Node.nameOf(graph, node)]
    : title === "" || Sections.isProse(Node.pathOf(graph, node))
    ? []
    : title.split(" ")
  let fit = 0
  let exact = 0
  const last = LAST.exec(inquiry.text.trim().toLowerCase())![0]
  const whole = inquiry.kind === "words" ? inquiry.found.asked.length : 0
  for (const name of names) {
    fit = Math.max(fit, Likeness.of(inquiry.found.asked, nameWords(name)).fit)
    if (inquiry.kind === "name" && LAST.exec(name.toLowerCase())![0] === last) exact = 1
    // Several words that are all of a name, and in its order, name it.
    else if (1 < whole && isNamedBy(name, inquiry.found.asked)) exact = 1
  }
  return { fit, exact }
}

const isNamedBy = (name: string, asked: ReadonlyArray<{ readonly word: string }>): boolean => {
  const parts = Words.parts(name)
  return parts.length === asked.length && parts.every((part, i) => Words.terms(part)[0] === asked[i]!.word)
}

const { Property, Variable, Const } = NODE_KINDS

/** What kind of place a node stands in, beside that of its path. */
const placesOf = (graph: Graph, node: NodeId, ofPath: ReadonlyArray<Features.Place>): ReadonlyArray<Features.Place> => {
  const { flags, file, kind } = graph.nodes
  const all = flags[node]! | (file[node] === NONE ? 0 : flags[file[node]!]!)
  const places = [...ofPath]
  if ((all & NODE_FLAGS.test) !== 0 && !places.includes("test")) places.push("test")
  if ((all & NODE_FLAGS.generated) !== 0) places.push("generated")
  if ((flags[node]! & NODE_FLAGS.signature) !== 0) places.push("header")
  if (kind[node] === Property.code) places.push("property")
  if (kind[node] === Variable.code || kind[node] === Const.code) places.push("variable")
  return places
}

const USES = ["CALLS", "INSTANTIATES", "USES", "READS", "RENDERS"] as const

/** How many places of the repository lead to a node. */
const usesOf = (graph: Graph, node: NodeId): number => {
  let uses = 0
  for (const kind of USES) {
    const { offsets } = graph.in[kind]
    uses += offsets[node + 1]! - offsets[node]!
  }
  return uses
}
