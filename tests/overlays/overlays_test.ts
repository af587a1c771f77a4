// Overlays as a whole: they follow from their graph alone, live in a snapshot, and foreign ones cannot lie.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { NONE } from "../../lib/graph/columns.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Node from "../../lib/graph/node.ts"
import { NAMES, OVERLAYS, type Overlays } from "../../lib/graph/overlays.ts"
import * as OverlaySections from "../../lib/graph/overlay_sections.ts"
import * as Sections from "../../lib/graph/sections.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as Uid from "../../lib/graph/uid.ts"
import * as Overlay from "../../lib/overlays/all.ts"
import { descriptions, graphOf, META } from "../graph/graphs.ts"
import { graphOf as graphOfText } from "../resolve/_graph.ts"
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
  "tests/cart.test.ts": `function filled() { new Cart() }
function testAdding() { filled() }
function testPrice() { price() }
`,
}

const definition = (at: string, kind: "Class" | "Function" | "Method", text: string) => ({ at, kind, text }) as const

const world: World.World = {
  files: FILES,
  fileFlags: { "tests/cart.test.ts": ["test"] },
  definitions: [
    definition("src/cart/cart.ts:Cart", "Class", FILES["src/cart/cart.ts"].split("\nexport function")[0]!),
    definition("src/cart/cart.ts:Cart.add", "Method", "add(item: Item) { this.check(item) }"),
    definition("src/cart/cart.ts:Cart.check", "Method", "check(item: Item) { price(item) }"),
    definition("src/cart/cart.ts:price", "Function", "function price(item: Item) { return round(item) }"),
    definition("src/cart/cart.ts:round", "Function", "function round(item: Item) { return item }"),
    definition("src/cart/cart.ts:Item", "Class", "class Item { cost() {} }"),
    definition("src/mail/mail.ts:send", "Function", "function send() { connect(); write() }"),
    definition("src/mail/mail.ts:connect", "Function", "function connect() { open() }"),
    definition("src/mail/mail.ts:write", "Function", "function write() { open() }"),
    definition("src/mail/mail.ts:open", "Function", "function open() {}"),
    definition("tests/cart.test.ts:filled", "Function", "function filled() { new Cart() }"),
    definition("tests/cart.test.ts:testAdding", "Function", "function testAdding() { filled() }"),
    definition("tests/cart.test.ts:testPrice", "Function", "function testPrice() { price() }"),
  ],
  edges: [
    { kind: "CALLS", from: "src/cart/cart.ts:Cart.add", to: "src/cart/cart.ts:Cart.check" },
    { kind: "CALLS", from: "src/cart/cart.ts:Cart.check", to: "src/cart/cart.ts:price" },
    { kind: "CALLS", from: "src/cart/cart.ts:price", to: "src/cart/cart.ts:round" },
    { kind: "USES", from: "src/cart/cart.ts:price", to: "src/cart/cart.ts:Item" },
    { kind: "USES", from: "src/cart/cart.ts:Cart.add", to: "src/cart/cart.ts:Item" },
    { kind: "CALLS", from: "src/mail/mail.ts:send", to: "src/mail/mail.ts:connect" },
    { kind: "CALLS", from: "src/mail/mail.ts:send", to: "src/mail/mail.ts:write" },
    { kind: "CALLS", from: "src/mail/mail.ts:connect", to: "src/mail/mail.ts:open" },
    { kind: "CALLS", from: "src/mail/mail.ts:write", to: "src/mail/mail.ts:open" },
    { kind: "INSTANTIATES", from: "tests/cart.test.ts:filled", to: "src/cart/cart.ts:Cart" },
    { kind: "CALLS", from: "tests/cart.test.ts:testAdding", to: "tests/cart.test.ts:filled" },
    { kind: "CALLS", from: "tests/cart.test.ts:testPrice", to: "src/cart/cart.ts:price" },
  ],
}

const graph = World.graphOf(world)
const made = Overlay.run(graph)
const uid = (node: number): string => Uid.uidOf(graph, node)

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat([...chunks]))

const bytesOf = (graph: Graph, overlays: Overlays): Uint8Array =>
  joined(Snapshot.encode({ graph, meta: META, overlays }))

const sectionsOf = (overlays: Overlays) => new Map(OverlaySections.sectionsOf(overlays).map((it) => [it.tag, it.bytes]))

const opened = (bytes: Uint8Array): Snapshot.Snapshot => Effect.runSync(Snapshot.decode(bytes))

