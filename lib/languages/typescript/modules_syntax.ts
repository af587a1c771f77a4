// Imports and exports as the language writes them. The forms are too many and too particular for a table.

import { NONE } from "../../graph/columns.ts"
import { BINDING_FLAGS, IMPORT_FLAGS, OPS, REFERENCE_ROLES, SCOPE_KINDS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"

const children = (w: Walk, node: number): Array<number> => {
  const { after } = w.tree
  const all: Array<number> = []
  for (let child = node + 1; child < after[node]!; child = after[child]!) all.push(child)
  return all
}

const typeName = (w: Walk, node: number): string => w.grammar.language.types[w.tree.type[node]!] ?? ""

/** Does a bare word stand directly below the node? */
const hasWord = (w: Walk, node: number, word: string): boolean => {
  for (const child of children(w, node)) if (w.isWord(child) && typeName(w, child) === word) return true
  return false
}

/** Names of a specifier: what stands on the other side, and what it is called here. */
const specifier = (w: Walk, node: number): { name: number; alias: number; typeOnly: boolean } | undefined => {
  // `default` is a word of the language where it stands for a name.
  const named = children(w, node).filter((child) => !w.isWord(child) || typeName(w, child) === "default")
  if (named.length === 0) return undefined
  return { name: named[0]!, alias: named[named.length - 1]!, typeOnly: hasWord(w, node, "type") }
}

/** `import d, { a as b } from "m"`, `import * as n from "m"`, `import "m"`, `import x = require("m")`. */
export const importStatement = (w: Walk, node: number): void => {
  const { start } = w.tree
  const at = start[node]!
  const typeOnly = hasWord(w, node, "type") ? IMPORT_FLAGS.typeOnly : 0
  const source = w.part(node, w.rule(node).part.source)
  let clause: number = NONE
  for (const child of children(w, node)) {
    const type = typeName(w, child)
    if (type === "import_clause") clause = child
    if (type === "import_require_clause") {
      const [name, module] = children(w, child).filter((it) => !w.isWord(it))
      if (name === undefined || module === undefined) return
      const whole = w.strings.string("*")
      w.importName(w.nameOf(name), w.keyOf(module), whole, typeOnly | IMPORT_FLAGS.require, at, start[name]!)
      exportAlias(w, node, name)
      return
    }
  }
  if (source === NONE) return
  const module = w.keyOf(source)
  if (clause === NONE) {
    w.import(module, 0, IMPORT_FLAGS.sideEffect, NONE, at)
    return
  }
  for (const child of children(w, clause)) {
    const type = typeName(w, child)
    if (type === "identifier") {
      w.importName(w.nameOf(child), module, w.strings.string("default"), typeOnly, at, start[child]!)
    } else if (type === "namespace_import") {
      const name = w.first(child)
      if (name !== NONE) w.importName(w.nameOf(name), module, w.strings.string("*"), typeOnly, at, start[name]!)
    } else if (type === "named_imports") {
      for (const it of children(w, child)) {
        const names = w.isWord(it) ? undefined : specifier(w, it)
        if (names === undefined) continue
        const flags = typeOnly | (names.typeOnly ? IMPORT_FLAGS.typeOnly : 0)
        w.importName(w.nameOf(names.alias), module, w.keyOf(names.name), flags, at, start[names.alias]!)
      }
    }
  }
}

/** `import x = A.B`: another name for what the path leads to. */
export const importAlias = (w: Walk, node: number): void => {
  const named = children(w, node).filter((child) => !w.isWord(child))
  const name = named[0]
  const target = named[1]
  if (name === undefined || target === undefined) return
  const { start, end } = w.tree
  let value: number = NONE
  for (const part of w.path(target)) {
    if (value === NONE) value = w.leaf(part, OPS.name, w.nameOf(part), NONE)
    else {
      const row = w.expression(OPS.member, w.nameOf(part), NONE, start[target]!, end[part]!)
      w.operand(row, value)
      value = row
    }
  }
  w.bind(w.scope, w.nameOf(name), "local", BINDING_FLAGS.constant, NONE, NONE, value, start[name]!)
  w.result[node] = value
  w.role[node] = REFERENCE_ROLES.read
  exportAlias(w, node, name)
}

/** `export import x = …`. */
const exportAlias = (w: Walk, node: number, name: number): void => {
  const above = w.tree.parent[node]!
  if (w.rule(above).is !== "export") return
  w.export("local", w.nameOf(name), w.nameOf(name), 0, NONE, false, w.tree.start[above]!)
}

const TYPE_STAR = /^export\s+type\s*\*/

export const exportStatement = (w: Walk, node: number): void => {
  // what a namespace exports are its members, not the file's
  if (w.scopes.at.kind[w.scope] !== SCOPE_KINDS.file) return
  const { start } = w.tree
  const at = start[node]!
  // the prepared text may lack the word
  const typeOnly = hasWord(w, node, "type") || TYPE_STAR.test(w.text.slice(at, at + 40))
  const sourceNode = w.part(node, w.rule(node).part.source)
  const module = sourceNode === NONE ? 0 : w.keyOf(sourceNode)
  const isDefault = hasWord(w, node, "default")
  const all = children(w, node)
  for (const child of all) {
    if (w.isWord(child)) {
      if (typeName(w, child) === "*" && module !== 0) {
        w.export("star", w.strings.string("*"), 0, module, NONE, typeOnly, at)
      }
      continue
    }
    const type = typeName(w, child)
    if (type === "export_clause") {
      // an empty list makes a module all the same
      if (w.first(child) === NONE && module === 0) w.export("local", 0, 0, 0, NONE, false, at)
      for (const it of children(w, child)) {
        const names = w.isWord(it) ? undefined : specifier(w, it)
        if (names === undefined) continue
        const kind = sourceNode === NONE ? "local" : "from"
        const only = typeOnly || names.typeOnly
        w.export(kind, w.keyOf(names.alias), w.keyOf(names.name), module, NONE, only, start[it]!)
      }
      return
    }
    if (type === "namespace_export") {
      const name = w.first(child)
      if (name !== NONE) w.export("star", w.keyOf(name), 0, module, NONE, typeOnly, at)
      return
    }
    if (w.rule(child).is === "decorator" || child === sourceNode) continue
    if (hasWord(w, node, "as")) {
      // `export as namespace X` names a global, nothing of this module
      w.role[child] = 0
      return
    }
    if (hasWord(w, node, "=")) {
      const value = w.use(child)
      w.export("assign", w.strings.string("="), 0, 0, value, false, at)
      return
    }
    if (isDefault) {
      const definition = w.definition[child]!
      if (definition !== NONE && w.result[child] === NONE) {
        const name = w.definitions.at.name[definition]!
        w.export("local", w.strings.string("default"), name, 0, NONE, false, at)
      } else w.export("value", w.strings.string("default"), 0, 0, w.use(child), false, at)
      return
    }
  }
}

/** `import("m")` before a type's name, which the prepared text made a name of: it is the module. */
export const importTypes = (w: Walk): void => {
  if (!w.text.includes("import(")) return
  const { op, name, ref, start } = w.expressions.at
  const whole = w.strings.string("*")
  for (let row = 0; row < w.expressions.rows; row++) {
    if (op[row] !== OPS.name || !w.text.startsWith("import(", start[row])) continue
    const specifier = /^import\(\s*["'](.*)["']\s*\)$/.exec(w.strings.at(name[row]!))
    if (specifier === null) continue
    const module = w.strings.string(specifier[1]!)
    ref[row] = w.import(module, whole, IMPORT_FLAGS.typeOnly, NONE, start[row]!)
    op[row] = OPS.module
    name[row] = 0
  }
}
