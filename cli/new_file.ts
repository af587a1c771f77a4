// A file that the user asked for: it is written whole or not at all, and takes the place of another one only where that was
// said.

import { basename, dirname } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Files, type PlatformError } from "../lib/machine/files.ts"
import { reasonOf } from "../lib/workspace/registry.ts"

export class FileNotWritten extends Schema.TaggedError<FileNotWritten>()("FileNotWritten", {
  path: Schema.String,
  detail: Schema.String,
}) {
  override get message() {
    return `Cannot write "${this.path}": ${this.detail}`
  }
}

const notWritten = (path: string) => ({ code }: PlatformError) =>
  new FileNotWritten({ path, detail: code === "ENOENT" ? "its folder is not there" : reasonOf(code) })

/**
 * Where the file is to be written: its folder is there, and in its place nothing, or a file that was said to be
 * replaced.
 *
 * @param force Was it said? Undefined where it cannot be.
 */
export const place = Effect.fnUntraced(function* (path: string, force: boolean | undefined) {
  const files = yield* Files
  const folder = yield* Effect.mapError(files.realPath(dirname(path)), notWritten(path))
  const target = `${folder === "/" ? "" : folder}/${basename(path)}`
  const [stat] = yield* files.stats([target])
  if (stat?.kind === "folder") return yield* new FileNotWritten({ path, detail: "it is a folder" })
  // To be replaced would be the end of it: of a device for the whole machine.
  if (stat !== undefined && stat.kind !== "file") {
    return yield* new FileNotWritten({ path, detail: "it is no file; name another one" })
  }
  if (stat !== undefined && force !== true) {
    const how = force === undefined ? "; name another one" : "; --force replaces it"
    return yield* new FileNotWritten({ path, detail: `it is there already${how}` })
  }
  return target
})

export const write = (path: string, parts: ReadonlyArray<Uint8Array>) =>
  Effect.flatMap(Files, (files) => Effect.mapError(files.writeAtomically(path, parts), notWritten(path)))