describe("communities", () => {
  const { communities: { tables: { communities, members }, texts } } = made as Required<Overlays>
  const areaOf = (at: string) => members.community[Uid.find(graph, at)]!

  test("keep together what is tied together, and tests apart", () => {
    expect(areaOf("Method:src/cart/cart.ts:Cart.add")).toBe(areaOf("Class:src/cart/cart.ts:Cart"))
    expect(areaOf("Function:src/cart/cart.ts:price")).toBe(areaOf("Function:src/cart/cart.ts:round"))
    expect(areaOf("Function:src/mail/mail.ts:send")).toBe(areaOf("Function:src/mail/mail.ts:open"))
    expect(areaOf("Function:src/mail/mail.ts:send")).not.toBe(areaOf("Function:src/cart/cart.ts:price"))
    expect(areaOf("Function:tests/cart.test.ts:testPrice")).toBe(NONE)
  })

  test("are named by their folder and words of theirs, each otherwise", () => {
    const labels = Array.from({ length: communities.rows }, (_, row) => texts.at(communities.label[row]!))
    expect(new Set(labels).size).toBe(labels.length)
    for (let row = 0; row < communities.rows; row++) {
      const paths = new Set(
        [...members.community.keys()].filter((node) => members.community[node] === row).map((node) =>
          Node.pathOf(graph, node)
        ),
      )
      // Neither file uses the other: no area has both.
      expect([...paths].map((path) => path.slice(0, path.lastIndexOf("/")))).toEqual([labels[row]!.split(":")[0]!])
    }
  })

  test("have no words of every code, no digits of hashes, and no word twice", async () => {
    const { graph } = await graphOfText(`
=== shop/tags.py
class Tag:
    def get_tag(self): return self.parse()
    def set_tags(self): return self.parse()
    def parse(self): return parse_1f3a9c0b()

def parse_1f3a9c0b(): return find_all_tags()
def find_all_tags(): return 1
def init_tags(): return find_all_tags()
def parse_tags(): return find_all_tags()
`)
    const { tables, texts } = Overlay.run(graph).communities!
    const labels = Array.from({ length: tables.communities.rows }, (_, row) => texts.at(tables.communities.label[row]!))
    const words = labels.flatMap((label) => label.slice(label.indexOf(": ") + 2).split(" "))
    expect(words.length).toBeGreaterThan(0)
    for (const word of words) expect(["tag", "tags", "parse"]).toContain(word)
    for (const label of labels) expect((label.match(/\btags?\b/g) ?? []).length).toBeLessThan(2)
    expect(labels.some((label) => /\btags?\b/.test(label))).toBe(true)
  })

  test("are none where definitions only stand in one file", async () => {
    const { graph } = await graphOfText(`
=== migrations/one.py
revision = "1f3a"
down_revision = None
def upgrade(): pass
def downgrade(): pass
=== shop/cart.py
def total(): return rounded()
def rounded(): return cents()
def cents(): return 1
`)
    const { tables: { communities, members } } = Overlay.run(graph).communities!
    expect(communities.rows).toBe(1)
    expect(members.community[Uid.find(graph, "Function:migrations/one.py:upgrade")]).toBe(NONE)
    expect(members.community[Uid.find(graph, "Function:shop/cart.py:cents")]).toBe(0)
  })

  test("say how many of their ties stay inside", () => {
    const mail = areaOf("Function:src/mail/mail.ts:send")
    expect(communities.size[mail]).toBe(5)
    expect(communities.cohesion[mail]).toBe(1000)
  })

  test("keep their ids where all else changes", () => {
    const idOf = (of: Graph, overlays: Overlays, at: string): string => {
      const { tables, texts } = overlays.communities!
      return texts.at(tables.communities.id[tables.members.community[Uid.find(of, at)]!]!)
    }
    const file = "src/new.ts"
    const more = World.graphOf({ ...world, files: { ...FILES, [file]: "function alone() {}\n" } })
    const at = "Function:src/mail/mail.ts:send"
    expect(idOf(more, Overlay.run(more), at)).toBe(idOf(graph, made, at))
  })
})

describe("tests", () => {
  test("are about what they run, through helpers and within two calls, the nearest first", () => {
    const { tests } = made.tests!.tables
    const rows = Array.from({ length: tests.rows }, (_, row) => ({
      test: uid(tests.test[row]!),
      target: uid(tests.target[row]!),
      distance: tests.distance[row]!,
    }))
    const of = (target: string) =>
      rows.filter((it) => it.target === target).map(({ test, distance }) => [test, distance])
    expect(of("Class:src/cart/cart.ts:Cart")).toEqual([["Function:tests/cart.test.ts:testAdding", 1]])
    expect(of("Function:src/cart/cart.ts:price")).toEqual([["Function:tests/cart.test.ts:testPrice", 1]])
    expect(of("Function:src/cart/cart.ts:round")).toEqual([["Function:tests/cart.test.ts:testPrice", 2]])
    // Its name says so, nothing else.
    expect(of("File:src/cart/cart.ts")).toEqual([["File:tests/cart.test.ts", 1]])
    expect(of("Function:src/mail/mail.ts:send")).toEqual([])
  })
})

