// Definitions: functions, types, their members and the variables at the top. A definition's row is made before its
// children are looked at (they are owned by it); what its children say of it is filled in after them.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { docBefore, signatureOf } from "./docs.ts"
import { returns } from "./expressions.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, LITERALS, OPS, PARAMETER_FLAGS, RETURN_KINDS, SCOPE_KINDS } from "./facts.ts"
import type { CompiledRule } from "./grammar.ts"
import { ABSENT } from "./grammar.ts"
import type { Handlers } from "./handlers.ts"
import { bindPattern } from "./patterns.ts"
import type { Walk } from "./walk.ts"

/** Where a value without a name of its own gets one: from the variable, property or target that it is given to. */
interface Place {
  /** The node that gives the name: a declarator, a pair, an assignment, a field. */
  readonly node: number
  readonly name: number
}

/** The place that names the value at `node`, or undefined. */
export const placeOf = (w: Walk, node: number): Place | undefined => {
  const { parent, field } = w.tree
  let child = node
  let above = parent[node]!
  while (child !== above && w.rule(above).transparent) {
    child = above
    above = parent[above]!
  }
  const rule = w.rule(above)
  const from = rule.names.get(field[child]!)
  if (from === undefined) return undefined
  const name = w.part(above, from)
  return name === NONE || name === child ? undefined : { node: above, name }
}

/** The value behind wrappers that a name looks through. */
const unwrap = (w: Walk, node: number): number => {
  let at = node
  while (at !== NONE && w.rule(at).transparent) at = w.first(at)
  return at
}

/** Does the value get its definition from the place that it is given to? */
const takesName = (w: Walk, value: number): boolean => {
  if (value === NONE) return false
  const rule = w.rule(value)
  return (rule.is === "function" || rule.is === "class") && rule.declares === "inside"
}

/** Flags from the modifiers that are direct children of a node. */
export const modifiersOf = (w: Walk, node: number): number => {
  const { type, after } = w.tree
  const { modifier } = w.grammar
  let flags = 0
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    flags |= modifier[type[child]!]!
    if (child + 1 < after[child]! && w.rule(child).is === "modifier") flags |= modifier[type[child + 1]!]!
  }
  return flags
}

/** The outermost node that belongs to a declaration: its statement, the export or `declare` around it. */
const outermost = (w: Walk, node: number): number => {
  const { parent, start } = w.tree
  let at = node
  for (;;) {
    const above = parent[at]!
    if (above === at) return at
    const { is } = w.rule(above)
    if (is === "export" || is === "ambient") at = above
    else if (is === "variables" && w.first(above) === at) at = above
    else if (is === "statement" && start[above] === start[at] && w.first(above) === at && w.next(at) === NONE) {
      at = above
    } else return at
  }
}

/** Is the declaration at `node` directly exported? */
const exportedBy = (w: Walk, node: number): boolean => {
  const { parent } = w.tree
  let at = node
  for (;;) {
    const above = parent[at]!
    if (above === at) return false
    const { is } = w.rule(above)
    if (is === "export") return true
    if (is !== "variables" && is !== "ambient") return false
    at = above
  }
}

/**
 * Makes the row of a definition with its header, doc and waiting decorators.
 *
 * @param node The node that is the definition.
 * @param place The node whose statement is the declaration: `node`, or what gives it its name.
 * @param body Where the header ends, or NONE.
 */
const declare = (
  w: Walk,
  node: number,
  place: number,
  kind: number,
  flags: number,
  name: number,
  nameStart: number,
  scope: number,
  body: number,
): number => {
  const outer = outermost(w, place)
  const { start, end, parent } = w.tree
  const row = w.define(kind, flags, name, scope, start[outer]!, end[node]!, nameStart)
  w.definition[node] = row
  const begin = w.adopt(parent[place]!, row, w.adopt(parent[outer]!, row, start[outer]!))
  if (kind !== 0) {
    if (exportedBy(w, place)) w.definitions.at.flags[row]! |= NODE_FLAGS.exported
    w.definitions.at.signature[row] = signatureOf(w, place, body === NONE ? end[node]! : start[body]!)
    w.definitions.at.doc[row] = docBefore(w, begin)
  }
  return row
}

/** Which part of the language's scopes a definition's name lives in. */
const spaceOf = (kind: number): number =>
  kind === NODE_KINDS.Interface.code || kind === NODE_KINDS.TypeAlias.code
    ? BINDING_FLAGS.type
    : kind === NODE_KINDS.Function.code
    ? BINDING_FLAGS.value
    : 0

