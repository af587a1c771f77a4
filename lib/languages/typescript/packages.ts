// package.json as module resolution needs it: which packages lie in the repository, what their `exports`, `imports` and
// entry fields name, and where the source of an absent build output is. Installed packages are not looked into.

import type { ConfigProblem, Loading, Project } from "../../syntax/language.ts"
import { isRecord, readJsonc } from "./configs.ts"
import { folderOf } from "../../text/path.ts"
import { bestPattern, inside, upwards } from "./patterns.ts"

export interface Manifest {
  readonly folder: string
  readonly name: string | undefined
  readonly exports: unknown
  readonly imports: Readonly<Record<string, unknown>> | undefined
  /** What its files without an ending of their own are: `module`, or undefined. */
  readonly type: string | undefined
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

const ENTRY_FIELDS = ["source", "module", "jsnext:main", "main", "types", "typings"]
const DEPENDENCY_FIELDS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]

/** Conditions that hold wherever source is read, as in TypeScript and Node; `source` is one that only source has. */
const HOLD = ["source", "types", "node", "default"]
/** Those that hold for one way of loading. */
const HOLD_FOR: Readonly<Record<Loading, ReadonlyArray<string>>> = {
  import: ["import", "module"],
  require: ["require"],
}
/** Those of other platforms, followed only where no other target lies in the repository. */
const ELSEWHERE = ["development", "bun", "deno", "import", "module", "require", "browser"]

/** Who asks a map for a target. */
export interface Asked {
  readonly loading: Loading
  /** Conditions that the project's own configuration adds. */
  readonly conditions: ReadonlyArray<string>
}

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
    type: typeof raw["type"] === "string" ? raw["type"] : undefined,
    entries: ENTRY_FIELDS.flatMap((field) => typeof raw[field] === "string" ? [raw[field]] : []),
    dependencies,
  }
}

/**
 * Targets of `subpath` (`.`, `./x`, `#x`) in an `exports` or `imports` map, best first. A map's own order of conditions
 * decides; where a condition leads only to a declaration file, the implementation stands before it. What other
 * conditions lead to is a second list.
 */
export const targetsOf = (map: unknown, subpath: string, asked: Asked): ReadonlyArray<ReadonlyArray<string>> => {
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
  const holding = new Set([...HOLD, ...HOLD_FOR[asked.loading], ...asked.conditions])
  const found: Array<string> = []
  collect(value, holding, found, 0)
  const elsewhere: Array<string> = []
  collect(value, new Set([...holding, ...ELSEWHERE]), elsewhere, 0)
  const filled = (targets: ReadonlyArray<string>): ReadonlyArray<string> => {
    const all = targets.map((it) => it.includes("*") ? it.replaceAll("*", star) : it.endsWith("/") ? it + star : it)
    return [...new Set([...all.filter((it) => !isDeclaration(it)), ...all.filter(isDeclaration)])]
  }
  return [filled(found), filled(elsewhere)]
}

const isDeclaration = (path: string): boolean => /\.d\.[cm]?ts$/.test(path)

/** `"./lib/": "./src/"`: the older form of a pattern. */
const folderPattern = (patterns: ReadonlyArray<string>, subpath: string) => {
  for (const pattern of patterns) {
    if (pattern.endsWith("/") && subpath.startsWith(pattern)) return { pattern, star: subpath.slice(pattern.length) }
  }
  return undefined
}

const collect = (value: unknown, holding: ReadonlySet<string>, into: Array<string>, depth: number): void => {
  if (depth > 8) return
  if (typeof value === "string") into.push(value)
  else if (Array.isArray(value)) { for (const it of value) collect(it, holding, into, depth + 1) }
  else if (isRecord(value)) {
    for (const condition in value) {
      const name = condition.startsWith("types@") ? "types" : condition
      if (holding.has(name)) collect(value[condition], holding, into, depth + 1)
    }
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
