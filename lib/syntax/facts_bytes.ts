// Facts of one file as one run of bytes and back, about as long as the source itself. Columns are written one after the
// other: bytes as they are, wider ones as variable-length numbers, many of them as a difference from a neighbour, since
// rows that stand together speak of places that stand together. A column of equal values takes its first value alone.
//
// Layout: number of the layout, length of the text, counts (lines, strings, bytes of strings, rows of every table), then
// every table that has rows in `TABLES`' order (bytes of its columns, the columns), line lengths, string lengths in
// UTF-16 units, and all strings as UTF-8. So each table is found without reading those before it, and `open` reads one
// when somebody asks for it: most questions to a file are about few of its tables.

import type * as Columns from "../graph/columns.ts"
import { NONE } from "../graph/columns.ts"
import { BODY_TABLES, type FileFacts, INTERFACE_TABLES } from "./facts.ts"

/** Raised with every change of how columns are written. */
const VERSION = 6

type Column = Uint8Array | Uint16Array | Uint32Array

/** How a wide column is written. */
const HOW = {
  /** The value itself. */
  plain: 0,
  /** The difference from the last row that has a value. */
  delta: 1,
  /** The difference from another column of the row. */
  relative: 2,
  /** Rows that are not as foretold, with the number of rows before each that are. */
  runs: 3,
} as const

/** What a column of runs foretells of a row, by code. */
const FORETELL = {
  /** As in the row before. */
  same: 0,
  none: 1,
  zero: 2,
  /** The operands follow those of the row before; without any there is none. */
  following: 3,
} as const

/** Table and column → what nearly all of its rows are. */
const RUNS: Readonly<Record<string, number>> = {
  "expressions.scope": FORETELL.same,
  "expressions.ref": FORETELL.none,
  "expressions.flags": FORETELL.zero,
  "expressions.operands": FORETELL.following,
  "bindings.scope": FORETELL.same,
  "bindings.type": FORETELL.none,
  "parameters.flags": FORETELL.zero,
  "parameters.value": FORETELL.none,
  "definitions.scope": FORETELL.same,
}

/** Columns that rise or stay near the row before; every other wide column is written plainly. */
const DELTAS: ReadonlySet<string> = new Set([
  "start",
  "scope",
  "body",
  "definition",
  "expression",
  "operands",
  "target",
  "value",
  "parameters",
  "typeParameters",
  "binding",
  "nameStart",
  "parent",
  "owner",
  "type",
])

/** Column → the column of the same row that it lies near to. */
const RELATIVES: Readonly<Record<string, string>> = { end: "start", nameStart: "start" }

/** Columns of equal values: how the byte before a column says so. */
const VARIED = 0
const EQUAL = 1

interface ColumnPlan {
  readonly name: string
  readonly type: Columns.ColumnType
  readonly how: number
  readonly near: string
  readonly foretell: number
}

interface TablePlan {
  readonly name: string
  readonly columns: ReadonlyArray<ColumnPlan>
}

const isCount = (column: string): boolean => column.endsWith("Count")

const planOf = (name: string, shape: Columns.Shape): TablePlan => ({
  name,
  // counts first: they foretell where operands are
  columns: Object.keys(shape).sort((one, other) => Number(isCount(other)) - Number(isCount(one))).map((column) => {
    const near = RELATIVES[column]
    const relative = near !== undefined && near in shape
    const foretell = RUNS[`${name}.${column}`]
    return {
      name: column,
      type: shape[column]!,
      how: foretell !== undefined ? HOW.runs : relative ? HOW.relative : DELTAS.has(column) ? HOW.delta : HOW.plain,
      near: relative ? near : "",
      foretell: foretell ?? FORETELL.same,
    }
  }),
})

const TABLES: ReadonlyArray<TablePlan> = Object.entries({ ...INTERFACE_TABLES, ...BODY_TABLES })
  .map(([name, shape]) => planOf(name, shape))

/** Names this layout: another number whenever a table or column is another, or written otherwise. */
export const LAYOUT: number = (() => {
  const text = JSON.stringify([VERSION, INTERFACE_TABLES, BODY_TABLES])
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
})()

