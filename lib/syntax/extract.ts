// One file of source → its facts. Pure: the same text gives the same facts, and nothing in it makes extraction fail;
// what could not be read stands in `problems`.

import { lineStarts } from "../text/lines.ts"
import type { FileFacts } from "./facts.ts"
import type { Grammar } from "./grammar.ts"
import type { TreeReader } from "./tree.ts"
import { Walk } from "./walk.ts"

export interface ExtractOptions {
  /** Parser's work after which a file is given up, in units of `EFFORT`; by default what no readable file takes. */
  readonly effort?: number
  /** Another reader than the grammar's own, to compare them. */
  readonly reader?: TreeReader
}

/**
 * The parser's work is counted and not timed: a file that is given up is given up on every machine, however busy. One
 * unit is a hundred steps of the parser, some 25 microseconds; a look at a stretch of text counts as two, since a lexer
 * that reads to the end of the file again for each token takes its time there and not in steps. Sources that people write
 * take 0.025 units a character at most, a file of nothing but commas 0.08, one whose lexing is quadratic 2 and more.
 */
const EFFORT = { least: 20_000, perCharacter: 0.2, look: 2 } as const

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
  const tree = parse(grammar, text, options.effort ?? EFFORT.least + text.length * EFFORT.perCharacter)
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

const parse = (grammar: Grammar, text: string, most: number) => {
  let effort = 0
  const look = (index: number) => {
    effort += EFFORT.look
    // Over the limit the text seems to end here, so that a step that would read on and on ends too.
    return most < effort ? "" : text.slice(index)
  }
  const tree = grammar.parser.parse(look, null, { progressCallback: () => most < ++effort })
  if (tree !== null && effort <= most) return tree
  tree?.delete()
  // A parser that was stopped would go on with the old text.
  grammar.parser.reset()
  return null
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
