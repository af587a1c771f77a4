// Conditions of the preprocessor that cut through what the grammar reads as one: `#if` around the head of a declaration,
// or around half of a statement. Such a text is read by the first of its branches alone; the others are named as what
// could not be read.

import type { Walk } from "../../syntax/walk.ts"

/** A line that is told to the preprocessor. */
const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b.*$/gm

interface Branches {
  /** Lines of conditions, as from and to side by side. */
  readonly lines: ReadonlyArray<number>
  /** What stands in branches behind the first ones. */
  readonly later: ReadonlyArray<number>
}

/** O(text). */
const branchesOf = (text: string): Branches => {
  const lines: Array<number> = []
  const later: Array<number> = []
  /** By condition around: where the branch began that is left out, or -1. */
  const open: Array<number> = []
  const isOut = (): boolean => open.some((it) => 0 <= it)
  for (const found of text.matchAll(DIRECTIVE)) {
    const from = found.index
    const to = from + found[0].length
    const word = found[1]!
    if (word === "if") open.push(-1)
    else if (open.length !== 0) {
      const began = open.pop()!
      if (0 <= began && !isOut()) later.push(began, from)
      if (word !== "endif") open.push(to)
    }
    lines.push(from, to)
  }
  return { lines, later }
}

/** The text with its first branches alone, of the same length. */
export const repair = (text: string): string => {
  if (!text.includes("#")) return text
  const { lines, later } = branchesOf(text)
  if (lines.length === 0) return text
  const gaps = [...pairs(lines), ...pairs(later)].sort((one, other) => one[0] - other[0])
  let kept = ""
  let at = 0
  for (const [from, to] of gaps) {
    if (to <= at) continue
    const start = Math.max(at, from)
    kept += text.slice(at, start) + text.slice(start, to).replace(/[^\r\n]/g, " ")
    at = to
  }
  return kept + text.slice(at)
}

const pairs = (all: ReadonlyArray<number>): ReadonlyArray<readonly [number, number]> => {
  const made: Array<readonly [number, number]> = []
  for (let i = 0; i < all.length; i += 2) made.push([all[i]!, all[i + 1]!])
  return made
}

/** Names the branches of which nothing was read. */
export const nameUnread = (w: Walk): void => {
  if (!w.text.includes("#")) return
  const { start, count } = w.tree
  for (const [from, to] of pairs(branchesOf(w.text).later)) {
    if (w.text.slice(from, to).trim() === "") continue
    // nodes stand in the order of their starts
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if (start[middle]! < from) low = middle + 1
      else high = middle
    }
    if (low === count || to <= start[low]!) w.problem("syntaxError", from, to)
  }
}
