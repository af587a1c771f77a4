import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as Profile from "../../lib/serve/profile.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import * as Fixture from "./fixture_tools.ts"

const names = (profile: string) =>
  Either.map(Profile.select(Fixture.tools, profile), (tools) => tools.map((it) => it.name))

describe("a profile", () => {
  test("of all has every tool in their order", () => {
    expect(names("all")).toEqual(Either.right(Fixture.tools.map((it) => it.name)))
  })

  test("of core has those that say so", () => {
    expect(names("core")).toEqual(Either.right(["add"]))
  })

  test("of names has those, in the order of the tools", () => {
    expect(names("sleeper, add")).toEqual(Either.right(["add", "sleeper"]))
  })

  test("with tools of its own has those, whatever the others are", () => {
    const [first] = Fixture.tools
    const lists = { apart: [{ ...first!, summary: "Another of the name" }] }
    const chosen = Profile.select(Fixture.tools as ReadonlyArray<Tool.Any>, "apart", lists)
    expect(Either.map(chosen, (tools) => tools.map((it) => it.summary))).toEqual(Either.right(["Another of the name"]))
    expect(Either.flip(Profile.select(Fixture.tools as ReadonlyArray<Tool.Any>, "aprt", lists))).toEqual(
      Either.right(`Cannot offer "aprt": did you mean apart`),
    )
  })

  test("that names no tool is refused with the nearest", () => {
    expect(names("add,sleper")).toEqual(Either.left(`Cannot offer "sleper": did you mean sleeper`))
    expect(names("add,core")).toEqual(Either.left(`Cannot offer "add,core": the profile core stands alone`))
    expect(names("cor")).toEqual(Either.left(`Cannot offer "cor": did you mean core`))
    expect(Either.isLeft(names(" , "))).toBe(true)
    expect(Either.isLeft(names("toString"))).toBe(true)
  })
})
