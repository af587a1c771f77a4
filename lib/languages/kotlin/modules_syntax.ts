// The package of a file and what it imports.

import { NONE } from "../../graph/columns.ts"
import { IMPORT_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"
import { declareFacade } from "./facade.ts"
import { nameOf } from "./names.ts"
import { childOf, children, hasWord } from "./nodes.ts"

/** A dotted path as its names. */
const namesOf = (w: Walk, node: number): ReadonlyArray<string> =>
  children(w, node).map((it) => w.strings.at(nameOf(w, it)))

/** The package that a file's own names are of; one without a name where it says none. */
export const filePackage = (w: Walk, node: number): void => {
  const header = childOf(w, node, "package_header")
  const path = header === NONE ? NONE : childOf(w, header, "qualified_identifier")
  const name = path === NONE ? 0 : w.strings.string(namesOf(w, path).join("."))
  w.inPackage(0, name)
  declareFacade(w, node, name)
}

/** `import a.b.C`, `import a.b.C as D`, `import a.b.*`. */
export const importHeader = (w: Walk, node: number): void => {
  const path = childOf(w, node, "qualified_identifier")
  if (path === NONE) return
  const { start, after } = w.tree
  const names = namesOf(w, path)
  const at = start[node]!
  if (hasWord(w, node, "*")) {
    w.import(w.strings.string(names.join(".")), w.strings.string("*"), IMPORT_FLAGS.star, NONE, at)
    return
  }
  const alias = after[path]! < after[node]! ? childOf(w, node, "identifier") : NONE
  const last = names.at(-1) ?? ""
  const module = w.strings.string(names.slice(0, -1).join("."))
  const nameNode = alias === NONE ? children(w, path).at(-1)! : alias
  w.importName(nameOf(w, nameNode), module, w.strings.string(last), 0, at, start[nameNode]!)
}
