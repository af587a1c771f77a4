// What answers questions in words about one open repository: its passages by name, by the words that they hold and by what
// they mean. Names are known at once, words when their index is made, meanings where an embedder knows them; what is not
// known when somebody asks, the answer says.

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Graph, NodeId } from "../graph/graph.ts"
import type { Passages } from "../graph/passages.ts"
import type { Digest } from "../machine/digest.ts"
import type { Files } from "../machine/files.ts"
import { Http } from "../machine/http.ts"
import { Embeddings } from "../search/embedder.ts"
import * as Find from "../search/find.ts"
import * as Documentation from "../search/documentation.ts"
import * as Searched from "../search/searched.ts"
import * as Similar from "../search/similar.ts"
import { exact as exactOver } from "../search/vectors.ts"
import * as WordIndex from "../search/word_index.ts"
import * as Embedding from "./embedding.ts"
import type { Home } from "./home.ts"
import * as SingleRun from "./single_run.ts"
import * as Vectors from "./vectors.ts"

/** The words of a graph, for those of the next one to be made from. */
export interface Indexed {
  readonly graph: Graph
  readonly words: WordIndex.WordIndex
}

export interface Answered {
  readonly hits: ReadonlyArray<Find.Hit>
  /** Are the words of all passages known by now? */
  readonly byWords: boolean
  /** Why meanings did not count; undefined where they did. */
  readonly withoutMeanings?: string
  /** Passages whose meaning is not known yet: they changed, and the embedder of the others was not told of them. */
  readonly unembedded: number
  /** Was every vector looked at though a native index is set? The log says why. */
  readonly otherIndex: boolean
}

/** What a definition is like. */
export interface Alike {
  /** The most alike first. */
  readonly found: ReadonlyArray<Similar.Similar>
  /** Why nothing was compared; undefined where it was. */
  readonly without?: string
  /** Passages that were compared with nothing, since they changed and have no vectors yet. */
  readonly unembedded: number
  readonly otherIndex: boolean
}

export interface Finder {
  /** @param limit Most hits. */
  readonly find: (question: Find.Question, limit: number) => Effect.Effect<Answered>
  /** The same by the words of documentation alone. */
  readonly inDocumentation: (text: string, limit: number) => Effect.Effect<ReadonlyArray<Find.Hit>>
  readonly similar: (node: NodeId) => Effect.Effect<Alike>
  /** Makes the words, where they are not made. */
  readonly words: Effect.Effect<void>
  /** Makes what the first question needs beside them. */
  readonly ready: Effect.Effect<void>
}

/** What is near to a question, and what is to be known of how that was found. */
interface Near {
  readonly meanings: Find.Meanings
  readonly isOther: boolean
}

/** Where words are kept from one graph of a repository to the next. */
export interface Kept {
  readonly words: () => Indexed | undefined
  readonly keepWords: (words: Indexed) => void
  /** Makes words one after the other: the next ones are made from those before. */
  readonly inTurn: <A>(making: Effect.Effect<A>) => Effect.Effect<A>
  /** How long a question waits for words, in milliseconds; for ever where it is undefined. */
  readonly patience: number | undefined
  /** Passages of the table that the embedder of its vectors has not been told of. */
  readonly unembedded: number
}

/** Nothing is kept, and who asks waits. */
export const ALONE: Kept = {
  words: () => undefined,
  keepWords: () => {},
  inTurn: (making) => making,
  patience: undefined,
  unembedded: 0,
}

/** Words of passages, each counted once in each, up to which an index of them is made within the patience of a server. */
const SOON_TERMS = 200_000

/** Longest that a question waits for these, in milliseconds: they take some tens, but on a machine that is busy. */
const SHORT_MS = 2_000

/** How long after the first answer longer ones are begun, in milliseconds: that one is not to wait for them. */
const BEHIND_MS = 100

/** Longest that a question waits for an index that looks at few vectors; until it is made one looks at all. */
const GRAPH_MS = 20

/**
 * @param passages Absent where the index has none: names alone answer then.
 */
