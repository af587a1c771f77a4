// Reads the parser's tree out of the parser's own memory, without a call for each node. That takes a quarter of the time
// that a cursor takes, and it depends on how the pinned version lays its structures out: `fits` compares what can be
// compared before the first use, and the first trees of each grammar are read both ways (grammar.ts).
//
// Layout, in 32-bit words unless said otherwise. A subtree slot has two words; an odd first word is a small leaf packed
// into the slot itself, an even one points to a larger subtree, whose children's slots lie right before it.

import type * as Ts from "web-tree-sitter"
import type { Grammar } from "./grammar.ts"
import { ERROR_TYPE, KEEP } from "./grammar.ts"
import type { Tree, TreeReader } from "./tree.ts"

/** Words of a larger subtree. */
const PADDING = 1
const SIZE = 4
const CHILD_COUNT = 9
const SYMBOL = 10
const BITS = 11
const VISIBLE_CHILD_COUNT = 12
/** High half of the word. */
const PRODUCTION = 16

/** Words of a language. */
const LANGUAGE = {
  abi: 0,
  symbolCount: 1,
  aliasCount: 2,
  productionCount: 7,
  fieldCount: 8,
  /** Low half of the word. */
  aliasStride: 9,
  fieldSlices: 16,
  fieldEntries: 17,
  publicSymbols: 19,
  aliases: 21,
} as const

/** Numbers a frame of the walk: one for each open subtree, shown or hidden. */
const FRAME = 8

interface Memory {
  readonly HEAPU8: Uint8Array
}

export class MemoryReader implements TreeReader {
  readonly #memory: Memory
  /** Symbol → the type that stands for it outside. */
  readonly #types: Uint16Array
  /** Production × child → field. */
  readonly #fields: Uint16Array
  readonly #fieldStride: number
  /** Production × child → the symbol that the child is shown as, or 0. */
  readonly #aliases: Uint16Array
  readonly #aliasStride: number
  #stack: Int32Array = new Int32Array(256 * FRAME)

