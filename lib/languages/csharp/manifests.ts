// Project files of MSBuild: what a .csproj declares, with the versions that Directory.Packages.props gives, and
// packages.config of older ones.

import type { Dependency, Manifest, ManifestReader } from "../../syntax/manifest.ts"
import type { Project } from "../../syntax/language.ts"
import { baseOf, folderOf, join } from "../../text/path.ts"
import * as Xml from "../../text/xml.ts"

const CENTRAL = "Directory.Packages.props"
const OLDER = "packages.config"

type Complain = (detail: string) => void

const rootOf = (text: string, complain: Complain): Xml.Element | undefined => {
  const root = Xml.parse(text)
  if (typeof root !== "string") return root
  complain(root)
  return undefined
}

const readProject = (path: string, text: string, project: Project, complain: Complain): Manifest | undefined => {
  const root = rootOf(text, complain)
  if (root?.name !== "Project") return undefined
  const property = (name: string): Xml.Element | undefined => Xml.all(root, "PropertyGroup", name)[0]
  const central = centralVersions(folderOf(path), project, complain)
  const dependencies: Array<Dependency> = []
  for (const it of Xml.all(root, "ItemGroup", "PackageReference")) {
    const name = it.attributes["Include"]
    if (name === undefined || name === "") continue
    const version = it.attributes["Version"] ?? it.attributes["VersionOverride"] ?? Xml.child(it, "Version")?.text
    dependencies.push({ name, version: version ?? central.get(name.toLowerCase()), start: it.start })
  }
  for (const it of Xml.all(root, "ItemGroup", "ProjectReference")) {
    const name = it.attributes["Include"]?.replaceAll("\\", "/")
    if (name === undefined || name === "") continue
    dependencies.push({ name: stem(baseOf(name)), manifest: join(folderOf(path), name), start: it.start })
  }
  const older = project.config(join(folderOf(path), OLDER)!)
  const listed = older === undefined ? undefined : rootOf(older, complain)
  // These places are in another file: the project asks for them as a whole.
  for (const it of listed === undefined ? [] : Xml.all(listed, "package")) {
    const name = it.attributes["id"]
    if (name !== undefined && name !== "") dependencies.push({ name, version: it.attributes["version"], start: 0 })
  }
  const named = property("PackageId") ?? property("AssemblyName")
  const isText = named !== undefined && named.text !== "" && !named.text.includes("$(")
  return {
    name: isText ? named.text : stem(baseOf(path)),
    version: (property("Version") ?? property("VersionPrefix") ?? property("PackageVersion"))?.text,
    start: isText ? named.start : 0,
    dependencies,
  }
}

const stem = (base: string): string => base.replace(/\.\w+proj$/, "")

const centralVersions = (folder: string, project: Project, complain: Complain): ReadonlyMap<string, string> => {
  for (let at = folder;; at = folderOf(at)) {
    const text = project.config(join(at, CENTRAL)!)
    const root = text === undefined ? undefined : rootOf(text, complain)
    if (root !== undefined) {
      return new Map(
        Xml.all(root, "ItemGroup", "PackageVersion").flatMap(({ attributes: { Include, Version } }) =>
          Include === undefined || Version === undefined ? [] : [[Include.toLowerCase(), Version] as const]
        ),
      )
    }
    if (at === "") return new Map()
  }
}

export const manifests: ReadonlyArray<ManifestReader> = [
  { files: /\.csproj$/, read: readProject },
  { files: new RegExp(`^(${CENTRAL}|${OLDER})$`.replaceAll(".", "\\.")), read: () => undefined },
]
