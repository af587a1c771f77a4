// Types and members as the language declares them: types with a constructor in their header, properties whose accessors
// are one definition, operators, delegates, parameters that take all the others.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { withArity } from "../../syntax/arity.ts"
import { declare, modifiersOf } from "../../syntax/declare.ts"
import { signatureOf } from "../../syntax/docs.ts"
import {
  BINDING_FLAGS,
  DEFINITION_FLAGS,
  OPS,
  PARAMETER_FLAGS,
  RETURN_KINDS,
  SUPERTYPE_RELATIONS,
  THROUGH_BASE,
} from "../../syntax/facts.ts"
import { returns } from "../../syntax/expressions.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { writeParameters } from "../../syntax/parameters.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { childOf, children, hasModifier, nodeType } from "./nodes.ts"

const ACCESS = /^(public|private|protected|internal|file)$/

/**
 * Who may name a declaration that says nothing of it: members of a class are private, those of an interface public, and a
 * member for one interface is reached through that alone.
 */
export const visibility = (w: Walk, node: number): number => {
  const { after, parent } = w.tree
  if (childOf(w, node, "explicit_interface_specifier") !== NONE) return THROUGH_BASE
  for (let child = node + 1; child < after[node]!; child = after[child]!) {
    if (w.rule(child).is === "modifier" && ACCESS.test(w.source(child))) return 0
  }
  let list = parent[node]!
  while (nodeType(w, list).startsWith("preproc_")) list = parent[list]!
  if (w.rule(list).is !== "members" || w.rule(parent[list]!).is !== "class") return DEFINITION_FLAGS.internal
  return nodeType(w, parent[list]!) === "interface_declaration" ? DEFINITION_FLAGS.public : NODE_FLAGS.private
}

// ── types ──

/** A class, struct, record or interface: its type parameters and those of its constructor are seen in all of it. */
export const enterType = (w: Walk, node: number): void => {
  const around = w.scope
  HANDLERS.class.enter?.(w, node)
  const row = w.definition[node]!
  w.definitions.at.flags[row]! |= visibility(w, node)
  const written = w.definitions.at.name[row]!
  tellApart(w, row, childOf(w, node, "type_parameter_list"))
  const list = childOf(w, node, "parameter_list")
  if (w.scope === around && (list !== NONE || childOf(w, node, "type_parameter_list") !== NONE)) {
    w.openScope("header", node, row)
  }
  if (list !== NONE) primaryConstructor(w, list, written)
}

/** Types of one name are told apart by how many type parameters they take. */
const tellApart = (w: Walk, row: number, list: number): void => {
  if (list === NONE) return
  const { name } = w.definitions.at
  const count = children(w, list).filter((it) => w.rule(it).is === "typeParameter").length
  name[row] = w.strings.string(withArity(w.strings.at(name[row]!), count))
  w.bindings.at.name[w.bindings.rows - 1] = name[row]!
}

/** The constructor that stands in the header of a type: its parameters are names in the whole of the type. */
const primaryConstructor = (w: Walk, list: number, name: number): void => {
  const { start, end } = w.tree
  const { at } = w.definitions
  const row = w.define(
    NODE_KINDS.Constructor.code,
    DEFINITION_FLAGS.public,
    name,
    w.scope,
    start[list]!,
    end[list]!,
    start[list]!,
  )
  at.body[row] = w.scope
  at.signature[row] = w.strings.string(w.strings.at(name) + w.strings.at(signatureOf(w, list, end[list]!)))
  w.definition[list] = row
}

/** Types after the colon; which of them is a class, only their definitions tell. */
export const baseList = (w: Walk, node: number): void => {
  const definition = w.owner
  if (definition === NONE) return
  const add = (type: number) => {
    const expression = w.use(type)
    if (expression === NONE) return
    const t = w.supertypes
    const row = t.add()
    t.at.definition[row] = definition
    t.at.relation[row] = SUPERTYPE_RELATIONS.extends
    t.at.expression[row] = expression
  }
  if (w.definitions.at.kind[definition] === NODE_KINDS.Enum.code) return
  let base = node
  for (const each of children(w, node)) {
    const type = nodeType(w, each)
    if (type === "argument_list") callBase(w, base, each)
    else {
      const [first, list] = type === "primary_constructor_base_type" ? children(w, each) : [each, undefined]
      base = first ?? each
      add(base)
      if (list !== undefined) callBase(w, base, list)
    }
  }
}

