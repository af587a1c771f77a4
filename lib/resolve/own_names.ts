// Imports of a package under its own name, which the package says and its path may not: where the two differ, the import is
// bound to what the package says.

import * as FactsBytes from "../syntax/facts_bytes.ts"
import type { FileFacts, Language, ModuleResolver } from "../syntax/language.ts"
import { IMPORT_FLAGS } from "../syntax/facts.ts"
import type { InputFile, Program } from "./program.ts"

/** Binding → the name that it has. */
type Names = ReadonlyMap<number, string>

/**
 * The files, those with such imports under other names; the very same as in the program before where neither the file nor
 * the names are others. O(imports of the languages that have such).
 */
export const withOwnNames = (
  files: ReadonlyArray<InputFile>,
  modules: (language: Language) => ModuleResolver,
  before?: Program,
): ReadonlyArray<InputFile> => {
  if (!files.some(({ language }) => language.policy.packages?.dotted === false)) return files
  const byPath = new Map<string, InputFile>()
  for (const f of files) if (f.language.policy.packages?.dotted === false) byPath.set(f.path, f)
  const packages = new Map<string, string>()
  const nameOf = (path: string): string => {
    let known = packages.get(path)
    if (known === undefined) packages.set(path, known = ownName(byPath.get(path)))
    return known
  }
  return files.map((f) => {
    if (!byPath.has(f.path)) return f
    const { imports, bindings, strings } = f.facts
    const names = new Map<number, string>()
    for (let row = 0; row < imports.rows; row++) {
      if ((imports.flags[row]! & IMPORT_FLAGS.ownName) === 0) continue
      const target = modules(f.language).resolve(f.path, strings[imports.module[row]!]!)
      const name = target._tag === "files" && target.paths.length > 0 ? nameOf(target.paths[0]!) : ""
      const binding = imports.binding[row]!
      if (name !== "" && name !== strings[bindings.name[binding]!]) names.set(binding, name)
    }
    if (names.size === 0) return f
    const now = new Renamed(f, names)
    const known = before?.fileByPath.get(f.path)?.input
    return known instanceof Renamed && known.isLike(now) ? known : now
  })
}

/** The name of the package that a file says it is of; what else it says of it stands behind a space. */
const ownName = (f: InputFile | undefined): string => {
  if (f === undefined || f.facts.packages.rows === 0) return ""
  return f.facts.strings[f.facts.packages.name[0]!]!.split(" ")[0]!
}

/** A file some of whose bindings have other names. It may outlive the program that it was made for, and holds nothing of it. */
class Renamed implements InputFile {
  readonly path: string
  readonly language: Language
  readonly flags: number
  readonly #file: InputFile
  readonly #names: Names
  #facts: FileFacts | undefined

  constructor(file: InputFile, names: Names) {
    this.path = file.path
    this.language = file.language
    this.flags = file.flags
    this.#file = file
    this.#names = names
  }

  /** Is it the same file with the same names? */
  isLike(other: Renamed): boolean {
    const said = (names: Names): string => [...names].join("\n")
    return this.#file === other.#file && said(this.#names) === said(other.#names)
  }

  get facts(): FileFacts {
    return this.#facts ??= renamed(this.#file.facts, this.#names)
  }

  letGo(): void {
    this.#facts = undefined
    this.#file.letGo?.()
  }
}

const renamed = (facts: FileFacts, names: Names): FileFacts => {
  const strings = [...facts.strings]
  const name = facts.bindings.name.slice()
  for (const [binding, text] of names) {
    const known = strings.indexOf(text)
    name[binding] = known < 0 ? strings.push(text) - 1 : known
  }
  return { ...FactsBytes.whole(facts), strings, bindings: { ...facts.bindings, name } }
}
