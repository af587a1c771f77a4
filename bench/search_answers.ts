// `bun bench/search_answers.ts`: what an agent pays for what it finds. The questions of our own as a client asks them, in
// several forms: MRR of the right file in the rows of the answer, how often it is among them, and bytes of the whole
// answer; beside it words that are counted in files, as somebody does who has a text search and nothing else.

import { join } from "node:path"
import { refresh } from "../promise.ts"
import { ROOT } from "../scripts/processes.mjs"
import * as Plain from "./plain_search.ts"
import { quantile } from "./quantile.ts"
import * as Sets from "./search_sets.ts"
import * as Texts from "./search_texts.ts"
import { table } from "./table.ts"
import * as Node from "../lib/graph/node.ts"

const HOME = join(ROOT, ".corpora", "search", "home")

const FORMS: Readonly<Record<string, object>> = {
  "as it comes": {},
  "max_symbols 10": { max_symbols: 10 },
  "max_symbols 5": { max_symbols: 5 },
  "maxTokens 500": { maxTokens: 500 },
}

interface Judged {
  readonly worth: number
  readonly bytes: number
  readonly rows: number
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length
const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.reduce((a, b) => a + b, 0) / Math.max(1, numbers.length)

const worthOf = (files: ReadonlyArray<string>, expected: ReadonlyArray<Sets.Place>): number => {
  const at = [...new Set(files)].findIndex((file) => expected.some((it) => it.file === file))
  return at === -1 ? 0 : 1 / (at + 1)
}

const judged = new Map<string, Array<Judged>>()
const note = (form: string, it: Judged) => judged.set(form, [...judged.get(form) ?? [], it])

interface Row {
  readonly file: string
}

for (const set of Sets.own()) {
  const index = await refresh(set.root, { home: HOME, storage: "home" })
  const documents = [...index.graph.files].flatMap((file) => {
    const text = Texts.textOf(index.graph, set.root, file)
    return text === undefined ? [] : [{ file: Node.pathOf(index.graph, file), text }]
  })
  const corpus = Plain.corpusOf(documents)
  for (const { query, expected } of set.questions) {
    const counted = Plain.count(corpus, query)
    const text = counted.map(({ file, lines }) => `${file}:${lines}\n`).join("")
    note("word count", {
      worth: worthOf(counted.map(({ file }) => file), expected),
      bytes: bytesOf(text),
      rows: counted.length,
    })
    for (const [form, more] of Object.entries(FORMS)) {
      const { text } = await index.call("query", { search_query: query, ...more })
      const { definitions }: { readonly definitions: ReadonlyArray<Row> } = JSON.parse(text)
      note(form, {
        worth: worthOf(definitions.map(({ file }) => file), expected),
        bytes: bytesOf(text),
        rows: definitions.length,
      })
    }
  }
  await index.close()
}

console.log(table(
  ["", "questions", "MRR of the file", "file among the rows", "rows", "bytes", "p95 of bytes"],
  [...judged].map(([form, all]) => [
    form,
    String(all.length),
    mean(all.map(({ worth }) => worth)).toFixed(4),
    `${(100 * mean(all.map(({ worth }) => worth === 0 ? 0 : 1))).toFixed(0)} %`,
    mean(all.map(({ rows }) => rows)).toFixed(1),
    mean(all.map(({ bytes }) => bytes)).toFixed(0),
    quantile(all.map(({ bytes }) => bytes).sort((a, b) => a - b), 0.95).toFixed(0),
  ]),
))
