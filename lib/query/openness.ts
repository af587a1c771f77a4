// Could something use a definition that no edge tells of? A definition is closed where each of these is ruled out:
// - a reference that bears its name, or one under which it is given out, is bound to nothing, and is of a form that can
//   mean it: a member is named behind a dot, what stands by itself is named by its bare name;
// - its value is passed on, so that whoever has it may run it under any name;
// - what holds it is asked for members by a key that only a run knows, or is passed on as a whole;
// - the type that holds it fits another whose member of the same name is used, where types fit by what they have;
// - it is what a value of some type does when it is called: whoever calls one names the value;
// - a member of its name is asked of a value that something outside gave, and may be of its type;
// - a decorator takes it or the class around it, for whoever the decorator serves;
// - another declaration of its name may be a part of the same type, and is the one of which uses are told.
// A bare name that stands for a local variable of unknown value can only be a definition that was passed on.

import { NONE } from "../graph/columns.ts"
import type { Graph, NodeId, Rows } from "../graph/graph.ts"
import { CAUSES, CLASSES, EDGE_KINDS, NODE_FLAGS, NODE_KINDS, OPENNESS, REASONS } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Names from "../search/names.ts"
import { REFERENCE_ROLES as ROLES } from "../syntax/facts.ts"

/** Ways in which a definition is open, apart from references that bear its name. */
export const WAYS = {
  handedOn: 1 << 0,
  byKey: 1 << 1,
  decorated: 1 << 2,
  byShape: 1 << 3,
  byValue: 1 << 4,
  overload: 1 << 5,
  otherPart: 1 << 6,
  byOutside: 1 << 7,
} as const

/** What a definition is to those who name it. */
const FORMS = { member: 0, name: 1, either: 2 } as const
type Form = (typeof FORMS)[keyof typeof FORMS]

const { Interface, Enum, TypeAlias, Function, Method, Constructor, Property, Namespace } = NODE_KINDS
const TYPES = new Set<number>([...CLASSES, Interface.code, Enum.code, TypeAlias.code])
const TYPES_ALONE = new Set<number>([Interface.code, TypeAlias.code])
const RUN = new Set<number>([Function.code, Method.code, Constructor.code, Property.code])
const TYPE_ROLES = new Set<number>([ROLES.type, ROLES.extend])

/** The name of a module as a whole. */
const WHOLE = "*"
const DEFAULT = "default"

interface Index {
  /** By form and string: may a reference of that name that is bound to nothing mean what is named so? */
  readonly names: readonly [member: Uint8Array, name: Uint8Array, either: Uint8Array]
  /** Is a module loaded that may be any of the repository? Then what modules give out is named behind a dot too. */
  readonly anyModule: boolean
  /** By string: is a member of that name asked of a value that something outside gave? */
  readonly outside: Uint8Array
  readonly strings: ReadonlyMap<string, number>
  /** By name: members of types without a body that are used, and whose users may mean any type that fits. */
  readonly shapes: ReadonlyMap<number, ReadonlyArray<NodeId>>
  /** By node: is the type asked for members by an unknown key, itself or one above or below it? */
  readonly keyedTypes: ReadonlySet<NodeId>
}

const indexes = new WeakMap<Graph, Index>()

const indexOf = (graph: Graph): Index => {
  let index = indexes.get(graph)
  if (index === undefined) indexes.set(graph, index = build(graph))
  return index
}

const build = (graph: Graph): Index => {
  const { rows, name, member, cause } = graph.unresolved
  const whole = stringOf(graph, name, WHOLE)
  let anyModule = false
  for (let row = 0; row < rows && !anyModule; row++) anyModule = name[row] === whole && whole !== 0
  const of = () => new Uint8Array(graph.strings.count)
  const names = [of(), of(), of()] as const
  const strings = new Map<string, number>()
  for (let row = 0; row < rows; row++) {
    if (cause[row] === CAUSES.dynamic.code) continue
    const id = name[row]!
    names[FORMS.either][id] = 1
    if (member[row] === 1) {
      names[FORMS.member][id] = 1
      if (anyModule) names[FORMS.name][id] = 1
    } else names[FORMS.name][id] = 1
    if (!strings.has(graph.strings.at(id))) strings.set(graph.strings.at(id), id)
  }
  return {
    names,
    anyModule,
    outside: outsideOf(graph),
    strings,
    shapes: shapesOf(graph),
    keyedTypes: keyedTypesOf(graph),
  }
}