const enterFunction = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const body = w.part(node, rule.part.body)
  let nameNode = w.part(node, rule.part.name)
  let place = node
  let kind = rule.kind
  let flags = rule.flags | modifiersOf(w, node)
  if (rule.lexicalThis) flags |= DEFINITION_FLAGS.lexicalThis
  if (body === NONE) flags |= NODE_FLAGS.signature
  let name = 0
  let nameStart = w.tree.start[node]!
  const own = nameNode
  const scope = w.scope
  if (rule.declares === "inside") {
    const named = placeOf(w, node)
    if (named !== undefined) {
      const target = w.rule(named.name)
      place = named.node
      const placeRule = w.rule(place)
      nameNode = named.name
      if (placeRule.is === "field" || placeRule.is === "pair") {
        kind = NODE_KINDS.Method.code
        flags |= modifiersOf(w, place)
        if (placeRule.is === "pair") ownObject(w, w.tree.parent[place]!)
      } else if (target.is === "member") {
        const property = w.part(nameNode, target.part.property)
        const whole = property !== NONE && own !== NONE && w.source(property) === w.grammar.table.wholeModuleName
        nameNode = whole ? own : property
        if (w.isOwnMember(named.name)) kind = NODE_KINDS.Method.code
      } else if (target.is === "index") {
        nameNode = w.part(nameNode, target.part.index)
        if (nameNode !== NONE && w.rule(nameNode).literal !== LITERALS.string) nameNode = NONE
      } else if (target.is !== "name") nameNode = NONE
    }
  }
  if (nameNode !== NONE) {
    name = w.keyOf(nameNode)
    nameStart = w.tree.start[nameNode]!
    if (
      rule.declares === "member" && name === w.constructorName && kind === NODE_KINDS.Method.code && w.inClass(node)
    ) kind = NODE_KINDS.Constructor.code
  } else if (rule.source.fixedName !== undefined) {
    name = w.strings.string(rule.source.fixedName)
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
  if (rule.declares === "member") ownObject(w, w.tree.parent[node]!)
  const row = declare(w, node, place, kind, flags, name, nameStart, scope, body)
  if (rule.declares === "around") w.bindDefinition(scope, row, spaceOf(kind))
  if (own !== NONE && rule.declares === "inside") {
    // an expression's own name is seen inside it only
    w.openScope("header", node, row)
    w.bind(w.scope, w.nameOf(own), "definition", spaceOf(kind), row, NONE, NONE, w.tree.start[own]!)
  }
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.function = row
  w.owner = row
}

/** An object literal with methods becomes an anonymous definition that owns them. */
const ownObject = (w: Walk, object: number): void => {
  if (w.rule(object).is !== "object") return
  if (w.definition[object] === NONE) {
    w.definition[object] = w.define(
      0,
      DEFINITION_FLAGS.anonymous,
      0,
      w.scope,
      w.tree.start[object]!,
      w.tree.end[object]!,
      w.tree.start[object]!,
    )
  }
  w.owner = w.definition[object]!
}

const exitFunction = (w: Walk, node: number): void => {
  const { part, declares } = w.rule(node)
  const row = w.definition[node]!
  const { at } = w.definitions
  const returned = w.part(node, part.returns)
  if (returned !== NONE) at.type[row] = w.use(returned)
  const scope = w.scope
  const outer = w.function
  w.scope = at.body[row]!
  w.function = row
  const alone = w.part(node, part.parameter)
  if (alone !== NONE) writeParameters(w, row, [alone])
  const body = w.part(node, part.body)
  if (body !== NONE && w.rule(body).is !== "block") returns(w, RETURN_KINDS.return, w.use(body))
  w.scope = scope
  w.function = outer
  if (declares === "inside") w.result[node] = w.leaf(node, OPS.function, 0, row)
  else if (declares === "member") memberValue(w, node, row)
}

/** A method of an object literal is a property of its value. */
const memberValue = (w: Walk, node: number, row: number): void => {
  if (w.rule(w.tree.parent[node]!).is !== "object") return
  const value = w.leaf(node, OPS.function, 0, row)
  w.result[node] = w.unary(node, OPS.property, w.definitions.at.name[row]!, value)
}

