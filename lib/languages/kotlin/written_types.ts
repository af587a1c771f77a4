// Types that stand between the name of a function and a lambda, which the grammar does not get to see: read from the text.

import { NONE } from "../../graph/columns.ts"
import { OPS } from "../../syntax/facts.ts"
import { R, type Walk } from "../../syntax/walk.ts"

const TOKEN = /[\p{L}_][\p{L}\p{N}_]*|[<>,.*]/gu

interface Open {
  /** The type that takes arguments, NONE for the call itself. */
  readonly type: Written | undefined
  readonly arguments: Array<Written>
}

interface Written {
  readonly name: string
  readonly start: number
  readonly end: number
  /** What stands before a dot. */
  readonly inside: Written | undefined
  arguments: ReadonlyArray<Written>
}

/** The callee with the types that are written behind it, where there are some. */
export const withWrittenTypes = (w: Walk, node: number, callee: number, from: number): number => {
  if (w.text[from] !== "<") return callee
  const values: Array<number> = []
  for (const each of read(w.text, from)) values.push(expressionOf(w, node, each))
  if (values.length === 0) return callee
  const row = w.leaf(node, OPS.instantiate, 0, NONE)
  w.operand(row, callee)
  for (const value of values) w.operand(row, value)
  return row
}

/** The types between brackets. */
const read = (text: string, from: number): ReadonlyArray<Written> => {
  const open: Array<Open> = []
  let last: Written | undefined
  let dotted = false
  TOKEN.lastIndex = from
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [token] = found
    const top = open.at(-1)
    if (token === "<") {
      open.push({ type: last, arguments: [] })
      last = undefined
    } else if (token === ".") dotted = true
    else if (token === "," || token === ">") {
      if (last !== undefined && top !== undefined) top.arguments.push(last)
      last = undefined
      if (token === ",") continue
      if (open.length === 1) return open[0]!.arguments
      open.pop()
      last = top?.type
      if (last !== undefined && top !== undefined) last.arguments = top.arguments
    } else if (token !== "*" && token !== "in" && token !== "out") {
      const end = found.index + token.length
      last = { name: token, start: found.index, end, inside: dotted ? last : undefined, arguments: [] }
      dotted = false
    }
  }
  return []
}

const expressionOf = (w: Walk, node: number, type: Written): number => {
  const inside = type.inside === undefined ? NONE : expressionOf(w, node, type.inside)
  const values = type.arguments.map((it) => expressionOf(w, node, it))
  const op = inside === NONE ? OPS.typeName : OPS.typeMember
  const row = w.expression(op, w.strings.string(type.name), NONE, type.start, type.end)
  if (inside !== NONE) w.operand(row, inside)
  for (const value of values) w.operand(row, value)
  w.alsoRefers(node, row, R.type)
  return row
}