/** By the name of a table: its place in the order. */
const PLACES: ReadonlyMap<string, number> = new Map(TABLES.map(({ name }, i) => [name, i]))

type AnyTable = Readonly<Record<string, Column>> & { readonly rows: number }

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** NONE as a signed number. */
const NO_ROW = NONE | 0

/** Most bytes of a number. */
const WIDEST = 5
/** Bytes of the length that stands before a table, which is known when the table is written. */
const LENGTH = 4

// Room for the bytes of a file, kept for the next one: what `encode` gives is a copy.
let room = new Uint8Array(1 << 16)
let at = 0

/** Makes sure that `count` numbers can be written. */
const reserve = (count: number): void => {
  if (at + count * WIDEST <= room.length) return
  const wider = new Uint8Array(Math.max(room.length * 2, at + count * WIDEST))
  wider.set(room.subarray(0, at))
  room = wider
}

const put = (value: number): void => {
  while (0x7f < value) {
    room[at++] = (value & 0x7f) | 0x80
    value >>>= 7
  }
  room[at++] = value
}

const putLength = (place: number, value: number): void => {
  for (let i = 0; i < LENGTH; i++) room[place + i] = value >>> (8 * i)
}

/** The bytes of `facts`, in a buffer of its own that can be handed to another thread. O(rows). */
export const encode = (facts: FileFacts): Uint8Array => {
  const { strings, lineStarts } = facts
  const tables = facts as unknown as Readonly<Record<string, AnyTable>>
  at = 0
  reserve(8 + TABLES.length)
  put(LAYOUT)
  put(facts.length)
  put(lineStarts.length)
  put(strings.length)
  const blob = encoder.encode(strings.join(""))
  put(blob.length)
  for (const { name } of TABLES) put(tables[name]!.rows)
  for (const { name, columns } of TABLES) {
    const table = tables[name]!
    if (table.rows === 0) continue
    reserve(1)
    const start = at += LENGTH
    for (const plan of columns) putColumn(table, plan)
    putLength(start - LENGTH, at - start)
  }
  reserve(lineStarts.length + strings.length)
  for (let i = 1; i < lineStarts.length; i++) put(lineStarts[i]! - lineStarts[i - 1]!)
  for (let i = 0; i < strings.length; i++) put(strings[i]!.length)
  const bytes = new Uint8Array(at + blob.length)
  bytes.set(room.subarray(0, at))
  bytes.set(blob, at)
  return bytes
}

const putColumn = (table: AnyTable, plan: ColumnPlan): void => {
  const rows = table.rows
  const column = table[plan.name]!
  reserve(rows + 2)
  const head = column[0]!
  let equal = 1
  while (equal < rows && column[equal] === head) equal++
  if (equal === rows) {
    room[at++] = EQUAL
    put(head)
    return
  }
  room[at++] = VARIED
  if (plan.how === HOW.runs) putRuns(table, column, plan.foretell)
  else if (plan.type === "u8") {
    for (let i = 0; i < rows; i++) room[at++] = column[i]!
  } else if (plan.how === HOW.plain) {
    for (let i = 0; i < rows; i++) put((column[i]! + 1) >>> 0)
  } else if (plan.how === HOW.relative) {
    const near = table[plan.near]!
    for (let i = 0; i < rows; i++) putDifference(column[i]!, near[i]!)
  } else {
    let last = 0
    for (let i = 0; i < rows; i++) {
      const value = column[i]!
      putDifference(value, last)
      if (value !== NONE) last = value
    }
  }
}

/**
 * Runs may take as many numbers as rows and one more: two for a row that is not as foretold, none for one that is, and
 * each such row ends a run.
 */
const putRuns = (table: AnyTable, column: Column, foretell: number): void => {
  const rows = table.rows
  reserve(rows * 2 + 2)
  const counts = table["operandCount"]
  let run = 0
  let last = 0
  let following = 0
  for (let i = 0; i < rows; i++) {
    const value = column[i]!
    let expected: number
    if (foretell === FORETELL.same) expected = last
    else if (foretell === FORETELL.none) expected = NONE
    else if (foretell === FORETELL.zero) expected = 0
    else expected = counts![i] === 0 ? NONE : following
    if (value === expected) run++
    else {
      put(run)
      putDifference(value, last)
      run = 0
    }
    if (foretell === FORETELL.same || value !== NONE) last = value
    if (foretell === FORETELL.following && value !== NONE) following = value + counts![i]!
  }
  put(run)
}

