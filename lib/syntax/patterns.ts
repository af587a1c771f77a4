// Patterns: what is declared or assigned by taking a value apart. The parts are written out as expressions over the
// value (`{ a: [b] } = x` gives `b` the value `x.a[0]`), so that nobody after this needs to know of patterns.

import { NONE } from "../graph/columns.ts"
import { BINDING_FLAGS, LITERALS, OPS } from "./facts.ts"
import type { Handlers } from "./handlers.ts"
import type { Walk } from "./walk.ts"
import { R } from "./walk.ts"

/** What becomes of the names in a pattern. */
export type Target =
  /** Assigned: they exist already. */
  | { readonly declares: false }
  | {
    readonly declares: true
    /** Names that the scope has are assigned; the others are declared. */
    readonly again?: boolean
    /** The node after which they have their values. */
    readonly node?: number
    readonly scope: number
    /** `BINDING_FLAGS` beside `value`. */
    readonly flags: number
    /** Where the names live: `BINDING_FLAGS.value`, or 0 for values and types alike. */
    readonly space?: number
    readonly type: number
    /** Kind of the definition that each name becomes, or 0 for a local variable. */
    readonly kind: number
    readonly definitionFlags: number
    readonly start: number
    readonly end: number
  }

const stackNodes: Array<number> = []
const stackValues: Array<number> = []

/**
 * Binds or assigns every name of a pattern.
 *
 * @param value The value that is taken apart, or NONE.
 * @returns The expression of the target where the pattern is a single one and no name is declared, else NONE.
 */
export const bindPattern = (w: Walk, pattern: number, value: number, target: Target): number => {
  const { tree } = w
  let only: number = NONE
  const base = stackNodes.length
  stackNodes.push(pattern)
  stackValues.push(value)
  while (base < stackNodes.length) {
    const node = stackNodes.pop()!
    const given = stackValues.pop()!
    const rule = w.rule(node)
    switch (rule.is) {
      case "name": {
        const written = bindName(w, node, given, target)
        if (node === pattern) only = written
        break
      }
      case "shorthandPattern": {
        bindName(w, node, memberOf(w, node, given, w.nameOf(node)), target)
        break
      }
      case "objectPattern": {
        pushChildren(w, node, (child) => {
          stackNodes.push(child)
          stackValues.push(given)
        })
        break
      }
      case "arrayPattern":
      case "array": {
        let position = 0
        const first = stackNodes.length
        for (let child = node + 1; child < tree.after[node]!; child = tree.after[child]!) {
          if (w.isWord(child)) {
            position++
            continue
          }
          stackNodes.push(child)
          if (w.rule(child).is !== "restPattern") {
            stackValues.push(elementOf(w, child, given, position))
            continue
          }
          // what stands after the rest is counted from the end
          const later = elementsAfter(w, node, child)
          stackValues.push(later === 0 || given === NONE ? given : restOf(w, child, given, position, later))
          position = -later - 1
        }
        reverse(first)
        break
      }
      case "pairPattern": {
        const key = w.part(node, rule.part.key)
        const inner = w.part(node, rule.part.value)
        if (inner === NONE) break
        stackNodes.push(inner)
        stackValues.push(key === NONE ? NONE : keyedBy(w, key, given))
        break
      }
      case "defaultPattern": {
        const inner = w.part(node, rule.part.left)
        const fallback = w.use(w.part(node, rule.part.right))
        if (inner === NONE) break
        // `{ a = 1 }`: the name that is taken out stands inside the default
        const taken = w.rule(inner).is === "shorthandPattern" ? memberOf(w, inner, given, w.nameOf(inner)) : given
        const either = fallback === NONE
          ? taken
          : taken === NONE
          ? fallback
          : w.binary(node, OPS.either, taken, fallback)
        if (w.rule(inner).is === "shorthandPattern") bindName(w, inner, either, target)
        else {
          stackNodes.push(inner)
          stackValues.push(either)
        }
        break
      }
      case "wrap":
      case "restPattern":
      case "list": {
        pushChildren(w, node, (child) => {
          stackNodes.push(child)
          stackValues.push(given)
        })
        break
      }
      default: {
        const written = w.result[node]!
        if (!w.has(node)) break
        if (given !== NONE) w.assign(written, given, tree.start[node]!)
        if (node === pattern) only = written
      }
    }
  }
  return only
}

