// The indexed repositories as tools see them: selected by the rules of selection.ts, opened on first use, shared by all
// calls, and swapped as a whole when a newer snapshot is recorded. Who holds the old one goes on with it.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import type * as Graph from "../graph/graph.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import type { Overlays } from "../graph/overlays.ts"
import type { Passages } from "../graph/passages.ts"
import type * as Snapshot from "../graph/snapshot.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Overlay from "../overlays/all.ts"
import * as Decode from "../text/decode.ts"
import * as Lines from "../text/lines.ts"
import { Again } from "./again.ts"
import * as Checkout from "./checkout.ts"
import { Chosen } from "./chosen.ts"
import { branchesOf, type Pinned, sizeOf } from "./entry.ts"
import * as Finder from "./finder.ts"
import * as FirstLook from "./first_look.ts"
import * as Freshness from "./freshness.ts"
import type { Home } from "./home.ts"
import * as Live from "./live.ts"
import { LiveUpdates } from "./live_updates.ts"
import * as Opened from "./opened.ts"
import * as Policy from "./policy.ts"
import * as PinnedIndex from "./pinned.ts"
import * as Refs from "./refs.ts"
import * as Registry from "./registry.ts"
import * as Remotes from "./remotes.ts"
import * as Selection from "./selection.ts"
import { Settings } from "./settings.ts"
import * as SingleRun from "./single_run.ts"
import type { Sources } from "./sources.ts"
import * as Storage from "./storage.ts"

/** One repository, open. Everything but the graph is asked for when it is needed. */
export interface OpenRepo {
  /** As answers name it. */
  readonly id: string
  /** Real path. */
  readonly root: string
  /** The branch whose index it is; absent where it is that of the checkout. */
  readonly branch?: string
  readonly entry: Registry.Entry
  readonly graph: Graph.Graph
  readonly meta: Snapshot.SnapshotMeta
  /** What can be found of it by words and meaning; absent where the index has none. */
  readonly passages?: Passages
  /** What is derived of it as a whole: kept with the index, or made when it is first asked for. */
  readonly overlays: Overlays
  /** Names the state that is read: first 8 hex digits of the snapshot's SHA-256. */
  readonly snapshot: string
  /**
   * How the index relates to the checkout: never older than two seconds. The files that an answer shows, at most 60 of
   * them, are looked at once more.
   */
  readonly freshness: (shown: Iterable<string>) => Effect.Effect<Freshness.Freshness>
  /** The checkout as it is now, never older than two seconds. */
  readonly tree: Effect.Effect<Freshness.Tree>
  /** The same, looked at for this very question; absent where the checkout is not what it is made of. */
  readonly fresh?: Effect.Effect<Freshness.Tree>
  /** Was the checkout held against the index since that was opened? Absent where it never is. */
  readonly isCompared?: () => boolean
  /** A listed file as it is now. */
  readonly read: (path: string) => Effect.Effect<FileNow, Checkout.FileRefused>
  /**
   * Text at a listed path, to look into before it is read by the rules; never to be shown. Undefined where there is
   * none.
   */
  readonly peek: (path: string) => Effect.Effect<string | undefined>
  /** What answers questions in words. */
  readonly finder: Finder.Finder
}

/** What a repository is opened and looked at with. */
export type Machine = Files.Files | RunGit | Digest | Home

export interface FileNow extends Checkout.FileText {
  /** Is it what was indexed? Undefined where its content is no part of the index. */
  readonly asIndexed: boolean | undefined
}

export interface Wanted {
  readonly repo?: string | undefined
  readonly branch?: string | undefined
  /** A writing tool is never led by the working directory. */
  readonly writes?: boolean
  /**
   * Rather an answer soon than one on the newest text: the first question to a large repository does not wait until its
   * checkout was looked at, and says so.
   */
  readonly soon?: true
}

export type SelectError = Selection.SelectionError | Registry.RegistryError | Storage.OpenError

/** Nothing is there, or nothing that may be indexed on request. */
export class OutsideRoots extends Schema.TaggedError<OutsideRoots>()("OutsideRoots", { path: Schema.String }) {
  override get message() {
    return `Cannot index ${JSON.stringify(this.path)}: there is no such folder or file among those that may be indexed`
  }
  get hint() {
    return "These are indexed repositories and the folder in which the server was started, or what its user has set"
  }
}

