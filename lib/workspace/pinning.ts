// A branch to an index of its own, beside that of the checkout: what its commit holds is read from git's objects, never
// from the working tree. One run a branch at a time; who comes second finds the index of the first.

import * as Effect from "effect/Effect"
import { NothingToIndex } from "../indexer/errors.ts"
import * as Indexer from "../indexer/index_repository.ts"
import * as LaidOut from "../indexer/laid_out.ts"
import * as Selection from "../indexer/selection.ts"
import { Digest } from "../machine/digest.ts"
import { Environment } from "../machine/environment.ts"
import * as Files from "../machine/files.ts"
import * as Analysis from "./analysis.ts"
import { branchesOf, type Pinned } from "./entry.ts"
import { Home, within } from "./home.ts"
import * as Names from "./names.ts"
import * as Refs from "./refs.ts"
import * as Registry from "./registry.ts"
import * as Storage from "./storage.ts"

export type PinError = Analysis.AnalysisError | Refs.BranchNotFound | LaidOut.TreeNotLaidOut

/** Another run may be reading the same branch of a large repository. */
const LOCK_WAIT_MS = 3_600_000

/**
 * Indexes the branch `name` of a repository, or the one that is checked out, at the commit where it stands. A repository
 * without an index gets one of its checkout first. An index that is still the right one stays, save with `force`.
 */
export const run: (
  path: string,
  name: string | undefined,
  storage: Storage.Storage,
  options: Analysis.Options,
) => Effect.Effect<Analysis.Analyzed, PinError, Analysis.Needs> = Effect.fn("workspace.pin")(
  function* (path, name, storage, options) {
    const files = yield* Files.Files
    const { sha256 } = yield* Digest
    const { folder } = yield* Home
    const root = yield* Indexer.rootOf(path)
    const ref = yield* Refs.find(root, name)
    const notes = (yield* Analysis.entryOf(root)) === undefined
      ? (yield* Analysis.run(root, storage, options)).notes
      : []
    const trees = `${folder}/${Names.TREES}`
    const tree = `${trees}/${sha256(new TextEncoder().encode(`${root}\n${ref.name}`)).slice(0, 32)}`
    const notWritten = ({ path, code }: Files.PlatformError) => new Storage.IndexNotWritten({ path, code })
    yield* Effect.mapError(files.makeFolder(trees), notWritten)
    const pinned = yield* files.withLock(`${tree}.lock`, LOCK_WAIT_MS, pin(root, ref, tree, options)).pipe(
      Effect.mapError((error) => error._tag === "PlatformError" ? notWritten(error) : error),
    )
    return { ...pinned, notes: [...notes, ...pinned.notes] }
  },
)

/** The same while nobody else indexes that branch. */
const pin = Effect.fnUntraced(function* (root: string, ref: Refs.Ref, tree: string, options: Analysis.Options) {
  const { onProgress, ...given } = options
  const build = (yield* Environment).build()
  const entry = yield* Analysis.entryOf(root)
  const before = entry === undefined ? undefined : branchesOf(entry).find((it) => it.name === ref.name)
  const asked = Analysis.askedOf(given, before ?? entry)
  if (entry !== undefined && before !== undefined && given.force !== true) {
    const isSame = before.ref === ref.ref && before.commit === ref.commit && before.madeBy === build &&
      Analysis.sameAsked(asked, before.asked ?? {})
    const opened = isSame ? yield* Effect.option(Storage.openBranch(entry, before)) : undefined
    if (opened?._tag === "Some") {
      return { ...opened.value, entry, branch: before, notes: [], unchanged: true } satisfies Analysis.Analyzed
    }
  }
  yield* (yield* Registry.Registry).writable
  let last: Analysis.Progress = { phase: "scan", done: 0, total: 0, bytes: 0 }
  const report = (progress: Analysis.Progress) => onProgress?.(last = progress)
  report(last)
  const chosen = yield* Selection.make(asked)
  const selection = Selection.without(chosen, yield* within(root))
  const indexed = yield* Effect.scoped(Effect.flatMap(
    LaidOut.layOut(tree, root, ref.commit),
    (laidOut) => Analysis.index(laidOut, asked, { ...given, selection, onProgress: report }),
  )).pipe(
    Effect.mapError((error) => error._tag === "NothingToIndex" ? new NothingToIndex({ ...error, path: root }) : error),
  )
  report({ ...last, phase: "write" })
  const { meta, parts = [], stats, left } = indexed
  const saved = yield* Storage.save({
    root,
    parts,
    commit: ref.commit,
    stats,
    languages: meta.languages.map((it) => it.name),
    madeBy: build,
    sources: Analysis.sourcesOf(indexed),
    left,
    branch: { name: ref.name, ref: ref.ref },
    ...(Object.keys(asked).length === 0 ? {} : { asked }),
  }, entry === undefined ? "home" : Storage.placeOf(entry))
  const branch = branchesOf(saved.entry).find((it) => it.name === ref.name) as Pinned
  const notes = [...indexed.notes, ...saved.notes]
  return {
    ...Indexer.snapshotOf(indexed),
    entry: saved.entry,
    branch,
    notes,
    unchanged: false,
  } satisfies Analysis.Analyzed
})
