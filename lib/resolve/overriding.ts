// Which function of a type takes the place of which one of a base, where functions of one name stand side by side: the
// parameters tell, and the name alone does not.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, THROUGH_BASE } from "../syntax/facts.ts"
import { basesOf, baseThrough, directBases } from "./bases.ts"
import { valueOf } from "./definition_values.ts"
import { expandAliases } from "./expansion.ts"
import type { FileView } from "./file_view.ts"
import { seenFrom } from "./members.ts"
import { resultOf } from "./signatures.ts"
import type { Nodes } from "./nodes.ts"
import { isMethod, replaces } from "./overload_sets.ts"
import { isSameWhole } from "./same_types.ts"
import { SLOTS, type Solver } from "./solver.ts"
import { functionOf, instanceOf } from "./substitution.ts"
import { KINDS, type Type } from "./types.ts"

const { Class, Interface, Enum, Method, Property } = NODE_KINDS
const TYPES: ReadonlySet<number> = new Set([0, Class.code, Interface.code, Enum.code])
/** Members that are nobody's but the type's own. */
const KEPT = NODE_FLAGS.private | NODE_FLAGS.static
const ACCESSORS = NODE_FLAGS.getter | NODE_FLAGS.setter

/** Draws OVERRIDES and DISPATCHES of the functions and accessors that a type declares. O(its members, bases). */
export const drawReplaced = (s: Solver, nodes: Nodes, f: FileView, d: number): void => {
  const { kind, flags, owner, name, rows, end, start } = f.facts.definitions
  if (!TYPES.has(kind[d]!)) return
  const symbol = s.symbols.of[f.definitionBase + d]!
  const bases = s.ask(() => basesOf(s, symbol))
  if (bases.length === 0) return
  const own: Array<number> = []
  for (let m = d + 1; m < rows && start[m]! < end[d]!; m++) {
    if (owner[m] !== d || (kind[m] !== Method.code && kind[m] !== Property.code)) continue
    if (isThroughBase(flags[m]!)) own.unshift(m)
    else if ((flags[m]! & KEPT) === 0) own.push(m)
  }
  /** What members take the place of that are reached through it alone: no other one does as well. */
  const taken = new Set<number>()
  const draw = drawer(nodes)
  for (const m of own) {
    const member = f.definitionBase + m
    if (nodes.of[member] === NONE) continue
    const key = f.memberNamed(name[m]!, kind[m]!, flags[m]!)
    const isApart = isThroughBase(flags[m]!)
    const through = isApart ? s.ask(() => baseThrough(s, f, m)) : undefined
    for (const each of bases) {
      const base = s.ask(() => expandAliases(s, each))
      if (s.types.kind[base] !== KINDS.instance) continue
      if (through !== undefined && !s.ask(() => isSameWhole(s, base, through, 0))) continue
      const replaced = s.ask(() => replacedIn(s, base, instanceOf(s, symbol), key, member))
      if (replaced === NONE || nodes.of[replaced] === NONE || (taken.has(replaced) && !isApart)) continue
      if (isApart) taken.add(replaced)
      const { code, confidence } = REASONS.heritage
      nodes.draft.addEdge(EDGE_KINDS.OVERRIDES.code, nodes.of[member]!, nodes.of[replaced]!, confidence, code, NONE)
      draw(replaced, member)
    }
  }
  if (kind[d] === Class.code && symbol === f.definitionBase + d) drawInherited(s, nodes, symbol, bases)
}

/** Draws that a call of one member may run another. */
const drawer = (nodes: Nodes) => (called: number, running: number): void => {
  const { code, confidence } = REASONS.heritage
  nodes.draft.addEdge(EDGE_KINDS.DISPATCHES.code, nodes.of[called]!, nodes.of[running]!, confidence, code, NONE)
}

/**
 * What a class inherits may stand for the members of an interface that only the class names: none of the two types knows
 * of the other, and a call of the interface's member runs the inherited one.
 */