/** What may be indexed. */
export interface Reached {
  /** Real path. */
  readonly path: string
  readonly kind: "file" | "folder"
  /** Real path of the indexed repository that it is a part of, or is; undefined where it is part of none. */
  readonly root: string | undefined
}

export class Repos extends Context.Tag("workspace/Repos")<Repos, {
  /** The repository that a call means, open. */
  readonly select: (wanted: Wanted) => Effect.Effect<OpenRepo, SelectError>
  /** The same, not opened: for who makes its index anew, which may be one that cannot be opened. */
  readonly choose: (
    wanted: Omit<Wanted, "branch">,
  ) => Effect.Effect<Registry.Identified, Selection.SelectionError | Registry.RegistryError>
  /** A file or folder that a caller wants to have indexed. What the policy does not allow fails as what is not there does. */
  readonly reach: (path: string) => Effect.Effect<Reached, OutsideRoots | Registry.RegistryError>
  /** Every repository that may be seen, in path order. */
  readonly list: Effect.Effect<ReadonlyArray<Registry.Identified>, Registry.RegistryError>
  /** The state of a listed repository's checkout, without opening its graph. */
  readonly freshness: (entry: Registry.Entry) => Effect.Effect<Freshness.Freshness>
  /** How the index of one of its branches relates to where that branch stands. */
  readonly branchFreshness: (entry: Registry.Entry, pinned: Pinned) => Effect.Effect<Freshness.Freshness>
  /** Waits until what is kept up to date is: no update is under way, and nothing follows behind. */
  readonly settle: Effect.Effect<void>
  /** Where each checkout comes from, by path. */
  readonly origins: (entries: ReadonlyArray<Registry.Entry>) => Effect.Effect<ReadonlyMap<string, Remotes.Origin>>
}>() {
  /** Over the registry. */
  static readonly layer: Layer.Layer<
    Repos,
    never,
    Registry.Registry | Machine
  > = Layer.scoped(
    Repos,
    Effect.gen(function* () {
      const registry = yield* Registry.Registry
      const policy = yield* Policy.Policy
      // What a caller had indexed it may have indexed again, as long as this lasts. To be seen it must be allowed.
      const renewable = policy.allowed === undefined ? undefined : new Set(policy.allowed)
      const machine = yield* Effect.context<Machine>()
      const digest = Context.get(machine, Digest)
      const files = Context.get(machine, Files.Files)
      const opened = yield* Opened.make<OpenRepo, Storage.OpenError>()
      const scope = yield* Effect.scope
      const { patienceMs: patience } = yield* LiveUpdates
      const live: Live.Live = yield* Live.make((chosen, opened, from, unembedded) =>
        Effect.provide(make(chosen, opened, { from, live, patience, unembedded }), machine)
      )
      const states = SingleRun.recentByKey<Freshness.Freshness, never>(Freshness.OLDEST_MS, MOST_STATES)
      const origins = SingleRun.recentByKey<ReadonlyMap<string, Remotes.Origin>, never>(Freshness.OLDEST_MS, 1)

      let last: { readonly of: ReadonlyArray<Registry.Entry>; readonly list: ReadonlyArray<Registry.Identified> } = {
        of: [],
        list: [],
      }
      // Whatever may not be seen is left out here, before anything is selected, listed, counted or suggested: not even an
      // id tells that a namesake exists.
      const list = Effect.map(Effect.mapError(registry.list, withoutFolder), (entries) => {
        if (last.of !== entries) {
          last = { of: entries, list: Registry.identify(Policy.visible(policy, entries), digest) }
        }
        return last.list
      })

      const tell = ({ id }: Registry.Identified) => Effect.map(Chosen, ({ tell }) => tell(id))

      const named = Effect.fn("workspace.named")(function* (wanted: Wanted) {
        const settings = yield* Settings
        const known = yield* list
        const selector = wanted.repo ?? policy.defaultRoot ?? settings.defaultRepo
        return selector === undefined
          ? yield* Selection.byDefault(
            known,
            wanted.writes === true ? undefined : yield* around(known, settings.workingDirectory, files),
          )
          : yield* Selection.bySelector(known, selector, yield* realPathOf(selector, files), {
            groups: !policy.readOnly,
          })
      })

      const select = Effect.fn("workspace.select")(function* (wanted: Wanted) {
        const chosen = yield* named(wanted)
        const pinned = wanted.branch === undefined
          ? undefined
          : yield* Effect.provide(pinnedOf(chosen, wanted.branch), machine)
        yield* tell(chosen)
        const { path, sha256, indexedAt } = chosen.entry
        if (pinned !== undefined) {
          return yield* opened.get(
            {
              root: `${path}\n${pinned.name}`,
              state: `${pinned.sha256} ${pinned.indexedAt}`,
              size: sizeOf(pinned) * HELD,
            },
            Effect.provide(PinnedIndex.open(chosen, pinned), machine),
          )
        }
        const recorded = yield* opened.get(
          // The same bytes may have been made once more: what is kept beside them is then another.
          { root: path, state: `${sha256} ${indexedAt}`, size: sizeOf(chosen.entry) * HELD },
          Storage.open(chosen.entry).pipe(
            Effect.flatMap((it) => make({ ...chosen, entry: it.entry }, it, { live, patience })),
            Effect.provide(machine),
          ),
        )
        return patience !== undefined && wanted.soon === true && FirstLook.isUnlooked(recorded)
          ? yield* FirstLook.soon(
            recorded,
            live === Live.NEVER ? Effect.as(recorded.tree, recorded) : live.newest(recorded),
            scope,
          )
          : yield* live.newest(recorded)
      })

      const reach = Effect.fn("workspace.reach")(function* (path: string) {
        const { workingDirectory } = yield* Settings
        const entries = yield* Effect.mapError(registry.list, withoutFolder)
        const refused = () => new OutsideRoots({ path })
        const real = yield* Effect.mapError(files.realPath(Policy.straight(path)), refused)
        const here = workingDirectory === undefined
          ? undefined
          : yield* Effect.orElseSucceed(files.realPath(workingDirectory), () => undefined)
        const roots = entries.map((it) => it.path)
        const rule = { ...policy, allowed: renewable }
        if (!Policy.reaches(rule, roots, here, real)) return yield* refused()
        const [stat, git] = yield* files.stats([real, `${real}/.git`])
        if (stat?.kind !== "file" && stat?.kind !== "folder") return yield* refused()
        const around = Policy.nearest(Policy.seen(rule, roots), real)
        // A checkout of its own inside of an indexed one is a repository of its own.
        const own = stat.kind === "folder" && git !== undefined && around !== real
        // Where some are allowed by name, what lies in one is allowed as a part of it alone.
        if (own && around !== undefined && renewable !== undefined) return yield* refused()
        const root = around === undefined || own ? undefined : around
        if (root === undefined && stat.kind === "folder") renewable?.add(real)
        return { path: real, kind: stat.kind, root } satisfies Reached
      })

      return {
        select,
        settle: live.settle,
        choose: (wanted) => Effect.tap(named(wanted), tell),
        list,
        reach,
        freshness: (entry) => states(`${entry.path}\n${entry.sha256}`, Effect.provide(freshnessOf(entry), machine)),
        branchFreshness: (entry, pinned) =>
          states(
            `${entry.path}\n${pinned.ref}\n${pinned.sha256}`,
            Effect.provide(PinnedIndex.freshnessOf(entry, pinned), machine),
          ),
        origins: (entries) =>
          origins(
            entries.map((it) => `${it.path}\n${it.commit}`).join("\n"),
            Effect.provide(Remotes.of(entries), machine),
          ),
      }
    }),
  )

  /** One repository that is open already: it is meant whichever a call names, but no group and no other branch are. */
  static readonly single = (repo: OpenRepo): typeof Repos.Service => ({
    select: ({ repo: selector, branch }) =>
      branch !== undefined && branch !== repo.branch
        ? Effect.fail(new Selection.BranchNotIndexed({ repo: repo.id, branch, indexed: [] }))
        : selector?.startsWith("@") === true
        ? Effect.as(Selection.bySelector([{ entry: repo.entry, id: repo.id, longId: repo.id }], selector), repo)
        : Effect.succeed(repo),
    choose: () => Effect.succeed({ entry: repo.entry, id: repo.id, longId: repo.id }),
    list: Effect.succeed([{ entry: repo.entry, id: repo.id, longId: repo.id }]),
    reach: (path) => Effect.fail(new OutsideRoots({ path })),
    freshness: () => repo.freshness([]),
    branchFreshness: () => repo.freshness([]),
    settle: Effect.void,
    origins: () => Effect.succeed(new Map()),
  })
}