export const make = (
  graph: Graph,
  passages: Omit<Passages, "packed"> | undefined,
  kept: Kept = ALONE,
): Effect.Effect<Finder, never, Files | Digest | Home> =>
  Effect.gen(function* () {
    const machine = yield* Effect.context<Files | Digest | Home>()
    let known: Searched.Searched | undefined
    const searched = () => known ??= Searched.make(graph, passages ?? Searched.named(graph))
    let made: WordIndex.WordIndex | undefined
    const words = SingleRun.once(
      kept.inTurn(Effect.suspend(() => {
        const before = kept.words()
        if (before?.graph === graph) return Effect.succeed(before.words)
        const texts = Searched.textsOf(searched())
        const making = before === undefined ? WordIndex.build(texts) : WordIndex.after(before.words, texts)
        return Effect.tap(making, (it) => Effect.sync(() => kept.keepWords({ graph, words: it })))
      })).pipe(Effect.tap((it) => Effect.sync(() => made = it))),
    )
    const behind = SingleRun.once(Effect.forkDaemon(Effect.delay(words, BEHIND_MS)))
    /** The words, where they are known or will be soon. */
    const soon = (patience: number | undefined): Effect.Effect<WordIndex.WordIndex | undefined> => {
      if (made !== undefined) return Effect.succeed(made)
      if (patience === undefined) return words
      const isLong = kept.words() === undefined && SOON_TERMS < (passages?.terms.length ?? 0)
      return isLong
        ? Effect.as(behind, undefined)
        : Effect.map(Effect.timeoutOption(words, SHORT_MS), Option.getOrUndefined)
    }
    const exact = SingleRun.once(Effect.sync(() => exactOver(passages!)))
    const chosen = SingleRun.once(Effect.provide(
      Effect.suspend(() => Vectors.open(passages!)).pipe(
        Effect.tap(({ note }) => note === undefined ? Effect.void : Effect.logWarning(note)),
      ),
      machine,
    ))
    const nearest = Effect.gen(function* () {
      const ready = yield* Effect.timeoutOption(chosen, GRAPH_MS)
      return Option.isSome(ready)
        ? { index: ready.value.index, isOther: ready.value.note !== undefined }
        : { index: yield* exact, isOther: true }
    })
    let vectorsOf: ((file: number) => Searched.OfPath) | undefined
    const meanings = (text: string): Effect.Effect<Near, string> =>
      Effect.gen(function* () {
        if (passages === undefined || passages.dims === 0) return yield* Effect.fail("the index has no vectors")
        const embeddings = yield* Effect.serviceOption(Embeddings)
        const http = yield* Effect.serviceOption(Http)
        if (Option.isNone(embeddings) || Option.isNone(http)) return yield* Effect.fail("no embedding model is at hand")
        const vector = yield* Embedding.question(passages, text).pipe(
          Effect.provideService(Embeddings, embeddings.value),
          Effect.provideService(Http, http.value),
          Effect.mapError(({ message }) => message),
        )
        const { index, isOther } = yield* nearest
        const shipped = yield* Effect.option(embeddings.value.shipped)
        if (Option.isSome(shipped) && shipped.value.id === passages.embedder) {
          vectorsOf ??= Searched.vectorsOf(shipped.value, searched())
        }
        return { meanings: Searched.meanings(passages, index, vector, vectorsOf), isOther }
      }).pipe(Effect.provide(machine))
    const documentation = SingleRun.once(Effect.suspend(() => Documentation.build(searched())))
    return {
      find: (question, limit) =>
        Effect.gen(function* () {
          const [byWords, asked] = yield* Effect.all([soon(kept.patience), Effect.either(meanings(question.text))], {
            concurrency: "unbounded",
          })
          const by: Find.By = {
            ...(byWords === undefined ? {} : { words: byWords }),
            ...(asked._tag === "Left" ? {} : { meanings: asked.right.meanings }),
          }
          return {
            hits: Find.find(searched(), question, limit, by),
            byWords: byWords !== undefined,
            unembedded: asked._tag === "Right" ? kept.unembedded : 0,
            otherIndex: asked._tag === "Right" && asked.right.isOther,
            ...(asked._tag === "Left" ? { withoutMeanings: asked.left } : {}),
          }
        }),
      inDocumentation: (text, limit) => Effect.map(documentation, (it) => it.search(text, limit)),
      similar: (node) =>
        Effect.gen(function* () {
          const nothing = { found: [], unembedded: 0, otherIndex: false }
          if (passages === undefined || passages.dims === 0) return { ...nothing, without: "the index has no vectors" }
          const { index, isOther } = yield* nearest
          const found = Similar.ofNode(passages, graph.nodes, index, node)
          return found === undefined
            ? { ...nothing, without: "no vector is known of it" }
            : { found, unembedded: kept.unembedded, otherIndex: isOther }
        }),
      words: Effect.asVoid(words),
      ready: Effect.gen(function* () {
        searched()
        if (passages === undefined || passages.dims === 0) return
        const embeddings = yield* Effect.serviceOption(Embeddings)
        if (Option.isSome(embeddings)) yield* Effect.ignore(embeddings.value.shipped)
        yield* chosen
      }).pipe(Effect.provide(machine)),
    }
  })
