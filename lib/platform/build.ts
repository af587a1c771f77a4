// Which code runs: what an index was made by, so that one made by other code is made anew. In the executable the file
// itself tells, elsewhere the modules' files do.

import { createHash } from "node:crypto"
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** The root of lib as it lies on disk; inside an executable there is none. */
const LIB = fileURLToPath(new URL("..", import.meta.url))

let known: string | undefined

/** First 16 hex digits of a hash over sizes and times of change. Costs a look at some 200 files, once. */
export const build = (): string => known ??= fingerprint()

const fingerprint = (): string => {
  const hash = createHash("sha256")
  for (const path of filesOf(LIB) ?? [process.execPath]) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\n${size}\n${mtimeMs}\n`)
  }
  return hash.digest("hex").slice(0, 16)
}

/** Modules and assets, in path order; undefined where the folder is no folder of the disk. */
const filesOf = (folder: string): ReadonlyArray<string> | undefined => {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()
    const files = names.filter((name) => /\.(ts|js|wasm|bin)$/.test(name)).map((name) => join(folder, name))
    return files.length === 0 || files.some((file) => file.startsWith("/$bunfs")) ? undefined : files
  } catch {
    return undefined
  }
}
