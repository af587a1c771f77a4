// How the index that answers relates to the checkout as it is now: by the contents of the sources, texts and configuration
// that it was made from, and by git's history. What stands in a file that is no part of the index never makes it old.

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PlatformError } from "../machine/files.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Covered from "../indexer/covered.ts"
import { isAsWanted } from "../indexer/previous.ts"
import * as Scan from "../indexer/scan.ts"
import * as Selection from "../indexer/selection.ts"
import type { Asked } from "./entry.ts"
import * as Home from "./home.ts"
import * as Refs from "./refs.ts"
import * as Registry from "./registry.ts"
import type { Sources } from "./sources.ts"

/** By precedence: diverged, behind, dirty, current. */
export type Freshness =
  | { readonly freshness: "current" }
  | { readonly freshness: "dirty"; readonly changed_files: number; readonly update?: string }
  | {
    readonly freshness: "behind"
    readonly changed_files: number
    readonly behind_by: number
    readonly update?: string
  }
  | { readonly freshness: "diverged"; readonly changed_files: number; readonly update?: string }
  | { readonly freshness: "unknown"; readonly reason: string; readonly update?: string }

/** The checkout at one moment. */
export interface Tree {
  readonly freshness: Freshness
  /** Every path that the scan lists now. */
  readonly listed: ReadonlySet<string>
  /** Sources, texts and configuration whose content is not what was indexed, gone and new ones among them. */
  readonly changed: ReadonlySet<string>
  /** Stats under which the listed files were found to be as indexed or changed. */
  readonly stats: ReadonlyMap<string, Registry.StoredStat>
}

/** Age at which what is known of a checkout or a branch is no longer told, in milliseconds. */
export const OLDEST_MS = 2_000

/**
 * Compares the checkout with what was indexed. Reads only files whose stat is another one than when indexed, and
 * configuration among files that are not selected.
 */
export const compare: <R>(
  root: string,
  commit: string | null,
  sources: Effect.Effect<Sources | undefined, never, R>,
  asked?: Asked,
) => Effect.Effect<Tree, never, Files.Files | RunGit | Digest | Home.Home | R> = Effect.fn("workspace.compare")(
  function* (root, commit, indexed, asked = {}) {
    // Git lists while what was indexed is read.
    const [scanned, sources] = yield* Effect.all([
      Effect.either(Scan.scan(root, yield* selectionOf(root, asked))),
      indexed,
    ], { concurrency: "unbounded" })
    if (scanned._tag === "Left") return empty(scanned.left)
    const { files } = scanned.right
    const listed = new Set(files.map((file) => file.path))
    const stats = new Map(files.map((file) => [file.path, Registry.storedStat(file.stat)]))
    if (sources === undefined) {
      const reason = "the state of the files when they were indexed was not kept"
      return { freshness: { freshness: "unknown", reason }, listed, changed: new Set(), stats }
    }
    const changed = new Set([
      ...yield* changedSources(root, sources, files, asked.maxFileBytes),
      ...yield* changedConfigs(root, sources, [...files, ...scanned.right.unselected]),
    ])
    const history = commit !== null && scanned.right.listedBy !== "git"
      ? { _tag: "unknown", why: scanned.right.notes[0] ?? "git no longer keeps a history of this folder" } as const
      : yield* Refs.historyOf(root, commit, scanned.right.commit)
    return { freshness: verdict(history, changed.size), listed, changed, stats }
  },
)

/** The files that a recorded index was asked to be of: all, where its patterns mean nothing to this version any more. */
export const selectionOf = Effect.fnUntraced(function* (root: string, asked: Asked) {
  const chosen = yield* Effect.orElseSucceed(Selection.make(asked), () => Selection.ALL)
  return Selection.without(chosen, yield* Home.within(root))
})

const empty = (error: PlatformError): Tree => ({
  freshness: {
    freshness: "unknown",
    reason: error.code === "ENOENT" || error.code === "ENOTDIR"
      ? "the repository is no longer where it was indexed"
      : `the checkout cannot be listed (${error.code})`,
  },
  listed: new Set(),
  changed: new Set(),
  stats: new Map(),
})

/** From how the commits relate, and the number of files that changed. */
export const verdict = (history: Refs.History, changed: number): Freshness =>
  history._tag === "unknown"
    ? { freshness: "unknown", reason: history.why }
    : history._tag === "diverged"
    ? { freshness: "diverged", changed_files: changed }
    : history._tag === "behind"
    ? { freshness: "behind", changed_files: changed, behind_by: history.by }
    : 0 < changed
    ? { freshness: "dirty", changed_files: changed }
    : { freshness: "current" }

/** The same verdict when `more` further files were seen to have changed since. */
export const withChanged = (verdict: Freshness, changed: number, more: number): Freshness =>
  more === 0 || verdict.freshness === "unknown"
    ? verdict
    : verdict.freshness === "current"
    ? { freshness: "dirty", changed_files: more }
    : { ...verdict, changed_files: changed + more }

const changedSources = Effect.fnUntraced(function* (
  root: string,
  sources: Sources,
  scanned: ReadonlyArray<Scan.ScannedFile>,
  maxFileBytes: number | undefined,
) {
  const files = yield* Files.Files
  const digest = yield* Digest
  const now = new Map(scanned.map((file) => [file.path, file]))
  const changed: Array<string> = []
  const known = new Set<string>()
  for (const { path, stat, digest: indexed, left } of sources.files) {
    known.add(path)
    if (indexed === null && !Covered.mayBeRead(path)) continue
    const file = now.get(path)
    if (file === undefined) {
      if (indexed !== null) changed.push(path)
    } else if (
      !Registry.sameStat(Registry.storedStat(file.stat), stat) || left !== undefined && !isAsWanted(left.stat, file)
    ) {
      if (indexed === null) {
        // Left out for its size or shape, and perhaps no longer.
        if (yield* Covered.isReadNow(root, file, maxFileBytes)) changed.push(path)
        continue
      }
      const bytes = file.stat.size === stat.size ? yield* Effect.option(files.read(`${root}/${path}`)) : Option.none()
      const same = bytes._tag === "Some" && digest.sha256(bytes.value).slice(0, indexed.length) === indexed
      if (!same) changed.push(path)
    }
  }
  for (const file of scanned) {
    if (known.has(file.path)) continue
    // What a new source holds is not looked at; a new file of another kind may be a picture.
    if (Covered.isSource(file.path) || (yield* Covered.isReadNow(root, file, maxFileBytes))) changed.push(file.path)
  }
  return changed
})

/** By its text alone: a configuration may lie among files that are not selected, whose state nobody keeps. */
const changedConfigs = Effect.fnUntraced(function* (
  root: string,
  sources: Sources,
  scanned: ReadonlyArray<Scan.ScannedFile>,
) {
  if (sources.left === undefined) return []
  const { configs } = sources.left
  const before = new Map(sources.files.map((it) => [it.path, it.stat]))
  const now = scanned.filter(({ path }) => Covered.isConfig(path))
  const paths = new Set(now.map(({ path }) => path))
  const suspects = now.filter(({ path, stat }) => {
    const known = before.get(path)
    return known === undefined || !Registry.sameStat(known, Registry.storedStat(stat))
  })
  return [
    ...yield* Covered.changedConfigs(root, suspects, configs),
    ...[...configs.keys()].filter((path) => !paths.has(path)),
  ]
})
