// An edge's site stands in the file of the end that depends on the other: of a call in the caller's, of a decorator where
// it is applied.

import { expect, test } from "bun:test"
import { Draft, freeze, NONE } from "../../lib/graph/draft.ts"
import { EDGE_KINDS, type EdgeKind, REASONS } from "../../lib/graph/kinds.ts"
import * as Node from "../../lib/graph/node.ts"
import { lineStarts } from "../../lib/text/lines.ts"

const ONE = "\n\n\nfunction one() {}\n"
const TWO = "function two() {}\n".padEnd(200, "\n")

test.each<[EdgeKind, string]>([["CALLS", "a.ts"], ["USES", "a.ts"], ["DECORATES", "b.ts"]])(
  "%s: in %s",
  (kind, path) => {
    const draft = new Draft()
    const define = (path: string, text: string, name: string) => {
      const place = { flags: 0, nameStart: 0, start: 0, end: text.length }
      const file = draft.addNode({ ...place, kind: "File", name: path, file: NONE, parent: NONE })
      draft.setLines(file, lineStarts(text))
      return draft.addNode({ ...place, kind: "Function", name, file, parent: file })
    }
    const one = define("a.ts", ONE, "one")
    const two = define("b.ts", TWO, "two")
    // Offset 10 is line 4 of the first text and line 1 of the second.
    draft.addEdge(EDGE_KINDS[kind].code, one, two, 99, REASONS.import.code, 10)
    const graph = freeze(draft)
    expect(Node.pathOf(graph, Node.siteHolder(graph, 0))).toBe(path)
    expect(Node.siteLineOf(graph, 0)).toBe(path === "a.ts" ? 4 : 1)
  },
)

test("an edge without a site has no line", () => {
  const draft = new Draft()
  const folder = draft.addNode({
    kind: "Folder",
    flags: 0,
    name: "src",
    file: NONE,
    parent: NONE,
    start: 0,
    end: 0,
    nameStart: 0,
  })
  draft.addEdge(EDGE_KINDS.CONTAINS.code, folder, folder, 100, REASONS.structure.code, NONE)
  expect(Node.siteLineOf(freeze(draft), 0)).toBeUndefined()
})
