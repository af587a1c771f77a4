// Which files of a repository may have changed since somebody last asked. Hints come from the system, or from looking
// again and again where it does not tell; either way a change is told too often rather than never, and where changes may
// have been missed all counts as changed.
//
// Whoever keeps something that is made of the files does so in this order, or a change can be lost:
//
//   const watcher = yield* Watch.open(root)   // from here on nothing is missed
//   for (;;) {
//     const changes = yield* watcher.take     // the first time: all
//     const begun = yield* Clock.currentTimeMillis
//     …list and read the files…               // what changes meanwhile is in the next take
//     yield* watcher.cover(listed, begun)     // where the files were listed anew
//     yield* watcher.next                     // or take whenever somebody asks
//   }
//
// A run that fails gives its changes back. There is one watcher for whatever is made of a root, so one that takes.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as LeftOut from "../indexer/left_out.ts"
import * as OwnRules from "../indexer/own_rules.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import { type Hear, type Watched, Watching } from "../machine/watching.ts"
import * as GitPlaces from "./git_places.ts"
import * as Polling from "./polling.ts"
import { Settings } from "./settings.ts"
import * as WatchedFolders from "./watched_folders.ts"

export interface Changes {
  /** Anything may have changed: the files are to be listed anew, and all of them looked at. */
  readonly all: boolean
  /** Files that were written, made, removed or renamed, or may have been; they may also be as they were. */
  readonly paths: ReadonlySet<string>
  /** Another commit may be checked out. */
  readonly commit: boolean
  /** Git may list other files: the files are to be listed anew. */
  readonly list: boolean
}

export type Mode =
  | { readonly _tag: "watching" }
  /** The files are looked at again and again, or when somebody asks. */
  | { readonly _tag: "polling"; readonly why: string }

export interface Watcher {
  /** Real path. */
  readonly root: string
  /** What may have changed since the last take; all, the first time. Costs next to nothing where nothing has. */
  readonly take: Effect.Effect<Changes>
  /** What was taken and not made use of: it is taken again. */
  readonly giveBack: (changes: Changes) => void
  /** Waits until there is something to take, and until it has been quiet for a moment. */
  readonly next: Effect.Effect<void>
  /**
   * Says which files are listed: to be called with each new list, and when somebody began to make it, in milliseconds.
   * Where that is not known, files that are not listed and not ignored are told whenever they change.
   */
  readonly cover: (listed: Iterable<string>, begun?: number) => Effect.Effect<void>
  readonly mode: () => Mode
  /** Folders of the repository that are watched. */
  readonly folders: () => number
}

export type Needs = Files.Files | RunGit | Watching

/** Nobody is woken before it was quiet for so long, nor later than so long after the first change. */
const QUIET_MS = 40
const LATEST_MS = 250

/** So long is waited for a git that is at work, where nobody asks. */
const GIT_MS = 5_000
const GIT_LOOK_MS = 50

/** Paths at which all counts as changed. */
const MOST_PATHS = 4_096

/** How often files are looked at, and what part of a processor that may take. */
const POLL_MS = 2_000
const POLL_SHARE = 0.05
/** A look that is so young, or as young as a few looks take, is good enough for who asks. */
const YOUNG_MS = 100
const YOUNG_LOOKS = 5
/** Where nobody has asked for so long, nobody looks. */
const IDLE_MS = 600_000

/** Part of the folders that the system lets one user watch. */
const SHARE_OF_SYSTEM = 0.6

/** A folder of which the system has stopped telling so often, though it is there, is not watched. */
const MOST_LOSSES = 20

/** Files that decide which others are listed, in any folder. */
const RULES: ReadonlySet<string> = new Set([".gitignore", ".gitattributes", ".gitmodules", OwnRules.NAME])

/** What was heard and not looked at yet. */
interface Heard {
  all: boolean
  commit: boolean
  list: boolean
  /** Are git's files to be looked for anew? */
  branch: boolean
  readonly paths: Set<string>
  /** By folder of the repository: why the system tells of it no longer. */
  readonly lost: Map<string, string>
  /** Milliseconds. */
  first: number
  last: number
}

const nothing = (): Heard => ({
  all: false,
  commit: false,
  list: false,
  branch: false,
  paths: new Set(),
  lost: new Map(),
  first: Infinity,
  last: 0,
})