/** Signed numbers all the way, which the engine adds fastest: a column takes them as what they are modulo 2^32. */
const readRuns = (reader: Reader, column: Column, table: AnyTable, foretell: number): void => {
  const rows = column.length
  const counts = table["operandCount"]
  let last = 0
  let following = 0
  for (let i = 0;;) {
    const next = Math.min(rows, i + reader.number())
    if (foretell === FORETELL.following) {
      for (; i < next; i++) {
        const count = counts![i]!
        column[i] = count === 0 ? NO_ROW : last = following
        following += count
      }
    } else {
      if (foretell === FORETELL.zero && i < next) last = 0
      column.fill(foretell === FORETELL.none ? NO_ROW : last, i, next)
    }
    if (next === rows) return
    i = next
    const code = reader.number()
    const value = code === 0 ? NO_ROW : (last + (((code - 1) >>> 1) ^ -((code - 1) & 1))) | 0
    column[i] = value
    if (foretell === FORETELL.same || value !== NO_ROW) last = value
    if (foretell === FORETELL.following && value !== NO_ROW) following = value + counts![i]!
    i++
  }
}

/** 0 is NONE; small differences of either sign are small numbers. */
const putDifference = (value: number, from: number): void => {
  if (value === NONE) {
    room[at++] = 0
    return
  }
  const difference = (value - from) | 0
  put((((difference << 1) ^ (difference >> 31)) >>> 0) + 1)
}

/** A reading position in bytes. */
class Reader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  length(): number {
    const { bytes, at } = this
    this.at += LENGTH
    return bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16 | bytes[at + 3]! << 24
  }

  number(): number {
    const { bytes } = this
    let byte = bytes[this.at++]!
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    let shift = 7
    for (;;) {
      byte = bytes[this.at++]!
      if (byte < 0x80) return (value | (byte << shift)) >>> 0
      value |= (byte & 0x7f) << shift
      shift += 7
    }
  }
}

/** The facts that `encode` wrote, all of them. O(rows). */
export const decode = (bytes: Uint8Array): FileFacts => whole(open(bytes))

/** The same, each table read when it is asked for first. O(tables), and O(rows) for a table that is asked for. */
export const open = (bytes: Uint8Array): FileFacts => new Opened(bytes) as unknown as FileFacts

/** The same facts as a plain value, which others can be made of. */
export const whole = (facts: FileFacts): FileFacts => {
  const all: Record<string, unknown> = { length: facts.length }
  for (const { name } of TABLES) all[name] = facts[name as keyof FileFacts]
  all["lineStarts"] = facts.lineStarts
  all["strings"] = facts.strings
  return all as unknown as FileFacts
}

/** Rows of a table, which is not read for that. */
export const rowsOf = (facts: FileFacts, table: keyof typeof INTERFACE_TABLES | keyof typeof BODY_TABLES): number =>
  facts instanceof Opened ? facts.rowsOf(PLACES.get(table)!) : facts[table].rows

class Opened {
  readonly length: number
  readonly #bytes: Uint8Array
  /** Rows by table, and where its columns start. */
  readonly #rows = new Uint32Array(TABLES.length)
  readonly #starts = new Uint32Array(TABLES.length)
  readonly #tables: Array<AnyTable | undefined> = new Array(TABLES.length).fill(undefined)
  readonly #lines: number
  readonly #stringCount: number
  /** Where the lengths of lines start, and all strings. */
  readonly #linesStart: number
  readonly #blobStart: number
  #lineStarts: Uint32Array | undefined
  #strings: ReadonlyArray<string> | undefined

