// Which folders of a repository are watched, and what it means that something happened in one: those in which a file could
// come to be listed, so none that git ignores and none of another repository. What is watched is watched before it is
// looked at, so nothing falls between.

import * as Effect from "effect/Effect"
import * as LeftOut from "../indexer/left_out.ts"
import * as OwnRules from "../indexer/own_rules.ts"
import * as Files from "../machine/files.ts"
import { RunGit } from "../machine/git.ts"
import type { Watched } from "../machine/watching.ts"
import * as Path from "../text/path.ts"

/** Why folders cannot all be watched. */
export type Refused = { readonly _tag: "many" } | {
  readonly _tag: "code"
  readonly folder: string
  readonly code: string
}

/** What became of some paths about which something was heard. */
export interface Judged {
  /** Those that may now be listed, or are no longer. */
  readonly paths: ReadonlyArray<string>
  /** Did a folder come, go or become another? Then there may be more than was told. */
  readonly folders: boolean
}

export interface WatchedFolders {
  /** Looks at all again: watches what has come, lets go of what is gone. */
  readonly renew: Effect.Effect<Refused | undefined>
  /** The files of a list that somebody began to make at that time, in milliseconds; gives those that are gone again. */
  readonly cover: (listed: ReadonlySet<string>, begun: number) => Effect.Effect<Judged | Refused>
  /** What is to be told of paths about which something was heard. */
  readonly judge: (paths: Iterable<string>) => Effect.Effect<Judged | Refused>
  /** Listed files in folders that the system does not let us watch: nobody can tell of them. */
  readonly unseen: () => ReadonlyArray<string>
  readonly count: () => number
}

interface Known {
  readonly inode: bigint
  /** Names of regular files that are not listed. */
  readonly beside: Set<string>
  /** Does git keep another repository there? */
  readonly isRepository: boolean
}

/** Folders that are looked at before anything else may run. */
const AT_ONCE = 64

/** What is in a folder that is watched. */
interface Entered {
  readonly _tag: "entered"
  readonly below: ReadonlyArray<string>
  readonly names: ReadonlySet<string>
}

const GONE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"])
const CLOSED: ReadonlySet<string> = new Set(["EACCES", "EPERM"])

/**
 * @param root A real path.
 * @param most Folders that may be watched.
 * @param byGit Does git say which files belong to the root?
 */
