// Marks the definitions that a file gives out by a list (`export { a, b as c }`, `module.exports = { a }`), and under
// which other names; those that are exported where they stand are marked already. Whoever asks whether a definition can
// be used from outside needs both alike, and by what names.

import { NONE } from "../graph/columns.ts"
import { BINDING_KINDS, EXPORT_KINDS, OPS } from "../syntax/facts.ts"
import { ENTITIES, type Entity } from "./entities.ts"
import type { FileView } from "./file_view.ts"
import type { Imports } from "./imports.ts"
import type { Nodes } from "./nodes.ts"
import { type Program, SPACES } from "./program.ts"
import type { Symbols } from "./symbols.ts"

/** The name of what a module gives out without one. */
const DEFAULT = "default"

/** Adds the flag and the names to the draft's nodes, by what a file says. O(exports). */
export const exportedMarker = (
  program: Program,
  symbols: Symbols,
  imports: Imports,
  nodes: Nodes,
): (f: FileView) => void => {
  const markSymbol = (symbol: number, name: string): void => {
    for (let g = symbol; g !== NONE; g = symbols.nextPart[g]!) {
      if (nodes.of[g] !== NONE) nodes.giveOut(g, name)
    }
  }
  const mark = (entity: Entity, name: string): void => {
    if (imports.entities.kind[entity] === ENTITIES.definition) markSymbol(imports.entities.a[entity]!, name)
  }
  const markValue = (f: FileView, expression: number, name: string): void => {
    if (expression === NONE) return
    mark(imports.entityOfValue(f, expression, SPACES.value), name)
    if (f.op[expression] !== OPS.object) return
    for (let i = 0; i < f.operandCount[expression]!; i++) {
      const part = f.operand(expression, i)
      if (part === NONE || f.op[part] !== OPS.property || f.operandCount[part] === 0) continue
      const value = f.operand(part, 0)
      if (value !== NONE) mark(imports.entityOfValue(f, value, SPACES.value), f.facts.strings[f.exprName[part]!]!)
    }
  }
  return (f) => {
    const { exports, bindings, strings } = f.facts
    for (let row = 0; row < exports.rows; row++) {
      const kind = exports.kind[row]
      const name = strings[exports.name[row]!]!
      if (kind === EXPORT_KINDS.value) markValue(f, exports.expression[row]!, name)
      if (kind === EXPORT_KINDS.assign) markValue(f, exports.expression[row]!, DEFAULT)
      for (const space of [SPACES.value, SPACES.type]) {
        if (kind === EXPORT_KINDS.from) mark(imports.exported(f, f.name(exports.name[row]!), space), name)
        if (kind !== EXPORT_KINDS.local) continue
        const binding = program.lookUp(f, 0, f.name(exports.local[row]!), space)
        if (binding !== NONE) mark(imports.entityOf(binding, space), name)
      }
    }
    if (f.language.policy.exports !== "all") return
    const marked = new Set<number>()
    for (let row = 0; row < bindings.rows; row++) {
      if (bindings.scope[row] !== 0 || bindings.kind[row] !== BINDING_KINDS.definition) continue
      const symbol = symbols.of[f.definitionBase + bindings.target[row]!]!
      const key = symbol * strings.length + bindings.name[row]!
      if (marked.has(key)) continue
      marked.add(key)
      markSymbol(symbol, strings[bindings.name[row]!]!)
    }
  }
}
