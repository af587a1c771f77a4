// The text of a surface while it is made: what it says, and what it names that can be asked further.

import { EXPORT_KINDS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import type { Imports } from "./imports.ts"

/** Something with a surface, by its key. */
export type Unit = number

/** The key of a definition with such a name. */
export const keyOfDefinition = (name: string): string => `type:${name}`

/** The key of what a file writes to elsewhere, which is no unit. */
export const WRITTEN = ""

/** Names that a module may give out by what it says itself: in exports, and at its top. */
export const namesOf = ({ facts }: FileView): ReadonlySet<string> => {
  const { exports, bindings, strings } = facts
  const names = new Set<string>()
  for (let row = 0; row < exports.rows; row++) names.add(strings[exports.name[row]!]!)
  for (let row = 0; row < bindings.rows; row++) if (bindings.scope[row] === 0) names.add(strings[bindings.name[row]!]!)
  return names
}

export const STAR = EXPORT_KINDS.star

/** Modules all of whose names a module gives out. */
export const starsOf = (imports: Imports, f: FileView): ReadonlyArray<FileView> => {
  const { kind, module, rows } = f.facts.exports
  const all: Array<FileView> = []
  for (let row = 0; row < rows; row++) if (kind[row] === STAR) all.push(...imports.destination(f, module[row]!).files)
  return all
}

/** A text that grows, and the units that it names. */
export class Text {
  text = ""
  readonly mentions = new Set<Unit>()

  say(words: string): void {
    this.text += `${words}\n`
  }

  mention(unit: Unit): void {
    this.mentions.add(unit)
  }
}

/** The same for who wants to know what is named alone. */
export class Mentions extends Text {
  override say(): void {}
}
