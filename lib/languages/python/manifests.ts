// pyproject.toml and requirements files as manifests (PEP 621, PEP 508, PEP 735; Poetry's own tables).

import { parse, TomlError } from "smol-toml"
import type { Dependency, Manifest, ManifestReader } from "../../syntax/manifest.ts"
import { baseOf } from "../../text/path.ts"

type Table = Readonly<Record<string, unknown>>

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)

const tableAt = (table: Table, ...names: ReadonlyArray<string>): Table => {
  let at: unknown = table
  for (const name of names) at = isTable(at) ? at[name] : undefined
  return isTable(at) ? at : {}
}

const textAt = (table: Table, name: string): string | undefined => {
  const value = table[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

/** A requirement: name, extras, and what is left up to a marker, comment or option. */
const REQUIREMENT = /^\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:@\s*)?([^;#]*)/

const requirement = (text: string, start: number): ReadonlyArray<Dependency> => {
  const found = REQUIREMENT.exec(text)
  if (found === null) return []
  const version = found[2]!.replace(/\s--\w.*$/, "").replace(/^\(|\)$/g, "").trim()
  return [{ name: found[1]!, version: version === "" ? undefined : version, start }]
}

const readProject = (text: string): Manifest | undefined => {
  const root: Table = parse(text)
  const project = tableAt(root, "project")
  const poetry = tableAt(root, "tool", "poetry")
  const name = textAt(project, "name") ?? textAt(poetry, "name")
  if (name === undefined) return undefined
  // The parser tells no places: a dependency is where its text stands next, or at all.
  let last = 0
  const place = (written: string): number => {
    const next = text.indexOf(written, last)
    return last = Math.max(0, next < 0 ? text.indexOf(written) : next)
  }
  const listed = [
    project["dependencies"],
    ...Object.values(tableAt(project, "optional-dependencies")),
    ...Object.values(tableAt(root, "dependency-groups")),
  ].flatMap((list) => Array.isArray(list) ? list.filter((it) => typeof it === "string") : [])
  const tables = [
    tableAt(poetry, "dependencies"),
    tableAt(poetry, "dev-dependencies"),
    ...Object.keys(tableAt(poetry, "group")).map((group) => tableAt(poetry, "group", group, "dependencies")),
  ]
  return {
    name,
    version: textAt(project, "version") ?? textAt(poetry, "version"),
    start: place(name),
    dependencies: [
      ...listed.flatMap((it) => requirement(it, place(it))),
      ...tables.flatMap((table) =>
        Object.entries(table).filter(([it]) => it !== "python").map(([it, value]) => ({
          name: it,
          version: typeof value === "string" ? value : isTable(value) ? textAt(value, "version") : undefined,
          start: place(it),
        }))
      ),
    ],
  }
}

/** Such a file declares dependencies and no package: its own name stands for one. */
const readRequirements = (path: string, text: string): Manifest => {
  const dependencies: Array<Dependency> = []
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from)
    const line = text.slice(from, end < 0 ? text.length : end)
    dependencies.push(...requirement(line, from + line.length - line.trimStart().length))
    from = end < 0 ? text.length : end + 1
  }
  return { name: baseOf(path), start: 0, dependencies }
}

export const manifests: ReadonlyArray<ManifestReader> = [
  {
    files: /^pyproject\.toml$/,
    read: (_, text, __, complain) => {
      try {
        return readProject(text)
      } catch (cause) {
        if (!(cause instanceof TomlError)) throw cause
        complain(cause.message.split("\n")[0]!)
        return undefined
      }
    },
  },
  { files: /^requirements[\w.-]*\.txt$/, read: readRequirements },
]
