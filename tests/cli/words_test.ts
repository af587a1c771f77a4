// Numbers as people read them: no sixty seconds, no thousand kilobytes.

import { expect, test } from "bun:test"
import * as Words from "../../cli/words.ts"

test("seconds() never shows sixty seconds", () => {
  const said = [0.04, 0.44, 9.94, 9.96, 59.4, 59.7, 60, 119.7, 125, 3599.9].map(Words.seconds)
  expect(said).toEqual([
    "0.04 s",
    "0.4 s",
    "9.9 s",
    "10 s",
    "59 s",
    "1 min 0 s",
    "1 min 0 s",
    "2 min 0 s",
    "2 min 5 s",
    "60 min 0 s",
  ])
})

test("size() takes the unit that the rounded number fits", () => {
  expect([0, 400, 9_949, 999_400, 999_600, 12_345_678, 999_600_000, 1_000_000_000].map(Words.size)).toEqual([
    "0.0 kB",
    "0.4 kB",
    "9.9 kB",
    "999 kB",
    "1.0 MB",
    "12.3 MB",
    "1.0 GB",
    "1.0 GB",
  ])
})
