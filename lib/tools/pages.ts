// Lists inside an answer: a page of each, true totals beside, and what a budget takes away. One way for all tools; a
// tool only says where its lists are and which is worth least.

import type * as Tool from "./tool.ts"
import * as Cursor from "./cursor.ts"

/** How much of a list is shown; `omitted` where the caller asked for none of it. */
export interface Counted {
  readonly total: number
  readonly shown: number
  readonly omitted?: true | undefined
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
 * The page of `rows` that starts where the cursor says, at most `limit` long; `count` enters its totals.
 *
 * A `Pager` collects the totals while a tool builds its answer and then gives the shared fields.
 */
export class Pager {
  readonly #offsets: Cursor.Offsets
  readonly #lists: Record<string, Counted> = {}

  constructor(offsets: Cursor.Offsets) {
    this.#offsets = offsets
  }

  /** Rows of the list that are shown: from its offset, at most `limit`. */
  page<Row>(name: string, rows: ReadonlyArray<Row>, limit: number, total: number = rows.length): ReadonlyArray<Row> {
    const from = this.#offsets[name] ?? 0
    const shown = rows.slice(from, from + limit)
    this.#lists[name] = { total, shown: shown.length }
    return shown
  }

  /** Enters the total of a list that the caller does not want to see. */
  omit(name: string, total: number): void {
    this.#lists[name] = { total, shown: 0, omitted: true }
  }

  /** The shared fields of the answer. */
  fields(snapshot: Cursor.State, input: { readonly cursor?: string | undefined }) {
    return { lists: this.#lists, next_cursor: next(snapshot, input, this.#lists) }
  }
}

const next = (snapshot: Cursor.State, input: { readonly cursor?: string | undefined }, lists: Paged["lists"]) => {
  const start = Cursor.accepted(input)
  const offsets: Record<string, number> = {}
  let more = false
  for (const [name, { total, shown, omitted }] of Object.entries(lists)) {
    if (omitted === true) continue
    const reached = (start[name] ?? 0) + shown
    if (0 < reached) offsets[name] = reached
    if (reached < total) more = true
  }
  return more ? Cursor.encode(snapshot, input, offsets) : undefined
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
  input: { readonly cursor?: string | undefined },
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
    totals[list.name] = { total: totals[list.name]?.total ?? list.rows.length, shown: kept[i]! }
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

/** For tools whose answer has nothing that could go. */
export const nothing: Tool.Any["trim"] = () => undefined
