// The architecture page: what it says stands in the source below, and what names hold never becomes markup.

import { describe, expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Node from "../../lib/graph/node.ts"
import * as Architecture from "../../lib/report/architecture.ts"
import * as Communities from "../../lib/query/communities.ts"
import * as Page from "../../lib/report/architecture_text.ts"
import * as Mermaid from "../../lib/report/mermaid.ts"
import * as Table from "../../lib/report/table.ts"
import { law } from "../_kit/effect.ts"
import * as World from "../tools/world.ts"

const FILES = {
  "src/cart/cart.ts": `export class Cart { add(item: Item) { this.check(item) }
  check(item: Item) { price(item) } }
export function price(item: Item) { return round(item) }
export function round(item: Item) { return item }
export class Item { cost() {} }
`,
  "src/mail/mail.ts": `export function send() { connect(); write() }
export function connect() { open() }
export function write() { open() }
export function open() {}
`,
  "tests/cart.test.ts": `function testAdding() { new Cart() }
`,
}

const SAID = "Holds <b>items</b> until they are | paid. Further words."

const define = (at: string, kind: "Class" | "Function" | "Method", text: string, doc = "") =>
  ({ at, kind, text, doc, flags: ["exported"] }) as const
const calls = (from: string, to: string, kind: "CALLS" | "USES" = "CALLS") => ({ kind, from, to })

const world: World.World = {
  files: FILES,
  fileFlags: { "tests/cart.test.ts": ["test"] },
  definitions: [
    define("src/cart/cart.ts:Cart", "Class", FILES["src/cart/cart.ts"].split("\nexport function")[0]!, SAID),
    define("src/cart/cart.ts:Cart.add", "Method", "add(item: Item) { this.check(item) }"),
    define("src/cart/cart.ts:Cart.check", "Method", "check(item: Item) { price(item) }"),
    define("src/cart/cart.ts:price", "Function", "function price(item: Item) { return round(item) }"),
    define("src/cart/cart.ts:round", "Function", "function round(item: Item) { return item }"),
    define("src/cart/cart.ts:Item", "Class", "class Item { cost() {} }"),
    define("src/mail/mail.ts:send", "Function", "function send() { connect(); write() }"),
    define("src/mail/mail.ts:connect", "Function", "function connect() { open() }"),
    define("src/mail/mail.ts:write", "Function", "function write() { open() }"),
    define("src/mail/mail.ts:open", "Function", "function open() {}"),
    define("tests/cart.test.ts:testAdding", "Function", "function testAdding() { new Cart() }"),
  ],
  edges: [
    calls("src/cart/cart.ts:Cart.add", "src/cart/cart.ts:Cart.check"),
    calls("src/cart/cart.ts:Cart.check", "src/cart/cart.ts:price"),
    calls("src/cart/cart.ts:price", "src/cart/cart.ts:round"),
    calls("src/cart/cart.ts:Cart.add", "src/cart/cart.ts:Item", "USES"),
    calls("src/cart/cart.ts:Cart.check", "src/cart/cart.ts:Item", "USES"),
    calls("src/cart/cart.ts:price", "src/cart/cart.ts:Item", "USES"),
    calls("src/mail/mail.ts:send", "src/mail/mail.ts:connect"),
    calls("src/mail/mail.ts:send", "src/mail/mail.ts:write"),
    calls("src/mail/mail.ts:connect", "src/mail/mail.ts:open"),
    calls("src/mail/mail.ts:write", "src/mail/mail.ts:open"),
    calls("src/cart/cart.ts:Cart.add", "src/mail/mail.ts:send"),
    { kind: "INSTANTIATES", from: "tests/cart.test.ts:testAdding", to: "src/cart/cart.ts:Cart" },
  ],
}

const repo = World.open(world)
const told = Architecture.of(repo)

describe("as data", () => {
  test("areas are tied by what one uses of the other, and say what the code says of itself", () => {
    const { shown, ties, total } = told.areas!
    const communities = repo.overlays.communities!
    const areaOf = (at: string) => {
      const [path, name] = at.split(":") as [string, string]
      const { graph } = repo
      return [...graph.byName].filter((it) => Node.pathOf(graph, it) === path && Node.qualifiedName(graph, it) === name)
        .map((it) => Communities.communityOf(repo.overlays, it))[0]!
    }
    expect(total).toBe(communities.tables.communities.rows)
    expect(new Set(world.definitions.slice(0, 10).map(({ at }) => areaOf(at))).size).toBe(total)
    // What leads from one area to another, counted in the source above.
    const counted = new Map<string, number>()
    for (const { from, to } of world.edges.slice(0, -1)) {
      const key = `${areaOf(from)} ${areaOf(to)}`
      if (areaOf(from) !== areaOf(to)) counted.set(key, (counted.get(key) ?? 0) + 1)
    }
    expect(counted.size).toBeGreaterThan(0)
    expect(new Map(ties.map(({ from, to, uses }) => [`${from} ${to}`, uses]))).toEqual(counted)
    expect(told.areas!.ties_total).toBe(counted.size)
    const ofCart = shown[areaOf("src/cart/cart.ts:Cart")]!
    const ofMail = shown[areaOf("src/mail/mail.ts:open")]!
    expect(ofCart.says).toEqual({ of: "Cart", doc: "Holds <b>items</b> until they are | paid." })
    expect(ofMail.says).toBeUndefined()
    // Two call it, which nothing else has.
    expect(ofMail.central[0]).toEqual({ name: "open", file: "src/mail/mail.ts", line: 4 })
  })

  test("hubs have the definitions that use them, tests not counted", () => {
    const used = Object.fromEntries(told.hubs.map((it) => [it.name, it.used_by]))
    expect(used).toMatchObject({ Item: 3, open: 2, round: 1, price: 1, send: 1 })
    expect(Object.keys(used)).not.toContain("Cart")
  })

  test("flows begin where others enter, and run what they call", () => {
    expect(told.entries.map(({ kind, flows }) => ({ kind, flows }))).toEqual([{ kind: "api", flows: 1 }])
    const [flow, ...others] = told.flows
    expect(others).toEqual([])
    expect(flow!.entry).toBe("src/cart/cart.ts:1")
    expect(flow!.steps.map(({ name, by }) => [name, by === undefined ? undefined : flow!.steps[by]!.name])).toEqual(
      expect.arrayContaining([
        ["Cart.add", undefined],
        ["Cart.check", "Cart.add"],
        ["price", "Cart.check"],
        ["round", "price"],
        ["send", "Cart.add"],
        ["connect", "send"],
      ]),
    )
  })

  test("tests are counted beside what can be tested", () => {
    // Two classes, two methods, six functions; a test makes an instance of one class.
    expect(told.tests).toEqual({ files: 1, symbols: 1, testable: 10, tested: expect.any(Number) })
    expect(told.tests.tested).toBeGreaterThan(0)
    expect(told.tests.tested).toBeLessThan(10)
  })

  test("an index without overlays says what its graph says", () => {
    const bare = Architecture.of({ ...repo, overlays: {} })
    expect({ areas: bare.areas, flows: bare.flows, entries: bare.entries, hubs: bare.hubs }).toEqual({
      areas: null,
      flows: [],
      entries: [],
      hubs: [],
    })
    expect(bare.tests).toEqual({ ...told.tests, tested: 0 })
    expect(Page.text(bare)).not.toContain("## Areas")
    expect(Page.text({ ...bare, languages: [] })).toContain("No file is in a language that is read.")
  })
})

/** The lines that diagrams are made of; labels hold plain characters and numbers of others. */
const PLAIN = /(?:[\p{L}\p{N} _./-]|: |#\d+;)+/u.source
const LINES = [
  /^flowchart LR$/,
  /^sequenceDiagram$/,
  new RegExp(`^ {2}n\\d+\\["${PLAIN}<br/>\\d+ members?"\\]$`, "u"),
  /^ {2}n\d+ -->\|"\d+"\| n\d+$/,
  /^ {2}actor outside as outside$/,
  new RegExp(`^ {2}participant p\\d+ as ${PLAIN}$`, "u"),
  new RegExp(`^ {2}(outside|p\\d+)->>p\\d+: ${PLAIN}$`, "u"),
  /^ {2}Note over p\d+: touches (database|network|file|process)$/,
]
const isDrawn = (lines: ReadonlyArray<string>) => {
  for (const line of lines) expect({ line, fits: LINES.some((it) => it.test(line)) }).toEqual({ line, fits: true })
}

describe("as a page", () => {
  const page = Page.text(told)

  test("is the same for the same index", () => {
    expect(Page.text(Architecture.of(World.open(world)))).toBe(page)
  })

  test("has diagrams whose every line mermaid knows", () => {
    const drawn = [...page.matchAll(/^```mermaid\n([^]*?)\n```$/gm)].map(([, inside]) => inside!.split("\n"))
    expect(drawn.map(([first]) => first)).toEqual(["flowchart LR", "sequenceDiagram"])
    drawn.forEach(isDrawn)
    const [, sequence] = drawn
    expect(sequence).toContain("  participant p0 as cart.ts")
    expect(sequence).toContain("  outside->>p0: Cart.add")
    expect(sequence).toContain("  p0->>p1: send")
  })

  test("gives the code's own words as text, and one cell a cell", () => {
    expect(page).toContain("| `Cart`: Holds \\<b\\>items\\</b\\> until they are ¦ paid. |")
    const rows = page.split("\n").filter((line) => line.startsWith("|"))
    expect(rows.length).toBeGreaterThan(10)
    let columns = 0
    for (const [i, line] of page.split("\n").entries()) {
      if (!line.startsWith("|")) continue
      if (!page.split("\n")[i - 1]!.startsWith("|")) columns = line.split("|").length
      expect(line.split("|").length).toBe(columns)
    }
  })
})

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    '"]',
    "end",
    "style: #a;",
    "%%{init: {}}%%",
    "<script>",
    "`md`",
    "-->",
    "a;b",
    "#59;",
    "",
    "|",
    "\u2028",
  ),
)

law(
  "whatever names hold, diagrams are made of lines that mermaid knows",
  fc.array(anyText, { minLength: 1 }),
  (texts) => {
    isDrawn(Mermaid.flowchart(
      texts.map((label) => ({ label, below: "2 members" })),
      texts.map((_, i) => ({ from: i, to: 0, says: `${i}` })),
    ))
    isDrawn(Mermaid.sequence(
      texts,
      texts.map((says, i) => ({ from: i === 0 ? undefined : i - 1, to: i, says, note: "touches file" })),
    ))
  },
)

law("whatever a text holds, it stays in its cell, its line and its code mark", anyText, (text) => {
  for (const cell of [Table.code(text), Table.label(text), Table.prose(text)]) {
    expect(cell).not.toMatch(/[|\n\r\u2028\u2029]/)
  }
  for (const cell of [Table.code(text), Table.label(text)]) expect(cell).toMatch(/^`[^`]*`$/)
  // No mark but an escaped one.
  expect(Table.prose(text).replace(/\\[^]/g, "")).not.toMatch(/[`*_<>[\]#!~&$@\\]/)
})
