// The text of a surface while it is made: what it says, and what it names that can be asked further.

/** Something with a surface, by its key. */
export type Unit = number

/** The key of a definition with such a name. */
export const keyOfDefinition = (name: string): string => `type:${name}`

/** The key of what a file writes to elsewhere, which is no unit. */
export const WRITTEN = ""

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
