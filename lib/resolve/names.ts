// Every name of every file by one number, so that names are compared as numbers everywhere in this room. Only names that
// somebody looks up get one.

/**
 * Set in the number of a name where it is meant as that of a function, in languages where functions and values of one
 * name stand side by side.
 */
export const FUNCTION_NAME = 0x40000000

/** A name, whatever it is meant as. */
export const plainName = (name: number): number => name & ~FUNCTION_NAME

export class Names {
  readonly #ids = new Map<string, number>([["", 0]])
  readonly #texts: Array<string> = [""]

  /** The number of a name; 0 is the empty one. */
  id(text: string): number {
    let id = this.#ids.get(text)
    if (id === undefined) {
      id = this.#texts.length
      this.#texts.push(text)
      this.#ids.set(text, id)
    }
    return id
  }

  text(id: number): string {
    return this.#texts[plainName(id)]!
  }
}
