// The folders that a project's own files declare as roots of its packages: pyproject.toml, setup.cfg and setup.py. Only
// what says where packages lie is read, line by line; a file that says nothing of it declares nothing.

import type { ConfigProblem, Project } from "../../syntax/language.ts"
import { folderOf, join } from "../../text/path.ts"

/** Configuration files that module resolution reads, by base name. */
export const CONFIG_FILES: ReadonlyArray<RegExp> = [/^pyproject\.toml$/, /^setup\.cfg$/, /^setup\.py$/]

const NAMES = ["pyproject.toml", "setup.cfg", "setup.py"]

export interface Roots {
  /** Roots that the files in one folder declare. */
  readonly declaredBy: (folder: string) => ReadonlyArray<string>
  /** All of them, in the order of the paths of the files that declare them. */
  readonly all: ReadonlyArray<string>
}

export const sourceRoots = (project: Project, _problems: Array<ConfigProblem>): Roots => {
  const byFolder = new Map<string, ReadonlyArray<string>>()
  for (const path of project.paths) {
    if (!NAMES.includes(path.slice(path.lastIndexOf("/") + 1))) continue
    const folder = folderOf(path)
    if (byFolder.has(folder)) continue
    const found = new Set<string>()
    for (const name of NAMES) {
      const text = project.config(folder === "" ? name : `${folder}/${name}`)
      for (const root of text === undefined ? [] : rootsIn(text)) {
        const at = join(folder, root)
        if (at !== undefined && (at === "" || project.hasFolder(at))) found.add(at)
      }
    }
    for (const root of [folder === "" ? "src" : `${folder}/src`, folder]) {
      if (root === "" || project.hasFolder(root)) found.add(root)
    }
    byFolder.set(folder, [...found])
  }
  return { declaredBy: (folder) => byFolder.get(folder) ?? [], all: [...new Set([...byFolder.values()].flat())] }
}

/** What is assigned to the empty package name, to `where`, `from` or `packages-dir`. */
const FORMS = [
  // package_dir={"": "src"}, package_dir = { "" = "src" }, [options] package_dir = \n =src
  /package[-_]dir\s*[=:]\s*(?:dict\()?[{\n\s]*(?:["']{2}\s*[:=]\s*)?=?\s*["']?([\w./-]+)["']?/g,
  // [tool.setuptools.packages.find] where = ["src"], find_packages(where="src"), find_packages("src")
  /\bwhere\s*=\s*\[?\s*["']?([\w./-]+)["']?/g,
  /find_(?:namespace_)?packages\(\s*["']([\w./-]+)["']/g,
  // poetry: { include = "name", from = "src" }
  /\bfrom\s*=\s*["']([\w./-]+)["']/g,
  // hatch: packages = ["src/name"], sources = ["src"]
  /\bsources\s*=\s*\[\s*["']([\w./-]+)["']/g,
  // pytest and mypy: pythonpath = ["src"], mypy_path = "src"
  /\b(?:pythonpath|mypy_path)\s*=\s*\[?\s*["']?([\w./-]+)["']?/g,
]

const rootsIn = (text: string): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (const form of FORMS) for (const found of text.matchAll(form)) all.push(found[1]!)
  for (const found of text.matchAll(/\bpackages\s*=\s*\[([^\]]*)\]/g)) {
    for (const path of found[1]!.matchAll(/["']([\w./-]+\/[\w-]+)["']/g)) all.push(folderOf(path[1]!))
  }
  return all
}
