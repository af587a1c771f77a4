// Names that come to be by being assigned: by `=`, loops, `with`, `except` and `:=`. A name is declared in the innermost
// function, class or file around where that scope does not have it yet, and assigned where it has.

import { NONE } from "../../graph/columns.ts"
import { NODE_KINDS } from "../../graph/kinds.ts"
import { declare, takesName, unwrap } from "../../syntax/declare.ts"
import { OPS, SCOPE_KINDS } from "../../syntax/facts.ts"
import { bindPattern } from "../../syntax/patterns.ts"
import { MODES } from "../../syntax/roles.ts"
import { R, type Walk } from "../../syntax/walk.ts"
import { children, nodeType } from "../../syntax/nodes.ts"

const { file: FILE, type: TYPE } = SCOPE_KINDS

/** What a name becomes that is declared in a scope of a kind, or 0 for a local variable. */
const kindIn = (scopeKind: number): number =>
  scopeKind === FILE ? NODE_KINDS.Variable.code : scopeKind === TYPE ? NODE_KINDS.Property.code : 0

/** A variable of the file or a class is a definition before its value is looked at: what is written there belongs to it. */
export const declareAssigned = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const target = w.part(node, part.target)
  if (target === NONE || w.rule(target).is !== "name") return
  const scope = w.assigningScope()
  const kind = kindIn(w.scopes.at.kind[scope]!)
  const known = w.boundIn(scope, w.nameOf(target))
  if (kind === 0 || scope !== w.scope || (known !== NONE && !standsBeside(w, node))) return
  const value = w.part(node, part.value)
  if (value !== NONE && takesName(w, unwrap(w, value))) return
  // `a = b = c`: what stands in the value of another assignment is declared beside it, not in it
  w.owner = w.scopes.at.definition[scope]!
  w.owner = declare(w, node, node, kind, 0, w.nameOf(target), w.tree.start[target]!, scope, NONE)
}

/** Does an assignment stand in a branch, so that it is another way to come to the same name? */
const standsBeside = (w: Walk, node: number): boolean => {
  const { parent } = w.tree
  for (let at = parent[node]!; at !== parent[at]; at = parent[at]!) {
    const type = nodeType(w, at)
    if (BRANCHES.has(type)) return true
    if (type !== "block" && type !== "expression_statement" && type !== "assignment") return false
  }
  return false
}

const BRANCHES: ReadonlySet<string> = new Set([
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "finally_clause",
])

export const assignment = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const target = w.part(node, part.target)
  if (target === NONE) return
  const type = w.use(w.part(node, part.type))
  const valueNode = w.part(node, part.value)
  const value = w.use(valueNode)
  const { start } = w.tree
  if (value !== NONE) w.result[node] = value
  const row = w.definition[node]!
  if (row !== NONE) {
    w.definitions.at.type[row] = type
    w.definitions.at.value[row] = value
    const known = w.boundIn(w.scope, w.definitions.at.name[row]!)
    const binding = w.bindings.rows
    if (w.scopes.at.kind[w.scope] === FILE) {
      w.reassigned.add(known === NONE ? binding : known, node, value, w.tree.start[node]!)
    }
    if (known !== NONE) w.assignedAgain.add(known).add(binding)
    w.bind(w.scope, w.definitions.at.name[row]!, "definition", 0, row, type, value, start[target]!)
    return
  }
  const inner = valueNode === NONE ? NONE : unwrap(w, valueNode)
  if (inner !== NONE && takesName(w, inner) && w.rule(target).is === "name") {
    const made = w.definition[inner]!
    const scope = w.assigningScope()
    if (made !== NONE && w.boundIn(scope, w.nameOf(target)) === NONE) {
      w.bind(scope, w.nameOf(target), "definition", 0, made, type, value, start[target]!)
      return
    }
  }
  assignTo(w, target, value, type, node)
}

/** Declares or assigns every name of a pattern. */
const assignTo = (w: Walk, pattern: number, value: number, type: number, node: number): void => {
  const scope = w.assigningScope()
  const declared = w.rule(pattern).is === "name" && w.boundIn(scope, w.nameOf(pattern)) === NONE
  const given = type === NONE || declared ? value : w.binary(node, OPS.cast, value, type)
  const kind = nodeType(w, node) === "assignment" ? kindIn(w.scopes.at.kind[scope]!) : 0
  const { owner } = w
  if (kind !== 0) w.owner = w.scopes.at.definition[scope]!
  bindPattern(w, pattern, given, {
    declares: true,
    again: true,
    scope,
    ...(w.scopes.at.kind[scope] === TYPE ? {} : { node }),
    flags: 0,
    type: declared ? type : NONE,
    kind,
    definitionFlags: 0,
    start: w.tree.start[node]!,
    end: w.tree.end[node]!,
  })
  w.owner = owner
}

/** `a += b` says nothing new of what `a` refers to. */
export const augmented = (w: Walk, node: number): void => {
  const target = w.part(node, w.rule(node).part.target)
  if (target !== NONE) bindPattern(w, target, NONE, { declares: false })
}

export const forLoop = (w: Walk, node: number): void => {
  runIterator(w, node)
  const pattern = w.part(node, w.rule(node).part.pattern)
  if (pattern !== NONE) assignTo(w, pattern, stepOf(w, node), NONE, w.part(node, w.rule(node).part.iterated))
}

