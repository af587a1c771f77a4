// Strings of one file by number. Names are looked up as ranges of the text, without cutting them out first: most
// occurrences of a name are not its first, and cutting costs more than comparing.

export class Interner {
  #text = ""
  #slots = new Int32Array(1024)
  #mask = 1023
  #sources: Array<string> = []
  #starts = new Int32Array(512)
  #lengths = new Int32Array(512)
  #hashes = new Int32Array(512)
  #count = 0

  /** Forgets everything and takes the text of another file; 0 is the empty string. */
  reset(text: string): void {
    this.#text = text
    this.#slots.fill(0)
    this.#sources.length = 0
    this.#count = 0
    this.#find(text, 0, 0)
  }

  /** Number of `text.slice(start, end)`. */
  slice(start: number, end: number): number {
    return this.#find(this.#text, start, end)
  }

  /** Number of any string. */
  string(value: string): number {
    return this.#find(value, 0, value.length)
  }

  at(id: number): string {
    return this.#sources[id]!.slice(this.#starts[id]!, this.#starts[id]! + this.#lengths[id]!)
  }

  get count(): number {
    return this.#count
  }

  /** All strings by number. */
  freeze(): Array<string> {
    const all: Array<string> = new Array(this.#count)
    for (let id = 0; id < this.#count; id++) all[id] = this.at(id)
    return all
  }

  #find(source: string, start: number, end: number): number {
    let hash = 0x811c9dc5 | 0
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ source.charCodeAt(i), 0x01000193)
    hash ^= hash >>> 15
    const length = end - start
    let slot = hash & this.#mask
    for (;;) {
      const found = this.#slots[slot]! - 1
      if (found < 0) break
      if (this.#hashes[found] === hash && this.#lengths[found] === length) {
        const other = this.#sources[found]!
        const offset = this.#starts[found]! - start
        let i = start
        while (i < end && source.charCodeAt(i) === other.charCodeAt(i + offset)) i++
        if (i === end) return found
      }
      slot = (slot + 1) & this.#mask
    }
    const id = this.#count++
    if (id === this.#starts.length) this.#grow()
    this.#sources[id] = source
    this.#starts[id] = start
    this.#lengths[id] = length
    this.#hashes[id] = hash
    this.#slots[slot] = id + 1
    if (this.#count * 2 > this.#mask) this.#rehash()
    return id
  }

  #grow(): void {
    const wider = (old: Int32Array) => {
      const next = new Int32Array(old.length * 2)
      next.set(old)
      return next
    }
    this.#starts = wider(this.#starts)
    this.#lengths = wider(this.#lengths)
    this.#hashes = wider(this.#hashes)
  }

  #rehash(): void {
    this.#slots = new Int32Array((this.#mask + 1) * 2)
    this.#mask = this.#slots.length - 1
    for (let id = 0; id < this.#count; id++) {
      let slot = this.#hashes[id]! & this.#mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = id + 1
    }
  }
}
