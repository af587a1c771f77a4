// `await (…)…` where the grammar has no types: it takes the word for the name of a function that is called. The parser
// gets another word of one operand instead, and the walk reads in the file's own text which of the two it is.

import { NONE } from "../../graph/columns.ts"
import { expressions } from "../../syntax/expressions.ts"
import { OPS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"

/** The word before a parenthesis, which a comment may stand between; no member, no `for await`. */
const BEFORE_PARENTHESIS = /(\bfor\s+)?(?<![\w$.#])await(?=\s*(?:\/\*{1,2}[^*]{0,400}\*\/\s*)?\()/g

/** A name that is bound, or that of a method: such a text may call it. */
const AS_NAME =
  /\b(?:function|var|let|const|class)[\s*]+await\b|[{,(]\s*await\s*[,)}=]|\bawait\s*(?:=[^=]|\([^()]{0,200}\)\s*\{)/

/** The text with another word in place of `await` before a parenthesis. */
export const withoutAwaits = (text: string): string => {
  if (!text.includes("await") || AS_NAME.test(text)) return text
  return text.replace(BEFORE_PARENTHESIS, (all, loop: string | undefined) => loop === undefined ? INSTEAD : all)
}

/** As long as `await`. */
const INSTEAD = "void "

/** An operation with one operand, which may be an `await` in the file's own text. */
export const operation = (w: Walk, node: number): void => {
  if (!w.text.startsWith("await", w.tree.start[node]!)) return expressions.unary.exit(w, node)
  const value = w.part(node, w.rule(node).part.value)
  if (value !== NONE) w.result[node] = w.unary(node, OPS.await, 0, w.use(value))
}
