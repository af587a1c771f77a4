// The thread in which a repository is kept at hand: what it is told, what it answers, and what it does in between. It
// writes nothing but facts into the cache, and whoever asked opens the bytes that come back as its own.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Snapshot from "../graph/snapshot.ts"
import type { ExtractionPool } from "../indexer/extraction.ts"
import { Journals } from "../indexer/extraction.ts"
import { Embedding, Revectoring, type RevectoringShape } from "../indexer/embedding.ts"
import type * as Indexer from "../indexer/index_repository.ts"
import * as Live from "../indexer/live.ts"
import { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import type { Files } from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Revectored from "../search/revectored.ts"
import * as Bytes from "../text/bytes.ts"
import { type Entry, storedStat } from "./entry.ts"
import * as Facts from "./facts.ts"
import * as Freshness from "./freshness.ts"
import { Home } from "./home.ts"
import * as Names from "./names.ts"
import { defaults, Settings } from "./settings.ts"
import type { Left, SourceState } from "./sources.ts"
import * as SingleRun from "./single_run.ts"
import * as Storage from "./storage.ts"

/** What a thread starts from. */
export interface Start {
  /** The folder that belongs to us. */
  readonly home: string
  /** The recorded index that it goes on from. */
  readonly entry: Entry
  /** Most bytes of the cache of facts. */
  readonly factsBytes: number
  /** Names the embedder that the user has set; undefined: the one that ships. */
  readonly embedder: string | undefined
}

export interface Ask {
  readonly number: number
  /** Paths that may have changed since the last one was asked; undefined: any may. */
  readonly changed: ReadonlyArray<string> | undefined
  /** SHA-256 of snapshots that whoever asks has. */
  readonly has: ReadonlyArray<string>
}

/** The thread is not asked again: it gives back what it holds, and ends. */
export type End = "end"

/** The index of the checkout as the thread found it. */
export interface Made {
  readonly sha256: string
  /** Absent where whoever asked has it. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly stats: Indexer.Indexed["stats"]
  /** Files whose state is another than was told before, all of them the first time. */
  readonly files: ReadonlyArray<SourceState>
  readonly gone: ReadonlyArray<string>
  /** Are other files listed than before? */
  readonly isListed: boolean
  /** Passages that changed, and of which the embedder that made the recorded index has not been told. */
  readonly unembedded: number
  readonly left: Omit<Left, "configs"> & { readonly configs: ReadonlyArray<readonly [path: string, digest: string]> }
}

export type Told = { readonly number: number } & ({ readonly made: Made } | { readonly failed: string })

/** There is no newer index, and why, in words for whoever asks a question. */
export class NotUpdated extends Data.TaggedError("NotUpdated")<{ readonly why: string }> {}

/** One that runs; after a failure of its own it is not to be asked again. */
export interface Thread {
  /** One at a time. */
  readonly update: (
    changed: ReadonlyArray<string> | undefined,
    has: ReadonlyArray<string>,
  ) => Effect.Effect<Made, NotUpdated>
  readonly isOver: () => boolean
}

/** How a machine starts one, which ends with the scope; without a layer no machine does. */
export class LiveThreads extends Context.Reference<LiveThreads>()("workspace/LiveThreads", {
  defaultValue: (): {
    readonly open: ((start: Start) => Effect.Effect<Thread, NotUpdated, Scope.Scope>) | undefined
  } => ({
    open: undefined,
  }),
}) {}

type Needs = Files | RunGit | Digest | Environment | ExtractionPool

/** What a thread does. */
export interface Served {
  /** With what it is told; never fails. */
  readonly answer: (ask: Ask) => Effect.Effect<Told>
  /** When it has been told nothing in a while; it leaves off when it is. */
  readonly idle: Effect.Effect<void>
}

/** Lives as long as the scope. */
export const serve: (start: Start) => Effect.Effect<Served, never, Needs | Scope.Scope> = Effect.fnUntraced(
  function* ({ home, entry, factsBytes, embedder }) {
    const { collect: _, ...environment } = yield* Environment
    const carrying = yield* carryingFrom(entry, embedder).pipe(Effect.provideService(Home, { folder: home }))
    const around = Layer.mergeAll(
      // An update is over soon: what is garbage is looked for when nobody waits.
      Layer.succeed(Environment, environment),
      Facts.cache,
      Journals.at(`${home}/${Names.RUNNING}`),
      Layer.succeed(Revectoring, { by: carrying.by }),
    ).pipe(
      Layer.provideMerge(Layer.succeed(Home, { folder: home })),
      Layer.provide(Layer.succeed(Settings, { ...defaults, factsBytes })),
    )
    const context = Context.merge(yield* Effect.context<Needs | Scope.Scope>(), yield* Layer.build(around))
    return yield* Effect.provide(answering(entry, carrying.unembedded), context)
  },
)

/**
 * What stands for an embedder of the user's: the vectors of the recorded index, for passages that say the same. Whoever
 * edits waits for no network, and what was edited is sent to nobody before `analyze` runs.
 */
const carryingFrom = Effect.fnUntraced(function* (entry: Entry, id: string | undefined) {
  const { id: shipped } = yield* Embedding
  const machine = yield* Effect.context<Files | Digest | Home>()
  let unembedded = 0
  if (id === undefined) return { by: undefined, unembedded: () => unembedded }
  const recorded = SingleRun.once(
    Effect.map(Effect.option(Storage.open(entry)), (it) => it._tag === "Some" ? it.value.passages : undefined).pipe(
      Effect.provide(machine),
    ),
  )
  const by: RevectoringShape = {
    id,
    of: (_, passages) =>
      Effect.map(recorded, (older) => {
        // The embedder was set after the index was made: as long as it is not made anew, its vectors are those of the table.
        if (older?.embedder === shipped) return passages
        if (older === undefined) return Revectored.bare(passages)
        const carried = Revectored.carried(passages, older)
        unembedded = carried.without
        return carried.passages
      }),
  }
  return { by, unembedded: () => unembedded }
})

const answering = Effect.fnUntraced(function* (entry: Entry, unembedded: () => number) {
  const context = yield* Effect.context<Indexer.Needs | Home>()
  const { sha256Of } = yield* Digest
  const asked = entry.asked ?? {}
  const previous = yield* Storage.previous(entry)
  const live = yield* Live.make(entry.path, {
    selection: yield* Freshness.selectionOf(entry.path, asked),
    ...(asked.maxFileBytes === undefined ? {} : { maxFileBytes: asked.maxFileBytes }),
    ...(previous === undefined ? {} : { previous }),
  })
  /** By path: what was told of a file. */
  let told = new Map<string, string>()
  let sha256 = entry.sha256

  const made = Effect.fnUntraced(function* ({ changed, has }: Ask) {
    const indexed = yield* live.update(changed === undefined ? undefined : new Set(changed))
    const { left, stats } = indexed
    if (indexed.parts !== undefined) sha256 = sha256Of(indexed.parts)
    const parts = has.includes(sha256) ? undefined : indexed.parts ?? Snapshot.encode(indexed)
    const now = new Map<string, string>()
    const files: Array<SourceState> = []
    for (const { path, stat, digest, left } of indexed.files) {
      const line = `${left.stat} ${left.outcome}`
      now.set(path, line)
      if (told.get(path) !== line) files.push({ path, stat: storedStat(stat), digest, left })
    }
    const isListed = files.some(({ path }) => !told.has(path))
    const gone = [...told.keys()].filter((path) => !now.has(path))
    told = now
    return {
      sha256,
      ...(parts === undefined ? {} : { bytes: Bytes.joined(parts) }),
      stats,
      files,
      gone,
      isListed: isListed || gone.length !== 0,
      unembedded: unembedded(),
      left: { ...left, configs: [...left.configs] },
    } satisfies Made
  })

  const answer = (ask: Ask): Effect.Effect<Told> =>
    made(ask).pipe(
      Effect.map((made) => ({ number: ask.number, made })),
      // Where the repository lies is nobody's business who asks questions.
      Effect.catchAll(({ message }) =>
        Effect.succeed({ number: ask.number, failed: message.replaceAll(entry.path, entry.name) })
      ),
      Effect.provide(context),
    )
  return { answer, idle: live.prepare } satisfies Served
})
