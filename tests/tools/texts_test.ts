// The tools that read the text of files, over the small repository by hand (world.ts).

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Checkout from "../../lib/workspace/checkout.ts"
import { effect } from "../_kit/effect.ts"
import * as World from "./world.ts"

const repo = World.open(World.shop)

const ask = (tool: string, sent: object, of = repo) => World.ask(of, tool, sent)

const lineOf = (path: string, text: string) => World.lineOf(World.shop, path, text)

describe("read_file", () => {
  effect(
    "gives lines, counted from 0 in the question and from 1 in the answer",
    Effect.map(ask("read_file", { path: "src/app.ts", startLine: 2, endLine: 4 }), (it) => {
      const lines = World.shop.files["src/app.ts"]!.split("\n")
      expect(it.content).toBe(`${lines[2]}\n${lines[3]}\n`)
      expect(it).toMatchObject({ start_line: 3, end_line: 4, total_lines: lines.length - 1, next_start_line: 4 })
    }),
  )

  effect(
    "read on by next_start_line gives the whole text, whatever the budget",
    Effect.gen(function* () {
      const text = Array.from({ length: 400 }, (_, i) => `line ${i} "quoted" é ${"x".repeat(i % 50)}`).join("\r\n")
      const it = World.openGraph(repo.graph, { "big.txt": text })
      for (const maxTokens of [120, 700, 100_000]) {
        let whole = ""
        let startLine: number | undefined = 0
        while (startLine !== undefined) {
          const page: { content: string; next_start_line?: number } = yield* ask(
            "read_file",
            { path: "big.txt", startLine, maxTokens, maxLines: 0 },
            it,
          )
          whole += page.content
          startLine = page.next_start_line
        }
        expect(whole).toBe(text)
      }
    }),
  )

  effect(
    "ends of files, empty files, starts behind the end",
    Effect.gen(function* () {
      const it = World.openGraph(repo.graph, { empty: "", open: "a\nb", closed: "a\nb\n" })
      expect(yield* ask("read_file", { path: "empty" }, it)).toMatchObject({ content: "", total_lines: 0, end_line: 0 })
      expect(yield* ask("read_file", { path: "open" }, it)).toMatchObject({ content: "a\nb", total_lines: 2 })
      expect(yield* ask("read_file", { path: "closed" }, it)).toMatchObject({ content: "a\nb\n", total_lines: 2 })
      const behind = yield* ask("read_file", { path: "open", startLine: 9 }, it)
      expect(behind).toMatchObject({ content: "", total_lines: 2 })
      expect(behind.next_start_line).toBeUndefined()
    }),
  )

  effect(
    "one endless line is cut and says so",
    Effect.map(
      ask("read_file", { path: "one" }, World.openGraph(repo.graph, { one: "é".repeat(100_000) })),
      (it) => {
        expect(it.line_cut).toBe(true)
        expect(new TextEncoder().encode(it.content).length).toBeLessThanOrEqual(40_000)
        expect(it.content.length).toBeGreaterThan(10_000)
      },
    ),
  )

  effect(
    "says when the text is not what was indexed",
    Effect.map(
      ask("read_file", { path: "src/app.ts" }, World.open(World.shop, { changed: { "src/app.ts": "new\n" } })),
      (it) => expect(it).toMatchObject({ content: "new\n", changed_since_index: true }),
    ),
  )

  effect(
    "refuses what it does not serve",
    Effect.gen(function* () {
      expect((yield* ask("read_file", { path: "../x" })).error.code).toBe("FileRefused")
      expect((yield* ask("read_file", { path: "nothing.ts" })).error.code).toBe("FileRefused")
    }),
  )
})

