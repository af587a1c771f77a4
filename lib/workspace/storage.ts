// Where a repository's snapshot lies, how it is put there and how it is opened again. Only what this home folder recorded
// as its own writing is opened: by an equal stat, else by an equal SHA-256. All else is foreign and never trusted.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Snapshot from "../graph/snapshot.ts"
import type { Previous } from "../indexer/previous.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import * as Bytes from "../text/bytes.ts"
import { asEntry, type Asked, branchesOf, NO_STAT, type Pinned, withBranches } from "./entry.ts"
import * as Based from "./based.ts"
import * as Forget from "./forget.ts"
import { Home } from "./home.ts"
import {
  branchKey,
  branchSnapshot,
  branchSources,
  FOLDER,
  IGNORE,
  isTemporary,
  LEFT_OVER_MS,
  SNAPSHOT,
  SOURCES,
} from "./names.ts"
import * as KeptSources from "./kept_sources.ts"
import * as Registry from "./registry.ts"
import * as Retelling from "./retelling.ts"
import * as Shelf from "./shelf.ts"
import type * as Sources from "./sources.ts"
import * as Whereabouts from "./whereabouts.ts"

export type SourceState = Sources.SourceState

/** In the repository, or under the home folder. */
export type Storage = "repository" | "home"

/** Where the index of an entry lies. */
export const placeOf = ({ path, snapshot }: Pick<Registry.Entry, "path" | "snapshot">): Storage =>
  snapshot.startsWith(`${path}/${FOLDER}/`) ? "repository" : "home"

export class IndexNotWritten extends Schema.TaggedError<IndexNotWritten>()("IndexNotWritten", {
  path: Schema.String,
  /** The system's own code. */
  code: Schema.String,
}) {
  override get message() {
    return `Cannot write the index "${this.path}": ${Registry.reasonOf(this.code)}; an earlier index is as it was`
  }
}

/** Of a repository, or of one of its branches. */
const Opening = { repo: Schema.String, branch: Schema.optional(Schema.String) }

interface Opening {
  readonly repo: string
  readonly branch?: string | undefined
}

const cannotOpen = ({ repo, branch }: Opening, why: string, so: string): string => {
  const of = branch === undefined ? "" : ` for branch ${JSON.stringify(branch)}`
  const how = branch === undefined ? "portolan analyze" : `portolan analyze --branch ${branch}`
  return `Cannot open the index of "${repo}"${of}: ${why}; run ${how} there${so}`
}

export class SnapshotMissing extends Schema.TaggedError<SnapshotMissing>()("SnapshotMissing", Opening) {
  override get message() {
    return cannotOpen(this, this.why, "")
  }
  get why() {
    return "its snapshot is gone"
  }
}

/** The folder of the repository is not where it was, and the index went with it. */
export class RepoGone extends Schema.TaggedError<RepoGone>()("RepoGone", {
  repo: Schema.String,
}) {
  override get message() {
    return `Cannot open the index of "${this.repo}": the repository is no longer where it was indexed, and its index ` +
      "went with it"
  }
  get hint() {
    return "Run portolan analyze where it is now, or portolan remove to forget it"
  }
}

export class SnapshotForeign extends Schema.TaggedError<SnapshotForeign>()("SnapshotForeign", Opening) {
  override get message() {
    return cannotOpen(this, this.why, " to build it anew")
  }
  get why() {
    return "its snapshot is not the one that was written here"
  }
}

export class SnapshotRefused extends Schema.TaggedError<SnapshotRefused>()("SnapshotRefused", {
  ...Opening,
  detail: Schema.String,
}) {
  override get message() {
    return cannotOpen(this, this.why, " to build it anew")
  }
  get why() {
    return this.detail
  }
}

export const OpenError = Schema.Union(SnapshotMissing, RepoGone, SnapshotForeign, SnapshotRefused)
export type OpenError = typeof OpenError.Type

/** What is saved of one indexing run. */
export interface Index {
  /** Real path of the repository. */
  readonly root: string
  /** The snapshot's bytes, in parts. */
  readonly parts: ReadonlyArray<Uint8Array>
  readonly commit: string | null
  readonly stats: Registry.Entry["stats"]
  readonly languages: ReadonlyArray<string>
  /** Names the code that made it. */
  readonly madeBy?: string
  /** State of the scanned files: kept under the home folder, since it is nothing to share; undefined where unknown. */
  readonly sources: ReadonlyArray<SourceState> | undefined
  /** What the next run should know beside the files. */
  readonly left?: Sources.Left
  /** Which files were to be read, where not all were. */
  readonly asked?: Asked
  /** Was it made elsewhere and brought here? */
  readonly imported?: boolean
  /** The branch whose index it is, beside that of the checkout. */
  readonly branch?: { readonly name: string; readonly ref: string }
  /** Roots of indexes that it may be told as the difference from, the likeliest first. */
  readonly kin?: ReadonlyArray<string>
}

