// `npm run bench:search -- --large FOLDER [--rounds N]`: what search costs in a large repository. Indexes the folder where that
// is not done, opens the index as a server does, and tells the first answer, the time and memory of what is made for
// search, and what a question takes of the clock and of the processor, by kind: names, words that are few, words that stand
// everywhere, whole sentences. Questions are drawn from the repository, the same ones for the same index.

import { heapStats } from "bun:jsc"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Node from "../lib/graph/node.ts"
import * as Models from "../lib/platform/models.ts"
import * as Find from "../lib/search/find.ts"
import * as Searched from "../lib/search/searched.ts"
import * as StaticTable from "../lib/search/static_table.ts"
import * as Vectors from "../lib/search/vectors.ts"
import * as WordIndex from "../lib/search/word_index.ts"
import { open } from "../promise.ts"
import { drawFrom } from "./draw.ts"
import { measure as run, source } from "./processes.ts"
import { quantile } from "./quantile.ts"
import { table } from "./table.ts"
import { started, type Took } from "./took.ts"

const EACH = 60
const LIMIT = 20

/** What an answer says while words are not known. */
const BEHIND = "words are still being indexed"

/** Megabytes that the heap holds, with what lies beside it for it, but not what is read from a file by its pages. */
const held = (): number => {
  Bun.gc(true)
  return heapStats().heapSize / 1e6
}

/** What a server answers to the first question of all, and how long that takes; the same once words are there. */
const first = async (root: string): Promise<ReadonlyArray<string>> => {
  const { load } = await import("../cli/surface.ts")
  const errors: Array<unknown> = []
  const opening = started()
  const { surface, dispose } = await load({
    profile: undefined,
    structured: true,
    typed: {},
    audit: undefined,
    onError: (error) => errors.push(error),
  })
  const ask = (name: string, input: Record<string, unknown>) =>
    surface.call(name, { repo: root, ...input }, { signal: new AbortController().signal })
  await ask("context", { name: "main" })
  const opened = opening()
  const question = "where is the order of filters decided"
  const asking = started()
  const { text } = await ask("query", { search_query: question })
  const answered = asking()
  let last = String(text)
  const waiting = started()
  while (last.includes(BEHIND)) {
    await Bun.sleep(50)
    last = String((await ask("query", { search_query: question })).text)
  }
  const later = started()
  await ask("query", { search_query: `${question} here` })
  const again = later()
  if (errors.length !== 0) throw new Error(String(errors[0]))
  await dispose()
  return [
    `a server: opened by another tool in ${opened.wall.toFixed(0)} ms`,
    `first question ${answered.wall.toFixed(0)} ms, ${
      String(text).includes(BEHIND) ? "without words" : "with words"
    }; words ${waiting().wall.toFixed(0)} ms later; another question as a tool ${again.wall.toFixed(1)} ms`,
  ]
}

/** Questions by kind. */
export const questionsOf = (searched: Searched.Searched): Readonly<Record<string, ReadonlyArray<string>>> => {
  const { graph, passages: { rows, termOffsets, terms, words } } = searched
  const draw = drawFrom(1)
  const frequency = new Uint32Array(words.count)
  for (const term of terms) frequency[term]!++
  const isPlain = (word: string) => /^[a-z]{3,}$/.test(word)
  const common = Array.from(frequency.keys()).filter((id) => isPlain(words.at(id)))
    .sort((a, b) => frequency[b]! - frequency[a]!).slice(0, 40).map((id) => words.at(id))
  const ofRow = (count: number): string => {
    for (;;) {
      const row = draw(rows)
      const own = [...terms.subarray(termOffsets[row], termOffsets[row + 1])].map((id) => words.at(id)).filter(isPlain)
      if (own.length < count) continue
      return Array.from({ length: count }, () => own[draw(own.length)]!).join(" ")
    }
  }
  const name = () => Node.nameOf(graph, graph.byName[draw(graph.byName.length)]!)
  const times = <A>(of: (i: number) => A) => Array.from({ length: EACH }, (_, i) => of(i))
  return {
    names: times(name),
    "a few words": times((i) => ofRow(2 + i % 3)),
    "commonest words": times((i) =>
      Array.from({ length: 1 + i % 3 }, (_, n) => common[(i + n * 7) % common.length]!).join(" ")
    ),
    sentences: times((i) =>
      `how does the ${ofRow(4)} of a ${name()} work when the ${ofRow(5)} is ${common[i % common.length]}`
    ),
  }
}