/** Errors go to callers, who have no business with where the list lies. */
export const withoutFolder = (error: Registry.RegistryError): Registry.RegistryError => {
  const path = error.path.slice(Math.max(error.path.lastIndexOf("/"), error.path.lastIndexOf("\\")) + 1)
  switch (error._tag) {
    case "RegistryDamaged":
      return new Registry.RegistryDamaged({ path, detail: error.detail })
    case "RegistryNewer":
      return new Registry.RegistryNewer({ path, found: error.found })
    case "RegistryUnavailable":
      return new Registry.RegistryUnavailable({ path, code: error.code })
  }
}

/** Bytes of memory for a byte of snapshot once it is searched by words: measured were 17 of a large one, 30 of a small. */
const HELD = 20

/** How many of the files that an answer shows are looked at once more. */
const LOOKED_AT_AGAIN = 60

/** Checkouts whose state is kept for who lists them again at once. */
const MOST_STATES = 500

/** What an open repository has beside its graph. */
export interface Beside {
  /** The files that it was made from; else those that were kept with the recorded index. */
  readonly from?: Sources
  /** Who keeps it up to date. */
  readonly live?: Live.Live
  /** How long a question waits for words, in milliseconds; for ever where it is undefined. */
  readonly patience?: number | undefined
  /** Passages that the embedder of its vectors has not been told of. */
  readonly unembedded?: number
}

