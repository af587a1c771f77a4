// What a build of Maven or Gradle makes apart: the source sets of each of its modules. A file sees its own set, the sets
// that stand behind it in the same module (a test the main one, a platform the common one), then the modules that its build
// script asks for. A script is a program, which may add more than its text shows: all other modules are seen behind those.

import type { BuildUnit, Project } from "../../syntax/language.ts"
import { baseOf, compare, folderOf, join } from "../../text/path.ts"
import { manifests } from "./manifests.ts"

/** Build scripts, which make a module of the folder that they lie in. */
const SCRIPT = /^(pom\.xml|build\.gradle(\.kts)?)$/
const SOURCE = /(?<!\.gradle)\.(java|kts?)$/

/** The folders that a source set lies in, as they are laid out by default: its name stands before that of the language. */
const SOURCE_SET = /^(?:(.*)\/)?src\/([^/]+)\/(?:java|kotlin|groovy|scala|resources)\//
/** Other layouts: sources and tests in folders side by side, those of a platform below its name. */
const BESIDE = /^(?:(.*?)\/)?(src|sources?|main|tests?)\//
const TEST = /test/i
const COMMON = /^common/

interface SourceSet {
  readonly module: string
  readonly name: string
}

interface Build {
  /** By module: names of its source sets, those that others may see first. */
  readonly sets: ReadonlyMap<string, ReadonlyArray<string>>
  /** By module: the modules that its script asks for. */
  readonly dependencies: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The unit that each file of the repository is built in. O(files) once, then O(sets) a set. */
export const unitsOf = (project: Project): (path: string) => BuildUnit => {
  const scripts = new Map<string, string>()
  for (const path of project.paths) if (SCRIPT.test(baseOf(path))) scripts.set(folderOf(path), path)
  const build = buildOf(project, scripts)
  const known = new Map<string, BuildUnit>()
  return (path) => {
    const set = setOf(path, scripts)
    const name = nameOf(set.module, set.name)
    let unit = known.get(name)
    if (unit === undefined) known.set(name, unit = { name, sees: seenBy(set, build) })
    return unit
  }
}

const nameOf = (module: string, set: string): string => `${module}:${set}`

/** The source set of a file: where it lies in the module of the nearest build script above. */
const setOf = (path: string, scripts: ReadonlyMap<string, string>): SourceSet => {
  let module = folderOf(path)
  while (module !== "" && !scripts.has(module)) module = folderOf(module)
  const inside = module === "" ? path : path.slice(module.length + 1)
  const standard = SOURCE_SET.exec(inside)
  if (standard !== null) {
    // a folder without a script of its own may be a module all the same
    const below = standard[1] === undefined ? module : join(module, standard[1])!
    return { module: below, name: standard[2]! }
  }
  const beside = BESIDE.exec(inside)
  if (beside === null) return { module, name: "main" }
  const kind = TEST.test(beside[2]!) ? "Test" : "Main"
  const platform = beside[1] ?? ""
  return { module, name: platform === "" ? kind.toLowerCase() : `${platform}${kind}` }
}

const buildOf = (project: Project, scripts: ReadonlyMap<string, string>): Build => {
  const sets = new Map<string, Set<string>>()
  for (const path of project.paths) {
    if (!SOURCE.test(path)) continue
    const { module, name } = setOf(path, scripts)
    const all = sets.get(module)
    if (all === undefined) sets.set(module, new Set([name]))
    else all.add(name)
  }
  const byName = new Map<string, string>()
  const asked = new Map<string, ReadonlyArray<{ readonly name: string; readonly manifest?: string | undefined }>>()
  for (const [module, path] of scripts) {
    const text = project.config(path)
    const reader = manifests.find(({ files }) => files.test(baseOf(path)))
    // what is wrong with a manifest is said where it is read as one
    const manifest = text === undefined ? undefined : reader?.read(path, text, project, () => {})
    if (manifest === undefined) continue
    byName.set(manifest.name, module)
    asked.set(module, manifest.dependencies)
  }
  const dependencies = new Map<string, ReadonlyArray<string>>()
  for (const [module, all] of asked) {
    const found = all.map((it) => it.manifest === undefined ? byName.get(it.name) : folderOf(it.manifest))
    dependencies.set(module, found.filter((it) => it !== undefined))
  }
  return { sets: new Map([...sets].map(([module, names]) => [module, [...names].sort(compare)])), dependencies }
}

/** Names of the units that a source set sees, nearest first. */
const seenBy = ({ module, name }: SourceSet, build: Build): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const add = (of: string, wanted: (set: string) => boolean) => {
    for (const set of build.sets.get(of) ?? []) if (wanted(set)) seen.add(nameOf(of, set))
  }
  const isTest = TEST.test(name)
  const platform = name.replace(/(Main|Test)$/, "")
  if (isTest) {
    add(module, (it) => TEST.test(it) && COMMON.test(it))
    add(module, (it) => !TEST.test(it) && it.replace(/Main$/, "") === platform)
    add(module, (it) => !TEST.test(it))
    add(module, (it) => TEST.test(it))
  } else add(module, (it) => !TEST.test(it) && COMMON.test(it))
  const own = !isTest
  if (own) add(module, (it) => !TEST.test(it))
  for (const each of reached(module, build.dependencies)) add(each, (it) => !TEST.test(it))
  for (const each of [...build.sets.keys()].sort(compare)) add(each, (it) => !TEST.test(it))
  // fixtures of other modules are handed on in ways that no text shows
  if (isTest) { for (const each of [...build.sets.keys()].sort(compare)) add(each, () => true) }
  seen.delete(nameOf(module, name))
  return [...seen]
}

/** Modules that one asks for, those that these ask for, and so on: nearer ones first. */
const reached = (module: string, dependencies: Build["dependencies"]): ReadonlyArray<string> => {
  const all: Array<string> = [module]
  for (let next = 0; next < all.length; next++) {
    for (const each of dependencies.get(all[next]!) ?? []) if (!all.includes(each)) all.push(each)
  }
  return all.slice(1)
}