const drawInherited = (s: Solver, nodes: Nodes, symbol: number, bases: ReadonlyArray<Type>): void => {
  const instances = bases.map((it) => s.ask(() => expandAliases(s, it))).filter((it) =>
    s.types.kind[it] === KINDS.instance
  )
  const classes = instances.filter((it) => s.kindOf(s.types.a[it]!) === Class.code)
  if (classes.length === 0) return
  const receiver = instanceOf(s, symbol)
  const draw = drawer(nodes)
  for (const base of instances) {
    const named = s.types.a[base]!
    if (!s.ask(() => isListed(s, symbol, base))) continue
    // what a base class names as well is told of that
    if (classes.some((it) => s.ask(() => basesOf(s, s.types.a[it]!)).some((up) => s.types.a[up] === named))) continue
    for (const [member, key] of membersOf(s, named)) {
      if (nodes.of[member] === NONE || s.ask(() => isWritten(s, symbol, base, key, member))) continue
      const running = s.ask(() => inheritedFor(s, classes, receiver, base, key, member))
      if (running !== NONE && nodes.of[running] !== NONE) draw(member, running)
    }
  }
}

/** Members that a type declares for others to stand for, with the keys of their names. */
const membersOf = (s: Solver, symbol: number): ReadonlyArray<readonly [member: number, key: number]> => {
  const all: Array<readonly [number, number]> = []
  for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
    const f = s.file(part)
    const { kind, flags, owner, name, rows, start, end } = f.facts.definitions
    const d = part - f.definitionBase
    for (let m = d + 1; m < rows && start[m]! < end[d]!; m++) {
      if (owner[m] !== d || (kind[m] !== Method.code && kind[m] !== Property.code) || (flags[m]! & KEPT) !== 0) continue
      all.push([f.definitionBase + m, f.memberNamed(name[m]!, kind[m]!, flags[m]!)])
    }
  }
  return all
}

/** Does a type write a member for one of an interface itself? */
const isWritten = (s: Solver, symbol: number, base: Type, key: number, member: number): boolean => {
  const receiver = instanceOf(s, symbol)
  for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
    const f = s.file(part)
    const { kind, flags, owner, name, rows, start, end } = f.facts.definitions
    const d = part - f.definitionBase
    for (let m = d + 1; m < rows && start[m]! < end[d]!; m++) {
      if (owner[m] !== d || (kind[m] !== Method.code && kind[m] !== Property.code)) continue
      if (
        f.memberNamed(name[m]!, kind[m]!, flags[m]!) !== key || ((flags[m]! & KEPT) !== 0 && !isThroughBase(flags[m]!))
      ) continue
      if (standsFor(s, f.definitionBase + m, member, receiver, base, receiver)) return true
    }
  }
  return false
}

/** The member of the nearest base class that stands for one of an interface, or NONE. */
const inheritedFor = (
  s: Solver,
  classes: ReadonlyArray<Type>,
  receiver: Type,
  base: Type,
  key: number,
  member: number,
): number => {
  for (const each of classes) {
    for (let c = s.symbols.member(s.types.a[each]!, false, key); c !== NONE; c = s.symbols.nextMember[c]!) {
      const asksForMark = s.file(c).language.policy.overridesAreMarked === true
      if ((s.flagsOf(c) & KEPT) !== 0 || (asksForMark && (s.flagsOf(c) & DEFINITION_FLAGS.public) === 0)) continue
      if (standsFor(s, c, member, receiver, base, each)) return c
    }
  }
  return NONE
}

/** Do two members have the same parameters, seen from a type that inherits both? */
const standsFor = (s: Solver, running: number, member: number, receiver: Type, base: Type, from: Type): boolean =>
  isMethod(s, running) === isMethod(s, member) && s.kindOf(running) === s.kindOf(member) && replaces(
    s,
    seenFrom(s, running, functionOf(s, running), receiver, from),
    seenFrom(s, member, functionOf(s, member), receiver, base),
  )

