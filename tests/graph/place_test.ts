// What a path says of the code at it.

import { expect, test } from "bun:test"
import * as Place from "../../lib/graph/place.ts"

test("tests are told by their folder or by what they are called", () => {
  for (
    const path of [
      "tests/net.rs",
      "src/test/scala/Parser.scala",
      "lib/spec/router.rb",
      "core/router_test.exs",
      "core/test_router.lua",
      "Source/RouterTests.swift",
      "Source/RouterSpec.hs",
      "src/router.spec.zig",
    ]
  ) expect(Place.isTried(path), path).toBe(true)
  for (
    const path of [
      "src/contest.rs",
      "src/latest.rs",
      "lib/attest/key.rb",
      "src/protests.c",
      "src/testament.c",
      "src/specs_of.c",
    ]
  ) expect(Place.isTried(path), path).toBe(false)
})
