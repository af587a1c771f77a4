// What answers say of themselves: for the sides that were asked, with the files that nobody read looked into, and once.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../_kit/effect.ts"
import * as World from "./world.ts"

const SOURCE = "export function parse() {\n  x.unknown()\n}\nexport function other() {}\n"

const world = (files: Readonly<Record<string, string>>): World.World => ({
  files: { "src/tool.ts": SOURCE, ...files },
  fileFlags: {
    "src/tool.ts": ["partial"],
    ...Object.fromEntries(Object.keys(files).map((path) => [path, ["unread" as const]])),
  },
  definitions: [
    {
      kind: "Function",
      at: "src/tool.ts:parse",
      text: SOURCE.slice(SOURCE.indexOf("function parse"), SOURCE.indexOf("}\n") + 1),
    },
    { kind: "Function", at: "src/tool.ts:other", text: "function other() {}" },
  ],
  edges: [],
  unresolved: [{ name: "unknown", from: "src/tool.ts:parse" }],
})

describe("files that were not read", () => {
  effect(
    "count where their text has the name as a word, whatever kept them from being read",
    Effect.gen(function* () {
      const of = World.open(world({ "page.vue": "<script>other()</script>", "note.md": "other", "b.vue": "another" }), {
        skipped: [
          { path: "big.ts", reason: "larger than 9 bytes" },
          { path: "far.ts", reason: "larger than 9 bytes" },
          { path: "data.bin", reason: "binary" },
        ],
        besides: { "big.ts": "import { other } from './src/tool'", "far.ts": "nothing", "data.bin": "other" },
      })
      const reasons = (yield* World.ask(of, "context", { name: "other" })).completeness.reasons
      expect(reasons).toContain("incoming: files_not_read: 2 files that are not read may use it (big.ts, page.vue)")
      expect(reasons).toContain(
        "incoming: files_partly_read: 1 file that could be read only in part may use it (src/tool.ts)",
      )
      const impact = yield* World.ask(of, "impact", { target: "other" })
      expect(impact.completeness.status).toBe("lower_bound")
      expect(impact.risk).toBe("UNKNOWN")
    }),
  )

  effect(
    "count where they cannot be looked into",
    Effect.gen(function* () {
      const of = World.open(world({}), { skipped: [{ path: "gone.ts", reason: "cannot be read" }] })
      const { reasons } = (yield* World.ask(of, "context", { name: "other" })).completeness
      expect(reasons).toContain("incoming: files_not_read: 1 file that is not read may use it (gone.ts)")
    }),
  )
})

describe("context", () => {
  const of = World.open({ ...world({}), fileFlags: {} })

  effect(
    "tells both sides apart, and only of those that were asked for",
    Effect.gen(function* () {
      const both = (yield* World.ask(of, "context", { name: "parse" })).completeness
      expect(both).toMatchObject({ status: "lower_bound", incoming: "exact", outgoing: "lower_bound" })
      const incoming =
        (yield* World.ask(of, "context", { name: "parse", response_sections: ["incoming"] })).completeness
      expect(incoming).toEqual({ status: "exact", incoming: "exact", reasons: [] })
      const outgoing =
        (yield* World.ask(of, "context", { name: "parse", response_sections: ["outgoing"] })).completeness
      expect(outgoing.status).toBe("lower_bound")
      expect(outgoing.incoming).toBeUndefined()
    }),
  )

  effect(
    "names the layers that are missing once, those of the sections that were asked for",
    Effect.gen(function* () {
      const missing = (it: { readonly completeness: { readonly reasons: ReadonlyArray<string> } }) =>
        it.completeness.reasons.filter((reason) => reason.startsWith("overlay_missing"))
      expect(missing(yield* World.ask(of, "context", { name: "parse" }))).toHaveLength(1)
      expect(missing(yield* World.ask(of, "context", { name: "parse", response_sections: ["routes", "incoming"] })))
        .toEqual([
          "overlay_missing: routes",
        ])
      expect(missing(yield* World.ask(of, "context", { name: "parse", response_sections: ["processes"] }))).toEqual([])
      const several = yield* World.ask(of, "context", { names: ["parse", "other"] })
      expect(missing(several)).toHaveLength(1)
      expect(several.results.flatMap(missing)).toEqual([])
      expect(several.completeness.status).toBe("lower_bound")
    }),
  )
})

describe("query", () => {
  effect(
    "never calls a ranking exact",
    Effect.gen(function* () {
      const of = World.open(World.shop)
      for (const search_query of ["Order", "how is a price made", "quetzalcoatl"]) {
        const { completeness } = yield* World.ask(of, "query", { search_query })
        expect(completeness.status).toBe("lower_bound")
        expect(completeness.reasons[0]).toStartWith("ranked: ")
      }
    }),
  )
})

describe("grep", () => {
  effect(
    "a filter that no file fits is no search: nothing found is then no answer",
    Effect.gen(function* () {
      const of = World.open(World.shop)
      const none = yield* World.ask(of, "grep", { pattern: "order", fileFilter: "scr" })
      expect(none).toMatchObject({ hits: [], completeness: { status: "lower_bound" } })
      expect(none.completeness.reasons).toEqual([
        "no_files: fileFilter matches no file of the repository: nothing was searched",
      ])
      const some = yield* World.ask(of, "grep", { pattern: "zzzz", fileFilter: "src" })
      expect(some).toMatchObject({ hits: [], completeness: { status: "exact" } })
    }),
  )
})

describe("context", () => {
  effect(
    "says that a line is in no definition where its file is the answer",
    Effect.gen(function* () {
      const inside = yield* World.ask(World.open(world({})), "context", { name: "src/tool.ts:2" })
      expect(inside.symbol.name).toBe("parse")
      const gap = World.open({ ...World.shop, files: { ...World.shop.files, "src/gap.ts": "\n\n// nothing\n" } })
      const between = yield* World.ask(gap, "context", { name: "src/gap.ts:3" })
      expect(between.file.file).toBe("src/gap.ts")
      expect(between.completeness.reasons[0]).toBe("no_definition: line 3 is in no definition: this is its file")
      const whole = yield* World.ask(gap, "context", { file: "src/gap.ts" })
      expect(whole.completeness.reasons.join()).not.toContain("no_definition")
    }),
  )
})
