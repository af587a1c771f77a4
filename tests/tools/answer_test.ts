// The one exit: what a caller may send, what shape failures have, and that no answer outgrows its budget.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import * as Answer from "../../lib/tools/answer.ts"
import * as Cursor from "../../lib/tools/cursor.ts"
import * as Fields from "../../lib/tools/fields.ts"
import * as Pages from "../../lib/tools/pages.ts"
import * as Tool from "../../lib/tools/tool.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { effect, law } from "../_kit/effect.ts"

class NoSuchShelf extends Schema.TaggedError<NoSuchShelf>()("NoSuchShelf", {
  shelf: Schema.String,
  candidates: Schema.Array(Schema.String),
}) {
  override get message() {
    return `Cannot find shelf ${JSON.stringify(this.shelf)}`
  }
  get hint() {
    return "Take another shelf"
  }
}

/** A tool with all that tools have: defaults, an alias, a list, a failure, a bug on request. */
const shelf = Tool.make({
  name: "shelf",
  otherNames: ["rack"],
  summary: "Books of a shelf",
  guide: "A fixture.",
  scope: "repo",
  writes: "never",
  positional: ["shelf"],
  aliases: { name: "shelf", symbol: "shelf" },
  input: Schema.Struct({
    shelf: Fields.text("Which shelf"),
    count: Fields.integer({ from: 0, to: 500, default: 3 }, "How many books"),
    order: Fields.choice(["title", "year"], "title", "Order of the books"),
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Struct({
    index: Schema.Struct({ snapshot: Schema.String }),
    books: Schema.Array(Schema.Struct({ title: Schema.String })),
    ...Fields.paged,
  }),
  failure: Schema.Union(NoSuchShelf, Cursor.CursorExpired),
  run: (input) =>
    Effect.gen(function* () {
      if (input.shelf === "bug") throw new Error("secret path /home/someone")
      if (input.shelf === "none") {
        return yield* new NoSuchShelf({ shelf: input.shelf, candidates: Array.from({ length: 50 }, (_, i) => `s${i}`) })
      }
      const pager = yield* Pages.begin("state", input)
      const books = Array.from({ length: input.count }, (_, i) => ({ title: `«${input.shelf}» ${i}` }))
      const page = pager.page("books", books, 100)
      return { index: { snapshot: "state" }, books: page, ...pager.fields() }
    }),
  render: (output) => output.books.map((book) => book.title).join("\n"),
  trim: (output, excess, input) =>
    Pages.trim(
      output,
      excess,
      input,
      [{ name: "books", rows: output.books, put: (answer, books) => ({ ...answer, books }) }],
      "in-order",
    ),
})

const ask = (sent: unknown) => Effect.map(Answer.answer(shelf, sent), (it) => ({ ...it, json: JSON.parse(it.text) }))

const quiet = Effect.provide(Logger.replace(Logger.defaultLogger, Logger.none))

effect(
  "a right call is answered with compact JSON",
  Effect.gen(function* () {
    const it = yield* ask({ shelf: "a", count: 1 })
    expect(it.isError).toBe(false)
    expect(it.text).toBe(
      `{"index":{"snapshot":"state"},"books":[{"title":"«a» 0"}],"lists":{"books":{"total":1,"shown":1}}}`,
    )
    expect(it.value).toEqual(it.json)
  }),
)

const refusals: ReadonlyArray<readonly [title: string, sent: unknown, says: ReadonlyArray<string>]> = [
  ["an unknown argument, with the nearest right one", { shelf: "a", cuont: 2 }, [`"cuont"`, "did you mean count"]],
  ["an unknown argument that resembles none, with all", { shelf: "a", zzzz: 2 }, ["known are shelf, count, order"]],
  ["a missing argument", {}, ["shelf is required: a string that is not empty"]],
  ["a wrong type", { shelf: "a", count: "2" }, [`count must be an integer from 0 to 500, got "2"`]],
  ["a number out of range", { shelf: "a", count: 501 }, ["count must be an integer from 0 to 500, got 501"]],
  ["a fraction", { shelf: "a", count: 1.5 }, ["count must be an integer from 0 to 500, got 1.5"]],
  ["a word outside of the choice", { shelf: "a", order: "size" }, [`order must be one of "title", "year", got "size"`]],
  ["a budget of nothing", { shelf: "a", maxTokens: 0 }, ["maxTokens must be an integer of at least 1, got 0"]],
  ["two values for one argument", { shelf: "a", name: "b" }, ["shelf and name are the same argument", `"a" and "b"`]],
  ["two aliases with two values", { name: "a", symbol: "b" }, ["name and symbol are the same argument"]],
  ["no object", "a", ["arguments must be an object"]],
  ["a list", ["a"], ["arguments must be an object"]],
  ["every problem at once", { cuont: 1, order: "size" }, ["did you mean count", "shelf is required", "order must be"]],
  ["a text too long for anything", { shelf: "s".repeat(4_001) }, [
    "shelf must be a string that is not empty, got 4001 characters, of which 4000 are the most",
  ]],
  ["an empty text", { shelf: "" }, ["shelf must be a string that is not empty"]],
  ["a name of every object", { shelf: "a", constructor: 1, __proto__: 2 }, [`"constructor"`]],
]

describe("a call is refused for", () => {
  for (const [title, sent, says] of refusals) {
    effect(
      title,
      Effect.map(ask(sent), (it) => {
        expect(it.isError).toBe(true)
        expect(it.json.error.code).toBe("InvalidArguments")
        for (const text of says) expect(it.json.error.message).toContain(text)
      }),
    )
  }
})

effect(
  "aliases are accepted, also beside the same value; null counts as not sent",
  Effect.gen(function* () {
    expect((yield* ask({ symbol: "a", count: 0 })).isError).toBe(false)
    expect((yield* ask({ symbol: "a", shelf: "a", name: "a", count: 0 })).isError).toBe(false)
    expect((yield* ask({ shelf: "a", count: null, cursor: null })).json.books.length).toBe(3)
  }),
)

effect(
  "a declared failure has code, message, candidates and hint",
  Effect.map(ask({ shelf: "none" }), ({ json, isError }) => {
    expect(isError).toBe(true)
    expect(Object.keys(json)).toEqual(["error"])
    expect(json.error).toMatchObject({
      code: "NoSuchShelf",
      message: `Cannot find shelf "none"`,
      hint: "Take another shelf",
    })
    expect(json.error.candidates.length).toBe(50)
  }),
)

effect(
  "a bug is logged and answered without a word of it",
  Effect.gen(function* () {
    const logged: Array<unknown> = []
    const log = Logger.replace(Logger.defaultLogger, Logger.make(({ cause }) => void logged.push(cause)))
    const it = yield* Effect.provide(ask({ shelf: "bug" }), log)
    expect(it.isError).toBe(true)
    expect(it.json).toEqual({ error: { code: "InternalError", message: "Internal error" } })
    expect(logged.length).toBe(1)
  }),
)

effect(
  "an interrupted call is interrupted, not answered",
  Effect.gen(function* () {
    const hanging = { ...shelf, run: () => Effect.never }
    const exit = yield* Effect.exit(Effect.timeoutFail(Answer.answer(hanging, { shelf: "a" }), {
      duration: 10,
      onTimeout: () => "interrupted",
    }))
    expect(exit).toMatchObject({ _tag: "Failure" })
  }),
)

effect(
  "an unknown tool is refused with the nearest ones, other names are found",
  Effect.gen(function* () {
    const wrong = yield* Answer.call([shelf], "shelve", {})
    expect(JSON.parse(wrong.text).error).toMatchObject({ code: "UnknownTool", candidates: ["shelf"] })
    expect((yield* Answer.call([shelf], "rack", { shelf: "a" })).isError).toBe(false)
  }),
)

effect(
  "run() gives library users the tool's own value and failure",
  Effect.gen(function* () {
    expect((yield* Answer.run(shelf, { shelf: "a", count: 2 })).books.length).toBe(2)
    expect(yield* Effect.flip(Answer.run(shelf, { shelf: "none" }))).toBeInstanceOf(NoSuchShelf)
    expect(yield* Effect.flip(Answer.run(shelf, { shelf: "a", count: 900 }))).toMatchObject({
      _tag: "InvalidArguments",
    })
  }),
)

law(
  "no answer outgrows its budget, and totals stay as they are",
  fc.record({
    shelf: fc.oneof(fc.constantFrom("none", "bug", "a"), fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 })),
    count: fc.integer({ min: 0, max: 120 }),
    maxTokens: fc.integer({ min: 1, max: 800 }),
  }),
  (sent) =>
    Effect.map(quiet(ask(sent)), (it) => {
      expect(Answer.bytes(it.text)).toBeLessThanOrEqual(sent.maxTokens * 4)
      if (it.isError) {
        expect([null, "BudgetTooSmall", "NoSuchShelf", "InternalError"]).toContain(it.json?.error?.code ?? null)
        return
      }
      const { books, lists, next_cursor, trimmed_for_budget } = it.json
      expect(lists.books).toEqual({ total: sent.count, shown: books.length })
      expect(next_cursor !== undefined).toBe(books.length < sent.count)
      const page = Math.min(100, sent.count)
      expect(trimmed_for_budget?.books ?? 0).toBe(page - books.length)
    }),
  { runs: 300 },
)

