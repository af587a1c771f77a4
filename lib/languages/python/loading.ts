// Modules that are loaded by a call. One that is named by a text is a value like any other; which module any other call
// loads, only a run knows: the resolver says so by what is called.

import { NONE } from "../../graph/columns.ts"
import { BINDING_KINDS, IMPORT_FLAGS, LITERALS, OPS } from "../../syntax/facts.ts"
import { ELSEWHERE, type Walk } from "../../syntax/walk.ts"

const LOADER = "import_module"
const PACKAGE = "importlib"

/** The module that a call loads by a text without dots before it, or NONE. */
export const moduleLoaded = (w: Walk, node: number, callee: number, args: ReadonlyArray<number>): number => {
  const [argument] = args
  if (callee === NONE || argument === undefined || !isLoader(w, callee)) return NONE
  if (w.literalOf(argument) !== LITERALS.string) return NONE
  const path = w.strings.at(w.keyOf(argument)).slice(1, -1)
  if (!/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u.test(path)) return NONE
  const row = w.import(w.strings.string(path), w.strings.string("*"), IMPORT_FLAGS.require, NONE, w.tree.start[node]!)
  return w.leaf(node, OPS.module, 0, row)
}

/** `importlib.import_module`, or the function as it is imported from there. */
const isLoader = (w: Walk, callee: number): boolean => {
  const { op, name, operands } = w.expressions.at
  if (w.strings.at(name[callee]!) !== LOADER) return false
  if (op[callee] === OPS.name) return comesFrom(w, name[callee]!, true)
  const object = op[callee] === OPS.member ? w.operands.at.expression[operands[callee]!]! : NONE
  return object !== NONE && op[object] === OPS.name && w.strings.at(name[object]!) === PACKAGE &&
    comesFrom(w, name[object]!, false)
}

/** Is a name, as it is seen here, imported from the package, or the package itself? */
const comesFrom = (w: Walk, name: number, asMember: boolean): boolean => {
  const { parent } = w.scopes.at
  for (let scope = w.scope; scope !== NONE; scope = parent[scope]!) {
    const binding = w.boundIn(scope, name)
    if (binding === NONE || binding === ELSEWHERE) continue
    const { kind, target } = w.bindings.at
    if (kind[binding] !== BINDING_KINDS.import) return false
    const { module, name: names } = w.imports.at
    const row = target[binding]!
    return w.strings.at(module[row]!) === PACKAGE && (w.strings.at(names[row]!) === LOADER) === asMember
  }
  return false
}
