// Lists of words by number: each gives back what was added, whatever else is, and a word keeps its number.

import { expect } from "bun:test"
import * as fc from "fast-check"
import { beginningOf, WordLists } from "../../lib/search/word_lists.ts"
import { law } from "../_kit/effect.ts"

law(
  "every list holds its words, each once, and equal words have one number",
  fc.array(fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 40 }), { maxLength: 400 }),
  (all) => {
    const lists = new WordLists()
    expect(all.map((words) => lists.add(words))).toEqual([...all.keys()])
    for (const [list, words] of all.entries()) {
      const numbers = [...lists.members.subarray(lists.from(list), lists.from(list + 1))]
      expect(numbers.map((it) => lists.word(it))).toEqual([...new Set(words)])
      expect(numbers.map((it) => lists.beginning(it))).toEqual([...new Set(words)].map((it) => beginningOf(it)))
    }
    expect(lists.words).toBe(new Set(all.flat()).size)
  },
  { runs: 60 },
)
