// Which function of a type takes the place of which one of a base, where functions of one name stand side by side: the
// parameters tell, and the name alone does not.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, THROUGH_BASE } from "../syntax/facts.ts"
import { basesOf, directBases } from "./bases.ts"
import { valueOf } from "./definition_values.ts"
import { expandAliases } from "./expansion.ts"
import type { FileView } from "./file_view.ts"
import { seenFrom } from "./members.ts"
import type { Nodes } from "./nodes.ts"
import { isMethod, replaces } from "./overload_sets.ts"
import type { Solver } from "./solver.ts"
import { instanceOf } from "./substitution.ts"
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
  for (const m of own) {
    const member = f.definitionBase + m
    if (nodes.of[member] === NONE) continue
    const key = f.memberNamed(name[m]!, kind[m]!, flags[m]!)
    for (const each of bases) {
      const base = s.ask(() => expandAliases(s, each))
      if (s.types.kind[base] !== KINDS.instance) continue
      const replaced = s.ask(() => replacedIn(s, base, instanceOf(s, symbol), key, member))
      if (replaced === NONE || nodes.of[replaced] === NONE || (taken.has(replaced) && !isThroughBase(flags[m]!))) {
        continue
      }
      if (isThroughBase(flags[m]!)) taken.add(replaced)
      const { code, confidence } = REASONS.heritage
      nodes.draft.addEdge(EDGE_KINDS.OVERRIDES.code, nodes.of[member]!, nodes.of[replaced]!, confidence, code, NONE)
      nodes.draft.addEdge(EDGE_KINDS.DISPATCHES.code, nodes.of[replaced]!, nodes.of[member]!, confidence, code, NONE)
    }
  }
}

const isThroughBase = (flags: number): boolean => (flags & THROUGH_BASE) === THROUGH_BASE

/** The member of a base that a member takes the place of, or NONE. */
const replacedIn = (s: Solver, base: Type, receiver: Type, key: number, member: number): number => {
  const accessor = s.flagsOf(member) & ACCESSORS
  const isMarked = (s.flagsOf(member) & DEFINITION_FLAGS.override) !== 0
  const asksForMark = s.file(member).language.policy.overridesAreMarked === true
  if (!isMarked && asksForMark && !isListed(s, s.symbols.of[s.ownerOf(member)]!, base)) return NONE
  const own = isMethod(s, member) ? valueOf(s, member) : undefined
  for (let b = s.symbols.member(s.types.a[base]!, false, key); b !== NONE; b = s.symbols.nextMember[b]!) {
    if ((s.flagsOf(b) & KEPT) !== 0) continue
    if (own !== undefined) {
      if (isMethod(s, b) && replaces(s, own, seenFrom(s, b, valueOf(s, b), receiver, base))) return b
    } else if (haveOneAccessor(s.flagsOf(b), accessor)) {
      // an accessor takes the place of one, whatever holds it
      if (accessor !== 0 || (s.kindOf(b) === s.kindOf(member) && (isMarked || isOpenToBases(s, b)))) return b
    }
  }
  return NONE
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
