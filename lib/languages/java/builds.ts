// What a build makes of the files of a repository: modules, each with its source sets, and which of them see which. Read
// from where files lie (`MODULE/src/SET/java/…`) and from what Maven's and Gradle's files say of modules that depend on
// each other; what only a run of Gradle would tell is not known, and said so (`seesOthers`).

import type { BuildUnit, Project } from "../../syntax/language.ts"
import { folderOf, join } from "../../text/path.ts"

/** Files that say how a build is laid out, by base name. */
export const BUILD_FILES: ReadonlyArray<RegExp> = [
  /^pom\.xml$/,
  /^build\.gradle(\.kts)?$/,
  /^settings\.gradle(\.kts)?$/,
]

const GRADLE = ["build.gradle", "build.gradle.kts"]
/** Words after `src/` that are a source set where a folder of a language follows. */
const LAID_OUT = /^(.*?\/)?src\/(\w+)\/(?:java|kotlin|groovy|scala|resources|proto)(?=\/|$)/
/** Older layouts: one folder of tests beside one of sources. */
const BESIDE = /^(?:tests?|src\/tests?|src-test|testsrc)\//

interface Module {
  readonly folder: string
  /** Folders of the modules that it depends on, as declared, in order. */
  readonly needs: ReadonlyArray<string>
  /** Is that all that it depends on? */
  readonly known: boolean
}

/** Which unit each file is built in. */
export const makeUnits = (project: Project): (path: string) => BuildUnit => {
  const modules = readModules(project)
  const units = new Map<string, BuildUnit>()
  const sets = sourceSets(project, modules)
  const closures = new Map<string, ReadonlyArray<string>>()

  /** Modules that one depends on, whether it says so itself or they do, nearest first. */
  const behind = (folder: string): ReadonlyArray<string> => {
    let all = closures.get(folder)
    if (all !== undefined) return all
    const found = new Set<string>([folder])
    for (const each of found) for (const need of modules.get(each)?.needs ?? []) found.add(need)
    found.delete(folder)
    closures.set(folder, all = [...found])
    return all
  }

  return (path) => {
    const { folder, set } = placeOf(path, modules)
    const name = `${folder}:${set}`
    let unit = units.get(name)
    if (unit === undefined) {
      const own = [...(sets.get(folder) ?? [])].filter((it) => it !== set && seesSet(set, it))
      const sees = own.sort((a, b) => nearness(a) - nearness(b) || (a < b ? -1 : 1)).map((it) => `${folder}:${it}`)
      for (const each of behind(folder)) {
        for (const it of sets.get(each) ?? []) if (!isTest(it) || isTest(set)) sees.push(`${each}:${it}`)
      }
      units.set(name, unit = { name, sees, seesOthers: modules.get(folder)?.known !== true })
    }
    return unit
  }
}

const isTest = (set: string): boolean => /test|^it$|bench|jmh/i.test(set)

/** Does one source set of a module see another one of it? Tests see what is tested; shared sources are seen by all. */
const seesSet = (one: string, other: string): boolean =>
  isTest(one) ? true : !isTest(other) && (other === "main" || /^common|Main$/.test(other))

/** Sets that are tested before those that test. */
const nearness = (set: string): number => isTest(set) ? 1 : 0

const placeOf = (
  path: string,
  modules: ReadonlyMap<string, Module>,
): { readonly folder: string; readonly set: string } => {
  let folder = folderOf(path)
  while (folder !== "" && !modules.has(folder)) folder = folderOf(folder)
  const inside = folder === "" ? path : path.slice(folder.length + 1)
  const laid = LAID_OUT.exec(inside)
  if (laid === null) return { folder, set: BESIDE.test(inside) ? "test" : "main" }
  const within = (laid[1] ?? "").replace(/\/$/, "")
  // a module that no file declares lies where its sources do
  return { folder: within === "" ? folder : folder === "" ? within : `${folder}/${within}`, set: laid[2]! }
}

const sourceSets = (project: Project, modules: ReadonlyMap<string, Module>): ReadonlyMap<string, Set<string>> => {
  const all = new Map<string, Set<string>>()
  for (const path of project.paths) {
    if (!/\.(java|kts?)$/.test(path)) continue
    const { folder, set } = placeOf(path, modules)
    const known = all.get(folder)
    if (known === undefined) all.set(folder, new Set([set]))
    else known.add(set)
  }
  return all
}

const readModules = (project: Project): ReadonlyMap<string, Module> => {
  const modules = new Map<string, Module>()
  const poms = new Map<string, Pom>()
  const scripts = new Map<string, string>()
  for (const path of project.paths) {
    const name = path.slice(path.lastIndexOf("/") + 1)
    if (name !== "pom.xml" && !GRADLE.includes(name)) continue
    const text = project.config(path)
    if (text === undefined) continue
    if (name === "pom.xml") poms.set(folderOf(path), pomOf(text))
    else scripts.set(folderOf(path), text)
  }
  const byName = new Map<string, string>()
  for (const [folder, pom] of poms) if (!byName.has(pom.name)) byName.set(pom.name, folder)
  for (const [folder, pom] of poms) {
    const needs = pom.needs.map((it) => byName.get(it)).filter((it) => it !== undefined && it !== folder)
    modules.set(folder, { folder, needs: needs as ReadonlyArray<string>, known: true })
  }
  for (const [folder, text] of scripts) {
    if (modules.has(folder)) continue
    modules.set(folder, { folder, needs: gradleNeeds(folder, text, scripts), known: false })
  }
  return modules
}

interface Pom {
  readonly name: string
  /** Names of the artifacts that it depends on. */
  readonly needs: ReadonlyArray<string>
}

/** What a pom says of itself and of what it depends on, outside of what it only manages or builds with. */
const pomOf = (text: string): Pom => {
  const own = text
    .replace(/<!--[^]*?-->/g, "")
    .replace(/<(parent|dependencyManagement|build|reporting|profiles)>[^]*?<\/\1>/g, "")
  const depending = [...own.matchAll(/<dependency>([^]*?)<\/dependency>/g)].map((it) => artifactIn(it[1]!))
  const name = artifactIn(own.replace(/<dependencies>[^]*?<\/dependencies>/g, ""))
  return { name, needs: depending }
}

const artifactIn = (text: string): string => /<artifactId>\s*([^<\s]+)\s*<\/artifactId>/.exec(text)?.[1] ?? ""

/** Folders of the projects that a script names as dependencies: `project(":a:b")`, `projects.a.b`. */
const gradleNeeds = (
  folder: string,
  text: string,
  scripts: ReadonlyMap<string, string>,
): ReadonlyArray<string> => {
  const found = new Set<string>()
  const add = (path: string) => {
    // paths of projects are told from the root of the build, which lies in some folder above
    for (let root = folder;; root = folderOf(root)) {
      const at = path === "" ? root : join(root, path)
      if (at !== undefined && at !== folder && scripts.has(at)) return void found.add(at)
      if (root === "") return
    }
  }
  for (const it of text.matchAll(/\bproject\s*\(\s*(?:path\s*[:=]\s*)?["']:([\w:.-]*)["']/g)) {
    add(it[1]!.replaceAll(":", "/"))
  }
  for (const it of text.matchAll(/\bprojects((?:\.\w+)+)/g)) {
    // names with dashes are written in camel case
    add(it[1]!.slice(1).split(".").map((part) => part.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)).join("/"))
  }
  return [...found]
}
