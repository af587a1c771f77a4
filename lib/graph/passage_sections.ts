// Passages as sections of a snapshot, and what has to hold of them. Like those of the graph they are opened as views; of
// bytes that are not known to be ours each column is looked over, and of somebody else's all that an answer rests on.

import { climbsTo, isBelow } from "./column_checks.ts"
import type { Graph } from "./graph.ts"
import { NODE_KIND_BY_CODE, NODE_KINDS } from "./kinds.ts"
import * as Passages from "./passages.ts"
import type { Reader } from "./section_reader.ts"
import type { Section } from "./sections.ts"
import type { Packed } from "./strings.ts"

/** What every table has, also one without rows. */
const FIRST = "passages.node"

const bytesOf = (column: Uint8Array | Int8Array | Uint32Array | Float32Array): Uint8Array =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength)

export const sectionsOf = (passages: Passages.Passages): ReadonlyArray<Section> => {
  const { titles, words } = passages.packed
  return [
    [FIRST, passages.node],
    ["passages.startLine", passages.startLine],
    ["passages.endLine", passages.endLine],
    ["passages.titles.offsets", titles.offsets],
    ["passages.titles.utf8", titles.blob],
    ["passages.digests", passages.digests],
    ["passages.terms.offsets", passages.termOffsets],
    ["passages.terms", passages.terms],
    ["passages.counts", passages.counts],
    ["passages.words.offsets", words.offsets],
    ["passages.words.utf8", words.blob],
    ["passages.embedder", new TextEncoder().encode(`${passages.embedder} ${passages.dims}`)],
    ["passages.vectors", passages.vectors],
    ["passages.scales", passages.scales],
  ].map(([tag, column]) => ({ tag: tag as string, bytes: bytesOf(column as Uint8Array) }))
}

/** A name without blanks, and how many numbers its vectors have. */
const EMBEDDER = /^([!-~]{1,100}) (0|[1-9]\d{0,4})$/

/** The table of a snapshot; undefined where it has none. What is missing or too short is the reader's problem. */
export const read = (reader: Reader): Passages.Passages | undefined => {
  if (!reader.has(FIRST)) return undefined
  const packed = (tag: string): Packed => ({
    offsets: reader.words(`${tag}.offsets`),
    blob: reader.bytes(`${tag}.utf8`),
  })
  const embedder = EMBEDDER.exec(new TextDecoder().decode(reader.bytes("passages.embedder")))
  if (embedder === null) reader.refuse("section passages.embedder is not what it should be")
  const vectors = reader.bytes("passages.vectors")
  const scales = reader.words("passages.scales")
  const passages = Passages.over({
    node: reader.words(FIRST),
    startLine: reader.words("passages.startLine"),
    endLine: reader.words("passages.endLine"),
    digests: reader.words("passages.digests"),
    termOffsets: reader.words("passages.terms.offsets"),
    terms: reader.words("passages.terms"),
    counts: reader.bytes("passages.counts"),
    dims: Number(embedder?.[2] ?? 0),
    embedder: embedder?.[1] ?? "",
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length),
    scales: new Float32Array(scales.buffer, scales.byteOffset, scales.length),
    packed: { titles: packed("passages.titles"), words: packed("passages.words") },
  })
  const { rows } = passages
  const due: ReadonlyArray<readonly [string, number, number]> = [
    ["startLine", passages.startLine.length, rows],
    ["endLine", passages.endLine.length, rows],
    ["digests", passages.digests.length, rows * 2],
    ["titles.offsets", passages.packed.titles.offsets.length, rows + 1],
    ["terms.offsets", passages.termOffsets.length, rows + 1],
    ["counts", passages.counts.length, passages.terms.length],
    ["vectors", passages.vectors.length, rows * passages.dims],
    ["scales", passages.scales.length, rows],
  ]
  for (const [name, length, wanted] of due) {
    if (length !== wanted) reader.refuse(`section passages.${name} has ${length} entries where ${wanted} are due`)
  }
  if (passages.packed.words.offsets.length === 0) reader.refuse("section passages.words.offsets is empty")
  return passages
}