/** What a repository is watched by, until that is no longer possible. */
interface By {
  readonly mode: Mode
  readonly scope: Scope.CloseableScope
  readonly watched: Watched
  readonly folders: WatchedFolders.WatchedFolders
  /** One look at all. */
  readonly round?: Effect.Effect<number>
  places: GitPlaces.Places | undefined
}

/** The root is not there; it is watched again when it comes back. */
export const GONE: Mode = { _tag: "polling", why: "the folder is not there" }

/**
 * Watches the repository in `root`, a real path, as long as the scope lasts. Never fails: what cannot be watched is looked
 * at. Costs a look at each of its folders.
 */
export const open: (root: string) => Effect.Effect<Watcher, never, Needs | Scope.Scope> = Effect.fn("workspace.watch")(
  function* (root) {
    const machine = yield* Effect.context<Needs>()
    const files = yield* Files.Files
    const watching = yield* Watching
    const { watchFolders } = yield* Settings
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    const turn = Effect.unsafeMakeSemaphore(1)
    /** Open while something was heard; while there is something to take. */
    const something = Effect.unsafeMakeLatch()
    const ready = Effect.unsafeMakeLatch(true)

    let by: By | undefined
    let listed: ReadonlySet<string> = new Set()
    let heard = nothing()
    let out = { all: true, commit: true, list: true, paths: new Set<string>() }
    let losses = 0
    let looked = { at: -Infinity, took: 0 }
    let waiting = 0
    let asked = now()

    const hear = (change: (heard: Heard) => void): void => {
      change(heard)
      if (MOST_PATHS < heard.paths.size) {
        heard.all = true
        heard.paths.clear()
      }
      heard.last = now()
      heard.first = Math.min(heard.first, heard.last)
      something.unsafeOpen()
    }

    const inRepository = (folder: string, name: string): void => {
      const path = folder === "" ? name : `${folder}/${name}`
      if (folder === "" && name === ".git") hear((it) => it.all = it.branch = true)
      else if (RULES.has(name)) hear((it) => it.all = true)
      else if (name === ".git" || !LeftOut.isNever(name)) hear((it) => it.paths.add(path))
    }

    /** Of a folder that is watched, as the system names it. */
    const below = (folder: string): string => folder === root ? "" : folder.slice(root.length + 1)

    /** What was heard by a way of watching that was given up is of no interest. */
    const ears = (isOurs: () => boolean, places: () => GitPlaces.Places | undefined): Hear => ({
      changed: (folder, name) => {
        if (!isOurs()) return
        const meaning = places()?.meaningOf.get(folder)
        if (meaning === undefined) {
          if (name !== undefined) inRepository(below(folder), name)
          else hear((it) => it.all = true)
          return
        }
        const means = meaning(name)
        if (means.length === 0) return
        hear((it) => {
          if (means.includes("rules")) it.all = true
          if (means.includes("commit")) it.commit = true
          if (means.includes("list")) it.list = true
          if (means.includes("branch")) it.branch = true
        })
      },
      missed: () =>
        isOurs() && hear((it) =>
          it.all =
            it.commit =
            it.list =
            it.branch =
              true
        ),
      lost: (folder, why) => {
        if (!isOurs()) return
        if (places()?.meaningOf.has(folder) === true) hear((it) => it.commit = it.list = it.branch = true)
        else hear((it) => it.lost.set(below(folder), why))
      },
    })

    /** Watches, or looks where there is a reason not to. */
    const begin = Effect.fnUntraced(function* (why: string | undefined) {
      if (by !== undefined) yield* Scope.close(by.scope, Exit.void)
      const scope = yield* Scope.make()
      const made: { by: By | undefined } = { by: undefined }
      const hearing = ears(() => made.by === undefined || by === made.by, () => made.by?.places)
      const polled = why === undefined ? undefined : yield* Polling.make(hearing)
      const watched = polled ?? (yield* Scope.extend(watching.open(hearing), scope))
      const system = yield* watching.most
      const most = why === undefined ? Math.min(watchFolders, SHARE_OF_SYSTEM * (system ?? Infinity)) : Infinity
      const places = yield* GitPlaces.find(root)
      const folders: WatchedFolders.WatchedFolders = yield* WatchedFolders.make(
        root,
        watched,
        most,
        () => made.by?.places !== undefined,
      )
      made.by = by = {
        mode: why === undefined ? { _tag: "watching" } : { _tag: "polling", why },
        scope,
        watched,
        folders,
        places,
        ...(polled === undefined ? {} : { round: polled.round }),
      }
      const refused = (yield* watchPlaces(by)) ?? (yield* folders.renew)
      if (refused !== undefined) return whyOf(refused, watchFolders, system)
      const covered = yield* folders.cover(listed, -Infinity)
      return "_tag" in covered ? whyOf(covered, watchFolders, system) : undefined
    })

    const watchPlaces = Effect.fnUntraced(function* ({ watched, places }: By) {
      for (const folder of places?.meaningOf.keys() ?? []) {
        const code = yield* watched.add(folder)
        // A folder that is not there is told by the one around it when it comes.
        if (code === undefined || code === "ENOENT" || code === "ENOTDIR") continue
        return { _tag: "code", folder: "git's own", code } satisfies WatchedFolders.Refused
      }
      return undefined
    })

    /** Begins anew; where it cannot be watched it is looked at. */
    const start = Effect.fnUntraced(function* (reason: string | undefined) {
      let why = reason
      for (;;) {
        const refused = yield* begin(why)
        if (refused === undefined) break
        // Looking asks no leave of the system; what it cannot look at is gone, and told when it comes back.
        if (why !== undefined) break
        why = refused
      }
      out.all = out.commit = out.list = true
    })

    const reasonToPoll = Effect.gen(function* () {
      return watchFolders === 0 ? "PORTOLAN_WATCH_MAX_FOLDERS is 0" : yield* watching.blindness(root)
    })

    /** Is the root a folder? Where it is none any more, nothing is watched until it is one again. */
    const isThere = Effect.gen(function* () {
      const [stat] = yield* files.stats([root])
      if (stat?.kind === "folder") {
        if (by === undefined) yield* start(yield* reasonToPoll)
        return true
      }
      if (by !== undefined) {
        yield* Scope.close(by.scope, Exit.void)
        by = undefined
        out.all = out.commit = out.list = true
      }
      return false
    })

    const retry = Effect.fnUntraced(function* (folder: string, why: string) {
      const whole = folder === "" ? root : `${root}/${folder}`
      const [stat] = yield* files.stats([whole])
      if (stat?.kind !== "folder") return undefined
      const code = ++losses <= MOST_LOSSES ? yield* by!.watched.add(whole) : why
      return code === undefined
        ? undefined
        : `the system does not tell of ${folder === "" ? "its folder" : folder} (${code})`
    })

    /** Looks at what was heard, once. */
    const settle = Effect.gen(function* () {
      const it = heard
      heard = nothing()
      something.unsafeClose()
      const before = by
      if (!(yield* isThere) || by === undefined || by !== before) return
      if (it.branch) {
        const old = by.places
        by.places = yield* GitPlaces.find(root)
        for (const folder of old?.meaningOf.keys() ?? []) {
          if (by.places?.meaningOf.has(folder) !== true) yield* by.watched.remove(folder)
        }
        // What happened to them before they were watched.
        out.commit = out.list = true
        yield* watchPlaces(by)
      }
      for (const [folder, why] of it.lost) {
        const silent = yield* retry(folder, why)
        if (silent !== undefined && by.mode._tag === "watching") return yield* start(silent)
        it.all = true
      }
      out.commit ||= it.commit
      out.list ||= it.list
      if (it.all) {
        out.all = true
        const refused = yield* by.folders.renew
        if (refused !== undefined) yield* refuse(refused)
      } else if (it.paths.size > 0) yield* put(yield* by.folders.judge(it.paths))
    })

    const put = Effect.fnUntraced(function* (judged: WatchedFolders.Judged | WatchedFolders.Refused) {
      if ("_tag" in judged) return yield* refuse(judged)
      if (judged.folders) out.all = true
      for (const path of judged.paths) out.paths.add(path)
      if (MOST_PATHS < out.paths.size) out.all = true
    })

    const refuse = Effect.fnUntraced(function* (refused: WatchedFolders.Refused) {
      if (by?.mode._tag === "watching") yield* start(whyOf(refused, watchFolders, yield* watching.most))
      else out.all = true
    })

    const isSomething = () => out.all || out.commit || out.list || out.paths.size > 0

    /** One at a time: who takes, who covers, and what looks by itself. */
    const alone = <A>(use: Effect.Effect<A, never, Needs>): Effect.Effect<A> =>
      Effect.provide(turn.withPermits(1)(Effect.uninterruptible(use)), machine)

    const settled = alone(Effect.zipRight(
      settle,
      Effect.sync(() => isSomething() && ready.unsafeOpen()),
    ))

    const round = Effect.suspend(() => {
      const look = by?.round
      return look === undefined ? Effect.void : Effect.map(look, (took) => {
        looked = { at: now(), took }
      })
    })

    const take = Effect.gen(function* () {
      asked = now()
      yield* Effect.suspend(() => by?.watched.heard ?? Effect.void)
      return yield* alone(Effect.gen(function* () {
        const young = Math.min(POLL_MS, Math.max(YOUNG_MS, YOUNG_LOOKS * looked.took))
        if (by?.round !== undefined && young < now() - looked.at) yield* round
        yield* settle
        const taken: Changes = { ...out, paths: new Set([...out.paths, ...by?.folders.unseen() ?? []]) }
        out = { all: false, commit: false, list: false, paths: new Set() }
        ready.unsafeClose()
        return taken
      }))
    })

    const cover = (paths: Iterable<string>, begun = -Infinity) =>
      alone(Effect.gen(function* () {
        listed = new Set(paths)
        if (by !== undefined) yield* put(yield* by.folders.cover(listed, begun))
        if (isSomething()) ready.unsafeOpen()
      }))

    const giveBack = (changes: Changes) => {
      out.all ||= changes.all
      out.commit ||= changes.commit
      out.list ||= changes.list
      for (const path of changes.paths) out.paths.add(path)
      if (isSomething()) ready.unsafeOpen()
    }

    const next = Effect.acquireUseRelease(
      Effect.sync(() => waiting++),
      () => ready.await,
      () => Effect.sync(() => waiting--),
    )

    /** Waits until it has been quiet, and as long as git is at work. */
    const untilQuiet = Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      for (;;) {
        const { first, last } = heard
        const due = Math.min(last + QUIET_MS, first + LATEST_MS)
        const left = due - now()
        if (left <= 0 || first === Infinity) break
        yield* Effect.sleep(left)
      }
      while (now() - began < GIT_MS) {
        const lock = by?.places?.lock
        if (lock === undefined || (yield* files.stats([lock]))[0] === undefined) break
        yield* Effect.sleep(GIT_LOOK_MS)
      }
    })

    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => by === undefined ? Effect.void : Scope.close(by.scope, Exit.void))
    )
    yield* alone(isThere)
    yield* Effect.forkScoped(Effect.forever(
      something.await.pipe(Effect.zipRight(untilQuiet), Effect.zipRight(settled)),
    ))
    yield* Effect.forkScoped(Effect.forever(Effect.gen(function* () {
      yield* Effect.sleep(Math.max(POLL_MS, looked.took / POLL_SHARE))
      if (waiting === 0 && IDLE_MS < now() - asked) return
      if (by === undefined) yield* settled
      else yield* alone(round)
    })))

    return {
      root,
      take,
      giveBack,
      next,
      cover,
      mode: () => by?.mode ?? GONE,
      folders: () => by?.folders.count() ?? 0,
    }
  },
)

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: "the system watches no more folders for this user (fs.inotify.max_user_watches)",
  EMFILE: "the system gives this user no more to watch with (fs.inotify.max_user_instances, open files)",
  ENOSYS: "the system tells of no changes",
}

const whyOf = (refused: WatchedFolders.Refused, set: number, system: number | undefined): string =>
  refused._tag === "code"
    ? CODES[refused.code] ?? `the system does not tell of ${refused.folder || "its folder"} (${refused.code})`
    : SHARE_OF_SYSTEM * (system ?? Infinity) < set
    ? `it has more than ${SHARE_OF_SYSTEM * 100} % of the ${system} folders that the system watches for one user`
    : `it has more folders than PORTOLAN_WATCH_MAX_FOLDERS allows (${set})`
