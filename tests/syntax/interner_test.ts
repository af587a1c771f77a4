// Strings of a file by number.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import { law } from "../_kit/effect.ts"
import { Interner } from "../../lib/syntax/interner.ts"

const words = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é", "\u{1f600}"), maxLength: 4 }), {
  maxLength: 800,
})

law("equal strings have one number, different ones have two, from the text or not", words, (list) => {
  const text = list.join("")
  const interner = new Interner()
  interner.reset(text)
  const numbers = new Map<string, number>([["", 0]])
  let at = 0
  for (const word of list) {
    const number = interner.slice(at, at + word.length)
    at += word.length
    expect(interner.at(number)).toBe(word)
    expect(numbers.get(word) ?? number).toBe(number)
    expect(interner.string(word)).toBe(number)
    numbers.set(word, number)
  }
  expect(interner.count).toBe(numbers.size)
  expect(interner.freeze().length).toBe(numbers.size)
}, { runs: 60 })

test("nothing is left of the file before", () => {
  const interner = new Interner()
  interner.reset("first")
  interner.slice(0, 5)
  interner.reset("second")
  expect(interner.freeze()).toEqual([""])
  expect(interner.slice(0, 6)).toBe(1)
})
