// Lists of words, such as those of a name, by number: the same few thousand words make up all names of a repository, so a
// word is kept once, and lists lie side by side as numbers of theirs.

/** A list by its number. */
export type ListId = number

/** Grows with what is added, and nothing is ever taken out: who adds without end begins another one now and then. */
export class WordLists {
  readonly #numbers = new Map<string, number>()
  readonly #words: Array<string> = []
  /** By word its first two letters, as a number. */
  #beginnings = new Uint32Array(1024)
  #members = new Uint32Array(1024)
  #offsets = new Uint32Array(256)
  #count = 0

  /** How many different words there are; their numbers are below it. */
  get words(): number {
    return this.#words.length
  }

  word(number: number): string {
    return this.#words[number]!
  }

  beginning(number: number): number {
    return this.#beginnings[number]!
  }

  /** Keeps the words of a list, each once. @returns The number of the list. */
  add(words: Iterable<string>): ListId {
    const list = this.#count++
    if (this.#offsets.length < this.#count + 1) this.#offsets = doubled(this.#offsets)
    let end = this.#offsets[list]!
    for (const word of new Set(words)) {
      if (end === this.#members.length) this.#members = doubled(this.#members)
      this.#members[end++] = this.#numberOf(word)
    }
    this.#offsets[list + 1] = end
    return list
  }

  /** The numbers of words, list by list, as they lie now: a list is `members[from(list) .. from(list + 1)]`. */
  get members(): Uint32Array {
    return this.#members
  }

  from(list: ListId): number {
    return this.#offsets[list]!
  }

  #numberOf(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      this.#numbers.set(word, number = this.#words.length)
      this.#words.push(word)
      if (this.#beginnings.length <= number) this.#beginnings = doubled(this.#beginnings)
      this.#beginnings[number] = beginningOf(word)
    }
    return number
  }
}

/** The first two letters of a word as a number. */
export const beginningOf = (word: string): number =>
  word.charCodeAt(0) * 65_536 + (word.length < 2 ? 0 : word.charCodeAt(1))

const doubled = (from: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const wider = new Uint32Array(2 * from.length)
  wider.set(from)
  return wider
}