law(
  "pages follow one another without a gap or a repeat, whatever the budgets",
  fc.record({
    count: fc.integer({ min: 0, max: 250 }),
    budgets: fc.array(fc.integer({ min: 200, max: 900 }), { minLength: 1, maxLength: 5 }),
  }),
  ({ count, budgets }) =>
    Effect.gen(function* () {
      const titles: Array<string> = []
      let cursor: string | undefined
      for (let page = 0; page < 200; page++) {
        const maxTokens = budgets[page % budgets.length]!
        const { json } = yield* ask({ shelf: "b", count, maxTokens, ...(cursor === undefined ? {} : { cursor }) })
        titles.push(...json.books.map((book: { title: string }) => book.title))
        cursor = json.next_cursor
        if (cursor === undefined) break
      }
      expect(titles).toEqual(Array.from({ length: count }, (_, i) => `«b» ${i}`))
    }),
)

test("too small for the frame is BudgetTooSmall, too small for that is null", async () => {
  const frame = await Effect.runPromise(ask({ shelf: "a", count: 50, maxTokens: 30 }))
  expect(frame.json.error.code).toBe("BudgetTooSmall")
  const nothing = await Effect.runPromise(ask({ shelf: "a", maxTokens: 1 }))
  expect(nothing).toMatchObject({ text: "null", isError: true })
})

