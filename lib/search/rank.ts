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
import type { ListId, WordLists } from "./word_lists.ts"
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
  const abouts = inquiry.about.map((it) => rows.map((row) => it.of(row).score))
  const topAbout = abouts.map(most)

  const likeness = Likeness.over(found.asked, searched.wordLists)
  const heads = rows.map(heading(searched, inquiry, likeness))
  const files = new Map<number, OfFile>()
  const fileAt = rows.map((row, i) => {
    const file = fileOf[row]!
    let it = files.get(file)
    if (it === undefined) files.set(file, it = ofFile(searched, likeness, file))
    it.words.push(words[i]!.score / topWords)
    it.meanings.push(meaning[i]! / topMeaning)
    it.definition = Math.max(it.definition, heads[i]!.fit)
    it.exact = Math.max(it.exact, heads[i]!.exact)
    return it
  })
  /** By file, as a share of the most. */
  const ofPaths = (of: (path: PathMeaning) => number) => {
    const near = (it: OfFile) => Math.max(0, of(it.meaning ??= nearness?.toPath(it.file) ?? NOWHERE))
    const top = most([...files.values()].map(near))
    return (i: number) => near(fileAt[i]!) / top
  }

  const worths = Features.worthsOf(
    {
      words: () => (i) => words[i]!.score / topWords,
      coverage: () => (i) => words[i]!.coverage,
      meaning: () => (i) => meaning[i]! / topMeaning,
      file: () => {
        const top = most([...files.keys()].map(found.fileScore))
        return (i) => found.fileScore(fileAt[i]!.file) / top
      },
      lift: () => {
        for (const it of files.values()) it.lift = (further(it.words) + further(it.meanings)) / 2
        return (i) => fileAt[i]!.lift
      },
      stem: () => (i) => fileAt[i]!.stem,
      stemMeaning: () => ofPaths(({ stem }) => stem),
      pathMeaning: () => ofPaths(({ ending }) => ending),
      folders: () => {
        for (const it of files.values()) it.folders = likeness(searched.pathWords(it.file).folders).share
        return (i) => fileAt[i]!.folders
      },
      definition: () => (i) => heads[i]!.fit,
      fileDefinition: () => (i) => fileAt[i]!.definition,
      exact: () => (i) => heads[i]!.exact,
      fileExact: () => (i) => fileAt[i]!.exact,
      size: () => (i) => Math.min(1, Math.log2(1 + passages.endLine[rows[i]!]! - passages.startLine[rows[i]!]!) / 10),
      about: () => (i) => abouts.reduce((most, it, at) => Math.max(most, it[i]! / topAbout[at]!), 0),
    },
    kind,
    rows.length,
  )
  return rows.map((row, i) => {
    const node = passages.node[row]!
    return { row, worth: Features.placed(worths[i]!, placesOf(graph, node, fileAt[i]!.places), searched.uses(node)) }
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

/** How near the name of a file is, and that with the folders right above. */
type PathMeaning = ReturnType<Meanings["toPath"]>

const NOWHERE: PathMeaning = { stem: 0, ending: 0 }

interface OfFile {
  readonly file: number
  readonly places: ReadonlyArray<Features.Place>
  readonly words: Array<number>
  readonly meanings: Array<number>
  readonly stem: number
  meaning: PathMeaning | undefined
  folders: number
  definition: number
  exact: number
  lift: number
}

/** Files that are named after what they are to their folder: the folder's name says what is in them. */
const UNTELLING = /^(?:index|mod|lib|main|init|__init__|package|types?|utils?)$/i

type Likely = ReturnType<typeof Likeness.over>

const ofFile = ({ pathWords }: Searched, likeness: Likely, file: number): OfFile => {
  const { base, parent, isTelling, places } = pathWords(file)
  const own = likeness(base)
  const above = isTelling ? Likeness.NONE : likeness(parent)
  return {
    file,
    places,
    words: [],
    meanings: [],
    stem: (own.share + own.fit + above.fit) / 2,
    meaning: undefined,
    folders: 0,
    definition: 0,
    exact: 0,
    lift: 0,
  }
}

/** The lists of the words of a path by what they name. */
export interface PathWords {
  readonly base: ListId
  readonly parent: ListId
  readonly folders: ListId
  readonly isTelling: boolean
  /** What kind of place it is. */
  readonly places: ReadonlyArray<Features.Place>
}

/** Parts of a path that say what is there, from its end. */
const TELLING_PARTS = 3

/** A file's own name, and that with the folders right above. */
export const endOfPath = (path: string): { readonly stem: string; readonly ending: string } => {
  const extension = Path.extensionOf(path)
  const stem = Path.baseOf(extension === "" ? path : path.slice(0, -extension.length))
  return { stem, ending: [...Path.folderOf(path).split("/"), stem].slice(-TELLING_PARTS).join("/") }
}

export const wordsOfPath = (path: string, wordLists: WordLists): PathWords => {
  const { stem } = endOfPath(path)
  const folders = Path.folderOf(path)
  const add = (text: string) => wordLists.add(Words.terms(text))
  return {
    base: add(stem),
    parent: add(Path.baseOf(folders)),
    folders: add(folders),
    isTelling: !UNTELLING.test(stem),
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
const heading = (
  { graph, passages, symbolWords, ...searched }: Searched,
  { text, kind, found: { asked } }: Inquiry,
  likeness: Likely,
): (row: number) => typeof NOTHING => {
  const last = LAST.exec(text.trim().toLowerCase())![0]
  const isWhole = kind === "words" && 1 < asked.length
  // Several words that are all of a name, and in its order, name it.
  const isNamed = (name: string): boolean => {
    const parts = Words.parts(name)
    return parts.length === asked.length && parts.every((part, i) => Words.terms(part)[0] === asked[i]!.word)
  }
  const fitting = (name: string, { fit, share }: Likeness.Likeness): typeof NOTHING => {
    const isExact = kind === "name"
      ? LAST.exec(name.toLowerCase())![0] === last
      : isWhole && share === 1 && isNamed(name)
    return { fit, exact: Number(isExact) }
  }
  const pieces = searched.pieces()
  const pieceLikeness = Likeness.over(asked, pieces.wordLists)
  return (row) => {
    const node = passages.node[row]!
    if (Node.isSymbol(graph, node)) return fitting(Node.nameOf(graph, node), likeness(symbolWords(node)))
    let best = NOTHING
    for (const name of namesIn(graph, passages, row)) {
      const { fit, exact } = fitting(name, pieceLikeness(pieces.wordsOf(name)))
      best = { fit: Math.max(best.fit, fit), exact: Math.max(best.exact, exact) }
    }
    return best
  }
}

/** What a piece of a file seems to define. */
const namesIn = (graph: Graph, { node, titles }: Searched["passages"], row: number): ReadonlyArray<string> => {
  const title = titles.glance(row)
  return title === "" || Sections.isProse(Node.pathOf(graph, node[row]!)) ? [] : title.split(" ")
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
