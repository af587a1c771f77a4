// The answer of tools that tell of one node with what stands around it: a root, nodes and edges, in JSON, for people and
// as markdown. Nodes are paged by the part that they play; an edge goes with the later of its ends.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Bundle from "../query/bundle.ts"
import type { OpenRepo } from "../workspace/repos.ts"
import { Settings } from "../workspace/settings.ts"
import * as ContextNode from "./context_node.ts"
import * as Envelope from "./envelope.ts"
import * as Fields from "./fields.ts"
import * as Markdown from "./markdown.ts"
import type * as Overlay from "./overlay.ts"
import * as Pages from "./pages.ts"
import * as Symbol from "./symbol.ts"
import * as Text from "./text.ts"

export const ContextBundle = Schema.Struct({
  root: ContextNode.ContextNode,
  nodes: Schema.Array(ContextNode.ContextNode),
  edges: Schema.Array(ContextNode.ContextEdge),
  metadata: Schema.Struct({
    /** Edges between the root and the most distant nodes that were looked for. */
    depth: Schema.Number,
    /** Of the whole, whatever is shown. */
    counts: Schema.Struct({ nodes: Schema.Number, edges: Schema.Number }),
    duration_ms: Schema.Number,
  }),
})

const Found = Schema.Struct({ ...Fields.envelope, ...Symbol.also, results: ContextBundle, ...Fields.paged })
type Found = typeof Found.Type

export const Answer = Schema.Union(Found, Symbol.Ambiguous)
export type Answer = typeof Answer.Type

/** Fields of every tool that answers so. */
export const fields = { format: Fields.choice(["json", "markdown"], "json", "Form") }

/** Layers whose nodes would stand in a bundle too. */
const OVERLAYS: ReadonlyArray<Overlay.Layer> = ["knowledge"]

/**
 * The answer about a chosen symbol.
 *
 * @param make The bundle of its node, and how far it was looked.
 */
export const answer = (
  repo: OpenRepo,
  input: Pages.Asked,
  chosen: Symbol.Chosen,
  make: (node: number) => { readonly bundle: Bundle.Bundle; readonly depth: number },
) =>
  Effect.gen(function* () {
    if (chosen._tag === "several") return (yield* Symbol.askBack(repo, chosen.several, input)) as Answer
    const began = yield* Clock.currentTimeMillis
    const pager = yield* Pages.begin(repo.snapshot, input)
    const { rows } = yield* Settings
    const { graph } = repo
    const { bundle, depth } = make(chosen.node)
    const shown = bundle.parts.flatMap(({ role, nodes }) =>
      pager.page(role, nodes, role === "definitions" ? 5 * rows : rows)
    )
    const own = input.cursor === undefined ? bundle.own : []
    const found: Found = {
      index: yield* Envelope.index(repo, shown.map(({ node }) => ContextNode.fileOf(graph, node))),
      completeness: Envelope.completeness([
        ...bundle.completeness.reasons,
        ...bundle.notes,
        ...Envelope.overlaysMissing(repo, OVERLAYS),
      ]),
      ...chosen.others,
      results: {
        root: ContextNode.describedOf(graph, bundle.root),
        nodes: shown.map(({ node, role, distance }) => ContextNode.nodeOf(graph, node, { role, distance })),
        edges: [...own, ...shown.flatMap(({ edges }) => edges)].map((edge) => ContextNode.edgeOf(graph, edge)),
        metadata: {
          depth,
          counts: { nodes: bundle.nodes, edges: bundle.edges },
          duration_ms: (yield* Clock.currentTimeMillis) - began,
        },
      },
      ...pager.fields(),
    }
    return found as Answer
  })

/** Nodes go from the ends of their parts, the longest part first, and with them their edges. */
export const trim = (output: Answer, excess: number, input: Pages.Asked): Answer | undefined => {
  if ("status" in output) return Symbol.trim(output, excess, input)
  const { nodes } = output.results
  const roles = [...new Set(nodes.map(roleOf))]
  const lists = roles.map((role): Pages.List<Found> => ({
    name: role,
    rows: nodes.filter((node) => roleOf(node) === role),
    put: (it, kept) => {
      const left = new Set<unknown>(kept)
      return withNodes(it, it.results.nodes.filter((node) => roleOf(node) !== role || left.has(node)))
    },
  }))
  // An edge weighs as much as a node: what is to go is counted in nodes, of which half as many are enough.
  return Pages.trim(output, excess / 2, input, lists, "longest-first")
}

