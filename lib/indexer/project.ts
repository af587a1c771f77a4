// The repository as module resolution sees it: which paths there are, and the text of configuration files that a
// language asked for.

import * as Effect from "effect/Effect"
import type { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import type { Language, Project } from "../syntax/language.ts"
import * as Decode from "../text/decode.ts"
import * as Path from "../text/path.ts"
import { type Previous, statText } from "./previous.ts"
import type { ScannedFile } from "./scan.ts"

export interface Configs {
  readonly texts: ReadonlyMap<string, string>
  /** Configuration that could not be read. */
  readonly notes: ReadonlyArray<string>
}

/** No configuration that people write is larger. */
const MAX_CONFIG_BYTES = 1024 * 1024

/** What is a configuration file of one of the languages, by its path. */
export const isConfig = (languages: ReadonlyArray<Language>): (path: string) => boolean => {
  const patterns = languages.flatMap((
    { configFiles, manifests = [] },
  ) => [...configFiles, ...manifests.map(({ files }) => files)])
  return (path) => {
    const base = Path.baseOf(path)
    return patterns.some((pattern) => pattern.test(base))
  }
}

/** The digests of the configuration files, by path, where all are as the run before found them; else undefined. */
export const sameConfigs = (
  scanned: ReadonlyArray<ScannedFile>,
  { files, configs }: Previous,
  languages: ReadonlyArray<Language>,
): ReadonlyMap<string, string> | undefined => {
  const has = isConfig(languages)
  const same = new Map<string, string>()
  for (const file of scanned) {
    if (!has(file.path)) continue
    const digest = configs.get(file.path)
    if (digest === undefined || files.get(file.path)?.stat !== statText(file)) return undefined
    same.set(file.path, digest)
  }
  return same
}

/** Reads the configuration files among `scanned`. */
export const readConfigs = Effect.fnUntraced(function* (
  root: string,
  scanned: ReadonlyArray<ScannedFile>,
  languages: ReadonlyArray<Language>,
) {
  const files = yield* Files.Files
  const has = isConfig(languages)
  const texts = new Map<string, string>()
  const notes: Array<string> = []
  for (const { path, stat } of scanned) {
    if (!has(path)) continue
    if (MAX_CONFIG_BYTES < stat.size) {
      notes.push(`${path} was not read: it is larger than ${MAX_CONFIG_BYTES} bytes`)
      continue
    }
    const bytes = yield* Effect.either(files.read(`${root}/${path}`))
    if (bytes._tag === "Left") {
      notes.push(`${path} cannot be read (${bytes.left.code})`)
      continue
    }
    const decoded = Decode.decode(bytes.right)
    if (decoded._tag === "text") texts.set(path, decoded.text)
  }
  return { texts, notes } satisfies Configs
})

/** What stands for the text of a configuration file. */
export const digestOf = (text: string, { sha256 }: typeof Digest.Service): string =>
  sha256(new TextEncoder().encode(text))

/** @param nodes All files that become nodes; configuration is there beside them. */
export const make = (nodes: ReadonlyArray<string>, configs: Configs): Project => {
  const files = new Set([...nodes, ...configs.texts.keys()])
  const paths = [...files].sort(Path.compare)
  const folders = new Set<string>([""])
  for (const path of paths) {
    for (let folder = Path.folderOf(path); !folders.has(folder); folder = Path.folderOf(folder)) folders.add(folder)
  }
  return {
    paths,
    has: (path) => files.has(path),
    hasFolder: (path) => folders.has(path),
    config: (path) => configs.texts.get(path),
  }
}

/** Do two projects say the same of every path? O(paths). */
export const isSame = (a: Project, b: Project): boolean =>
  a.paths.length === b.paths.length &&
  a.paths.every((path, i) => path === b.paths[i] && a.config(path) === b.config(path))
