import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { commandOf } from "../../cli/command_of.ts"
import * as Tool from "../../lib/tools/tool.ts"
import * as Fixture from "../serve/fixture_tools.ts"

const seen: Array<unknown> = []

const dig = Tool.make({
  name: "dig_up",
  otherNames: ["excavate"],
  summary: "Digs",
  guide: "Use it to dig.",
  scope: "repo",
  writes: "never",
  positional: ["what"],
  aliases: { depth: "maxDepth" },
  input: Schema.Struct({
    what: Schema.String.annotations({ description: "What to dig for" }),
    maxDepth: Schema.optionalWith(
      Schema.Number.pipe(Schema.int()).annotations({ description: "How deep", default: 3 }),
      {
        default: () => 3,
      },
    ),
    dry_run: Schema.optionalWith(Schema.Boolean.annotations({ description: "Only look", default: true }), {
      default: () => true,
    }),
    deep: Schema.optionalWith(Schema.Boolean.annotations({ description: "Deep" }), { default: () => false }),
    tools: Schema.optional(Schema.Array(Schema.Literal("spade", "hands")).annotations({ description: "With what" })),
    where: Schema.optional(Schema.Literal("here", "there").annotations({ description: "Where" })),
  }),
  output: Schema.Struct({ found: Schema.String }),
  failure: Schema.Struct({ _tag: Schema.String, message: Schema.String }),
  run: (input) =>
    Effect.sync(() => {
      seen.push(input)
      return { found: input.what }
    }),
  render: ({ found }) => `found ${found}`,
  trim: () => undefined,
})

const command = commandOf<never>(dig, (effect) => effect)

describe("a tool as a command", () => {
  test("is called by its name as typed, and by its other names", () => {
    expect(command.name).toBe("dig-up")
    expect(command.spellings).toEqual(["dig_up", "excavate"])
    expect([command.summary, command.details]).toEqual(["Digs", "Use it to dig."])
  })

  test("takes its positional fields as arguments and the others as flags, with their defaults told", () => {
    expect(command.arguments).toEqual([{ name: "what", doc: "What to dig for", required: true }])
    expect(command.flags.map(({ name, doc, value }) => [name, doc, value])).toEqual([
      ["max-depth", "How deep (default 3)", { kind: "integer" }],
      ["no-dry-run", "Only look", { kind: "switch" }],
      ["deep", "Deep", { kind: "switch" }],
      ["tools", "With what", { kind: "list", choices: ["spade", "hands"] }],
      ["where", "Where", { kind: "choice", choices: ["here", "there"] }],
      ["json", "Print the answer as JSON, as an MCP client gets it; portolan schema tells its form", {
        kind: "switch",
      }],
    ])
    expect(command.flags[0]!.spellings).toEqual(["depth"])
  })

  test("fails where several definitions fit or none does, as text and as JSON alike", async () => {
    const before = process.stdout.write
    process.stdout.write = (() => true) as never
    try {
      for (const [status, exit] of [["ok", 0], ["ambiguous", 1], ["not_found", 1], ["no_path", 0]] as const) {
        const answers = Tool.make({
          name: "weigh",
          summary: "Weighs",
          guide: "",
          scope: "repo",
          writes: "never",
          positional: [],
          aliases: {},
          input: Schema.Struct({}),
          output: Schema.Struct({ status: Schema.String }),
          failure: dig.failure,
          run: () => Effect.succeed({ status }),
          render: (output) => output.status,
          trim: () => undefined,
        })
        const weigh = commandOf<never>(answers, (effect) => effect)
        for (const json of [false, true]) expect(await Effect.runPromise(weigh.run({ json }))).toBe(exit)
      }
    } finally {
      process.stdout.write = before
    }
  })

  test("hands over what was typed, and nothing else", async () => {
    const written: Array<string> = []
    const before = process.stdout.write
    process.stdout.write = ((text: string) => written.push(text)) as never
    try {
      seen.length = 0
      expect(await Effect.runPromise(command.run({ what: "gold", dry_run: false, deep: false }))).toBe(0)
      expect(await Effect.runPromise(command.run({ what: "tin", dry_run: true, deep: true, maxDepth: 9, json: true })))
        .toBe(0)
    } finally {
      process.stdout.write = before
    }
    expect(seen).toEqual([
      { what: "gold", maxDepth: 3, dry_run: true, deep: false },
      { what: "tin", maxDepth: 9, dry_run: false, deep: true },
    ])
    expect(written).toEqual(["found gold\n", `{"schema_version":1,"found":"tin"}\n`])
  })

  test("every fixture tool is one", () => {
    for (const tool of Fixture.tools) expect(commandOf<never>(tool, (effect) => effect).flags.length).toBeGreaterThan(0)
  })
})