const enterClass = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const scope = w.scope
  let nameNode = w.part(node, rule.part.name)
  const own = nameNode
  let place = node
  let kind = rule.kind
  let flags = rule.flags | modifiersOf(w, node)
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
  if (rule.declares === "around") w.bindDefinition(scope, row, spaceOf(kind))
  const itself = own !== NONE && rule.declares === "inside"
  if (itself || w.part(node, rule.part.typeParameters) !== NONE) {
    w.openScope("header", node, row)
    if (itself) w.bind(w.scope, w.nameOf(own), "definition", spaceOf(kind), row, NONE, NONE, w.tree.start[own]!)
  }
  w.owner = row
  w.function = NONE
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
    return
  }
  w.definitions.at.type[row] = w.use(type)
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
  w.bindDefinition(scope, row, spaceOf(rule.kind))
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

/** Is a variable that is declared here one that other files and readers know, and no local? */
const isTop = (w: Walk): boolean => {
  const kind = w.scopes.at.kind[w.scope]
  return kind === SCOPE_KINDS.file || kind === SCOPE_KINDS.namespace
}

const isConstant = (w: Walk, node: number, rule: CompiledRule): boolean => w.word(node, rule.constant) !== NONE

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
    modifiersOf(w, variables),
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

/** The parameters of the definition that the list's parent makes, side by side. */
const exitParameters = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const { after } = w.tree
  const list: Array<number> = []
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (!w.isWord(child) && w.rule(child).is !== "decorator") list.push(child)
  }
  writeParameters(w, row, list)
}

/** Outside a list of parameters such a node names an element of a tuple. */
const exitParameter = (w: Walk, node: number): void => {
  if (w.rule(w.tree.parent[node]!).is === "parameters") return
  const { part } = w.rule(node)
  const type = w.part(node, part.type)
  if (type === NONE) return
  const name = w.part(node, part.name)
  if (name === NONE || w.rule(name).is !== "restPattern") w.pass(node, type)
  else w.result[node] = w.unary(node, OPS.spread, 0, w.use(type))
}

const writeParameters = (w: Walk, row: number, list: ReadonlyArray<number>): void => {
  if (list.length === 0) return
  const first = w.parameters.rows
  const patterns: Array<number> = []
  for (const node of list) patterns.push(writeParameter(w, row, node))
  const { at } = w.definitions
  at.parameters[row] = first
  at.parameterCount[row] = list.length
  for (let i = 0; i < list.length; i++) bindParameter(w, row, first + i, patterns[i]!, list[i]!)
}

/** Writes the row of a parameter; gives the pattern that it declares. */
const writeParameter = (w: Walk, definition: number, node: number): number => {
  const t = w.parameters
  const row = t.add()
  let pattern = node
  let flags = 0
  let type: number = NONE
  let value: number = NONE
  const rule = w.rule(node)
  if (rule.is === "parameter") {
    pattern = w.part(node, rule.part.pattern)
    type = w.use(w.part(node, rule.part.type))
    value = w.use(w.part(node, rule.part.value))
    const modifiers = rule.flags | modifiersOf(w, node)
    if (modifiers & DEFINITION_FLAGS.optional) flags |= PARAMETER_FLAGS.optional
    if (modifiers & PROPERTY_MODIFIERS && w.definitions.at.kind[definition] === NODE_KINDS.Constructor.code) {
      flags |= PARAMETER_FLAGS.property
    }
  }
  if (pattern !== NONE && w.rule(pattern).is === "defaultPattern") {
    const { part } = w.rule(pattern)
    value = w.use(w.part(pattern, part.right))
    pattern = w.part(pattern, part.left)
  }
  if (pattern !== NONE && w.rule(pattern).is === "restPattern") {
    flags |= PARAMETER_FLAGS.rest
    pattern = w.first(pattern)
  }
  if (value !== NONE) flags |= PARAMETER_FLAGS.optional
  const is = pattern === NONE ? "token" : w.rule(pattern).is
  if (is === "this") flags |= PARAMETER_FLAGS.receiver
  const named = is === "name" || is === "this"
  t.at.name[row] = named ? w.nameOf(pattern) : 0
  t.at.flags[row] = flags
  t.at.type[row] = type
  t.at.value[row] = value
  t.at.nameStart[row] = pattern === NONE ? w.tree.start[node]! : w.tree.start[pattern]!
  return pattern
}

const PROPERTY_MODIFIERS = NODE_FLAGS.private | NODE_FLAGS.protected | NODE_FLAGS.readonly | DEFINITION_FLAGS.public |
  DEFINITION_FLAGS.override

