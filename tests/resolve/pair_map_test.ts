// The map of pairs keeps what a plain map keeps.

import { expect } from "bun:test"
import * as fc from "fast-check"
import { NONE } from "../../lib/graph/columns.ts"
import { PairMap } from "../../lib/resolve/pair_map.ts"
import { law } from "../_kit/effect.ts"

const small = fc.integer({ min: 0, max: 40 })

law(
  "get() gives what was set last",
  fc.array(fc.tuple(small, small, fc.integer({ min: 0, max: 1e6 })), { maxLength: 400 }),
  (entries) => {
    const map = new PairMap(1)
    const plain = new Map<string, number>()
    for (const [first, second, value] of entries) {
      map.set(first, second, value)
      plain.set(`${first},${second}`, value)
    }
    expect(map.size).toBe(plain.size)
    for (let first = 0; first <= 40; first++) {
      for (let second = 0; second <= 40; second++) {
        expect(map.get(first, second)).toBe(plain.get(`${first},${second}`) ?? NONE)
      }
    }
  },
)
