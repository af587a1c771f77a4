// Types and what belongs to them: classes, interfaces, enums, their members, aliases, namespaces, supertypes, decorators.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS } from "../graph/kinds.ts"
import { declare, decoratorFlags, modifiersOf, placeOf, spaceOf, takesName, unwrap } from "./declare.ts"
import { DEFINITION_FLAGS, OPS, SUPERTYPE_RELATIONS } from "./facts.ts"
import { documented, documentFunction } from "./documented.ts"
import type { Handlers } from "./handlers.ts"
import { ABSENT } from "./roles.ts"
import type { Walk } from "./walk.ts"

const enterClass = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const scope = w.scope
  let nameNode = w.part(node, rule.part.name)
  const own = nameNode
  let place = node
  let kind = rule.kind
  let flags = rule.flags | modifiersOf(w, node) | decoratorFlags(w, node)
  if (rule.declares === "inside") {
    const named = placeOf(w, node)
    if (named !== undefined) {
      const target = w.rule(named.name)
      place = named.node
      if (own !== NONE) nameNode = own
      else if (target.is === "member") nameNode = w.part(named.name, target.part.property)
      else if (target.is === "name" || w.rule(place).is === "pair" || w.rule(place).is === "field") {
        nameNode = named.name
      }
    }
  }
  let name = 0
  let nameStart = w.tree.start[node]!
  if (nameNode !== NONE) {
    name = w.keyOf(nameNode)
    nameStart = w.tree.start[nameNode]!
  } else {
    const byDefault = w.defaultName(node)
    if (byDefault === NONE) {
      kind = 0
      flags |= DEFINITION_FLAGS.anonymous
      place = node
    } else {
      name = w.strings.slice(byDefault, byDefault + w.grammar.table.defaultName.length)
      nameStart = byDefault
      flags |= NODE_FLAGS.default
    }
  }
  const row = declare(w, node, place, kind, flags, name, nameStart, scope, w.part(node, rule.part.body))
  if (rule.declares === "around") w.bindDefinition(scope, row, spaceOf(kind, w.grammar.table.typesAreValues))
  const itself = own !== NONE && rule.declares === "inside"
  const told = w.docs.has(w, node)
  if (itself || told || w.part(node, rule.part.typeParameters) !== NONE) {
    w.openScope("header", node, row)
    if (itself) {
      w.bind(
        w.scope,
        w.nameOf(own),
        "definition",
        spaceOf(kind, w.grammar.table.typesAreValues),
        row,
        NONE,
        NONE,
        w.tree.start[own]!,
      )
    }
  }
  w.owner = row
  if (told) documentClass(w, node, row)
  w.function = NONE
}

const documentClass = (w: Walk, node: number, row: number): void => {
  const doc = w.docs.classOf(w, node)
  if (doc === undefined) return
  if (0 < doc.baseArguments.length) w.docs.baseArguments.set(row, doc.baseArguments)
  for (const each of doc.implements) addSupertype(w, row, SUPERTYPE_RELATIONS.implements, each)
}

const addSupertype = (w: Walk, definition: number, relation: number, expression: number): void => {
  const t = w.supertypes
  const row = t.add()
  t.at.definition[row] = definition
  t.at.relation[row] = relation
  t.at.expression[row] = expression
}

const exitClass = (w: Walk, node: number): void => {
  if (w.rule(node).declares === "inside") w.result[node] = w.leaf(node, OPS.class, 0, w.definition[node]!)
}

/** The braces around members: the scope of the definition that they belong to. */
const enterMembers = (w: Walk, node: number): void => {
  const row = w.owner
  const scope = w.openScope("type", node, row)
  if (row !== NONE) w.definitions.at.body[row] = scope
  // members that are bare names, without a node of their own
  const rule = w.rule(node)
  if (rule.part.name === ABSENT) return
  const { after, field, start } = w.tree
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (field[child] !== rule.part.name) {
      if (w.rule(child).is === "enumMember") enterField(w, child)
      continue
    }
    declare(w, child, child, rule.kind, rule.flags, w.keyOf(child), start[child]!, scope, NONE)
  }
}

const enterField = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const nameNode = w.part(node, rule.part.name)
  if (nameNode === NONE || w.definition[node] !== NONE) return
  const value = unwrap(w, w.part(node, rule.part.value))
  // a function in a field is the member: its own definition carries the name
  if (takesName(w, value) && w.rule(value).is === "function") return
  const flags = rule.flags | modifiersOf(w, node)
  declare(
    w,
    node,
    node,
    rule.kind,
    flags,
    w.keyOf(nameNode),
    w.tree.start[nameNode]!,
    w.scope,
    NONE,
  )
}

const exitField = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const type = w.part(node, part.type)
  const value = w.part(node, part.value)
  let row = w.definition[node]!
  if (row === NONE) {
    const inner = unwrap(w, value)
    row = inner === NONE ? NONE : w.definition[inner]!
    if (row === NONE) return
    w.adopt(w.tree.parent[node]!, row, 0)
    w.definitions.at.value[row] = w.use(value)
    documentFunction(w, inner, w.tree.start[node]!)
    return
  }
  w.definitions.at.type[row] = type === NONE ? documented(w, w.tree.start[node]!) : w.use(type)
  w.definitions.at.value[row] = w.use(value)
}

