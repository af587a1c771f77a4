// A file cut into passages: what a search finds. Of a source each definition is one, with the text that is its own alone,
// and what stands outside of all definitions is some of the file's; of prose a section is, of other text a chunk of lines.
// Each word of a file stands in one passage, those that name a passage several times. Nothing here knows where the file
// lies: that follows from content alone, and words of its path are added by whoever puts files together.

import { NONE } from "../graph/columns.ts"
import * as Lines from "../text/lines.ts"
import * as Heads from "./heads.ts"
import * as Sections from "./sections.ts"
import * as Words from "./words.ts"

/** Raised with every change of how texts are cut: what was cut before is then void. */
export const VERSION = 1

/** How the text of no built language at this path is cut; nothing else of the path plays a part. */
export const FORMATS = ["prose", "other"] as const
export const formatOf = (path: string): (typeof FORMATS)[number] => Sections.isProse(path) ? "prose" : "other"

/** A definition of a source. Offsets are UTF-16 code units. */
export interface Unit {
  readonly start: number
  readonly end: number
  readonly nameStart: number
  /** `NODE_KINDS` code. */
  readonly kind: number
  readonly name: string
  /** Name of the definition that holds it; empty where none does. */
  readonly container: string
  readonly doc: string
  readonly signature: string
}

/** Passages of one file, in the order of its text. */
export interface FilePassages {
  readonly rows: number
  /** Which of the units, NONE: a part of the file itself. A long definition has several rows. */
  readonly unit: Uint32Array
  /** From 1. */
  readonly startLine: Uint32Array
  readonly endLine: Uint32Array
  /** The heading of a section; of other text what it seems to define; empty for a definition. */
  readonly titles: ReadonlyArray<string>
  /** By row: where its terms end. */
  readonly termEnds: Uint32Array
  /** Numbers in `words`, repeats counted. */
  readonly terms: Uint32Array
  readonly words: ReadonlyArray<string>
  /** By row `dims` numbers and what they are to be multiplied with; of unit length before they were rounded. */
  readonly vectors: Int8Array
  readonly scales: Float32Array
}

/** What makes vectors; see embedder.ts. */
export interface Embedding {
  readonly dims: number
  readonly document: (fields: {
    readonly name: string
    readonly container: string
    readonly parameters: string
    readonly doc: string
    readonly body: ReadonlyArray<string>
  }, into: Float32Array) => void
}

/** How often a word of each source stands in the passage. */
const WEIGHTS = { name: 4, container: 2, doc: 2, title: 3, under: 1, signature: 1, member: 1 } as const

/** A passage is cut where it gets longer than this, in units of text, at the end of a line. */
const LONGEST_UNIT = 3_000
const LONGEST_SECTION = 2_000
const LONGEST_CHUNK = 1_500
/** A chunk may end from here on, where its text leaves room for that. */
const SHORTEST_CHUNK = 600
const MOST_LINES = 60
/** Names of a passage that are read: a longer line is data. */
const MOST_NAMES = 2_000

/** Different identifiers of a passage that its vector is made of, at most. */
const IDENTIFIERS = 160

/** The passages of a source that is read as code; `units` in the order of `start`, outer before inner. O(text). */
export const ofSource = (text: string, units: ReadonlyArray<Unit>, embedding?: Embedding): FilePassages => {
  const cutter = new Cutter(text, embedding)
  const members: Array<Array<string>> = units.map(() => [])
  for (const { unit, pieces } of ownText(text, units, members)) {
    const of = units[unit]
    const rows = cutter.rowsOf(pieces, of === undefined ? LONGEST_CHUNK * 2 : LONGEST_UNIT)
    // What has no text of its own is found by its name all the same.
    if (of !== undefined && rows.length === 0) rows.push([{ from: of.nameStart, to: of.nameStart }])
    rows.forEach((row, i) => {
      if (of === undefined) return cutter.add(NONE, row, {})
      // However little stands behind what is nested in it, it goes to its end.
      cutter.add(unit, i === rows.length - 1 ? [...row, { from: of.end, to: of.end }] : row, {
        name: of.name,
        container: of.container,
        signature: of.signature,
        ...(i === 0 ? { doc: of.doc, members: members[unit]! } : {}),
      })
    })
  }
  return cutter.passages()
}

