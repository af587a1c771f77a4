// Reads the parser's tree through its public cursor: the reference, and the way out where the parser's memory is not laid
// out as memory_reader.ts expects.

import type * as Ts from "web-tree-sitter"
import type { Grammar } from "./grammar.ts"
import { ERROR_TYPE, KEEP } from "./grammar.ts"
import type { Tree, TreeReader } from "./tree.ts"

export class CursorReader implements TreeReader {
  #open: Array<number> = []

  read(source: Ts.Tree, grammar: Grammar, into: Tree, hasError: boolean): void {
    into.clear()
    const cursor = source.walk()
    try {
      this.#walk(cursor, grammar, into, hasError)
    } finally {
      cursor.delete()
    }
  }

  #walk(cursor: Ts.TreeCursor, grammar: Grammar, into: Tree, hasError: boolean): void {
    const { keep, fielded, keepsTokens } = grammar
    const open = this.#open
    let count = 0
    let depth = 0
    let parentFielded = 0
    let parentTokens = 0
    for (;;) {
      const id = cursor.nodeTypeId
      const type = id === ERROR_TYPE ? grammar.errorType : id
      const how = keep[type]!
      if (hasError && cursor.nodeIsMissing) into.addMissing(cursor.startIndex)
      else if (how === KEEP.comment) into.addComment(cursor.startIndex, cursor.endIndex)
      else if (how !== KEEP.drop && (how !== KEEP.token || parentTokens === 1)) {
        if (count === into.type.length) into.grow()
        into.type[count] = type
        into.field[count] = parentFielded === 0 ? 0 : cursor.currentFieldId
        into.start[count] = cursor.startIndex
        into.end[count] = cursor.endIndex
        into.parent[count] = depth === 0 ? 0 : open[depth - 1]!
        const node = count++
        if (how === KEEP.inner && cursor.gotoFirstChild()) {
          open[depth++] = node
          if (into.depth < depth) into.depth = depth
          parentFielded = fielded[type]!
          parentTokens = keepsTokens[type]!
          continue
        }
        into.after[node] = count
      }
      while (0 < depth && !cursor.gotoNextSibling()) {
        cursor.gotoParent()
        into.after[open[--depth]!] = count
        if (depth === 0) break
        const above = into.type[open[depth - 1]!]!
        parentFielded = fielded[above]!
        parentTokens = keepsTokens[above]!
      }
      if (depth === 0) break
    }
    into.count = count
  }
}
