// Tables of passages to test with, as a person would write them down.

import * as Passages from "../../lib/graph/passages.ts"
import * as Strings from "../../lib/graph/strings.ts"

/** A row by what it says. */
export interface Row {
  readonly node: number
  readonly lines: readonly [first: number, last: number]
  readonly title?: string
  readonly words: Readonly<Record<string, number>>
  readonly vector: ReadonlyArray<number>
  readonly scale: number
}

export const tableOf = (rows: ReadonlyArray<Row>, dims: number): Passages.Passages => {
  const words = [...new Set(rows.flatMap((row) => Object.keys(row.words)))].sort()
  const counted = rows.map((row) =>
    Object.entries(row.words).map(([word, count]) => [words.indexOf(word), count] as const).sort((a, b) => a[0] - b[0])
  )
  const ends = counted.reduce<Array<number>>((all, it) => [...all, all.at(-1)! + it.length], [0])
  const titles = Strings.fromArray(rows.map(({ title = "" }) => title))
  const columns = {
    node: Uint32Array.from(rows, (row) => row.node),
    startLine: Uint32Array.from(rows, (row) => row.lines[0]),
    endLine: Uint32Array.from(rows, (row) => row.lines[1]),
    termOffsets: Uint32Array.from(ends),
    terms: Uint32Array.from(counted.flat(), ([id]) => id),
    counts: Uint8Array.from(counted.flat(), ([, count]) => count),
    dims,
    vectors: Int8Array.from(rows.flatMap((row) => row.vector)),
    scales: Float32Array.from(rows, (row) => row.scale),
    embedder: "table-2",
    packed: { titles: Strings.pack(titles), words: Strings.pack(Strings.fromArray(words)) },
  }
  const digests = Passages.digestsOf({ ...columns, rows: rows.length, titles, words: Strings.fromArray(words) })
  return Passages.over({ ...columns, digests })
}
