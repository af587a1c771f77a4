// Why a repository could not be indexed. A broken or unreadable file is none of these: it is named in the report.

import * as Schema from "effect/Schema"
import type { PlatformError } from "../machine/files.ts"

export class PathNotFound extends Schema.TaggedError<PathNotFound>()("PathNotFound", { path: Schema.String }) {
  override get message() {
    return `Cannot index "${this.path}": there is no such path; give the folder of a repository`
  }
}

export class NotAFolder extends Schema.TaggedError<NotAFolder>()("NotAFolder", { path: Schema.String }) {
  override get message() {
    return `Cannot index "${this.path}": it is not a folder; give the folder that holds it`
  }
}

export class PathUnreadable extends Schema.TaggedError<PathUnreadable>()("PathUnreadable", {
  path: Schema.String,
  /** The system's own code. */
  code: Schema.String,
}) {
  override get message() {
    return `Cannot index "${this.path}": the folder cannot be read (${this.code}); check its permissions`
  }
}

/** Why the files of a folder are not to be listed, in our words: it may have gone meanwhile. */
export const unlisted = (path: string) => ({ code }: PlatformError): PathNotFound | NotAFolder | PathUnreadable =>
  code === "ENOENT"
    ? new PathNotFound({ path })
    : code === "ENOTDIR"
    ? new NotAFolder({ path })
    : new PathUnreadable({ path, code })

/** An option of the caller makes no sense. */
export class OptionInvalid extends Schema.TaggedError<OptionInvalid>()("OptionInvalid", {
  option: Schema.String,
  value: Schema.Unknown,
  takes: Schema.String,
}) {
  override get message() {
    return `Cannot index with ${this.option} ${String(this.value)}: it takes ${this.takes}`
  }
}

/** There is not one text file to index. */
export class NothingToIndex extends Schema.TaggedError<NothingToIndex>()("NothingToIndex", {
  path: Schema.String,
  /** How many files and folders were left out. */
  skipped: Schema.Number,
  /** The patterns of the run, each behind its kind; where there are some it is they that are at fault. */
  patterns: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
}) {
  override get message() {
    if (this.patterns !== undefined) {
      return `Cannot index "${this.path}": no text file is left by the patterns: ${this.patterns.join(", ")}; give ` +
        'others (--include "**" reads all)'
    }
    const why = this.skipped === 0 ? "it holds no files" : `it holds no text files (left out: ${this.skipped})`
    return `Cannot index "${this.path}": ${why}; give a folder that holds sources`
  }
}

/** The machinery that reads files broke down; `files` were being read at that time. */
export class ExtractionFailed extends Schema.TaggedError<ExtractionFailed>()("ExtractionFailed", {
  files: Schema.Array(Schema.String),
  detail: Schema.String,
}) {
  override get message() {
    const where = this.files.length === 0 ? "before the first file" : `while reading ${this.files.join(", ")}`
    return `Cannot read the sources: a worker stopped ${where}: ${this.detail}`
  }
}

/** The embedder that the user has set made no vectors; nothing else makes them in its place. */
export class EmbeddingFailed extends Schema.TaggedError<EmbeddingFailed>()("EmbeddingFailed", {
  detail: Schema.String,
}) {
  override get message() {
    return this.detail
  }
}

export const IndexError = Schema.Union(
  PathNotFound,
  NotAFolder,
  PathUnreadable,
  OptionInvalid,
  NothingToIndex,
  ExtractionFailed,
  EmbeddingFailed,
)
export type IndexError = typeof IndexError.Type
