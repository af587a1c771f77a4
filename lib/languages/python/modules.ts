// Where the name of a module leads, by Python's own rules: packages before modules, an implementation before a stub, the
// folder that holds the outermost package before the roots that the project's own files declare. The file list decides;
// installed packages are external.

import type { ConfigProblem, ModuleResolver, ModuleTarget, Project } from "../../syntax/language.ts"
import { folderOf, join } from "../../text/path.ts"
import { sourceRoots } from "./roots.ts"
import { STANDARD_MODULES } from "./standard.ts"

export { CONFIG_FILES } from "./roots.ts"

const INITS = ["__init__.py", "__init__.pyi"]
const ENDINGS = [".py", ".pyw", ".pyi"]

const inside = (folder: string, name: string): string => folder === "" ? name : `${folder}/${name}`

export const makeModules = (project: Project): ModuleResolver => {
  const problems: Array<ConfigProblem> = []
  const roots = sourceRoots(project, problems)
  const holdsSource = foldersWithSource(project)
  const ownRoots = new Map<string, string>()
  const cache = new Map<string, ModuleTarget>()

  const initOf = (folder: string): string | undefined =>
    INITS.map((name) => inside(folder, name)).find((path) => project.has(path))

  /** The module or package at a path without its ending. */
  const at = (path: string): ModuleTarget | undefined => {
    const init = initOf(path)
    if (init !== undefined) return files(init)
    for (const ending of ENDINGS) if (project.has(path + ending)) return files(path + ending)
    return undefined
  }

  const atOrFolder = (path: string): ModuleTarget | undefined =>
    at(path) ?? (holdsSource.has(path) ? { _tag: "folder", path } : undefined)

  /** The folder that holds the outermost package around a folder; the folder itself where it is no package. */
  const ownRoot = (folder: string): string => {
    let known = ownRoots.get(folder)
    if (known === undefined) {
      known = folder
      while (known !== "" && initOf(known) !== undefined) known = folderOf(known)
      ownRoots.set(folder, known)
    }
    return known
  }

  /** Folders that an absolute name is looked for in, nearest first. */
  const searched = (folder: string): ReadonlySet<string> => {
    const own = ownRoot(folder)
    const all = new Set<string>([own])
    const around: Array<string> = []
    for (let it = own;; it = folderOf(it)) {
      around.push(it)
      if (it === "") break
    }
    for (const it of around) for (const root of roots.declaredBy(it)) all.add(root)
    for (const it of around) for (const name of ["src", "lib", "python"]) all.add(inside(it, name))
    for (const it of around) all.add(it)
    for (const root of roots.all) all.add(root)
    return all
  }

  const absolute = (folder: string, name: string): ModuleTarget => {
    const parts = name.split("/")
    const isStandard = STANDARD_MODULES.has(parts[0]!)
    const isPackage = initOf(folder) !== undefined
    let fallback: ModuleTarget | undefined
    let lacking = false
    for (const root of searched(folder)) {
      // a module of the standard library is hidden by what lies beside the outermost package and by nothing else
      if (isStandard && !(isPackage && root === ownRoot(folder))) break
      const found = at(inside(root, name))
      if (found !== undefined) return found
      if (holdsSource.has(inside(root, name))) fallback ??= { _tag: "folder", path: inside(root, name) }
      else if (at(inside(root, parts[0]!)) !== undefined) lacking = true
    }
    if (fallback !== undefined) return fallback
    const dotted = parts.join(".")
    return lacking && !isStandard
      ? { _tag: "unresolved", reason: "no such module" }
      : { _tag: "external", package: dotted }
  }

  const search = (from: string, specifier: string): ModuleTarget => {
    const dots = /^\.*/.exec(specifier)![0].length
    const name = specifier.slice(dots).replaceAll(".", "/")
    if (dots === 0) return name === "" ? { _tag: "unresolved", reason: "empty name" } : absolute(folderOf(from), name)
    let folder: string | undefined = folderOf(from)
    for (let i = 1; i < dots && folder !== undefined; i++) folder = join(folder, "..")
    if (folder === undefined) return { _tag: "unresolved", reason: "outside the repository" }
    return atOrFolder(name === "" ? folder : inside(folder, name)) ?? { _tag: "unresolved", reason: "no such module" }
  }

  const resolve = (from: string, specifier: string): ModuleTarget => {
    const key = specifier.startsWith(".") ? `${from}\0${specifier}` : `${folderOf(from)}\0${specifier}`
    let target = cache.get(key)
    if (target === undefined) cache.set(key, target = search(from, specifier))
    return target
  }

  /** A module inside of a package, of which the package's own file need not know. */
  const part = (path: string, name: string): ModuleTarget | undefined => {
    const file = path.slice(path.lastIndexOf("/") + 1)
    if (INITS.includes(file)) return atOrFolder(inside(folderOf(path), name))
    return file.includes(".") && project.has(path) ? undefined : atOrFolder(inside(path, name))
  }

  return { resolve, part, problems }
}

const files = (path: string): ModuleTarget => ({ _tag: "files", paths: [path] })

/** Folders that hold sources at any depth: such a folder is a package even without a file of its own. */
const foldersWithSource = (project: Project): ReadonlySet<string> => {
  const all = new Set<string>()
  for (const path of project.paths) {
    if (!ENDINGS.some((ending) => path.endsWith(ending))) continue
    for (let folder = folderOf(path); folder !== "" && !all.has(folder); folder = folderOf(folder)) all.add(folder)
  }
  return all
}
