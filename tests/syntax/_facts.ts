// Facts of a source that a test writes down, and single tables of them as text.

import { expect } from "bun:test"
import { extract } from "../../lib/syntax/extract.ts"
import { NONE } from "../../lib/graph/columns.ts"
import { NODE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import type { FileFacts } from "../../lib/syntax/facts.ts"
import { lineAt } from "../../lib/text/lines.ts"
import { grammarFor } from "./_grammars.ts"
import { definitionFlags, rows, type Section } from "./_print.ts"

export const factsOf = async (text: string, path = "a.ts"): Promise<FileFacts> => extract(await grammarFor(path), text)

/** One table of the facts of `text`. */
export const table = async (section: Section, text: string, path = "a.ts"): Promise<ReadonlyArray<string>> =>
  rows(await factsOf(text, path), section)

/** `Kind owner.name:line {flags}` of each definition that has a name. */
export const named = async (text: string, path = "a.ts"): Promise<ReadonlyArray<string>> => {
  const facts = await factsOf(text, path)
  const { kind, name, owner, nameStart, flags } = facts.definitions
  const lines: Array<string> = []
  for (let row = 0; row < facts.definitions.rows; row++) {
    if (kind[row] === 0) continue
    const above = owner[row] === NONE ? "" : facts.strings[name[owner[row]!]!]!
    const line = lineAt(facts.lineStarts, nameStart[row]!)
    const label = `${above === "" ? "" : `${above}.`}${facts.strings[name[row]!]}:${line}`
    lines.push(`${NODE_KIND_BY_CODE[kind[row]!]} ${label}${definitionFlags(flags[row]!)}`)
  }
  return lines
}

/** Do facts point into the text and into their own tables? */
export const expectSound = (facts: FileFacts, text: string): void => {
  const { expressions, operands, scopes, definitions, bindings, references } = facts
  const within = (value: number, rows: number) => expect(value === NONE || value < rows).toBe(true)
  for (let i = 0; i < expressions.rows; i++) {
    expect(expressions.start[i]!).toBeLessThanOrEqual(expressions.end[i]!)
    expect(expressions.end[i]!).toBeLessThanOrEqual(text.length)
    within(expressions.scope[i]!, scopes.rows)
    if (expressions.operandCount[i] !== 0) {
      within(expressions.operands[i]! + expressions.operandCount[i]! - 1, operands.rows)
    }
    expect(expressions.name[i]!).toBeLessThan(facts.strings.length)
  }
  for (const operand of operands.expression) within(operand, expressions.rows)
  for (const it of references.expression) expect(it).toBeLessThan(expressions.rows)
  for (let i = 0; i < definitions.rows; i++) {
    expect(definitions.start[i]!).toBeLessThanOrEqual(definitions.nameStart[i]!)
    expect(definitions.nameStart[i]!).toBeLessThanOrEqual(definitions.end[i]!)
    within(definitions.owner[i]!, i)
    within(definitions.scope[i]!, scopes.rows)
    within(definitions.type[i]!, expressions.rows)
    within(definitions.value[i]!, expressions.rows)
  }
  for (const scope of bindings.scope) expect(scope).toBeLessThan(scopes.rows)
  for (let i = 0; i < scopes.rows; i++) within(scopes.parent[i]!, i)
}
