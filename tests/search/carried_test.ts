// The words of an older graph, asked about a newer one.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Node from "../../lib/graph/node.ts"
import * as Indexer from "../../lib/indexer/index_repository.ts"
import * as Carried from "../../lib/search/carried.ts"
import * as Find from "../../lib/search/find.ts"
import * as Lexical from "../../lib/search/lexical.ts"
import { effect } from "../_kit/effect.ts"
import { machine, Memory } from "../_kit/memory.ts"

const graphOf = (files: Readonly<Record<string, string>>) => {
  const memory = new Memory()
  for (const [path, text] of Object.entries(files)) memory.write(`/shop/${path}`, new TextEncoder().encode(text))
  return Effect.map(Effect.provide(Indexer.indexRepository("/shop"), machine(memory)), ({ graph }) => graph)
}

effect(
  "what stays is found where it stands now, what is gone is not, and what is new is found by its name",
  Effect.gen(function* () {
    const older = yield* graphOf({
      "b.ts": "/** Adds up the prices of a basket. */\nexport const total = () => 1\nexport const removed = () => 2\n",
    })
    const newer = yield* graphOf({
      "a.ts": "export const before = 1\n/** Prices of everything. */\nexport const freshOne = 2\n",
      "b.ts": "export const moved = 1\n/** Adds up the prices of a basket. */\nexport const total = () => 1\n",
    })
    const carried = Carried.carry({ graph: older, lexical: yield* Lexical.build(older) }, newer)
    expect(carried.isBehind).toBe(true)
    const found = (text: string) =>
      Find.find(newer, carried, { text, about: [] }, 10).map(({ node }) =>
        `${Node.pathOf(newer, node)}:${Node.nameOf(newer, node)}`
      )
    expect(found("prices of a basket")).toContain("b.ts:total")
    expect(found("removed")).not.toContain("b.ts:removed")
    expect(found("freshOne")[0]).toBe("a.ts:freshOne")
    for (const { node } of carried.search("total prices removed", 10)) expect(node).toBeLessThan(newer.nodes.rows)
  }),
)
