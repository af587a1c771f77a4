// One file of source → its facts. Pure: the same text gives the same facts, and nothing in it makes extraction fail;
// what could not be read stands in `problems`.

import { lineStarts } from "../text/lines.ts"
import type { FileFacts } from "./facts.ts"
import type { Grammar } from "./grammar.ts"
import type { TreeReader } from "./tree.ts"
import { Walk } from "./walk.ts"

export interface ExtractOptions {
  /** Milliseconds after which the parser gives up a file; without it there is no limit. */
  readonly timeLimit?: number
  /** Another reader than the grammar's own, to compare them. */
  readonly reader?: TreeReader
}

/** One walk's tables are used again for the next file: nothing of a file is left when another begins. */
let spare: Walk | undefined

/**
 * The facts of one file.
 *
 * @param text Decoded, without a byte order mark.
 * @returns Facts; with a `timedOut` problem and nothing else where the parser gave up.
 */
export const extract = (grammar: Grammar, text: string, options: ExtractOptions = {}): FileFacts => {
  const walk = spare ?? new Walk()
  spare = undefined
  const lines = lineStarts(text)
  const { prepare, repair, finish } = grammar.table
  const prepared = prepare === undefined ? text : prepare(text, grammar)
  let broken = read(walk, grammar, prepared, options)
  if (0 < broken && repair !== undefined) {
    const repaired = repair(text, grammar)
    if (repaired !== prepared) {
      const left = read(walk, grammar, repaired, options)
      broken = 0 <= left && left < broken ? left : read(walk, grammar, prepared, options)
    }
  }
  walk.begin(grammar, text)
  if (broken < 0) walk.problem("timedOut", 0, text.length)
  else {
    walk.run()
    finish?.(walk)
    walk.collectReferences()
    walk.collectNarrowings()
    if (0 < broken) problems(walk)
  }
  const facts = walk.freeze(lines, text.length)
  spare = walk
  return facts
}

/** Parses a text into the walk's tree; gives how many places could not be read, -1 where the parser gave up. */
const read = (walk: Walk, grammar: Grammar, text: string, options: ExtractOptions): number => {
  const tree = parse(grammar, text, options.timeLimit)
  walk.tree.clear()
  if (tree === null) return -1
  try {
    const { hasError } = tree.rootNode
    const reader = options.reader ?? grammar.reader
    reader.read(tree, grammar, walk.tree, hasError)
    return hasError ? Math.max(1, brokenPlaces(walk, grammar.errorType)) : 0
  } finally {
    tree.delete()
  }
}

const brokenPlaces = ({ tree }: Walk, errorType: number): number => {
  let count = tree.missingCount
  for (let node = 0; node < tree.count; node++) if (tree.type[node] === errorType) count++
  return count
}

const parse = (grammar: Grammar, text: string, timeLimit: number | undefined) => {
  if (timeLimit === undefined) return grammar.parser.parse(text)
  const until = performance.now() + timeLimit
  const tree = grammar.parser.parse(text, null, { progressCallback: () => until < performance.now() })
  // a parser that was stopped would go on with the old text
  if (tree === null) grammar.parser.reset()
  return tree
}

/** The outermost places that the parser could not read. */
const problems = (walk: Walk): void => {
  const { tree } = walk
  for (let node = 0; node < tree.count; node++) {
    if (tree.type[node] === walk.grammar.errorType) {
      walk.problem("syntaxError", tree.start[node]!, tree.end[node]!)
    }
  }
  for (let i = 0; i < tree.missingCount; i++) walk.problem("missing", tree.missing[i]!, tree.missing[i]!)
}
