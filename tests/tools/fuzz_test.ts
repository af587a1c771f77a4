// Whatever fits a tool's schema is answered or declared impossible; whatever does not is refused. Nothing a client sends
// is a bug of ours. The arguments are drawn from the schema itself, so a new tool is tested as soon as it is listed.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Listing from "../../lib/tools/listing.ts"
import { law } from "../_kit/effect.ts"
import * as Drawn from "./drawn.ts"
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
  ),
  Drawn.anyText,
)

const ask = (tool: string, sent: unknown) => World.provide(repo)(Answer.call(TOOLS, tool, sent))

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  law(
    "answers whatever fits its schema, or declares why not",
    Drawn.argumentsOf(tool, texts),
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
