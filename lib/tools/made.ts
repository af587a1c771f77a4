// What tools that make an index say of the run: of a client's own words and numbers, and of no place on this machine.

import type { AnalysisError } from "../workspace/analysis.ts"
import * as Errors from "../indexer/errors.ts"
import { type Caveat, caveat } from "../query/caveats.ts"
import { withoutFolder } from "../workspace/repos.ts"
import * as Storage from "../workspace/storage.ts"
import * as Text from "./text.ts"

/**
 * Errors of a run say where things lie on this machine; a client hears of what it named itself. The log has the rest.
 *
 * @param path As the client named it.
 */
export const withoutPlaces = (error: AnalysisError, path: string): AnalysisError => {
  switch (error._tag) {
    case "PathNotFound":
      return new Errors.PathNotFound({ path })
    case "NotAFolder":
      return new Errors.NotAFolder({ path })
    case "PathUnreadable":
      return new Errors.PathUnreadable({ path, code: error.code })
    case "NothingToIndex":
      return new Errors.NothingToIndex({ ...error, path })
    case "ExtractionFailed":
      return new Errors.ExtractionFailed({ files: error.files, detail: "the server's log says why" })
    case "EmbeddingFailed":
      return new Errors.EmbeddingFailed({ detail: "Cannot embed what is indexed: the server's log says why" })
    case "IndexNotWritten":
      return new Storage.IndexNotWritten({ path, code: error.code })
    case "RegistryDamaged":
    case "RegistryNewer":
    case "RegistryUnavailable":
      return withoutFolder(error)
    case "OptionInvalid":
    case "PatternRefused":
      return error
  }
}

/** What bounds the answers of an index that some files are not in, or only in part. */
export const unread = (failed: number, partly: number): ReadonlyArray<Caveat> => [
  ...(failed === 0 ? [] : [caveat("files_not_read", `${Text.plural(failed, "file")} could not be read`)]),
  ...(partly === 0 ? [] : [caveat("files_partly_read", `${Text.plural(partly, "file")} could be read only in part`)]),
]