/** Names of members of values that something outside gave: such edges say that their end was inferred. */
const outsideOf = (graph: Graph): Uint8Array => {
  const names = new Uint8Array(graph.strings.count)
  const { kind, target, reason, rows } = graph.edges
  const codes = new Set<number>([EDGE_KINDS.CALLS.code, EDGE_KINDS.USES.code])
  for (let edge = 0; edge < rows; edge++) {
    if (reason[edge] !== REASONS.inferred.code || !codes.has(kind[edge]!)) continue
    if (Node.isExternal(graph, target[edge]!)) names[graph.nodes.name[target[edge]!]!] = 1
  }
  return names
}

/** Members that only say what a value has, and are used. */
const shapesOf = (graph: Graph): ReadonlyMap<number, ReadonlyArray<NodeId>> => {
  const { kind, flags, parent, name, rows } = graph.nodes
  const found = new Map<number, Array<NodeId>>()
  for (let node = 0; node < rows; node++) {
    if ((flags[node]! & NODE_FLAGS.signature) === 0) continue
    if (kind[node] !== Method.code && kind[node] !== Property.code) continue
    const owner = parent[node]!
    // Overloads of a class are its own.
    if (owner !== NONE && CLASSES.has(kind[owner]!)) continue
    // What is read of a property, another type can have as an accessor; what is called, as a method.
    if (!has(graph.in.CALLS, node) && !has(graph.in.READS, node)) continue
    const members = found.get(name[node]!)
    if (members === undefined) found.set(name[node]!, [node])
    else members.push(node)
  }
  return found
}

/** May users of a member of another type, whose name and members it has, come to run a member of its own? */
const isReachedByShape = (graph: Graph, node: NodeId, index: Index): boolean => {
  const { kind, flags, name, parent } = graph.nodes
  if (kind[node] !== Method.code || (flags[node]! & NODE_FLAGS.signature) !== 0) return false
  const shapes = index.shapes.get(name[node]!)
  if (shapes === undefined) return false
  const owner = parent[node]!
  const uses = (flags[node]! & (NODE_FLAGS.getter | NODE_FLAGS.setter)) === 0 ? graph.in.CALLS : graph.in.READS
  return shapes.some((shape) => {
    if (!has(uses, shape)) return false
    for (let at = graph.in.DISPATCHES.offsets[node]!; at < graph.in.DISPATCHES.offsets[node + 1]!; at++) {
      if (graph.in.DISPATCHES.targets[at] === shape) return false
    }
    return fits(graph, owner, parent[shape]!)
  })
}

/** Has a type all that another asks for, of its own or of its bases? In doubt yes. */
const fits = (graph: Graph, type: NodeId, shape: NodeId): boolean => {
  const { kind, name } = graph.nodes
  if (type === NONE || shape === NONE || !TYPES.has(kind[type]!) || !TYPES.has(kind[shape]!)) return true
  const names = namesIn(graph, type)
  if (names === undefined) return true
  return Node.children(graph, shape).every((member) =>
    names.has(name[member]!) || !isNamed(graph, member) || isOptional(graph, member)
  )
}

/** Is it a member that a value may lack? */
const isOptional = (graph: Graph, member: NodeId): boolean => {
  const name = Node.nameOf(graph, member)
  const header = Node.signatureOf(graph, member)
  return header[header.indexOf(name) + name.length] === "?"
}

const memberNames = new WeakMap<Graph, Map<NodeId, ReadonlySet<number> | undefined>>()

/** Names of all members of a type and its bases; undefined where a base is not known. */
const namesIn = (graph: Graph, type: NodeId): ReadonlySet<number> | undefined => {
  let known = memberNames.get(graph)
  if (known === undefined) memberNames.set(graph, known = new Map())
  if (known.has(type)) return known.get(type)
  let found: Set<number> | undefined = new Set<number>()
  const queue = [type]
  const seen = new Set(queue)
  for (let i = 0; i < queue.length && found !== undefined; i++) {
    for (const member of Node.children(graph, queue[i]!)) found.add(graph.nodes.name[member]!)
    for (const base of neighbours(graph.out.EXTENDS, queue[i]!)) {
      if (Node.isExternal(graph, base)) found = undefined
      else if (!seen.has(base)) {
        seen.add(base)
        queue.push(base)
      }
    }
  }
  known.set(type, found)
  return found
}

const neighbours = ({ offsets, targets }: Rows, node: NodeId): Uint32Array =>
  targets.subarray(offsets[node]!, offsets[node + 1]!)

