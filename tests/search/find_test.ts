// Finding definitions: exact names first, definitions before tests and prose, common words too, and the same by whatever
// way the index was cut.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Draft from "../../lib/graph/draft.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Documents from "../../lib/search/documents.ts"
import * as Find from "../../lib/search/find.ts"
import * as Lexical from "../../lib/search/lexical.ts"
import * as Names from "../../lib/search/names.ts"
import { effect, law } from "../_kit/effect.ts"
import * as World from "../tools/world.ts"

const RETRY = `/** Runs an action again until it ends well. */
export function retryRequest(action: () => void) {}
export function computeBackoffDelay(attempt: number) {}
export class RequestQueue {}
`
const CHECK = "export function retryRequestCheck() {}\nexport function backoffDelayCheck() {}\n"

const graph = World.graphOf({
  files: {
    "docs/retry.md": "# Retry\n\nretryRequest retries a request.\n",
    "checks/retry.check.ts": CHECK,
    "src/net/retry.ts": RETRY,
    "src/net/generated.ts": "export function retryRequestStub() {}\n",
    "src/util/time.ts": "export const delay = 1\n",
  },
  fileFlags: { "docs/retry.md": ["unread"], "checks/retry.check.ts": ["test"], "src/net/generated.ts": ["generated"] },
  definitions: [
    {
      kind: "Function",
      at: "src/net/retry.ts:retryRequest",
      text: "function retryRequest(action: () => void) {}",
      flags: ["exported"],
      doc: "Runs an action again until it ends well.",
    },
    {
      kind: "Function",
      at: "src/net/retry.ts:computeBackoffDelay",
      text: "function computeBackoffDelay(attempt: number) {}",
      flags: ["exported"],
    },
    { kind: "Class", at: "src/net/retry.ts:RequestQueue", text: "class RequestQueue {}", flags: ["exported"] },
    {
      kind: "Function",
      at: "checks/retry.check.ts:retryRequestCheck",
      text: "function retryRequestCheck() {}",
      flags: ["exported", "test"],
    },
    {
      kind: "Function",
      at: "checks/retry.check.ts:backoffDelayCheck",
      text: "function backoffDelayCheck() {}",
      flags: ["exported", "test"],
    },
    {
      kind: "Function",
      at: "src/net/generated.ts:retryRequestStub",
      text: "function retryRequestStub() {}",
      flags: ["exported", "generated"],
    },
    { kind: "Const", at: "src/util/time.ts:delay", text: "delay = 1", flags: ["exported"] },
  ],
  edges: [],
})

const lexical = await Effect.runPromise(Lexical.build(graph))

const find = (text: string, ...about: ReadonlyArray<string>) =>
  Find.find(graph, lexical, { text, about }, 20).map(({ node }) =>
    Node.isSymbol(graph, node) ? Node.qualifiedName(graph, node) : Node.pathOf(graph, node)
  )

describe("find()", () => {
  test("an exact name comes first", () => {
    expect(find("retryRequest")[0]).toBe("retryRequest")
    expect(find("delay")[0]).toBe("delay")
    expect(find("requestqueue")[0]).toBe("RequestQueue")
  })

  test("words match parts of names; source before test, generated and prose", () => {
    const found = find("retry request")
    expect(found[0]).toBe("retryRequest")
    for (const later of ["retryRequestCheck", "retryRequestStub", "docs/retry.md", "checks/retry.check.ts"]) {
      expect(found.indexOf(later), later).toBeGreaterThan(0)
    }
    expect(find("backoff delay")[0]).toBe("computeBackoffDelay")
  })

  test("of the same words of documentation, source comes before what was built from it", async () => {
    const doc = "Throws where the caller has given up."
    const files = { "dist/all.js": "function stop() {}", "src/stop.js": "function stop() {}" }
    const built = World.graphOf({
      files,
      definitions: Object.keys(files).map((path) => ({
        kind: "Function",
        at: `${path}:stop`,
        text: files["src/stop.js"],
        doc,
      })),
      edges: [],
    })
    const docs = await Effect.runPromise(Lexical.build(built, Documents.wordsOfDoc))
    const found = Find.inWords(built, docs, "caller given up", 10)
    expect(found.map(({ node }) => Node.pathOf(built, node))).toEqual(["src/stop.js", "dist/all.js"])
    expect(Find.inWords(built, docs, "stop", 10)).toEqual([])
  })

  test("documentation is searched", () => {
    expect(find("action ends well")[0]).toBe("retryRequest")
  })

  test("a beginning is enough, a typing error is forgiven", () => {
    expect(find("computeBack")[0]).toBe("computeBackoffDelay")
    expect(find("retryReqeust")[0]).toBe("retryRequest")
    expect(find("Requestqeueu")[0]).toBe("RequestQueue")
  })

  test("endings, small words and shortened words do not matter", () => {
    for (const asked of ["retrying requests", "how is a request retried", "retried requests"]) {
      expect(find(asked)[0], asked).toBe("retryRequest")
    }
    expect(find("computed backoff")[0]).toBe("computeBackoffDelay")
    expect(find("computation of the delay")[0]).toBe("computeBackoffDelay")
    expect(find("the delay")[0]).toBe("delay")
  })

  effect(
    "what a definition uses says what it does",
    Effect.gen(function* () {
      const lines = ["function go() { signPayload() }", "function stay() { other() }", "function signPayload() {}"]
      const of = World.graphOf({
        files: { "a.ts": `${lines.join("\n")}\nfunction other() {}\n` },
        definitions: [...lines, "function other() {}"].map((text) => ({
          kind: "Function" as const,
          at: `a.ts:${/function (\w+)/.exec(text)![1]}`,
          text,
          signature: "",
        })),
        edges: [
          { kind: "CALLS", from: "a.ts:go", to: "a.ts:signPayload" },
          { kind: "CALLS", from: "a.ts:stay", to: "a.ts:other" },
        ],
      })
      const index = yield* Lexical.build(of)
      const found = Find.find(of, index, { text: "signing payloads", about: [] }, 9).map((it) =>
        Node.nameOf(of, it.node)
      )
      expect(found).toEqual(["signPayload", "go"])
    }),
  )

  test("what the asker is about reorders and adds nothing", () => {
    const plain = find("request")
    const about = find("request", "queue of things")
    expect([...about].sort()).toEqual([...plain].sort())
    expect(about.indexOf("RequestQueue")).toBeLessThanOrEqual(plain.indexOf("RequestQueue"))
  })

  test("nothing is found where nothing fits", () => {
    expect(find("quetzalcoatl zephyr")).toEqual([])
    expect(find("   ")).toEqual([])
  })
})

