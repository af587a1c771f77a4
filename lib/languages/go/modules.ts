// Where an import path leads: into a module of the repository by the paths that its go.mod files declare, into a vendored
// package, or outside. A package is a folder: all of its files that are no tests.

import type { BuildUnit, ConfigProblem, ModuleResolver, ModuleTarget, Project } from "../../syntax/language.ts"
import { folderOf, join } from "../../text/path.ts"
import { unusualBuild } from "./constraints.ts"
import { linesOf } from "./manifests.ts"

/** Configuration files that module resolution reads, by base name. */
export const CONFIG_FILES: ReadonlyArray<RegExp> = [/^go\.mod$/, /^go\.work$/]

const inside = (folder: string, name: string): string =>
  folder === "" ? name : name === "" ? folder : `${folder}/${name}`

/** A module of the repository: its path as imports write it, and the folder of its go.mod. */
interface Module {
  readonly path: string
  readonly folder: string
}

export const makeModules = (project: Project): ModuleResolver => {
  const problems: Array<ConfigProblem> = []
  const modules = modulesOf(project, problems)
  const packages = packagesOf(project)
  const cache = new Map<string, ModuleTarget>()

  const packageAt = (folder: string): ModuleTarget | undefined => {
    const paths = packages.get(folder)
    return paths === undefined ? undefined : { _tag: "files", paths }
  }

  /** A vendored copy, in the folder around or in one further out. */
  const vendored = (from: string, path: string): ModuleTarget | undefined => {
    for (let folder = from;; folder = folderOf(folder)) {
      const found = packageAt(inside(folder, `vendor/${path}`))
      if (found !== undefined) return found
      if (folder === "") return undefined
    }
  }

  const search = (from: string, path: string): ModuleTarget => {
    const copy = vendored(from, path)
    if (copy !== undefined) return copy
    for (const module of modules) {
      if (path !== module.path && !path.startsWith(`${module.path}/`)) continue
      const found = packageAt(inside(module.folder, path.slice(module.path.length + 1)))
      if (found !== undefined) return found
    }
    const own = modules.find((it) => path === it.path || path.startsWith(`${it.path}/`))
    return own === undefined ? { _tag: "external", package: path } : { _tag: "unresolved", reason: "no such package" }
  }

  const resolve = (from: string, path: string): ModuleTarget => {
    const folder = folderOf(from)
    const key = `${folder}\0${path}`
    let target = cache.get(key)
    if (target === undefined) cache.set(key, target = search(folder, path))
    return target
  }

  return { resolve, packageOf, unit, problems }
}

/**
 * What a file's package is called in the whole repository: by its folder, in which a program and tests that look at the
 * package from outside are packages of their own.
 */
const packageOf = (path: string, written: string): string => {
  const folder = folderOf(path)
  const [name] = written.split(" ")
  const isApart = name === "main" || (name!.endsWith("_test") && path.endsWith("_test.go"))
  return isApart ? `${folder} ${name}` : folder
}

/**
 * Files that are compiled together: those of the usual build, its tests, and those of each other build, which see what is
 * theirs before what is usual.
 */
const unit = (path: string, written = ""): BuildUnit => {
  const constraint = written.slice(written.indexOf(" ") + 1)
  const build = unusualBuild(path, written.includes(" ") ? constraint : "")
  const isTest = path.endsWith("_test.go")
  if (build === "") return isTest ? { name: "test", sees: [""] } : { name: "" }
  return { name: isTest ? `test ${build}` : build, sees: isTest ? [build, "test", ""] : [""] }
}

/** The files of each folder that are no tests, in order. */
const packagesOf = (project: Project): ReadonlyMap<string, ReadonlyArray<string>> => {
  const all = new Map<string, Array<string>>()
  for (const path of project.paths) {
    if (!path.endsWith(".go") || path.endsWith("_test.go")) continue
    const folder = folderOf(path)
    const known = all.get(folder)
    if (known === undefined) all.set(folder, [path])
    else known.push(path)
  }
  return all
}

/** Modules of the repository by all paths that lead to them, the longer ones first: one may lie inside of another. */
const modulesOf = (project: Project, problems: Array<ConfigProblem>): ReadonlyArray<Module> => {
  const all: Array<Module> = []
  for (const path of project.paths) {
    if (path !== "go.mod" && !path.endsWith("/go.mod")) continue
    const text = project.config(path)
    if (text === undefined) continue
    const lines = linesOf(text)
    const declared = lines.find(({ directive }) => directive === "module")?.words[0]
    if (declared === undefined) problems.push({ path, detail: "no module path" })
    else all.push({ path: declared.text, folder: folderOf(path) })
    for (const { directive, words } of lines) {
      const arrow = words.findIndex((it) => it.text === "=>")
      const target = words[arrow + 1]?.text
      if (directive !== "replace" || arrow < 1 || target === undefined || !/^\.{1,2}(\/|$)/.test(target)) continue
      const folder = join(folderOf(path), target)
      if (folder !== undefined) all.push({ path: words[0]!.text, folder })
    }
  }
  return all.sort((a, b) => b.path.length - a.path.length || (a.folder < b.folder ? -1 : 1))
}
