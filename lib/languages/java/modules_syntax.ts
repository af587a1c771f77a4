// `package`: what the file's types are names of; `import`: a name of a package or type, or all of them.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS } from "../../graph/kinds.ts"
import { IMPORT_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { addLombok } from "./lombok.ts"
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
  addLombok(w)
  markExported(w)
}

/** Seen outside of the repository are members that are public, or inherited, of types that are seen there themselves. */
const markExported = (w: Walk): void => {
  const { kind, flags, owner } = w.definitions.at
  for (let row = 0; row < w.definitions.rows; row++) {
    const above = owner[row]!
    const isSeen = above === NONE || (kind[above] !== 0 && (flags[above]! & NODE_FLAGS.exported) !== 0)
    if (!isSeen) flags[row]! &= ~NODE_FLAGS.exported
    else if (above !== NONE && (flags[row]! & NODE_FLAGS.protected) !== 0) flags[row]! |= NODE_FLAGS.exported
  }
}
