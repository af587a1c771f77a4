// A place where much comes together, for tests of long answers: more rows of every relation than fit a page.

import type * as Effect from "effect/Effect"
import { CAUSES, NODE_FLAGS } from "../../lib/graph/kinds.ts"
import * as Answer from "../../lib/tools/answer.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { type Description, graphOf } from "../graph/graphs.ts"
import * as World from "./world.ts"

export type Ask = (tool: Tool.Any, sent: object) => Effect.Effect<Answer.Answer>

/** A place where much comes together: more rows of every relation than fit a page or a small budget. */
const plaza = () => {
  const many = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}${i}`)
  const callers = many(45, "caller")
  const callees = many(35, "callee")
  const methods = many(30, "method")
  const heirs = many(30, "Heir")
  const far = many(25, "far")
  const modules = many(30, "module")
  const namesakes = many(45, "src/namesake").map((name) => `${name}.ts`)
  const define = (kind: "Function" | "Class" | "Method", name: string, file: string, parent: string, i: number) => ({
    key: name,
    kind,
    name,
    file,
    parent,
    start: 10 * i,
    end: 10 * i + 9,
    doc: `Stands on the plaza as ${name}.`,
    ...(i % 3 === 0 ? { flags: NODE_FLAGS.exported } : {}),
  })
  const description: Description = {
    nodes: [
      ...["src/hub.ts", "src/callers.ts", "src/callees.ts", "src/heirs.ts"].map((name) => ({
        key: name,
        kind: "File" as const,
        name,
        end: 2000,
      })),
      { key: "tests/far_test.ts", kind: "File", name: "tests/far_test.ts", end: 2000, flags: NODE_FLAGS.test },
      ...modules.map((name) => ({ key: name, kind: "File" as const, name: `src/${name}.ts`, end: 20 })),
      ...namesakes.map((name) => ({ key: name, kind: "File" as const, name, end: 20 })),
      ...namesakes.map((file, i) => ({
        ...define(i % 2 === 0 ? "Function" : "Class", "twin", file, file, 0),
        key: `${file}:twin`,
      })),
      define("Function", "hub", "src/hub.ts", "src/hub.ts", 0),
      { ...define("Class", "Hub", "src/hub.ts", "src/hub.ts", 1), end: 1900 },
      ...methods.map((name, i) => define("Method", name, "src/hub.ts", "Hub", i + 2)),
      ...callers.map((name, i) => define("Function", name, "src/callers.ts", "src/callers.ts", i)),
      ...callees.map((name, i) => define("Function", name, "src/callees.ts", "src/callees.ts", i)),
      ...heirs.map((name, i) => define("Class", name, "src/heirs.ts", "src/heirs.ts", i)),
      ...far.map((name, i) => define("Function", name, "tests/far_test.ts", "tests/far_test.ts", i)),
    ],
    edges: [
      ...methods.map((target) => ({ kind: "HAS_METHOD" as const, source: "Hub", target })),
      ...callers.flatMap((source, i) => [
        { kind: "CALLS" as const, source, target: "hub", site: 10 * i + 3, confidence: 90 + i % 10 },
        { kind: "INSTANTIATES" as const, source, target: "Hub", site: 10 * i + 5 },
        { kind: "USES" as const, source, target: "Hub", site: 10 * i + 6 },
      ]),
      ...callees.map((target) => ({ kind: "CALLS" as const, source: "hub", target, site: 4 })),
      ...heirs.map((source, i) => ({ kind: "EXTENDS" as const, source, target: "Hub", site: 10 * i + 2 })),
      ...far.map((source, i) => ({ kind: "CALLS" as const, source, target: `caller${i}`, site: 10 * i + 1 })),
      ...modules.map((source) => ({ kind: "IMPORTS" as const, source, target: "src/hub.ts", site: 1 })),
      ...modules.map((target, i) => ({ kind: "IMPORTS" as const, source: "src/hub.ts", target, site: i })),
    ],
    // Each caller makes references that nobody knows, the hub most of all.
    unresolved: [
      ...callers.map((source, i) => ({ name: "lost", source, cause: CAUSES.unknownReceiver.code, site: 10 * i + 1 })),
      ...many(35, "lost").map((name) => ({ name, source: "hub", cause: CAUSES.unknownReceiver.code, site: 5 })),
    ],
    lines: Object.fromEntries(
      ["src/hub.ts", "src/callers.ts", "src/callees.ts", "src/heirs.ts", "tests/far_test.ts"].map((key) => [
        key,
        Array.from({ length: 200 }, (_, i) => 10 * i),
      ]),
    ),
  }
  return World.openGraph(graphOf(description), {
    "src/hub.ts": "hub, a line\n".repeat(150),
    "src/callers.ts": "caller\n".repeat(40),
  })
}

export const busy = plaza()
export const askBusy: Ask = (tool, sent) =>
  World.provide(busy)(Answer.answer(tool, sent) as Effect.Effect<Answer.Answer, never, never>)
