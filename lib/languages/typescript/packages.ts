// package.json as module resolution needs it: which packages lie in the repository, what their `exports`, `imports` and
// entry fields name, and where the source of an absent build output is. Installed packages are not looked into.

import type { ConfigProblem, Project } from "../../syntax/language.ts"
import { isRecord, readJsonc } from "./configs.ts"
import { folderOf } from "../../text/path.ts"
import { bestPattern, inside, upwards } from "./patterns.ts"

export interface Manifest {
  readonly folder: string
  readonly name: string | undefined
  readonly exports: unknown
  readonly imports: Readonly<Record<string, unknown>> | undefined
  /** Entry files in the order in which they lead to source. */
  readonly entries: ReadonlyArray<string>
  readonly dependencies: ReadonlySet<string>
}

export interface Packages {
  /** The manifest that governs a folder: the nearest one upwards. */
  readonly nearest: (folder: string) => Manifest | undefined
  /** Is any manifest of the repository above the folder? */
  readonly byName: (name: string) => Manifest | undefined
  readonly inFolder: (folder: string) => Manifest | undefined
}

const ENTRY_FIELDS = ["source", "module", "jsnext:main", "main", "browser", "types", "typings"]
const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]

/** Conditions that a graph of source follows; the order inside the map decides, as in Node. */
const CONDITIONS = new Set([
  "source",
  "development",
  "bun",
  "deno",
  "import",
  "module",
  "require",
  "node",
  "browser",
  "default",
])

export const makePackages = (project: Project, problems: Array<ConfigProblem>): Packages => {
  const manifests = new Map<string, Manifest | undefined>()
  const nearestTo = new Map<string, Manifest | undefined>()
  let names: Map<string, Manifest> | undefined

  const inFolder = (folder: string): Manifest | undefined => {
    if (manifests.has(folder)) return manifests.get(folder)
    const path = inside(folder, "package.json")
    const raw = project.has(path) ? readJsonc(project, path, problems) : undefined
    const manifest = isRecord(raw) ? read(folder, raw) : undefined
    manifests.set(folder, manifest)
    return manifest
  }

  const nearest = (folder: string): Manifest | undefined => {
    if (nearestTo.has(folder)) return nearestTo.get(folder)
    let found: Manifest | undefined
    for (const at of upwards(folder)) if ((found = inFolder(at)) !== undefined) break
    nearestTo.set(folder, found)
    return found
  }

  const byName = (name: string): Manifest | undefined => {
    if (names === undefined) {
      names = new Map()
      // Shorter paths first: a fixture deep in the tree never hides a package of the workspace.
      const paths = project.paths.filter((it) => it === "package.json" || it.endsWith("/package.json"))
        .sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1))
      for (const path of paths) {
        const manifest = inFolder(folderOf(path))
        if (manifest?.name !== undefined && !names.has(manifest.name)) names.set(manifest.name, manifest)
      }
    }
    return names.get(name)
  }

  return { nearest, byName, inFolder }
}

const read = (folder: string, raw: Readonly<Record<string, unknown>>): Manifest => {
  const dependencies = new Set<string>()
  for (const field of DEPENDENCY_FIELDS) if (isRecord(raw[field])) { for (const it in raw[field]) dependencies.add(it) }
  return {
    folder,
    name: typeof raw["name"] === "string" ? raw["name"] : undefined,
    exports: raw["exports"],
    imports: isRecord(raw["imports"]) ? raw["imports"] : undefined,
    entries: ENTRY_FIELDS.flatMap((field) => typeof raw[field] === "string" ? [raw[field]] : []),
    dependencies,
  }
}

/**
 * Targets of `subpath` (`.`, `./x`, `#x`) in an `exports` or `imports` map, best first. A map's own order of conditions
 * decides; where a condition leads only to a declaration file, the implementation stands before it.
 */
export const targetsOf = (map: unknown, subpath: string, extra: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (map === undefined || map === null) return []
  let value: unknown = map
  let star = ""
  const keyed = isRecord(map) && Object.keys(map).some((it) => it.startsWith(".") || it.startsWith("#"))
  if (keyed) {
    const record = map as Readonly<Record<string, unknown>>
    const best = bestPattern(Object.keys(record), subpath) ?? folderPattern(Object.keys(record), subpath)
    if (best === undefined) return []
    value = record[best.pattern]
    star = best.star
  } else if (subpath !== ".") return []
  const found: Array<string> = []
  collect(value, extra, found, 0)
  const filled = found.map((it) => it.includes("*") ? it.replaceAll("*", star) : it.endsWith("/") ? it + star : it)
  return [...filled.filter((it) => !isDeclaration(it)), ...filled.filter(isDeclaration)]
}

const isDeclaration = (path: string): boolean => /\.d\.[cm]?ts$/.test(path)

/** `"./lib/": "./src/"`: the older form of a pattern. */
const folderPattern = (patterns: ReadonlyArray<string>, subpath: string) => {
  for (const pattern of patterns) {
    if (pattern.endsWith("/") && subpath.startsWith(pattern)) return { pattern, star: subpath.slice(pattern.length) }
  }
  return undefined
}

const collect = (value: unknown, extra: ReadonlyArray<string>, into: Array<string>, depth: number): void => {
  if (depth > 8) return
  if (typeof value === "string") into.push(value)
  else if (Array.isArray(value)) { for (const it of value) collect(it, extra, into, depth + 1) }
  else if (isRecord(value)) {
    const types: Array<unknown> = []
    for (const condition in value) {
      if (condition === "types" || condition.startsWith("types@")) types.push(value[condition])
      else if (CONDITIONS.has(condition) || extra.includes(condition)) collect(value[condition], extra, into, depth + 1)
    }
    for (const it of types) collect(it, extra, into, depth + 1)
  }
}

const BUILD_FOLDERS = new Set([
  "dist",
  "build",
  "lib",
  "out",
  "output",
  "es",
  "esm",
  "cjs",
  "dist-es",
  "dist-cjs",
  "target",
  "_build",
])
const FORMAT_FOLDERS = new Set([
  "es",
  "esm",
  "cjs",
  "umd",
  "mjs",
  "types",
  "node",
  "browser",
  "src",
  "commonjs",
  "module",
  "modern",
])

/**
 * Where the source of a build output may lie, best first: `dist/esm/a.js` → `src/a`. The caller tries them in turn,
 * each with every extension, so a wrong guess costs nothing.
 */
export const sourcesOf = (target: string): ReadonlyArray<string> => {
  const parts = target.replace(/^\.\//, "").split("/")
  const file = parts.pop()!
  const stem = file.replace(/\.d\.[cm]?ts$/, "").replace(
    /\.(min|esm|cjs|umd|mjs|es|prod|development|production)\.([cm]?js)$/,
    "",
  )
    .replace(/\.[cm]?[jt]sx?$/, "")
  let rest = parts
  if (rest.length > 0 && BUILD_FOLDERS.has(rest[0]!)) rest = rest.slice(1)
  else return [[...rest, stem].join("/")]
  const bare = rest.length > 0 && FORMAT_FOLDERS.has(rest[0]!) ? rest.slice(1) : rest
  const all = [["src", ...rest, stem], ["src", ...bare, stem], [...bare, stem], ["lib", ...bare, stem], [
    "source",
    ...bare,
    stem,
  ]]
  return [...new Set(all.map((it) => it.join("/")))]
}
