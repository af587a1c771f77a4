// A few files in one text → the graph that the resolver makes of them, and its edges as readable lines.

import { expect } from "bun:test"
import type { Graph } from "../../lib/graph/graph.ts"
import { freeze } from "../../lib/graph/draft.ts"
import { EDGE_KIND_BY_CODE, type EdgeKind, NODE_FLAGS } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { all as languages } from "../../lib/languages/all.ts"
import * as Resolve from "../../lib/resolve/resolve.ts"
import { extract } from "../../lib/syntax/extract.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"
import type { FileFacts, Language, Project } from "../../lib/syntax/language.ts"
import { folderOf } from "../../lib/text/path.ts"
import * as Repo from "../_kit/repo.ts"
import { grammarFor } from "../syntax/_grammars.ts"

export interface Made {
  readonly graph: Graph
  readonly counts: Resolve.Resolved["counts"]
  readonly problems: Resolve.Resolved["problems"]
}

export const projectOf = (files: ReadonlyMap<string, string>): Project => {
  const paths = [...files.keys()].sort()
  const folders = new Set<string>([""])
  for (const path of paths) for (let at = folderOf(path); at !== ""; at = folderOf(at)) folders.add(at)
  return {
    paths,
    has: (path) => files.has(path),
    hasFolder: (path) => folders.has(path),
    config: (path) => files.get(path),
  }
}

/**
 * @param order What becomes of the order of the files before they are resolved.
 * @param spoken The languages that there are.
 */
export const graphOf = async (
  text: string,
  order: <T>(files: ReadonlyArray<T>) => ReadonlyArray<T> = (files) => files,
  spoken: ReadonlyArray<Language> = languages,
): Promise<Made> => {
  const files = Repo.parse(text)
  const read: Array<Resolve.ResolveFile> = []
  const listed: Array<{ path: string; flags: number }> = []
  for (const [path, content] of files) {
    const language = spoken.find((it) => it.extensions.some((ending) => path.endsWith(ending)))
    if (language === undefined) listed.push({ path, flags: 0 })
    else {
      const flags = language.testFiles.some((it) => it.test(path)) ? NODE_FLAGS.test : 0
      read.push({ path, language, facts: extract(await grammarFor(path), content), flags })
    }
  }
  const input = { files: order(read), listed, project: projectOf(files) }
  const { draft, counts, problems } = Resolve.resolve(input)
  const graph = freeze(draft)
  // Facts that are let go of after each file and read again from their bytes give the same graph.
  const again = Resolve.resolve({ ...input, files: input.files.map((it) => new Forgetful(it)), atHand: 0 })
  expect(bytesOf(freeze(again.draft)).equals(bytesOf(graph))).toBe(true)
  expect(again.counts).toEqual(counts)
  return { graph, counts, problems }
}

export const bytesOf = (graph: Graph): Buffer =>
  Buffer.concat(
    Snapshot.encode({
      graph,
      meta: {
        name: "",
        commit: null,
        languages: [],
        report: { read: 0, partlyRead: [], skipped: [], failed: [] },
      },
    }),
  )

/** A file whose facts are kept as bytes. */
class Forgetful implements Resolve.ResolveFile {
  readonly path: string
  readonly language: Language
  readonly flags: number
  readonly #bytes: Uint8Array
  #facts: FileFacts | undefined

  constructor({ path, language, flags, facts }: Resolve.ResolveFile) {
    this.path = path
    this.language = language
    this.flags = flags
    this.#bytes = FactsBytes.encode(facts)
  }

  get facts(): FileFacts {
    return this.#facts ??= FactsBytes.open(this.#bytes)
  }

  letGo(): void {
    this.#facts = undefined
  }
}

/** `path:Qualified.Name`, of a file its path, of something outside `package#name`. */
export const labelOf = (graph: Graph, node: number): string => {
  if (Node.isExternal(graph, node)) return `${Node.pathOf(graph, node)}#${Node.nameOf(graph, node)}`
  return Node.isSymbol(graph, node)
    ? `${Node.pathOf(graph, node)}:${Node.qualifiedName(graph, node)}`
    : Node.pathOf(graph, node)
}

/** Edges of some kinds as `from → to`, sorted; those to the outside are left out. */
export const edgesOf = ({ graph }: Made, ...kinds: ReadonlyArray<EdgeKind>): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (!kinds.includes(EDGE_KIND_BY_CODE[graph.edges.kind[edge]!]!)) continue
    const target = graph.edges.target[edge]!
    if (Node.isExternal(graph, target)) continue
    all.push(`${labelOf(graph, graph.edges.source[edge]!)} → ${labelOf(graph, target)}`)
  }
  return all.sort()
}

/** Edges of some kinds that leave the repository. */
export const externalOf = ({ graph }: Made, ...kinds: ReadonlyArray<EdgeKind>): ReadonlyArray<string> => {
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (!kinds.includes(EDGE_KIND_BY_CODE[graph.edges.kind[edge]!]!)) continue
    const target = graph.edges.target[edge]!
    if (!Node.isExternal(graph, target)) continue
    all.push(`${labelOf(graph, graph.edges.source[edge]!)} → ${labelOf(graph, target)}`)
  }
  return all.sort()
}

export const callsOf = async (text: string): Promise<ReadonlyArray<string>> => edgesOf(await graphOf(text), "CALLS")

/** Calls as `from → to:line`, which tells functions of one name apart. */
export const linesOf = async (text: string): Promise<ReadonlyArray<string>> => {
  const { graph } = await graphOf(text)
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (EDGE_KIND_BY_CODE[graph.edges.kind[edge]!] !== "CALLS") continue
    const target = graph.edges.target[edge]!
    if (Node.isExternal(graph, target)) continue
    all.push(`${labelOf(graph, graph.edges.source[edge]!)} → ${labelOf(graph, target)}:${Node.lineOf(graph, target)}`)
  }
  return all.sort()
}

/** Calls as `name:line → name:line`, which tells functions of one name apart. */
export const callsByLine = (text: string): Promise<ReadonlyArray<string>> => edgesByLine("CALLS", text)

export const edgesByLine = async (kind: string, text: string): Promise<ReadonlyArray<string>> => {
  const { graph } = await graphOf(text)
  const at = (node: number) => `${Node.nameOf(graph, node)}:${Node.lineOf(graph, node)}`
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    const target = graph.edges.target[edge]!
    if (EDGE_KIND_BY_CODE[graph.edges.kind[edge]!] !== kind || Node.isExternal(graph, target)) continue
    all.push(`${at(graph.edges.source[edge]!)} → ${at(target)}`)
  }
  return all.sort()
}
