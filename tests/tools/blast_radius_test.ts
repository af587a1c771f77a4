// What is run without a call that can be seen: a function that other code made is held by a constant, and read.

import { describe, expect } from "bun:test"
import * as Effect from "effect/Effect"
import { effect } from "../_kit/effect.ts"
import * as World from "./world.ts"

const A = `import { wrap } from "elsewhere"
export const job = wrap(() => 1)
export function use() { return job() }
export function outer() { return use() }
export type Shape = typeof job
export function plain() {}
export const listed = [plain]
export function mark(it: unknown) {}
@mark
export class Marked {}
`

const world: World.World = {
  files: { "src/a.ts": A },
  definitions: [
    { kind: "Const", at: "src/a.ts:job", text: "job = wrap(() => 1)", flags: ["exported"] },
    { kind: "Function", at: "src/a.ts:use", text: "function use() { return job() }", flags: ["exported"] },
    { kind: "Function", at: "src/a.ts:outer", text: "function outer() { return use() }", flags: ["exported"] },
    { kind: "TypeAlias", at: "src/a.ts:Shape", text: "type Shape = typeof job", flags: ["exported"] },
    { kind: "Function", at: "src/a.ts:plain", text: "function plain() {}", flags: ["exported"] },
    { kind: "Const", at: "src/a.ts:listed", text: "listed = [plain]", flags: ["exported"] },
    { kind: "Function", at: "src/a.ts:mark", text: "function mark(it: unknown) {}", flags: ["exported"] },
    { kind: "Class", at: "src/a.ts:Marked", text: "class Marked {}", flags: ["exported"] },
  ],
  edges: [
    { kind: "READS", from: "src/a.ts:use", to: "src/a.ts:job", site: "job() }" },
    { kind: "CALLS", from: "src/a.ts:outer", to: "src/a.ts:use", site: "use() }" },
    { kind: "USES", from: "src/a.ts:Shape", to: "src/a.ts:job", site: "job\n" },
    { kind: "USES", from: "src/a.ts:listed", to: "src/a.ts:plain", site: "plain]" },
    { kind: "DECORATES", from: "src/a.ts:mark", to: "src/a.ts:Marked", site: "@mark" },
  ],
}

const repo = World.open(world)

const ask = (tool: string, sent: object) => World.ask(repo, tool, sent)

const reached = (answer: { readonly results: ReadonlyArray<{ name: string; properties: { via: string } }> }) =>
  answer.results.map((it) => `${it.name} ${it.properties.via}`)

describe("blast_radius", () => {
  effect(
    "of a constant has who reads it, and who calls those",
    Effect.map(ask("blast_radius", { name: "job" }), (answer) => {
      expect(reached(answer)).toEqual(["use READS", "outer CALLS"])
      expect(answer.completeness.status).toBe("lower_bound")
      expect(answer.completeness.reasons).toContain(
        "not_followed: it and what is listed are used by 1 definition more, in ways that are no call, import or " +
          "inheritance",
      )
    }),
  )

  effect(
    "that finds nobody says who only names it: none is not nobody",
    Effect.map(ask("blast_radius", { name: "plain" }), (answer) => {
      expect(answer.results).toEqual([])
      expect(answer.completeness.status).toBe("lower_bound")
      expect(answer.completeness.reasons.join("; ")).toContain("used by 1 definition more")
    }),
  )

  effect(
    "of a decorator counts what it is put on, which depends on it",
    Effect.map(ask("blast_radius", { name: "mark" }), (answer) => {
      expect(answer.results).toEqual([])
      expect(answer.completeness.status).toBe("lower_bound")
      expect(answer.completeness.reasons.join("; ")).toContain("used by 1 definition more")
    }),
  )
})

effect(
  "function takes a constant that may hold one, where no function bears the name",
  Effect.map(ask("function", { name: "job" }), ({ results }) => {
    expect(results.root).toMatchObject({ id: "Const:src/a.ts:job", label: "Const" })
    expect(results.edges.map((it: { from_id: string; edge_type: string }) => `${it.from_id} ${it.edge_type}`)).toEqual([
      "Function:src/a.ts:use READS",
    ])
  }),
)