export interface Saved {
  readonly entry: Registry.Entry
  readonly storage: Storage
  /** What the user should know: written elsewhere than asked, or a damaged registry moved aside. */
  readonly notes: ReadonlyArray<string>
}

/** The part of a path behind the last separator. */
const nameOf = (root: string): string => root.split(/[/\\]/).filter((part) => part !== "").at(-1) ?? "root"

/**
 * Writes a snapshot and records it. A repository that cannot be written to gets its index under the home folder, and the
 * notes say so.
 *
 * Fails with `IndexNotWritten` where there is no room or no right to write; an earlier index is then intact.
 */
export const save: (
  index: Index,
  wanted: Storage,
) => Effect.Effect<
  Saved,
  IndexNotWritten | Registry.RegistryError,
  Files.Files | Digest | Registry.Registry | Home
> = Effect.fn("workspace.save")(function* (index, wanted) {
  const registry = yield* Registry.Registry
  const home = yield* Home
  const digest = yield* Digest
  const inHome = Shelf.of(home.folder, index.root, digest)
  const files = yield* Files.Files
  const notes: Array<string> = []
  let storage = wanted
  // Looked for before the snapshot is written, which is what tells.
  const before = yield* Effect.orElseSucceed(registry.list, () => [])
  const moved = yield* Whereabouts.movedTo(index.root, before)
  const file = index.branch === undefined ? SNAPSHOT : branchSnapshot(branchKey(index.branch.name, digest))
  const write = Effect.fnUntraced(function* (entries: ReadonlyArray<Registry.Entry>) {
    if (storage === "repository") {
      const folder = `${index.root}/${FOLDER}`
      const prepared = yield* Effect.either(prepareFolder(folder))
      if (prepared._tag === "Right") {
        const entry = yield* Effect.either(writeInto(folder, inHome, index, entries))
        if (entry._tag === "Right") {
          // An index that lay under the home folder before is answered from no longer.
          yield* Effect.ignore(files.remove(`${inHome}/${file}`))
          return entry.right
        }
        if (!NOT_WRITABLE.has(entry.left.code)) return yield* entry.left
      } else if (!NOT_WRITABLE.has(prepared.left.code)) return yield* prepared.left
      storage = "home"
      const taken = prepared._tag === "Left" && prepared.left.code === NO_FOLDER
      const why = taken ? `${FOLDER} of the repository is no folder` : "the repository cannot be written to"
      notes.push(`${why}: its index is ${inHome}/${file}`)
    }
    return yield* writeInto(inHome, inHome, index, entries)
  })
  const { entry, movedAside, recovered = 0 } = yield* registry.record(write)
  if (movedAside !== undefined) {
    const again = recovered === 0 ? "a new one begun" : `made again from ${recovered} indexes`
    notes.push(`the list of indexed repositories was damaged: it was moved to ${movedAside} and ${again}`)
  }
  if (index.imported !== true && before.some((it) => it.path === index.root && it.imported === true)) {
    notes.push("the index that was imported is replaced by one that is made from the files here")
  }
  for (const { path } of moved) {
    yield* Effect.mapError(Forget.forget(path), (error) => error._tag === "IndexNotRemoved" ? notWritten(error) : error)
    notes.push(`it was indexed at ${path} before it was moved: that entry is forgotten`)
  }
  return { entry, storage, notes }
})

/** Where the folder should be lies something else. */
const NO_FOLDER = "ENOTFOLDER"

/** Codes that say "not here" rather than "not now": the index then goes under the home folder. */
const NOT_WRITABLE: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM", NO_FOLDER])

const notWritten = (error: { readonly path: string; readonly code: string }) =>
  new IndexNotWritten({ path: error.path, code: error.code })

const IGNORE_ALL = new TextEncoder().encode("*\n")

