// Functions, methods and lambdas. A function's row is made before its children are looked at (they are owned by it); what
// they say of it is filled in after them.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { branchFlag, declare, decoratorFlags, kindAt, modifiersOf, placeOf, spaceOf } from "./declare.ts"
import { returns } from "./expressions.ts"
import { DEFINITION_FLAGS, LITERALS, OPS, RETURN_KINDS, SCOPE_KINDS } from "./facts.ts"
import type { CompiledRule } from "./grammar.ts"
import type { Handlers } from "./handlers.ts"
import { typeFunction, writeParameters } from "./parameters.ts"
import type { Walk } from "./walk.ts"

/** A computed key with more text names nothing. */
const LONGEST_KEY = 60

const enterFunction = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const body = w.part(node, rule.part.body)
  let nameNode = w.part(node, rule.part.name)
  let place = node
  let kind = kindAt(w, rule)
  let flags = rule.flags | modifiersOf(w, node) | decoratorFlags(w, node)
  if (rule.declares === "around") flags |= branchFlag(w, node)
  if (rule.lexicalThis) flags |= DEFINITION_FLAGS.lexicalThis
  if (body === NONE) flags |= NODE_FLAGS.signature
  let name = 0
  let nameStart = w.tree.start[node]!
  const own = nameNode
  const scope = w.scope
  if (rule.declares === "inside") {
    const named = placeOf(w, node)
    if (named !== undefined && rule.source.namedBy?.includes(w.rule(named.name).is) !== false) {
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
        const key = w.part(nameNode, target.part.index)
        nameNode = NONE
        if (key !== NONE && w.rule(key).literal === LITERALS.string) nameNode = key
        else if (key !== NONE && w.tree.end[key]! - w.tree.start[key]! <= LONGEST_KEY) {
          // written like a member with a computed name
          name = w.strings.string(`[${w.source(key)}]`)
          nameStart = w.tree.start[key]!
        }
      } else if (target.is !== "name") nameNode = NONE
    }
  }
  if (nameNode !== NONE) {
    name = w.keyOf(nameNode)
    nameStart = w.tree.start[nameNode]!
    if (name === w.constructorName && kind === NODE_KINDS.Method.code && isMember(w, node, rule)) {
      kind = NODE_KINDS.Constructor.code
    }
  } else if (name !== 0) {
    // named already
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
  if (rule.declares === "around") w.bindDefinition(scope, row, spaceOf(kind, w.grammar.table.typesAreValues))
  if (own !== NONE && rule.declares === "inside") {
    // an expression's own name is seen inside it only
    w.openScope("header", node, row)
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
  // type parameters are seen by the types of parameters, which are found outside of the function's own scope
  const list = w.part(node, rule.part.parameters)
  if (w.part(node, rule.part.typeParameters) !== NONE && list !== NONE && w.rule(list).source.outside === true) {
    w.openScope("header", node, row)
  }
  w.definitions.at.body[row] = w.openScope("function", node, row)
  w.function = row
  w.owner = row
  w.docs.signatureOf(w, node)
}

/** Is the function at hand a member of the type around? */
const isMember = (w: Walk, node: number, rule: CompiledRule): boolean =>
  rule.source.amongMembers === undefined
    ? rule.declares === "member" && w.inClass(node)
    : w.scopes.at.kind[w.scope] === SCOPE_KINDS.type

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
  const doc = w.docs.signatures.get(row)
  if (doc !== undefined && at.type[row] === NONE) at.type[row] = doc.returns
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
  if (doc !== undefined && doc.type !== NONE) typeFunction(w, row, doc.type)
  if (declares === "inside") w.result[node] = w.leaf(node, OPS.function, 0, row)
  else if (declares === "member") memberValue(w, node, row)
}

/** A method of an object literal is a property of its value. */
const memberValue = (w: Walk, node: number, row: number): void => {
  if (w.rule(w.tree.parent[node]!).is !== "object") return
  const value = w.leaf(node, OPS.function, 0, row)
  w.result[node] = w.unary(node, OPS.property, w.definitions.at.name[row]!, value)
}

export const functions = {
  function: { enter: enterFunction, exit: exitFunction },
} as const satisfies Partial<Handlers>