test("of overloads only the one with a body is found, of headers alone the first", () => {
  const text = "function over(a: string): void\nfunction over(a: number): void\nfunction over(a: unknown) { }\n" +
    "declare function only(a: string): void\ndeclare function only(a: number): void\n"
  const lines = text.trim().split("\n")
  const of = World.graphOf({
    files: { "a.ts": text },
    definitions: lines.map((line, i) => ({
      kind: "Function" as const,
      at: `a.ts:${i < 3 ? "over" : "only"}`,
      text: line,
      flags: i === 2 ? [] : ["signature" as const],
      suffixHint: `${i}`,
    })),
    edges: [],
  })
  const found = (name: string) =>
    Find.find(of, { documents: 0, search: () => [] }, { text: name, about: [] }, 9).map((it) =>
      Node.lineOf(of, it.node)
    )
  expect(found("over")).toEqual([3])
  expect(found("only")).toEqual([4])
})

/** A graph of functions with these names in one file. */
const named = (names: ReadonlyArray<string>): Graph => {
  const draft = new Draft.Draft()
  const file = draft.addNode({
    kind: "File",
    flags: 0,
    name: "a.ts",
    file: Draft.NONE,
    parent: Draft.NONE,
    start: 0,
    end: names.length,
    nameStart: 0,
  })
  draft.setLines(file, Uint32Array.of(0))
  names.forEach((name, i) =>
    draft.addNode({ kind: "Function", flags: 0, name, file, parent: file, start: i, end: i + 1, nameStart: i })
  )
  return Draft.freeze(draft)
}

const identifier = fc.stringMatching(/^[abAB][abAB_]{0,4}$/)
const identifiers = fc.uniqueArray(identifier, { minLength: 1, maxLength: 30 })

describe("names", () => {
  const texts = (of: Graph, nodes: ReadonlyArray<number>) => nodes.map((node) => Node.nameOf(of, node)).sort()

  law(
    "exact() and beginning() find what comparing each name finds",
    fc.tuple(identifiers, identifier),
    ([all, asked]) => {
      const of = named(all)
      const lower = asked.toLowerCase()
      expect(texts(of, Names.exact(of, asked))).toEqual(all.filter((name) => name.toLowerCase() === lower).sort())
      expect(texts(of, Names.beginning(of, asked, 1000))).toEqual(
        all.filter((name) => name.toLowerCase().startsWith(lower)).sort(),
      )
    },
  )

  test("qualified() takes any separator and any end of the whole name", () => {
    const of = World.graphOf(World.shop)
    for (const asked of ["Order.total", "Order::total", "Order#total", "total", "order.TOTAL"]) {
      expect(Names.qualified(of, asked).map((node) => Node.qualifiedName(of, node)), asked).toEqual(["Order.total"])
    }
    expect(Names.qualified(of, "Other.total")).toEqual([])
  })
})

describe("the word index", () => {
  effect(
    "words of most documents act in ranking although they are kept out of the tree",
    Effect.gen(function* () {
      // 1,000 documents hold "handle", one of them also "rarely"; nothing else tells them apart.
      const of = named(
        Array.from({ length: 1000 }, (_, i) => i === 777 ? "handleRarely" : `handle${"X".repeat(1)}q${i}`),
      )
      const index = yield* Lexical.build(of)
      const best = index.search("handle rarely", 10)
      expect(Node.nameOf(of, best[0]!.node)).toBe("handleRarely")
      expect(best.length).toBe(10)
      expect(index.search("handle", 10).length).toBe(10)
      expect(index.search("nothing", 10)).toEqual([])
    }),
  )

  law(
    "every document is found by any word of its name, whatever the slices",
    fc.uniqueArray(fc.stringMatching(/^[a-d]{2,4}[A-D][a-d]{1,3}$/), { minLength: 1, maxLength: 20 }),
    (names) =>
      Effect.gen(function* () {
        const of = named(names)
        const index = yield* Lexical.build(of)
        for (const name of names) {
          const found = index.search(name, 1000).map((hit) => Node.nameOf(of, hit.node))
          expect(found).toContain(name)
        }
      }),
    { runs: 40 },
  )

  test("scores fall and lie in (0, 1]", () => {
    const hits = lexical.search("retry request delay", 20)
    expect(hits[0]!.score).toBe(1)
    hits.forEach((hit, i) => {
      expect(hit.score).toBeGreaterThan(0)
      if (0 < i) expect(hit.score).toBeLessThanOrEqual(hits[i - 1]!.score)
    })
  })
})