describe("centrality", () => {
  test("is highest where most comes to, and sums up to all there is", () => {
    const { rank } = made.centrality!.tables.ranks
    const of = (at: string) => rank[Uid.find(graph, at)]!
    expect(of("Function:src/mail/mail.ts:open")).toBeGreaterThan(of("Function:src/mail/mail.ts:connect"))
    expect(of("Function:src/mail/mail.ts:connect")).toBeGreaterThan(of("Function:src/mail/mail.ts:send"))
    expect(of("Function:tests/cart.test.ts:testPrice")).toBe(0)
    expect(rank.reduce((sum, it) => sum + it, 0) / 1e9).toBeCloseTo(1, 6)
  })
})

describe("in a snapshot", () => {
  test("they come out as they went in", () => {
    const { overlays } = opened(bytesOf(graph, made))
    expect(sectionsOf(overlays!)).toEqual(sectionsOf(made))
    expect(opened(bytesOf(graph, {})).overlays).toEqual({})
  })

  test("those that are not kept, or of another version, are made when one is asked for", () => {
    const { tests, ...others } = made
    expect(Overlay.of(graph, made)).toBe(made)
    for (const kept of [undefined, others, { ...made, tests: { ...tests!, version: 999 } }]) {
      expect(sectionsOf(Overlay.of(graph, kept))).toEqual(sectionsOf(made))
    }
  })

  test("a snapshot without them is the one that has none", () => {
    expect(joined(Snapshot.withoutOverlays(bytesOf(graph, made))!)).toEqual(bytesOf(graph, {}))
  })

  test("the same graph has the same ones, in whatever order it was made", () => {
    fc.assert(
      fc.property(descriptions, ({ nodes, edges, ...rest }) => {
        const there = graphOf({ nodes, edges, ...rest })
        const back = graphOf({ nodes, edges: [...edges].reverse(), ...rest })
        expect(sectionsOf(Overlay.run(back))).toEqual(sectionsOf(Overlay.run(there)))
        expect(Overlay.findContradiction(there, Overlay.run(there))).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })

  test("what somebody else says of a graph is held against it", () => {
    const members = made.communities!.tables.members.community.slice()
    members[0] = members[0] === 0 ? 1 : 0
    const { communities } = made as Required<Overlays>
    const lying = {
      ...communities,
      tables: { ...communities.tables, members: { rows: members.length, community: members } },
    }
    expect(Overlay.findContradiction(graph, { ...made, communities: lying }))
      .toBe("section communities.members does not follow from the graph")
  })

  test("those of another version are not held against it, since nobody takes them", () => {
    const { communities } = made as Required<Overlays>
    expect(Overlay.findContradiction(graph, { ...made, communities: { ...communities, version: 999 } })).toBeUndefined()
    expect(Overlay.findContradiction(graph, {})).toBeUndefined()
  })

  test("no column leads out of its graph", () => {
    for (const [tag, bytes] of sectionsOf(made)) {
      const [name, table] = tag.split(".") as [keyof typeof OVERLAYS, string]
      const spec = (OVERLAYS[name].tables as Record<string, Record<string, { readonly points: string }>>)[table]
      if (spec === undefined || bytes.length === 8) continue
      const columns = Object.values(spec)
      if (columns.every(({ points }) => points === "number")) continue
      const frame = Sections.read(bytesOf(graph, made))
      if ("_tag" in frame) throw new Error(frame._tag)
      const sections = [...frame.sections].map(([it, own]) => {
        const changed = own.slice()
        // The last whole number of the first column that points somewhere: of all here it is the first of the table.
        if (it === tag) new DataView(changed.buffer).setUint32(8, 0x7ffffff0, true)
        return { tag: it, bytes: changed }
      })
      const result = Effect.runSync(Effect.either(
        Snapshot.decode(new Uint8Array(Buffer.concat(Sections.write(Snapshot.FORMAT, sections)))),
      ))
      expect({ tag, result: result._tag, detail: result._tag === "Left" ? result.left.reason : "" })
        .toEqual({ tag, result: "Left", detail: "lying" })
    }
  })
})

test("what overlays add stands behind the graph, and its ends are there", () => {
  fc.assert(
    fc.property(descriptions, (description) => {
      const of = graphOf(description)
      const { nodes, edges } = Overlay.rowsOf(of, Overlay.run(of))
      for (const { source, target } of edges) {
        expect(source).toBeLessThan(of.nodes.rows)
        expect(target).toBeLessThan(of.nodes.rows + nodes.length)
      }
    }),
    { numRuns: 60 },
  )
})

test("phases come behind what they need, one for each overlay", () => {
  const before = new Set<string>()
  for (const { name, needs } of Overlay.PHASES) {
    for (const need of needs) expect(before.has(need)).toBe(true)
    before.add(name)
  }
  expect([...before].sort()).toEqual([...NAMES].sort())
})
