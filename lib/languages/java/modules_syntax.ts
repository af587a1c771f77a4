// `package`: what the file's types are names of; `import`: a name of a package or type, or all of them.

import { NONE } from "../../graph/columns.ts"
import { IMPORT_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { childOf, children, hasWord } from "./nodes.ts"

/** Blanks and comments between the names of a path. */
const BETWEEN = /\s+|\/\*[^]*?\*\/|\/\/.*/g

export const importDeclaration = (w: Walk, node: number): void => {
  const path = children(w, node)[0]
  if (path === undefined) return
  const written = w.source(path).replace(BETWEEN, "")
  const { start, end } = w.tree
  const flags = hasWord(w, node, "static") ? IMPORT_FLAGS.members : 0
  if (childOf(w, node, "asterisk") !== NONE) {
    w.import(w.strings.string(written), w.strings.string("*"), flags | IMPORT_FLAGS.star, NONE, start[path]!)
    return
  }
  const dot = written.lastIndexOf(".")
  if (dot < 0) return
  const name = w.strings.string(written.slice(dot + 1))
  const module = w.strings.string(written.slice(0, dot))
  w.importName(name, module, name, flags, start[path]!, end[path]! - (written.length - dot - 1))
}

export const packageDeclaration = (w: Walk, node: number): void => {
  const path = children(w, node).find((it) => w.rule(it).is !== "decorator")
  if (path !== undefined) w.inPackage(0, w.strings.string(w.source(path).replace(BETWEEN, "")))
}

/** A file that names no package is part of the one without a name. */
export const finish = (w: Walk): void => {
  if (w.packages.rows === 0) w.inPackage(0, 0)
}
