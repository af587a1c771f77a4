// Members: what a name after a dot leads to, for every kind of type. A search gives the definitions found and the types of
// their values; a receiver that is known and lacks the member is told from one that is not known.

import { NONE } from "../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../graph/kinds.ts"
import { OPS, SUPERTYPE_RELATIONS } from "../syntax/facts.ts"
import { basesOf, valueOfBase } from "./bases.ts"
import { UNBOUND } from "./arguments.ts"
import { valueOf } from "./definition_values.ts"
import { speaks, variableNamed } from "./called_members.ts"
import { inFunctions } from "./chosen_members.ts"
import { dictionaryOf, filledSite } from "./elements.ts"
import { expand, expandAliases } from "./expansion.ts"
import type { FileView } from "./file_view.ts"
import { inForm } from "./forms.ts"
import { type Found, give, take } from "./found.ts"
import { widened } from "./inference.ts"
import { SELF_OF_LIBRARY, SPECIAL } from "./library.ts"
import { GLOBAL, inLibrary, inLibraryValue, rootOf } from "./library_members.ts"
import { externalMember, libraryType, libraryTypeIn } from "./library_types.ts"
import { plainName } from "./names.ts"
import { addEntity, inFolder, inModule, inPackage } from "./module_members.ts"
import { overloadsOf } from "./overloads.ts"
import { SPACES } from "./program.ts"
import { resultOf } from "./signatures.ts"
import { EMPTY, SLOTS, type Solver } from "./solver.ts"
import { freeOf, instanceOf, selfOf, substitute } from "./substitution.ts"
import { inNamespace } from "./type_entities.ts"
import { KINDS, type Type, UNKNOWN } from "./types.ts"

/** The type of a member, or UNKNOWN. */
export const memberType = (s: Solver, type: Type, name: number): Type => {
  const known = s.knownMember(type, name)
  if (known !== NONE) return known
  const before = s.apart()
  const found = take()
  findMember(s, type, name, found, 0)
  const result = s.types.union(found.types)
  give(found)
  s.keepMember(type, name, result)
  s.together(before)
  return result
}

/** Searches a member in a type. */
export const findMember = (s: Solver, type: Type, name: number, found: Found, depth: number): void => {
  const { types } = s
  if (depth > 12) {
    found.unknown = true
    return
  }
  switch (types.kind[type]) {
    case KINDS.nothing:
      return
    case KINDS.union:
      for (let i = 0; i < types.count(type); i++) findMember(s, types.argument(type, i), name, found, depth + 1)
      return
    case KINDS.intersection: {
      const before = found.types.length
      const known = found.definitions.length
      const { missing, unknown } = found
      for (let i = 0; i < types.count(type); i++) {
        findMember(s, types.argument(type, i), name, found, depth + 1)
        // a dictionary has every name: what another part says of this one is more
        const silent = found.definitions.length === known &&
          found.types.every((it, at) => at < before || it === UNKNOWN)
        if (found.types.length > before && !silent) break
      }
      if (found.types.length > before) {
        found.missing = missing
        found.unknown = unknown
      }
      return
    }
    case KINDS.instance:
      if (ofConstructor(s, types.a[type]!, name, found)) return
      if (!inInstance(s, type, type, name, found)) found.missing = true
      return
    case KINDS.self: {
      const symbol = types.a[type]!
      if (symbol >= SELF_OF_LIBRARY) found.unknown = true
      else if (ofConstructor(s, symbol, name, found)) return
      else if (!inInstance(s, instanceOf(s, symbol), type, name, found)) found.missing = true
      return
    }
    case KINDS.class:
      if (!inClass(s, type, name, found, depth)) found.missing = true
      return
    case KINDS.function:
      if (!inFunction(s, type, name, found)) found.missing = true
      return
    case KINDS.module:
      inModule(s, types.a[type]!, plainName(name), found, depth)
      return
    case KINDS.namespace:
      if (!inSymbol(s, types.a[type]!, name, found)) found.missing = true
      return
    case KINDS.object:
      if (!inObject(s, type, plainName(name), found, depth)) found.missing = true
      return
    case KINDS.shape:
      if (!inShape(s, type, name, found)) found.missing = true
      return
    case KINDS.library:
      if (!inLibrary(s, type, type, name, found)) found.external = GLOBAL
      return
    case KINDS.libraryValue:
      inLibraryValue(s, type, name, found)
      return
    case KINDS.libraryFunction:
      found.external = GLOBAL
      return
    case KINDS.external: {
      const inner = types.b[type] === 0 ? s.around.innerPath(types.a[type]!, plainName(name)) : 0
      if (inner !== 0) {
        found.external = inner + 1
        found.externalName = 0
        found.types.push(types.make(KINDS.external, inner, 0, EMPTY))
        return
      }
      found.external = types.a[type]! + 1
      found.externalName = plainName(name)
      found.types.push(
        types.b[type] === 0
          ? externalMember(s, types.a[type]!, plainName(name))
          : types.make(KINDS.external, types.a[type]!, plainName(name), EMPTY),
      )
      return
    }
    case KINDS.package:
      inPackage(s, type, plainName(name), found)
      return
    case KINDS.folder:
      inFolder(s, type, plainName(name), found)
      return
    case KINDS.above:
      if (!inAbove(s, type, name, found)) found.missing = true
      return
    case KINDS.tuple:
      inTuple(s, type, plainName(name), found, depth)
      return
    case KINDS.text:
      findMember(s, widened(s, type), name, found, depth + 1)
      return
    case KINDS.site:
      inSite(s, type, name, found, depth)
      return
    case KINDS.mapped:
      found.types.push(types.argument(type, 0))
      return
    case KINDS.alias:
    case KINDS.parameter:
    case KINDS.result:
    case KINDS.awaited:
    case KINDS.constructed:
    case KINDS.classOf:
    case KINDS.indexed: {
      const behind = expand(s, type)
      const at = behind === UNKNOWN || behind === type ? rootOf(s, type) : behind
      if (at === UNKNOWN) found.unknown = true
      else findMember(s, at, name, found, depth + 1)
      return
    }
    default:
      found.unknown = true
  }
}

