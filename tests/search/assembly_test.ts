// Passages of files put together: where each goes, what it is found by, and that bytes come back as they went.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { NONE } from "../../lib/graph/columns.ts"
import * as Node from "../../lib/graph/node.ts"
import type { Passages } from "../../lib/graph/passages.ts"
import * as Assembly from "../../lib/search/assembly.ts"
import * as Bytes from "../../lib/search/passage_bytes.ts"
import type { FilePassages } from "../../lib/search/passages.ts"
import { graphOf } from "../graph/graphs.ts"

const EMBEDDING = { id: "table-2", dims: 2 }

/** A row as it is cut: which unit it is of, its lines, title, words and vector. */
interface Row {
  readonly unit: number
  readonly lines: readonly [first: number, last: number]
  readonly title?: string
  readonly words: ReadonlyArray<string>
  readonly vector?: readonly [number, number]
}

const cut = (rows: ReadonlyArray<Row>): FilePassages => {
  const words = [...new Set(rows.flatMap((row) => row.words))]
  let end = 0
  return {
    rows: rows.length,
    unit: Uint32Array.from(rows, (row) => row.unit),
    startLine: Uint32Array.from(rows, (row) => row.lines[0]),
    endLine: Uint32Array.from(rows, (row) => row.lines[1]),
    titles: rows.map(({ title = "" }) => title),
    termEnds: Uint32Array.from(rows, (row) => end += row.words.length),
    terms: Uint32Array.from(rows.flatMap((row) => row.words.map((word) => words.indexOf(word)))),
    words,
    vectors: Int8Array.from(rows.flatMap(({ vector = [0, 0] }) => vector)),
    scales: Float32Array.from(rows, ({ vector }) => vector === undefined ? 0 : 0.5),
  }
}

const graph = graphOf({
  nodes: [
    { key: "f", kind: "File", name: "src/tax/rates.ts", end: 100 },
    { key: "c", kind: "Class", name: "Rates", file: "f", parent: "f", start: 0, end: 90 },
    { key: "m", kind: "Method", name: "at", file: "f", parent: "c", start: 10, end: 40 },
    { key: "r", kind: "File", name: "README.md" },
    { key: "p", kind: "File", name: "logo.svg" },
  ],
  edges: [],
})

const shown = (table: Passages) =>
  Array.from({ length: table.rows }, (_, row) => ({
    node: Node.nameOf(graph, table.node[row]!),
    lines: [table.startLine[row]!, table.endLine[row]!],
    title: table.titles.at(row),
    words: Object.fromEntries(
      Array.from(table.terms.subarray(table.termOffsets[row], table.termOffsets[row + 1]), (id, i) => [
        table.words.at(id),
        table.counts[table.termOffsets[row]! + i]!,
      ]),
    ),
    vector: [...table.vectors.subarray(row * 2, row * 2 + 2)],
    scale: table.scales[row]!,
  }))

const SOURCE = Bytes.encode(
  cut([
    { unit: 1, lines: [3, 4], words: ["at", "at", "day"], vector: [1, 2] },
    { unit: 0, lines: [1, 9], words: ["rate", "at"], vector: [3, 4] },
    // No node has this definition's place: one inside of the method, one outside of all.
    { unit: 2, lines: [4, 4], words: ["inner"] },
    { unit: 3, lines: [10, 10], words: ["outer"] },
    { unit: NONE, lines: [1, 1], words: ["license", "at"], vector: [5, 6] },
  ]),
  [
    { start: 0, end: 90, nameStart: 0 },
    { start: 10, end: 40, nameStart: 10 },
    { start: 20, end: 30, nameStart: 20 },
    { start: 95, end: 99, nameStart: 95 },
  ],
  EMBEDDING,
)

const TEXT = Bytes.encode(
  cut([
    { unit: NONE, lines: [1, 4], title: "Shop", words: ["shop", "sell"], vector: [7, 8] },
    { unit: NONE, lines: [5, 6], title: "Use", words: ["sell"], vector: [9, 9] },
  ]),
  [],
  EMBEDDING,
)

const RECORDS: Readonly<Record<string, Uint8Array>> = { "src/tax/rates.ts": SOURCE, "README.md": TEXT }

const table = () =>
  Assembly.assemble(
    graph,
    (path) => RECORDS[path] === undefined ? undefined : Bytes.decode(RECORDS[path], EMBEDDING),
    EMBEDDING,
  )

