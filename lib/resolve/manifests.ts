// Packages of the repository, as their manifests declare them, and what these ask for: another package of the repository,
// by its place or by a name that no other one has, or a package outside.

import { NONE } from "../graph/columns.ts"
import type { DraftId } from "../graph/draft.ts"
import { EDGE_KINDS, REASONS } from "../graph/kinds.ts"
import type { ConfigProblem, Language, Project } from "../syntax/language.ts"
import type { Dependency, Manifest } from "../syntax/manifest.ts"
import * as Lines from "../text/lines.ts"
import { baseOf, compare } from "../text/path.ts"
import type { Nodes } from "./nodes.ts"

/** A manifest of the repository. */
export interface Declared extends Manifest {
  readonly path: string
  readonly text: string
}

/** A manifest that asks for more is told of, and the rest of it left out. */
const MOST_DEPENDENCIES = 5_000

/** A name, as registries allow them and longer; anything else is no name. */
const NAME = /^[^\p{Cc}]{1,256}$/u

/** Draws packages and what they ask for. To be called before anything else is outside. */
export const drawManifests = (nodes: Nodes, declared: ReadonlyArray<Declared>): void => {
  const found = declared.filter(({ path }) => nodes.byPath(path) !== NONE)
  const versions = new Map<string, Set<string>>()
  for (const { dependencies } of found) {
    for (const { name, version } of dependencies) {
      if (!versions.has(name)) versions.set(name, new Set())
      if (version !== undefined) versions.get(name)!.add(version)
    }
  }
  const packages = found.map((it) => nodes.package(it.path, it, Lines.lineStarts(it.text), it.text.length))
  const byPath = new Map(found.map(({ path }, i) => [path, packages[i]!]))
  const byName = new Map<string, DraftId | undefined>()
  for (const [i, { name }] of found.entries()) byName.set(name, byName.has(name) ? undefined : packages[i]!)
  const { code, confidence } = REASONS.structure
  const inRepository = (it: Dependency): DraftId | undefined =>
    it.manifest === undefined ? byName.get(it.name) : byPath.get(it.manifest)
  for (const [i, { dependencies }] of found.entries()) {
    for (const it of dependencies) {
      const target = inRepository(it) ?? nodes.packageOutside(it.name, textOf(versions.get(it.name)!))
      if (target === packages[i]) continue
      nodes.draft.addEdge(EDGE_KINDS.DEPENDS_ON.code, packages[i]!, target, confidence, code, it.start)
    }
  }
}

const MOST_VERSIONS = 10

const textOf = (versions: ReadonlySet<string>): string => {
  const all = [...versions].sort()
  const more = all.length - MOST_VERSIONS
  return all.slice(0, MOST_VERSIONS).join(", ") + (0 < more ? ` and ${more} more` : "")
}

/** A version that is none counts as not told. */
const known = (version: string | undefined): string | undefined =>
  version !== undefined && NAME.test(version) ? version : undefined

/** The manifests that some languages read: each file once, by the first of them. */
export const manifestsOf = (
  project: Project,
  languages: Iterable<Language>,
  problems: Array<ConfigProblem>,
): ReadonlyArray<Declared> => {
  const readers = [...languages].sort((a, b) => compare(a.name, b.name)).flatMap((it) => it.manifests ?? [])
  const all: Array<Declared> = []
  for (const path of readers.length === 0 ? [] : project.paths) {
    const base = baseOf(path)
    const reader = readers.find(({ files }) => files.test(base))
    const text = reader === undefined ? undefined : project.config(path)
    if (text === undefined) continue
    const complain = (detail: string): void => void problems.push({ path, detail })
    const manifest = reader!.read(path, text, project, complain)
    if (manifest === undefined) continue
    if (!NAME.test(manifest.name)) {
      complain("the name of its package is none")
      continue
    }
    const dependencies = manifest.dependencies.filter(({ name }) => NAME.test(name))
    const strange = manifest.dependencies.length - dependencies.length
    if (0 < strange) complain(`${strange} of the packages that it asks for have names that are none`)
    if (MOST_DEPENDENCIES < dependencies.length) {
      complain(`it asks for ${dependencies.length} packages, of which the first ${MOST_DEPENDENCIES} are taken`)
    }
    all.push({
      ...manifest,
      version: known(manifest.version),
      dependencies: dependencies.slice(0, MOST_DEPENDENCIES).map((it) => ({ ...it, version: known(it.version) })),
      path,
      text,
    })
  }
  return all
}