export const measure = async (root: string, rounds: number): Promise<void> => {
  // In a process of its own, so that nothing of it is in the memory that is measured.
  await run([...source("cli/main.ts"), "analyze", root])
  const { graph, passages } = await open(root)
  if (passages === undefined) throw new Error(`Cannot search ${root}: its index has no passages`)
  console.log(
    `${graph.byName.length} definitions, ${passages.rows} passages, ${passages.terms.length} words in these, ` +
      `${passages.words.count} distinct`,
  )
  const tableBytes = [
    passages.node,
    passages.startLine,
    passages.endLine,
    passages.digests,
    passages.termOffsets,
    passages.terms,
    passages.counts,
    passages.vectors,
    passages.scales,
    ...Object.values(passages.packed).flatMap(({ offsets, blob }) => [offsets, blob]),
  ].reduce((sum, { byteLength }) => sum + byteLength, 0)
  const embedder = StaticTable.embedder(Either.getOrThrow(Models.table()))
  embedder.query("warm")
  const before = held()
  const building = started()
  const searched = Searched.make(graph, passages)
  const words = await Effect.runPromise(WordIndex.build(Searched.textsOf(searched)))
  const built = building()
  const afterWords = held()
  const copying = started()
  const vectors = Vectors.exact(passages)
  const copied = copying()
  const afterVectors = held()
  const vectorOf = Searched.vectorsOf(embedder, searched)
  const ask = (question: string) =>
    Find.find(searched, { text: question, about: [] }, LIMIT, {
      words,
      meanings: Searched.meanings(passages, vectors, embedder.query(question), vectorOf),
    })
  const kinds = Object.entries(questionsOf(searched))
  const all = kinds.flatMap(([, questions]) => questions)
  const cold: Array<number> = []
  for (const question of all) {
    const took = started()
    ask(question)
    cold.push(took().wall)
  }
  const afterAll = held()
  const took: Record<string, Array<Took>> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [kind, questions] of kinds) {
      for (const question of questions) {
        const since = started()
        ask(question)
        const it = since()
        for (const name of [kind, "all"]) (took[name] ??= []).push(it)
      }
    }
  }
  // A copy for the kernel; the heap's own figures count its memory once more for each view.
  const laidOut = passages.vectors.byteLength / 1e6
  const remembered = afterAll - afterVectors
  const mb = (it: number) => `${it.toFixed(0)} MB`
  console.log(
    `word index ${built.wall.toFixed(0)} ms, ${built.processor.toFixed(0)} ms of processors; ` +
      `vectors laid out ${copied.wall.toFixed(0)} ms`,
  )
  console.log(
    `memory above the graph ${mb(tableBytes / 1e6 + afterWords - before + laidOut + remembered)}: table ${
      mb(tableBytes / 1e6)
    }, ` +
      `words ${mb(afterWords - before)}, vectors laid out ${mb(laidOut)}, ` +
      `remembered after ${all.length} questions ${mb(remembered)}`,
  )
  console.log(
    `asked for the first time: p50 ${quantile(cold, 0.5).toFixed(2)}, p95 ${quantile(cold, 0.95).toFixed(2)} ms\n`,
  )
  console.log(table(
    ["warm, milliseconds", "questions", "p50", "p95", "most", "processor p50", "processor p95", "mean"],
    [...kinds.map(([kind]) => kind), "all"].map((kind) => {
      const walls = took[kind]!.map(({ wall }) => wall)
      const processors = took[kind]!.map(({ processor }) => processor)
      const numbers = [
        quantile(walls, 0.5),
        quantile(walls, 0.95),
        Math.max(...walls),
        quantile(processors, 0.5),
        quantile(processors, 0.95),
        processors.reduce((a, b) => a + b, 0) / processors.length,
      ]
      return [kind, String(took[kind]!.length / rounds), ...numbers.map((it) => it.toFixed(2))]
    }),
  ))
  for (const line of await first(root)) console.log(line)
}
