// The native vector index: it works where it was built, and otherwise says why.

import { expect, test } from "bun:test"
import * as Hnsw from "../../lib/platform/hnsw.ts"

test("selfTest() finds every point as its own nearest, or says why there is no add-on", () => {
  const tested = Hnsw.selfTest()
  expect(tested._tag).not.toBe("wrong")
  if (tested._tag === "absent") expect(tested.reason.length).toBeGreaterThan(0)
})
