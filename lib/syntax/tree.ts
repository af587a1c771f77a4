// A syntax tree as flat columns in preorder: a reader (cursor_reader.ts, memory_reader.ts) copies from the parser's tree
// what the rules want to see, and everything after works on these columns. The subtree of node `n` is `n + 1 .. after[n]`,
// its first child `n + 1`, the next sibling of a child `c` is `after[c]`. What no rule wants is not here at all.

import type * as Ts from "web-tree-sitter"
import type { Grammar } from "./grammar.ts"

/** Copies the parser's tree into `into`: O(nodes), without recursion. */
export interface TreeReader {
  /** @param hasError Does the tree have a place that the parser could not read? */
  read(source: Ts.Tree, grammar: Grammar, into: Tree, hasError: boolean): void
}

const wider = <A extends Uint8Array | Uint16Array | Uint32Array>(old: A, make: (length: number) => A): A => {
  const next = make(old.length * 2)
  next.set(old as never)
  return next
}
const u16 = (length: number) => new Uint16Array(length)
const u32 = (length: number) => new Uint32Array(length)

/** Columns that are filled anew for each file and keep their room. */
export class Tree {
  count = 0
  type: Uint16Array = u16(4096)
  field: Uint16Array = u16(4096)
  start: Uint32Array = u32(4096)
  end: Uint32Array = u32(4096)
  after: Uint32Array = u32(4096)
  parent: Uint32Array = u32(4096)
  /** Most nodes that are open at once. */
  depth = 0
  commentCount = 0
  commentStart: Uint32Array = u32(256)
  commentEnd: Uint32Array = u32(256)
  /** Where the parser put in a word that is not there. */
  missingCount = 0
  missing: Uint32Array = u32(16)

  clear(): void {
    this.count = 0
    this.depth = 0
    this.commentCount = 0
    this.missingCount = 0
  }

  addComment(start: number, end: number): void {
    if (this.commentCount === this.commentStart.length) {
      this.commentStart = wider(this.commentStart, u32)
      this.commentEnd = wider(this.commentEnd, u32)
    }
    this.commentStart[this.commentCount] = start
    this.commentEnd[this.commentCount++] = end
  }

  addMissing(start: number): void {
    if (this.missingCount === this.missing.length) this.missing = wider(this.missing, u32)
    this.missing[this.missingCount++] = start
  }

  /** Doubles the room for nodes. */
  grow(): void {
    this.type = wider(this.type, u16)
    this.field = wider(this.field, u16)
    this.start = wider(this.start, u32)
    this.end = wider(this.end, u32)
    this.after = wider(this.after, u32)
    this.parent = wider(this.parent, u32)
  }
}

/** Do two trees hold the same? */
export const sameTree = (one: Tree, other: Tree): boolean => {
  const same = (a: Uint16Array | Uint32Array, b: Uint16Array | Uint32Array, count: number): boolean => {
    for (let i = 0; i < count; i++) if (a[i] !== b[i]) return false
    return true
  }
  return one.count === other.count && one.depth === other.depth && one.commentCount === other.commentCount &&
    one.missingCount === other.missingCount &&
    same(one.type, other.type, one.count) && same(one.field, other.field, one.count) &&
    same(one.start, other.start, one.count) && same(one.end, other.end, one.count) &&
    same(one.after, other.after, one.count) && same(one.parent, other.parent, one.count) &&
    same(one.commentStart, other.commentStart, one.commentCount) &&
    same(one.commentEnd, other.commentEnd, one.commentCount) &&
    same(one.missing, other.missing, one.missingCount)
}
