// What is known of an indexed repository, as the registry and the index's own record keep it: a row of plain data, read
// through its schema and never trusted further than the home folder that it stands in.

import * as Schema from "effect/Schema"
import type * as Files from "../machine/files.ts"

/** What a file system says of a file; whole numbers that may not fit a double are decimal text. */
export const StoredStat = Schema.Struct({
  size: Schema.Number,
  /** Nanoseconds. */
  modified: Schema.String,
  changed: Schema.String,
  inode: Schema.String,
})
export type StoredStat = typeof StoredStat.Type

export const storedStat = (stat: Files.FileStat): StoredStat => ({
  size: stat.size,
  modified: String(stat.modified),
  changed: String(stat.changed),
  inode: String(stat.inode),
})

export const sameStat = (a: StoredStat, b: StoredStat): boolean =>
  a.size === b.size && a.modified === b.modified && a.changed === b.changed && a.inode === b.inode

/** Which files a run was told to read; a later run that is told nothing reads the same. */
export const Asked = Schema.Struct({
  include: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
  exclude: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
  maxFileBytes: Schema.optionalWith(Schema.Number, { exact: true }),
})
export type Asked = typeof Asked.Type

const Stats = Schema.Struct({
  files: Schema.Number,
  symbols: Schema.Number,
  edges: Schema.Number,
  communities: Schema.optionalWith(Schema.Number, { exact: true }),
  processes: Schema.optionalWith(Schema.Number, { exact: true }),
})

/** Another snapshot, which a snapshot's file tells the differences from. */
export const Base = Schema.Struct({
  /** Where it lay; it may have been moved aside since. */
  snapshot: Schema.String,
  sha256: Schema.String,
  stat: StoredStat,
  /** SHA-256 of the file that tells the differences. */
  delta: Schema.String,
})
export type Base = typeof Base.Type

/** The index of a branch, as the commit was at which the branch stood. */
export const Pinned = Schema.Struct({
  /** As it is asked for. */
  name: Schema.String,
  /** The full name of what git knows it by. */
  ref: Schema.String,
  commit: Schema.String,
  snapshot: Schema.String,
  sha256: Schema.String,
  stat: StoredStat,
  indexedAt: Schema.String,
  stats: Stats,
  languages: Schema.Array(Schema.String),
  madeBy: Schema.optional(Schema.String),
  asked: Schema.optional(Asked),
  /** Set where the file tells only what differs from another snapshot; `sha256` is of the whole all the same. */
  base: Schema.optional(Base),
})
export type Pinned = typeof Pinned.Type

/** An indexed repository. */
export const Entry = Schema.Struct({
  name: Schema.String,
  /** Real path of the root. */
  path: Schema.String,
  /** Absolute path of the snapshot, and what it was when we wrote it. */
  snapshot: Schema.String,
  sha256: Schema.String,
  stat: StoredStat,
  /** The commit that was checked out, or null outside of git. */
  commit: Schema.NullOr(Schema.String),
  /** ISO 8601, UTC. */
  indexedAt: Schema.String,
  stats: Stats,
  languages: Schema.Array(Schema.String),
  /** Names the code that made it. */
  madeBy: Schema.optional(Schema.String),
  /** Number of the root folder in its file system: a folder that is renamed keeps it. */
  inode: Schema.optional(Schema.String),
  /** Absent where all files were to be read. */
  asked: Schema.optional(Asked),
  /** Set where the snapshot was not made here but brought by `import`. */
  imported: Schema.optional(Schema.Boolean),
  /** As of a branch. */
  base: Schema.optional(Base),
  /** Branches with an index of their own, by name; absent where there are none. */
  branches: Schema.optional(Schema.Array(Pinned)),
})
export type Entry = typeof Entry.Type

/** No file has this stat: what carries it is known by its digest alone. */
export const NO_STAT: StoredStat = { size: -1, modified: "0", changed: "0", inode: "0" }

/** In path order. */
export const byPath = (a: Entry, b: Entry): number => a.path < b.path ? -1 : a.path > b.path ? 1 : 0

/** Bytes of a whole snapshot, near enough, also where its file tells only what differs from another one. */
export const sizeOf = ({ stat, base }: { readonly stat: StoredStat; readonly base?: Base | undefined }): number =>
  Math.max(0, stat.size) + Math.max(0, base?.stat.size ?? 0)

/** The branches of an entry that have an index of their own. */
export const branchesOf = ({ branches }: Entry): ReadonlyArray<Pinned> => branches ?? []

/** An entry with other branches. */
export const withBranches = ({ branches: _, ...entry }: Entry, branches: ReadonlyArray<Pinned>): Entry =>
  branches.length === 0 ? entry : {
    ...entry,
    branches: [...branches].sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  }

/** What a branch's index would be known by, were it the repository's. */
export const asEntry = (
  { branches: _, asked: __, madeBy: ___, imported: ____, base: _____, ...entry }: Entry,
  { name: _name, ref: _ref, ...pinned }: Pinned,
): Entry => ({ ...entry, ...pinned })