/** A loop asks what it goes over for an iterator, and that for each step. */
export const runIterator = (w: Walk, node: number): void => {
  const { part, awaitWord } = w.rule(node)
  const iterated = w.part(node, part.iterated)
  if (iterated === NONE || !w.has(iterated) || !MAY_BE_OURS.has(w.expressions.at.op[w.result[iterated]!]!)) return
  const waits = w.word(node, awaitWord) !== NONE
  const iterator = run(w, iterated, waits ? "__aiter__" : "__iter__", w.result[iterated]!)
  run(w, iterated, waits ? "__anext__" : "__next__", waits ? w.unary(iterated, OPS.await, 0, iterator) : iterator)
}

/** Expressions whose value may be an object of the project: no texts, lists and the like. */
const MAY_BE_OURS: ReadonlySet<number> = new Set([OPS.name, OPS.member, OPS.call, OPS.index, OPS.await, OPS.either])

/** The call of a member that syntax makes. */
const run = (w: Walk, node: number, name: string, value: number): number => {
  const call = w.unary(node, OPS.call, 0, w.unary(node, OPS.member, w.strings.string(name), value))
  w.alsoRefers(node, call, R.implicit)
  return call
}

/** What one step over the iterated value of a loop gives. */
export const stepOf = (w: Walk, node: number): number => {
  const { part, awaitWord } = w.rule(node)
  const iterated = w.part(node, part.iterated)
  const given = w.use(iterated)
  if (given === NONE) return NONE
  const step = w.unary(iterated, OPS.element, 0, given)
  return w.word(node, awaitWord) === NONE ? step : w.unary(iterated, OPS.await, 0, step)
}

/** `name := value` declares in the function around, through comprehensions. */
export const named = (w: Walk, node: number): void => {
  const { part } = w.rule(node)
  const name = w.part(node, part.name)
  const value = w.use(w.part(node, part.value))
  if (name !== NONE) assignTo(w, name, value, NONE, node)
  if (value !== NONE && w.mode[node] !== MODES.discard) w.result[node] = value
}

/** `with value as target`, `except Type as name`, `case Pattern as name`. */
export const asPattern = (w: Walk, node: number): void => {
  const all = children(w, node)
  const target = all[1]
  if (target === undefined) return
  const value = w.use(all[0]!)
  const above = w.tree.parent[node]!
  const isWith = nodeType(w, above) === "with_item"
  let given: number = NONE
  if (value !== NONE) given = isWith ? entered(w, node, above, value) : w.binary(node, OPS.cast, NONE, value)
  assignTo(w, target, given, NONE, node)
}

/** What entering a context gives. */
const entered = (w: Walk, node: number, item: number, value: number): number => {
  const waits = isAsync(w, item)
  const call = w.unary(
    node,
    OPS.call,
    0,
    w.unary(node, OPS.member, w.strings.string(waits ? "__aenter__" : "__enter__"), value),
  )
  return waits ? w.unary(node, OPS.await, 0, call) : call
}

const isAsync = (w: Walk, item: number): boolean => {
  let statement = w.tree.parent[item]!
  if (nodeType(w, statement) !== "with_statement") statement = w.tree.parent[statement]!
  return /^async\b/.test(w.text.slice(w.tree.start[statement]!, w.tree.start[statement]! + 6))
}

/** A context is entered and left. */
export const withItem = (w: Walk, node: number): void => {
  const value = w.first(node)
  if (value === NONE) return
  const given = nodeType(w, value) === "as_pattern" ? w.first(value) : value
  if (given === NONE || !w.has(given) || !MAY_BE_OURS.has(w.expressions.at.op[w.result[given]!]!)) return
  const waits = isAsync(w, node)
  run(w, node, waits ? "__aenter__" : "__enter__", w.result[given]!)
  run(w, node, waits ? "__aexit__" : "__exit__", w.result[given]!)
}

/** A class that is raised is called. */
export const raised = (w: Walk, node: number): void => {
  const value = w.first(node)
  if (value === NONE || !w.has(value)) return
  const { op } = w.expressions.at
  const row = w.result[value]!
  if (op[row] === OPS.name || op[row] === OPS.member) w.alsoRefers(node, w.unary(value, OPS.call, 0, row), R.implicit)
}

/** `global` and `nonlocal`: assigning such a name here declares nothing. */
export const elsewhere = (w: Walk, node: number): void => {
  const scope = w.assigningScope()
  for (const name of children(w, node)) w.bindElsewhere(scope, w.nameOf(name))
}

export const declareAlias = (w: Walk, node: number): void => {
  const rule = w.rule(node)
  const left = w.part(node, rule.part.name)
  if (left === NONE) return
  const name = /^[\p{L}\p{N}_]+/u.exec(w.source(left))?.[0]
  if (name === undefined) return
  const start = w.tree.start[left]!
  const row = declare(w, node, node, rule.kind, rule.flags, w.strings.string(name), start, w.scope, NONE)
  w.bindDefinition(w.scope, row, 0)
  w.owner = row
}

export const typeAlias = (w: Walk, node: number): void => {
  const row = w.definition[node]!
  if (row !== NONE) w.definitions.at.type[row] = w.use(w.part(node, w.rule(node).part.value))
}