/** Has it a name that a call can say? What a call or an index itself means has none. */
const isNamed = (graph: Graph, node: NodeId): boolean =>
  /[\p{L}\p{N}_$]/u.test(graph.strings.at(graph.nodes.name[node]!))

/** The number of a string among the names of unresolved references, or 0. */
const stringOf = (graph: Graph, names: Uint32Array, text: string): number => {
  let last = 0
  for (let row = 0; row < names.length; row++) {
    if (names[row] === last) continue
    last = names[row]!
    if (graph.strings.at(last) === text) return last
  }
  return 0
}

/** A key asked of a type asks its heirs, whose instances stand there too, and its bases, whose members they have. */
const keyedTypesOf = (graph: Graph): ReadonlySet<NodeId> => {
  const found = new Set<NodeId>()
  const { open, kind } = graph.nodes
  for (let node = 0; node < graph.nodes.rows; node++) {
    if ((open[node]! & OPENNESS.keyed) !== 0 && TYPES.has(kind[node]!)) found.add(node)
  }
  const asked = [...found]
  for (
    const [extend, implement] of [[graph.in.EXTENDS, graph.in.IMPLEMENTS], [graph.out.EXTENDS, graph.out.IMPLEMENTS]]
  ) {
    const queue = [...asked]
    const seen = new Set(queue)
    for (let i = 0; i < queue.length; i++) {
      for (const rows of [extend!, implement!]) {
        for (let at = rows.offsets[queue[i]!]!; at < rows.offsets[queue[i]! + 1]!; at++) {
          const next = rows.targets[at]!
          if (seen.has(next)) continue
          seen.add(next)
          found.add(next)
          queue.push(next)
        }
      }
    }
  }
  return found
}

/** How others name a definition: behind a dot, by itself, or either way. */
const formOf = (graph: Graph, node: NodeId): Form => {
  const { kind, parent } = graph.nodes
  const code = kind[node]!
  // The name of a constructor is that of its class.
  if (code === Constructor.code) return FORMS.name
  if (code === Method.code || code === Property.code) return FORMS.member
  if (code === Function.code && isDeclaredBehindDot(graph, node)) return FORMS.either
  const owner = parent[node]!
  return owner !== NONE && kind[owner] === Namespace.code ? FORMS.member : FORMS.name
}

/** Does a function say itself what it is called on, so that it is called like a member of that? */
const isDeclaredBehindDot = (graph: Graph, node: NodeId): boolean =>
  Node.signatureOf(graph, node).includes(`.${Node.nameOf(graph, node)}`)

/** The definition by whose name a definition is used: a constructor goes by that of its class. */
const bearerOf = (graph: Graph, node: NodeId): NodeId => {
  const parent = graph.nodes.parent[node]!
  return graph.nodes.kind[node] === Constructor.code && parent !== NONE ? parent : node
}

/** Numbers of the names under which a definition may be used, as far as something unresolved bears them. */
const namesOf = (graph: Graph, node: NodeId, index: Index): ReadonlyArray<number> => {
  const bearer = bearerOf(graph, node)
  const own = graph.nodes.name[bearer]!
  const others = graph.nodes.exportedAs[bearer]!
  const isDefault = (graph.nodes.flags[bearer]! & NODE_FLAGS.default) !== 0
  if (others === 0 && !isDefault) return [own]
  const all = new Set([own])
  const names = others === 0 ? [] : graph.strings.at(others).split(" ")
  if (isDefault) names.push(DEFAULT)
  for (const name of names) {
    const id = index.strings.get(name)
    if (id !== undefined) all.add(id)
  }
  return [...all]
}

/** Rows of `unresolved` with a name: `from .. to`. O(log unresolved). */
const rowsOf = (graph: Graph, name: number): { readonly from: number; readonly to: number } => {
  const column = graph.unresolved.name
  return { from: firstFrom(column, name), to: firstFrom(column, name + 1) }
}