describe("grep", () => {
  effect(
    "gives lines with the definition around them",
    Effect.map(ask("grep", { pattern: "order\\.price", fileFilter: "src/**" }), (it) => {
      expect(it.hits).toEqual([{
        file: "src/app.ts",
        line: lineOf("src/app.ts", "order.price()"),
        line_text: "return order.price() + order.price()",
        enclosing: "Function:src/app.ts:describe",
      }])
      expect(it.timed_out).toBe(false)
    }),
  )

  effect(
    "case, literals and filters",
    Effect.gen(function* () {
      const count = (sent: object) => Effect.map(ask("grep", sent), (it) => it.lists.hits.total)
      expect(yield* count({ pattern: "ORDER", fileFilter: "README.md" })).toBe(1)
      expect(yield* count({ pattern: "ORDER", caseSensitive: true })).toBe(0)
      expect(yield* count({ pattern: "order.price()", literal: true })).toBe(1)
      expect(yield* count({ pattern: "import", fileFilter: "*_test.ts" })).toBe(2)
      expect((yield* ask("grep", { pattern: "(" })).error.code).toBe("PatternInvalid")
      expect((yield* ask("grep", { pattern: "a", fileFilter: "[a" })).error.code).toBe("InvalidArguments")
      expect((yield* ask("grep", { pattern: "a".repeat(201) })).error.code).toBe("InvalidArguments")
    }),
  )

  effect(
    "a changed file is searched as it is now, and said so",
    Effect.gen(function* () {
      const changed = World.open(World.shop, { changed: { "src/app.ts": "// a fresh word: zebra\n" } })
      const it = yield* ask("grep", { pattern: "zebra" }, changed)
      expect(it.hits).toEqual([{ file: "src/app.ts", line: 1, line_text: "// a fresh word: zebra" }])
      expect(it.completeness).toMatchObject({
        status: "exact",
        reasons: ["changed_since: 1 file changed since indexing and read as they are now"],
      })
    }),
  )

  effect(
    "what is left out of the search is said, and what is too large is not read for it",
    Effect.gen(function* () {
      const it = World.openGraph(repo.graph, {
        "a.txt": "needle\n",
        "large.txt": "needle\n",
        ".env": "needle\n",
        "locked.txt": "needle\n",
      })
      const size = (bytes: number) => ({ size: bytes, modified: "0", changed: "0", inode: "0" })
      const peeked: Array<string> = []
      const odd = {
        ...it,
        tree: Effect.map(it.tree, (tree) => ({
          ...tree,
          stats: new Map([["a.txt", size(7)], ["large.txt", size(20_000_001)]]),
        })),
        peek: (path: string) => (peeked.push(path), it.peek(path)),
        read: (path: string) =>
          path === "locked.txt" ? Effect.fail(new Checkout.FileRefused({ path, reason: "unreadable" })) : it.read(path),
      }
      const answer = yield* ask("grep", { pattern: "needle" }, odd)
      expect(answer.hits.map((hit: { file: string }) => hit.file)).toEqual(["a.txt"])
      expect(peeked.sort()).toEqual(["a.txt", "locked.txt"])
      expect(answer.completeness).toEqual({
        status: "lower_bound",
        reasons: [
          "too_large: left out of the search: 1 file of more than 20 MB",
          "unreadable: left out of the search: 1 file that cannot be read",
          "not_served: left out of the search: 1 file of keys or passwords",
        ],
      })
      const filtered = yield* ask("grep", { pattern: "needle", fileFilter: "a.txt" }, odd)
      expect(filtered.completeness).toEqual({ status: "exact", reasons: [] })
    }),
  )

  effect(
    "totals are true and pages go on",
    Effect.gen(function* () {
      const text = Array.from({ length: 500 }, (_, i) => `needle ${i}`).join("\n")
      const it = World.openGraph(repo.graph, { "a.txt": text })
      const first = yield* ask("grep", { pattern: "needle", limit: 200 }, it)
      expect(first.lists.hits).toEqual({ total: 500, shown: first.hits.length })
      const lines: Array<number> = first.hits.map((hit: { line: number }) => hit.line)
      let cursor = first.next_cursor
      while (cursor !== undefined) {
        const next = yield* ask("grep", { pattern: "needle", limit: 200, cursor }, it)
        lines.push(...next.hits.map((hit: { line: number }) => hit.line))
        cursor = next.next_cursor
      }
      expect(lines).toEqual(Array.from({ length: 500 }, (_, i) => i + 1))
    }),
  )
})
