// What is built together: the files below a project file are one assembly, which sees those that its project references
// lead to, and those that these lead to in turn. Files that projects share are built into each that imports their list:
// each of them sees these, and they see whatever one of those sees.

import type { ConfigProblem, Project } from "../../syntax/language.ts"
import { baseOf, compare, folderOf, join } from "../../text/path.ts"
import * as Xml from "../../text/xml.ts"

/** A project and what it declares itself. */
interface Declared {
  /** Folders of the projects that it refers to, in its order. */
  readonly references: ReadonlyArray<string>
  /** Folders of the lists of shared files that it imports. */
  readonly shared: ReadonlyArray<string>
  /** Namespaces that all of its files see. */
  readonly usings: ReadonlyArray<string>
}

export interface Assembly {
  /** Where the project file lies; that of files below no project is not known. */
  readonly name: string
  /** Those that it sees, nearest first. */
  readonly sees: ReadonlyArray<string>
  readonly imports: ReadonlyArray<string>
}

const PROJECT = /\.csproj$/
const SHARED_LIST = /\.projitems$/
const SHARED = ["Directory.Build.props", "Directory.Build.targets"]

/** What the kit imports everywhere where a project asks for it. */
const IMPLICIT = [
  "System",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Threading",
  "System.Threading.Tasks",
]

/** A repository as its project files are read. */
interface Reading {
  readonly project: Project
  readonly problems: Array<ConfigProblem>
  /** Folders of project files and of lists of shared files, by the base names of these. */
  readonly byName: ReadonlyMap<string, string>
  readonly folders: ReadonlySet<string>
}

/** The assemblies of a repository, by the folders of their project files. */
export const assembliesOf = (project: Project, problems: Array<ConfigProblem>): ReadonlyMap<string, Assembly> => {
  const paths = project.paths.filter((it) => PROJECT.test(it)).sort(compare)
  const lists = project.paths.filter((it) => SHARED_LIST.test(it)).sort(compare)
  const byName = new Map([...lists, ...paths].map((it) => [baseOf(it), folderOf(it)]))
  const reading: Reading = { project, problems, byName, folders: new Set(paths.map(folderOf)) }
  const declared = new Map<string, Declared>()
  for (const path of paths) {
    const own = declaredBy(path, reading)
    const folder = folderOf(path)
    const known = declared.get(folder)
    declared.set(folder, known === undefined ? own : together(known, own))
  }
  const all = new Map<string, Assembly>()
  for (const folder of lists.map(folderOf)) {
    const assembly = declared.has(folder) ? undefined : sharedAssembly(folder, declared)
    if (assembly !== undefined) all.set(folder, assembly)
  }
  for (const [folder, { usings }] of declared) {
    all.set(folder, { name: folder, sees: [...reached(declared, folder), OTHERS], imports: usings })
  }
  return all
}

/** Files that projects share: in each of these they see what it sees; undefined where no project imports them. */
const sharedAssembly = (folder: string, declared: ReadonlyMap<string, Declared>): Assembly | undefined => {
  const sees = new Set<string>()
  const imports = new Set<string>()
  for (const [importing, { shared, usings }] of declared) {
    if (!shared.includes(folder)) continue
    for (const each of [importing, ...reached(declared, importing)]) if (each !== folder) sees.add(each)
    for (const each of usings) imports.add(each)
  }
  return sees.size === 0 ? undefined : { name: folder, sees: [...sees, OTHERS], imports: [...imports] }
}

/** The name of what files are part of that lie below no project: every project may take them in. */
export const OTHERS = "?"

const together = (one: Declared, other: Declared): Declared => ({
  references: [...new Set([...one.references, ...other.references])],
  shared: [...new Set([...one.shared, ...other.shared])],
  usings: [...new Set([...one.usings, ...other.usings])],
})

/** Projects that one leads to, nearest first. */
const reached = (declared: ReadonlyMap<string, Declared>, from: string): ReadonlyArray<string> => {
  const all = new Set<string>([from])
  for (const folder of all) {
    const { shared = [], references = [] } = declared.get(folder) ?? {}
    for (const each of [...shared, ...references]) all.add(each)
  }
  all.delete(from)
  return [...all]
}

const declaredBy = (path: string, reading: Reading): Declared => {
  const folder = folderOf(path)
  const references: Array<string> = []
  const shared: Array<string> = []
  const usings = new Set<string>()
  for (const file of [...sharedAbove(folder, reading.project), path]) {
    const root = read(file, reading)
    if (root === undefined) continue
    for (const it of Xml.all(root, "ItemGroup", "ProjectReference")) {
      const to = it.attributes["Include"]?.replaceAll("\\", "/")
      const at = to === undefined ? undefined : projectAt(folder, to, reading)
      if (at !== undefined) references.push(at)
    }
    for (const it of Xml.all(root, "Import")) {
      const list = it.attributes["Project"]?.replaceAll("\\", "/")
      const at = list === undefined || !SHARED_LIST.test(list) ? undefined : sharedAt(folder, list, reading)
      if (at !== undefined) shared.push(at)
    }
    // sources of other folders that are built into this one as well
    for (const it of Xml.all(root, "ItemGroup", "Compile")) {
      const from = it.attributes["Include"]?.replaceAll("\\", "/").replace(/\/[^/]*\*.*$/, "/x")
      const at = from === undefined || !from.startsWith("..") || from.includes("$(") ? undefined : join(folder, from)
      if (at !== undefined) references.push(...projectAbove(folderOf(at), reading.folders))
    }
    if (Xml.all(root, "PropertyGroup", "ImplicitUsings").some(({ text }) => /^(enable|true)$/i.test(text))) {
      for (const each of IMPLICIT) usings.add(each)
    }
    for (const it of Xml.all(root, "ItemGroup", "Using")) {
      const { Include, Remove, Static, Alias } = it.attributes
      if (Include !== undefined && Static === undefined && Alias === undefined) usings.add(Include)
      if (Remove !== undefined) usings.delete(Remove)
    }
  }
  return { references, shared, usings: [...usings] }
}

/** The folder of a project that is referred to; one whose path only a build knows is found by its name. */
const projectAt = (folder: string, to: string, { byName, folders }: Reading): string | undefined => {
  const at = to.includes("$(") ? undefined : join(folder, to)
  return at !== undefined && folders.has(folderOf(at)) ? folderOf(at) : byName.get(baseOf(to))
}

/** The folder of a list of shared files that is imported; one whose path only a build knows is found by its name. */
const sharedAt = (folder: string, list: string, { project, byName }: Reading): string | undefined => {
  const at = list.includes("$(") ? undefined : join(folder, list)
  return at !== undefined && project.has(at) ? folderOf(at) : byName.get(baseOf(list))
}

const read = (path: string, { project, problems }: Reading): Xml.Element | undefined => {
  const text = project.config(path)
  if (text === undefined) return undefined
  const root = Xml.parse(text)
  if (typeof root !== "string") return root
  problems.push({ path, detail: root })
  return undefined
}

/** Files that hold for all projects below them, the outermost first: the nearest last. */
const sharedAbove = (folder: string, project: Project): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (let at = folder;; at = folderOf(at)) {
    for (const name of SHARED) {
      const path = at === "" ? name : `${at}/${name}`
      if (project.has(path)) all.unshift(path)
    }
    if (at === "") return all
  }
}

/** The folder of the nearest project file around a folder, if any. */
const projectAbove = (folder: string, folders: ReadonlySet<string>): ReadonlyArray<string> => {
  for (let at = folder;; at = folderOf(at)) {
    if (folders.has(at)) return [at]
    if (at === "") return []
  }
}
