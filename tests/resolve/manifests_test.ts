// Packages that manifests declare, and what they ask for, in the graph.

import { expect, test } from "bun:test"
import { EDGE_KINDS } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { context, type Group } from "../../lib/query/context.ts"
import * as Repo from "../_kit/repo.ts"
import { Following } from "./_following.ts"
import { graphOf } from "./_graph.ts"

const WORKSPACE = `
=== package.json
{ "name": "root",
  "version": "1.0.0",
  "dependencies": { "core": "workspace:*", "left": "^2" } }
=== packages/core/package.json
{ "name": "core",
  "dependencies": {
    "left": "^1", "twice": "1" } }
=== packages/a/package.json
{ "name": "twice" }
=== packages/b/package.json
{ "name": "twice" }
=== packages/core/index.ts
import { pad } from "left"
export const wide = () => pad("x")
`

/** Each edge from a package: its line, and what the ends are called. */
const dependenciesIn = (graph: Graph): ReadonlyArray<string> => {
  const { kind, source, target } = graph.edges
  const all: Array<string> = []
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (kind[edge] !== EDGE_KINDS.DEPENDS_ON.code) continue
    const [from, to] = [source[edge]!, target[edge]!]
    all.push(
      `${Uid.uidOf(graph, from)} :${Node.siteLineOf(graph, edge)} ${Uid.uidOf(graph, to)} ${Node.docOf(graph, to)}`
        .trim(),
    )
  }
  return all.sort()
}

test("a package of the repository stands for its name, one outside is the one that imports lead to", async () => {
  const { graph } = await graphOf(WORKSPACE)
  expect(dependenciesIn(graph)).toEqual([
    "Package:package.json:root :3 External:left:left ^1, ^2",
    "Package:package.json:root :3 Package:packages/core/package.json:core",
    "Package:packages/core/package.json:core :3 External:left:left ^1, ^2",
    "Package:packages/core/package.json:core :3 External:twice:twice 1",
  ])
  const root = Uid.find(graph, "Package:package.json:root")
  expect(Node.signatureOf(graph, root)).toBe("root 1.0.0")
  expect(Node.lineOf(graph, Uid.find(graph, "Package:packages/core/package.json:core"))).toBe(1)
})

test("whoever asks about a package is told what it asks for, also what lies outside", async () => {
  const { graph } = await graphOf(WORKSPACE)
  const { outgoing, incoming } = context(graph, Uid.find(graph, "Package:packages/core/package.json:core"))
  const ends = (groups: ReadonlyArray<Group>): ReadonlyArray<string> =>
    groups.flatMap(({ links }) => links.map((link) => Uid.uidOf(graph, link.node))).sort()
  expect(ends(outgoing)).toEqual(["External:left:left", "External:twice:twice"])
  expect(ends(incoming)).toEqual(["Package:package.json:root"])
})

test("names that are none, and more packages than anybody asks for, are told and left out", async () => {
  const many = Array.from({ length: 5_001 }, (_, i) => `"p${i}": "1"`).join(", ")
  const { graph, problems } = await graphOf(`
=== package.json
{ "name": "a", "dependencies": { "${"x".repeat(300)}": "1", "b\\u0000": "1", ${many} } }
=== more/package.json
{ "name": "c\\n" }
=== a.ts
export {}
`)
  expect(dependenciesIn(graph)).toHaveLength(5_000)
  expect(problems.map((it) => `${it.path}: ${it.detail}`)).toEqual([
    "more/package.json: the name of its package is none",
    "package.json: 2 of the packages that it asks for have names that are none",
    "package.json: it asks for 5001 packages, of which the first 5000 are taken",
  ])
})

test("an edit of code leaves packages as they are", async () => {
  const files = Repo.parse(WORKSPACE)
  const following = new Following()
  await following.next(files)
  await following.next(
    new Map([...files, ["packages/core/index.ts", 'import { pad } from "left"\nexport const wide = () => pad("y")\n']]),
  )
  expect(following.followed).toBe(1)
})