/** `x.constructor` is the class of the instance, not the function that is written under that name. */
const ofConstructor = (s: Solver, symbol: number, name: number, found: Found): boolean => {
  const f = s.file(symbol)
  const { constructorName, prototypeName } = f.language.policy
  if (prototypeName === "" || s.program.names.text(name) !== constructorName) return false
  found.types.push(valueOf(s, symbol))
  return true
}

/** Puts a receiver and its arguments in the place of what a member's type mentions of its owner. */
export const seenFrom = (s: Solver, member: number, type: Type, receiver: Type, base: Type): Type => {
  if (s.types.open[type] === 0) return type
  const owner = s.ownerOf(member)
  const from = freeOf(s, member)
  if (owner === NONE || from.length === 0) return type
  const own = s.typeParametersOf(owner)
  const args = s.types.arguments(base)
  const outer = from.length - own.length - 1
  const to: Array<Type> = []
  for (let i = 0; i < outer; i++) to.push(from[i]!)
  to.push(receiver)
  for (let i = 0; i < own.length; i++) to.push(i < args.length ? args[i]! : UNKNOWN)
  return substitute(s, type, from, to)
}

/** Adds the members of one name that a symbol itself has; false for none. */
const ownMembers = (
  s: Solver,
  symbol: number,
  isStatic: boolean,
  name: number,
  receiver: Type,
  base: Type,
  found: Found,
): boolean => {
  let any = false
  let declared = false
  const isShared = s.symbols.isShared(symbol)
  for (let m = s.symbols.member(symbol, isStatic, name); m !== NONE; m = s.symbols.nextMember[m]!) {
    // Overloads and the setter of a getter are the same member: all carry the name, the first gives the type.
    const type = any ? UNKNOWN : seenFrom(s, m, valueOf(s, m), receiver, base)
    found.add(m, isShared ? asMember(s, m, type, receiver) : type)
    any = true
    if (!isOpenField(s, m)) declared = true
  }
  if (declared) return true
  const group = writtenTo(s, symbol, isStatic, name)
  if (group !== NONE) {
    addWritten(s, group, receiver, found)
    any = true
  }
  return any
}

