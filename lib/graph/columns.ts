// Tables as columns of typed arrays: one shape gives the row type, a growable builder, and an encoding into bytes that
// is read back as views, without copying. Facts and snapshots are both made of such tables.

export type ColumnType = "u8" | "u16" | "u32"

export type Shape = Readonly<Record<string, ColumnType>>

type ArrayOf<T extends ColumnType> = T extends "u8" ? Uint8Array : T extends "u16" ? Uint16Array : Uint32Array

/** A frozen table: `rows` rows, one typed array a column, each of length `rows`. */
export type Table<S extends Shape> = { readonly rows: number } & { readonly [K in keyof S]: ArrayOf<S[K]> }

/** "No such row": what a column that points into a table holds when it points nowhere. */
export const NONE = 0xffffffff

/** Bytes of one entry. */
export const WIDTH: Record<ColumnType, 1 | 2 | 4> = { u8: 1, u16: 2, u32: 4 }

const allocate = (type: ColumnType, length: number): Uint8Array | Uint16Array | Uint32Array =>
  type === "u8" ? new Uint8Array(length) : type === "u16" ? new Uint16Array(length) : new Uint32Array(length)

/**
 * A table under construction. Hot code writes `const row = t.add(); t.at.kind[row] = …`; `t.at` holds other arrays
 * after an `add` that grew the table, so it is read anew each time.
 */
export class Builder<S extends Shape> {
  rows = 0
  at: { [K in keyof S]: ArrayOf<S[K]> }
  #capacity: number
  readonly shape: S

  constructor(shape: S, capacity = 64) {
    this.shape = shape
    this.#capacity = capacity
    this.at = {} as { [K in keyof S]: ArrayOf<S[K]> }
    for (const name in shape) this.at[name] = allocate(shape[name]!, capacity) as never
  }

  /** Adds a row of zeros and gives its number. Amortised O(columns). */
  add(): number {
    if (this.rows === this.#capacity) this.#grow()
    return this.rows++
  }

  /** Adds rows of zeros and gives the number of the first. */
  addRows(count: number): number {
    const first = this.rows
    while (this.#capacity < first + count) this.#grow()
    this.rows += count
    return first
  }

  /** Forgets all rows and keeps the room for them; every column is zero again. */
  clear(): void {
    for (const name in this.shape) this.at[name].fill(0, 0, this.rows)
    this.rows = 0
  }

  /** A copy of the rows so far. */
  freeze(): Table<S> {
    const table: Record<string, unknown> = { rows: this.rows }
    for (const name in this.shape) table[name] = this.at[name].slice(0, this.rows)
    return table as Table<S>
  }

  #grow(): void {
    this.#capacity *= 2
    for (const name in this.shape) {
      const wider = allocate(this.shape[name]!, this.#capacity)
      wider.set(this.at[name] as never)
      this.at[name] = wider as never
    }
  }
}

/** A table of so many rows of zeros, to be filled by whoever makes it. */
export const zeros = <S extends Shape>(shape: S, rows: number): Table<S> => {
  const table: Record<string, unknown> = { rows }
  for (const name in shape) table[name] = allocate(shape[name]!, rows)
  return table as Table<S>
}

/** Bytes that `rows` rows of `shape` take: every column starts at a multiple of 8. */
export const sizeOf = (shape: Shape, rows: number): number => {
  let size = 0
  for (const name in shape) size += (WIDTH[shape[name]!] * rows + 7) & ~7
  return size
}

/** Writes the first `rows` rows of the columns in the shape's order from `offset`, a multiple of 8; gives the end. */
export const write = <S extends Shape>(
  shape: S,
  columns: { readonly [K in keyof S]: ArrayOf<S[K]> },
  rows: number,
  into: Uint8Array,
  offset: number,
): number => {
  for (const name in shape) {
    const column = columns[name]
    const bytes = new Uint8Array(column.buffer, column.byteOffset, rows * WIDTH[shape[name]!])
    into.set(bytes, offset)
    offset += (bytes.length + 7) & ~7
  }
  return offset
}

/** A column over bytes that start at a multiple of its width; bytes behind the last whole entry are left out. */
export const over = (type: ColumnType, bytes: Uint8Array): Uint8Array | Uint16Array | Uint32Array => {
  const length = Math.floor(bytes.length / WIDTH[type])
  return type === "u8"
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, length)
    : type === "u16"
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, length)
    : new Uint32Array(bytes.buffer, bytes.byteOffset, length)
}

/** Views over what `write` wrote; `offset` counts from the start of `bytes`, which starts at a multiple of 8. */
export const view = <S extends Shape>(shape: S, rows: number, bytes: Uint8Array, offset: number): Table<S> => {
  const table: Record<string, unknown> = { rows }
  for (const name in shape) {
    const type = shape[name]!
    const at = bytes.byteOffset + offset
    table[name] = type === "u8"
      ? new Uint8Array(bytes.buffer, at, rows)
      : type === "u16"
      ? new Uint16Array(bytes.buffer, at, rows)
      : new Uint32Array(bytes.buffer, at, rows)
    offset += (WIDTH[type] * rows + 7) & ~7
  }
  return table as Table<S>
}
