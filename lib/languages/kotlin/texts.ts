// Literals: a number says of what type it is by its last letter; in a text a name behind `$` is read.

import { NONE } from "../../graph/columns.ts"
import { LITERALS, OPS } from "../../syntax/facts.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"

const NAMES = /\\.|\$([\p{L}_][\p{L}\p{N}_]*)/gu

/** A text between quotes; the grammar finds what stands in `${ }`, and no bare name. */
export const text = (w: Walk, node: number): void => {
  const from = w.tree.start[node]!
  const to = w.tree.end[node]!
  const dollar = w.text.indexOf("$", from)
  const isPlain = dollar < 0 || to <= dollar
  if (!isPlain) readNames(w, node, from, to)
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.discard) return
  if (isPlain) w.pending(node, LITERALS.string)
  else w.result[node] = w.shared(OPS.operation, 0, LITERALS.string, node)
}

const readNames = (w: Walk, node: number, from: number, to: number): void => {
  const source = w.text.slice(from, to)
  const { after, start, end } = w.tree
  for (const found of source.matchAll(NAMES)) {
    const name = found[1]
    if (name === undefined || name === "this") continue
    const at = from + found.index + 1
    let isInside = false
    for (let child = node + 1; child < after[node]!; child = after[child]!) {
      if (start[child]! < at && at < end[child]!) isInside = true
    }
    if (isInside) continue
    const row = w.expression(OPS.name, w.strings.slice(at, at + name.length), NONE, at, at + name.length)
    w.alsoRefers(node, row, R.read)
  }
}

const literal = (w: Walk, node: number, kind: number): void => {
  const mode = w.mode[node]!
  if (mode !== MODES.none && mode !== MODES.discard) w.pending(node, kind)
}

/** `1`, `1L`. */
export const number = (w: Walk, node: number): void =>
  literal(w, node, LAST_L.test(w.text[w.tree.end[node]! - 1]!) ? LITERALS.long : LITERALS.number)

/** `1.0`, `1f`. */
export const float = (w: Walk, node: number): void =>
  literal(w, node, LAST_F.test(w.text[w.tree.end[node]! - 1]!) ? LITERALS.float : LITERALS.double)

const LAST_L = /l/i
const LAST_F = /f/i
