// The sources that are measured: packages that ship what they were written in, at pinned versions, taken from npm's
// registry into an ignored folder. Only written sources are kept, neither builds nor declarations of builds.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { npm, ROOT, run } from "../scripts/processes.mjs"

/** Name and version; together some 23 MB. */
export const PACKAGES: ReadonlyArray<string> = [
  "@noble/curves@1.9.7",
  "@reduxjs/toolkit@2.15.0",
  "@tanstack/query-core@5.108.4",
  "@tanstack/router-core@1.171.39",
  "@trpc/server@11.25.2",
  "effect@3.22.4",
  "ethers@6.17.0",
  "langium@4.4.0",
  "mobx@6.16.1",
  "ox@1.8.3",
  "rxjs@7.8.2",
  "zod@4.6.7",
]

const FOLDER = join(ROOT, ".corpora", "npm")
const LAID_OUT = join(FOLDER, "packages")
const STAMP = join(FOLDER, "laid-out.json")

const KEPT = /(^|\/)package\.json$|\.(ts|tsx|mts|cts)$/
const BUILT = /\.d\.[mc]?ts$/

/** Lays out what is missing and gives the folder. Needs npm's registry the first time. */
export const layOut = async (say: (line: string) => void): Promise<string> => {
  const wanted = JSON.stringify(PACKAGES)
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return LAID_OUT
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(LAID_OUT, { recursive: true })
  for (const package_ of PACKAGES) {
    say(`taking ${package_} from the registry`)
    const packed = await npm(["pack", package_, "--json", "--pack-destination", FOLDER])
    if (packed.code !== 0) throw new Error(`Cannot take ${package_} from npm's registry:\n${packed.output}`)
    const [{ filename, name }] = JSON.parse(packed.stdout)
    const archive = join(FOLDER, filename)
    const unpacked = join(FOLDER, "unpacked")
    mkdirSync(unpacked)
    const untarred = await run("tar", ["-xzf", archive, "-C", unpacked])
    if (untarred.code !== 0) throw new Error(`Cannot unpack ${filename}:\n${untarred.output}`)
    const from = join(unpacked, readdirSync(unpacked)[0]!)
    const to = join(LAID_OUT, name.replace("/", "__"))
    for (const path of filesBelow(from)) {
      if (!KEPT.test(path) || BUILT.test(path)) continue
      mkdirSync(dirname(join(to, path)), { recursive: true })
      cpSync(join(from, path), join(to, path))
    }
    rmSync(unpacked, { recursive: true })
    rmSync(archive)
  }
  writeFileSync(STAMP, wanted)
  return LAID_OUT
}

/** Paths of all files below a folder, relative to it, in order. */
export const filesBelow = (folder: string, below = ""): ReadonlyArray<string> =>
  readdirSync(join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === "" ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) return filesBelow(folder, path)
      return entry.isFile() ? [path] : []
    })

/** Copies a repository's files, without what git and an index keep beside them. */
export const copy = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (path) => !/[/\\]\.(git|portolan)$/.test(path) })

/** Files and bytes below a folder, without what an index leaves there. */
export const sizeOf = (folder: string): { readonly files: number; readonly bytes: number } => {
  const paths = filesBelow(folder).filter((path) => !path.startsWith(".portolan/"))
  return { files: paths.length, bytes: paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0) }
}
