// Sections of a snapshot as the columns that they should be.

import * as Columns from "./columns.ts"

/** Takes sections by tag; the first that is missing or has the wrong length is kept as `problem`. */
export class Reader {
  problem: string | undefined
  readonly #sections: ReadonlyMap<string, Uint8Array>

  constructor(sections: ReadonlyMap<string, Uint8Array>) {
    this.#sections = sections
  }

  has(tag: string): boolean {
    return this.#sections.has(tag)
  }

  /** The sections are not what they should be. */
  refuse(problem: string): void {
    this.problem ??= problem
  }

  bytes(tag: string): Uint8Array {
    const bytes = this.#sections.get(tag)
    if (bytes === undefined) this.problem ??= `section ${tag} is missing`
    return bytes ?? new Uint8Array(0)
  }

  words(tag: string): Uint32Array {
    const bytes = this.bytes(tag)
    if ((bytes.length & 3) !== 0) this.problem ??= `section ${tag} is not a row of numbers`
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
  }

  /** All columns of a table; the first column of each table is a byte wide or tells the rows by its width. */
  table<S extends Columns.Shape>(name: string, shape: S): Columns.Table<S> {
    const table: Record<string, unknown> = {}
    let rows: number | undefined
    for (const column in shape) {
      const tag = `${name}.${column}`
      const bytes = this.bytes(tag)
      const width = Columns.WIDTH[shape[column]!]
      rows ??= Math.floor(bytes.length / width)
      if (bytes.length !== rows * width) {
        this.problem ??= `section ${tag} has ${bytes.length} bytes where ${rows * width} are due`
      }
      table[column] = Columns.over(shape[column]!, bytes)
    }
    table["rows"] = rows ?? 0
    return table as Columns.Table<S>
  }
}