/** Makes `.portolan` in a repository. A link or file of that name, which a clone can bring along, is not written to. */
const prepareFolder = Effect.fnUntraced(function* (folder: string) {
  const files = yield* Files.Files
  const stat = yield* files.stat(folder).pipe(Effect.option)
  if (stat._tag === "Some" && stat.value.kind !== "folder") {
    return yield* new IndexNotWritten({ path: folder, code: NO_FOLDER })
  }
  yield* files.makeFolder(folder).pipe(Effect.mapError(notWritten))
  const ignored = yield* files.stat(`${folder}/${IGNORE}`).pipe(Effect.option)
  if (ignored._tag === "None" || ignored.value.kind !== "file") {
    yield* files.writeAtomically(`${folder}/${IGNORE}`, [IGNORE_ALL]).pipe(Effect.mapError(notWritten))
  }
})

/**
 * Writes the snapshot, and beside it on the shelf what is known of it. The shelf's entry goes before the snapshot and once
 * more behind it: whenever the run is cut short, the snapshot that lies there is that of the registry or of the shelf.
 */
const writeInto = Effect.fnUntraced(function* (
  folder: string,
  shelf: string,
  index: Index,
  entries: ReadonlyArray<Registry.Entry>,
) {
  const files = yield* Files.Files
  const digest = yield* Digest
  const { branch } = index
  const before = entries.find((it) => it.path === index.root)
  const key = branch === undefined ? undefined : branchKey(branch.name, digest)
  const snapshot = `${folder}/${key === undefined ? SNAPSHOT : branchSnapshot(key)}`
  const sources = `${shelf}/${key === undefined ? SOURCES : branchSources(key)}`
  if (branch !== undefined && before === undefined) {
    return yield* new IndexNotWritten({ path: snapshot, code: "EFORGOTTEN" })
  }
  yield* sweep(folder)
  const [root] = yield* files.stats([index.root])
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const kin = branch !== undefined ? [index.root] : index.kin ?? []
  const bases = kin.flatMap((path) => entries.filter((it) => it.path === path))
  const told = yield* Based.delta(bases, index.parts)
  const made = {
    snapshot,
    sha256: digest.sha256Of(index.parts),
    indexedAt: new Date(now).toISOString(),
    stats: index.stats,
    languages: index.languages,
    ...(index.madeBy === undefined ? {} : { madeBy: index.madeBy }),
    ...(index.asked === undefined ? {} : { asked: index.asked }),
    ...(told === undefined ? {} : { base: told.base }),
  }
  const entryWith = (stat: Registry.StoredStat): Registry.Entry =>
    branch !== undefined && before !== undefined
      ? withBranches(before, [
        ...branchesOf(before).filter((it) => it.name !== branch.name),
        { ...branch, ...made, stat, commit: index.commit ?? "" },
      ])
      : {
        name: nameOf(index.root),
        path: index.root,
        ...made,
        stat,
        commit: index.commit,
        ...(root === undefined ? {} : { inode: String(root.inode) }),
        ...(index.imported === true ? { imported: true } : {}),
        ...(before?.branches === undefined ? {} : { branches: before.branches }),
      }
  const written = Effect.gen(function* () {
    if (branch === undefined && before !== undefined && before.sha256 !== made.sha256) {
      yield* Based.keep(entries, before, shelf)
    }
    yield* Shelf.put(shelf, entryWith(NO_STAT))
    yield* files.writeAtomically(snapshot, told === undefined ? index.parts : [told.bytes])
    const entry = entryWith(Registry.storedStat(yield* files.stat(snapshot)))
    if (index.sources !== undefined) {
      const kept = { files: index.sources, left: index.left }
      const needed = told?.from === undefined
        ? undefined
        : { sha256: told.base.sha256, shelf: Shelf.nameOf(told.from, digest) }
      yield* files.writeAtomically(sources, [yield* KeptSources.encode(sources, made.sha256, kept, needed)])
    } else yield* files.remove(sources)
    yield* Shelf.put(shelf, entry)
    let all: ReadonlyArray<Registry.Entry> = [...entries.filter((it) => it !== before), entry]
    if (branch === undefined && before !== undefined) {
      all = yield* Retelling.retell(all, entry, before.sha256)
    }
    for (const path of yield* Based.unneeded(all, new Set([folder, shelf]))) yield* Effect.ignore(files.remove(path))
    const isNew = (it: Registry.Entry) => it.path !== entry.path && !entries.includes(it)
    return [all.find((it) => it.path === entry.path) ?? entry, ...all.filter(isNew)] as const
  })
  return yield* Effect.mapError(written, notWritten)
})

