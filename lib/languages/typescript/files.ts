// Which file of the repository a path without its true ending means: TypeScript's order of extensions, `.js` written
// for `.ts`, index files, a folder's package.json. An implementation stands before a declaration file beside it.

import type { Project } from "../../syntax/language.ts"
import { join } from "../../text/path.ts"
import { inside } from "./patterns.ts"
import type { Packages } from "./packages.ts"

const EXTENSIONS = [".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".d.ts", ".d.mts", ".d.cts", ".json"]

/** An ending as written → the endings of source it may stand for, in order; itself comes after them. */
const SUBSTITUTES: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [".js", [".ts", ".tsx", ".js", ".jsx", ".d.ts"]],
  [".jsx", [".tsx", ".jsx", ".d.ts"]],
  [".mjs", [".mts", ".mjs", ".d.mts"]],
  [".cjs", [".cts", ".cjs", ".d.cts"]],
]

export interface Finder {
  /** A file for a path as an import writes it; undefined for none. */
  readonly find: (path: string) => string | undefined
  /** The same, without folders. */
  readonly file: (path: string) => string | undefined
}

export const makeFinder = (project: Project, packages: Packages): Finder => {
  const file = (path: string): string | undefined => {
    for (const [written, endings] of SUBSTITUTES) {
      if (!path.endsWith(written)) continue
      const stem = path.slice(0, -written.length)
      for (const ending of endings) if (project.has(stem + ending)) return stem + ending
    }
    if (project.has(path)) return path
    for (const ending of EXTENSIONS) if (project.has(path + ending)) return path + ending
    return undefined
  }

  const folder = (path: string): string | undefined => {
    if (!project.hasFolder(path) && path !== "") return undefined
    for (const entry of packages.inFolder(path)?.entries ?? []) {
      const at = join(path, entry)
      const found = at === undefined ? undefined : file(at) ?? index(at)
      if (found !== undefined) return found
    }
    return index(path)
  }

  const index = (path: string): string | undefined => {
    const stem = inside(path, "index")
    for (const ending of EXTENSIONS) if (project.has(stem + ending)) return stem + ending
    return undefined
  }

  return { file, find: (path) => (path === "" ? undefined : file(path)) ?? folder(path) }
}
