// What other languages see of functions and variables outside of types: static members of a class that the compiler makes
// for their file. The class is named by the file, or by what the file says (`@file:JvmName`), and no Kotlin names it.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "./nodes.ts"

const { Class, Function, Const, Variable } = NODE_KINDS
const SEEN: ReadonlySet<number> = new Set([Function.code, Const.code, Variable.code])
const HIDDEN = NODE_FLAGS.private | NODE_FLAGS.getter | NODE_FLAGS.setter
const GIVEN_NAME = /\bJvmName\s*\(\s*(?:name\s*=\s*)?"([^"$\\]+)"/

/** Declares the class of a file that has such names; without a name where the file's path gives it. */
export const declareFacade = (w: Walk, file: number, package_: number): void => {
  const { kind, flags, owner, scope, name, start, nameStart } = w.definitions.at
  const rows: Array<number> = []
  for (let row = 0; row < w.definitions.rows; row++) {
    if (owner[row] !== NONE || scope[row] !== 0 || !SEEN.has(kind[row]!) || (flags[row]! & HIDDEN) !== 0) continue
    rows.push(row)
  }
  if (rows.length === 0) return
  const around = w.scope
  const said = children(w, file).filter((it) => nodeType(w, it) === "file_annotation")
    .map((it) => GIVEN_NAME.exec(w.source(it))?.[1]).find((it) => it !== undefined)
  // names of the package that no code of the file can see
  const outside = w.openScopeAt("block", 0, 0, NONE)
  w.inPackage(outside, package_)
  const class_ = w.define(Class.code, DEFINITION_FLAGS.implicit, w.strings.string(said ?? ""), outside, 0, 0, 0)
  w.bindDefinition(outside, class_, BINDING_FLAGS.value)
  const inside = w.openScopeAt("type", 0, 0, class_)
  w.definitions.at.body[class_] = inside
  for (const row of rows) {
    const given = GIVEN_NAME.exec(w.text.slice(start[row]!, nameStart[row]!))?.[1]
    const as = given === undefined ? name[row]! : w.strings.string(given)
    w.bind(inside, as, "definition", BINDING_FLAGS.value, row, NONE, NONE, nameStart[row]!)
  }
  w.scope = around
}

/** The name of such a class by the file's. */
export const facadeOf = (path: string): string => {
  const base = path.slice(path.lastIndexOf("/") + 1).replace(/\.kts?$/, "")
  const name = base.replace(/[^\p{L}\p{N}_$]/gu, "_")
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Kt`
}