/** An open repository over a graph that was read. */
export const make = Effect.fnUntraced(function* (
  chosen: Registry.Identified,
  { graph, meta, passages, overlays }: Storage.Opened,
  { from, live = Live.NEVER, patience, unembedded = 0 }: Beside = {},
) {
  const machine = yield* Effect.context<Machine>()
  const files = Context.get(machine, Files.Files)
  const digest = Context.get(machine, Digest)
  const { entry } = chosen
  const root = entry.path
  const sources = from === undefined
    ? SingleRun.once(Effect.provide(Storage.sources(entry), machine))
    : Effect.succeed(from)
  const digests = SingleRun.once(
    Effect.map(sources, (all) => new Map((all?.files ?? []).map((it) => [it.path, it.digest]))),
  )
  let isCompared = false
  const fresh = Freshness.compare(root, meta.commit, sources, entry.asked).pipe(
    Effect.tap(Effect.sync(() => isCompared = true)),
    Effect.provide(machine),
  )
  const recent = SingleRun.recent(fresh, Freshness.OLDEST_MS, () => live.version(root))
  const tree = Effect.suspend(() => {
    const known = live.known(root, entry.sha256)
    return known === undefined ? recent : Effect.succeed(known)
  })
  const finder = yield* Finder.make(graph, passages, {
    words: () => live.words(root),
    keepWords: (words) => live.keepWords(root, words),
    inTurn: live.wordsInTurn(root),
    patience,
    unembedded,
  })

  const freshness = (shown: Iterable<string>) =>
    Effect.gen(function* () {
      const now = yield* tree
      const paths = [...new Set(shown)].slice(0, LOOKED_AT_AGAIN)
      const stats = yield* files.stats(paths.map((path) => `${root}/${path}`))
      const known = yield* digests
      const later: Array<string> = []
      for (const [i, path] of paths.entries()) {
        const before = now.stats.get(path)
        const stat = stats[i]
        const indexed = known.get(path)
        if (before === undefined || typeof indexed !== "string" || now.changed.has(path)) continue
        if (stat !== undefined && Registry.sameStat(before, Registry.storedStat(stat))) continue
        // Written since, but perhaps as it was.
        const mayBeSame = stat?.kind === "file" && stat.size === before.size
        const bytes = mayBeSame ? yield* Effect.option(files.read(`${root}/${path}`)) : Option.none()
        if (bytes._tag === "None" || digest.sha256(bytes.value).slice(0, indexed.length) !== indexed) later.push(path)
      }
      if (later.length !== 0 && live.seen(root, later)) (yield* Again).ask()
      return Freshness.withChanged(now.freshness, now.changed.size, later.length)
    })

  const read = (asked: string) =>
    Effect.gen(function* () {
      const { listed } = yield* tree
      const path = Checkout.pathInside(root, asked)
      if (path === undefined) return yield* new Checkout.FileRefused({ path: asked, reason: "outside" })
      if (!listed.has(path)) {
        const known = (yield* digests).has(path)
        const within = known ? [] : Checkout.filesOf(path, listed, 10)
        if (within.length > 0) {
          return yield* new Checkout.FileRefused({ path: asked, reason: "folder", candidates: within })
        }
        return yield* new Checkout.FileRefused({
          path: asked,
          reason: known ? "gone" : "unlisted",
          candidates: Checkout.nearest(path, listed, 3),
        })
      }
      const file = yield* Effect.provide(Checkout.read(root, path), machine)
      const indexed = (yield* digests).get(path)
      const asIndexed = typeof indexed === "string"
        ? indexed === file.digest
        // Nothing is kept of the files of an index that came from elsewhere: its own table of lines is all there is.
        : indexed === null || hasItsLines(graph, path, file.text)
        ? undefined
        : false
      return { ...file, asIndexed }
    })

  const peek = (path: string) =>
    Effect.map(Effect.option(files.read(`${root}/${path}`)), (bytes) => {
      const decoded = bytes._tag === "Some" ? Decode.decode(bytes.value) : undefined
      return decoded?._tag === "text" ? decoded.text : undefined
    })

  return {
    id: chosen.id,
    root,
    entry,
    graph,
    meta,
    ...(passages === undefined ? {} : { passages }),
    overlays: Overlay.of(graph, overlays),
    snapshot: entry.sha256.slice(0, 8),
    freshness,
    tree,
    fresh,
    isCompared: () => isCompared,
    read,
    peek,
    finder,
  } satisfies OpenRepo
})