/**
 * A member of a class as whoever asks gets it: a function that is found on the class itself still wants its receiver, and
 * a value that answers for itself when it is read gives its answer.
 */
const asMember = (s: Solver, member: number, type: Type, receiver: Type): Type => {
  const { types } = s
  const onClass = types.kind[receiver] === KINDS.class
  if (types.kind[type] === KINDS.function) {
    return onClass && (s.flagsOf(member) & NODE_FLAGS.static) === 0
      ? types.make(KINDS.function, types.a[type]!, UNBOUND, types.arguments(type))
      : type
  }
  if (types.kind[type] !== KINDS.instance || onClass) return type
  const { protocols } = s.file(member).language.policy
  if (protocols === undefined || protocols.read === "") return type
  const read = memberType(s, type, s.program.names.id(protocols.read))
  if (types.kind[read] !== KINDS.function) return type
  // of several signatures the last one is for a read on an instance
  const signatures = overloadsOf(s, types.a[read]!)
  const last = signatures[signatures.length - 1]
  const found = last === undefined ? read : types.make(KINDS.function, last, 0, types.arguments(read))
  const result = resultOf(s, found)
  return result === UNKNOWN ? type : result
}

/** The group of values written to a member of a symbol, or NONE so far. */
export const writtenTo = (s: Solver, symbol: number, isStatic: boolean, name: number): number => {
  if (s.writes.openNames.has(name)) s.soften()
  return s.writes.ofSymbol(symbol, isStatic, name)
}

/** The same of an object literal. */
export const writtenToObject = (s: Solver, f: FileView, e: number, name: number): number => {
  if (s.writes.openNames.has(name)) s.soften()
  return s.writes.ofObject(f, e, name)
}

/** A field without a declared type, which takes what is written to it. */
const isOpenField = (s: Solver, member: number): boolean => {
  const f = s.file(member)
  const d = member - f.definitionBase
  return f.facts.definitions.kind[d] === NODE_KINDS.Property.code && f.facts.definitions.type[d] === NONE
}

/** Adds what is written to a member: functions there carry its name. */
const addWritten = (s: Solver, group: number, receiver: Type, found: Found): void => {
  const values = s.writes.values[group]!
  for (let i = 0; i < values.length; i += 2) {
    const f = s.program.files[values[i]!]!
    const e = values[i + 1]!
    if (f.op[e] === OPS.function && f.exprRef[e] !== NONE) {
      const g = f.definitionBase + f.exprRef[e]!
      found.add(f.facts.definitions.kind[f.exprRef[e]!] === 0 ? NONE : g, valueOf(s, g))
    }
  }
  const type = s.slot(SLOTS.field, group)
  if (type !== UNKNOWN) {
    found.types.push(s.types.kind[receiver] === KINDS.instance ? substituteSelf(s, type, receiver) : type)
  } else if (found.types.length === 0) found.types.push(UNKNOWN)
}

const substituteSelf = (s: Solver, type: Type, receiver: Type): Type => {
  if (s.types.open[type] === 0) return type
  const symbol = s.types.a[receiver]!
  return substitute(s, type, [selfOf(s, symbol), ...s.typeParametersOf(symbol)], [
    receiver,
    ...s.types.arguments(receiver),
  ])
}

const inInstance = (s: Solver, type: Type, receiver: Type, name: number, found: Found): boolean => {
  const { types } = s
  const symbol = types.a[type]!
  const chosen = inFunctions(s, symbol, false, type, receiver, name, found)
  if (chosen !== undefined) return chosen
  if (ownMembers(s, symbol, false, name, receiver, type, found)) {
    // a field that is only written to is the same one wherever the bases write to it
    if (found.definitions.length === 0 && s.symbols.isShared(symbol)) {
      inBases(s, symbol, type, receiver, name, found)
      found.external = 0
    }
    return true
  }
  const inherited = inBases(s, symbol, type, receiver, name, found)
  if (inherited === true && found.external === 0) return true
  const value = variableNamed(s, symbol, name)
  if (value !== name) {
    found.external = 0
    return inInstance(s, type, receiver, value, found)
  }
  if (inherited === true) return true
  if (inPositions(s, symbol, receiver, type, name, found)) return true
  if (inForm(s, type, name, found)) return true
  if (s.kindOf(symbol) === NODE_KINDS.Enum.code) {
    found.external = GLOBAL
    return true
  }
  const indexer = s.symbols.member(symbol, false, s.program.names.id(SPECIAL.index))
  if (indexer !== NONE) {
    found.types.push(seenFrom(s, indexer, s.slot(SLOTS.value, indexer), receiver, type))
    return true
  }
  if (inherited === undefined) {
    found.unknown = true
    return true
  }
  const { policy } = s.file(symbol).language
  if (inLibrary(s, libraryType(s, s.file(symbol), policy.builtins.object, EMPTY), receiver, plainName(name), found)) {
    return true
  }
  return hasAnyMember(s, type, policy.protocols?.dynamicMember, name, found)
}

