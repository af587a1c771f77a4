// A syntax tree as flat columns in preorder: one walk over the parser's tree copies what the rules want to see, and
// everything after works on these columns. The subtree of node `n` is `n + 1 .. after[n]`, its first child `n + 1`, the
// next sibling of a child `c` is `after[c]`. Nodes without a rule are not here at all.

import type * as Ts from "web-tree-sitter"
import type { Grammar } from "./grammar.ts"
import { ERROR_TYPE, KEEP } from "./grammar.ts"

/** What a reading of the parser's tree needs of it. Movement gives false where there is nothing. */
export interface Cursor {
  open(tree: Ts.Tree): void
  close(): void
  type(): number
  field(): number
  start(): number
  end(): number
  missing(): boolean
  firstChild(): boolean
  nextSibling(): boolean
  parent(): boolean
}

/** The cursor of the library's own interface. */
export class PublicCursor implements Cursor {
  #cursor: Ts.TreeCursor | undefined

  open(tree: Ts.Tree): void {
    this.#cursor = tree.walk()
  }
  close(): void {
    this.#cursor!.delete()
    this.#cursor = undefined
  }
  type(): number {
    return this.#cursor!.nodeTypeId
  }
  field(): number {
    return this.#cursor!.currentFieldId
  }
  start(): number {
    return this.#cursor!.startIndex
  }
  end(): number {
    return this.#cursor!.endIndex
  }
  missing(): boolean {
    return this.#cursor!.nodeIsMissing
  }
  firstChild(): boolean {
    return this.#cursor!.gotoFirstChild()
  }
  nextSibling(): boolean {
    return this.#cursor!.gotoNextSibling()
  }
  parent(): boolean {
    return this.#cursor!.gotoParent()
  }
}

/**
 * The same cursor without its marshalling: it lives in the parser's transfer buffer between calls, so that no other
 * call into the parser may happen while it is open. It relies on insides of the pinned version; a test compares it with
 * the public one.
 */
export class RawCursor implements Cursor {
  #tree = 0
  // deno-lint-ignore no-explicit-any
  readonly #module: any
  readonly #type: (tree: number) => number
  readonly #field: (tree: number) => number
  readonly #start: (tree: number) => number
  readonly #end: (tree: number) => number
  readonly #first: (tree: number) => number
  readonly #next: (tree: number) => number
  readonly #parent: (tree: number) => number

  // deno-lint-ignore no-explicit-any
  constructor(module: any) {
    this.#module = module
    this.#type = module._ts_tree_cursor_current_node_type_id_wasm
    this.#field = module._ts_tree_cursor_current_field_id_wasm
    this.#start = module._ts_tree_cursor_start_index_wasm
    this.#end = module._ts_tree_cursor_end_index_wasm
    this.#first = module._ts_tree_cursor_goto_first_child_wasm
    this.#next = module._ts_tree_cursor_goto_next_sibling_wasm
    this.#parent = module._ts_tree_cursor_goto_parent_wasm
  }

  /** Does the parser's module have what this cursor calls? */
  // deno-lint-ignore no-explicit-any
  static fits(module: any): boolean {
    return typeof module?._ts_tree_cursor_new_wasm === "function" &&
      typeof module._ts_tree_cursor_current_node_type_id_wasm === "function"
  }

  open(tree: Ts.Tree): void {
    this.#tree = (tree as unknown as ReadonlyArray<number>)[0]!
    this.#module._ts_tree_root_node_wasm(this.#tree)
    this.#module._ts_tree_cursor_new_wasm(this.#tree)
  }
  close(): void {
    this.#module._ts_tree_cursor_delete_wasm(this.#tree)
  }
  type(): number {
    return this.#type(this.#tree)
  }
  field(): number {
    return this.#field(this.#tree)
  }
  start(): number {
    return this.#start(this.#tree)
  }
  end(): number {
    return this.#end(this.#tree)
  }
  missing(): boolean {
    return this.#module._ts_tree_cursor_current_node_is_missing_wasm(this.#tree) === 1
  }
  firstChild(): boolean {
    return this.#first(this.#tree) === 1
  }
  nextSibling(): boolean {
    return this.#next(this.#tree) === 1
  }
  parent(): boolean {
    return this.#parent(this.#tree) === 1
  }
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
  missingCount = 0
  missingStart: Uint32Array = u32(16)
  #open: Uint32Array = u32(256)

  /** Copies what `grammar` keeps. O(nodes), without recursion. */
  read(source: Ts.Tree, grammar: Grammar, cursor: Cursor, hasError: boolean): void {
    const { keep, fielded, keepsTokens } = grammar
    const open = this.#open
    let count = 0
    let depth = 0
    let deepest = 0
    this.commentCount = 0
    this.missingCount = 0
    this.#open[0] = 0
    cursor.open(source)
    let parentFielded = 0
    let parentTokens = 0
    walk: for (;;) {
      let type = cursor.type()
      if (type === ERROR_TYPE) type = grammar.errorType
      const how = keep[type]!
      if (how === KEEP.token ? parentTokens === 1 : KEEP.token < how) {
        if (how === KEEP.comment) this.#comment(cursor.start(), cursor.end())
        else {
          const start = cursor.start()
          const end = cursor.end()
          if (hasError && start === end && cursor.missing()) this.#missing(start)
          else {
            if (count === this.type.length) this.#grow()
            this.type[count] = type
            this.field[count] = parentFielded === 0 ? 0 : cursor.field()
            this.start[count] = start
            this.end[count] = end
            this.parent[count] = depth === 0 ? 0 : this.#open[depth - 1]!
            const node = count++
            if (how === KEEP.inner && cursor.firstChild()) {
              if (depth === this.#open.length) this.#open = wider(this.#open, u32)
              this.#open[depth++] = node
              if (deepest < depth) deepest = depth
              parentFielded = fielded[type]!
              parentTokens = keepsTokens[type]!
              continue
            }
            this.after[node] = count
          }
        }
      }
      while (!cursor.nextSibling()) {
        if (depth === 0) break walk
        cursor.parent()
        this.after[this.#open[--depth]!] = count
        if (depth === 0) break walk
        const type = this.type[this.#open[depth - 1]!]!
        parentFielded = fielded[type]!
        parentTokens = keepsTokens[type]!
      }
    }
    cursor.close()
    this.count = count
    this.depth = deepest
    void open
  }

  #comment(start: number, end: number): void {
    if (this.commentCount === this.commentStart.length) {
      this.commentStart = wider(this.commentStart, u32)
      this.commentEnd = wider(this.commentEnd, u32)
    }
    this.commentStart[this.commentCount] = start
    this.commentEnd[this.commentCount++] = end
  }

  #missing(start: number): void {
    if (this.missingCount === this.missingStart.length) this.missingStart = wider(this.missingStart, u32)
    this.missingStart[this.missingCount++] = start
  }

  #grow(): void {
    this.type = wider(this.type, u16)
    this.field = wider(this.field, u16)
    this.start = wider(this.start, u32)
    this.end = wider(this.end, u32)
    this.after = wider(this.after, u32)
    this.parent = wider(this.parent, u32)
  }
}
