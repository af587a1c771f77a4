// Manifests of Maven and Gradle: pom.xml and build.gradle(.kts), with the versions that gradle's catalogue gives. A build
// script is a program: only what stands there as text is read.

import { parse, TomlError } from "smol-toml"
import type { Dependency, Manifest, ManifestReader } from "../../syntax/manifest.ts"
import type { Project } from "../../syntax/language.ts"
import { baseOf, folderOf, join } from "../../text/path.ts"
import * as Xml from "../../text/xml.ts"

// ── Maven ──

const readPom = (text: string, complain: (detail: string) => void): Manifest | undefined => {
  const root = Xml.parse(text)
  if (typeof root === "string") {
    complain(root)
    return undefined
  }
  const parent = Xml.child(root, "parent")
  const own = (name: string): string | undefined => Xml.child(root, name)?.text ?? Xml.child(parent, name)?.text
  const artifact = Xml.child(root, "artifactId")
  if (root.name !== "project" || artifact === undefined) return undefined
  const [group, version] = [own("groupId"), own("version")]
  const properties = new Map(
    Xml.all(root, "properties").flatMap(({ children }) => children.map((it) => [it.name, it.text])),
  )
  for (const [name, value] of [["groupId", group], ["version", version], ["artifactId", artifact.text]] as const) {
    if (value === undefined) continue
    for (const prefix of ["project.", "pom.", ""]) properties.set(prefix + name, value)
  }
  const filled = (written: string | undefined): string | undefined =>
    written?.replace(/\$\{([^}]+)\}/g, (whole, name: string) => properties.get(name.trim()) ?? whole)
  const managed = new Map(
    Xml.all(root, "dependencyManagement", "dependencies", "dependency").map((it) => [
      coordinates(it, filled),
      filled(Xml.child(it, "version")?.text),
    ]),
  )
  const dependency = (it: Xml.Element): ReadonlyArray<Dependency> => {
    const name = coordinates(it, filled)
    if (name === undefined) return []
    const start = Xml.child(it, "artifactId")!.start
    return [{ name, version: filled(Xml.child(it, "version")?.text) ?? managed.get(name), start }]
  }
  return {
    name: group === undefined ? artifact.text : `${filled(group)}:${filled(artifact.text)}`,
    version: filled(version),
    start: artifact.start,
    dependencies: Xml.all(root, "dependencies", "dependency").flatMap(dependency),
  }
}

const coordinates = (
  it: Xml.Element,
  filled: (written: string | undefined) => string | undefined,
): string | undefined => {
  const [group, artifact] = ["groupId", "artifactId"].map((name) => filled(Xml.child(it, name)?.text))
  return group === undefined || artifact === undefined ? undefined : `${group}:${artifact}`
}

// ── Gradle ──

