// Imports: a package as a whole, under the name that it is given here or the one that it has itself.

import { NONE } from "../../graph/columns.ts"
import { IMPORT_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { constraintIn } from "./constraints.ts"
import { nodeType } from "./nodes.ts"

/** `package name`: the names of the file are the package's, in builds that the file is for. */
export const packageClause = (w: Walk, node: number): void => {
  const name = /\S+$/.exec(w.source(node))?.[0]
  if (name === undefined) return
  const { commentCount, commentStart, commentEnd, start } = w.tree
  const comments: Array<string> = []
  for (let i = 0; i < commentCount && commentStart[i]! < start[node]!; i++) {
    comments.push(w.text.slice(commentStart[i], commentEnd[i]))
  }
  const constraint = constraintIn(comments)
  w.inPackage(0, w.strings.string(constraint === "" ? name : `${name} ${constraint}`))
}

/** `import name "path"`; `.` brings in all names of the package, `_` none. */
export const importSpecification = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const { start } = w.tree
  const pathNode = w.part(node, part.source)
  if (pathNode === NONE) return
  const path = w.source(pathNode).slice(1, -1)
  const module = w.strings.string(path)
  const whole = w.strings.string("*")
  const alias = w.part(node, part.alias)
  const form = alias === NONE ? "" : nodeType(w, alias)
  if (form === "blank_identifier") w.import(module, 0, IMPORT_FLAGS.sideEffect, NONE, start[node]!)
  else if (form === "dot") w.import(module, whole, IMPORT_FLAGS.star, NONE, start[node]!)
  else {
    const local = alias === NONE ? w.strings.string(packageNameOf(path)) : w.nameOf(alias)
    const flags = alias === NONE ? IMPORT_FLAGS.ownName : 0
    w.importName(local, module, whole, flags, start[node]!, start[alias === NONE ? pathNode : alias]!)
  }
}

/**
 * The name that a package most likely has, by its path: the last part of it that is no version, without what stands
 * around the name there (`go-redis/v9`, `yaml.v3`, `x-go`).
 */
export const packageNameOf = (path: string): string => {
  const parts = path.split("/")
  let last = parts.pop()!
  if (/^v\d+$/.test(last) && parts.length > 0) last = parts.pop()!
  last = last.replace(/\.v\d+(-unstable)?$/, "")
  last = last.replace(/^go-/, "").replace(/[.-]go$/, "")
  const rest = /[^\p{L}\p{N}_]/u.exec(last)
  return rest === null || rest.index === 0 ? last : last.slice(0, rest.index)
}