/** Does a type answer for members that it does not have? Then nothing is known of them. */
const hasAnyMember = (s: Solver, type: Type, asked: string | undefined, name: number, found: Found): boolean => {
  if (asked === undefined || asked === "") return false
  const id = s.file(s.types.a[type]!).methodNamed(asked)
  if (id === name || s.types.kind[memberType(s, type, id)] !== KINDS.function) return false
  found.unknown = true
  return true
}

/** Searches a member in the bases of a symbol: true where it is found, undefined where one of them is not known. */
const inBases = (
  s: Solver,
  symbol: number,
  type: Type,
  receiver: Type,
  name: number,
  found: Found,
): boolean | undefined => {
  const { types } = s
  const from = s.typeParametersOf(symbol)
  const args = types.arguments(type)
  const root = libraryType(s, s.file(symbol), s.file(symbol).language.policy.builtins.object, EMPTY)
  let unknown = false
  for (const each of basesOf(s, symbol)) {
    const base = substitute(s, substitute(s, each, from, args), [selfOf(s, symbol)], [receiver])
    const at = expandAliases(s, base)
    if (types.kind[at] === KINDS.instance) {
      if (ownMembers(s, types.a[at]!, false, name, receiver, at, found)) return true
    } else if (types.kind[at] === KINDS.external) {
      if (isRoots(s, symbol, name) && inLibrary(s, root, receiver, plainName(name), found)) return true
      // What a base from outside has is not known: its members are external.
      found.external = types.a[at]! + 1
      found.externalName = plainName(name)
      return true
    } else if (types.kind[at] === KINDS.library) {
      // what every type has is looked for last
      if (inLibrary(s, at, receiver, name, found, root)) return true
    } else if (at === UNKNOWN) unknown = true
    else {
      const before = found.types.length
      const missing = found.missing
      findMember(s, at, name, found, 4)
      if (found.types.length > before) return true
      found.missing = missing
    }
  }
  return unknown ? undefined : false
}

/** Is a member one that every type has, whatever its bases are? */
const isRoots = (s: Solver, symbol: number, name: number): boolean =>
  s.file(symbol).language.policy.rootMembers?.has(s.program.names.text(name)) === true

/** A member of what stands above a class, seen from an instance or from the class itself. */
const inAbove = (s: Solver, type: Type, name: number, found: Found): boolean => {
  const symbol = s.types.a[type]!
  const receiver = s.types.b[type] === 1 ? s.types.make(KINDS.class, symbol, 0, EMPTY) : selfOf(s, symbol)
  if (inFunctions(s, symbol, s.types.b[type] === 1, instanceOf(s, symbol), receiver, name, found, true) === true) {
    return true
  }
  const inherited = inBases(s, symbol, instanceOf(s, symbol), receiver, name, found)
  if (inherited === true) return true
  if (inherited === undefined) {
    found.unknown = true
    return true
  }
  const f = s.file(symbol)
  return inLibrary(s, libraryType(s, f, f.language.policy.builtins.object, EMPTY), receiver, name, found)
}

