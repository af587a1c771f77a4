// Variables: definitions at the top of a file or namespace, local bindings everywhere else.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { declare, exportedBy, modifiersBefore, outermost, takesName, unwrap } from "./declare.ts"
import { BINDING_FLAGS, OPS, SCOPE_KINDS } from "./facts.ts"
import type { CompiledRule } from "./grammar.ts"
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
  const type = w.use(typeNode)
  const valueNode = w.part(node, rule.part.value)
  const value = w.use(valueNode)
  const scope = around.hoisted ? w.hoistScope() : w.scope
  const row = w.definition[node]!
  if (row !== NONE) {
    w.definitions.at.type[row] = type
    w.definitions.at.value[row] = value
    w.bind(
      scope,
      w.definitions.at.name[row]!,
      "definition",
      flags | BINDING_FLAGS.value,
      row,
      type,
      value,
      w.tree.start[nameNode]!,
    )
    return
  }
  const inner = unwrap(w, valueNode)
  if (inner !== NONE && takesName(w, inner) && w.rule(nameNode).is === "name" && w.definition[inner] !== NONE) {
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