/** A configuration to which something is added: `implementation "a:b:1"`, `testImplementation(libs.x)`. */
const ADDED =
  /^[ \t]*(?:add\(\s*)?["']?(\w*(?:[iI]mplementation|[aA]pi|[cC]ompile|[cC]ompileOnly|[rR]untime|[rR]untimeOnly|kapt|ksp|annotationProcessor)\b)["']?[ \t,]*\(?[ \t]*(?:(?:enforcedP|p)latform\()?[ \t]*(.*)$/gm

const BY_COORDINATES = /^["']([\w.-]+):([\w.-]+)(?::([^"':@]+))?[^"']*["']/
const BY_NAMES =
  /^(?:group[:=]?\s*=?\s*)["']([^"']+)["']\s*,\s*name\s*[:=]\s*["']([^"']+)["'](?:\s*,\s*version\s*[:=]\s*["']([^"']+)["'])?/
const BY_PROJECT = /^project\(\s*(?:path\s*[:=]\s*)?["']:?([^"']+)["']/
const BY_CATALOGUE = /^libs\.([\w.]+)/

const readGradle = (
  path: string,
  text: string,
  project: Project,
  complain: (detail: string) => void,
): Manifest | undefined => {
  const folder = folderOf(path)
  const catalogue = catalogueAbove(folder, project, complain)
  const dependencies: Array<Dependency> = []
  for (const found of text.matchAll(ADDED)) {
    const value = found[2]!
    const start = found.index + found[0].length - value.length
    const written = BY_COORDINATES.exec(value) ?? BY_NAMES.exec(value)
    const inside = BY_PROJECT.exec(value)
    const listed = BY_CATALOGUE.exec(value)
    if (written !== null) {
      dependencies.push({
        name: `${written[1]}:${written[2]}`,
        version: written[3],
        start: start + written[0].indexOf(written[1]!),
      })
    } else if (inside !== null) {
      const manifest = scriptOf(inside[1]!.replaceAll(":", "/"), folder, project)
      dependencies.push({ name: inside[1]!, manifest, start: start + inside[0].indexOf(inside[1]!) })
    } else if (listed !== null) {
      for (const it of catalogue.get(listed[1]!.replace(/\.get$/, "")) ?? []) dependencies.push({ ...it, start })
    }
  }
  const named = (field: string): string | undefined =>
    new RegExp(`^[ \\t]*${field}[ \\t]*=?[ \\t]*["']([^"'$]+)["']`, "m").exec(text)?.[1]
  const own = baseOf(folder) === "" ? named("rootProject\\.name") ?? baseOf(path) : baseOf(folder)
  const group = named("group")
  return { name: group === undefined ? own : `${group}:${own}`, version: named("version"), start: 0, dependencies }
}

/** The build script of a project, by its path from the nearest folder above that has it. */
const scriptOf = (relative: string, folder: string, project: Project): string | undefined => {
  for (let at = folder;; at = folderOf(at)) {
    const inside = join(at, relative)
    for (const name of ["build.gradle", "build.gradle.kts"]) {
      const path = inside === undefined ? undefined : join(inside, name)
      if (path !== undefined && project.has(path)) return path
    }
    if (at === "") return undefined
  }
}

type Catalogue = ReadonlyMap<string, ReadonlyArray<Omit<Dependency, "start">>>

const NO_CATALOGUE: Catalogue = new Map()

/** What `libs.…` stands for: the catalogue of the nearest folder above that has one. */
const catalogueAbove = (folder: string, project: Project, complain: (detail: string) => void): Catalogue => {
  for (let at = folder;; at = folderOf(at)) {
    const text = project.config(join(at, "gradle/libs.versions.toml")!)
    if (text !== undefined) return catalogueOf(text, complain)
    if (at === "") return NO_CATALOGUE
  }
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const catalogueOf = (text: string, complain: (detail: string) => void): Catalogue => {
  let root: Readonly<Record<string, unknown>>
  try {
    root = parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    complain(`its catalogue of versions: ${cause.message.split("\n")[0]!}`)
    return NO_CATALOGUE
  }
  const table = (name: string) => isTable(root[name]) ? root[name] : {}
  const versions = table("versions")
  const versionOf = (version: unknown): string | undefined => {
    const value = isTable(version) && typeof version["ref"] === "string" ? versions[version["ref"]] : version
    if (typeof value === "string") return value
    return isTable(value)
      ? ["strictly", "require", "prefer"].map((it) => value[it]).find((it) => typeof it === "string") as
        | string
        | undefined
      : undefined
  }
  const all = new Map<string, ReadonlyArray<Omit<Dependency, "start">>>()
  for (const [alias, value] of Object.entries(table("libraries"))) {
    const [group, artifact, version] = typeof value === "string" ? value.split(":") : []
    const found = typeof value === "string"
      ? { name: `${group}:${artifact}`, version }
      : isTable(value) && typeof value["module"] === "string"
      ? { name: value["module"], version: versionOf(value["version"]) }
      : isTable(value) && typeof value["group"] === "string" && typeof value["name"] === "string"
      ? { name: `${value["group"]}:${value["name"]}`, version: versionOf(value["version"]) }
      : undefined
    if (found !== undefined) all.set(alias.replaceAll(/[-_]/g, "."), [found])
  }
  for (const [alias, names] of Object.entries(table("bundles"))) {
    if (!Array.isArray(names)) continue
    const parts = names.flatMap((it) => all.get(String(it).replaceAll(/[-_]/g, ".")) ?? [])
    all.set(`bundles.${alias.replaceAll(/[-_]/g, ".")}`, parts)
  }
  return all
}

export const manifests: ReadonlyArray<ManifestReader> = [
  { files: /^pom\.xml$/, read: (_, text, __, complain) => readPom(text, complain) },
  { files: /^build\.gradle(\.kts)?$/, read: readGradle },
  { files: /^libs\.versions\.toml$/, read: () => undefined },
]