/** `void I.M()`: the interface that a member is written for. */
export const exitSpecifier = (w: Walk, node: number): void => {
  const definition = w.definition[w.tree.parent[node]!]!
  const [type] = children(w, node)
  const expression = type === undefined ? NONE : w.use(type)
  if (definition === NONE || expression === NONE) return
  const t = w.supertypes
  const row = t.add()
  t.at.definition[row] = definition
  t.at.relation[row] = SUPERTYPE_RELATIONS.through
  t.at.expression[row] = expression
}

/** `: Base(x)` runs the constructor of the base: the call stands where that is named. */
const callBase = (w: Walk, base: number, list: number): void => {
  const from = w.tree.start[base]!
  const { scope } = w
  w.scope = scopeOfConstructor(w)
  const callee = w.expression(OPS.super, 0, NONE, from, w.tree.end[base]!)
  const row = w.expression(OPS.call, 0, NONE, from, w.tree.end[list]!)
  w.operand(row, callee)
  for (const each of children(w, list)) w.operand(row, w.use(each))
  w.alsoRefers(base, row, R.call)
  w.scope = scope
}

/** The scope of the constructor in the header of the type at hand. */
const scopeOfConstructor = (w: Walk): number => {
  const { kind, owner, body } = w.definitions.at
  for (let row = w.owner + 1; row < w.definitions.rows; row++) {
    if (kind[row] === NODE_KINDS.Constructor.code && owner[row] === w.owner) return body[row]!
  }
  return w.scope
}

/** `where T : A, B` bounds the type parameter. */
export const constraint = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  const all = children(w, node)
  const name = all[0]
  if (row === NONE || name === undefined) return
  w.role[name] = 0
  const { typeParameters, typeParameterCount } = w.definitions.at
  const { name: names, constraint: constraints } = w.typeParameters.at
  const bounds = all.slice(1).map((it) => w.use(it)).filter((it) => it !== NONE)
  if (bounds.length === 0) return
  let bound = bounds[0]!
  if (1 < bounds.length) {
    bound = w.leaf(node, OPS.intersection, 0, NONE)
    for (const each of bounds) w.operand(bound, each)
  }
  const first = typeParameters[row]!
  for (let at = first; at < first + typeParameterCount[row]!; at++) {
    if (names[at] === w.nameOf(name)) constraints[at] = bound
  }
}

/** `delegate R D<T>(T x)` names the type of a function. */
export const enterDelegate = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const named = w.part(node, part.name)
  const name = named === NONE ? 0 : w.nameOf(named)
  const at = named === NONE ? w.tree.start[node]! : w.tree.start[named]!
  const scope = w.scope
  const flags = modifiersOf(w, node) | visibility(w, node)
  const row = declare(w, node, node, NODE_KINDS.TypeAlias.code, flags, name, at, scope, NONE)
  w.bindDefinition(scope, row, BINDING_FLAGS.type)
  tellApart(w, row, w.part(node, part.typeParameters))
  w.definitions.at.body[row] = w.openScope("header", node, row)
  w.owner = row
  const list = w.part(node, part.parameters)
  if (list === NONE) return
  const { start, end } = w.tree
  const type = w.define(
    0,
    DEFINITION_FLAGS.anonymous | NODE_FLAGS.signature,
    0,
    w.scope,
    start[node]!,
    end[node]!,
    start[node]!,
  )
  w.definition[list] = type
}

export const exitDelegate = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const list = w.part(node, part.parameters)
  const type = list === NONE ? NONE : w.definition[list]!
  if (type === NONE) return
  w.definitions.at.type[type] = w.use(w.part(node, part.type))
  w.definitions.at.type[w.definition[node]!] = w.leaf(node, OPS.typeFunction, 0, type)
}

/** The braces around members of a type; those of a namespace have a scope already. */
export const enterList = (w: Walk, node: number): void => {
  if (w.rule(w.tree.parent[node]!).is === "class") HANDLERS.members.enter?.(w, node)
}

// ── functions ──

/** Methods and constructors. */
export const enterMethod = (w: Walk, node: number): void => {
  HANDLERS.function.enter?.(w, node)
  const row = w.definition[node]!
  const { at } = w.definitions
  at.flags[row]! |= visibility(w, node)
}

/** A function of a name that the language makes: `operator +`, `~C`. */
const named = (prefix: (w: Walk, node: number) => string) => (w: Walk, node: number): void => {
  enterMethod(w, node)
  const row = w.definition[node]!
  w.definitions.at.name[row] = w.strings.string(prefix(w, node))
}

export const enterOperator = named((w, node) => `operator ${w.source(w.part(node, w.rule(node).part.operator))}`)