const firstFrom = (sorted: Uint32Array, key: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/** May an unresolved reference that bears one of its names mean the definition? O(1). */
const mayMean = (graph: Graph, node: NodeId, form: Form, row: number, index: Index): boolean => {
  const { cause, member, role, source } = graph.unresolved
  const { kind, flags, file, parent } = graph.nodes
  if (cause[row] === CAUSES.dynamic.code) return false
  const code = kind[node]!
  if (TYPE_ROLES.has(role[row]!) ? RUN.has(code) : TYPES_ALONE.has(code)) return false
  // What is put in the place of a function is another one.
  if (role[row] === ROLES.write && code !== Property.code && RUN.has(code)) return false
  const isGivenOut = (flags[bearerOf(graph, node)]! & (NODE_FLAGS.exported | NODE_FLAGS.default)) !== 0
  if (form !== FORMS.name) {
    if (form === FORMS.member && member[row] === 0) return false
    const isPrivate = (flags[node]! & NODE_FLAGS.private) !== 0
    return !isPrivate || file[source[row]!] === file[node]
  }
  if (member[row] === 1) return index.anyModule && isGivenOut
  // A name that nothing binds can only be one that is everybody's; those of modules are not.
  if (cause[row] === CAUSES.unknownName.code) {
    const owner = parent[bearerOf(graph, node)]!
    if (owner !== NONE && Node.isSymbol(graph, owner)) return false
    return (isGivenOut && index.anyModule) || !isInModule(graph, file[node]!)
  }
  return isGivenOut || cause[row] === CAUSES.ambiguous.code || cause[row] === CAUSES.tooDeep.code
}

const modules = new WeakMap<Graph, Map<NodeId, boolean>>()

/** Does a file import, or is it imported or give anything out, so that its names are its own? */
export const isInModule = (graph: Graph, file: NodeId): boolean => {
  if (file === NONE) return false
  let known = modules.get(graph)
  if (known === undefined) modules.set(graph, known = new Map())
  let is = known.get(file)
  if (is === undefined) {
    is = has(graph.out.IMPORTS, file) || has(graph.in.IMPORTS, file)
    const end = Node.endOfFile(graph, file)
    for (let node = file + 1; node < end && !is; node++) {
      is = (graph.nodes.flags[node]! & (NODE_FLAGS.exported | NODE_FLAGS.default)) !== 0
    }
    known.set(file, is)
  }
  return is
}

const has = ({ offsets }: Rows, node: NodeId): boolean => offsets[node + 1]! > offsets[node]!

/** Rows of `unresolved` that may mean a definition. O(log unresolved + namesakes). */
export const namesakes = (graph: Graph, node: NodeId): ReadonlyArray<number> => {
  if (!Node.isSymbol(graph, node)) return []
  const index = indexOf(graph)
  const form = formOf(graph, node)
  const found: Array<number> = []
  for (const name of namesOf(graph, node, index)) {
    if (index.names[form][name] === 0) continue
    const { from, to } = rowsOf(graph, name)
    for (let row = from; row < to; row++) if (mayMean(graph, node, form, row, index)) found.push(row)
  }
  return found
}

/** Is there an unresolved reference that may mean a definition? O(1), where none bears its name. */
const hasNamesake = (graph: Graph, node: NodeId, index: Index): boolean => {
  const form = formOf(graph, node)
  for (const name of namesOf(graph, node, index)) {
    if (index.names[form][name] === 0) continue
    const { from, to } = rowsOf(graph, name)
    for (let row = from; row < to; row++) if (mayMean(graph, node, form, row, index)) return true
  }
  return false
}

/** Is a file or namespace passed on as a value, or asked for what it holds by keys? Tests say it of tests alone. */
const isHandedOnWhole = (graph: Graph, holder: NodeId): boolean => {
  if ((graph.nodes.open[holder]! & (OPENNESS.handedOn | OPENNESS.keyed)) !== 0) return true
  if (Node.isSymbol(graph, holder)) return false
  return neighbours(graph.in.USES, holder).some((user) => !Node.isTest(graph, user) || Node.isTest(graph, holder))
}

/** Is it the header of an overload, whose body stands elsewhere? */
const isHeader = (graph: Graph, node: NodeId): boolean => {
  const { flags, parent, name, kind } = graph.nodes
  const isSignature = (it: NodeId) => (flags[it]! & NODE_FLAGS.signature) !== 0
  if (!isSignature(node) || !RUN.has(kind[node]!) || parent[node] === NONE) return false
  return Node.children(graph, parent[node]!).some((it) =>
    name[it] === name[node] && kind[it] === kind[node] && !isSignature(it)
  )
}

const USES = ["USES", "CALLS", "INSTANTIATES", "EXTENDS", "IMPLEMENTS", "READS"] as const

const isUsed = (graph: Graph, node: NodeId): boolean => USES.some((edge) => has(graph.in[edge], node))

/** Is it a type that nobody is told to use, while one of its whole name in the same namespace is used? O(namesakes). */
const isOtherPart = (graph: Graph, node: NodeId): boolean => {
  const { kind, parent } = graph.nodes
  if (!TYPES.has(kind[node]!) || isUsed(graph, node)) return false
  const owner = parent[node]!
  return Names.named(graph, Node.nameOf(graph, node)).some((it) =>
    it !== node && kind[it] === kind[node] && isUsed(graph, it) && isSameSpace(graph, parent[it]!, owner)
  )
}

/** One holder, or namespaces and types in them that are called alike. */
const isSameSpace = (graph: Graph, one: NodeId, other: NodeId): boolean => {
  if (one === other) return true
  if (one === NONE || other === NONE || !Node.isSymbol(graph, one) || !Node.isSymbol(graph, other)) return false
  return Node.qualifiedName(graph, one) === Node.qualifiedName(graph, other) && isInNamespace(graph, one)
}

const isInNamespace = (graph: Graph, node: NodeId): boolean => {
  let at = node
  for (let depth = 0; depth < DEEPEST && at !== NONE && Node.isSymbol(graph, at); depth++) {
    if (graph.nodes.kind[at] === Namespace.code) return true
    at = graph.nodes.parent[at]!
  }
  return false
}

/** Is it a name that no key can spell? */
const isOwnName = (graph: Graph, node: NodeId): boolean => Node.nameOf(graph, node).startsWith("#")

/** Owners above this are not asked. */
const DEEPEST = 64

/** `WAYS` in which a definition may be used without being named. O(depth). */
export const waysTo = (graph: Graph, node: NodeId): number => {
  if (!Node.isSymbol(graph, node)) return 0
  const { open, parent, kind, flags, file } = graph.nodes
  const own = open[node]!
  let ways = 0
  // Whoever has the value of a variable has not got the variable.
  const isAccessor = (flags[node]! & (NODE_FLAGS.getter | NODE_FLAGS.setter)) !== 0
  const runs = CLASSES.has(kind[node]!) || (RUN.has(kind[node]!) && kind[node] !== Property.code && !isAccessor)
  if (runs && (own & (OPENNESS.handedOn | OPENNESS.holderHandedOn)) !== 0) ways |= WAYS.handedOn
  if ((own & OPENNESS.holderKeyed) !== 0) ways |= WAYS.byKey
  if (kind[node] === Method.code && !isNamed(graph, node)) ways |= WAYS.byValue
  if (isReachedByShape(graph, node, indexOf(graph))) ways |= WAYS.byShape
  if (isHeader(graph, node)) ways |= WAYS.overload
  if (formOf(graph, node) === FORMS.member && indexOf(graph).outside[graph.nodes.name[node]!] === 1) {
    ways |= WAYS.byOutside
  }
  if (isOtherPart(graph, node)) ways |= WAYS.otherPart
  let at = node
  for (let depth = 0; depth < DEEPEST && at !== NONE && Node.isSymbol(graph, at); depth++) {
    if ((open[at]! & OPENNESS.decorated) !== 0 || has(graph.in.DECORATES, at)) ways |= WAYS.decorated
    at = parent[at]!
  }
  const owner = parent[node]!
  if (owner === NONE) return ways
  // Who has the class may make instances; who has an instance names its members.
  if (kind[node] === Constructor.code && (open[owner]! & OPENNESS.handedOn) !== 0) ways |= WAYS.handedOn
  if (formOf(graph, node) === FORMS.member && indexOf(graph).keyedTypes.has(owner) && !isOwnName(graph, node)) {
    ways |= WAYS.byKey
  }
  if (kind[owner] === Namespace.code || owner === file[node]) {
    const isGivenOut = (flags[node]! & (NODE_FLAGS.exported | NODE_FLAGS.default)) !== 0
    if ((isGivenOut || kind[node] === Method.code) && isHandedOnWhole(graph, owner)) ways |= WAYS.byKey
  }
  return ways
}

const CLOSED = 1
const OPEN = 2
const verdicts = new WeakMap<Graph, Uint8Array>()

/** Could something use the definition that no edge tells of? O(depth + namesakes), once a definition. */
export const isOpen = (graph: Graph, node: NodeId): boolean => {
  let known = verdicts.get(graph)
  if (known === undefined) verdicts.set(graph, known = new Uint8Array(graph.nodes.rows))
  if (known[node] === 0) {
    const open = Node.isSymbol(graph, node) && (waysTo(graph, node) !== 0 || hasNamesake(graph, node, indexOf(graph)))
    known[node] = open ? OPEN : CLOSED
  }
  return known[node] === OPEN
}