const enterTypeAlias = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const nameNode = w.part(node, rule.part.name)
  const name = nameNode === NONE ? 0 : w.nameOf(nameNode)
  const nameStart = nameNode === NONE ? w.tree.start[node]! : w.tree.start[nameNode]!
  const flags = rule.flags | modifiersOf(w, node)
  const scope = w.scope
  const row = declare(w, node, node, rule.kind, flags, name, nameStart, scope, NONE)
  w.bindDefinition(scope, row, spaceOf(rule.kind, w.grammar.table.typesAreValues))
  if (w.part(node, rule.part.typeParameters) !== NONE) {
    w.definitions.at.body[row] = w.openScope("header", node, row)
  }
  w.owner = row
}

const exitTypeAlias = (w: Walk, node: number): void => {
  w.definitions.at.type[w.definition[node]!] = w.use(w.part(node, w.rule(node).part.value))
}

/** `namespace A.B {}` makes one definition a name; the last holds the body. */
const enterNamespace = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const nameNode = w.part(node, rule.part.name)
  const body = w.part(node, rule.part.body)
  const names = nameNode === NONE ? [] : w.path(nameNode)
  const { start } = w.tree
  const flags = rule.flags | modifiersOf(w, node)
  let row: number = NONE
  for (let i = 0; i < Math.max(1, names.length); i++) {
    const at = names[i]
    const name = at === undefined ? w.strings.string(rule.source.fixedName ?? "") : w.keyOf(at)
    const nameStart = at === undefined ? start[node]! : start[at]!
    row = declare(w, node, node, rule.kind, flags, name, nameStart, w.scope, body)
    if (0 < i) {
      w.definitions.at.start[row] = nameStart
      w.definitions.at.flags[row]! |= NODE_FLAGS.exported
    }
    if (at === undefined || w.rule(at).is === "name" || w.rule(at).is === "token") w.bindDefinition(w.scope, row, 0)
    w.definitions.at.body[row] = w.openScope("namespace", node, row)
    w.owner = row
  }
}

/** The types that a clause lists; each may be followed by its type arguments. */
const exitSupertypes = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const definition = w.owner
  if (definition === NONE) return
  const { after, field } = w.tree
  const arguments_ = rule.part.typeArguments
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.isWord(child) || w.result[child] === NONE || (arguments_ !== ABSENT && field[child] === arguments_)) continue
    let expression = w.use(child)
    const next = w.next(child)
    if (next !== NONE && arguments_ !== ABSENT && field[next] === arguments_) {
      const row = w.leaf(node, OPS.instantiate, 0, NONE)
      w.operand(row, expression)
      for (let it = next + 1; it < after[next]!; it = after[it]!) if (!w.isWord(it)) w.operand(row, w.use(it))
      expression = row
    }
    const told = rule.relation === SUPERTYPE_RELATIONS.extends ? w.docs.baseArguments.get(definition) : undefined
    if (told !== undefined && w.expressions.at.op[expression] !== OPS.instantiate) {
      const row = w.leaf(child, OPS.instantiate, 0, NONE)
      w.operand(row, expression)
      for (const each of told) w.operand(row, each)
      expression = row
    }
    addSupertype(w, definition, rule.relation, expression)
  }
}

const exitDecorator = (w: Walk, node: number): void => {
  const value = w.first(node)
  if (value === NONE) return
  const expression = w.use(value)
  const above = w.tree.parent[node]!
  const definition = w.definition[above]!
  if (definition !== NONE) return w.decorate(definition, expression, w.firstText(node))
  if (w.rule(above).is !== "parameter") {
    w.postponeDecorator(above, expression, w.tree.start[node]!, w.firstText(node))
  }
}

/** `declare …`; with a block of its own it is a namespace that the rule names. */
const enterAmbient = (w: Walk, node: number): void => {
  w.ambient++
  const rule = w.rule(node)
  const body = w.first(node)
  if (rule.kind === 0 || body === NONE || w.rule(body).is !== "block") return
  const name = rule.source.fixedName ?? ""
  const { start } = w.tree
  const nameStart = w.text.lastIndexOf(name, start[body]!)
  const row = declare(w, node, node, rule.kind, rule.flags, w.strings.string(name), nameStart, w.scope, body)
  w.definitions.at.body[row] = w.openScope("namespace", node, row)
  w.owner = row
}

const enterStatic = (w: Walk, node: number): void => {
  w.openScope("function", node, NONE)
}

export const members = {
  class: { enter: enterClass, exit: exitClass },
  members: { enter: enterMembers },
  field: { enter: enterField, exit: exitField },
  enumMember: { enter: enterField, exit: exitField },
  typeAlias: { enter: enterTypeAlias, exit: exitTypeAlias },
  namespace: { enter: enterNamespace },
  staticBlock: { enter: enterStatic },
  supertypes: { exit: exitSupertypes },
  decorator: { exit: exitDecorator },
  modifier: {},
  ambient: { enter: enterAmbient, exit: (w) => void w.ambient-- },
  export: {},
} as const satisfies Partial<Handlers>
