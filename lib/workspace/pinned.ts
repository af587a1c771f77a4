// The index of a branch, open: it answers for the commit at which it was made, and its sources are read from git's
// objects. The checkout is never looked at: how old it is, is how far the branch has moved on.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Covered from "../indexer/covered.ts"
import { Digest } from "../machine/digest.ts"
import type * as Files from "../machine/files.ts"
import { RunGit } from "../machine/git.ts"
import * as Overlay from "../overlays/all.ts"
import * as Decode from "../text/decode.ts"
import * as Secrets from "../text/secrets.ts"
import * as Blobs from "./blobs.ts"
import * as Checkout from "./checkout.ts"
import { asEntry, type Entry, type Pinned } from "./entry.ts"
import * as Finder from "./finder.ts"
import * as Freshness from "./freshness.ts"
import type { Home } from "./home.ts"
import * as Refs from "./refs.ts"
import type * as Registry from "./registry.ts"
import type { OpenRepo } from "./repos.ts"
import * as SingleRun from "./single_run.ts"
import * as Storage from "./storage.ts"

type Machine = Files.Files | RunGit | Digest | Home

/** How a branch's index relates to where the branch stands now. */
export const freshnessOf = (entry: Entry, pinned: Pinned): Effect.Effect<Freshness.Freshness, never, Machine> =>
  Effect.gen(function* () {
    const there = yield* Effect.either(Storage.openable(entry, pinned))
    // An index that no question can be put to is not current, wherever the branch is.
    if (there._tag === "Left" && there.left._tag !== "RepoGone") {
      return { freshness: "unknown", reason: there.left.why } satisfies Freshness.Freshness
    }
    return yield* ageOf(entry.path, pinned)
  })

/** By the commits alone. */
const ageOf = (
  root: string,
  { ref, commit, asked }: Pinned,
): Effect.Effect<Freshness.Freshness, never, RunGit | Files.Files | Home> =>
  Effect.gen(function* () {
    const tip = yield* Refs.tipOf(root, ref)
    if (tip === undefined) {
      const gone = yield* Refs.isGone(root, ref)
      return { freshness: "unknown", reason: gone ? "the branch is gone" : "git cannot tell where the branch stands" }
    }
    if (tip === commit) return { freshness: "current" }
    const history = yield* Refs.historyOf(root, commit, tip)
    const changed = yield* Effect.option(changedBetween(root, commit, tip, asked))
    return changed._tag === "Some"
      ? Freshness.verdict(history, changed.value.size)
      : { freshness: "unknown", reason: "git cannot tell which files the branch has changed" }
  })

/** Covered files, by their paths below `root`, that two commits have in different states. Fails where git cannot tell. */
const changedBetween = Effect.fnUntraced(function* (root: string, from: string, to: string, asked: Pinned["asked"]) {
  const git = yield* RunGit
  const selection = yield* Freshness.selectionOf(root, asked ?? {})
  const bytes = yield* git(root, ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--relative", from, to])
  const paths = new TextDecoder().decode(bytes).split("\0").filter((path) => path !== "")
  return new Set(
    paths.filter((path) =>
      Covered.isConfig(path) || Covered.mayBeRead(path) && selection.reasonAgainst(path) === undefined
    ),
  )
})

/** An open repository over the index of one of its branches. */
export const make = Effect.fnUntraced(function* (
  { entry, id }: Pick<Registry.Identified, "entry" | "id">,
  pinned: Pinned,
  { graph, meta, passages, overlays }: Storage.Opened,
) {
  const machine = yield* Effect.context<Machine>()
  const digest = Context.get(machine, Digest)
  const root = entry.path
  const digests = SingleRun.once(
    Effect.map(
      Effect.provide(Storage.branchSourcesOf(entry, pinned), machine),
      (all) => new Map((all?.files ?? []).map((it) => [it.path, it.digest])),
    ),
  )
  const blobs = SingleRun.once(
    Effect.flatMap(digests, (all) => Effect.provide(Blobs.make(root, pinned.commit, all, digest), machine)),
  )
  const now = SingleRun.recent(Effect.provide(ageOf(root, pinned), machine), Freshness.OLDEST_MS)

  const read = (asked: string) =>
    Effect.gen(function* () {
      const path = Checkout.pathInside(root, asked)
      const refuse = (reason: Checkout.FileRefused["reason"]) => new Checkout.FileRefused({ path: asked, reason })
      if (path === undefined) return yield* refuse("outside")
      if (Secrets.isSecretName(path)) return yield* refuse("secret")
      const known = yield* digests
      if (!known.has(path)) return yield* refuse("unlisted")
      const blob = yield* Effect.flatMap(blobs, (it) => it.read(path))
      if (blob === undefined) return yield* refuse("unreadable")
      const decoded = Decode.decode(blob.bytes)
      if (decoded._tag === "binary") return yield* refuse("binary")
      if (Secrets.isSecretText(decoded.text)) return yield* refuse("secret")
      const indexed = known.get(path)
      return {
        path,
        text: Secrets.withoutKeys(decoded.text),
        digest: blob.digest,
        stat: { kind: "file", size: blob.bytes.length, modified: 0n, changed: 0n, inode: 0n } as const,
        asIndexed: indexed === undefined || indexed === null ? undefined : indexed === blob.digest,
      }
    })

  return {
    id,
    root,
    branch: pinned.name,
    entry: asEntry(entry, pinned),
    graph,
    meta,
    ...(passages === undefined ? {} : { passages }),
    overlays: Overlay.of(graph, overlays),
    snapshot: pinned.sha256.slice(0, 8),
    freshness: () => now,
    tree: Effect.zipWith(now, digests, (freshness, known): Freshness.Tree => ({
      freshness,
      listed: new Set(known.keys()),
      changed: new Set(),
      stats: new Map(),
    })),
    read,
    peek: (path) =>
      Effect.map(Effect.flatMap(blobs, (it) => it.read(path)), (blob) => {
        const decoded = blob === undefined ? undefined : Decode.decode(blob.bytes)
        return decoded?._tag === "text" ? decoded.text : undefined
      }),
    finder: yield* Finder.make(graph, passages),
  } satisfies OpenRepo
})

/** The same, opened. */
export const open = (
  chosen: Pick<Registry.Identified, "entry" | "id">,
  pinned: Pinned,
): Effect.Effect<OpenRepo, Storage.OpenError, Machine> =>
  Effect.flatMap(Storage.openBranch(chosen.entry, pinned), (opened) => {
    const { snapshot, sha256, stat, commit, indexedAt, stats, languages } = opened.entry
    const now: Pinned = {
      ...pinned,
      snapshot,
      sha256,
      stat,
      commit: commit ?? pinned.commit,
      indexedAt,
      stats,
      languages,
    }
    return make(chosen, now, opened)
  })
