// The engine as a library: a repository is analyzed or its index opened, and what comes back answers by the tools' own
// names, inputs and outputs. Requirements are met when the index is made, so its methods have none left; their lists are
// whole, never a page, unless one is asked for.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type { Graph } from "../graph/graph.ts"
import type { Overlays } from "../graph/overlays.ts"
import type { Passages } from "../graph/passages.ts"
import type { SnapshotMeta } from "../graph/snapshot.ts"
import type { IndexError } from "../indexer/errors.ts"
import * as Why from "../indexer/why.ts"
import { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import { Files } from "../machine/files.ts"
import { OF_INDEX as tools } from "../tools/all.ts"
import * as Answer from "../tools/answer.ts"
import type { InvalidArguments } from "../tools/arguments.ts"
import type * as Tool from "../tools/tool.ts"
import * as Analysis from "../workspace/analysis.ts"
import { branchesOf, type Pinned } from "../workspace/entry.ts"
import type { Freshness } from "../workspace/freshness.ts"
import * as PinnedIndex from "../workspace/pinned.ts"
import * as Pinning from "../workspace/pinning.ts"
import * as Registry from "../workspace/registry.ts"
import * as Repos from "../workspace/repos.ts"
import { BranchNotIndexed } from "../workspace/selection.ts"
import * as Settings from "../workspace/settings.ts"
import * as Storage from "../workspace/storage.ts"
import * as Services from "./services.ts"

export interface OpenOptions {
  /** The folder that belongs to us, instead of `PORTOLAN_HOME` or `~/.portolan`. */
  readonly home?: string
}

export interface OpenBranchOptions extends OpenOptions {
  /** A branch with an index of its own, instead of the checkout. */
  readonly branch?: string
}

export type Progress = Analysis.Progress

export interface AnalyzeOptions extends OpenOptions {
  /** Where the index lies: in the repository's `.portolan` (default), or under the home folder. */
  readonly storage?: Storage.Storage
  /** Most workers that read sources; by default one a processor. The index is the same whatever the number. */
  readonly workers?: number
  /**
   * Only files that match one of these patterns: `*.ts`, `src/**`, a file or a folder. Where neither these nor
   * `exclude` are given, both are as in the run before; so is `maxFileBytes`.
   */
  readonly include?: ReadonlyArray<string>
  /** No file that matches one of these, also of those included. */
  readonly exclude?: ReadonlyArray<string>
  /** A source file above this size is left out and named; by default 4 MB. */
  readonly maxFileBytes?: number
  /** Take facts of files that were read before from the cache, and keep those of new ones (default)? */
  readonly cache?: boolean
  /** Read and resolve anew even where nothing has changed? */
  readonly force?: boolean
  /**
   * Index this branch at its last commit, read from git and not from the checkout; `true` means the one that is checked
   * out. Its index lies beside that of the checkout, which is made first where there is none.
   */
  readonly branch?: string | true
  readonly onProgress?: (progress: Progress) => void
}

/** An option has a value that it cannot have; for callers whose values nobody checks. */
export class OptionRefused extends Schema.TaggedError<OptionRefused>()("OptionRefused", {
  option: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `Cannot analyze: ${this.option} must be ${this.expected}`
  }
}

export type AnalyzeError = Pinning.PinError | OptionRefused

/** The folder has no index. */
export class NotIndexed extends Schema.TaggedError<NotIndexed>()("NotIndexed", {
  path: Schema.String,
}) {
  override get message() {
    return `Cannot open an index of "${this.path}": there is none; run portolan analyze there`
  }
}

export type OpenError = NotIndexed | BranchNotIndexed | Storage.OpenError | Registry.RegistryError

type Tools = (typeof tools)[number]

/** `read_file` as a method: `readFile`. */
type Camel<S extends string> = S extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : S

/**
 * A method for each tool that asks something of an index: its own input and output, its declared failures. What makes an
 * index is no method of one: `analyze` and `refresh` do.
 */
export type Methods = {
  readonly [T in Tools as Camel<T["name"]>]: (
    input: Tool.InputOf<T>,
  ) => Effect.Effect<Tool.OutputOf<T>, Tool.FailureOf<T> | InvalidArguments>
}

/** Where an index lies and when it was made. */
export interface Place {
  /** As answers name the repository. */
  readonly id: string
  /** Real path of the repository. */
  readonly root: string
  /** The branch whose index it is; absent where it is that of the checkout. */
  readonly branch?: string
  /** Absolute path of the snapshot. */
  readonly snapshot: string
  readonly commit: string | null
  /** ISO 8601, UTC. */
  readonly indexedAt: string
}

export interface Index extends Methods {
  readonly graph: Graph
  readonly meta: SnapshotMeta
  /** What can be found by words and meaning; absent where an index that was imported has none. */
  readonly passages: Passages | undefined
  readonly overlays: Overlays
  /** Files read, partly read, skipped and failed. */
  readonly report: SnapshotMeta["report"]
  readonly place: Place
  /** What the user should know of the run that made it; empty where it was opened. */
  readonly notes: ReadonlyArray<string>
  /** How the index relates to the checkout now. */
  readonly freshness: Effect.Effect<Freshness>
  /** Is it what `analyze` would make now: the same sources, the same code? */
  readonly isCurrent: Effect.Effect<boolean>
  /** The text that a client of the MCP server gets. */
  readonly call: (tool: string, input: unknown) => Effect.Effect<{ readonly text: string; readonly isError: boolean }>
  /** Gives back what it holds; nothing is asked of it afterwards. */
  readonly close: Effect.Effect<void>
}

/** `analyze` for embedders: over the ports of a machine that they bring. */
export const analyzeWith =
  (machine: Layer.Layer<Services.Machine>) =>
  (path: string, options: AnalyzeOptions = {}): Effect.Effect<Index, AnalyzeError> =>
    indexed(machine, path, { ...options, force: true })

/**
 * `refresh` for embedders: the index that is there where nothing has changed since and the same code made it, else a new
 * one.
 */
export const refreshWith =
  (machine: Layer.Layer<Services.Machine>) =>
  (path: string, options: AnalyzeOptions = {}): Effect.Effect<Index, AnalyzeError> => indexed(machine, path, options)

const indexed = Effect.fn("portolan.analyze")(
  (
    machine: Layer.Layer<Services.Machine>,
    path: string,
    { storage = "repository", home, branch, ...options }: AnalyzeOptions,
  ): Effect.Effect<Index, AnalyzeError> =>
    Effect.zipRight(
      checked({ storage, ...options, ...(branch === undefined ? {} : { branch }) }),
      within(
        Services.layer(machine, home),
        Effect.flatMap(
          branch === undefined
            ? Analysis.run(path, storage, options)
            : Pinning.run(path, branch === true ? undefined : branch, storage, options),
          ({ entry, branch, notes, ...opened }) => indexOf(entry, branch, opened, notes),
        ),
      ),
    ),
)

const PLACES: ReadonlyArray<unknown> = ["repository", "home"] satisfies ReadonlyArray<Storage.Storage>

const isTexts = (value: unknown): boolean =>
  value === undefined || Array.isArray(value) && value.every((it) => typeof it === "string")

const isCount = (value: unknown): boolean => value === undefined || Number.isSafeInteger(value) && 1 <= Number(value)

/** A program without types may pass anything. */
const checked = (
  { storage, workers, maxFileBytes, include, exclude, branch }: AnalyzeOptions,
): Effect.Effect<void, OptionRefused> => {
  const wrong: ReadonlyArray<readonly [string, boolean, string]> = [
    ["storage", PLACES.includes(storage), PLACES.map((it) => JSON.stringify(it)).join(" or ")],
    ["workers", isCount(workers), "a whole number from 1 up"],
    ["maxFileBytes", isCount(maxFileBytes), "a whole number from 1 up"],
    ["branch", branch === undefined || branch === true || typeof branch === "string", "a name, or true"],
    ["include", isTexts(include), "a list of texts"],
    ["exclude", isTexts(exclude), "a list of texts"],
  ]
  const found = wrong.find(([, right]) => !right)
  return found === undefined ? Effect.void : Effect.fail(new OptionRefused({ option: found[0], expected: found[2] }))
}

/** `open` for embedders. */
export const openWith = (machine: Layer.Layer<Services.Machine>) =>
  Effect.fn("portolan.open")(function* (path: string, options: OpenBranchOptions = {}) {
    return yield* within(
      Services.layer(machine, options.home),
      Effect.gen(function* () {
        const files = yield* Files
        const registry = yield* Registry.Registry
        const root = yield* Effect.mapError(files.realPath(path), () => new NotIndexed({ path }))
        const entry = yield* registry.find(root)
        if (entry === undefined) return yield* new NotIndexed({ path })
        if (options.branch !== undefined) {
          const indexed = branchesOf(entry)
          const pinned = indexed.find(({ name }) => name === options.branch)
          if (pinned === undefined) {
            const names = indexed.map(({ name }) => name)
            return yield* new BranchNotIndexed({ repo: entry.name, branch: options.branch, indexed: names })
          }
          return yield* indexOf(entry, pinned, yield* Storage.openBranch(entry, pinned), [])
        }
        const opened = yield* Storage.open(entry)
        return yield* indexOf(opened.entry, undefined, opened, [])
      }),
    )
  })

export interface WhyOptions {
  /** Most workers that read sources; by default one a processor. */
  readonly workers?: number
  readonly onProgress?: (progress: Progress) => void
}

export type WhyError = IndexError | Why.NoSuchPlace

/** `why` for embedders. */
export const whyWith =
  (machine: Layer.Layer<Services.Machine>) =>
  (path: string, file: string, line: number, options: WhyOptions = {}): Effect.Effect<Why.Why, WhyError> =>
    Effect.provide(Why.why(path, file, line, options), machine)

/** Makes an index over services that live as long as it does; where making it fails, they end at once. */
const within = <A extends { readonly close: Effect.Effect<void> }, E>(
  services: Layer.Layer<Services.Services>,
  make: Effect.Effect<A, E, Services.Services>,
): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const made = Effect.flatMap(Layer.buildWithScope(services, scope), (context) => Effect.provide(make, context))
      const index = yield* restore(made).pipe(
        Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      )
      return { ...index, close: Scope.close(scope, Exit.void) }
    })
  )