/** A field by its position, in a class whose instances are tuples of their fields. */
const inPositions = (s: Solver, symbol: number, receiver: Type, type: Type, name: number, found: Found): boolean => {
  const f = s.file(symbol)
  const { tuples } = f.language.policy
  const text = s.program.names.text(name)
  if (tuples === undefined || !/^\d+$/.test(text)) return false
  const isTuple = basesOf(s, symbol).some((it) =>
    s.types.kind[it] === KINDS.library && tuples.has(s.library.types[s.types.a[it]!]!.name)
  )
  if (!isTuple) return false
  const { kind, owner, type: declared, start, end } = f.facts.definitions
  const d = symbol - f.definitionBase
  let position = Number(text)
  for (let m = d + 1; m < kind.length && start[m]! < end[d]!; m++) {
    if (owner[m] !== d || kind[m] !== NODE_KINDS.Property.code || declared[m] === NONE) continue
    if (position-- > 0) continue
    found.types.push(seenFrom(s, f.definitionBase + m, valueOf(s, f.definitionBase + m), receiver, type))
    return true
  }
  return false
}

const inClass = (s: Solver, type: Type, name: number, found: Found, depth: number): boolean => {
  const { types } = s
  const symbol = types.a[type]!
  const f = s.file(symbol)
  if (name === s.program.names.id(f.language.policy.prototypeName) && name !== 0) {
    found.types.push(instanceOf(s, symbol))
    return true
  }
  const speaker = s.symbols.speakers.get(symbol)
  if (speaker !== undefined && speaks(s, speaker, name)) {
    return inInstance(s, instanceOf(s, speaker), instanceOf(s, speaker), name, found)
  }
  if (inFunctions(s, symbol, true, instanceOf(s, symbol), type, name, found) === true) return true
  if (ownMembers(s, symbol, true, name, type, type, found)) return true
  if (inSymbol(s, symbol, name, found)) return true
  const value = variableNamed(s, symbol, name)
  if (value !== name) return inClass(s, type, value, found, depth)
  if (s.symbols.isShared(symbol)) {
    const inherited = inBases(s, symbol, instanceOf(s, symbol), type, name, found)
    if (inherited !== false) {
      if (inherited === undefined) found.unknown = true
      return true
    }
    if (inLibrary(s, libraryType(s, f, f.language.policy.builtins.object, EMPTY), type, name, found)) return true
    return inLibrary(s, libraryType(s, f, f.language.policy.builtins.function, EMPTY), type, name, found)
  }
  for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
    const at = s.file(part)
    const { relation, expression } = at.facts.supertypes
    const { rows, from, to } = at.supertypes(part - at.definitionBase)
    for (let i = from; i < to; i++) {
      const row = rows[i]!
      if (relation[row] !== SUPERTYPE_RELATIONS.extends || expression[row] === NONE) continue
      const e = expression[row]!
      const base = valueOfBase(s, at, e)
      if (base === UNKNOWN) {
        found.unknown = true
        return true
      }
      const before = found.types.length
      const missing = found.missing
      findMember(s, base, name, found, depth + 1)
      if (found.types.length > before || found.external !== 0) return true
      found.missing = missing
    }
  }
  return inLibrary(s, libraryType(s, f, f.language.policy.builtins.function, EMPTY), type, name, found)
}

const inFunction = (s: Solver, type: Type, name: number, found: Found): boolean => {
  const g = s.types.a[type]!
  const f = s.file(g)
  const symbol = s.symbols.of[g]!
  if (name === s.program.names.id(f.language.policy.prototypeName) && name !== 0) {
    found.types.push(s.types.make(KINDS.instance, symbol, 0, EMPTY))
    return true
  }
  if (ownMembers(s, symbol, true, name, type, type, found)) return true
  if (inSymbol(s, symbol, name, found)) return true
  return inLibrary(s, libraryType(s, f, f.language.policy.builtins.function, EMPTY), type, name, found)
}

/** Exported names of a namespace or members of an enum of that symbol. */
const inSymbol = (s: Solver, symbol: number, name: number, found: Found): boolean => {
  const kind = s.kindOf(symbol)
  if (kind === NODE_KINDS.Enum.code) {
    for (let part = symbol; part !== NONE; part = s.symbols.nextPart[part]!) {
      const m = s.symbols.member(symbol, true, name)
      if (m !== NONE) {
        found.add(m, s.types.make(KINDS.instance, symbol, 0, EMPTY))
        return true
      }
    }
  }
  const namespace = kind === NODE_KINDS.Namespace.code ? symbol : s.symbols.companion[symbol]!
  if (namespace === NONE) return false
  const entity = inNamespace(s, namespace, name, SPACES.value)
  if (entity === undefined) return false
  addEntity(s, entity, found)
  return true
}

