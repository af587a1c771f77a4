// Whatever fits a tool's schema is answered or declared impossible; whatever does not is refused. Nothing a client sends
// is a bug of ours. The arguments are drawn from the schema itself, so a new tool is tested as soon as it is listed.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Listing from "../../lib/tools/listing.ts"
import { law } from "../_kit/effect.ts"
import * as World from "./world.ts"

const repo = World.open(World.shop)

/** Texts that mean something here, and any others. */
const texts = fc.oneof(
  fc.constantFrom(
    "Order",
    "Order.price",
    "price",
    "describe",
    "src/order.ts",
    "src/app.ts:8",
    "Class:src/order.ts:Order",
    "File:src/app.ts",
    "src/*.ts",
    "[",
    "(a+)+$",
    "../..",
    "::::",
    "~",
  ),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
)

const valueOf = (property: Listing.Property): fc.Arbitrary<unknown> => {
  if (property.enum !== undefined) return fc.constantFrom(...property.enum)
  switch (property.type) {
    case "string":
      return texts.map((text) => text.slice(0, property.maxLength ?? 1000)).filter((text) =>
        text.length >= (property.minLength ?? 0)
      )
    case "boolean":
      return fc.boolean()
    case "integer": {
      const min = property.minimum ?? 0
      return fc.integer({ min, max: property.maximum ?? min + 500 })
    }
    case "number":
      return fc.double({ min: property.minimum ?? 0, max: property.maximum ?? 1, noNaN: true })
    case "array":
      return fc.array(valueOf(property.items ?? { type: "string" }), {
        minLength: property.minItems ?? 0,
        maxLength: Math.min(property.maxItems ?? 4, 4),
      })
    case "object":
      return fc.dictionary(texts, texts)
  }
}

const argumentsOf = (schema: Listing.InputSchema): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, valueOf(property)])),
    { requiredKeys: [...schema.required ?? []] },
  )

const ask = (tool: string, sent: unknown) => World.provide(repo)(Answer.call(TOOLS, tool, sent))

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  law(
    "answers whatever fits its schema, or declares why not",
    argumentsOf(Listing.inputSchema(tool)),
    (sent) =>
      Effect.map(ask(name, sent), ({ text, isError }) => {
        if (sent["format"] === "markdown" && !isError) return
        const answer = JSON.parse(text)
        const code = answer?.error?.code ?? (answer === null ? "BudgetTooSmall" : undefined)
        expect(code).not.toBe("InternalError")
        expect(isError).toBe(code !== undefined)
      }),
    { runs: 150 },
  )

  law(
    "refuses whatever else with a declared failure",
    fc.oneof(
      fc.anything(),
      fc.dictionary(fc.constantFrom(...Object.keys(Listing.inputSchema(tool).properties)), fc.anything()),
    ),
    (sent) =>
      Effect.map(ask(name, sent), ({ text }) => {
        if (!text.startsWith("{") && text !== "null") return
        expect(JSON.parse(text)?.error?.code).not.toBe("InternalError")
      }),
    { runs: 150 },
  )
})
