// What a snapshot says of itself beside the graph. Nothing here depends on when, where or by how many workers it was
// made: no clock, duration, absolute path or host, so the same repository gives the same bytes.

import * as Schema from "effect/Schema"

/** A file and why it is named. */
export const FileNote = Schema.Struct({ path: Schema.String, reason: Schema.String })

/** References by how they ended. */
export const ReferenceCounts = Schema.Struct({
  resolved: Schema.Number,
  ambiguous: Schema.Number,
  external: Schema.Number,
  unknown: Schema.Number,
})

export const LanguageMeta = Schema.Struct({
  name: Schema.String,
  version: Schema.Number,
  files: Schema.Number,
  symbols: Schema.Number,
  references: ReferenceCounts,
})

export const SnapshotMeta = Schema.Struct({
  /** Base name of the repository's root. */
  name: Schema.String,
  commit: Schema.NullOr(Schema.String),
  languages: Schema.Array(LanguageMeta),
  report: Schema.Struct({
    /** Sources that were read, in part or whole. */
    read: Schema.Number,
    /** Text files in no language that is read: known by their path. */
    listed: Schema.optional(Schema.Number),
    /** Binary files that are not named. */
    binary: Schema.optional(Schema.Number),
    /** Of those read, with the lines that could not be. */
    partlyRead: Schema.Array(FileNote),
    /** Left out on purpose; a path that ends with `/` is a folder with all that it holds. */
    skipped: Schema.Array(FileNote),
    /** Could not be read, or broke whoever read them. */
    failed: Schema.Array(FileNote),
  }),
})

export interface SnapshotMeta extends Schema.Schema.Type<typeof SnapshotMeta> {}

/** Files by what became of them: `read`, `listed`, `binary`, `skipped` and `failed` add up to `scanned`. */
export interface FileCounts {
  readonly scanned: number
  readonly read: number
  /** Of those read. */
  readonly partly: number
  readonly listed: number
  readonly binary: number
  readonly skipped: number
  readonly failed: number
  /** Left out as a whole: nobody counted what they hold. */
  readonly folders: number
}

export const countsOf = (
  { read, listed = 0, binary = 0, partlyRead, skipped, failed }: SnapshotMeta["report"],
): FileCounts => {
  const folders = skipped.reduce((sum, { path }) => path.endsWith("/") ? sum + 1 : sum, 0)
  const files = skipped.length - folders
  return {
    scanned: read + listed + binary + files + failed.length,
    read,
    partly: partlyRead.length,
    listed,
    binary,
    skipped: files,
    failed: failed.length,
    folders,
  }
}

const Json = Schema.parseJson(SnapshotMeta)

export const decodeJson = Schema.decodeUnknownEither(Json)

/** JSON with the schema's own order of keys, whatever order the value has. */
export const encodeJson = (meta: SnapshotMeta): string => JSON.stringify(Schema.encodeSync(SnapshotMeta)(meta))