const inObject = (s: Solver, type: Type, name: number, found: Found, depth: number): boolean => {
  const f = s.program.files[s.types.a[type]!]!
  const e = s.types.b[type]!
  const { keysAreNoMembers } = f.language.policy
  const own = f.property(e, name)
  const before = found.types.length
  if (own !== NONE) addProperty(s, f, own, found)
  else if (inSpreads(s, f, e, name, found, depth)) return true
  let any = found.types.length > before
  const group = writtenToObject(s, f, e, name)
  if (group !== NONE) {
    addWritten(s, group, type, found)
    any = true
  }
  if (any) return true
  const library = keysAreNoMembers === undefined
    ? libraryType(s, f, f.language.policy.builtins.object, EMPTY)
    : dictionaryOf(s, type)
  return inLibrary(s, library, type, name, found)
}

/** Looks into what is spread into an object literal; true where some of that is not known and nothing was found. */
const inSpreads = (s: Solver, f: FileView, e: number, name: number, found: Found, depth: number): boolean => {
  const { missing, unknown } = found
  const before = found.types.length
  for (const spread of f.spreads(e)) {
    findMember(s, s.typeOf(f, spread), name, found, depth + 1)
    if (found.types.length > before) break
  }
  const doubtful = found.unknown && found.types.length === before
  found.missing = missing
  found.unknown = unknown || doubtful
  return doubtful
}

/** A property of an object literal; getters give their result. */
const addProperty = (s: Solver, f: ReturnType<Solver["file"]>, part: number, found: Found): void => {
  const value = f.operand(part, 0)
  if (value === NONE) {
    found.types.push(UNKNOWN)
    return
  }
  if (f.op[value] === OPS.function && f.exprRef[value] !== NONE) {
    const g = f.definitionBase + f.exprRef[value]!
    found.add(f.facts.definitions.kind[f.exprRef[value]!] === 0 ? NONE : g, valueOf(s, g))
  } else found.types.push(s.typeOf(f, value))
}

const inShape = (s: Solver, type: Type, name: number, found: Found): boolean => {
  const g = s.types.a[type]!
  let any = false
  for (let m = s.symbols.member(g, false, name); m !== NONE; m = s.symbols.nextMember[m]!) {
    const value = any ? UNKNOWN : substitute(s, valueOf(s, m), freeOf(s, m), s.types.arguments(type))
    found.add(m, value)
    any = true
  }
  if (any) return true
  const indexer = s.symbols.member(g, false, s.program.names.id(SPECIAL.index))
  if (indexer !== NONE) {
    found.types.push(substitute(s, s.slot(SLOTS.value, indexer), freeOf(s, indexer), s.types.arguments(type)))
    return true
  }
  const f = s.file(g)
  return inLibrary(s, libraryType(s, f, f.language.policy.builtins.object, EMPTY), type, name, found)
}

const inTuple = (s: Solver, type: Type, name: number, found: Found, depth: number): void => {
  const text = s.program.names.text(name)
  const position = Number(text)
  if (/^-?\d*:-?\d*$/.test(text)) {
    const [from, to] = text.split(":")
    const parts = s.types.arguments(type).slice(from === "" ? 0 : Number(from), to === "" ? undefined : Number(to))
    found.types.push(s.types.make(KINDS.tuple, s.types.a[type]!, 0, parts))
    return
  }
  if (Number.isInteger(position)) {
    found.types.push(s.types.argument(type, position < 0 ? s.types.count(type) + position : position))
    return
  }
  const language = s.types.a[type]!
  const { array } = s.policyOf(language).builtins
  const list = libraryTypeIn(s, language, array, [s.types.union(s.types.arguments(type))])
  findMember(s, list, name, found, depth + 1)
}

const inSite = (s: Solver, type: Type, name: number, found: Found, depth: number): void => {
  findMember(s, filledSite(s, type), name, found, depth + 1)
}
