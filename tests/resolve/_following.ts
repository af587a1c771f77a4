// A repository over time, each state resolved after the one before it and held against what its files give when they are
// resolved anew.

import { expect } from "bun:test"
import { freeze, NONE } from "../../lib/graph/draft.ts"
import { all as languages } from "../../lib/languages/all.ts"
import * as Resolve from "../../lib/resolve/resolve.ts"
import { extract } from "../../lib/syntax/extract.ts"
import { grammarFor } from "../syntax/_grammars.ts"
import { bytesOf, projectOf } from "./_graph.ts"

export type Files = ReadonlyMap<string, string>

export class Following {
  readonly #files = new Map<string, { readonly text: string; readonly file: Resolve.ResolveFile }>()
  #paths = ""
  #project = projectOf(new Map())
  #kept: Resolve.Kept | undefined
  followed = 0
  readonly #prepares: boolean

  /** What the last state left for the next one. */
  get kept(): Resolve.Kept {
    return this.#kept!
  }

  /** @param prepares Is it found out who can get to what? */
  constructor(prepares = true) {
    this.#prepares = prepares
  }
  /** The graph of the last state, in lines. */
  lines: ReadonlyArray<string> = []

  /** Resolves a state after the one before; fails where that is another graph than when resolved anew. */
  async next(texts: Files): Promise<ReadonlyArray<string> | undefined> {
    const files: Array<Resolve.ResolveFile> = []
    const listed: Array<{ path: string; flags: number }> = []
    for (const [path, text] of texts) {
      const language = languages.find((it) => it.extensions.some((ending) => path.endsWith(ending)))
      if (language === undefined) {
        listed.push({ path, flags: 0 })
        continue
      }
      let known = this.#files.get(path)
      if (known?.text !== text) {
        const facts = extract(await grammarFor(path), text)
        this.#files.set(path, known = { text, file: { path, language, facts, flags: 0 } })
      }
      files.push(known.file)
    }
    const paths = [...texts].map(([path, text]) => path.endsWith(".json") ? `${path}\n${text}` : path).join("\n")
    if (paths !== this.#paths) this.#project = projectOf(texts)
    this.#paths = paths
    const input = { files, listed, project: this.#project }
    const before = this.#kept
    const now = Resolve.resolve({ ...input, keep: true, ...(before === undefined ? {} : { before }) })
    this.#kept = now.kept
    if (this.#prepares) { for (const _ of now.kept!.prepare()); }
    const cold = Resolve.resolve(input)
    this.lines = linesOf(cold.draft)
    expect(now.counts).toEqual(cold.counts)
    expect(now.problems).toEqual(cold.problems)
    expect(now.partial).toEqual(cold.partial)
    if (!bytesOf(freeze(now.draft)).equals(bytesOf(freeze(cold.draft)))) {
      expect(linesOf(now.draft)).toEqual(this.lines)
      throw new Error("The graphs differ")
    }
    if (now.anew !== undefined) this.followed++
    return now.anew
  }
}

/** A draft in lines that can be compared. */
const linesOf = (draft: Resolve.Resolved["draft"]): ReadonlyArray<string> => {
  const { nodes: { at: nodes }, edges: { at: edges }, unresolved: { at: open }, strings } = draft
  const label = (node: number): string => {
    const file = nodes.file[node]!
    const path = file < draft.nodes.rows ? strings[nodes.name[file]!] : ""
    return `${path}:${strings[nodes.name[node]!]}:${nodes.kind[node]}:${nodes.start[node]}`
  }
  const lines: Array<string> = []
  for (let node = 0; node < draft.nodes.rows; node++) {
    lines.push(`${label(node)} ${nodes.flags[node]} ${nodes.open[node]} ${strings[nodes.exportedAs[node]!]}`)
  }
  for (let i = 0; i < draft.edges.rows; i++) {
    lines.push(
      `${label(edges.source[i]!)} ${edges.kind[i]} ${label(edges.target[i]!)} ${edges.reason[i]} ${edges.site[i]}`,
    )
  }
  for (let i = 0; i < draft.unresolved.rows; i++) {
    lines.push(`? ${strings[open.name[i]!]} ${label(open.source[i]!)} ${open.cause[i]} ${open.site[i]}`)
  }
  const { at } = draft.registrations
  for (let i = 0; i < draft.registrations.rows; i++) {
    const texts = [at.callee, at.package, at.text].map((it) => strings[it[i]!])
    const handler = at.handler[i] === NONE ? "" : label(at.handler[i]!)
    lines.push(`! ${label(at.source[i]!)} ${handler} ${at.start[i]} ${at.end[i]} ${texts.join(" ")} ${at.form[i]}`)
  }
  return lines.sort()
}
