// The word index of a graph that was made from that of an older one answers what one answers that was built of the graph
// alone: the same nodes, scores and shares, whatever was edited in between; and the older one goes on as it was.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Draft from "../../lib/graph/draft.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import { EDGE_KINDS, REASONS } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Documents from "../../lib/search/documents.ts"
import * as Lexical from "../../lib/search/lexical.ts"
import { effect, law } from "../_kit/effect.ts"

interface Definition {
  readonly name: string
  readonly doc: string
  /** Names of what it calls, anywhere. */
  readonly calls: ReadonlyArray<string>
  /** Does the one before hold it? */
  readonly isInner: boolean
}

/** Definitions by path. */
type Sources = Readonly<Record<string, ReadonlyArray<Definition>>>

const graphOf = (sources: Sources): Graph => {
  const draft = new Draft.Draft()
  const byName = new Map<string, number>()
  const calls: Array<readonly [source: number, name: string]> = []
  for (const path of Object.keys(sources)) {
    const definitions = sources[path]!
    const file = draft.addNode({
      kind: "File",
      flags: 0,
      name: path,
      file: Draft.NONE,
      parent: Draft.NONE,
      start: 0,
      end: definitions.length + 1,
      nameStart: 0,
    })
    draft.setLines(file, Uint32Array.of(0))
    let last = file
    definitions.forEach(({ name, doc, calls: called, isInner }, i) => {
      const node = draft.addNode({
        kind: "Function",
        flags: 0,
        name,
        file,
        parent: isInner ? last : file,
        start: i,
        end: i + 1,
        nameStart: i,
        doc,
      })
      if (!isInner) last = node
      byName.set(name, node)
      for (const it of called) calls.push([node, it])
    })
  }
  for (const [source, name] of calls) {
    const target = byName.get(name)
    if (target !== undefined) {
      draft.addEdge(EDGE_KINDS.CALLS.code, source, target, 90, REASONS.local.code, 0)
    }
  }
  return Draft.freeze(draft)
}

const WORDS = ["read", "reader", "write", "writer", "parse", "parsing", "parser", "queue", "token", "tokens", "re", "é"]

const word = fc.constantFrom(...WORDS)
const name = fc.oneof(word, fc.tuple(word, word).map(([a, b]) => `${a}_${b}`), fc.constant("_"))
const definition: fc.Arbitrary<Definition> = fc.record({
  name,
  doc: fc.array(word, { maxLength: 3 }).map((words) => words.join(" ")),
  calls: fc.array(name, { maxLength: 3 }),
  isInner: fc.boolean(),
})
const path = fc.constantFrom("a.ts", "b/parse.ts", "b/z.py", "c/read_queue.ts", "d", "token.ts")
const sources: fc.Arbitrary<Sources> = fc.dictionary(path, fc.array(definition, { maxLength: 8 }), { maxKeys: 6 })

/** What becomes of a file: it is written anew, moved away, or one definition of it changes its place, goes or comes. */
const edit = fc.oneof(
  fc.record({ at: path, to: fc.array(definition, { maxLength: 8 }) }),
  fc.record({ at: path, from: path }),
  fc.record({ at: path, put: definition, place: fc.nat(8), gone: fc.nat(2) }),
)

type Change = typeof edit extends fc.Arbitrary<infer A> ? A : never

const edited = (all: Sources, change: Change): Sources => {
  if ("to" in change) return { ...all, [change.at]: change.to }
  if ("from" in change) {
    const { [change.from]: moved, ...rest } = all
    return moved === undefined ? rest : { ...rest, [change.at]: moved }
  }
  const list = [...(all[change.at] ?? [])]
  list.splice(change.place, change.gone, change.put)
  return { ...all, [change.at]: list }
}

const QUESTIONS = [
  ...WORDS,
  "read write",
  "parser of tokens",
  "pars queue",
  "toke",
  "read queue token writer",
  "nothing",
]

const answers = (lexical: Lexical.Lexical, questions: ReadonlyArray<string> = QUESTIONS) =>
  questions.map((question) => lexical.search(question, 10_000))

law(
  "after any edits the answers are those of an index that is built anew, and older ones stay",
  fc.tuple(
    sources,
    fc.array(edit, { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }),
  ),
  ([first, edits, bases]) =>
    Effect.gen(function* () {
      let now = first
      const indexes = [yield* Lexical.build(graphOf(now))]
      const before = [answers(indexes[0]!)]
      for (const [i, change] of edits.entries()) {
        now = edited(now, change)
        const graph = graphOf(now)
        // Mostly from the last; now and then two from the same.
        const base = indexes[bases[i] === 0 ? Math.floor(indexes.length / 2) : indexes.length - 1]!
        const index = yield* Lexical.after(base, graph)
        const cold = yield* Lexical.build(graph)
        expect(index.documents).toBe(cold.documents)
        expect(answers(index)).toEqual(answers(cold))
        indexes.push(index)
        before.push(answers(index))
      }
      indexes.forEach((index, i) => expect(answers(index)).toEqual(before[i]!))
    }),
  { runs: 150 },
)

law(
  "where a node's words are others, so is its digest",
  fc.tuple(sources, edit),
  ([first, change]) => {
    const rows = [first, edited(first, change)].flatMap((all) => {
      const graph = graphOf(all)
      const digest = Documents.digester(graph)
      const into = new Uint32Array(2)
      return Array.from({ length: graph.nodes.rows }, (_, node) => node).flatMap((node) => {
        if (!Documents.isDocument(graph, node)) return []
        digest(node, into, 0)
        return [{ digest: into.join(" "), words: [...Documents.wordsOf(graph, node)].sort().join(" ") }]
      })
    })
    const wordsOf = new Map<string, string>()
    for (const { digest, words } of rows) {
      expect(wordsOf.get(digest) ?? words).toBe(words)
      wordsOf.set(digest, words)
    }
  },
)

