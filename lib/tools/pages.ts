// Lists inside an answer: a page of each, true totals beside, and what a budget takes away. One way for all tools; a
// tool only says where its lists are and which is worth least.

import * as Effect from "effect/Effect"
import * as Cursor from "./cursor.ts"

/** How much of a list is shown. */
export interface Counted {
  readonly total: number
  readonly shown: number
  /** Rows before the first one shown; nothing where there are none. */
  readonly from?: number | undefined
  /** The caller asked for none of it. */
  readonly omitted?: true | undefined
}

/** What a page is asked with. */
export interface Asked {
  readonly cursor?: string | undefined
}

/** What every answer with lists holds besides the rows. */
export interface Paged {
  readonly index: { readonly snapshot: string }
  readonly lists: Readonly<Record<string, Counted>>
  readonly next_cursor?: string | undefined
  readonly trimmed_for_budget?: Readonly<Record<string, number>> | undefined
}

/** One list of an answer. `put` gives the answer with other rows in its place. */
export interface List<Output> {
  readonly name: string
  readonly rows: ReadonlyArray<unknown>
  readonly put: (output: Output, rows: ReadonlyArray<never>) => Output
}

/** What comes first when rows must go. */
export type Order = "in-order" | "longest-first"

/**
 * The pages of one answer: each list is cut where the cursor says, its totals are kept, and the shared fields of the
 * answer come of that. Fails with `CursorExpired`.
 */
export const begin = (state: Cursor.State, input: Asked): Effect.Effect<Pager, Cursor.CursorExpired> =>
  Effect.map(Cursor.offsets(state, input), (offsets) => new Pager(state, input, offsets))

export class Pager {
  readonly #state: Cursor.State
  readonly #input: Asked
  readonly #offsets: Cursor.Offsets
  readonly #lists: Record<string, Counted> = {}

  constructor(state: Cursor.State, input: Asked, offsets: Cursor.Offsets) {
    this.#state = state
    this.#input = input
    this.#offsets = offsets
  }

  /**
   * Rows of the list that are shown, at most `limit`.
   *
   * @param start Rows to skip where no cursor says where to go on.
   */
  page<Row>(name: string, rows: ReadonlyArray<Row>, limit: number, start = 0): ReadonlyArray<Row> {
    const from = Math.min(this.#offsets[name] ?? start, rows.length)
    const shown = rows.slice(from, from + limit)
    this.#lists[name] = { total: rows.length, shown: shown.length, ...(from === 0 ? {} : { from }) }
    return shown
  }

  /** Rows of the list that a cursor says were shown before. */
  from(name: string): number {
    return this.#offsets[name] ?? 0
  }

  /** Enters the total of a list that the caller does not want to see. */
  omit(name: string, total: number): void {
    this.#lists[name] = { total, shown: 0, omitted: true }
  }

  /** The shared fields of the answer. */
  fields() {
    return { lists: this.#lists, next_cursor: next(this.#state, this.#input, this.#lists) }
  }
}

/** Is there a row of the list behind those shown? */
export const goesOn = ({ total, shown, from = 0, omitted }: Counted): boolean =>
  omitted !== true && from + shown < total

const next = (state: Cursor.State, input: Asked, lists: Paged["lists"]): string | undefined => {
  if (!Object.values(lists).some(goesOn)) return undefined
  const reached = Object.entries(lists).map(([name, { shown, from = 0 }]) => [name, from + shown] as const)
  return Cursor.encode(state, input, Object.fromEntries(reached.filter(([, rows]) => 0 < rows)))
}

/**
 * Takes whole rows from the ends of the lists until about `excess` bytes are gone, keeps the totals, renews the cursor.
 *
 * @param lists Least valuable first.
 * @returns `undefined` when no list has a row left, or a page that a cursor asked for would have none.
 */
export const trim = <Output extends Paged>(
  output: Output,
  excess: number,
  input: Asked,
  lists: ReadonlyArray<List<Output>>,
  order: Order,
): Output | undefined => {
  const kept = lists.map((list) => list.rows.length)
  if (kept.every((count) => count === 0)) return undefined
  let freed = 0
  while (freed < excess) {
    const at = order === "in-order" ? kept.findIndex((count) => count > 0) : longest(kept)
    if (at < 0) break
    kept[at]!--
    freed += JSON.stringify(lists[at]!.rows[kept[at]!]).length + 1
  }
  let smaller = output
  const totals: Record<string, Counted> = { ...output.lists }
  const gone: Record<string, number> = { ...output.trimmed_for_budget }
  lists.forEach((list, i) => {
    const dropped = list.rows.length - kept[i]!
    if (dropped === 0) return
    smaller = list.put(smaller, list.rows.slice(0, kept[i]!) as unknown as ReadonlyArray<never>)
    totals[list.name] = { ...totals[list.name] ?? { total: list.rows.length }, shown: kept[i]! }
    gone[list.name] = (gone[list.name] ?? 0) + dropped
  })
  // A further page without a row leads to itself: who follows it would never come to an end.
  if (input.cursor !== undefined && Object.values(totals).every(({ shown }) => shown === 0)) return undefined
  return {
    ...smaller,
    lists: totals,
    next_cursor: next(output.index.snapshot, input, totals),
    trimmed_for_budget: gone,
  }
}

/** The rows without the last ones, which make up about `excess` bytes; undefined where there is none to go. */
export const fewer = <Row>(rows: ReadonlyArray<Row>, excess: number): ReadonlyArray<Row> | undefined => {
  let kept = rows.length
  for (let freed = 0; freed < excess && 0 < kept;) freed += JSON.stringify(rows[--kept]).length + 1
  return kept === rows.length ? undefined : rows.slice(0, kept)
}

const longest = (counts: ReadonlyArray<number>): number => {
  let at = -1
  let most = 0
  counts.forEach((count, i) => {
    if (most < count || (most === count && 0 < count)) {
      at = i
      most = count
    }
  })
  return at
}