const bindParameter = (w: Walk, definition: number, row: number, pattern: number, node: number): void => {
  if (pattern === NONE) return
  const { is } = w.rule(pattern)
  if (is === "this") return
  const scope = w.definitions.at.body[definition]!
  const outer = w.scope
  w.scope = scope
  const value = w.leaf(pattern, OPS.parameter, 0, row)
  const { at } = w.parameters
  if (is === "name") {
    w.bind(
      scope,
      at.name[row]!,
      "parameter",
      BINDING_FLAGS.value,
      row,
      at.type[row]!,
      value,
      at.nameStart[row]!,
    )
    if (at.flags[row]! & PARAMETER_FLAGS.property) declareProperty(w, definition, row, node, value)
  } else {
    bindPattern(w, pattern, value, {
      declares: true,
      scope,
      flags: 0,
      type: NONE,
      kind: 0,
      definitionFlags: 0,
      start: 0,
      end: 0,
    })
  }
  w.scope = outer
}

/** A constructor's parameter that is a field as well. */
const declareProperty = (w: Walk, definition: number, parameter: number, node: number, value: number): void => {
  const owner = w.definitions.at.owner[definition]!
  const { at } = w.parameters
  const outer = w.owner
  const around = w.function
  w.owner = owner
  w.function = NONE
  const flags = modifiersOf(w, node) | DEFINITION_FLAGS.parameterProperty
  const row = w.define(
    NODE_KINDS.Property.code,
    flags,
    at.name[parameter]!,
    w.definitions.at.scope[definition]!,
    w.tree.start[node]!,
    w.tree.end[node]!,
    at.nameStart[parameter]!,
  )
  w.owner = outer
  w.function = around
  w.definitions.at.type[row] = at.type[parameter]!
  w.definitions.at.value[row] = value
  w.definitions.at.signature[row] = signatureOf(w, node, w.tree.end[node]!)
  w.definitions.at.doc[row] = docBefore(w, w.tree.start[node]!)
}

const exitTypeParameters = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const { after } = w.tree
  const t = w.typeParameters
  const first = t.rows
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    const rule = w.rule(child)
    if (rule.is === "typeParameter") typeParameter(w, child, rule)
  }
  w.definitions.at.typeParameters[row] = first
  w.definitions.at.typeParameterCount[row] = t.rows - first
}

/** One type parameter and its binding in the scope at hand. */
export const typeParameter = (
  w: Walk,
  node: number,
  rule: CompiledRule,
  constrainedBy = w.part(node, rule.part.constraint),
): void => {
  const t = w.typeParameters
  const nameNode = w.part(node, rule.part.name)
  const constraint = w.use(constrainedBy)
  const fallback = w.use(w.part(node, rule.part.fallback))
  const row = t.add()
  t.at.name[row] = nameNode === NONE ? 0 : w.nameOf(nameNode)
  t.at.constraint[row] = constraint
  t.at.fallback[row] = fallback
  if (nameNode === NONE) return
  w.bind(
    w.scope,
    t.at.name[row]!,
    "typeParameter",
    BINDING_FLAGS.type | BINDING_FLAGS.constant,
    row,
    NONE,
    NONE,
    w.tree.start[nameNode]!,
  )
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
    const t = w.supertypes
    const row = t.add()
    t.at.definition[row] = definition
    t.at.relation[row] = rule.relation
    t.at.expression[row] = expression
  }
}

const exitDecorator = (w: Walk, node: number): void => {
  const value = w.first(node)
  if (value === NONE) return
  const expression = w.use(value)
  const above = w.tree.parent[node]!
  const definition = w.definition[above]!
  if (definition !== NONE) return w.decorate(definition, expression)
  if (w.rule(above).is !== "parameter") w.postponeDecorator(above, expression, w.tree.start[node]!)
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

export const definitions = {
  function: { enter: enterFunction, exit: exitFunction },
  class: { enter: enterClass, exit: exitClass },
  members: { enter: enterMembers },
  field: { enter: enterField, exit: exitField },
  enumMember: { enter: enterField, exit: exitField },
  typeAlias: { enter: enterTypeAlias, exit: exitTypeAlias },
  namespace: { enter: enterNamespace },
  staticBlock: { enter: enterStatic },
  variables: {},
  variable: { enter: enterVariable, exit: exitVariable },
  parameters: { exit: exitParameters },
  parameter: { exit: exitParameter },
  typeParameters: { exit: exitTypeParameters },
  typeParameter: {},
  supertypes: { exit: exitSupertypes },
  decorator: { exit: exitDecorator },
  modifier: {},
  ambient: { enter: enterAmbient, exit: (w) => void w.ambient-- },
  export: {},
} as const satisfies Partial<Handlers>