const roleOf = (node: ContextNode.ContextNode): string => node.properties.role ?? ""

/** The same with fewer nodes: an edge stays with the later of its ends. */
const withNodes = (output: Found, kept: ReadonlyArray<ContextNode.ContextNode>): Found => {
  const { root, nodes, edges } = output.results
  const order = new Map([[root.id, -1], ...nodes.map((node, at) => [node.id, at] as const)])
  const left = new Set([root.id, ...kept.map((node) => node.id)])
  const placeOf = (id: string) => order.get(id) ?? -2
  return {
    ...output,
    results: {
      ...output.results,
      nodes: kept,
      edges: edges.filter((edge) => left.has(placeOf(edge.from_id) < placeOf(edge.to_id) ? edge.to_id : edge.from_id)),
    },
  }
}

/** What a part of the bundle is called. */
const TITLES: Readonly<Record<string, string>> = {
  containing: "In",
  decorators: "Decorated with",
  bases: "Bases",
  heirs: "Heirs",
  definitions: "Defines",
  methods: "Methods",
  members: "Members",
  callers: "Called by",
  through: "Callers are called through",
  callees: "Calls",
  references: "Referred to by",
  users: "Used by",
  used: "Uses",
  imports: "Imports",
  importers: "Imported by",
}

/** Relations that the title of a part says already. */
const SAID: Readonly<Record<string, ReadonlyArray<string>>> = {
  containing: ["HAS_METHOD", "HAS_PROPERTY", "DEFINES", "CONTAINS"],
  decorators: ["DECORATES"],
  definitions: ["HAS_METHOD", "HAS_PROPERTY", "DEFINES", "CONTAINS"],
  methods: ["HAS_METHOD"],
  members: ["HAS_METHOD", "HAS_PROPERTY", "DEFINES", "CONTAINS"],
  callers: ["CALLS"],
  callees: ["CALLS"],
  imports: ["IMPORTS"],
  importers: ["IMPORTS"],
}

/** Told only where nothing else joins two nodes. */
const MERE_USE: ReadonlySet<string> = new Set(["USES", "READS"])

/** Parts of which it matters where they refer to the root. */
const AT_SITE: ReadonlySet<string> = new Set(["callers", "references", "users"])

export const render = (output: Answer): string => {
  if ("status" in output) return Symbol.render(output)
  const { root, nodes, edges } = output.results
  const { signature, doc } = root.properties
  const roles = [...new Set(nodes.map(roleOf))]
  return Text.lines(
    root.label === "File"
      ? `File ${root.properties.file_path ?? root.name}`
      : `${root.label} ${nameOf(root)}  ${Text.place(ContextNode.placeOf(root))}`,
    signature !== undefined && `  ${signature}`,
    doc !== undefined && `  ${doc}`,
    ...roles.flatMap((role) => [
      "",
      `${TITLES[role] ?? role}${Text.cut(output.lists[role])}`,
      ...Text.table(
        nodes.filter((node) => roleOf(node) === role).map((node) => {
          const own = edges.filter((it) => it.from_id === node.id || it.to_id === node.id)
          const edge = own.find((it) => !MERE_USE.has(it.edge_type)) ?? own[0]
          const { file_path, distance } = node.properties
          const site = AT_SITE.has(role) && edge?.from_id === node.id ? edge.properties.site : undefined
          const place = site === undefined || file_path === undefined
            ? ContextNode.placeOf(node)
            : { file: file_path, line: site }
          return {
            cells: [
              node.label === "File" ? file_path ?? node.name : nameOf(node),
              edge === undefined || SAID[role]?.includes(edge.edge_type) === true ? "" : edge.edge_type.toLowerCase(),
              distance === undefined || distance <= 1 ? "" : `${distance} away`,
              node.label === "File" ? "" : Text.place(place),
            ],
          }
        }),
      ),
    ]),
    nodes.length === 0 && output.results.metadata.counts.nodes === 0 && "Nothing in the repository is known around it.",
    ...Text.apart(Symbol.renderAlso(output), Text.more(output.next_cursor), Text.footer(output)),
  )
}

const nameOf = (node: ContextNode.ContextNode): string =>
  Text.qualified({ uid: node.id, name: node.name, ...ContextNode.placeOf(node) })

export const markdown = (output: Answer, input: { readonly format: string }): string | undefined =>
  input.format === "markdown"
    ? Markdown.fenced("status" in output ? "Several symbols fit" : output.results.root.label, render(output))
    : undefined
