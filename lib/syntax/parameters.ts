// Parameters and type parameters: the rows of one definition stand side by side, so they are written when their list ends.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { modifiersOf } from "./declare.ts"
import { docBefore, signatureOf } from "./docs.ts"
import { BINDING_FLAGS, DEFINITION_FLAGS, OPS, PARAMETER_FLAGS } from "./facts.ts"
import type { DocParameter, DocSignature } from "./doc_types.ts"
import type { CompiledRule } from "./grammar.ts"
import type { Handlers } from "./handlers.ts"
import { bindPattern } from "./patterns.ts"
import type { Walk } from "./walk.ts"

/** Types and values of parameters that are found outside of the function: what stands around its own scope. */
const enterParameters = (w: Walk, node: number): void => {
  if (w.rule(node).source.outside !== true) return
  const row = w.definition[w.tree.parent[node]!]!
  if (row === NONE) return
  const body = w.definitions.at.body[row]!
  w.scope = w.scopes.at.parent[body]!
  w.function = w.functionAround(row)
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

export const writeParameters = (w: Walk, row: number, list: ReadonlyArray<number>): void => {
  const doc = w.docs.signatures.get(row)
  const { at } = w.definitions
  const receiver = doc !== undefined && doc.receiver !== NONE ? writeReceiver(w, row, doc.receiver) : NONE
  if (receiver !== NONE) {
    at.parameters[row] = receiver
    at.parameterCount[row] = 1
  }
  if (list.length === 0) return
  const first = w.parameters.rows
  const patterns: Array<number> = []
  for (const node of list) patterns.push(writeParameter(w, row, node))
  if (w.docs.count !== 0) { for (let i = 0; i < list.length; i++) document(w, first + i, i, list[i]!, doc) }
  if (receiver === NONE) at.parameters[row] = first
  at.parameterCount[row] = w.parameters.rows - at.parameters[row]!
  if (w.grammar.table.receiverParameter === true && isOnReceiver(at.kind[row]!, at.flags[row]!)) {
    const { flags } = w.parameters.at
    if ((flags[first]! & (PARAMETER_FLAGS.rest | PARAMETER_FLAGS.keywords)) === 0) {
      flags[first]! |= PARAMETER_FLAGS.receiver
    }
  }
  for (let i = 0; i < list.length; i++) bindParameter(w, row, first + i, patterns[i]!, list[i]!)
}

/** Is a function a method that is called on something? */
const isOnReceiver = (kind: number, flags: number): boolean =>
  (kind === NODE_KINDS.Method.code || kind === NODE_KINDS.Constructor.code) &&
  (flags & DEFINITION_FLAGS.noReceiver) === 0

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
    const given = w.part(node, rule.part.value)
    value = w.use(given)
    // a default that is no value makes optional all the same
    if (given !== NONE) flags |= PARAMETER_FLAGS.optional
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
    flags |= w.rule(pattern).source.keywords === true ? PARAMETER_FLAGS.keywords : PARAMETER_FLAGS.rest
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

/** What a comment says that the function is called on stands before its parameters. */
const writeReceiver = (w: Walk, definition: number, type: number): number => {
  const t = w.parameters
  const row = t.add()
  t.at.flags[row] = PARAMETER_FLAGS.receiver | PARAMETER_FLAGS.documented
  t.at.type[row] = type
  t.at.value[row] = NONE
  t.at.nameStart[row] = w.definitions.at.nameStart[definition]!
  return row
}

/** The type of a parameter without one, from the comment before it or that of its function. */
const document = (w: Walk, row: number, index: number, node: number, doc: DocSignature | undefined): void => {
  const { at } = w.parameters
  if (at.type[row] !== NONE) return
  const own = w.docs.valueAt(w, w.tree.start[node]!)
  let said: DocParameter | undefined
  if (own !== undefined && !own.expects) said = { name: "", type: own.type, optional: false, each: false }
  else if (doc !== undefined) {
    const name = w.strings.at(at.name[row]!)
    // one that is taken apart has no name of its own: its place tells
    said = name === "" ? doc.parameters[index] : doc.parameters.find((it) => it.name === name)
  }
  if (said === undefined) return
  if (said.optional) at.flags[row]! |= PARAMETER_FLAGS.optional
  if (said.type === NONE) return
  at.flags[row]! |= PARAMETER_FLAGS.documented
  at.type[row] = said.each && (at.flags[row]! & PARAMETER_FLAGS.rest) !== 0
    ? w.derived(OPS.typeArray, NONE, said.type)
    : said.type
}

/** Gives a function the types of a function type where it has none of its own; an accessor is what the type says. */
export const typeFunction = (w: Walk, definition: number, type: number): void => {
  const { at } = w.definitions
  const accessor = (at.flags[definition]! & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0
  const { flags, type: types } = w.parameters.at
  let index = 0
  const end = at.parameters[definition]! + at.parameterCount[definition]!
  for (let row = at.parameters[definition]!; row < end; row++) {
    if ((flags[row]! & PARAMETER_FLAGS.receiver) !== 0) continue
    if (types[row] === NONE) {
      flags[row]! |= PARAMETER_FLAGS.documented
      types[row] = accessor ? type : w.derived(OPS.typeParameterOf, index, type)
    }
    index++
  }
  if (at.type[definition] === NONE) {
    at.type[definition] = accessor ? type : w.derived(OPS.typeResultOf, NONE, type)
  }
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

export const parameters = {
  parameters: { enter: enterParameters, exit: exitParameters },
  parameter: { exit: exitParameter },
  typeParameters: { exit: exitTypeParameters },
  typeParameter: {},
} as const satisfies Partial<Handlers>
