// `npm run bench:search [-- --only a,b] [--sets semble,commits,own] [--list N]`: how well questions are answered. NDCG@10 on a
// public benchmark, the place of the first right file for subjects of commits, and for questions of our own also that of
// the right definition, beside plain word counts. Rows are those of the answer in their order. Indexes are kept in
// .corpora/search/home.

import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Graph } from "../lib/graph/graph.ts"
import * as Node from "../lib/graph/node.ts"
import * as Models from "../lib/platform/models.ts"
import * as StaticTable from "../lib/search/static_table.ts"
import * as Find from "../lib/search/find.ts"
import * as Searched from "../lib/search/searched.ts"
import * as Vectors from "../lib/search/vectors.ts"
import * as WordIndex from "../lib/search/word_index.ts"
import { nearTheBest } from "../lib/tools/query.ts"
import { refresh } from "../promise.ts"
import { ROOT, run } from "../scripts/processes.mjs"
import { drawFrom } from "./draw.ts"
import * as Plain from "./plain_search.ts"
import { quantile } from "./quantile.ts"
import * as Texts from "./search_texts.ts"
import * as Sets from "./search_sets.ts"
import { table } from "./table.ts"

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const only = option("only")?.split(",")
const wanted = (option("sets") ?? "semble,commits,own").split(",")
const listed = Number(option("list") ?? 0)

const FOLDER = join(ROOT, ".corpora", "search")
const HOME = join(FOLDER, "home")
const OUT = join(FOLDER, "results")
mkdirSync(OUT, { recursive: true })

const embedder = StaticTable.embedder(Either.getOrThrow(Models.table()))

interface Row {
  readonly file: string
  readonly startLine: number
  readonly endLine: number
  readonly symbol?: string
}

type Answer = (question: string) => ReadonlyArray<Row>

interface Laid {
  readonly set: Sets.QuestionSet
  readonly answers: Readonly<Record<System, Answer>>
  readonly plain: () => Plain.Corpus
  readonly rows: number
  /** Milliseconds to make the word index. */
  readonly build: number
}

const SYSTEMS = ["words", "meaning", "fused", "ranked"] as const
type System = typeof SYSTEMS[number]

const MOST = 20

/** Reciprocal ranks of two lists, the second of which weighs less. */
const FUSED = { k: 10, words: 0.4 }

const layOut = async (set: Sets.QuestionSet): Promise<Laid> => {
  const { graph, passages } = await refresh(set.root, { home: HOME, storage: "home" })
  if (passages === undefined) throw new Error(`Cannot search ${set.name}: its index has no passages`)
  const began = performance.now()
  const searched = Searched.make(graph, passages)
  const words = await Effect.runPromise(WordIndex.build(Searched.textsOf(searched)))
  const build = performance.now() - began
  const vectors = Vectors.exact(passages)
  const vectorOf = Searched.vectorsOf(embedder, searched)
  const meanings = (question: string): Find.Meanings =>
    Searched.meanings(passages, vectors, embedder.query(question), vectorOf)
  const rowOf = (row: number): Row => ({
    file: Node.pathOf(graph, passages.node[row]!),
    startLine: passages.startLine[row]!,
    endLine: passages.endLine[row]!,
  })
  const byWords = (question: string) => words.search(question).best(200)
  const byMeaning = (question: string) => meanings(question).best(200)
  const fused = (question: string) => {
    const worth = new Map<number, number>()
    const add = (rows: ReadonlyArray<number>, weight: number) =>
      rows.forEach((row, at) => worth.set(row, (worth.get(row) ?? 0) + weight / (FUSED.k + at + 1)))
    add(byMeaning(question), 1)
    add(byWords(question), FUSED.words)
    return [...worth].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([row]) => row)
  }
  const first = (rows: ReadonlyArray<number>) => rows.slice(0, MOST).map(rowOf)
  return {
    set,
    rows: passages.rows,
    build,
    plain: () => Plain.corpusOf(texts(graph, set.root)),
    answers: {
      words: (question) => first(byWords(question)),
      meaning: (question) => first(byMeaning(question)),
      fused: (question) => first(fused(question)),
      ranked: (question) => {
        const by = { words, meanings: meanings(question) }
        const hits = Find.find(searched, { text: question, about: [] }, MOST, by)
        return hits.slice(0, nearTheBest(hits)).map((hit) => ({
          file: Node.pathOf(graph, hit.node),
          startLine: hit.startLine,
          endLine: hit.endLine,
          ...(Node.isSymbol(graph, hit.node) ? { symbol: Node.nameOf(graph, hit.node) } : {}),
        }))
      },
    },
  }
}

const texts = (graph: Graph, root: string): ReadonlyArray<Plain.Document> =>
  [...graph.files].flatMap((file) => {
    const text = Texts.textOf(graph, root, file)
    return text === undefined ? [] : [{ file: Node.pathOf(graph, file), text }]
  })

const fixed = (number: number): string => number.toFixed(4)
const mean = (numbers: ReadonlyArray<number>): number =>
  numbers.length === 0 ? 0 : numbers.reduce((a, b) => a + b, 0) / numbers.length