const indexOf = Effect.fnUntraced(function* (
  entry: Registry.Entry,
  branch: Pinned | undefined,
  opened: Storage.Opened,
  notes: ReadonlyArray<string>,
) {
  const { list } = yield* Registry.Registry
  const known = Registry.identify(yield* Effect.orElseSucceed(list, () => [entry]), yield* Digest)
  const identified = known.find((it) => it.entry.path === entry.path) ?? { entry, id: entry.name, longId: entry.name }
  const repo = branch === undefined
    ? yield* Repos.make({ ...identified, entry }, opened)
    : yield* PinnedIndex.make({ ...identified, entry }, branch, opened)
  const context = Context.add(yield* Effect.context<Services.Services>(), Repos.Repos, Repos.Repos.single(repo))
  const environment = Context.get(context, Environment)
  const whole = Context.add(context, Settings.Settings, Settings.unpaged)
  const methods: Record<string, unknown> = {}
  for (const tool of tools as ReadonlyArray<Tool.Any>) {
    methods[camel(tool.name)] = (input: unknown) =>
      Effect.provide(Answer.run(tool, input) as Effect.Effect<unknown, unknown, Services.Services>, whole)
  }
  return {
    ...methods as unknown as Methods,
    ...{ [SERVICES]: context },
    graph: opened.graph,
    meta: opened.meta,
    passages: opened.passages,
    overlays: repo.overlays,
    report: opened.meta.report,
    place: {
      id: repo.id,
      root: repo.root,
      ...(branch === undefined ? {} : { branch: branch.name }),
      snapshot: repo.entry.snapshot,
      commit: repo.entry.commit,
      indexedAt: repo.entry.indexedAt,
    },
    notes,
    freshness: repo.freshness([]),
    isCurrent: Effect.map(
      repo.freshness([]),
      ({ freshness }) => freshness === "current" && repo.entry.madeBy === environment.build(),
    ),
    call: (tool, input) =>
      Effect.map(Effect.provide(Answer.call(tools, tool, input), context), ({ text, isError }) => ({ text, isError })),
    close: Effect.void,
    // The symbol is nobody's business outside, also in the types that are built.
  } satisfies Index as Index
})

/** Where an index keeps what it answers from: out of its methods' way, for a server that is made of it. */
const SERVICES: unique symbol = Symbol("portolan/services")

/** What an index answers from. */
export const servicesOf = (index: Index): Context.Context<Services.Services> =>
  (index as unknown as { readonly [SERVICES]: Context.Context<Services.Services> })[SERVICES]

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
