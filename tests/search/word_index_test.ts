// Lists of passages by word: what is found is what looking at each row finds, and an index that is made from that of an older
// table answers as one that is built anew.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Table from "../../lib/graph/passages.ts"
import * as Strings from "../../lib/graph/strings.ts"
import { STRETCH_BITS } from "../../lib/search/word_counts.ts"
import * as FileStore from "../../lib/search/file_store.ts"
import * as WordIndex from "../../lib/search/word_index.ts"
import * as Words from "../../lib/search/words.ts"
import { effect, law } from "../_kit/effect.ts"

/** A table of rows by their words, repeats counted; two rows a file. */
const textsOf = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  fileOf = (row: number): number => row >> 1,
): WordIndex.Texts => {
  const words = [...new Set(rows.flat())].sort()
  const idOf = new Map(words.map((word, id) => [word, id]))
  const terms: Array<number> = []
  const counts: Array<number> = []
  const termOffsets = [0]
  for (const row of rows) {
    const own = new Map<number, number>()
    for (const word of row) own.set(idOf.get(word)!, (own.get(idOf.get(word)!) ?? 0) + 1)
    for (const [id, count] of [...own].sort((a, b) => a[0] - b[0])) {
      terms.push(id)
      counts.push(count)
    }
    termOffsets.push(terms.length)
  }
  const table = {
    rows: rows.length,
    titles: Strings.fromArray(rows.map(() => "")),
    termOffsets: Uint32Array.from(termOffsets),
    terms: Uint32Array.from(terms),
    counts: Uint8Array.from(counts),
    words: Strings.fromArray(words),
    fileOf: Uint32Array.from(rows, (_, row) => fileOf(row)),
  }
  return { ...table, digests: Table.digestsOf(table) }
}

const answerOf = (index: WordIndex.WordIndex, files: number, question: string) => {
  const found = index.search(question)
  const rows = found.best(index.passages)
  return {
    asked: found.asked,
    rows,
    of: rows.map(found.of),
    some: [1, 3, 100].map(found.best),
    files: Array.from({ length: files }, (_, file) => found.fileScore(file)),
  }
}

const WORDS = ["read", "reader", "write", "writ", "parse", "pars", "queue", "token", "re", "tokenise", "be", "auth"]
const word = fc.constantFrom(...WORDS)
const rowsOfWords = fc.array(fc.array(word, { maxLength: 6 }), { minLength: 1, maxLength: 12 })

law(
  "rows that hold a word, or one that begins as it does, are found and no other",
  fc.tuple(rowsOfWords, word),
  ([rows, question]) =>
    Effect.gen(function* () {
      const index = yield* WordIndex.build(textsOf(rows))
      const stem = Words.asked(question)[0]!
      const isMeant = (other: string) =>
        other === stem ||
        (4 <= stem.length && (other.startsWith(stem) || (4 <= other.length && stem.startsWith(other))))
      const found = index.search(question)
      const best = found.best(rows.length)
      const inOrder = [...best].sort((a, b) => a - b)
      expect(inOrder).toEqual(rows.flatMap((words, row) => (words.some(isMeant) ? [row] : [])))
      for (const row of rows.keys()) {
        const { score, coverage } = found.of(row)
        if (!best.includes(row)) {
          expect({ score, coverage }).toEqual({ score: 0, coverage: 0 })
          continue
        }
        expect(score).toBeGreaterThan(0)
        expect(coverage).toBeGreaterThan(0)
        expect(coverage).toBeLessThanOrEqual(1)
        expect(found.fileScore(row >> 1)).toBeGreaterThan(0)
      }
    }),
  { runs: 60 },
)

/** Rows are put in and taken out anywhere. */
const edit = fc.record({
  at: fc.nat(12),
  gone: fc.nat(3),
  put: fc.array(fc.array(word, { maxLength: 6 }), { maxLength: 3 }),
})

law(
  "after any edits the answers are those of an index that is built anew, and older ones stay",
  fc.tuple(
    rowsOfWords,
    fc.array(edit, { minLength: 1, maxLength: 5 }),
    fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }),
  ),
  ([first, edits, bases]) =>
    Effect.gen(function* () {
      const questions = [...WORDS, "read the queue", "token parser", "nothing"]
      const all = (index: WordIndex.WordIndex) => questions.map((it) => answerOf(index, 20, it))
      let rows = [...first]
      const indexes = [yield* WordIndex.build(textsOf(rows))]
      const before = [all(indexes[0]!)]
      for (const [i, { at, gone, put }] of edits.entries()) {
        rows = [...rows]
        rows.splice(at, gone, ...put)
        // Mostly from the last; now and then two from the same.
        const base = indexes[bases[i] === 0 ? Math.floor(indexes.length / 2) : indexes.length - 1]!
        const index = yield* WordIndex.after(base, textsOf(rows))
        expect(all(index)).toEqual(all(yield* WordIndex.build(textsOf(rows))))
        indexes.push(index)
        before.push(all(index))
      }
      indexes.forEach((index, i) => expect(all(index)).toEqual(before[i]!))
    }),
  { runs: 60 },
)

