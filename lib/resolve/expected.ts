// Definitions that are only said to be there and are made elsewhere, once for each build: what one of them is called for
// runs what stands in its place. Both are of one package and name; functions tell by their parameters which belong together.

import { NONE } from "../graph/columns.ts"
import { EDGE_KINDS, NODE_FLAGS, NODE_KINDS, REASONS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS, OPS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"
import type { OwnMembers } from "./own_members.ts"
import type { Packages } from "./packages.ts"
import type { Program } from "./program.ts"

const { Class, Interface, Enum, Function, Method, Constructor } = NODE_KINDS
const TYPES: ReadonlySet<number> = new Set([Class.code, Interface.code, Enum.code])
const CALLED: ReadonlySet<number> = new Set([Function.code, Method.code, Constructor.code])
const EXPECTED = DEFINITION_FLAGS.ambient | DEFINITION_FLAGS.alternative
/** Definitions of one name and package that are looked at. */
const MOST = 64

interface Ground {
  readonly program: Program
  readonly packages: Packages
}

/** Is a definition made elsewhere, once for each build? */
const isExpected = (flags: number): boolean => (flags & EXPECTED) === EXPECTED

/** What stands in the place of a definition of a file; nothing for one that is made where it stands. */
const madeFor = ({ program, packages }: Ground, f: FileView, d: number): ReadonlyArray<number> => {
  const { scope, name, flags } = f.facts.definitions
  const package_ = isExpected(flags[d]!) ? packages.ofScope(f, scope[d]!) : undefined
  const all = package_?.names.get(f.name(name[d]!)) ?? []
  if (all.length > MOST) return []
  const shape = shapeOf(f, d)
  return all.filter((g) => {
    const at = program.file(g)
    const other = g - at.definitionBase
    return packages.unitOf(at) !== packages.unitOf(f) && (at.facts.definitions.flags[other]! & EXPECTED) === 0 &&
      shapeOf(at, other) === shape
  })
}

/** Says what decides of a definition which expected one it is made for, where one of its name is expected. */
export const saidOfMade = ({ program, packages }: Ground, members: OwnMembers, f: FileView, d: number): string => {
  const all = packages.ofScope(f, f.facts.definitions.scope[d]!)?.names.get(f.name(f.facts.definitions.name[d]!)) ?? []
  const isAsked = all.length <= MOST && all.some((g) => isExpected(program.definitionFlags[g]!))
  if (!isAsked) return ""
  const inside = members.of(f, d).map((m) =>
    `${f.facts.strings[f.facts.definitions.name[m - f.definitionBase]!]!} ${shapeOf(f, m - f.definitionBase)}`
  )
  return [shapeOf(f, d), ...inside].join(";")
}

/** Draws DISPATCHES from a definition that is made elsewhere to what stands in its place, and between their members. */
export const drawMade = (ground: Ground, members: OwnMembers, nodes: Nodes, f: FileView, d: number): void => {
  for (const made of madeFor(ground, f, d)) {
    draw(nodes, f.definitionBase + d, made)
    const at = ground.program.file(made)
    const byName = new Map<string, number>()
    for (const m of members.of(at, made - at.definitionBase)) byName.set(keyOf(at, m), m)
    for (const m of members.of(f, d)) {
      const counterpart = byName.get(keyOf(f, m))
      if (counterpart !== undefined) draw(nodes, m, counterpart)
      if (!TYPES.has(f.facts.definitions.kind[m - f.definitionBase]!) || counterpart === undefined) continue
      // those of a companion, too
      const inside = new Map(members.of(at, counterpart - at.definitionBase).map((it) => [keyOf(at, it), it]))
      for (const each of members.of(f, m - f.definitionBase)) {
        const its = inside.get(keyOf(f, each))
        if (its !== undefined) draw(nodes, each, its)
      }
    }
  }
}

const draw = (nodes: Nodes, from: number, to: number): void => {
  if (nodes.of[from] === NONE || nodes.of[to] === NONE) return
  const { code, confidence } = REASONS.heritage
  nodes.draft.addEdge(EDGE_KINDS.DISPATCHES.code, nodes.of[from]!, nodes.of[to]!, confidence, code, NONE)
}

const keyOf = (f: FileView, g: number): string => {
  const d = g - f.definitionBase
  return `${f.facts.strings[f.facts.definitions.name[d]!]!} ${shapeOf(f, d)}`
}

/** What two definitions of one name have in common that are one: a function's parameters as they are written. */
const shapeOf = (f: FileView, d: number): string => {
  const { kind, flags, parameters, parameterCount } = f.facts.definitions
  if (TYPES.has(kind[d]!)) return "type"
  if (!CALLED.has(kind[d]!) || (flags[d]! & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0) return "value"
  const all: Array<string> = []
  const { name, type } = f.facts.parameters
  for (let p = parameters[d]!; p < parameters[d]! + parameterCount[d]!; p++) {
    all.push(`${f.facts.strings[name[p]!]!}:${wordOf(f, type[p]!)}`)
  }
  return `(${all.join(",")})`
}

/** The name of a type without its arguments. */
const wordOf = (f: FileView, e: number): string => {
  let at = e
  while (at !== NONE && f.op[at] === OPS.instantiate) at = f.operand(at, 0)
  return at === NONE ? "" : f.facts.strings[f.exprName[at]!]!
}
