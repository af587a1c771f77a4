// Facts as text that a person can check against the source: one line a row, expressions written out.

import { NONE } from "../../lib/graph/columns.ts"
import { NODE_FLAGS, NODE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Facts from "../../lib/syntax/facts.ts"
import type { FileFacts } from "../../lib/syntax/facts.ts"

const nameOf = (table: Readonly<Record<string, number>>, code: number): string => {
  for (const name in table) if (table[name] === code) return name
  return `?${code}`
}

const flagsOf = (table: Readonly<Record<string, number>>, flags: number): string => {
  const names: Array<string> = []
  for (const name in table) if (flags & table[name]!) names.push(name)
  return names.length === 0 ? "" : ` {${names.join(" ")}}`
}

const DEFINITION_FLAGS = { ...NODE_FLAGS, ...Facts.DEFINITION_FLAGS }

export const definitionFlags = (flags: number): string => flagsOf(DEFINITION_FLAGS, flags)

/** One expression as `op(name, operand…)`. */
export const expression = (f: FileFacts, row: number, depth = 0): string => {
  if (row === NONE) return "-"
  if (depth > 12) return "…"
  const e = f.expressions
  const op = nameOf(Facts.OPS, e.op[row]!)
  const name = f.strings[e.name[row]!]!
  const operands: Array<string> = []
  for (let i = 0; i < e.operandCount[row]!; i++) {
    operands.push(expression(f, f.operands.expression[e.operands[row]! + i]!, depth + 1))
  }
  const ref = e.ref[row]!
  const mark = e.flags[row]! & Facts.EXPRESSION_FLAGS.optionalChain ? "?" : ""
  switch (op) {
    case "name":
      return name
    case "typeName":
      return `:${name}${operands.length ? `<${operands.join(", ")}>` : ""}`
    case "typePrimitive":
      return `:${name}`
    case "member":
      return `${operands[0]}${mark}.${name}`
    case "literal":
    case "typeLiteral":
      return `${op === "literal" ? "" : ":"}${nameOf(Facts.LITERALS, ref)}${name === "" ? "" : `'${name}'`}`
    case "operation":
      return `operation${ref === 0 ? "" : `:${nameOf(Facts.LITERALS, ref)}`}(${operands.join(", ")})`
    case "function":
    case "class":
    case "typeFunction":
    case "typeObject":
      return `${op}#${ref}`
    case "parameter":
      return `parameter#${ref}`
    case "module":
      return ref === NONE ? "module()" : `module(${f.strings[f.imports.module[ref]!]})`
    case "object":
      return `object${ref === NONE ? "" : `#${ref}`}(${operands.join(", ")})`
    default:
      return `${op}${mark}${name === "" ? "" : `.${name}`}(${operands.join(", ")})`
  }
}

const place = (f: FileFacts, offset: number): string => {
  let low = 0
  let high = f.lineStarts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (f.lineStarts[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return `${low}:${offset - f.lineStarts[low - 1]!}`
}

const scope = (f: FileFacts, row: number): string =>
  row === NONE ? "-" : `${nameOf(Facts.SCOPE_KINDS, f.scopes.kind[row]!)}${row}`

const SECTIONS = {
  scopes: (f: FileFacts, i: number) =>
    `${scope(f, i)} in ${scope(f, f.scopes.parent[i]!)}${
      f.scopes.definition[i] === NONE ? "" : ` of #${f.scopes.definition[i]}`
    }`,
  definitions: (f: FileFacts, i: number) => {
    const d = f.definitions
    const parameters = d.parameterCount[i] === 0 ? "" : ` parameters ${d.parameters[i]}+${d.parameterCount[i]}`
    const types = d.typeParameterCount[i] === 0 ? "" : ` types ${d.typeParameters[i]}+${d.typeParameterCount[i]}`
    return `#${i} ${NODE_KIND_BY_CODE[d.kind[i]!] ?? "-"} ${f.strings[d.name[i]!]} @${place(f, d.nameStart[i]!)}` +
      `${d.owner[i] === NONE ? "" : ` of #${d.owner[i]}`} in ${scope(f, d.scope[i]!)}` +
      `${flagsOf(DEFINITION_FLAGS, d.flags[i]!)}${parameters}${types}` +
      `${d.type[i] === NONE ? "" : ` type ${expression(f, d.type[i]!)}`}` +
      `${d.value[i] === NONE ? "" : ` value ${expression(f, d.value[i]!)}`}`
  },
  parameters: (f: FileFacts, i: number) => {
    const p = f.parameters
    return `${i} ${f.strings[p.name[i]!]}${flagsOf(Facts.PARAMETER_FLAGS, p.flags[i]!)}` +
      `${p.type[i] === NONE ? "" : ` type ${expression(f, p.type[i]!)}`}` +
      `${p.value[i] === NONE ? "" : ` value ${expression(f, p.value[i]!)}`}`
  },
  typeParameters: (f: FileFacts, i: number) => {
    const t = f.typeParameters
    return `${i} ${f.strings[t.name[i]!]} extends ${expression(f, t.constraint[i]!)} = ${expression(f, t.fallback[i]!)}`
  },
  bindings: (f: FileFacts, i: number) => {
    const b = f.bindings
    return `${f.strings[b.name[i]!]} in ${scope(f, b.scope[i]!)}: ${nameOf(Facts.BINDING_KINDS, b.kind[i]!)}` +
      `${b.target[i] === NONE ? "" : ` #${b.target[i]}`}${flagsOf(Facts.BINDING_FLAGS, b.flags[i]!)}` +
      `${b.type[i] === NONE ? "" : ` type ${expression(f, b.type[i]!)}`}` +
      `${b.value[i] === NONE ? "" : ` = ${expression(f, b.value[i]!)}`}`
  },
  imports: (f: FileFacts, i: number) =>
    `${f.strings[f.imports.name[i]!]} from ${f.strings[f.imports.module[i]!]}` +
    `${flagsOf(Facts.IMPORT_FLAGS, f.imports.flags[i]!)}` +
    `${f.imports.binding[i] === NONE ? "" : ` as ${f.strings[f.bindings.name[f.imports.binding[i]!]!]}`}`,
  exports: (f: FileFacts, i: number) => {
    const e = f.exports
    return `${nameOf(Facts.EXPORT_KINDS, e.kind[i]!)} ${f.strings[e.name[i]!]}` +
      `${e.local[i] === 0 ? "" : ` = ${f.strings[e.local[i]!]}`}` +
      `${e.module[i] === 0 ? "" : ` from ${f.strings[e.module[i]!]}`}` +
      `${e.expression[i] === NONE ? "" : ` value ${expression(f, e.expression[i]!)}`}${e.typeOnly[i] ? " {type}" : ""}`
  },
  supertypes: (f: FileFacts, i: number) =>
    `#${f.supertypes.definition[i]} ${nameOf(Facts.SUPERTYPE_RELATIONS, f.supertypes.relation[i]!)} ` +
    expression(f, f.supertypes.expression[i]!),
  decorators: (f: FileFacts, i: number) =>
    `#${f.decorators.definition[i]} ${expression(f, f.decorators.expression[i]!)}`,
  assignments: (f: FileFacts, i: number) =>
    `${expression(f, f.assignments.target[i]!)} = ${expression(f, f.assignments.value[i]!)}`,
  returns: (f: FileFacts, i: number) =>
    `#${f.returns.definition[i]} ${nameOf(Facts.RETURN_KINDS, f.returns.kind[i]!)} ${
      expression(f, f.returns.expression[i]!)
    }`,
  references: (f: FileFacts, i: number) =>
    `${nameOf(Facts.REFERENCE_ROLES, f.references.role[i]!)} ${expression(f, f.references.expression[i]!)} ` +
    `@${place(f, f.expressions.start[f.references.expression[i]!]!)} in ${
      scope(f, f.expressions.scope[f.references.expression[i]!]!)
    }`,
  narrowings: (f: FileFacts, i: number) => {
    const n = f.narrowings
    return `${f.strings[f.bindings.name[n.binding[i]!]!]} ${place(f, n.start[i]!)}-${place(f, n.end[i]!)} ${
      expression(f, n.type[i]!)
    }`
  },
  problems: (f: FileFacts, i: number) =>
    `${nameOf(Facts.PROBLEM_KINDS, f.problems.kind[i]!)} @${place(f, f.problems.start[i]!)}-${
      place(f, f.problems.end[i]!)
    }`,
} satisfies Partial<Record<keyof FileFacts, (f: FileFacts, row: number) => string>>

export type Section = keyof typeof SECTIONS

/** The rows of one table, a line each. */
export const rows = (facts: FileFacts, section: Section): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let i = 0; i < facts[section].rows; i++) lines.push(SECTIONS[section](facts, i))
  return lines
}

/** All tables. */
export const print = (facts: FileFacts): string => {
  let text = ""
  for (const section in SECTIONS) {
    const lines = rows(facts, section as Section)
    if (lines.length > 0) text += `${section}\n${lines.map((line) => `  ${line}\n`).join("")}`
  }
  return text
}