/** 1 over the place of the first file that is right, each file counted once; 0 where none is. */
const reciprocal = (files: ReadonlyArray<string>, expected: ReadonlyArray<Sets.Place>): number => {
  const at = [...new Set(files)].findIndex((file) => expected.some((it) => it.file === file))
  return at === -1 ? 0 : 1 / (at + 1)
}

/** Weights are fitted to one half of the repositories and have to hold on the other. */
const half = (name: string): "fitted" | "kept" => {
  let hash = 0
  for (const character of name) hash = (hash * 31 + character.charCodeAt(0)) >>> 0
  return hash % 2 === 0 ? "fitted" : "kept"
}

interface Scored {
  readonly ndcg10: number
  readonly byRepo: ReadonlyArray<{ readonly repo: string; readonly language: string; readonly ndcg10: number }>
  readonly byCategory: Readonly<Record<string, { readonly queries: number; readonly ndcg10: number }>>
}

const times: Array<number> = []
const builds: Array<string> = []

const semble = async (): Promise<void> => {
  const sets = Sets.semble().filter(({ name }) => only === undefined || only.includes(name))
  const lines: Record<System, Array<string>> = { words: [], meaning: [], fused: [], ranked: [] }
  for (const set of sets) {
    const { answers, rows, build } = await layOut(set)
    builds.push(`${set.name} ${rows} passages ${build.toFixed(0)} ms`)
    for (const { query } of set.questions) {
      for (const system of SYSTEMS) {
        const began = performance.now()
        const results = answers[system](query)
        if (system === "ranked") times.push(performance.now() - began)
        lines[system].push(JSON.stringify({ repo: set.name, query, results }))
      }
    }
    console.error(`${set.name}: ${rows} passages`)
  }
  const scored: Array<readonly [System, Scored, Scored]> = []
  for (const system of SYSTEMS) {
    const out = join(OUT, `semble-${system}.jsonl`)
    writeFileSync(out, `${lines[system].join("\n")}\n`)
    const score = async (...flags: ReadonlyArray<string>): Promise<Scored> => {
      const { stdout } = await run("node", [Sets.SCORER, out, "--set", Sets.SEMBLE, "--answered", "--json", ...flags])
      return JSON.parse(stdout)
    }
    scored.push([system, await score("--available"), await score()])
    if (system === "ranked" && 0 < listed) {
      const list = await run("node", [Sets.SCORER, out, "--set", Sets.SEMBLE, "--answered", "--list", String(listed)])
      console.log(list.stdout.slice(list.stdout.indexOf("lowest:")))
    }
  }
  const ranked = Sets.published("bm25_ranked")
  const isAvailable = Sets.available()
  console.log(`\nNDCG@10, ${scored[0]![1].byRepo.length} repositories at the pinned commit`)
  console.log(table(
    ["", ...SYSTEMS],
    [
      ["all", ...scored.map(([, it]) => fixed(it.ndcg10))],
      ...(["fitted", "kept"] as const).map((name) => [
        `${name} half`,
        ...scored.map(([, it]) =>
          fixed(mean(it.byRepo.filter(({ repo }) => half(repo) === name).map(({ ndcg10 }) => ndcg10)))
        ),
      ]),
      ...Object.keys(scored[0]![1].byCategory).map((name) => [
        name,
        ...scored.map(([, it]) => fixed(it.byCategory[name]!.ndcg10)),
      ]),
    ],
  ))
  const groups = new Map<string, Array<string>>()
  for (const { repo, language } of scored[0]![2].byRepo) {
    groups.set(language, [...(groups.get(language) ?? []), repo])
  }
  const rowOf = (name: string, repos: ReadonlyArray<string>): ReadonlyArray<string> => {
    const own = scored.map(([, , it]) =>
      mean(it.byRepo.filter(({ repo }) => repos.includes(repo)).map(({ ndcg10 }) => ndcg10))
    )
    const other = mean(repos.map((repo) => ranked.get(repo) ?? 0))
    return [name, ...own.map(fixed), fixed(other), fixed(own.at(-1)! - other)]
  }
  const head = [...SYSTEMS, "bm25_ranked", "difference"]
  console.log(`\n${table(["language", ...head], [...groups].map(([language, repos]) => rowOf(language, repos)))}`)
  console.log(`\n${
    table(
      ["repository", ...head],
      scored[0]![2].byRepo.map(({ repo }) => rowOf(isAvailable.has(repo) ? repo : `${repo} (near)`, [repo])),
    )
  }`)
}

const SAMPLES = 10_000

/** The middle 90 % of how much better the second is, over samples of the questions. */
const interval = (pairs: ReadonlyArray<readonly [number, number]>): readonly [number, number] => {
  const draw = drawFrom(1)
  const gains = Array.from({ length: SAMPLES }, () => {
    let sum = 0
    for (let i = 0; i < pairs.length; i++) {
      const [a, b] = pairs[draw(pairs.length)]!
      sum += b - a
    }
    return sum / pairs.length
  }).sort((a, b) => a - b)
  return [gains[Math.floor(SAMPLES * 0.05)]!, gains[Math.floor(SAMPLES * 0.95)]!]
}