/** Do the lines of a text begin where those of the indexed file did? Yes where it was not read. */
const hasItsLines = (graph: Graph.Graph, path: string, text: string): boolean => {
  const file = Node.fileAt(graph, path)
  if (file === NONE || (graph.nodes.flags[file]! & NODE_FLAGS.unread) !== 0) return true
  const before = graph.lineStarts(file)
  const now = Lines.lineStarts(text)
  return graph.nodes.end[file] === text.length && before.length === now.length &&
    before.every((start, line) => start === now[line])
}

/** The index that `branch` means; undefined where it is that of the checkout, which is on this branch. */
const pinnedOf = Effect.fnUntraced(function* ({ entry, id }: Registry.Identified, branch: string) {
  const pinned = branchesOf(entry)
  const found = pinned.find((it) => it.name === branch || it.ref === branch)
  if (found !== undefined) return found
  if ((yield* Refs.checkedOut(entry.path)) === branch) return undefined
  return yield* new Selection.BranchNotIndexed({ repo: id, branch, indexed: pinned.map(({ name }) => name) })
})

const freshnessOf = Effect.fnUntraced(function* (entry: Registry.Entry) {
  const there = yield* Effect.either(Storage.openable(entry))
  // An index that no question can be put to is not current, whatever the files are.
  if (there._tag === "Left" && there.left._tag !== "RepoGone") {
    return { freshness: "unknown", reason: there.left.why } satisfies Freshness.Freshness
  }
  const { freshness } = yield* Freshness.compare(
    entry.path,
    entry.commit,
    Storage.sources(entry),
    entry.asked,
  )
  return freshness
})

const realPathOf = (selector: string, files: typeof Files.Files.Service): Effect.Effect<string | undefined> =>
  /^([/\\~.]|[A-Za-z]:)/.test(selector)
    ? Effect.orElseSucceed(files.realPath(Policy.straight(selector)), () => undefined)
    : Effect.succeed(undefined)

/** The registered root around the working directory, unless a checkout of its own lies between. */
const around = Effect.fnUntraced(function* (
  known: ReadonlyArray<Registry.Identified>,
  workingDirectory: string | undefined,
  files: typeof Files.Files.Service,
) {
  if (workingDirectory === undefined || known.length < 2) return undefined
  const here = yield* Effect.orElseSucceed(files.realPath(workingDirectory), () => workingDirectory)
  const way = Selection.wayToRoot(new Set(known.map(({ entry }) => entry.path)), here)
  if (way === undefined) return undefined
  const marks = yield* files.stats(way.slice(0, -1).map((folder) => `${folder}/.git`))
  return marks.some((mark) => mark !== undefined) ? undefined : way.at(-1)
})
