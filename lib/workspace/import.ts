// An index that was made elsewhere, brought here on request. It is read whole, checked in full and only then written, under
// the home folder and never into the repository; of the repository itself nothing is read.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Snapshot from "../graph/snapshot.ts"
import * as Report from "../indexer/report.ts"
import * as Files from "../machine/files.ts"
import * as Overlay from "../overlays/all.ts"
import * as Registry from "./registry.ts"
import * as Storage from "./storage.ts"

/** A snapshot of a repository of 100,000 files takes some 400 MB. */
const LARGEST = 4_000_000_000

export class ImportRefused extends Schema.TaggedError<ImportRefused>()("ImportRefused", {
  path: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `Cannot import "${this.path}": ${this.detail}; nothing was changed`
  }
}

/**
 * Records the snapshot in `file` as the index of the folder `root`, a real path.
 *
 * Fails with `ImportRefused` and the reason where it is not, to the byte, what an export of this version could write.
 */
export const importSnapshot = Effect.fn("workspace.import")(function* (file: string, root: string) {
  const files = yield* Files.Files
  const refused = (detail: string) => new ImportRefused({ path: file, detail })
  const unreadable = (error: Files.PlatformError) =>
    refused(error.code === "ENOENT" ? "there is no such file" : Registry.reasonOf(error.code))
  const real = yield* Effect.mapError(files.realPath(file), unreadable)
  const stat = yield* Effect.mapError(files.stat(real), unreadable)
  if (stat.kind !== "file") return yield* refused("it is no file")
  if (LARGEST < stat.size) return yield* refused(`it is larger than ${LARGEST / 1e9} GB`)
  // Copied into memory: what was checked is what is written, whatever becomes of the file meanwhile.
  const bytes = yield* Effect.mapError(files.read(real), unreadable)
  const { graph, meta, overlays = {} } = yield* Effect.mapError(
    Snapshot.decodeForeign(bytes),
    ({ reason, detail }) => refused(reason === "foreign" ? "it is no snapshot" : detail),
  )
  const invented = Overlay.findContradiction(graph, overlays)
  if (invented !== undefined) return yield* refused(invented)
  const saved = yield* Storage.save({
    root,
    parts: [bytes],
    commit: meta.commit,
    stats: Report.statsOf(graph, Overlay.of(graph, overlays)),
    languages: meta.languages.map((it) => it.name),
    sources: undefined,
    imported: true,
  }, "home")
  return { ...saved, meta }
})