/** The passages of any other text: `path` tells prose from the rest. O(text). */
export const ofText = (path: string, text: string, embedding?: Embedding): FilePassages => {
  const cutter = new Cutter(text, embedding)
  const lines = cutter.lines()
  if (formatOf(path) === "prose") {
    for (const { title, under, from, to } of Sections.of(lines)) {
      const whole = { from: cutter.startOf(from), to: cutter.startOf(to) }
      for (const row of cutter.rowsOf([whole], LONGEST_SECTION)) cutter.add(NONE, row, { title, under })
    }
    return cutter.passages()
  }
  for (const { from, to, defined } of chunks(lines)) {
    const piece = { from: cutter.startOf(from), to: cutter.startOf(to) }
    cutter.add(NONE, [piece], { title: [...new Set(defined)].join(" ") })
  }
  return cutter.passages()
}

/** A run of text. */
interface Piece {
  readonly from: number
  readonly to: number
}

interface Own {
  /** NONE: the file. */
  readonly unit: number
  readonly pieces: Array<Piece>
}

/**
 * Which text is whose: a definition's is its span without those in it. Comment lines right above one belong to it.
 * The file's first, then units in order.
 */
const ownText = (text: string, units: ReadonlyArray<Unit>, members: Array<Array<string>>): ReadonlyArray<Own> => {
  const file: Own = { unit: NONE, pieces: [] }
  const all = [file, ...units.map((_, unit): Own => ({ unit, pieces: [] }))]
  const open: Array<{ readonly own: Own; readonly end: number }> = [{ own: file, end: text.length }]
  let at = 0
  const give = (to: number) => {
    if (at < to) open.at(-1)!.own.pieces.push({ from: at, to })
    at = Math.max(at, to)
  }
  const closeUpTo = (start: number) => {
    while (1 < open.length && open.at(-1)!.end <= start) {
      give(open.at(-1)!.end)
      open.pop()
    }
  }
  units.forEach(({ start, end, name }, unit) => {
    closeUpTo(start)
    give(leadOf(text, at, start))
    const around = open.at(-1)!
    if (around.own.unit !== NONE) members[around.own.unit]!.push(name)
    open.push({ own: all[unit + 1]!, end: Math.min(end, around.end) })
  })
  closeUpTo(text.length)
  give(text.length)
  return all
}

