// Sizes that people type.

import { expect, test } from "bun:test"
import * as Sizes from "../../cli/sizes.ts"

test.each([
  ["1", 1],
  ["1500", 1500],
  ["64k", 65_536],
  ["64 KB", 65_536],
  ["1.5M", 1_572_864],
  ["2MiB", 2_097_152],
  ["1g", 1_073_741_824],
  ["0", undefined],
  ["", undefined],
  ["k", undefined],
  ["-1k", undefined],
  ["1e3", undefined],
  ["2 apples", undefined],
  ["99999999999999999g", undefined],
])("%j", (typed, bytes) => {
  expect(Sizes.bytesOf(typed)).toBe(bytes as never)
})
