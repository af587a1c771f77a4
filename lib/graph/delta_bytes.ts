// Small numbers in few bytes, one behind the other: what a delta is written in.

/** Bytes that grow at their end. */
export class Writer {
  #bytes = new Uint8Array(4096)
  #length = 0

  /** A whole number from 0 below 2^32: 7 bits a byte. */
  number(value: number): void {
    this.#room(5)
    while (value >= 128) {
      this.#bytes[this.#length++] = (value & 127) | 128
      value >>>= 7
    }
    this.#bytes[this.#length++] = value
  }

  /** A difference of two numbers below 2^32, modulo 2^32: near 0 on either side takes one byte. */
  difference(value: number): void {
    const signed = value | 0
    this.number(((signed << 1) ^ (signed >> 31)) >>> 0)
  }

  /** A number below 2^32 in four bytes. */
  word(value: number): void {
    this.#room(4)
    for (let shift = 0; shift < 32; shift += 8) this.#bytes[this.#length++] = value >>> shift
  }

  raw(bytes: Uint8Array): void {
    this.number(bytes.length)
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const wider = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    wider.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = wider
  }
}

/** Reads what a `Writer` wrote, in the same order. Past the end everything is 0. */
export class Reader {
  #at = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  number(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0
      value |= (byte & 127) << shift
      if (byte < 128) break
    }
    return value >>> 0
  }

  difference(): number {
    const value = this.number()
    return (value >>> 1) ^ -(value & 1)
  }

  word(): number {
    let value = 0
    for (let shift = 0; shift < 32; shift += 8) value |= (this.#bytes[this.#at++] ?? 0) << shift
    return value >>> 0
  }

  raw(): Uint8Array {
    const length = this.number()
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return bytes
  }
}
