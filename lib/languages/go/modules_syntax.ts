// Imports: a package as a whole, under the name that it is given here or the one that it has itself.

import { NONE } from "../../graph/columns.ts"
import { IMPORT_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { nodeType } from "./nodes.ts"

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
    w.importName(local, module, whole, 0, start[node]!, start[alias === NONE ? pathNode : alias]!)
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