  constructor(bytes: Uint8Array) {
    const reader = new Reader(bytes)
    const layout = reader.number()
    if (layout !== LAYOUT) throw new RangeError(`facts of layout ${layout}, not ${LAYOUT}`)
    this.#bytes = bytes
    this.length = reader.number()
    this.#lines = reader.number()
    this.#stringCount = reader.number()
    this.#blobStart = bytes.length - reader.number()
    for (let i = 0; i < TABLES.length; i++) this.#rows[i] = reader.number()
    for (let i = 0; i < TABLES.length; i++) {
      if (this.#rows[i] === 0) continue
      const length = reader.length()
      this.#starts[i] = reader.at
      reader.at += length
    }
    this.#linesStart = reader.at
  }

  rowsOf(place: number): number {
    return this.#rows[place]!
  }

  table(place: number): AnyTable {
    return this.#tables[place] ?? this.#read(place)
  }

  #read(place: number): AnyTable {
    const rows = this.#rows[place]!
    // Half of a file's tables have no rows: one such table serves all.
    if (rows === 0) return this.#tables[place] = EMPTY[place]!
    const { columns } = TABLES[place]!
    const reader = new Reader(this.#bytes, this.#starts[place])
    const table: Record<string, Column | number> = { rows }
    for (const plan of columns) {
      const column = columnOf(plan.type, rows)
      table[plan.name] = column
      readColumn(reader, column, plan, table as AnyTable)
    }
    return this.#tables[place] = table as AnyTable
  }

  get lineStarts(): Uint32Array {
    if (this.#lineStarts !== undefined) return this.#lineStarts
    const reader = new Reader(this.#bytes, this.#linesStart)
    const starts = new Uint32Array(this.#lines)
    for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1]! + reader.number()
    return this.#lineStarts = starts
  }

  get strings(): ReadonlyArray<string> {
    if (this.#strings !== undefined) return this.#strings
    const reader = new Reader(this.#bytes, this.#linesStart)
    for (let i = 1; i < this.#lines; i++) reader.number()
    const all = decoder.decode(this.#bytes.subarray(this.#blobStart))
    const strings: Array<string> = new Array(this.#stringCount)
    let start = 0
    for (let i = 0; i < strings.length; i++) strings[i] = all.slice(start, start += reader.number())
    return this.#strings = strings
  }
}

for (const [name, place] of PLACES) {
  Object.defineProperty(Opened.prototype, name, {
    get(this: Opened) {
      return this.table(place)
    },
  })
}

/** Each in room of its own: small ones lie where all values do, while one buffer for several is an object to be watched. */
const columnOf = (type: Columns.ColumnType, rows: number): Column =>
  type === "u8" ? new Uint8Array(rows) : type === "u16" ? new Uint16Array(rows) : new Uint32Array(rows)

const EMPTY: ReadonlyArray<AnyTable> = TABLES.map(({ columns }) =>
  Object.freeze({
    rows: 0,
    ...Object.fromEntries(columns.map(({ name, type }) => [name, columnOf(type, 0)])),
  }) as unknown as AnyTable
)

const readColumn = (reader: Reader, column: Column, plan: ColumnPlan, table: AnyTable): void => {
  const rows = column.length
  if (reader.bytes[reader.at++] === EQUAL) {
    column.fill(reader.number())
  } else if (plan.how === HOW.runs) readRuns(reader, column, table, plan.foretell)
  else if (plan.type === "u8") {
    column.set(reader.bytes.subarray(reader.at, reader.at + rows))
    reader.at += rows
  } else if (plan.how === HOW.plain) {
    for (let i = 0; i < rows; i++) column[i] = reader.number() - 1
  } else if (plan.how === HOW.relative) {
    const near = table[plan.near]!
    for (let i = 0; i < rows; i++) {
      const code = reader.number()
      column[i] = code === 0 ? NONE : near[i]! + (((code - 1) >>> 1) ^ -((code - 1) & 1))
    }
  } else {
    let last = 0
    for (let i = 0; i < rows; i++) {
      const code = reader.number()
      if (code === 0) {
        column[i] = NONE
        continue
      }
      last = (last + (((code - 1) >>> 1) ^ -((code - 1) & 1))) >>> 0
      column[i] = last
    }
  }
}
