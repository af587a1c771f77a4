// What every tool promises to every client, walked over all of them.

import { describe, expect, test } from "bun:test"
import { NAVEGADOR, TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import * as Listing from "../../lib/tools/listing.ts"
import type * as Tool from "../../lib/tools/tool.ts"

const TYPES = ["string", "integer", "number", "boolean", "array"]

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (_name, tool) => {
  const schema = Listing.inputSchema(tool)

  test("takes one flat object and nothing else", () => {
    expect(
      Object.keys(schema).filter((key) => !["type", "properties", "required", "additionalProperties"].includes(key)),
    )
      .toEqual([])
    expect(schema.type).toBe("object")
    expect(schema.additionalProperties).toBe(false)
    expect(JSON.stringify(schema)).not.toMatch(/"(anyOf|oneOf|allOf|\$ref|not|if)"/)
  })

  test("every argument has a plain type and says what it is", () => {
    for (const [name, property] of Object.entries(schema.properties)) {
      expect(TYPES, name).toContain(property.type)
      expect(property.description ?? "", name).not.toBe("")
    }
  })

  test("what is required and what has a default are told apart", () => {
    for (const name of schema.required ?? []) expect(schema.properties[name]!.default).toBeUndefined()
  })

  test("positional arguments are listed ones, aliases lead to listed ones and hide none", () => {
    for (const name of tool.positional) expect(Object.keys(schema.properties)).toContain(name)
    for (const [alias, name] of Object.entries(tool.aliases)) {
      expect(Object.keys(schema.properties)).toContain(name)
      expect(Object.keys(schema.properties)).not.toContain(alias)
    }
  })

  test("hints are those that differ from the protocol's defaults", () => {
    expect(Listing.listing(tool).annotations).toEqual(
      tool.writes === "never" ? { readOnlyHint: true, openWorldHint: false } : { openWorldHint: false },
    )
  })

  test("its output has a schema of type object", () => {
    expect(Listing.outputSchema(tool)["type"]).toBe("object")
  })
})

/** Names of the fields of each form that an answer of the tool can have. */
const formsOf = (tool: Tool.Any): ReadonlyArray<ReadonlyArray<string>> => {
  type Form = { readonly properties: Readonly<Record<string, unknown>> }
  const { anyOf, ...one } = Listing.outputSchema(tool) as unknown as Form & { readonly anyOf?: ReadonlyArray<Form> }
  return (anyOf ?? [one]).map(({ properties }) => Object.keys(properties))
}

describe.each([...TOOLS, ...UNLISTED].map((tool) => [tool.name, tool as Tool.Any] as const))("%s", (_name, tool) => {
  const takes = (argument: string) => Object.hasOwn(Listing.inputSchema(tool).properties, argument)

  test("keeps to a budget, and goes on by cursor where it answers pages", () => {
    expect(takes("maxTokens")).toBe(true)
    expect(takes("cursor")).toBe(formsOf(tool).some((form) => form.includes("next_cursor")))
    for (const form of formsOf(tool)) if (form.includes("lists")) expect(form).toContain("next_cursor")
  })

  test("of a repository takes which one, and says which index answered; of a branch, or says that it cannot", () => {
    expect(takes("repo")).toBe(tool.scope === "repo")
    if (tool.scope !== "repo") return
    expect(takes("branch")).toBe(tool.lacks?.["branch"] === undefined)
    for (const form of formsOf(tool)) expect(form).toContain("index")
  })
})

test("no two tools share a name", () => {
  const names = TOOLS.flatMap((
    tool,
  ) => [tool.name, ...((tool as { otherNames?: ReadonlyArray<string> }).otherNames ?? [])])
  expect(new Set(names).size).toBe(names.length)
})

test("the list of all tools stays under 20 KB of JSON, that of the core tools under 7 KB", () => {
  const size = (tools: ReadonlyArray<Tool.Any>) =>
    new TextEncoder().encode(JSON.stringify(tools.map(Listing.listing))).length
  expect(size(TOOLS)).toBeLessThan(20_000)
  expect(size((TOOLS as ReadonlyArray<Tool.Any>).filter((it) => it.core === true))).toBeLessThan(7_000)
  expect(size(NAVEGADOR)).toBeLessThan(7_000)
})

test("what a listing leaves out still holds: long lists of words, bounds, descriptions", () => {
  const tool = TOOLS.find((it) => it.name === "impact")!
  const full = Listing.inputSchema(tool).properties
  const brief = Listing.listing(tool).inputSchema.properties
  expect(full["kind"]!.enum).toContain("Method")
  expect(brief["kind"]).not.toHaveProperty("enum")
  expect(brief["direction"]!.enum).toEqual(["upstream", "downstream"])
  expect(full["repo"]!.description).toBeDefined()
  expect(brief["repo"]).toEqual({ type: "string" })
  expect(Object.keys(brief)).toEqual(Object.keys(full))
})

test("describe() says a property in words", () => {
  expect(Listing.describe({ type: "integer", minimum: 1, maximum: 32 })).toBe("an integer from 1 to 32")
  expect(Listing.describe({ type: "string", enum: ["a", "b"] })).toBe(`one of "a", "b"`)
  expect(Listing.describe({ type: "array", items: { type: "string" } })).toBe("a list, each a string")
})
