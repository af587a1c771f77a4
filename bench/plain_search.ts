// What a search has to be better than: BM25 over files by identifier parts, and lines counted that hold any of the words, as
// somebody does who has a text search and nothing else.

export interface Document {
  readonly file: string
  readonly text: string
}

export interface Corpus {
  readonly documents: ReadonlyArray<
    Document & { readonly counts: ReadonlyMap<string, number>; readonly length: number }
  >
}

/** Identifier parts and whole words, in lower case; no stems. */
const words = (text: string): ReadonlyArray<string> =>
  (text.match(/[A-Za-z]+|\d+/g) ?? []).flatMap((word) => {
    const parts = word.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").split(" ")
    return 1 < parts.length ? [...parts, word] : parts
  }).map((word) => word.toLowerCase()).filter((word) => 1 < word.length || /\d/.test(word))

export const corpusOf = (documents: ReadonlyArray<Document>): Corpus => ({
  documents: documents.map((document) => {
    const all = [...words(document.file), ...words(document.file), ...words(document.text)]
    const counts = new Map<string, number>()
    for (const word of all) counts.set(word, (counts.get(word) ?? 0) + 1)
    return { ...document, counts, length: all.length }
  }),
})

/** Files, best first; only those that are searched. */
export const bm25 = (
  { documents }: Corpus,
  question: string,
  isSearched: (file: string) => boolean = () => true,
): ReadonlyArray<string> => {
  const searched = documents.filter(({ file }) => isSearched(file))
  const average = searched.reduce((sum, { length }) => sum + length, 0) / Math.max(1, searched.length)
  const asked = [...new Set(words(question))].map((word) => {
    const held = searched.filter(({ counts }) => counts.has(word)).length
    return { word, rarity: Math.log(1 + (searched.length - held + 0.5) / (held + 0.5)) }
  })
  const worth = searched.map(({ file, counts, length }) => {
    let sum = 0
    for (const { word, rarity } of asked) {
      const count = counts.get(word) ?? 0
      sum += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / average))
    }
    return { file, sum }
  })
  return worth.filter(({ sum }) => 0 < sum).sort((a, b) => b.sum - a.sum).slice(0, 50).map(({ file }) => file)
}

/** Words that nobody searches a text for. */
const EMPTY = new Set(
  "a an and are as at be by do does for from how in into is it of on or that the this to two what when where which with"
    .split(" "),
)

const MOST = 10

/** The files that hold the most different words of the question, whatever their case, and of these the most lines that do. */
export const count = (
  { documents }: Corpus,
  question: string,
): ReadonlyArray<{ readonly file: string; readonly lines: number }> => {
  const asked = question.replace(/"/g, "").split(/\s+/).map((word) => word.toLowerCase())
    .filter((word) => 2 < word.length && !EMPTY.has(word))
  return documents.map(({ file, text }) => {
    const lower = text.toLowerCase()
    return {
      file,
      held: asked.filter((word) => lower.includes(word)).length,
      lines: lower.split("\n").filter((line) => asked.some((word) => line.includes(word))).length,
    }
  }).filter(({ lines }) => 0 < lines).sort((a, b) => b.held - a.held || b.lines - a.lines || (a.file < b.file ? -1 : 1))
    .slice(0, MOST)
}
