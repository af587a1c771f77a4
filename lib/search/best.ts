// The rows that are worth the most of many that are offered one after the other: a heap over two arrays, so that an offer
// costs nothing but a comparison where the row is not among them.

export interface Valued {
  readonly row: number
  readonly value: number
}

export class Best {
  readonly #limit: number
  /** The root is the worst of those that are kept. */
  readonly #rows: Array<number> = []
  readonly #values: Array<number> = []
  /** Who is not worth more is not kept, but for an earlier row that is worth as much as the worst. */
  bar: number

  /** @param least Rows have to be worth more than that. */
  constructor(limit: number, least: number) {
    this.#limit = limit
    this.bar = 0 < limit ? least : Infinity
  }

  get isFull(): boolean {
    return this.#limit <= this.#rows.length
  }

  /** Takes a row where it is among the best: of equals the earlier one is. O(log limit). */
  offer(row: number, value: number): void {
    const rows = this.#rows
    const values = this.#values
    if (rows.length < this.#limit) {
      if (value <= this.bar) return
      let at = rows.length
      rows.push(row)
      values.push(value)
      for (let up = (at - 1) >> 1; 0 < at && this.#worse(at, up); at = up, up = (at - 1) >> 1) this.#swap(at, up)
    } else {
      if (value < this.bar || (value === this.bar && !(row < rows[0]!))) return
      rows[0] = row
      values[0] = value
      for (let at = 0;;) {
        let worst = at
        for (let child = 2 * at + 1; child <= 2 * at + 2; child++) {
          if (child < rows.length && this.#worse(child, worst)) worst = child
        }
        if (worst === at) break
        this.#swap(at, worst)
        at = worst
      }
    }
    if (rows.length === this.#limit) this.bar = values[0]!
  }

  /** The best first, the earlier one of equals first. */
  ordered(): ReadonlyArray<Valued> {
    return this.#rows.map((row, i) => ({ row, value: this.#values[i]! })).sort((a, b) =>
      b.value - a.value || a.row - b.row
    )
  }

  #worse(a: number, b: number): boolean {
    const difference = this.#values[a]! - this.#values[b]!
    return difference < 0 || (difference === 0 && this.#rows[b]! < this.#rows[a]!)
  }

  #swap(a: number, b: number): void {
    const row = this.#rows[a]!
    const value = this.#values[a]!
    this.#rows[a] = this.#rows[b]!
    this.#values[a] = this.#values[b]!
    this.#rows[b] = row
    this.#values[b] = value
  }
}