const commits = async (): Promise<void> => {
  const pairs: Array<readonly [number, number]> = []
  const rows: Array<ReadonlyArray<string>> = []
  for (const set of Sets.localisation()) {
    const { answers, plain: corpus } = await layOut(set)
    const plain = corpus()
    const own: Array<Record<System | "plain", number>> = set.questions.map(({ query, expected }) => {
      const of = (files: ReadonlyArray<string>) => reciprocal(files, expected)
      return {
        plain: of(Plain.bm25(plain, query, set.searched)),
        words: of(answers.words(query).map(({ file }) => file)),
        meaning: of(answers.meaning(query).map(({ file }) => file)),
        fused: of(answers.fused(query).map(({ file }) => file)),
        ranked: of(answers.ranked(query).map(({ file }) => file)),
      }
    })
    for (const it of own) pairs.push([it.plain, it.ranked])
    const [low, high] = interval(own.map((it) => [it.plain, it.ranked] as const))
    rows.push([
      set.name,
      String(set.questions.length),
      ...(["plain", ...SYSTEMS] as const).map((system) => fixed(mean(own.map((it) => it[system])))),
      `${fixed(low)} … ${fixed(high)}`,
    ])
  }
  const [low, high] = interval(pairs)
  rows.push([
    "both",
    String(pairs.length),
    fixed(mean(pairs.map(([a]) => a))),
    "",
    "",
    "",
    fixed(mean(pairs.map(([, b]) => b))),
    `${fixed(low)} … ${fixed(high)}`,
  ])
  console.log(
    "\nSubjects of commits: MRR of the first file that the commit changed, and the gain over plain BM25 (90 %)",
  )
  console.log(table(["repository", "questions", "plain", ...SYSTEMS, "gain"], rows))
}

const own = async (): Promise<void> => {
  interface Judged {
    readonly category: string
    readonly plain: number
    readonly counted: number
    readonly countedBytes: number
    readonly ranked: number
    readonly symbol: number | undefined
    readonly line: number | undefined
  }
  const all: Array<Judged> = []
  for (const set of Sets.own()) {
    const { answers, plain: corpus } = await layOut(set)
    const plain = corpus()
    for (const { query, category, expected, symbol } of set.questions) {
      const counted = Plain.count(plain, query)
      const found = answers.ranked(query)
      const at = symbol === undefined
        ? -1
        : found.findIndex((it) => it.symbol === symbol && it.file === expected[0]!.file)
      const { startLine } = expected[0]!
      const lineAt = startLine === undefined
        ? -1
        : found.findIndex((it) => it.file === expected[0]!.file && it.startLine <= startLine && startLine <= it.endLine)
      all.push({
        category,
        plain: reciprocal(Plain.bm25(plain, query), expected),
        counted: reciprocal(counted.map(({ file }) => file), expected),
        countedBytes: counted.reduce((sum, { file, lines }) => sum + `${file}:${lines}\n`.length, 0),
        ranked: reciprocal(found.map(({ file }) => file), expected),
        symbol: symbol === undefined ? undefined : at === -1 ? 0 : 1 / (at + 1),
        line: startLine === undefined ? undefined : lineAt === -1 ? 0 : 1 / (lineAt + 1),
      })
      if (0 < listed && all.at(-1)!.ranked < 1) {
        console.log(`${set.name} ${category} "${query}" ${found.slice(0, 3).map((it) => it.file).join(" ")}`)
      }
    }
  }
  const rowOf = (name: string, of: ReadonlyArray<Judged>) => [
    name,
    String(of.length),
    fixed(mean(of.map((it) => it.counted))),
    mean(of.map((it) => it.countedBytes)).toFixed(0),
    fixed(mean(of.map((it) => it.plain))),
    fixed(mean(of.map((it) => it.ranked))),
    fixed(mean(of.flatMap((it) => it.symbol ?? []))),
    fixed(mean(of.flatMap((it) => it.line ?? []))),
  ]
  const kinds = [...new Set(all.map(({ category }) => category))]
  console.log(
    "\nQuestions of our own: MRR of the right file, of the right definition, of the passage with the right line",
  )
  console.log(table(
    ["kind", "questions", "word count", "its bytes", "plain BM25", "ranked", "definition", "line"],
    [...kinds.map((kind) => rowOf(kind, all.filter((it) => it.category === kind))), rowOf("all", all)],
  ))
}

const large = option("large")
if (large !== undefined) {
  const { measure } = await import("./search_large.ts")
  await measure(resolve(large), Number(option("rounds") ?? 3))
  process.exit()
}
if (wanted.includes("semble")) await semble()
if (wanted.includes("commits")) await commits()
if (wanted.includes("own")) await own()
if (0 < times.length) {
  times.sort((a, b) => a - b)
  console.log(`\na question: p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms`)
  console.log(`word indexes: ${builds.join(", ")}`)
}