/** Do a property and that of a base hold values of one type? */
const isOneValue = (s: Solver, member: number, other: number, receiver: Type, base: Type): boolean =>
  isSameWhole(
    s,
    seenFrom(s, member, s.slot(SLOTS.value, member), receiver, receiver),
    seenFrom(s, other, s.slot(SLOTS.value, other), receiver, base),
    0,
  )

const isThroughBase = (flags: number): boolean => (flags & THROUGH_BASE) === THROUGH_BASE

/** The member of a base that a member takes the place of, or NONE. */
const replacedIn = (s: Solver, base: Type, receiver: Type, key: number, member: number): number => {
  const flags = s.flagsOf(member)
  const accessor = flags & ACCESSORS
  const isMarked = (flags & DEFINITION_FLAGS.override) !== 0
  const asksForMark = s.file(member).language.policy.overridesAreMarked === true
  if (!isMarked && asksForMark && !mayImplement(s, member, base)) return NONE
  // what is written in another part of the type has parameters of that part
  const own = isMethod(s, member) ? seenFrom(s, member, valueOf(s, member), receiver, receiver) : undefined
  const isOfInterface = s.kindOf(s.types.a[base]!) === Interface.code
  for (let b = s.symbols.member(s.types.a[base]!, false, key); b !== NONE; b = s.symbols.nextMember[b]!) {
    if ((s.flagsOf(b) & KEPT) !== 0) continue
    if (own !== undefined) {
      if (!isMethod(s, b)) continue
      const other = seenFrom(s, b, valueOf(s, b), receiver, base)
      if (!replaces(s, own, other)) continue
      if (!asksForMark || !isOfInterface || isSameWhole(s, resultOf(s, own), resultOf(s, other), 0)) return b
    } else if (asksForMark) {
      // what is marked, or listed, is no plain field: whatever runs behind it, it is the same property, event or indexer
      if (
        standsFor(s, member, b, receiver, base, receiver) &&
        (!isOfInterface || isOneValue(s, member, b, receiver, base))
      ) {
        return b
      }
    } else if (haveOneAccessor(s.flagsOf(b), accessor)) {
      // an accessor takes the place of one, whatever holds it
      if (accessor !== 0 || (s.kindOf(b) === s.kindOf(member) && (isMarked || isOpenToBases(s, b)))) return b
    }
  }
  return NONE
}

/** May a member that is marked as nothing stand for one of a base: seen by all, in a class that names the interface? */
const mayImplement = (s: Solver, member: number, base: Type): boolean => {
  const symbol = s.symbols.of[s.ownerOf(member)]!
  return s.kindOf(symbol) !== Interface.code && (s.flagsOf(member) & DEFINITION_FLAGS.public) !== 0 &&
    isListed(s, symbol, base)
}

/** Is a base an interface that a type names itself, or one that such an interface inherits from? */
const isListed = (s: Solver, symbol: number, base: Type): boolean => {
  const isInterface = (type: Type): boolean =>
    s.types.kind[type] === KINDS.instance && s.kindOf(s.types.a[type]!) === Interface.code
  if (!isInterface(base)) return false
  return directBases(s, symbol).map((it) => expandAliases(s, it)).some((it) =>
    isInterface(it) && (s.types.a[it] === s.types.a[base] ||
      basesOf(s, s.types.a[it]!).some((above) => s.types.a[above] === s.types.a[base]))
  )
}

const haveOneAccessor = (flags: number, accessor: number): boolean =>
  accessor === 0 ? (flags & ACCESSORS) === 0 : (flags & accessor) !== 0

/** Properties are replaced where the language has accessors; a plain field of one name stands beside that of the base. */
const isOpenToBases = (s: Solver, member: number): boolean =>
  s.kindOf(member) === Method.code || (s.flagsOf(member) & (NODE_FLAGS.abstract | NODE_FLAGS.signature)) !== 0