const plain = (name: string, doc = ""): Definition => ({ name, doc, calls: [], isInner: false })

/** So many files of ten definitions, whose documentation is said by number. */
const many = (files: number, docOf: (i: number) => string): Sources =>
  Object.fromEntries(
    Array.from({ length: files }, (_, f) => [
      `f${String(f).padStart(4, "0")}.ts`,
      Array.from({ length: 10 }, (_, d) => plain(`q${f * 10 + d}z`, docOf(f * 10 + d))),
    ]),
  )

effect(
  "a word that becomes common, and rare again, acts as in an index that is built anew",
  Effect.gen(function* () {
    const questions = ["alpha", "beta", "alpha beta", "alpha beta gamma", "alph", "gamma"]
    // Of 4,500 documents 395, 396, … hold "alpha"; 400 is the border. "beta" is common all the time.
    const world = (alphas: number) =>
      many(450, (i) => `${i % 11 === 0 && i < alphas * 11 ? "alpha" : ""} ${i % 3 === 0 ? "beta" : ""} gamma${i % 7}`)
    let index = yield* Lexical.build(graphOf(world(395)))
    for (const alphas of [399, 400, 401, 405, 402, 400, 396, 403]) {
      const graph = graphOf(world(alphas))
      index = yield* Lexical.after(index, graph)
      const cold = yield* Lexical.build(graph)
      expect(index.search("alpha", 10_000).length, String(alphas)).toBe(alphas)
      expect(answers(index, questions), String(alphas)).toEqual(answers(cold, questions))
    }
  }),
  60_000,
)

effect(
  "where more documents fit than are ranked, the same ones are",
  Effect.gen(function* () {
    // Each of 16 words is in some 382 documents of 5,600 and so not common; a question for all of them fits all 5,600.
    const words = Array.from({ length: 16 }, (_, i) => `word${String.fromCharCode(97 + i)}`)
    const world = (shift: number) =>
      many(560, (i) => `${words[(i + (i < 40 ? shift : 0)) % 16]!} ${i % 11 === 0 ? words[(i + 3) % 16]! : ""}`)
    const questions = [words.join(" "), words.slice(3).join(" "), `${words.join(" ")} missing`]
    let index = yield* Lexical.build(graphOf(world(0)))
    expect(index.search(questions[0]!, 10_000).length).toBe(4_000)
    for (const shift of [1, 5, 2]) {
      const graph = graphOf(world(shift))
      index = yield* Lexical.after(index, graph)
      expect(answers(index, questions)).toEqual(answers(yield* Lexical.build(graph), questions))
    }
  }),
  60_000,
)

effect(
  "two that are made from one at the same time know nothing of each other",
  Effect.gen(function* () {
    const world = (doc: string) => many(150, (i) => i < 50 ? `${doc} ${i % 3}` : "rest")
    const first = yield* Lexical.build(graphOf(world("one")))
    const graphs = [graphOf(world("two")), graphOf(world("three"))]
    const both = yield* Effect.forEach(graphs, (graph) => Lexical.after(first, graph), { concurrency: 2 })
    for (const [i, graph] of graphs.entries()) {
      const asked = ["one", "two", "three", "rest", "two rest", "three 1"]
      expect(answers(both[i]!, asked)).toEqual(answers(yield* Lexical.build(graph), asked))
    }
    expect(first.search("two", 10)).toEqual([])
    expect(first.search("one", 1_000).length).toBe(50)
  }),
)

test("only what says something else is cut into words", async () => {
  const world = (doc: string) => many(30, (i) => i === 155 ? doc : "rest")
  const cut: Array<string> = []
  const wordsOf: typeof Documents.wordsOf = (graph, node) => {
    cut.push(Node.nameOf(graph, node))
    return Documents.wordsOf(graph, node)
  }
  const first = await Effect.runPromise(Lexical.build(graphOf(world("one")), wordsOf))
  expect(cut.length).toBe(330)
  cut.length = 0
  // A definition that stands before it moves all others of its file.
  const next = world("two")
  const moved = { ...next, "f0015.ts": [plain("fresh"), ...next["f0015.ts"]!] }
  await Effect.runPromise(Lexical.after(first, graphOf(moved)))
  expect(cut).toEqual(["fresh", "q155z"])
})

test("a store that keeps too much of what is gone is given up", async () => {
  let cut = 0
  const wordsOf: typeof Documents.wordsOf = (graph, node) => {
    cut++
    return Documents.wordsOf(graph, node)
  }
  const said = (step: number) => `${String.fromCharCode(97 + step)}lone`
  const world = (step: number) => many(30, (i) => i < 20 ? said(step) : "rest")
  let index = await Effect.runPromise(Lexical.build(graphOf(world(0)), wordsOf))
  const cuts: Array<number> = []
  for (let step = 1; step <= 12; step++) {
    cut = 0
    index = await Effect.runPromise(Lexical.after(index, graphOf(world(step))))
    cuts.push(cut)
    expect(index.search(said(step), 100).length).toBe(20)
    expect(index.search(said(step - 1), 100).length).toBe(0)
  }
  // 200 documents may be dead: ten times twenty, then all 330 are cut anew.
  expect(cuts).toEqual([...Array(10).fill(20), 330, 20])
})