/** Removes what a killed run left half-written; a young one may belong to a run that is alive. */
const sweep = Effect.fnUntraced(function* (folder: string) {
  const files = yield* Files.Files
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const entries = yield* files.list(folder).pipe(Effect.orElseSucceed(() => []))
  const paths = entries
    .filter((entry) => entry.kind === "file" && isTemporary(entry.name))
    .map((entry) => `${folder}/${entry.name}`)
  const stats = yield* files.stats(paths)
  for (let i = 0; i < paths.length; i++) {
    const stat = stats[i]
    if (stat !== undefined && LEFT_OVER_MS < now - Number(stat.modified / 1_000_000n)) {
      yield* Effect.ignore(files.remove(paths[i]!))
    }
  }
})

export type Opened = Snapshot.Snapshot

/** An opened index, and the entry that it was known by. */
export interface OpenedAs extends Opened {
  readonly entry: Registry.Entry
}

/**
 * Opens the snapshot of a registered repository. Costs no more than mapping the file when its stat is the recorded one;
 * else the file is hashed once. Where a run is writing, or was cut short, the snapshot may be newer than what the
 * registry says of it: then it is the one that the repository's shelf tells of.
 */
export const open: (
  entry: Registry.Entry,
) => Effect.Effect<OpenedAs, OpenError, Files.Files | Digest | Home> = Effect.fn("workspace.open")(
  function* (entry) {
    const first = yield* Effect.either(openAs(entry))
    if (first._tag === "Right") return first.right
    if (first.left._tag === "SnapshotRefused") return yield* first.left
    const kept = yield* newer(entry)
    if (kept !== undefined) return yield* openAs(kept)
    const [root] = yield* (yield* Files.Files).stats([entry.path])
    return yield* root === undefined ? new RepoGone({ repo: entry.name }) : first.left
  },
)

/** Fails where `open` or `openBranch` would; a snapshot that lies as it was written is looked at and not opened for it. */
export const openable: (
  entry: Registry.Entry,
  pinned?: Pinned,
) => Effect.Effect<void, OpenError, Files.Files | Digest | Home> = Effect.fn("workspace.openable")(
  function* (entry, pinned) {
    const told = pinned ?? entry
    const written = told.base === undefined ? [told] : [told, told.base]
    const stats = yield* (yield* Files.Files).stats(written.map(({ snapshot }) => snapshot))
    const isThere = ({ stat: before }: (typeof written)[number], i: number) => {
      const stat = stats[i]
      return stat?.kind === "file" && Registry.sameStat(Registry.storedStat(stat), before)
    }
    if (written.every(isThere)) return
    yield* pinned === undefined ? open(entry) : openBranch(entry, pinned)
  },
)

/** What the shelf tells of another snapshot of the same repository. */
const newer = Effect.fnUntraced(function* (entry: Registry.Entry) {
  const shelf = Shelf.of((yield* Home).folder, entry.path, yield* Digest)
  const kept = yield* Shelf.entryOf(shelf)
  return kept === undefined || kept.path !== entry.path || isWrittenAs(kept, entry) ? undefined : kept
})

type Written = Pick<Registry.Entry, "sha256" | "base">

/** Does a file that tells one of these tell the other? The same snapshot may have come to be told from another one. */
const isWrittenAs = (a: Written, b: Written): boolean => a.sha256 === b.sha256 && a.base?.sha256 === b.base?.sha256

/** The same for the index of one of its branches. */
export const openBranch: (
  entry: Registry.Entry,
  pinned: Pinned,
) => Effect.Effect<OpenedAs, OpenError, Files.Files | Digest | Home> = Effect.fn("workspace.openBranch")(
  function* (entry, pinned) {
    const first = yield* Effect.either(openAs(asEntry(entry, pinned), pinned.name))
    if (first._tag === "Right") return first.right
    if (first.left._tag === "SnapshotRefused") return yield* first.left
    const kept = yield* Shelf.entryOf(Shelf.of((yield* Home).folder, entry.path, yield* Digest))
    const newer = kept?.path !== entry.path ? undefined : branchesOf(kept).find((it) => it.name === pinned.name)
    if (newer === undefined || isWrittenAs(newer, pinned)) return yield* first.left
    return yield* openAs(asEntry(entry, newer), pinned.name)
  },
)