describe("a cursor", () => {
  const cursorOf = (sent: object) => Effect.map(ask(sent), (it) => it.json.next_cursor as string)

  effect(
    "of other arguments is refused",
    Effect.gen(function* () {
      const cursor = yield* cursorOf({ shelf: "a", count: 200 })
      const { json } = yield* ask({ shelf: "b", count: 200, cursor })
      expect(json.error).toMatchObject({ code: "CursorExpired", message: expect.stringContaining("other arguments") })
    }),
  )

  effect(
    "of another state is refused",
    Effect.map(ask({ shelf: "a", cursor: Cursor.encode("before", { shelf: "a" }, {}) }), ({ json }) => {
      expect(json.error).toMatchObject({ code: "CursorExpired", message: expect.stringContaining("index has changed") })
    }),
  )

  effect(
    "keeps under another budget",
    Effect.gen(function* () {
      const cursor = yield* cursorOf({ shelf: "a", count: 200 })
      expect((yield* ask({ shelf: "a", count: 200, cursor, maxTokens: 5000 })).json.books[0].title).toBe("«a» 100")
    }),
  )

  law(
    "that was made up is refused",
    fc.oneof(fc.string({ minLength: 1 }), fc.base64String({ minLength: 4 })),
    (cursor) => Effect.map(ask({ shelf: "a", cursor }), ({ json }) => expect(json.error.code).toBe("CursorExpired")),
  )
})

effect(
  "a default budget holds when the call names none",
  Effect.gen(function* () {
    const it = yield* Effect.provideService(ask({ shelf: "a", count: 500 }), Settings.Settings, {
      ...Settings.defaults,
      maxTokens: 100,
    })
    expect(Answer.bytes(it.text)).toBeLessThanOrEqual(400)
    expect(it.json.lists.books.total).toBe(500)
  }),
)
