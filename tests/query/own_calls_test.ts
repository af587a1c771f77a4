// A function that calls one of several values runs them itself. Whoever calls that function is one step further, and
// does not call the values "through a base"; expected values are read off the source.

import { expect, test } from "bun:test"
import { EDGE_KIND_BY_CODE } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Bundle from "../../lib/query/bundle.ts"
import { context } from "../../lib/query/context.ts"
import { impact } from "../../lib/query/impact.ts"
import { graphOf, labelOf } from "../resolve/_graph.ts"

const made = await graphOf(`=== made.py
class Response:
    status = 200
class App:
    response_class: type[Response] = Response
    def make(self):
        return self.response_class()
def handle(app: App):
    return app.make()
=== build.js
export function build(serialize) { return serialize("x") }
export function start() { return build(plain) }
export function other() { return build(quoted) }
function plain(value) { return value }
function quoted(value) { return JSON.stringify(value) }
export function outer() { return start() }
`)
const { graph } = made

const nodeOf = (label: string): number => {
  for (let node = 0; node < graph.nodes.rows; node++) if (labelOf(graph, node) === label) return node
  throw new Error(`there is no ${label}`)
}

const dispatched = Array.from(graph.edges.kind, (_, edge) => edge)
  .filter((edge) => EDGE_KIND_BY_CODE[graph.edges.kind[edge]!] === "DISPATCHES")
  .map((edge) => `${labelOf(graph, graph.edges.source[edge]!)} → ${labelOf(graph, graph.edges.target[edge]!)}`)

test("the fixture has calls of one of several, whose source is the caller", () => {
  expect(dispatched).toContain("made.py:App.make → made.py:Response")
  expect(dispatched).toContain("build.js:build → build.js:plain")
  expect(dispatched).toContain("build.js:build → build.js:quoted")
})

test("context: who calls the caller does not call through a base", () => {
  const { incoming } = context(graph, nodeOf("made.py:Response"))
  expect(incoming.map(({ relation }) => relation)).not.toContain("calls_through")
  const { incoming: ofPlain } = context(graph, nodeOf("build.js:plain"))
  expect(ofPlain.map(({ relation }) => relation)).not.toContain("calls_through")
})

test("a function's bundle: what a callee calls is no callee of the caller, but one step further", () => {
  const callees = (label: string, depth: number) =>
    Bundle.ofFunction(graph, nodeOf(label), depth, undefined).parts.filter(({ role }) => role === "callees")
      .flatMap(({ nodes }) => nodes.map((it) => `${Node.nameOf(graph, it.node)} ${it.distance}`)).sort()
  expect(callees("build.js:outer", 1)).toEqual(["start 1"])
  expect(callees("build.js:start", 1)).toEqual(["build 1"])
  expect(callees("build.js:start", 2)).toEqual(["build 1", "plain 2", "quoted 2"])
  expect(callees("build.js:build", 1)).toEqual(["plain 1", "quoted 1"])
  expect(callees("made.py:handle", 1)).toEqual(["make 1"])
})

test("impact: the caller is nearest, whoever calls it one step further", () => {
  const depths = (label: string) =>
    impact(graph, nodeOf(label)).levels.map(({ links }) => links.map((it) => Node.nameOf(graph, it.node)).sort())
  const response = depths("made.py:Response")
  expect(response[0]).toContain("make")
  expect(response[0]).not.toContain("handle")
  expect(response[1]).toContain("handle")
})