export const enterConversion = named((w, node) => {
  const kind =
    /\bexplicit\b/.test(w.text.slice(w.tree.start[node], w.tree.start[w.part(node, w.rule(node).part.parameters)]))
      ? "explicit"
      : "implicit"
  return `${kind} operator ${w.source(w.part(node, w.rule(node).part.returns))}`
})

export const enterDestructor = named((w, node) => `~${w.source(w.part(node, w.rule(node).part.name))}`)

/** A function in a function, a lambda: `async` is a bare word there. */
export const enterLambda = (w: Walk, node: number): void => {
  HANDLERS.function.enter?.(w, node)
  if (hasModifier(w, node, "async")) w.definitions.at.flags[w.definition[node]!]! |= NODE_FLAGS.async
}

/** The parameters of what stands around; `params` takes all that are left. */
export const exitParameters = (w: Walk, node: number): void => {
  const above = w.tree.parent[node]!
  const row = w.definition[node] === NONE ? w.definition[above]! : w.definition[node]!
  if (row === NONE) return
  const { part } = w.rule(node)
  const list: Array<number> = []
  const rest = w.part(node, part.name)
  for (const each of children(w, node)) if (w.rule(each).is === "parameter") list.push(each)
  if (rest !== NONE) list.push(rest)
  const isOfType = w.definition[node] !== NONE && w.definitions.at.kind[row] !== 0
  if (w.definitions.at.body[row] === NONE) w.definitions.at.body[row] = w.openScope("function", node, row)
  const first = w.parameters.rows
  const bound = w.bindings.rows
  writeParameters(w, row, list)
  const { flags, type } = w.parameters.at
  if (rest !== NONE) {
    const last = first + list.length - 1
    flags[last]! |= PARAMETER_FLAGS.rest
    type[last] = w.use(w.part(node, part.type))
    w.bindings.at.type[bound + list.length - 1] = type[last]!
  }
  // it is called on its first argument, as if it were a member of that
  if (list.length !== 0 && hasModifier(w, list[0]!, "this")) flags[first]! |= PARAMETER_FLAGS.receiver
  if (!isOfType) return
  if (nodeType(w, above) === "record_declaration") recordProperties(w, above, list, first)
  // what the constructor hands to that of the base is evaluated in it
  const scope = w.scope
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.scope = scope
  const bases = childOf(w, above, "base_list")
  if (bases !== NONE) w.definitions.at.end[row] = w.tree.end[bases]!
}

/** Each parameter of a record is a property of it. */
const recordProperties = (w: Walk, record: number, list: ReadonlyArray<number>, first: number): void => {
  const owner = w.owner
  w.owner = w.definition[record]!
  const { start, end } = w.tree
  for (let i = 0; i < list.length; i++) {
    const node = list[i]!
    const { name, nameStart, type } = w.parameters.at
    const row = w.define(
      NODE_KINDS.Property.code,
      DEFINITION_FLAGS.public | DEFINITION_FLAGS.parameterProperty,
      name[first + i]!,
      w.scope,
      start[node]!,
      end[node]!,
      nameStart[first + i]!,
    )
    w.definitions.at.type[row] = type[first + i]!
    w.definitions.at.signature[row] = signatureOf(w, node, end[node]!)
  }
  w.owner = owner
}

/** `x => …`: the parameter without a list. */
export const loneParameter = (w: Walk, node: number): void => {
  const row = w.definition[w.tree.parent[node]!]!
  if (row !== NONE) writeParameters(w, row, [node])
}

// ── properties ──

/** Does an accessor or arrow say how a property comes by its value? */
const isComputed = (w: Walk, node: number): boolean => {
  const list = childOf(w, node, "accessor_list")
  if (list === NONE) return childOf(w, node, "arrow_expression_clause") !== NONE
  return children(w, list).some((it) => w.part(it, w.rule(it).part.body) !== NONE)
}

/** A property, event or indexer: one definition for its accessors, which are what runs where they are written. */
export const enterProperty = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const { part } = rule
  const nameNode = w.part(node, part.name)
  const runs = isComputed(w, node)
  const list = childOf(w, node, "accessor_list")
  let flags = rule.flags | modifiersOf(w, node) | visibility(w, node) | accessorsOf(w, list)
  if (!runs && isDeclaredOnly(w, node, flags)) flags |= NODE_FLAGS.signature
  const name = nameNode === NONE ? w.strings.string(rule.source.fixedName ?? "") : w.nameOf(nameNode)
  const at = nameNode === NONE ? indexerStart(w, node) : w.tree.start[nameNode]!
  const arrow = childOf(w, node, "arrow_expression_clause")
  const row = declare(w, node, node, NODE_KINDS.Property.code, flags, name, at, w.scope, list === NONE ? arrow : list)
  w.owner = row
  if (!runs && childOf(w, node, "bracketed_parameter_list") === NONE) return
  w.definitions.at.body[row] = w.openScope("function", node, row)
  if (runs) w.function = row
}

