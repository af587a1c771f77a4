// What of a checkout an index is made from, asked file by file: sources of the built languages, texts that are read for
// their words, and the configuration that decides what imports mean. Whoever wants to know whether an index is still the
// right one asks here, so that nobody outside has to know a language.

import * as Effect from "effect/Effect"
import { all as languages } from "../languages/all.ts"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import * as Decode from "../text/decode.ts"
import { languageFor } from "./language_of.ts"
import * as Project from "./project.ts"
import { MAX_FILE_BYTES } from "./read_files.ts"
import type { ScannedFile } from "./scan.ts"
import * as Shape from "./shape.ts"
import * as Texts from "./texts.ts"

/** Is a file read as a language, where nothing speaks against its size and shape? */
export const isSource = (path: string): boolean => languageFor(path) !== undefined

/** May the content of a file be part of the index, by its path alone? */
export const mayBeRead = (path: string): boolean => isSource(path) || Texts.isRead(path, 0)

/** Does a file decide what the imports of others mean? */
export const isConfig: (path: string) => boolean = Project.isConfig(languages)

/** Would a file be read as it is now? Costs reading it. */
export const isReadNow = Effect.fnUntraced(function* (
  root: string,
  { path, stat, wanted }: ScannedFile,
  maxFileBytes = MAX_FILE_BYTES,
) {
  const isCode = isSource(path)
  if (isCode ? maxFileBytes < stat.size : !Texts.isRead(path, stat.size)) return false
  const bytes = yield* Effect.option((yield* Files.Files).read(`${root}/${path}`))
  if (bytes._tag === "None") return false
  if (!isCode) {
    const judged = Texts.judge(path, bytes.value, () => "")
    return judged._tag === "listed" && judged.digest !== null
  }
  const decoded = Decode.decode(bytes.value)
  return decoded._tag === "text" && Shape.ofSource(decoded.text, wanted === true) === undefined
})

/** Those of some configuration files whose text is not the one that `known` has the digest of. Costs reading them. */
export const changedConfigs = Effect.fnUntraced(function* (
  root: string,
  files: ReadonlyArray<ScannedFile>,
  known: ReadonlyMap<string, string>,
) {
  const digest = yield* Digest
  const { texts } = yield* Project.readConfigs(root, files, languages)
  return files.map(({ path }) => path).filter((path) => {
    const text = texts.get(path)
    return known.get(path) !== (text === undefined ? undefined : Project.digestOf(text, digest))
  })
})