test("a row goes to its definition, else to the one around it, else to the file, in the order of nodes and lines", () => {
  expect(shown(table()).map(({ node, lines, title }) => [node, ...lines, title])).toEqual([
    ["README.md", 1, 4, "Shop"],
    ["README.md", 5, 6, "Use"],
    ["logo.svg", 1, 1, ""],
    ["rates.ts", 1, 1, ""],
    ["rates.ts", 10, 10, ""],
    ["Rates", 1, 9, ""],
    ["at", 3, 4, ""],
    ["at", 4, 4, ""],
  ])
})

test("each row has the words of its path, the first of a file those of the file's name four times more", () => {
  const rows = shown(table())
  const wordsOf = (node: string, first: number) => rows.find((it) => it.node === node && it.lines[0] === first)!.words
  // `rates` is compared by its stem.
  expect(wordsOf("at", 3)).toEqual({ at: 2, day: 1, rat: 1, src: 1, tax: 1 })
  expect(wordsOf("rates.ts", 1)).toEqual({ at: 1, license: 1, rat: 5, src: 1, tax: 1 })
  expect(wordsOf("README.md", 5)).toEqual({ readm: 1, sell: 1 })
  expect(wordsOf("logo.svg", 1)).toEqual({ logo: 5 })
})

test("vectors and scales stay with their rows; a row without one has none", () => {
  const vectors = shown(table()).map(({ node, vector, scale }) => [node, ...vector, scale])
  expect(vectors).toContainEqual(["at", 1, 2, 0.5])
  expect(vectors).toContainEqual(["at", 0, 0, 0])
  expect(vectors).toContainEqual(["Rates", 3, 4, 0.5])
  expect(vectors).toContainEqual(["logo.svg", 0, 0, 0])
})

test("words are in the order of their code units and rise in each row", () => {
  const { words, terms, termOffsets, rows } = table()
  const all = Array.from({ length: words.count }, (_, id) => words.at(id))
  expect(all).toEqual([...new Set(all)].sort())
  for (let row = 0; row < rows; row++) {
    const own = [...terms.subarray(termOffsets[row], termOffsets[row + 1])]
    expect(own).toEqual([...new Set(own)].sort((a, b) => a - b))
  }
})

test("any passages come back as they were encoded, counted", () => {
  const drawn = fc.array(
    fc.record({
      unit: fc.constantFrom(0, 1, NONE),
      lines: fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(300)).map(([a, b]) => [a, a + b] as const),
      title: fc.string({ unit: "grapheme", maxLength: 5 }),
      words: fc.array(fc.stringMatching(/^\p{L}{1,3}$/u), { maxLength: 300 }),
      vector: fc.tuple(fc.integer({ min: -127, max: 127 }), fc.integer({ min: -127, max: 127 })),
    }),
    { maxLength: 8 },
  )
  const units = [{ start: 40, end: 90, nameStart: 30 }, { start: 7, end: 1000, nameStart: 9 }]
  fc.assert(fc.property(drawn, (rows) => {
    const record = Bytes.decode(Bytes.encode(cut(rows), units, EMBEDDING), EMBEDDING)
    const back = Array.from({ length: record.rows }, (_, row) => ({
      place: record.place[row] === NONE ? undefined : record.places[record.place[row]!],
      lines: [record.startLine[row]!, record.endLine[row]!],
      title: record.titles[row]!,
      words: Object.fromEntries(
        Array.from(record.terms.subarray(record.termOffsets[row], record.termOffsets[row + 1]), (id, i) => [
          record.words[id]!,
          record.counts[record.termOffsets[row]! + i]!,
        ]),
      ),
      vector: [...record.vectors.subarray(row * 2, row * 2 + 2)],
    }))
    expect(back).toEqual(rows.map(({ unit, lines, title, words, vector }) => ({
      place: unit === NONE ? undefined : units[unit]!,
      lines: [...lines],
      title,
      words: Object.fromEntries(
        [...new Set(words)].map((word) => [word, Math.min(255, words.filter((it) => it === word).length)]),
      ),
      vector: [...vector],
    })))
  }))
})

test("bytes of another embedder or layout are refused", () => {
  expect(() => Bytes.decode(TEXT, { id: "table-3", dims: 2 })).toThrow("table-2")
  expect(() => Bytes.decode(TEXT, { id: "table-2", dims: 3 })).toThrow("passages with 2 numbers")
  const other = TEXT.slice()
  other[0] = 99
  expect(() => Bytes.decode(other, EMBEDDING)).toThrow("layout 99")
})
