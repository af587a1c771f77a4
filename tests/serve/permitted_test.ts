// What a read-only server leaves of tools, read off their definitions.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Permitted from "../../lib/serve/permitted.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Listing from "../../lib/tools/listing.ts"
import * as Tool from "../../lib/tools/tool.ts"
import * as Policy from "../../lib/workspace/policy.ts"

class Never extends Schema.TaggedError<Never>()("Never", {}) {}

const ran: Array<unknown> = []

const base = {
  guide: "Only in tests.",
  scope: "repo",
  writes: "never",
  positional: [],
  aliases: {},
  input: Schema.Struct({ name: Schema.optional(Schema.String) }),
  output: Schema.Struct({}),
  failure: Never,
  run: (input: unknown) => Effect.sync(() => (ran.push(input), {})),
  render: () => "",
  trim: () => undefined,
} as const

const reader = Tool.make({ ...base, name: "reader", summary: "Reads" })
const writer = Tool.make({ ...base, name: "writer", summary: "Writes", writes: "always" })
const grouped = Tool.make({ ...base, name: "grouped", summary: "Reads a group", scope: "group" })
const raw = Tool.make({ ...base, name: "raw", summary: "Runs a statement", beyondReading: "all" })
const mixed = Tool.make({
  ...base,
  name: "mixed",
  summary: "Takes a statement too",
  beyondReading: ["statement"],
  aliases: { sql: "statement", n: "name" },
  input: Schema.Struct({ name: Schema.String, statement: Schema.optional(Schema.String) }),
})
const planner = Tool.make({
  ...base,
  name: "planner",
  summary: "Plans, and writes when told",
  input: Schema.Struct({ dry_run: Schema.optionalWith(Schema.Boolean, { default: () => true }) }),
  writes: ({ dry_run }: { readonly dry_run: boolean }) => !dry_run,
})

const all = [reader, writer, grouped, raw, mixed, planner] as ReadonlyArray<Tool.Any>
const readOnly = Permitted.permitted(all, { ...Policy.open, readOnly: true })

const call = (name: string, sent: unknown) =>
  Effect.runPromise(Answer.call(readOnly, name, sent) as Effect.Effect<Answer.Answer>)

describe("a read-only server", () => {
  test("leaves readers, and writers that can plan; without a policy all are left", () => {
    expect(readOnly.map((it) => it.name)).toEqual(["reader", "mixed", "planner"])
    expect(Permitted.permitted(all, Policy.open)).toBe(all)
  })

  test("shows no argument that it does not take, and marks all that is left as reading", () => {
    const listed = readOnly.map(Listing.listing)
    expect(Object.keys(listed[1]!.inputSchema.properties)).toEqual(["name"])
    expect(listed.map((it) => it.annotations.readOnlyHint)).toEqual([true, true, true])
  })

  test("refuses what is hidden as it refuses what never was", async () => {
    for (const name of ["writer", "grouped", "raw"]) {
      expect((await call(name, {})).value).toEqual({
        error: { code: "UnknownTool", message: `Cannot call "${name}": there is no such tool`, candidates: [] },
      })
    }
    for (const argument of ["statement", "sql"]) {
      const { value } = await call("mixed", { name: "a", [argument]: "DROP" })
      expect(value).toMatchObject({ error: { code: "InvalidArguments" } })
      expect(JSON.stringify(value)).not.toMatch(/did you mean (statement|sql)/)
    }
  })

  test("refuses the form that writes, and runs the other", async () => {
    ran.length = 0
    expect((await call("planner", { dry_run: false })).value).toMatchObject({ error: { code: "ReadOnly" } })
    expect(ran).toEqual([])
    expect((await call("planner", {})).isError).toBe(false)
    expect((await call("mixed", { n: "a" })).isError).toBe(false)
    expect(ran).toEqual([{ dry_run: true }, { name: "a" }])
  })
})

test("every argument that goes beyond reading is one, and can be left out", () => {
  for (const tool of TOOLS as ReadonlyArray<Tool.Any>) {
    if (tool.beyondReading === undefined || tool.beyondReading === "all") continue
    const { properties, required = [] } = Listing.inputSchema(tool)
    for (const name of tool.beyondReading) {
      expect({ tool: tool.name, name, known: Object.hasOwn(properties, name), required: required.includes(name) })
        .toEqual({ tool: tool.name, name, known: true, required: false })
    }
  }
})
