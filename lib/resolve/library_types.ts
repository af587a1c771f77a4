// Types of the library by name: what literals, primitives and global type names are.

import { LITERALS } from "../syntax/facts.ts"
import type { ResolutionPolicy } from "../syntax/language.ts"
import type { FileView } from "./file_view.ts"
import type { Scope } from "./library.ts"
import { resultOf } from "./signatures.ts"
import { EMPTY, type Solver } from "./solver.ts"
import { substitute } from "./substitution.ts"
import { KINDS, NOTHING, type Type, UNKNOWN } from "./types.ts"

/** A type of the library by name, or UNKNOWN. */
export const libraryType = (s: Solver, f: FileView, name: string, args: ReadonlyArray<Type>): Type => {
  const scope = s.libraryOf(f)
  if (args.length === 0) {
    // Texts, numbers and functions are asked for at every turn.
    let plain = scope.plain.get(name)
    if (plain === undefined) scope.plain.set(name, plain = makeLibraryType(s, scope, name, args))
    return plain
  }
  return makeLibraryType(s, scope, name, args)
}

/** The same in the library of a language, by its number. */
export const libraryTypeIn = (s: Solver, language: number, name: string, args: ReadonlyArray<Type>): Type =>
  makeLibraryType(s, s.libraryScopes.get(s.policyOf(language))!, name, args)

/** A name of a module of the platform as a type: the library's own, or UNKNOWN. */
export const libraryTypeOf = (s: Solver, module: number, name: number, args: ReadonlyArray<Type>): Type => {
  const { names } = s.program
  const own = s.library.sameModules.get(module) ?? module
  const found = s.library.typesInModules.get(`${names.text(own)}.${names.text(name)}`)
  if (found === undefined) return UNKNOWN
  const fit = found.parameters.map((_, i) => args[i] ?? UNKNOWN)
  return resolved(s, substitute(s, found.type, found.parameters, fit))
}

/** A name of a module from outside as a value: the library's own, a module, or something that is not known. */
export const externalMember = (s: Solver, module: number, name: number): Type => {
  const known = s.library.modules.get(s.library.sameModules.get(module) ?? module)?.get(name)
  if (known !== undefined) return known
  const { names } = s.program
  if (s.library.modules.size > 0 && s.library.modules.has(module)) {
    const inner = names.id(`${names.text(module)}.${names.text(name)}`)
    if (s.library.modules.has(inner)) return s.types.make(KINDS.external, inner, 0, EMPTY)
  }
  return s.types.make(KINDS.external, module, name, EMPTY)
}

const makeLibraryType = (s: Solver, scope: Scope, name: string, args: ReadonlyArray<Type>): Type => {
  const index = scope.types.get(name)
  if (index === undefined) return UNKNOWN
  const count = s.library.types[index]!.parameters.length
  const fit = args.length === count
    ? args
    : Array.from({ length: count }, (_, i) => i < args.length ? args[i]! : UNKNOWN)
  return s.types.make(KINDS.library, index, 0, fit)
}

export const globalType = (s: Solver, f: FileView, name: string, args: ReadonlyArray<Type>): Type => {
  const scope = s.libraryOf(f)
  const alias = scope.aliases.get(name)
  if (alias !== undefined) return resolved(s, substitute(s, alias.type, alias.parameters, args))
  if (scope.types.has(name)) return libraryType(s, f, name, args)
  return f.language.policy.globals.has(name)
    ? s.types.make(KINDS.external, GLOBAL_PACKAGE, s.program.names.id(name), EMPTY)
    : UNKNOWN
}

/** The package of what the platform provides. */
export const GLOBAL_PACKAGE = 0

/** Looks through the operators that the library's aliases are written with. */
export const resolved = (s: Solver, type: Type): Type => {
  const { types } = s
  if (types.open[type] === 1) return type
  switch (types.kind[type]) {
    case KINDS.result:
      return resultOf(s, types.argument(type, 0))
    default:
      return type
  }
}

export const primitiveType = (s: Solver, f: FileView, name: string): Type => {
  const library = f.language.policy.primitives[name]
  return library === undefined ? UNKNOWN : library === "" ? NOTHING : libraryType(s, f, library, EMPTY)
}

const LITERAL_NAMES = Object.entries(LITERALS) as ReadonlyArray<[keyof typeof LITERALS, number]>

const literalNamed = ({ literalTypes }: ResolutionPolicy, literal: number): string | undefined => {
  const named = literalTypes === undefined ? undefined : LITERAL_NAMES.find(([, code]) => code === literal)
  return named === undefined ? undefined : literalTypes![named[0]]
}

/** The type of a literal, by LITERALS code. */
export const literalType = (s: Solver, f: FileView, literal: number): Type => {
  const { builtins } = f.language.policy
  switch (literal) {
    case LITERALS.string:
    case LITERALS.template:
      return libraryType(s, f, builtins.string, EMPTY)
    case LITERALS.number:
      return libraryType(s, f, builtins.number, EMPTY)
    case LITERALS.boolean:
      return libraryType(s, f, builtins.boolean, EMPTY)
    case LITERALS.bigint:
      return libraryType(s, f, builtins.bigint, EMPTY)
    case LITERALS.regexp:
      return libraryType(s, f, builtins.regexp, EMPTY)
    case LITERALS.null:
    case LITERALS.undefined:
      return NOTHING
    default: {
      const name = literalNamed(f.language.policy, literal)
      return name === undefined ? UNKNOWN : libraryType(s, f, name, EMPTY)
    }
  }
}
