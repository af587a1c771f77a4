// Files that are offered in place of one that is not there hang on their paths, not on the order of the list.

import { expect, test } from "bun:test"
import * as Checkout from "../../lib/workspace/checkout.ts"

const LISTED = ["src/b/part.ts", "src/a/part.ts", "src/c/part.ts", "src/a/port.ts", "lib/parts.ts"]

test.each([["part.ts", ["src/a/part.ts", "src/b/part.ts"]], ["pert.ts", ["src/a/part.ts", "src/a/port.ts"]]])(
  "near %s",
  (asked, expected) => {
    expect([...Checkout.nearest(asked, LISTED, 2)]).toEqual(expected)
    expect([...Checkout.nearest(asked, [...LISTED].reverse(), 2)]).toEqual(expected)
  },
)
