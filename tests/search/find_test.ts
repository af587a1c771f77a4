// Passages found by words, names and meanings: exact names first, definitions before tests and prose, different files first,
// and lists of words that say what counting every row says.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Node from "../../lib/graph/node.ts"
import * as Find from "../../lib/search/find.ts"
import * as Searched from "../../lib/search/searched.ts"
import * as WordIndex from "../../lib/search/word_index.ts"
import * as World from "../tools/world.ts"
import { passagesOf, tableOf } from "./_passages.ts"

const FILES = {
  "docs/retry.md": "# Retry\n\nretryRequest retries a request.\n\n# Giving up\n\nAfter a while nothing is retried.\n",
  "checks/retry.check.ts": "export function retryRequestCheck() {}\nexport function backoffDelayCheck() {}\n",
  "src/net/retry.ts": `/** Runs an action again until it ends well. */
export function retryRequest(action: () => void) { sleep(computeBackoffDelay(1)) }
export function computeBackoffDelay(attempt: number) {}
export class RequestQueue {}
`,
  "src/net/generated.ts": "export function retryRequestStub() {}\n",
  "src/util/time.ts": "export const delay = 1\nexport function sleep() {}\n",
  "native/engine.rs": "pub struct EventLoop {}\n\nimpl EventLoop {\n    pub fn run(&self) {}\n}\n",
}
const textOf = (path: keyof typeof FILES, name: string): string =>
  new RegExp(`(?:function|class|const) ${name}\\b.*`).exec(FILES[path])![0]

const DEFINED: ReadonlyArray<readonly [keyof typeof FILES, ReadonlyArray<string>]> = [
  ["src/net/retry.ts", ["retryRequest", "computeBackoffDelay", "RequestQueue"]],
  ["checks/retry.check.ts", ["retryRequestCheck", "backoffDelayCheck"]],
  ["src/net/generated.ts", ["retryRequestStub"]],
  ["src/util/time.ts", ["delay", "sleep"]],
]
const graph = World.graphOf({
  files: FILES,
  fileFlags: {
    "docs/retry.md": ["unread"],
    "native/engine.rs": ["unread"],
    "checks/retry.check.ts": ["test"],
    "src/net/generated.ts": ["generated"],
  },
  definitions: DEFINED.flatMap(([path, names]) =>
    names.map((name) => ({
      kind: name === "delay" ? "Const" as const : name === "RequestQueue" ? "Class" as const : "Function" as const,
      at: `${path}:${name}`,
      text: textOf(path, name),
      flags: ["exported" as const],
    }))
  ),
  edges: [],
})
const searched = Searched.make(graph, passagesOf(graph, FILES))
const words = await Effect.runPromise(WordIndex.build(Searched.textsOf(searched)))

const find = (text: string, ...about: ReadonlyArray<string>) =>
  Find.find(searched, { text, about }, 20, { words }).map(({ node, title }) =>
    Node.isSymbol(graph, node) ? Node.qualifiedName(graph, node) : `${Node.pathOf(graph, node)} ${title}`
  )

describe("find()", () => {
  test("an exact name comes first, also of a language that is not built", () => {
    expect(find("retryRequest")[0]).toBe("retryRequest")
    expect(find("delay")[0]).toBe("delay")
    expect(find("requestqueue")[0]).toBe("RequestQueue")
    expect(find("EventLoop")[0]).toStartWith("native/engine.rs")
  })

  test("words match parts of names; source before test, generated and prose", () => {
    const found = find("retry request")
    expect(found[0]).toBe("retryRequest")
    for (const later of ["retryRequestCheck", "retryRequestStub", "docs/retry.md Retry"]) {
      expect(found.indexOf(later), later).toBeGreaterThan(0)
    }
    expect(find("backoff delay")[0]).toBe("computeBackoffDelay")
  })

  test("a section of prose is found by its heading and its words", () => {
    expect(find("giving up")[0]).toBe("docs/retry.md Giving up")
  })

  test("what a definition says inside is found", () => {
    expect(find("action ends well")[0]).toBe("retryRequest")
  })

  test("a beginning is enough, a typing error is forgiven, an acronym stands for the parts of a name", () => {
    expect(find("computeBack")[0]).toBe("computeBackoffDelay")
    expect(find("retryReqeust")[0]).toBe("retryRequest")
    expect(find("RQ")[0]).toBe("RequestQueue")
    expect(find("rq")).not.toContain("RequestQueue")
  })

  test("endings, small words and shortened words do not matter", () => {
    for (const asked of ["retrying requests", "how is a request retried", "retried requests"]) {
      expect(find(asked)[0], asked).toBe("retryRequest")
    }
    expect(find("computation of the delay")[0]).toBe("computeBackoffDelay")
  })

  test("a text in quotes is asked for by its words alone", () => {
    expect(find('"nothing is retried"')[0]).toBe("docs/retry.md Giving up")
  })

  test("a question in words may name what it is about", () => {
    expect(find("how does computeBackoffDelay choose the pause")[0]).toBe("computeBackoffDelay")
  })

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

  test("the first rows are of different files", () => {
    const all = Find.find(searched, { text: "retry request delay", about: [] }, 20, { words })
    const files = all.slice(0, 3).map(({ node }) => Node.pathOf(graph, node))
    expect(new Set(files).size).toBe(3)
  })

  test("scores fall and lie in (0, 1]", () => {
    const hits = Find.find(searched, { text: "retry request delay", about: [] }, 20, { words })
    expect(hits[0]!.score).toBe(1)
    hits.forEach((hit, i) => {
      expect(hit.score).toBeGreaterThan(0)
      if (0 < i) expect(hit.score).toBeLessThanOrEqual(hits[i - 1]!.score)
    })
  })

  test("what is near by its meaning alone is found, and says so", () => {
    const passages = tableOf([
      { node: graph.files[0]!, words: ["apple"], vector: [127, 0] },
      { node: graph.files[1]!, words: ["pear"], vector: [0, 127] },
    ])
    const near = Searched.make(graph, passages)
    const meanings: Find.Meanings = {
      at: (row) => (row === 1 ? 0.9 : 0),
      toPath: () => ({ stem: 0, ending: 0 }),
      best: () => [1, 0],
    }
    const found = Find.find(near, { text: "some fruit", about: [] }, 9, { meanings })
    expect(found.map(({ node, why }) => [node, why])).toEqual([[graph.files[1]!, "meaning"]])
  })
})

describe("without an index of words", () => {
  test("names are found all the same", () => {
    const found = Find.find(searched, { text: "retryRequest", about: [] }, 9, {})
    expect(Node.nameOf(graph, found[0]!.node)).toBe("retryRequest")
    expect(Find.find(searched, { text: "ends well", about: [] }, 9, {})).toEqual([])
  })
})