export const make = (root: string, watched: Watched, most: number, byGit: () => boolean) =>
  Effect.gen(function* () {
    const files = yield* Files.Files
    const git = yield* RunGit
    const known = new Map<string, Known>()
    /** Folders that cannot be watched, though there may be listed files. */
    const closed = new Set<string>()
    let listed: ReadonlySet<string> = new Set()
    /** Folders on the way to a listed file. */
    let needed: ReadonlySet<string> = new Set([""])
    /** May rules of ours bring back what git ignores? */
    let hasRules = false
    // A file that was told of may be listed before anyone says so here. Until a list is covered that was begun after it was
    // told, nobody knows which of those that are not listed matter.
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    let toldAt = Infinity
    let isSure = false

    const mayBeListed = () => {
      toldAt = now()
      isSure = false
    }

    const whole = (path: string) => path === "" ? root : `${root}/${path}`

    /** The nearest folder around a path that is a repository of its own; undefined where git has no say. */
    const repositoryOf = (path: string): string | undefined => {
      for (let folder = Path.folderOf(path); folder !== ""; folder = Path.folderOf(folder)) {
        if (known.get(folder)?.isRepository === true) return folder
      }
      return byGit() ? "" : undefined
    }

    /** Those of some paths that git ignores, folders with `/` at their end. One process of git a repository. */
    const ignored = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
      const byRepository = new Map<string, Array<string>>()
      for (const path of paths) {
        const repository = repositoryOf(path.endsWith("/") ? path.slice(0, -1) : path)
        if (repository === undefined) continue
        byRepository.set(repository, [...byRepository.get(repository) ?? [], path])
      }
      const found = new Set<string>()
      for (const [repository, inside] of byRepository) {
        const prefix = repository === "" ? "" : `${repository}/`
        // A name that begins with a colon would be more than a name.
        const names = inside.map((path) => `./${path.slice(prefix.length)}`)
        const input = new TextEncoder().encode(`${names.join("\0")}\0`)
        // It ends with 1 where it ignores none, and where it cannot tell nothing is taken to be ignored.
        const answer = yield* Effect.option(git(whole(repository), ["check-ignore", "-z", "--stdin"], input))
        if (answer._tag === "None") continue
        for (const name of new TextDecoder().decode(answer.value).split("\0")) {
          if (name !== "") found.add(prefix + name.slice(2))
        }
      }
      return found
    })

    const letGo = Effect.fnUntraced(function* (folder: string) {
      for (const path of [...known.keys(), ...closed]) {
        if (!Path.isWithin(path, folder)) continue
        known.delete(path)
        closed.delete(path)
        yield* watched.remove(whole(path))
      }
    })

    /** Watches one folder and says what is in it; undefined where it is not to be watched. */
    const enter = Effect.fnUntraced(function* (folder: string, stat: Files.FileStat | undefined) {
      const before = known.get(folder)
      if (stat?.kind !== "folder") {
        if (before !== undefined || closed.has(folder)) yield* letGo(folder)
        return undefined
      }
      if (before?.inode !== stat.inode) {
        if (before !== undefined) yield* letGo(folder)
        if (most <= known.size) return { _tag: "many" } satisfies Refused
        const code = yield* watched.add(whole(folder))
        if (code !== undefined && GONE.has(code)) return undefined
        if (code !== undefined && CLOSED.has(code)) {
          closed.add(folder)
          return undefined
        }
        if (code !== undefined) return { _tag: "code", folder, code } satisfies Refused
        closed.delete(folder)
      }
      const entries = yield* Effect.orElseSucceed(files.list(whole(folder)), () => [])
      const isRepository = folder !== "" && entries.some(({ name }) => name === ".git")
      if (isRepository && !needed.has(folder)) {
        // Another repository, of which nothing is listed.
        yield* letGo(folder)
        yield* watched.remove(whole(folder))
        return undefined
      }
      const prefix = folder === "" ? "" : `${folder}/`
      const beside = new Set<string>()
      const below: Array<string> = []
      for (const { name, kind } of entries) {
        if (kind === "file" && !listed.has(prefix + name)) beside.add(name)
        else if (kind === "folder" && !LeftOut.isNever(name)) below.push(prefix + name)
      }
      known.set(folder, { inode: stat.inode, beside, isRepository })
      return { _tag: "entered", below, names: new Set(entries.map(({ name }) => name)) } satisfies Entered
    })

    /**
     * Watches folders and all below them in which a file could come to be listed. Gives why that cannot be, or whether
     * one was watched that was not before.
     */
    const grow = Effect.fnUntraced(function* (starts: Iterable<string>) {
      const before = new Map([...known].map(([folder, { inode }]) => [folder, inode]))
      let pending = [...starts]
      let came = false
      while (pending.length > 0) {
        const next: Array<string> = []
        const doubtful: Array<string> = []
        for (let from = 0; from < pending.length; from += AT_ONCE) {
          const part = pending.slice(from, from + AT_ONCE)
          const stats = yield* files.stats(part.map(whole))
          for (const [i, folder] of part.entries()) {
            const entered = yield* enter(folder, stats[i])
            if (entered === undefined) continue
            if (entered._tag !== "entered") return entered
            if (before.get(folder) !== stats[i]!.inode) came = true
            for (const path of entered.below) {
              if (needed.has(path)) next.push(path)
              else if (LeftOut.installedAround(`${path}/`) !== undefined) continue
              else if (repositoryOf(path) !== undefined) doubtful.push(path)
              else if (LeftOut.byName(Path.baseOf(path), entered.names) === undefined) next.push(path)
            }
          }
          // A timer's turn: a large repository must not hold up who waits for an answer.
          if (AT_ONCE < pending.length) yield* Effect.sleep(0)
        }
        const out = doubtful.length === 0 ? new Set<string>() : yield* ignored(doubtful.map((path) => `${path}/`))
        for (const path of doubtful) if (!out.has(`${path}/`)) next.push(path)
        pending = next
      }
      return came
    })

    const renew = Effect.gen(function* () {
      mayBeListed()
      const stats = yield* files.stats([...known.keys()].map(whole))
      for (const [i, folder] of [...known.keys()].entries()) {
        if (known.has(folder) && stats[i]?.kind !== "folder") yield* letGo(folder)
      }
      const grown = yield* grow([""])
      return typeof grown === "boolean" ? undefined : grown
    })

    const cover = Effect.fnUntraced(function* (all: ReadonlySet<string>, begun: number) {
      const before = listed
      listed = all
      hasRules = false
      if (toldAt < begun) isSure = true
      /** It may have come and gone while the list was made: then nobody would tell. */
      const unseen: Array<string> = []
      const folders = new Set([""])
      for (const path of all) {
        if (Path.baseOf(path) === OwnRules.NAME) hasRules = true
        for (let folder = Path.folderOf(path); !folders.has(folder); folder = Path.folderOf(folder)) folders.add(folder)
        if (!before.has(path) && known.get(Path.folderOf(path))?.beside.delete(Path.baseOf(path)) === false) {
          unseen.push(path)
        }
      }
      needed = folders
      const stats = yield* files.stats(unseen.map(whole))
      const paths = unseen.filter((_, i) => stats[i] === undefined)
      const missing = [...folders].filter((folder) => !known.has(folder) && !closed.has(folder))
      // Those nearest to the root first: what is further down is found on the way.
      const grown = missing.length === 0 ? false : yield* grow(known.has("") ? tops(missing) : [""])
      if (typeof grown !== "boolean") return grown
      if (grown) mayBeListed()
      return { paths, folders: grown } satisfies Judged
    })

    const judge = Effect.fnUntraced(function* (asked: Iterable<string>) {
      const paths = [...new Set(asked)]
      const stats = yield* files.stats(paths.map(whole))
      const tell: Array<string> = []
      const doubtful: Array<string> = []
      const came: Array<string> = []
      let folders = false
      for (const [i, path] of paths.entries()) {
        const stat = stats[i]
        const name = Path.baseOf(path)
        const below = known.get(path)
        if (below !== undefined && (stat?.kind !== "folder" || stat.inode !== below.inode)) {
          folders = true
          yield* letGo(path)
        }
        if (listed.has(path)) tell.push(path)
        const around = known.get(Path.folderOf(path))
        // What happened in a folder that is watched no more is told by the one around it.
        if (around === undefined) continue
        if (name === ".git") {
          // A repository of its own began or ended there.
          folders = true
          came.push(Path.folderOf(path))
        } else if (stat?.kind === "folder") {
          // One that is the same may have been closed to us, or opened.
          if (known.has(path) || closed.has(path)) {
            folders = true
            came.push(path)
          } else if (!LeftOut.isNever(name) && LeftOut.installedAround(`${path}/`) === undefined) came.push(path)
        } else if (!listed.has(path)) {
          const isFile = stat?.kind === "file"
          const was = around.beside.has(name)
          if (isFile) around.beside.add(name)
          else around.beside.delete(name)
          if (isFile !== was || (isFile && !isSure)) doubtful.push(path)
        }
      }
      if (doubtful.length + came.length > 0) {
        const out = yield* ignored([...doubtful, ...came.map((path) => `${path}/`)])
        // What rules of ours bring back is known to who lists, and covered then.
        const those = (ends: string) => (path: string) => hasRules || !out.has(path + ends)
        tell.push(...doubtful.filter(those("")))
        folders ||= came.some(those("/"))
        const grown = yield* grow(came.filter((path) => !out.has(`${path}/`)))
        if (typeof grown !== "boolean") return grown
      }
      if (folders || tell.some((path) => !listed.has(path))) mayBeListed()
      return { paths: tell, folders } satisfies Judged
    })

    return {
      renew,
      cover,
      judge,
      unseen: () => closed.size === 0 ? [] : [...listed].filter((path) => isBelow(path, closed)),
      count: () => known.size,
    } satisfies WatchedFolders
  })

/** Those of some folders that lie in no other of them. */
const tops = (folders: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = new Set(folders)
  return folders.filter((folder) => !isBelow(folder, all))
}

const isBelow = (path: string, folders: ReadonlySet<string>): boolean => {
  if (folders.has("")) return path !== ""
  for (let folder = Path.folderOf(path); folder !== ""; folder = Path.folderOf(folder)) {
    if (folders.has(folder)) return true
  }
  return false
}
