// What can break when something changes, as a list by distance.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Graph, NodeId } from "../graph/graph.ts"
import { EDGE_KIND_BY_CODE, type EdgeKind, IMPACT_EDGES } from "../graph/kinds.ts"
import { type Caveat, caveat } from "../query/caveats.ts"
import * as Family from "../query/family.ts"
import * as Impact from "../query/impact.ts"
import * as ImpactWalk from "../query/impact_walk.ts"
import { Repos } from "../workspace/repos.ts"
import { Settings } from "../workspace/settings.ts"
import * as Bundle from "./bundle.ts"
import * as ContextNode from "./context_node.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as NodeList from "./node_list.ts"
import * as Pages from "./pages.ts"
import * as Symbol from "./symbol.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"
import * as Unseen from "./unseen.ts"

/** Calls, among them those that make an instance or arrive through a base; imports; inheritance. */
const FOLLOWED: ReadonlyArray<EdgeKind> = ["CALLS", "INSTANTIATES", "DISPATCHES", "IMPORTS", "EXTENDS", "IMPLEMENTS"]

/** In what other ways a change can reach further. */
const OTHERS = IMPACT_EDGES.filter((kind) => !FOLLOWED.includes(kind))

/** Says how many others use what is listed in such ways: none found over calls is no proof that nobody uses it. */
const notFollowed = (
  graph: Graph,
  target: NodeId,
  found: ReadonlyArray<{ readonly node: NodeId }>,
): ReadonlyArray<Caveat> => {
  const listed = new Set([...Family.withMembers(graph, target), ...found.map(({ node }) => node)])
  const others = new Set<NodeId>()
  for (const node of listed) {
    for (const kind of OTHERS) {
      for (const other of Family.neighbours(ImpactWalk.rowsOf(graph, kind, "upstream"), node)) {
        if (!listed.has(other)) others.add(other)
      }
    }
  }
  if (others.size === 0) return []
  const many = Text.plural(others.size, "definition")
  return [
    caveat(
      "not_followed",
      `it and what is listed are used by ${many} more, in ways that are no call, import or inheritance`,
    ),
  ]
}

/** Pages are so many times as long as those of other lists: a row is short. */
const LONGER = 5

const NOTHING = "Nothing in the repository is known to call, import or inherit it."

export const blastRadius = Tool.make({
  name: "blast_radius",
  summary: "What can break if this changes, nearest first, over calls, imports and inheritance",
  guide: "Tests are among them.",
  scope: "repo",
  writes: "never",
  positional: ["name"],
  aliases: { target: "name", symbol: "name", file_path: "file", maxDepth: "depth" },
  input: Schema.Struct({
    name: Fields.text("What changes"),
    file: Fields.optionalText("Its file"),
    depth: Fields.integer({ from: 1, to: 32, default: 3 }, "Most edges"),
    ...Bundle.fields,
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Union(NodeList.Answer, Symbol.Ambiguous),
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound),
  run: Effect.fn("blast_radius")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const chosen = yield* Symbol.choose(repo, { text: input.name, file_path: input.file, narrowedBy: ["file"] })
    if (chosen._tag === "several") return yield* Symbol.askBack(repo, chosen.several, input)
    const pager = yield* Pages.begin(repo.snapshot, input)
    const { graph } = repo
    const found = Impact.impact(graph, chosen.node, {
      direction: "upstream",
      maxDepth: input.depth,
      // What a constant holds is used by who reads it.
      relationTypes: Family.isHolder(graph, chosen.node) ? [...FOLLOWED, "READS"] : FOLLOWED,
      includeTests: true,
      unseen: yield* Unseen.of(repo),
    })
    const all = found.levels.flatMap(({ depth, links }) => links.map((link) => ({ ...link, depth })))
    const { rows } = yield* Settings
    const results = pager.page(NodeList.LIST, all, LONGER * rows).map(({ node, edge, depth, confidence }) =>
      ContextNode.nodeOf(graph, node, {
        via: EDGE_KIND_BY_CODE[graph.edges.kind[edge]!]!,
        distance: depth,
        confidence: confidence / 100,
      })
    )
    const answer: NodeList.Answer = {
      index: yield* Envelope.index(repo, results.map(({ properties }) => properties.file_path)),
      completeness: Envelope.completeness([
        ...found.completeness.reasons,
        ...notFollowed(graph, chosen.node, all),
        ...found.notes,
        ...(found.deeper ? [caveat("deeper", `more lies behind depth ${input.depth}`)] : []),
      ]),
      ...chosen.others,
      results,
      ...pager.fields(),
    }
    return answer
  }),
  render: (output) => "status" in output ? Symbol.render(output) : NodeList.render(output, NOTHING),
  markdown: (output, input) =>
    "status" in output
      ? NodeList.markdown("Several symbols fit", Symbol.render(output), input)
      : NodeList.markdown("Blast radius", NodeList.render(output, NOTHING), input),
  trim: (output, excess, input) =>
    "status" in output ? Symbol.trim(output, excess, input) : NodeList.trim(output, excess, input),
})