  private constructor(memory: Memory, language: number, errorType: number) {
    this.#memory = memory
    const { buffer } = memory.HEAPU8
    const words = new Uint32Array(buffer)
    const halves = new Uint16Array(buffer)
    const bytes = new Uint8Array(buffer)
    const at = language >>> 2
    const symbols = words[at + LANGUAGE.symbolCount]! + words[at + LANGUAGE.aliasCount]!
    this.#types = new Uint16Array(ERROR_TYPE + 1)
    const map = words[at + LANGUAGE.publicSymbols]! >>> 1
    for (let symbol = 0; symbol < symbols; symbol++) this.#types[symbol] = halves[map + symbol]!
    this.#types[ERROR_TYPE] = errorType
    const productions = words[at + LANGUAGE.productionCount]!
    const slices = words[at + LANGUAGE.fieldSlices]! >>> 1
    const entries = words[at + LANGUAGE.fieldEntries]!
    const hasFields = words[at + LANGUAGE.fieldCount] !== 0
    const each = (visit: (production: number, child: number, field: number) => void) => {
      for (let production = 0; production < (hasFields ? productions : 0); production++) {
        const first = halves[slices + production * 2]!
        const length = halves[slices + production * 2 + 1]!
        for (let i = first; i < first + length; i++) {
          const entry = entries + i * 4
          if (bytes[entry + 3] === 0) visit(production, bytes[entry + 2]!, halves[entry >>> 1]!)
        }
      }
    }
    let stride = 1
    each((_, child) => stride = Math.max(stride, child + 1))
    this.#fieldStride = stride
    this.#fields = new Uint16Array(productions * stride)
    each((production, child, field) => {
      if (this.#fields[production * stride + child] === 0) this.#fields[production * stride + child] = field
    })
    this.#aliasStride = words[at + LANGUAGE.aliasStride]! & 0xffff
    const aliases = words[at + LANGUAGE.aliases]! >>> 1
    this.#aliases = halves.slice(aliases, aliases + productions * this.#aliasStride)
  }

  /** A reader for a language, or undefined where its structures are not those of the pinned version. */
  static make(module: unknown, language: Ts.Language, errorType: number): MemoryReader | undefined {
    const memory = module as Memory | undefined
    if (!(memory?.HEAPU8 instanceof Uint8Array)) return undefined
    const address = (language as unknown as ReadonlyArray<number>)[0]
    if (typeof address !== "number" || address % 4 !== 0) return undefined
    const words = new Uint32Array(memory.HEAPU8.buffer)
    const at = address >>> 2
    if (words[at + LANGUAGE.abi] !== language.abiVersion || words[at + LANGUAGE.fieldCount] !== language.fieldCount) {
      return undefined
    }
    if (words[at + LANGUAGE.symbolCount]! + words[at + LANGUAGE.aliasCount]! !== language.nodeTypeCount) {
      return undefined
    }
    return new MemoryReader(memory, address, errorType)
  }

  read(source: Ts.Tree, grammar: Grammar, into: Tree, _hasError: boolean): void {
    into.clear()
    const words = new Uint32Array(this.#memory.HEAPU8.buffer)
    const { keep, fielded, keepsTokens } = grammar
    const types = this.#types
    const fields = this.#fields
    const fieldStride = this.#fieldStride
    const aliases = this.#aliases
    const aliasStride = this.#aliasStride
    let stack: Int32Array = this.#stack
    let { type: typeOf, field: fieldOf, start: startOf, end: endOf, after, parent: parentOf } = into
    let room = typeOf.length
    let count = 0
    let top = 0
    let depth = 0

    // the root stands in the tree's first slot, as the only child of nobody
    let at = (source as unknown as ReadonlyArray<number>)[0]! >>> 2
    let stop = at + 2
    let child = 0
    let aliasBase = -1
    let fieldBase = -1
    let carried = 0
    let parent = 0
    let parentFielded = 0
    let parentTokens = 0
    let position = 0
    let first = false
    for (;;) {
      while (at === stop) {
        if (top === 0) {
          into.count = count
          return
        }
        top -= FRAME
        // a frame of a shown subtree ends its node
        const shown = stack[top + 7]!
        if (shown !== 0) {
          after[parent] = count
          depth--
        }
        at = stack[top]!
        stop = stack[top + 1]!
        child = stack[top + 2]!
        aliasBase = stack[top + 3]!
        fieldBase = stack[top + 4]!
        carried = stack[top + 5]!
        position = stack[top + 6]!
        if (shown !== 0) {
          parent = parentOf[parent]!
          const type = typeOf[parent]!
          parentFielded = top === 0 ? 0 : fielded[type]!
          parentTokens = top === 0 ? 0 : keepsTokens[type]!
        }
      }
      const slot = words[at]!
      let symbol: number
      let visible: number
      let extra: number
      let missing: number
      let padding: number
      let size: number
      let subtree = 0
      let children = 0
      if ((slot & 1) === 1) {
        const sizes = words[at + 1]!
        symbol = (slot >>> 8) & 0xff
        visible = slot & 2
        extra = slot & 8
        missing = slot & 32
        padding = (sizes >>> 16) & 0xff
        size = sizes >>> 24
      } else {
        subtree = slot >>> 2
        const bits = words[subtree + BITS]!
        symbol = words[subtree + SYMBOL]! & 0xffff
        visible = bits & 1
        extra = bits & 4
        missing = bits & 512
        padding = words[subtree + PADDING]!
        size = words[subtree + SIZE]!
        children = words[subtree + CHILD_COUNT]!
      }
      at += 2
      // the space before a first child is the space before its parent
      const start = first ? position : position + padding
      first = false
      position = start + size
      let alias = 0
      let field = carried
      if (extra === 0) {
        if (aliasBase !== -1 && child < aliasStride) alias = aliases[aliasBase + child]!
        if (fieldBase !== -1 && child < fieldStride) {
          const own = fields[fieldBase + child]!
          if (own !== 0) field = own
        }
        child++
      } else field = 0
      if (visible === 0 && alias === 0) {
        if (children === 0 || words[subtree + VISIBLE_CHILD_COUNT] === 0) continue
        if (top + FRAME * 2 > stack.length) stack = this.#widen()
        stack[top] = at
        stack[top + 1] = stop
        stack[top + 2] = child
        stack[top + 3] = aliasBase
        stack[top + 4] = fieldBase
        stack[top + 5] = carried
        stack[top + 6] = position
        stack[top + 7] = 0
        top += FRAME
        carried = field
      } else {
        if (missing !== 0) {
          into.addMissing(start >>> 1)
          continue
        }
        const type = types[alias === 0 ? symbol : alias]!
        const how = keep[type]!
        if (how === KEEP.drop || (how === KEEP.token && parentTokens === 0)) continue
        if (how === KEEP.comment) {
          into.addComment(start >>> 1, position >>> 1)
          continue
        }
        if (count === room) {
          into.grow()
          typeOf = into.type
          fieldOf = into.field
          startOf = into.start
          endOf = into.end
          after = into.after
          parentOf = into.parent
          room = typeOf.length
        }
        const node = count++
        typeOf[node] = type
        fieldOf[node] = parentFielded === 0 ? 0 : field
        startOf[node] = start >>> 1
        endOf[node] = position >>> 1
        parentOf[node] = parent
        after[node] = count
        if (how !== KEEP.inner || children === 0 || words[subtree + VISIBLE_CHILD_COUNT] === 0) continue
        if (top + FRAME * 2 > stack.length) stack = this.#widen()
        stack[top] = at
        stack[top + 1] = stop
        stack[top + 2] = child
        stack[top + 3] = aliasBase
        stack[top + 4] = fieldBase
        stack[top + 5] = carried
        stack[top + 6] = position
        stack[top + 7] = 1
        top += FRAME
        depth++
        if (into.depth < depth) into.depth = depth
        carried = 0
        parent = node
        parentFielded = fielded[type]!
        parentTokens = keepsTokens[type]!
      }
      const production = words[subtree + PRODUCTION]! >>> 16
      aliasBase = production === 0 || aliasStride === 0 ? -1 : production * aliasStride
      fieldBase = production * fieldStride
      stop = subtree
      at = subtree - children * 2
      child = 0
      position = start
      first = true
    }
  }

  #widen(): Int32Array {
    const wider = new Int32Array(this.#stack.length * 2)
    wider.set(this.#stack)
    return this.#stack = wider
  }
}
