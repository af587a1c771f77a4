// Imports as the language writes them. A module is named as written, leading dots too.

import { NONE } from "../../graph/columns.ts"
import { IMPORT_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "../../syntax/nodes.ts"

const SPACES = /\s+/g

/** A path of names without the spaces that may stand in it. */
const pathOf = (w: Walk, node: number): string => w.source(node).replace(SPACES, "")

/** The name and what it is called here; the same node twice where there is no `as`. */
const named = (w: Walk, node: number): readonly [number, number] => {
  const all = children(w, node)
  return nodeType(w, node) === "aliased_import" && all.length === 2 ? [all[0]!, all[1]!] : [node, node]
}

const flagsOf = (w: Walk, node: number): number =>
  (w.function === NONE ? 0 : IMPORT_FLAGS.lazy) | (isForTypes(w, node) ? IMPORT_FLAGS.typeOnly : 0)

/** Does the statement stand where only type checkers come? */
const isForTypes = (w: Walk, node: number): boolean => {
  const { parent } = w.tree
  for (let at = node; at !== parent[at]; at = parent[at]!) {
    const rule = w.rule(parent[at]!)
    if (rule.is !== "if") continue
    const condition = w.part(parent[at]!, rule.part.condition)
    if (condition !== NONE && /^(\w+\.)?TYPE_CHECKING$/.test(w.source(condition))) {
      return w.part(parent[at]!, rule.part.then) === at
    }
  }
  return false
}

/** `import a.b.c`, which binds `a`, and `import a.b.c as d`. */
export const importStatement = (w: Walk, node: number): void => {
  const { start } = w.tree
  const at = start[node]!
  const flags = flagsOf(w, node)
  const whole = w.strings.string("*")
  for (const child of children(w, node)) {
    const [name, alias] = named(w, child)
    const path = pathOf(w, name)
    const module = w.strings.string(path)
    if (alias !== name) {
      w.importName(w.nameOf(alias), module, whole, flags, at, start[alias]!)
      continue
    }
    const dot = path.indexOf(".")
    if (dot < 0) {
      w.importName(module, module, whole, flags, at, start[name]!)
      continue
    }
    const head = w.strings.string(path.slice(0, dot))
    w.importName(head, head, whole, flags | IMPORT_FLAGS.head, at, start[name]!)
    w.import(module, 0, flags | IMPORT_FLAGS.sideEffect, NONE, at)
  }
}

/** `from m import a as b, c` and `from m import *`. */
export const importFrom = (w: Walk, node: number): void => {
  const { start } = w.tree
  const at = start[node]!
  const source = w.part(node, w.rule(node).part.source)
  if (source === NONE) return
  const flags = flagsOf(w, node)
  const module = w.strings.string(pathOf(w, source))
  for (const child of children(w, node)) {
    if (child === source) continue
    if (nodeType(w, child) === "wildcard_import") {
      w.import(module, w.strings.string("*"), flags | IMPORT_FLAGS.star, NONE, at)
      continue
    }
    const [name, alias] = named(w, child)
    w.importName(w.nameOf(alias), module, w.nameOf(name), flags, at, start[alias]!)
  }
}
