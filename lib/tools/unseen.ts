// What the files say that are not read, or only in part: which of them name a definition as a word. Such a file can hold a
// use that no edge tells of; one that does not name it cannot. They are looked into once an index, when first asked for.

import * as Effect from "effect/Effect"
import type { Graph } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import type { Unseen } from "../query/completeness.ts"
import { endingsRead, readState } from "../query/unread.ts"
import * as Path from "../text/path.ts"
import type { OpenRepo } from "../workspace/repos.ts"
import * as SingleRun from "../workspace/single_run.ts"

/** Files above this number, or behind so many units of text, are not looked into: each of them may name anything. */
const MOST_FILES = 5_000
const MOST_TEXT = 64_000_000

const NOTHING: Unseen = { naming: () => [] }

const known = new WeakMap<Graph, Effect.Effect<Unseen>>()

/** What such files name. Reads them the first time: O(their text). */
export const of = (repo: OpenRepo): Effect.Effect<Unseen> => {
  let found = known.get(repo.graph)
  if (found === undefined) known.set(repo.graph, found = SingleRun.once(look(repo)))
  return found
}

const look = Effect.fnUntraced(function* (repo: OpenRepo) {
  const paths = pathsOf(repo)
  if (paths.length === 0) return NOTHING
  const names = wordsOfNames(repo.graph)
  const naming = new Map<string, Array<string>>()
  const blind: Array<string> = paths.slice(MOST_FILES)
  let length = 0
  for (const path of paths.slice(0, MOST_FILES)) {
    const text = length < MOST_TEXT ? yield* repo.peek(path) : undefined
    if (text === undefined) {
      blind.push(path)
      continue
    }
    length += text.length
    for (const word of new Set(text.match(WORD))) {
      if (!names.has(word)) continue
      const files = naming.get(word)
      if (files === undefined) naming.set(word, [path])
      else files.push(path)
    }
  }
  const unseen: Unseen = {
    naming: (name) => {
      // A name of several words, such as a quoted key, stands where all of them do.
      const lists = [...new Set(name.match(WORD))].map((word) => naming.get(word) ?? [])
      const [first, ...others] = lists
      if (first === undefined) return blind
      return [...first.filter((path) => others.every((paths) => paths.includes(path))), ...blind]
    },
  }
  return unseen
})

const WORD = /[\p{L}\p{N}_$]+/gu

/** Files that may hold code and were not read whole, in the order of their paths. */
const pathsOf = ({ graph, meta: { report } }: OpenRepo): ReadonlyArray<string> => {
  const { unread, templates, partial } = readState(graph)
  const paths = new Set([...unread, ...templates.values(), ...partial].map((file) => Node.pathOf(graph, file)))
  const endings = endingsRead(graph)
  for (const { path } of [...report.skipped, ...report.failed]) {
    if (endings.has(Path.extensionOf(path))) paths.add(path)
  }
  return [...paths].sort(Path.compare)
}

/** Words of which names in the graph are made: others need not be kept. */
const wordsOfNames = (graph: Graph): ReadonlySet<string> => {
  const words = new Set<string>()
  const add = (text: string) => {
    for (const word of text.match(WORD) ?? []) words.add(word)
  }
  const { name, exportedAs, rows } = graph.nodes
  const seen = new Set<number>()
  for (let node = 0; node < rows; node++) {
    for (const text of [name[node]!, exportedAs[node]!]) {
      if (seen.has(text)) continue
      seen.add(text)
      // Of a file its path: whoever imports it writes the last parts of that.
      add(graph.strings.at(text))
    }
  }
  return words
}
