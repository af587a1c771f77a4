// What is handed over to the outside, as the frozen graph tells it.

import { expect, test } from "bun:test"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Node from "../../lib/graph/node.ts"
import { type Description, graphOf } from "./graphs.ts"

const nodes: Description["nodes"] = [
  { key: "f", kind: "File", name: "a.ts", end: 900 },
  { key: "a", kind: "Function", name: "a", file: "f", parent: "f", start: 600, end: 700 },
  { key: "b", kind: "Function", name: "b", file: "f", parent: "f", start: 700, end: 800 },
  { key: "out", kind: "External", name: "log", signature: "pino" },
]

const registrationsOf = ({ registrations: at, strings, nodes }: Graph): ReadonlyArray<string> =>
  Array.from({ length: at.rows }, (_, row) =>
    [
      `${at.start[row]}–${at.end[row]}`,
      strings.at(at.callee[row]!),
      strings.at(at.text[row]!),
      at.handler[row]! < nodes.rows ? strings.at(nodes.name[at.handler[row]!]!) : "no name",
    ].join(" "))

const registeredOf = (graph: Graph): ReadonlyArray<string> =>
  Array.from({ length: graph.registered.rows }, (_, row) => {
    const { registration, target, kind, confidence, site } = graph.registered
    const of = graph.registrations.text[registration[row]!]!
    return `${graph.strings.at(of)}: ${Node.nameOf(graph, target[row]!)} ${kind[row]} ${confidence[row]} at ${
      site[row]
    }`
  })

test("registrations stand by their places, the longer of two first, each once", () => {
  const graph = graphOf({
    nodes,
    edges: [],
    registrations: [
      { source: "f", start: 30, end: 40, text: "late" },
      { source: "f", start: 10, end: 20, text: "inner" },
      { source: "f", start: 10, end: 50, text: "outer" },
      { source: "f", start: 30, end: 40, text: "late" },
      { source: "f", handler: "b", start: 30, end: 40, text: "named" },
    ],
  })
  expect(registrationsOf(graph)).toEqual([
    "10–50 on outer no name",
    "10–20 on inner no name",
    "30–40 on named b",
    "30–40 on late no name",
  ])
})

test("what a text runs belongs to the innermost registration, each target once with its first site", () => {
  const graph = graphOf({
    nodes,
    edges: [
      { kind: "CALLS", source: "f", target: "a", site: 5 },
      { kind: "CALLS", source: "f", target: "a", site: 45, confidence: 98 },
      { kind: "CALLS", source: "f", target: "a", site: 12, confidence: 70 },
      { kind: "CALLS", source: "f", target: "a", site: 15, confidence: 90 },
      { kind: "INSTANTIATES", source: "f", target: "a", site: 16, confidence: 99 },
      { kind: "DISPATCHES", source: "f", target: "b", site: 49, confidence: 80 },
      { kind: "READS", source: "f", target: "b", site: 46 },
      { kind: "CALLS", source: "f", target: "out", site: 47 },
      { kind: "CALLS", source: "f", target: "b", site: 50 },
      { kind: "CALLS", source: "b", target: "a", site: 14 },
      { kind: "CALLS", source: "f", target: "b", site: 85, confidence: 97 },
    ],
    registrations: [
      { source: "f", start: 10, end: 20, text: "inner" },
      { source: "f", start: 10, end: 50, text: "outer" },
      { source: "f", start: 80, end: 90, text: "one" },
      { source: "f", start: 80, end: 90, text: "two" },
      { source: "f", handler: "a", start: 44, end: 46, text: "named" },
    ],
  })
  expect(registeredOf(graph)).toEqual([
    "outer: a 6 98 at 45",
    "outer: b 7 80 at 49",
    "inner: a 6 90 at 12",
    "inner: a 8 99 at 16",
    "one: b 6 97 at 85",
    "two: b 6 97 at 85",
  ])
})