test("few words have the hash or the sign of another one", () => {
  const words = Array.from({ length: 4000 }, (_, i) => `${WORDS[i % WORDS.length]}${i}`)
  expect(new Set(words.map(FileStore.hashOf)).size).toBeGreaterThan(3990)
  // Thrown at random, 4,000 words have some 3,160 of 8,192 signs.
  expect(new Set(words.map(FileStore.signOf)).size).toBeGreaterThan(2800)
})

describe("words of very many passages", () => {
  const many = (rows: number, wordsOf: (row: number) => ReadonlyArray<string>) =>
    textsOf(Array.from({ length: rows }, (_, row) => wordsOf(row)))

  effect(
    "act in ranking, and what becomes common, or rare again, acts as in an index that is built anew",
    Effect.gen(function* () {
      const questions = ["alpha", "beta", "alpha beta", "alpha beta gamma1", "alph", "gamma2"]
      // "beta" is common all the time.
      const world = (alphas: number) =>
        many(1500, (row) => [
          `q${row}z`,
          ...(row % 3 === 0 && row < alphas * 3 ? ["alpha"] : []),
          ...(row % 2 === 0 ? ["beta"] : []),
          `gamma${row % 7}`,
        ])
      const { COMMON } = WordIndex
      let index = yield* WordIndex.build(world(COMMON - 2))
      for (const alphas of [COMMON, COMMON + 1, COMMON + 2, COMMON, COMMON - 2]) {
        const texts = world(alphas)
        index = yield* WordIndex.after(index, texts)
        const cold = yield* WordIndex.build(texts)
        expect(index.search("alpha").best(1500).length, String(alphas)).toBe(alphas)
        for (const question of questions) {
          expect(answerOf(index, 750, question), `${alphas} ${question}`).toEqual(answerOf(cold, 750, question))
        }
      }
    }),
    60_000,
  )

  effect(
    "are found in every stretch that lists are made of, and counted for a file that lies across the border of two",
    Effect.gen(function* () {
      const stretch = 2 ** STRETCH_BITS
      const rows = 2 * stretch + 3
      const texts = textsOf(
        Array.from({ length: rows }, (_, row) => [
          `q${row % 1000}z`,
          ...(row % 1021 === 0 || Math.abs(row - stretch) < 3 ? ["beta", "beta"] : []),
          ...(row === stretch || row === 2 * stretch ? ["onlyhere"] : []),
        ]),
        (row) => (row + 1) >> 1,
      )
      const index = yield* WordIndex.build(texts)
      const [beta, rare, both] = ["beta", "onlyhere", "beta onlyhere"].map(index.search)
      const held = Array.from({ length: rows }, (_, row) => row).filter((row) => 0 < beta!.of(row).score)
      expect(held.length).toBe(Math.ceil(rows / 1021) + 5)
      expect([...beta!.best(rows)].sort((a, b) => a - b)).toEqual(held)
      const files = [0, stretch / 2 - 1, stretch / 2, stretch / 2 + 1, stretch, Math.ceil(rows / 2) - 1]
      // Where a rare word is in a file all its words are looked at, else the lists.
      for (const file of files) {
        expect(both!.fileScore(file)).toBeCloseTo(beta!.fileScore(file) + rare!.fileScore(file), 12)
      }
      expect(files.map((file) => 0 < beta!.fileScore(file))).toEqual([true, true, true, true, false, false])
      expect(files.map((file) => 0 < rare!.fileScore(file))).toEqual([false, false, true, false, true, false])
      expect(beta!.fileScore(stretch / 2)).toBeGreaterThan(beta!.fileScore(0))
    }),
    60_000,
  )

  effect(
    "where more passages fit than are asked for, those are found whose words are worth the most",
    Effect.gen(function* () {
      const words = Array.from({ length: 16 }, (_, i) => `word${String.fromCharCode(97 + i)}`)
      const world = (shift: number) =>
        many(5600, (row) => [
          words[(row + (row < 40 ? shift : 0)) % 16]!,
          ...(row % 11 === 0 ? [words[(row + 3) % 16]!] : []),
          ...(row % 500 === 0 ? [`rare${row % 3}`, "rarely"] : []),
        ])
      let index = yield* WordIndex.build(world(0))
      for (const shift of [0, 1, 5]) {
        index = yield* WordIndex.after(index, world(shift))
        const cold = yield* WordIndex.build(world(shift))
        for (const question of [words.join(" "), words.slice(3).join(" "), `rare1 ${words[0]}`, "rare"]) {
          const found = index.search(question)
          const each = Array.from({ length: 5600 }, (_, row) => ({ row, ...found.of(row) }))
            .filter(({ score }) => 0 < score).sort((a, b) => b.score - a.score || a.row - b.row)
          expect(found.best(300)).toEqual(each.slice(0, 300).map(({ row }) => row))
          expect(answerOf(index, 2800, question)).toEqual(answerOf(cold, 2800, question))
        }
      }
    }),
    60_000,
  )
})
