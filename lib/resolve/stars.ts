// Imports of every public name of a module: written out as imports of each, so that nobody after this needs to know of
// them. Modules that import each other so are gone through until nothing is added.

import type * as Columns from "../graph/columns.ts"
import { NONE } from "../graph/columns.ts"
import { BINDING_FLAGS, BINDING_KINDS, EXPORT_KINDS, IMPORT_FLAGS } from "../syntax/facts.ts"
import * as FactsBytes from "../syntax/facts_bytes.ts"
import type { FileFacts, Language, ModuleResolver } from "../syntax/language.ts"
import type { InputFile, Program } from "./program.ts"

/** Files above which facts that were looked at are let go of. */
const MANY = 8192

/** Rounds through modules that import each other's names. */
const ROUNDS = 8

interface Star {
  readonly row: number
  readonly from: string
}

/**
 * The files, those with such imports widened by a row for each name; the very same as in the program before where neither
 * the file nor the names are others. O(files), and O(names) for each such import.
 */
export const withStars = (
  files: ReadonlyArray<InputFile>,
  modules: (language: Language) => ModuleResolver,
  before?: Program,
): ReadonlyArray<InputFile> => {
  const stars = new Map<string, Array<Star>>()
  const byPath = new Map<string, InputFile>()
  for (const f of files) byPath.set(f.path, f)
  for (const f of files) {
    // where files share packages, names are looked up in them when they are asked for
    if (f.language.policy.starImports !== true || f.language.policy.packages !== undefined) continue
    const { flags, module, rows } = f.facts.imports
    for (let row = 0; row < rows; row++) {
      if ((flags[row]! & IMPORT_FLAGS.star) === 0) continue
      const target = modules(f.language).resolve(f.path, f.facts.strings[module[row]!]!)
      const from = target._tag === "files" ? target.paths.find((path) => byPath.has(path)) : undefined
      if (from === undefined) continue
      const known = stars.get(f.path)
      if (known === undefined) stars.set(f.path, [{ row, from }])
      else known.push({ row, from })
    }
    if (MANY < files.length && !stars.has(f.path)) f.letGo?.()
  }
  if (stars.size === 0) return files
  const names = new Map<string, Set<string>>()
  const namesOf = (path: string): Set<string> => {
    let known = names.get(path)
    if (known === undefined) names.set(path, known = ownNames(byPath.get(path)!.facts))
    return known
  }
  // names by the import that brings them, in the order in which they come
  const brought = new Map<Star, Set<string>>()
  for (let round = 0; round < ROUNDS; round++) {
    let grown = false
    for (const [path, all] of stars) {
      const own = namesOf(path)
      for (const star of all) {
        const given = brought.get(star) ?? new Set<string>()
        brought.set(star, given)
        for (const name of publicNames(byPath.get(star.from)!.facts, namesOf(star.from))) {
          if (own.has(name)) continue
          own.add(name)
          given.add(name)
          grown = true
        }
      }
    }
    if (!grown) break
  }
  return files.map((f) => {
    const all = stars.get(f.path)
    if (all === undefined) return f
    const now = new Widened(f, all.map((star) => ({ row: star.row, names: [...brought.get(star)!] })))
    const known = before?.fileByPath.get(f.path)?.input
    return known instanceof Widened && known.isLike(now) ? known : now
  })
}

/** The names that one such import brings, in the order in which they come. */
interface Brought {
  readonly row: number
  readonly names: ReadonlyArray<string>
}

/** A file with more imports than it wrote. It may outlive the program that it was made for, and holds nothing of it. */
class Widened implements InputFile {
  readonly path: string
  readonly language: Language
  readonly flags: number
  readonly #file: InputFile
  readonly #stars: ReadonlyArray<Brought>
  #facts: FileFacts | undefined

  constructor(file: InputFile, stars: ReadonlyArray<Brought>) {
    this.path = file.path
    this.language = file.language
    this.flags = file.flags
    this.#file = file
    this.#stars = stars
  }

  /** Is it the same file with the same names? */
  isLike(other: Widened): boolean {
    const said = ({ row, names }: Brought): string => `${row} ${names.join(" ")}`
    return this.#file === other.#file && this.#stars.map(said).join("\n") === other.#stars.map(said).join("\n")
  }

  get facts(): FileFacts {
    return this.#facts ??= widened(this.#file.facts, this.#stars)
  }

  letGo(): void {
    this.#facts = undefined
    this.#file.letGo?.()
  }
}

/** Names that are bound in the file's own scope. */
const ownNames = (facts: FileFacts): Set<string> => {
  const all = new Set<string>()
  const { scope, name, rows } = facts.bindings
  for (let row = 0; row < rows; row++) if (scope[row] === 0) all.add(facts.strings[name[row]!]!)
  return all
}

/** The names that a list in the file gives out, else those that are not marked as its own. */
const publicNames = (facts: FileFacts, names: ReadonlySet<string>): ReadonlyArray<string> => {
  const { kind, name, rows } = facts.exports
  const listed: Array<string> = []
  for (let row = 0; row < rows; row++) {
    if (kind[row] === EXPORT_KINDS.local) listed.push(facts.strings[name[row]!]!)
  }
  return listed.length > 0 ? listed : [...names].filter((it) => !it.startsWith("_"))
}

const widened = (facts: FileFacts, stars: ReadonlyArray<Brought>): FileFacts => {
  const strings = [...facts.strings]
  const numbers = new Map(strings.map((text, at) => [text, at]))
  const numberOf = (text: string): number => {
    let at = numbers.get(text)
    if (at === undefined) numbers.set(text, at = strings.push(text) - 1)
    return at
  }
  let count = 0
  for (const { names } of stars) count += names.length
  const imports = longer(facts.imports, count)
  const bindings = longer(facts.bindings, count)
  let i = facts.imports.rows
  let b = facts.bindings.rows
  for (const star of stars) {
    for (const text of star.names) {
      const name = numberOf(text)
      imports.module[i] = facts.imports.module[star.row]!
      imports.name[i] = name
      imports.flags[i] = facts.imports.flags[star.row]! & ~IMPORT_FLAGS.star
      imports.binding[i] = b
      imports.start[i] = facts.imports.start[star.row]!
      bindings.scope[b] = 0
      bindings.name[b] = name
      bindings.kind[b] = BINDING_KINDS.import
      bindings.flags[b] = BINDING_FLAGS.constant
      bindings.target[b] = i
      bindings.type[b] = NONE
      bindings.value[b] = NONE
      bindings.nameStart[b] = facts.imports.start[star.row]!
      i++
      b++
    }
  }
  return { ...FactsBytes.whole(facts), strings, imports, bindings }
}

/** A table with room for more rows at its end. */
const longer = <S extends Columns.Shape>(table: Columns.Table<S>, count: number): Columns.Table<S> => {
  const wider: Record<string, unknown> = { ...table, rows: table.rows + count }
  for (const name in table) {
    const column: unknown = table[name as keyof typeof table]
    if (!ArrayBuffer.isView(column)) continue
    const old = column as Uint8Array | Uint16Array | Uint32Array
    const next = new (old.constructor as Uint32ArrayConstructor)(table.rows + count)
    next.set(old)
    wider[name] = next
  }
  return wider as Columns.Table<S>
}
