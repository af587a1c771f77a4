// Namespaces and usings: what holds the definitions of a file, and what brings names of other namespaces into sight.

import { NONE } from "../../graph/columns.ts"
import { NODE_KINDS } from "../../graph/kinds.ts"
import { withArity } from "../../syntax/arity.ts"
import { declare } from "../../syntax/declare.ts"
import { BINDING_FLAGS, IMPORT_FLAGS } from "../../syntax/facts.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import type { Walk } from "../../syntax/walk.ts"
import { childOf, children } from "./nodes.ts"

const SPACES = /\s+/g

/** A namespace that is declared for the whole file holds all that follows: what stands before it are usings. */
export const enterFile = (w: Walk, node: number): void => {
  HANDLERS.file.enter?.(w, node)
  w.inPackage(w.scope, 0)
  const whole = childOf(w, node, "file_scoped_namespace_declaration")
  if (whole === NONE) return
  openNamespace(w, whole)
  w.definitions.at.end[w.owner] = w.tree.end[node]!
  const { parent, end } = w.scopes.at
  for (let scope = w.scope; scope !== 0; scope = parent[scope]!) end[scope] = w.tree.end[node]!
}

export const enterNamespace = (w: Walk, node: number): void => openNamespace(w, node)

/** The name of a namespace is declared, and no use of the names in it. */
export const exitNamespace = (w: Walk, node: number): void => {
  const named = w.part(node, w.rule(node).part.name)
  if (named !== NONE) w.role.fill(0, named, w.tree.after[named])
}

/** `namespace A.B` is one definition and a scope for each of its names: those of `A` are seen in it too. */
const openNamespace = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const named = w.part(node, part.name)
  if (named === NONE) return
  const written = w.source(named).replace(SPACES, "")
  const name = w.strings.string(written)
  const around = packageAround(w)
  const row = declare(
    w,
    node,
    node,
    NODE_KINDS.Namespace.code,
    0,
    name,
    w.tree.start[named]!,
    w.scope,
    w.part(node, part.body),
  )
  let whole = around
  for (const each of written.split(".")) {
    whole = whole === "" ? each : `${whole}.${each}`
    w.definitions.at.body[row] = w.openScope("namespace", node, row)
    w.inPackage(w.scope, w.strings.string(whole))
  }
  w.owner = row
}

/** The whole name of the namespace around, empty outside of all. */
const packageAround = (w: Walk): string => {
  const { scope, name } = w.packages.at
  for (let row = w.packages.rows - 1; 0 <= row; row--) if (scope[row] === w.scope) return w.strings.at(name[row]!)
  return ""
}

/** A path of plain names, without type arguments and words of the language. */
const PLAIN = /^(global::)?[\p{L}\p{N}_@.]+$/u

/** Words that name a type where a name of a namespace could stand. */
const WORDS = /^(bool|byte|char|decimal|double|float|u?int|u?long|n?u?int|object|sbyte|u?short|string|void)$/

/** `using N`, `using static T`, `using A = N.T`, each `global` or not. */
export const using = (w: Walk, node: number): void => {
  const alias = w.part(node, w.rule(node).part.name)
  const path = children(w, node).find((it) => it !== alias)
  if (path === undefined) return
  const start = w.tree.start[node]!
  const words = w.text.slice(start, w.tree.start[path])
  const flags = (/^global\b/.test(words) ? IMPORT_FLAGS.everywhere : 0) |
    (/\bstatic\b/.test(words) ? IMPORT_FLAGS.members : 0)
  const written = w.source(path).replace(SPACES, "")
  const isPlain = PLAIN.test(written) && !WORDS.test(written)
  if (alias !== NONE && !isPlain) return renamedType(w, alias, path)
  // the import says what is used: its parts are no uses of their own
  w.role.fill(0, path, w.tree.after[path])
  const [plain, types] = written.replace(/^global::/, "").split(/<(.*)/)
  const name = withArity(plain!, types === undefined ? 0 : types.split(",").length)
  if (alias === NONE) {
    w.import(w.strings.string(name), w.strings.string("*"), IMPORT_FLAGS.star | flags, NONE, start)
    return
  }
  const dot = name.lastIndexOf(".")
  const module = w.strings.string(dot < 0 ? "" : name.slice(0, dot))
  w.importName(w.nameOf(alias), module, w.strings.string(name.slice(dot + 1)), flags, start, w.tree.start[alias]!)
}

/** `using A = List<int>` gives a type that is put together another name. */
const renamedType = (w: Walk, alias: number, path: number): void => {
  const type = w.use(path)
  if (type === NONE) return
  const start = w.tree.start[alias]!
  const row = w.define(NODE_KINDS.TypeAlias.code, 0, w.nameOf(alias), w.scope, start, w.tree.end[path]!, start)
  w.definitions.at.type[row] = type
  w.bindDefinition(w.scope, row, BINDING_FLAGS.type)
}

/** `extern alias X` names an assembly, which is none of the repository. */
export const externAlias = (w: Walk, node: number): void => {
  const name = w.part(node, w.rule(node).part.name)
  if (name === NONE) return
  const text = w.nameOf(name)
  w.importName(text, text, w.strings.string("*"), 0, w.tree.start[node]!, w.tree.start[name]!)
}
