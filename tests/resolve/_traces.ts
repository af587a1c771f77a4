// What each file draws of a graph, and what an edit would have resolved again: for laws and examples of traces.

import type { Draft } from "../../lib/graph/draft.ts"
import { NONE } from "../../lib/graph/columns.ts"
import { all as languages } from "../../lib/languages/all.ts"
import * as Resolve from "../../lib/resolve/resolve.ts"
import * as Traces from "../../lib/resolve/traces.ts"
import { extract } from "../../lib/syntax/extract.ts"
import type { FileFacts } from "../../lib/syntax/language.ts"
import { grammarFor } from "../syntax/_grammars.ts"
import { projectOf } from "./_graph.ts"

export type Files = ReadonlyMap<string, string>

const extracted = new Map<string, FileFacts>()

/** Path of each file → what it drew, one line an edge, unresolved reference or registration. */
const parts = (draft: Draft, traces: Traces.Traces): ReadonlyMap<string, ReadonlyArray<string>> => {
  const labels = labelsOf(draft)
  const { edges: { at: edges }, unresolved: { at: unresolved }, strings } = draft
  return new Map([...traces.drawn].map(([path, drawn]) => {
    const lines: Array<string> = []
    for (const { edges: [from, to], unresolved: [first, last], registrations: [head, end] } of drawn) {
      for (let i = from; i < to; i++) {
        lines.push(
          `${edges.kind[i]} ${labels[edges.source[i]!]} → ${labels[edges.target[i]!]} ${edges.confidence[i]} ${
            edges.reason[i]
          } ${edges.site[i]}`,
        )
      }
      for (let i = first; i < last; i++) {
        lines.push(
          `? ${strings[unresolved.name[i]!]} ${labels[unresolved.source[i]!]} ${unresolved.role[i]} ${
            unresolved.cause[i]
          } ${unresolved.site[i]}`,
        )
      }
      for (let i = head; i < end; i++) {
        const { source, handler, start, end, callee, package: from, text, form } = draft.registrations.at
        lines.push(
          `! ${labels[source[i]!]} ${handler[i] === NONE ? "" : labels[handler[i]!]} ${start[i]} ${end[i]} ${
            [callee, from, text].map((it) => strings[it[i]!]).join(" ")
          } ${form[i]}`,
        )
      }
    }
    return [path, lines.sort()] as const
  }))
}

/** A name for each node that doesn't change when text moves. */
const labelsOf = (draft: Draft): ReadonlyArray<string> => {
  const { at, rows } = draft.nodes
  const labels: Array<string> = []
  const seen = new Map<string, number>()
  for (let node = 0; node < rows; node++) {
    const parent = at.parent[node]!
    const name = `${parent === NONE ? draft.strings[at.signature[node]!] : labels[parent]}/${
      draft.strings[at.name[node]!]
    }:${at.kind[node]}`
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    labels.push(count === 0 ? name : `${name}~${count}`)
  }
  return labels
}

export const resolved = async (files: Files) => {
  const read: Array<Resolve.ResolveFile> = []
  const listed: Array<{ path: string; flags: number }> = []
  for (const [path, text] of files) {
    const language = languages.find((it) => it.extensions.some((ending) => path.endsWith(ending)))
    if (language === undefined) {
      listed.push({ path, flags: 0 })
      continue
    }
    const key = `${path}\0${text}`
    let facts = extracted.get(key)
    if (facts === undefined) extracted.set(key, facts = extract(await grammarFor(path), text))
    read.push({ path, language, facts, flags: 0 })
  }
  const { draft, traces } = Resolve.resolve({ files: read, listed, project: projectOf(files), traces: true })
  return { traces: traces!, parts: parts(draft, traces!) }
}

/** What an update would resolve again, and the files whose part has changed though it would not. */
export const compare = async (before: Files, after: Files) => {
  const old = await resolved(before)
  const now = await resolved(after)
  const again = Traces.changed(old.traces, Traces.answersOf(now.traces), now.traces.lookups.keys())
  const missed = [...now.parts].filter(([path, lines]) =>
    !again.includes(path) && lines.join("\n") !== old.parts.get(path)!.join("\n")
  ).map(([path, lines]) => ({ path, before: old.parts.get(path), after: lines }))
  return { again, missed }
}
