// Every name of every file by one number, so that names are compared as numbers everywhere in this room. Only names that
// somebody looks up get one.

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
    return this.#texts[id]!
  }
}