/** A line of comment or annotation, in any language. */
const REMARK = /^[ \t]*(?:\/\/|\/\*|\*|#|--|;;|%|"""|'''|@|\[)/

/** Where what belongs to a definition begins: its line, and comments that stand on the lines right above it. */
const leadOf = (text: string, least: number, start: number): number => {
  let from = Math.min(start, text.lastIndexOf("\n", start - 1) + 1)
  if (from < least) return Math.max(least, start)
  while (least < from) {
    const above = text.lastIndexOf("\n", from - 2) + 1
    if (above < least || !REMARK.test(text.slice(above, Math.min(from, above + 200)))) break
    from = above
  }
  return from
}

interface Chunk {
  readonly from: number
  readonly to: number
  readonly defined: ReadonlyArray<string>
}

/**
 * Text of lines cut where it is the most likely to go on with something else: in front of what looks like a definition
 * at a low indentation, behind an empty line.
 */
const chunks = (lines: ReadonlyArray<string>): ReadonlyArray<Chunk> => {
  const names = lines.map(Heads.definedBy)
  const found: Array<Chunk> = []
  let from = 0
  while (from < lines.length) {
    let size = 0
    let to = from
    let best = 0
    let cut = 0
    for (; to < lines.length && to - from < MOST_LINES && (size < LONGEST_CHUNK || to === from); to++) {
      if (SHORTEST_CHUNK <= size) {
        const worth = borderOf(lines, names, to)
        // Later ones of the same worth make longer chunks.
        if (best <= worth && 0 < worth) {
          best = worth
          cut = to
        }
      }
      size += lines[to]!.length + 1
    }
    if (to < lines.length && 0 < cut) to = cut
    const defined: Array<string> = []
    for (let at = from; at < to; at++) if (names[at] !== undefined) defined.push(names[at]!)
    found.push({ from, to, defined })
    from = to
  }
  return found
}

/** How good a place in front of a line is to begin a chunk: 0 for none. */
const borderOf = (lines: ReadonlyArray<string>, names: ReadonlyArray<string | undefined>, at: number): number => {
  const line = lines[at]!
  if (line.trim() === "") return 0
  const indentation = /^[ \t]*/.exec(line)![0].replaceAll("\t", "    ").length
  const isBehindGap = lines[at - 1]!.trim() === ""
  const isHead = names[at] !== undefined || REMARK.test(line)
  return (isBehindGap ? 8 : 0) + (isHead ? 4 : 0) + (indentation === 0 ? 6 : indentation <= 4 ? 2 : 0) -
    (indentation > 4 && !isBehindGap ? 4 : 0)
}

/** What names a passage. */
interface Labels {
  readonly name?: string
  readonly container?: string
  readonly signature?: string
  readonly doc?: string
  readonly members?: ReadonlyArray<string>
  readonly title?: string
  readonly under?: ReadonlyArray<string>
}

/** Identifiers, also those with dashes: what `Words.terms` cuts apart. */
const NAMES = /[\p{L}\p{N}_$-]+/gu

/** Terms of names that came before. They are the same ones over and over. */
const known = new Map<string, ReadonlyArray<string>>()
const MOST_KNOWN = 50_000

const termsOf = (name: string): ReadonlyArray<string> => {
  let terms = known.get(name)
  if (terms === undefined) {
    if (known.size === MOST_KNOWN) known.clear()
    known.set(name, terms = Words.terms(name))
  }
  return terms
}

/** Collects the passages of a text. */
class Cutter {
  readonly #text: string
  readonly #starts: Uint32Array
  readonly #embedding: Embedding | undefined
  readonly #units: Array<number> = []
  readonly #startLines: Array<number> = []
  readonly #endLines: Array<number> = []
  readonly #titles: Array<string> = []
  readonly #termEnds: Array<number> = []
  readonly #terms: Array<number> = []
  readonly #words = new Map<string, number>()
  readonly #vectors: Array<Float32Array> = []

  constructor(text: string, embedding: Embedding | undefined) {
    this.#text = text
    this.#starts = Lines.lineStarts(text)
    this.#embedding = embedding
  }

  /** The lines without their ends. */
  lines(): ReadonlyArray<string> {
    return Array.from(
      this.#starts,
      (start, at) => this.#text.slice(start, this.startOf(at + 1)).replace(/[\r\n]+$/, ""),
    )
  }

  /** Where a line, from 0, begins. */
  startOf(line: number): number {
    return line < this.#starts.length ? this.#starts[line]! : this.#text.length
  }

  /** Pieces put together to rows that are not longer than `limit`, cut at ends of lines; those that say nothing are left out. */
  rowsOf(pieces: ReadonlyArray<Piece>, limit: number): Array<Array<Piece>> {
    const rows: Array<Array<Piece>> = []
    let row: Array<Piece> = []
    let size = 0
    const end = () => {
      if (row.length > 0) rows.push(row)
      row = []
      size = 0
    }
    for (const { from, to } of pieces) {
      if (!/[\p{L}\p{N}]/u.test(this.#text.slice(from, to))) continue
      for (let at = from; at < to;) {
        const room = limit - size
        let stop = to
        if (room < to - at) {
          const line = this.#text.lastIndexOf("\n", at + Math.max(room, 0)) + 1
          stop = at < line ? line : row.length > 0 ? at : nextLine(this.#text, at + limit, to)
        }
        if (at < stop) row.push({ from: at, to: stop })
        size += stop - at
        at = stop
        if (at < to || limit <= size) end()
      }
    }
    end()
    return rows
  }

  /** Adds a row of this text, called so. */
  add(unit: number, pieces: ReadonlyArray<Piece>, labels: Labels): void {
    const first = pieces[0]!
    const last = pieces.at(-1)!
    const from = first.from + Math.max(0, this.#text.slice(first.from, first.to).search(/\S/))
    const to = last.from + (this.#text.slice(last.from, last.to).trimEnd().length)
    this.#units.push(unit)
    this.#startLines.push(Lines.lineAt(this.#starts, from))
    this.#endLines.push(Lines.lineAt(this.#starts, Math.max(from, to - 1)))
    this.#titles.push(labels.title ?? "")

    this.#count(labels.name, WEIGHTS.name)
    this.#count(labels.container, WEIGHTS.container)
    this.#count(labels.title, WEIGHTS.title)
    for (const heading of labels.under ?? []) this.#count(heading, WEIGHTS.under)
    this.#count(labels.doc, WEIGHTS.doc)
    this.#count(labels.signature, WEIGHTS.signature)
    for (const member of labels.members ?? []) this.#count(member, WEIGHTS.member)
    const body = new Set<string>()
    let names = 0
    for (const piece of pieces) {
      for (const [name] of this.#text.slice(piece.from, piece.to).matchAll(NAMES)) {
        if (MOST_NAMES < ++names) break
        this.#count(name, 1)
        if (body.size < IDENTIFIERS) body.add(name)
      }
    }
    this.#termEnds.push(this.#terms.length)
    if (this.#embedding !== undefined) {
      const vector = new Float32Array(this.#embedding.dims)
      this.#embedding.document({
        name: labels.name ?? labels.title ?? "",
        container: labels.container ?? labels.under?.join(" ") ?? "",
        parameters: labels.signature ?? "",
        doc: labels.doc ?? "",
        body: [...body],
      }, vector)
      this.#vectors.push(vector)
    }
  }

  #count(text: string | undefined, times: number): void {
    if (text === undefined || text === "") return
    for (const name of text.match(NAMES) ?? []) {
      for (const term of termsOf(name)) {
        let id = this.#words.get(term)
        if (id === undefined) this.#words.set(term, id = this.#words.size)
        for (let i = 0; i < times; i++) this.#terms.push(id)
      }
    }
  }

  passages(): FilePassages {
    const rows = this.#units.length
    const dims = this.#embedding?.dims ?? 0
    const vectors = new Int8Array(rows * dims)
    const scales = new Float32Array(dims === 0 ? 0 : rows)
    this.#vectors.forEach((vector, row) => {
      let most = 0
      for (const value of vector) most = Math.max(most, Math.abs(value))
      scales[row] = most / 127
      if (most === 0) return
      for (let i = 0; i < dims; i++) vectors[row * dims + i] = Math.round(vector[i]! / scales[row]!)
    })
    return {
      rows,
      unit: Uint32Array.from(this.#units),
      startLine: Uint32Array.from(this.#startLines),
      endLine: Uint32Array.from(this.#endLines),
      titles: this.#titles,
      termEnds: Uint32Array.from(this.#termEnds),
      terms: Uint32Array.from(this.#terms),
      words: [...this.#words.keys()],
      vectors,
      scales,
    }
  }
}

/** Where the line that `at` stands in ends, at most `end`. */
const nextLine = (text: string, at: number, end: number): number => {
  const found = text.indexOf("\n", at)
  return found === -1 || end <= found ? end : found + 1
}