/** The part of a list that a rest in the middle takes. */
const restOf = (w: Walk, node: number, list: number, from: number, later: number): number =>
  w.unary(node, OPS.index, w.strings.string(`${from}:-${later}`), list)

/** How many elements of a pattern stand behind one of them. */
const elementsAfter = (w: Walk, pattern: number, element: number): number => {
  const { after } = w.tree
  let count = 0
  for (let child = after[element]!; child < after[pattern]!; child = after[child]!) if (!w.isWord(child)) count++
  return count
}

/** Pushes the children of a node so that the first is popped first. */
const pushChildren = (w: Walk, node: number, push: (child: number) => void): void => {
  const { after } = w.tree
  const first = stackNodes.length
  for (let child = node + 1; child < after[node]!; child = after[child]!) if (!w.isWord(child)) push(child)
  reverse(first)
}

const reverse = (first: number): void => {
  for (let i = first, j = stackNodes.length - 1; i < j; i++, j--) {
    const node = stackNodes[i]!
    const value = stackValues[i]!
    stackNodes[i] = stackNodes[j]!
    stackValues[i] = stackValues[j]!
    stackNodes[j] = node
    stackValues[j] = value
  }
}

const memberOf = (w: Walk, node: number, object: number, name: number): number => {
  if (object === NONE) return NONE
  const row = w.unary(node, OPS.member, name, object)
  w.result[node] = row
  w.role[node] = R.read
  return row
}

const elementOf = (w: Walk, node: number, object: number, position: number): number => {
  if (object === NONE) return NONE
  const name = w.strings.string(String(position))
  const key = w.shared(OPS.literal, name, LITERALS.number, node)
  const row = w.leaf(node, OPS.index, name, NONE)
  w.operand(row, object)
  w.operand(row, key)
  return row
}

const keyedBy = (w: Walk, key: number, object: number): number => {
  if (object === NONE) return NONE
  if (w.result[key] === NONE) return memberOf(w, key, object, w.keyOf(key))
  const at = w.use(key)
  const row = w.leaf(key, OPS.index, 0, NONE)
  w.operand(row, object)
  w.operand(row, at)
  return row
}

const bindName = (w: Walk, node: number, value: number, target: Target): number => {
  const name = w.nameOf(node)
  const known = target.declares && target.again === true ? w.boundIn(target.scope, name) : NONE
  if (!target.declares || known !== NONE) {
    if (known !== NONE) {
      w.assignedAgain.add(known)
      if (target.declares && target.node !== undefined) {
        w.reassigned.add(known, target.node, value, w.tree.start[target.node]!)
      }
    } else if (w.grammar.table.assigningDeclares === true) {
      const changed = w.boundIn(w.assigningScope(), name)
      w.assignedAgain.add(changed)
      w.reassigned.add(changed, node, NONE, w.tree.start[node]!)
    }
    const row = w.leaf(node, OPS.name, name, NONE)
    w.result[node] = row
    w.role[node] = R.write
    if (value !== NONE) w.assign(row, value, w.tree.start[node]!)
    return row
  }
  const flags = target.flags | (target.space ?? BINDING_FLAGS.value)
  const nameStart = w.tree.start[node]!
  if (target.node !== undefined) w.reassigned.add(w.bindings.rows, target.node, value, w.tree.start[target.node]!)
  if (target.kind !== 0) {
    const row = w.define(
      target.kind,
      target.definitionFlags,
      name,
      target.scope,
      target.start,
      target.end,
      nameStart,
    )
    w.definitions.at.value[row] = value
    w.definitions.at.type[row] = target.type
    w.bind(target.scope, name, "definition", flags, row, target.type, value, nameStart)
  } else w.bind(target.scope, name, "local", flags, NONE, target.type, value, nameStart)
  return NONE
}

export const patterns = {
  objectPattern: {},
  arrayPattern: {},
  pairPattern: {},
  shorthandPattern: {},
  defaultPattern: {},
  restPattern: {},
} as const satisfies Partial<Handlers>