/** The first section that leads out of the table or the graph, or undefined. O(rows of all columns). */
export const findLie = (passages: Passages.Passages, nodes: number): string | undefined => {
  const { termOffsets, terms, packed: { titles, words } } = passages
  const lies: ReadonlyArray<readonly [string, () => boolean]> = [
    ["node", () => isBelow(passages.node, nodes)],
    ["titles.offsets", () => climbsTo(titles.offsets, titles.blob.length)],
    ["terms.offsets", () => climbsTo(termOffsets, terms.length)],
    ["words.offsets", () => climbsTo(words.offsets, words.blob.length)],
    ["terms", () => isBelow(terms, words.offsets.length - 1)],
  ]
  const lie = lies.find(([, holds]) => !holds())
  return lie === undefined ? undefined : `section passages.${lie[0]} points outside of the graph or out of order`
}

const isFound = NODE_KIND_BY_CODE.map((kind, code) =>
  kind !== undefined && (NODE_KINDS[kind].symbol || code === NODE_KINDS.File.code)
)

/** The first thing that cannot be of passages of that graph that point inside of it, in words, or undefined. */
export const findContradiction = (graph: Graph, passages: Passages.Passages): string | undefined =>
  ofTexts(passages) ?? ofRows(graph, passages) ?? ofTerms(passages) ?? ofDigests(passages)

/** Texts are UTF-8, and words stand in their order. */
const ofTexts = ({ packed }: Passages.Passages): string | undefined => {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const read = ({ offsets, blob }: Packed, at: number): string | undefined => {
    try {
      return utf8.decode(blob.subarray(offsets[at]!, offsets[at + 1]!))
    } catch {
      return undefined
    }
  }
  for (let row = 0; row + 1 < packed.titles.offsets.length; row++) {
    if (read(packed.titles, row) === undefined) return `the title of passage ${row} is not valid UTF-8`
  }
  let before = ""
  for (let id = 0; id + 1 < packed.words.offsets.length; id++) {
    const word = read(packed.words, id)
    if (word === undefined) return `word ${id} is not valid UTF-8`
    if (word <= before) return `word ${id} is out of order, or stands there twice`
    before = word
  }
  return undefined
}

/** Rows are lines of what can be found, in their order, with a vector that can be reckoned with. */
const ofRows = (graph: Graph, { rows, node, startLine, endLine, scales }: Passages.Passages): string | undefined => {
  const { kind, file } = graph.nodes
  let lines = 0
  let linesOf = -1
  for (let row = 0; row < rows; row++) {
    const where = `passage ${row}`
    const of = node[row]!
    if (isFound[kind[of]!] !== true) return `${where} is of what is not found`
    if (startLine[row] === 0 || endLine[row]! < startLine[row]!) return `${where} has no lines`
    if (file[of] !== linesOf) {
      linesOf = file[of]!
      lines = graph.lineStarts(linesOf).length
    }
    // Of a file that is not read as code no lines are kept.
    if (lines !== 0 && lines < endLine[row]!) return `${where} ends behind its file`
    if (!Number.isFinite(scales[row]!) || scales[row]! < 0) return `${where} has a vector of no length`
    if (row === 0) continue
    const order = node[row - 1]! - of || startLine[row - 1]! - startLine[row]! || endLine[row - 1]! - endLine[row]!
    if (0 < order) return `${where} is out of order`
  }
  return undefined
}

/** Terms of a row rise, and no word is there for nothing. */
const ofTerms = ({ rows, termOffsets, terms, counts, words }: Passages.Passages): string | undefined => {
  const isUsed = new Uint8Array(words.count)
  for (let row = 0; row < rows; row++) {
    for (let i = termOffsets[row]!; i < termOffsets[row + 1]!; i++) {
      if (counts[i] === 0 || (termOffsets[row]! < i && terms[i]! <= terms[i - 1]!)) {
        return `the words of passage ${row} are out of order`
      }
      isUsed[terms[i]!] = 1
    }
  }
  const unused = isUsed.indexOf(0)
  return unused === -1 ? undefined : `word ${unused} stands in no passage`
}

const ofDigests = (passages: Passages.Passages): string | undefined => {
  const right = Passages.digestsOf(passages)
  return passages.digests.every((it, i) => it === right[i])
    ? undefined
    : "section passages.digests does not follow from the words"
}
