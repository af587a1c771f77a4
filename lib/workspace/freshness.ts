// How the index that answers relates to the checkout as it is now: by the contents of the files it covers and by git's
// history. Files that are no part of the index never make it old.

import * as Effect from "effect/Effect"
import type { PlatformError } from "../machine/files.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import { RunGit } from "../machine/git.ts"
import * as Scan from "../indexer/scan.ts"
import * as Selection from "../indexer/selection.ts"
import * as Path from "../text/path.ts"
import type { Asked } from "./entry.ts"
import * as Home from "./home.ts"
import * as Registry from "./registry.ts"
import type { SourceState } from "./storage.ts"

/** By precedence: diverged, behind, dirty, current. */
export type Freshness =
  | { readonly freshness: "current" }
  | { readonly freshness: "dirty"; readonly changed_files: number }
  | { readonly freshness: "behind"; readonly changed_files: number; readonly behind_by: number }
  | { readonly freshness: "diverged"; readonly changed_files: number }
  | { readonly freshness: "unknown"; readonly reason: string }

/** The checkout at one moment. */
export interface Tree {
  readonly freshness: Freshness
  /** Every path that the scan lists now. */
  readonly listed: ReadonlySet<string>
  /** Covered files whose content is not what was indexed, gone and new ones among them. */
  readonly changed: ReadonlySet<string>
  /** Stats under which the covered files were found to be as indexed or changed. */
  readonly stats: ReadonlyMap<string, Registry.StoredStat>
}

/** Compares the checkout with what was indexed. Reads only files whose stat is another one than when indexed. */
export const compare: (
  root: string,
  commit: string | null,
  sources: ReadonlyArray<SourceState> | undefined,
  asked?: Asked,
) => Effect.Effect<Tree, never, Files.Files | RunGit | Digest | Home.Home> = Effect.fn("workspace.compare")(
  function* (root, commit, sources, asked = {}) {
    const chosen = yield* Effect.orElseSucceed(Selection.make(asked), () => Selection.ALL)
    const selection = Selection.without(chosen, yield* Home.within(root))
    const scanned = yield* Effect.either(Scan.scan(root, selection))
    if (scanned._tag === "Left") return empty(scanned.left)
    const { files } = scanned.right
    const listed = new Set(files.map((file) => file.path))
    const stats = new Map(files.map((file) => [file.path, Registry.storedStat(file.stat)]))
    if (sources === undefined) {
      const reason = "the state of the files when they were indexed was not kept"
      return { freshness: { freshness: "unknown", reason }, listed, changed: new Set(), stats }
    }
    const changed = yield* changes(root, sources, stats)
    const history = yield* historyOf(root, commit, scanned.right.commit)
    return { freshness: verdict(history, changed.size), listed, changed, stats }
  },
)

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

type History =
  | { readonly _tag: "same" }
  | { readonly _tag: "behind"; readonly by: number }
  | { readonly _tag: "diverged" }

const verdict = (history: History, changed: number): Freshness =>
  history._tag === "diverged"
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

const changes = Effect.fnUntraced(function* (
  root: string,
  sources: ReadonlyArray<SourceState>,
  now: ReadonlyMap<string, Registry.StoredStat>,
) {
  const files = yield* Files.Files
  const digest = yield* Digest
  const changed = new Set<string>()
  const known = new Set<string>()
  const endings = new Set<string>()
  for (const source of sources) {
    known.add(source.path)
    if (source.digest === null) continue
    endings.add(Path.extensionOf(source.path))
    const stat = now.get(source.path)
    if (stat === undefined) changed.add(source.path)
    else if (!Registry.sameStat(stat, source.stat)) {
      const bytes = yield* Effect.option(files.read(`${root}/${source.path}`))
      const same = bytes._tag === "Some" && digest.sha256(bytes.value).slice(0, source.digest.length) === source.digest
      if (!same) changed.add(source.path)
    }
  }
  // A new file counts where files of its kind are covered; a file that was listed before but not read still isn't.
  for (const path of now.keys()) if (!known.has(path) && endings.has(Path.extensionOf(path))) changed.add(path)
  return changed
})

const historyOf = Effect.fnUntraced(function* (root: string, indexed: string | null, head: string | null) {
  if (indexed === head || indexed === null || head === null) {
    return (indexed === head ? { _tag: "same" } : { _tag: "diverged" }) satisfies History as History
  }
  const git = yield* RunGit
  const ancestor = yield* Effect.either(git(root, ["merge-base", "--is-ancestor", indexed, head]))
  if (ancestor._tag === "Left") return { _tag: "diverged" } satisfies History as History
  const count = yield* Effect.either(git(root, ["rev-list", "--count", `${indexed}..${head}`]))
  const by = count._tag === "Right" ? Number(new TextDecoder().decode(count.right)) : 1
  return { _tag: "behind", by } satisfies History as History
})