/** Where the word stands that an indexer has for a name. */
const indexerStart = (w: Walk, node: number): number => {
  const list = childOf(w, node, "bracketed_parameter_list")
  return list === NONE ? w.tree.start[node]! : w.text.lastIndexOf("this", w.tree.start[list])
}

/** Is a property one that others have to write? */
const isDeclaredOnly = (w: Walk, node: number, flags: number): boolean =>
  (flags & NODE_FLAGS.abstract) !== 0 ||
  (nodeType(w, w.tree.parent[w.tree.parent[node]!]!) === "interface_declaration" && (flags & NODE_FLAGS.static) === 0)

/** How a property is come by: one without a list has an arrow; an event without one is as a field. */
const accessorsOf = (w: Walk, list: number): number => {
  if (list === NONE) return NODE_FLAGS.getter
  let flags = 0
  for (const each of children(w, list)) {
    const name = accessorName(w, each)
    flags |= name === "get" ? NODE_FLAGS.getter : NODE_FLAGS.setter
  }
  return flags
}

/** The word before the body of an accessor. */
const accessorName = (w: Walk, node: number): string => {
  const body = w.part(node, w.rule(node).part.body)
  const end = body === NONE ? w.tree.end[node]! : w.tree.start[body]!
  return /\b(get|set|init|add|remove)\b\W*$/.exec(w.text.slice(w.tree.start[node], end))?.[1] ?? ""
}

export const exitProperty = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const row = w.definition[node]!
  const { at } = w.definitions
  at.type[row] = w.use(w.part(node, part.type))
  const value = w.use(w.part(node, part.value))
  if (childOf(w, node, "arrow_expression_clause") === NONE) at.value[row] = value
  else giveBack(w, row, value)
}

/** The body of an accessor; what is assigned is `value` in it. */
export const enterAccessor = (w: Walk, node: number): void => {
  w.openScope("block", node, NONE)
  const property = w.tree.parent[w.tree.parent[node]!]!
  const row = w.definition[property]!
  if (row === NONE || accessorName(w, node) === "get" || w.part(node, w.rule(node).part.body) === NONE) return
  const type = w.part(property, w.rule(property).part.type)
  w.bind(w.scope, w.strings.string("value"), "local", BINDING_FLAGS.value, NONE, w.use(type), NONE, w.tree.start[node]!)
}

/** What an accessor gives back without braces. */
export const exitAccessor = (w: Walk, node: number): void => {
  const body = w.part(node, w.rule(node).part.body)
  if (body !== NONE && w.rule(body).is !== "block" && accessorName(w, node) === "get") {
    giveBack(w, w.function, w.use(body))
  }
}

const giveBack = (w: Walk, property: number, value: number): void => {
  const { function: around } = w
  w.function = property
  returns(w, RETURN_KINDS.return, value)
  w.function = around
}

/** `[A(x)]`: an attribute is a class whose name may leave its last word out. */
export const attribute = (w: Walk, node: number): void => {
  const name = w.part(node, w.rule(node).part.name)
  if (name === NONE) return
  const value = w.use(name)
  if (value === NONE) return
  const { op } = w.expressions.at
  const at = op[value] === OPS.instantiate ? w.operands.at.expression[w.expressions.at.operands[value]!]! : value
  const written = w.strings.at(w.expressions.at.name[at]!)
  if (!written.endsWith(SUFFIX)) w.expressions.at.name[at] = w.strings.string(written + SUFFIX)
  w.result[node] = value
}

const SUFFIX = "Attribute"

/** The attributes between two brackets belong to what stands around them. */
export const attributeList = (w: Walk, node: number): void => {
  const above = w.tree.parent[node]!
  const definition = w.definition[above]!
  const { is } = w.rule(above)
  for (const each of children(w, node)) {
    if (nodeType(w, each) !== "attribute" || !w.has(each)) continue
    if (definition !== NONE) w.decorate(definition, w.result[each]!, w.firstText(each))
    else if (is !== "parameter" && w.mode[above] !== MODES.none) {
      w.postponeDecorator(above, w.result[each]!, w.tree.start[node]!, w.firstText(each))
    }
  }
}
