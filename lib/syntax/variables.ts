// Variables: definitions at the top of a file or namespace, local bindings everywhere else.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { declare, exportedBy, modifiersBefore, outermost, takesName, unwrap } from "./declare.ts"
import { BINDING_FLAGS, OPS, SCOPE_KINDS } from "./facts.ts"
import type { CompiledRule } from "./grammar.ts"
import { documented, documentFunction, isModule } from "./documented.ts"
import type { Handlers } from "./handlers.ts"
import { bindPattern } from "./patterns.ts"
import type { Walk } from "./walk.ts"

/** Is a variable that is declared here one that other files and readers know, and no local? */
const isTop = (w: Walk): boolean => {
  const kind = w.scopes.at.kind[w.scope]
  return kind === SCOPE_KINDS.file || kind === SCOPE_KINDS.namespace
}

const isConstant = (w: Walk, node: number, rule: CompiledRule): boolean => {
  if (rule.constant === 0) return false
  const keyword = w.part(node, rule.part.keyword)
  return keyword === NONE ? w.word(node, rule.constant) !== NONE : w.tree.type[keyword] === rule.constant
}

const enterVariable = (w: Walk, node: number): void => {
  if (!isTop(w)) return
  const rule = w.rule(node)
  const nameNode = w.part(node, rule.part.name)
  if (nameNode === NONE || w.rule(nameNode).is !== "name") return
  if (takesName(w, unwrap(w, w.part(node, rule.part.value)))) return
  const variables = w.tree.parent[node]!
  const kind = isConstant(w, variables, w.rule(variables)) ? NODE_KINDS.Const.code : NODE_KINDS.Variable.code
  const row = declare(
    w,
    node,
    node,
    kind,
    modifiersBefore(w, variables),
    w.nameOf(nameNode),
    w.tree.start[nameNode]!,
    w.scope,
    NONE,
  )
  w.owner = row
}

const exitVariable = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const nameNode = w.part(node, rule.part.name)
  if (nameNode === NONE) return
  const variables = w.tree.parent[node]!
  const around = w.rule(variables)
  const constant = isConstant(w, variables, around)
  const flags = constant ? BINDING_FLAGS.constant : 0
  const typeNode = w.part(node, rule.part.type)
  const valueNode = w.part(node, rule.part.value)
  const value = w.use(valueNode)
  const inner = unwrap(w, valueNode)
  const isNamed = inner !== NONE && takesName(w, inner) && w.rule(nameNode).is === "name"
  // a comment stands before the first of several variables
  const place = w.docs.count === 0 ? 0 : w.tree.start[w.first(variables) === node ? outermost(w, node) : node]!
  const type = typeNode !== NONE ? w.use(typeNode) : isNamed ? NONE : documented(w, place)
  // what is taken out of a module may be a type as well
  const space = isModule(w, value) ? 0 : BINDING_FLAGS.value
  const scope = around.hoisted ? w.hoistScope() : w.scope
  const row = w.definition[node]!
  if (row !== NONE) {
    w.definitions.at.type[row] = type
    w.definitions.at.value[row] = value
    w.bind(
      scope,
      w.definitions.at.name[row]!,
      "definition",
      flags | space,
      row,
      type,
      value,
      w.tree.start[nameNode]!,
    )
    return
  }
  if (isNamed && w.definition[inner] !== NONE) {
    documentFunction(w, inner, place)
    const is = w.rule(inner).is === "class" ? 0 : BINDING_FLAGS.value
    const nameStart = w.tree.start[nameNode]!
    w.bind(scope, w.nameOf(nameNode), "definition", flags | is, w.definition[inner]!, type, value, nameStart)
    return
  }
  const typed = type !== NONE && w.rule(nameNode).is !== "name"
  const top = isTop(w)
  bindPattern(w, nameNode, typed ? w.binary(node, OPS.cast, value, type) : value, {
    declares: true,
    scope,
    flags,
    space,
    type: typed ? NONE : type,
    kind: top ? (constant ? NODE_KINDS.Const.code : NODE_KINDS.Variable.code) : 0,
    definitionFlags: exportedBy(w, node) ? NODE_FLAGS.exported : 0,
    start: w.tree.start[outermost(w, node)]!,
    end: w.tree.end[node]!,
  })
}

export const variables = {
  variables: {},
  variable: { enter: enterVariable, exit: exitVariable },
} as const satisfies Partial<Handlers>