const openAs = Effect.fnUntraced(function* (entry: Registry.Entry, branch?: string) {
  const files = yield* Files.Files
  const digest = yield* Digest
  const of: Opening = { repo: entry.name, ...branch === undefined ? {} : { branch } }
  const missing = () => new SnapshotMissing(of)
  const stat = yield* files.stat(entry.snapshot).pipe(Effect.mapError(missing))
  if (stat.kind !== "file") return yield* new SnapshotForeign(of)
  const bytes = yield* files.map(entry.snapshot).pipe(Effect.mapError(missing))
  // Another file may have been put there between the two.
  const [after] = yield* files.stats([entry.snapshot])
  const known = after !== undefined && Registry.sameStat(Registry.storedStat(stat), entry.stat) &&
    Registry.sameStat(Registry.storedStat(after), entry.stat)
  const shelf = Shelf.of((yield* Home).folder, entry.path, digest)
  const whole = entry.base === undefined
    ? known || digest.sha256(bytes) === entry.sha256 ? bytes : undefined
    : yield* Based.whole(entry.base, bytes, shelf, known)
  // Where the file is ours it is the other one, from which it tells the differences, that is gone.
  if (whole === undefined) return yield* known ? missing() : new SnapshotForeign(of)
  // Ours by stat or by digest: there is nothing to check.
  const opened = yield* Snapshot.decodeOwn(whole).pipe(
    Effect.mapError(({ detail }) => new SnapshotRefused({ ...of, detail })),
  )
  return { ...opened, entry }
})

/** What the run that made an index left for the next one; undefined where it was not kept. */
export const previous: (
  entry: Registry.Entry,
) => Effect.Effect<Previous | undefined, never, Files.Files | Digest | Home> = Effect.fn("workspace.previous")(
  function* (entry) {
    const context = yield* Effect.context<Files.Files | Digest | Home>()
    const kept = yield* KeptSources.read(
      `${Shelf.of((yield* Home).folder, entry.path, yield* Digest)}/${SOURCES}`,
      entry.sha256,
    )
    if (kept?.left === undefined) return undefined
    return {
      ...kept.left,
      files: new Map(kept.files.flatMap(({ path, left }) => left === undefined ? [] : [[path, left]])),
      // Another snapshot may have come since, which these files are not the sources of.
      open: open(entry).pipe(
        Effect.map((opened) => opened.entry.sha256 === entry.sha256 ? opened : undefined),
        Effect.orElseSucceed(() => undefined),
        Effect.provide(context),
      ),
    }
  },
)

/**
 * Keeps the state of the files that an index was found to be still made from, where it is another one than was kept, and
 * the index is still the recorded one: another run may have come meanwhile.
 */
export const keepSources: (
  entry: Registry.Entry,
  files: ReadonlyArray<SourceState>,
  left: Sources.Left,
) => Effect.Effect<void, never, Files.Files | Digest | Home | Registry.Registry> = Effect.fn("workspace.keepSources")(
  function* (entry, sources, left) {
    const files = yield* Files.Files
    const registry = yield* Registry.Registry
    const path = `${Shelf.of((yield* Home).folder, entry.path, yield* Digest)}/${SOURCES}`
    const encoded = Effect.flatMap(
      KeptSources.neededAt(path),
      (needed) => KeptSources.encode(path, entry.sha256, { files: sources, left }, needed),
    )
    const bytes = yield* encoded
    const before = yield* Effect.option(files.read(path))
    if (before._tag === "Some" && Bytes.same(before.value, bytes)) return
    // Without it the next run reads more files than it had to.
    yield* Effect.ignore(registry.change((entries) => {
      const recorded = entries.some((it) => it.path === entry.path && it.sha256 === entry.sha256)
      const kept = { entries, value: undefined }
      // Once more: meanwhile they may have come to be told from others.
      return recorded
        ? Effect.as(Effect.flatMap(encoded, (bytes) => files.writeAtomically(path, [bytes])), kept)
        : Effect.succeed(kept)
    }))
  },
)

/**
 * The state of the files that a snapshot was made from, and what the next run should know beside them; undefined where it
 * was not kept or belongs to another snapshot: then only the contents can tell what changed.
 */
export const sources: (
  entry: Registry.Entry,
) => Effect.Effect<Sources.Sources | undefined, never, Files.Files | Digest | Home> = Effect.fn(
  "workspace.sources",
)(function* (entry) {
  return yield* KeptSources.read(
    `${Shelf.of((yield* Home).folder, entry.path, yield* Digest)}/${SOURCES}`,
    entry.sha256,
  )
})

/** The same of the index of a branch: what its files were at that commit. */
export const branchSourcesOf: (
  entry: Registry.Entry,
  pinned: Pinned,
) => Effect.Effect<Sources.Sources | undefined, never, Files.Files | Digest | Home> = Effect.fn(
  "workspace.branchSources",
)(function* (entry, pinned) {
  const digest = yield* Digest
  const shelf = Shelf.of((yield* Home).folder, entry.path, digest)
  return yield* KeptSources.read(`${shelf}/${branchSources(branchKey(pinned.name, digest))}`, pinned.sha256)
})
