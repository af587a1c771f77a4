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
  const tree = parse(grammar, text, options.timeLimit)
  if (tree === null) {
    walk.tree.clear()
    walk.begin(grammar, text)
    walk.problem("timedOut", 0, text.length)
  } else {
    const hasError = tree.rootNode.hasError
    try {
      ;(options.reader ?? grammar.reader).read(tree, grammar, walk.tree, hasError)
    } finally {
      tree.delete()
    }
    walk.begin(grammar, text)
    walk.run()
    grammar.table.finish?.(walk)
    walk.collectReferences()
    if (hasError) problems(walk)
  }
  const facts = walk.freeze(lines)
  spare = walk
  return facts
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
