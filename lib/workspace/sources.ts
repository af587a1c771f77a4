// What is kept of the files that a snapshot was made from: the state in which each was read, and what the next run needs
// to tell that nothing has changed. It belongs to one snapshot, whose digest it names, and is of no use to another.

import * as Schema from "effect/Schema"
import { digestOf } from "../indexer/previous.ts"
import type { StoredStat } from "./entry.ts"

/** A scanned file as it was when it was read. */
export interface SourceState {
  readonly path: string
  readonly stat: StoredStat
  /** The content's SHA-256, or null where the content is no part of the index. */
  readonly digest: string | null
  /** The file as `indexer/previous.ts` writes it down; without it the next run reads it again. */
  readonly left?: { readonly stat: string; readonly outcome: string }
}

/** What the next run should know beside the files. */
export interface Left {
  /** Names all that the snapshot was made from. */
  readonly inputs: string
  readonly notes: ReadonlyArray<string>
  /** Digests of configuration files by path. */
  readonly configs: ReadonlyMap<string, string>
}

export interface Sources {
  readonly files: ReadonlyArray<SourceState>
  readonly left: Left | undefined
}

const VERSION = 2

const Texts = Schema.Array(Schema.String)

/** In columns: a repository has a hundred thousand files. */
const Stored = Schema.parseJson(Schema.Struct({
  version: Schema.Literal(VERSION),
  /** SHA-256 of the snapshot that these belong to. */
  snapshot: Schema.String,
  paths: Texts,
  stats: Texts,
  outcomes: Texts,
  left: Schema.NullOr(Schema.Struct({
    inputs: Schema.String,
    notes: Texts,
    configs: Schema.Array(Schema.Tuple(Schema.String, Schema.String)),
  })),
}))

const statLine = ({ size, modified, changed, inode }: StoredStat): string => `${size} ${modified} ${changed} ${inode}`

/** @param snapshot SHA-256 of the snapshot that was made from them. */
export const encode = (snapshot: string, { files, left }: Sources): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({
    version: VERSION,
    snapshot,
    paths: files.map(({ path }) => path),
    stats: files.map(({ stat, left }) => left?.stat ?? statLine(stat)),
    outcomes: files.map(({ digest, left }) => left?.outcome ?? (digest === null ? "" : `f${digest}`)),
    left: left === undefined ? null : { ...left, configs: [...left.configs] },
  }))

/** What `encode` wrote for that snapshot, else undefined. */
export const decode = (bytes: Uint8Array, snapshot: string): Sources | undefined => {
  const stored = Schema.decodeUnknownOption(Stored)(new TextDecoder().decode(bytes))
  if (stored._tag === "None" || stored.value.snapshot !== snapshot) return undefined
  const { paths, stats, outcomes, left } = stored.value
  if (stats.length !== paths.length || outcomes.length !== paths.length) return undefined
  return {
    files: paths.map((path, i) => {
      const [size = "", modified = "", changed = "", inode = ""] = stats[i]!.split(" ")
      return {
        path,
        stat: { size: Number(size), modified, changed, inode },
        digest: digestOf(outcomes[i]!),
        ...(left === null ? {} : { left: { stat: stats[i]!, outcome: outcomes[i]! } }),
      }
    }),
    left: left === null ? undefined : { ...left, configs: new Map(left.configs) },
  }
}
