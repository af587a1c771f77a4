// Strings by number, out of an array and out of packed bytes.

import { expect } from "bun:test"
import * as fc from "fast-check"
import * as Strings from "../../lib/graph/strings.ts"
import { law } from "../_kit/effect.ts"

law(
  "a glance gives what is given otherwise, before and after it was asked for, and nothing for what is not there",
  fc.array(fc.string({ unit: "grapheme", maxLength: 8 }), { maxLength: 20 }),
  (texts) => {
    const array = Strings.fromArray(texts)
    const packed = Strings.fromPacked(Strings.pack(array))
    for (const strings of [array, packed]) {
      const ids = [...texts.keys(), texts.length, texts.length + 7]
      const expected = [...texts, "", ""]
      expect(ids.map(strings.glance)).toEqual(expected)
      expect(ids.map(strings.at)).toEqual(expected)
      expect(ids.map(strings.glance)).toEqual(expected)
    }
  },
  { runs: 60 },
)
