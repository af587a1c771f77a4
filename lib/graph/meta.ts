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
    read: Schema.Number,
    partlyRead: Schema.Array(FileNote),
    skipped: Schema.Array(FileNote),
    failed: Schema.Array(FileNote),
  }),
})

export interface SnapshotMeta extends Schema.Schema.Type<typeof SnapshotMeta> {}

const Json = Schema.parseJson(SnapshotMeta)

export const decodeJson = Schema.decodeUnknownEither(Json)

/** JSON with the schema's own order of keys, whatever order the value has. */
export const encodeJson = (meta: SnapshotMeta): string => JSON.stringify(Schema.encodeSync(SnapshotMeta)(meta))
