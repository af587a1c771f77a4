// All there is to know of a definition at one glance: what it is, who uses it, what it uses; or the same of a file.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import type { NodeId } from "../graph/graph.ts"
import { NODE_FLAGS, type NodeFlag } from "../graph/kinds.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import { type Caveat, caveat, type Side, sideOf } from "../query/caveats.ts"
import { siteOf } from "../query/completeness.ts"
import * as Context from "../query/context.ts"
import * as Rows from "../query/rows.ts"
import { type OpenRepo, Repos } from "../workspace/repos.ts"
import { Settings } from "../workspace/settings.ts"
import { InvalidArguments } from "./arguments.ts"
import * as Code from "./code.ts"
import * as Derived from "./context_derived.ts"
import * as ContextText from "./context_text.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import type * as Overlay from "./overlay.ts"
import * as Pages from "./pages.ts"
import * as Ranked from "./ranked.ts"
import * as Shape from "./context_shape.ts"
import * as Symbol from "./symbol.ts"
import * as Tool from "./tool.ts"
import * as Unseen from "./unseen.ts"

/** What the answer shows besides the graph where the index has that layer, with the section that it is. */
const OVERLAYS: ReadonlyArray<readonly [layer: Overlay.Layer, section?: Shape.Section]> = [
  ["processes", "processes"],
  ["communities", "community"],
  ["tests", "tests"],
  ["routes", "routes"],
  ["typed_properties", "typed_properties"],
  ["owners"],
  ["rules"],
]

/** The same of a file. */
const OVERLAYS_OF_FILE: ReadonlyArray<Overlay.Layer> = ["owners", "rules"]

/** Those of the sections that were asked for. */
const overlaysOf = (sections: ReadonlyArray<Shape.Section> | undefined): ReadonlyArray<Overlay.Layer> =>
  OVERLAYS.flatMap(([layer, section]) =>
    sections === undefined || (section !== undefined && sections.includes(section)) ? [layer] : []
  )

/** Most symbols of one call. */
const MOST_NAMES = 20

/** Open references that are shown unless a cursor asks for more: what they are like matters more than each of them. */
const OPEN = 3

/** Rows of a group when several symbols share the answer. */
const ROWS_OF_SEVERAL = 5

export const context = Tool.make({
  name: "context",
  otherNames: ["explore"],
  summary: "Everything about one definition: callers, callees, types, with the line of each use",
  core: true,
  guide: "Use it when you know the name; several names at once save calls. " +
    "With file alone: what the file defines and imports, and who imports it.",
  scope: "repo",
  writes: "never",
  positional: ["name"],
  aliases: { symbol: "name", target: "name" },
  input: Schema.Struct({
    name: Fields.optionalText("Name, file:name, file:line or uid"),
    uid: Fields.optionalText("Its uid"),
    names: Schema.optional(
      Schema.Array(Schema.String.pipe(Schema.minLength(1), Schema.maxLength(Fields.LONGEST_TEXT))).pipe(
        Schema.minItems(1),
        Schema.maxItems(MOST_NAMES),
      )
        .annotations({ description: "Several at once" }),
    ),
    file: Fields.optionalText("A file, alone"),
    ...Fields.narrowing,
    include_content: Fields.flag("Add the source text"),
    relationTypes: Fields.relationTypes,
    response_sections: Fields.some(Shape.SECTIONS, "Only these; similar only so"),
    chain_depth: Fields.integer({ from: 0, to: 3, default: 0 }, "Calls of calls"),
    format: Fields.choice(["json", "markdown"], "json", "Form"),
    ...Fields.repo,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Union(Shape.One, Shape.File, Shape.Several, Symbol.Ambiguous),
  failure: Schema.Union(...Failures.listing, Symbol.SymbolNotFound),
  run: Effect.fn("context")(function* (input) {
    const repo = yield* (yield* Repos).select(input)
    const pager = yield* Pages.begin(repo.snapshot, input)
    const settings = yield* Settings
    const code = yield* Code.reader(repo)
    const openRows = settings.rows === Infinity || input.cursor !== undefined ? settings.rows : OPEN
    const gather: Gather = { ...input, repo, pager, code, rows: settings.rows, openRows }
    if (input.names !== undefined) return yield* several(gather, input.names, input)
    const file_path = input.file_path ?? input.file
    if (input.name === undefined && input.uid === undefined) {
      if (file_path === undefined) {
        const problems = ["one of name, uid, names or file is required"]
        return yield* new InvalidArguments({ tool: "context", problems })
      }
      const found = yield* Symbol.choose(repo, { text: file_path, kind: "File" })
      return found._tag === "several"
        ? yield* Symbol.askBack(repo, found.several, input)
        : { ...yield* file(gather, found.node, input), ...found.others }
    }
    const chosen = yield* Symbol.choose(repo, { text: input.name, uid: input.uid, file_path, kind: input.kind })
    if (chosen._tag === "several") return yield* Symbol.askBack(repo, chosen.several, input)
    if (Node.kindOf(repo.graph, chosen.node) === "File") {
      const answer = yield* file(gather, chosen.node, input)
      const line = input.uid === undefined && answer.file.file !== input.name
        ? LINE.exec(input.name ?? "")?.[1]
        : undefined
      const { completeness } = answer
      return {
        ...answer,
        ...(line === undefined ? {} : {
          completeness: {
            ...completeness,
            reasons: [
              caveat("no_definition", `line ${line} is in no definition: this is its file`),
              ...completeness.reasons,
            ],
          },
        }),
        ...chosen.others,
      }
    }
    const bundle = yield* one(gather, chosen.node, "")
    const answer: Shape.One = {
      status: "ok",
      index: yield* Envelope.index(repo, filesOf(bundle)),
      ...chosen.others,
      ...bundle,
      ...filter(input),
      ...pager.fields(),
    }
    return answer
  }),
  render: ContextText.render,
  markdown: (output, input) => input.format === "markdown" ? ContextText.markdown(output) : undefined,
  trim: Shape.trim,
})

/** The line of a place. */
const LINE = /:(\d+)$/

interface Gather {
  readonly repo: OpenRepo
  readonly pager: Pages.Pager
  readonly code: Code.Reader
  /** Rows of a group. */
  readonly rows: number
  /** Open references that are shown. */
  readonly openRows: number
  readonly relationTypes?: ReadonlyArray<string> | undefined
  readonly response_sections?: ReadonlyArray<Shape.Section> | undefined
  readonly include_content: boolean
  readonly chain_depth: number
}

const filter = (input: Pick<Gather, "response_sections" | "relationTypes">) =>
  input.response_sections === undefined && input.relationTypes === undefined ? {} : {
    response_filter: {
      ...(input.response_sections === undefined
        ? {}
        : { omitted: Shape.SECTIONS.filter((it) => !input.response_sections!.includes(it)) }),
      ...(input.relationTypes === undefined ? {} : { relationTypes: [...input.relationTypes] }),
    },
  }

/** Files of the rows that are shown. */
const filesOf = (
  { symbol, incoming, outgoing, chain, similar, unresolved, tests }: Shape.Bundle,
): ReadonlyArray<string | undefined> => [
  symbol.file,
  ...[incoming, outgoing, chain?.incoming, chain?.outgoing].flatMap((groups) =>
    Object.values(groups ?? {}).flat().map((row) => row.file)
  ),
  ...[...similar ?? [], ...unresolved?.sites ?? [], ...tests ?? []].map((row) => row.file),
]

/** Everything about one definition; `prefix` goes before the names of its lists. */
const one = Effect.fnUntraced(function* (gather: Gather, node: NodeId, prefix: string) {
  const { repo, pager } = gather
  const { graph } = repo
  const found = Context.context(graph, node, { unseen: yield* Unseen.of(repo) })
  const wants = (section: Shape.Section) =>
    gather.response_sections?.includes(section) ?? !Shape.ON_REQUEST.has(section)
  const groups = Effect.fnUntraced(function* (section: "incoming" | "outgoing", all: ReadonlyArray<Context.Group>) {
    const rows: Record<string, ReadonlyArray<Shape.Row>> = {}
    for (const { relation, links } of all) {
      const list = `${prefix}${section}.${relation}`
      if (!wants(section) || !wantsRelation(gather, relation)) pager.omit(list, links.length)
      else rows[relation] = yield* rowsOf(gather, pager.page(list, links, gather.rows))
    }
    return wants(section) ? { [section]: rows } : {}
  })
  const incoming = yield* groups("incoming", found.incoming)
  const outgoing = yield* groups("outgoing", found.outgoing)
  const chain = 0 < gather.chain_depth && wants("chain") ? yield* chainOf(gather, node, prefix) : undefined
  const alike = wants("similar") ? yield* alikeOf(gather, node, prefix) : undefined
  const sides = sidesOf(gather)
  const unresolved = sides.length === 1
    ? found.completeness.unresolvedOf[sides[0]!]
    : sides.length === 0
    ? []
    : found.completeness.unresolved
  const bundle: Shape.Bundle = {
    completeness: completenessOf(gather, found, chain?.reasons ?? [], alike?.reasons ?? [], prefix === ""),
    symbol: { ...describe(repo, node), ...(gather.include_content ? yield* gather.code.content(node) : {}) },
    ...incoming,
    ...outgoing,
    ...Derived.of(gather, node, prefix),
    ...(chain === undefined ? {} : { chain: chain.levels }),
    ...(alike?.rows === undefined ? {} : { similar: alike.rows }),
    ...(found.externals === 0 ? {} : { externals: found.externals }),
    ...(unresolved.length === 0 ? {} : {
      unresolved: {
        total: unresolved.length,
        sites: pager.page(`${prefix}${Shape.UNRESOLVED}`, unresolved, gather.openRows).map((row) => siteOf(graph, row)),
      },
    }),
  }
  return bundle
})

/** What was asked for: who uses the definition, what it uses, or both. */
const sidesOf = ({ response_sections: sections, chain_depth: depth }: Gather): ReadonlyArray<"incoming" | "outgoing"> =>
  (["incoming", "outgoing"] as const).filter((side) =>
    sections === undefined || sections.includes(side) || (sections.includes("chain") && 0 < depth)
  )

/** How complete the sides are that were asked for. Where several share an answer, what no index has is told once. */
const completenessOf = (
  gather: Gather,
  found: Context.Context,
  ofChain: ReadonlyArray<Caveat>,
  ofAlike: ReadonlyArray<Caveat>,
  alone: boolean,
): Fields.Completeness => {
  const { repo, response_sections: sections } = gather
  const sides = sidesOf(gather)
  const bounds = [...new Set([...found.completeness.reasons, ...ofChain])].filter((reason) =>
    sides.some((side) => sideOf(reason) === side)
  )
  const statusOf = (side: Side) => bounds.some((reason) => sideOf(reason) === side) ? "lower_bound" : "exact"
  const { status, reasons: all } = Envelope.completeness([
    ...bounds,
    ...ofAlike,
    ...sides.includes("incoming") ? found.notes : [],
    ...alone ? [...Envelope.overlaysMissing(repo, overlaysOf(sections)), ...Derived.notesOf(gather)] : [],
  ])
  return {
    status,
    ...(sides.includes("incoming") ? { incoming: statusOf("incoming") } : {}),
    ...(sides.includes("outgoing") ? { outgoing: statusOf("outgoing") } : {}),
    reasons: all,
  }
}

/** A kind of edge in the words of a group: calls that arrive through a base or interface are calls. */
const wantsRelation = ({ relationTypes }: Gather, relation: Context.Relation): boolean =>
  relationTypes?.some((kind) => relation === kind.toLowerCase() || relation.startsWith(`${kind.toLowerCase()}_`)) ??
    true

const rowsOf = (gather: Gather, links: ReadonlyArray<Rows.Link>) => {
  const { graph } = gather.repo
  return Effect.forEach(links, (link) =>
    Effect.map(
      gather.code.line(Node.siteHolder(graph, link.edge), graph.edges.site[link.edge]!),
      (line): Shape.Row => ({ ...Rows.edgeRow(graph, link), ...line }),
    ))
}

/** What is most like a definition, and what is to be known of that. */
const alikeOf = Effect.fnUntraced(function* ({ repo, pager, code, rows }: Gather, node: NodeId, prefix: string) {
  const { graph } = repo
  const { found, without, unembedded, otherIndex } = yield* repo.finder.similar(node)
  if (without !== undefined) {
    return { rows: undefined, reasons: [caveat("not_compared", `nothing was compared with it: ${without}`)] }
  }
  const shown = pager.page(`${prefix}similar`, found, rows)
  return {
    rows: yield* Effect.forEach(shown, ({ node, cosine }) =>
      Effect.map(code.line(node), (line) => ({
        ...Rows.symbolRow(graph, node),
        score: Math.round(cosine * 100) / 100,
        ...line,
      }))),
    reasons: Ranked.alike(unembedded, otherIndex),
  }
})

const chainOf = Effect.fnUntraced(function* (gather: Gather, node: NodeId, prefix: string) {
  const { pager, repo } = gather
  const found = Context.chain(repo.graph, node, gather.chain_depth, yield* Unseen.of(repo))
  const side = Effect.fnUntraced(function* (name: "incoming" | "outgoing") {
    const levels: Record<string, ReadonlyArray<Shape.Row>> = {}
    for (const { depth, links } of found[name]) {
      levels[depth] = yield* rowsOf(gather, pager.page(`${prefix}chain.${name}.${depth}`, links, gather.rows))
    }
    return levels
  })
  return { reasons: found.reasons, levels: { incoming: yield* side("incoming"), outgoing: yield* side("outgoing") } }
})

/** Flags that say something of a definition to a reader. */
const TOLD: ReadonlyArray<NodeFlag> = [
  "exported",
  "test",
  "async",
  "generator",
  "static",
  "abstract",
  "private",
  "protected",
  "readonly",
  "getter",
  "setter",
  "signature",
  "generated",
  "default",
]

const describe = ({ graph }: OpenRepo, node: NodeId) => {
  const owner = Node.parentOf(graph, node)
  const flags = TOLD.filter((flag) => (graph.nodes.flags[node]! & NODE_FLAGS[flag]) !== 0)
  const signature = Node.signatureOf(graph, node)
  const doc = Node.docOf(graph, node)
  return {
    ...Rows.symbolRow(graph, node),
    ...(Node.isSymbol(graph, node) ? { end_line: Node.endLineOf(graph, node) } : {}),
    ...(signature === "" ? {} : { signature }),
    ...(doc === "" ? {} : { doc }),
    ...(flags.length === 0 ? {} : { flags }),
    ...(owner !== NONE && Node.isSymbol(graph, owner) ? { owner: Uid.uidOf(graph, owner) } : {}),
  }
}

const file = Effect.fnUntraced(function* (
  gather: Gather,
  node: NodeId,
  input: Pick<Gather, "response_sections" | "relationTypes">,
) {
  const { repo, pager, code } = gather
  const { graph } = repo
  const found = Context.fileContext(graph, node, { unseen: yield* Unseen.of(repo) })
  const definitions = yield* Effect.forEach(
    pager.page("definitions", found.definitions, gather.rows === Infinity ? Infinity : 5 * gather.rows),
    (it) =>
      Effect.map(code.line(it), (line) => {
        const owner = Node.parentOf(graph, it)
        return {
          ...Rows.symbolRow(graph, it),
          end_line: Node.endLineOf(graph, it),
          ...(owner !== NONE && Node.isSymbol(graph, owner) ? { owner: Node.qualifiedName(graph, owner) } : {}),
          ...line,
        }
      }),
  )
  const imports = yield* rowsOf(gather, pager.page("imports", found.imports, gather.rows))
  const importers = yield* rowsOf(gather, pager.page("importers", found.importers, gather.rows))
  const answer: Shape.File = {
    status: "ok",
    index: yield* Envelope.index(repo, [
      Node.pathOf(graph, node),
      ...[...imports, ...importers].map((row) => row.file),
    ]),
    completeness: Envelope.completeness([
      ...found.completeness.reasons,
      ...input.response_sections === undefined ? Envelope.overlaysMissing(repo, OVERLAYS_OF_FILE) : [],
    ]),
    file: { ...describe(repo, node), lines: Node.lineCountOf(graph, node) },
    definitions,
    imports,
    importers,
    ...filter(input),
    ...pager.fields(),
  }
  return answer
})

const several = Effect.fnUntraced(function* (
  gather: Gather,
  names: ReadonlyArray<string>,
  input: Parameters<typeof file>[2] & { readonly kind?: Symbol.Asked["kind"]; readonly file_path?: string | undefined },
) {
  const { repo, pager } = gather
  const fewer = { ...gather, rows: gather.rows === Infinity ? Infinity : Math.min(gather.rows, ROWS_OF_SEVERAL) }
  const results = yield* Effect.forEach(names, (name, at) =>
    Effect.gen(function* () {
      const chosen = yield* Effect.either(
        Symbol.choose(repo, { text: name, kind: input.kind, file_path: input.file_path }),
      )
      if (Either.isLeft(chosen)) {
        const { _tag, message, candidates } = chosen.left
        return { name, status: "not_found" as const, error: { code: _tag, message, candidates } }
      }
      if (chosen.right._tag === "several") {
        const { several } = chosen.right
        const candidates = yield* Symbol.candidatesOf(repo, several, pager, `${at}.${Symbol.LIST}`)
        return { name, status: "ambiguous" as const, candidates, total: several.candidates.length }
      }
      const { node, others } = chosen.right
      return { name, status: "ok" as const, ...others, ...(yield* one(fewer, node, `${at}.`)) }
    }))
  const answer: Shape.Several = {
    status: "ok",
    index: yield* Envelope.index(
      repo,
      results.flatMap((it) =>
        "symbol" in it ? filesOf(it) : it.status === "ambiguous" ? it.candidates.map((row) => row.file) : []
      ),
    ),
    completeness: {
      status: results.some((it) => "symbol" in it && it.completeness.status !== "exact") ? "lower_bound" : "exact",
      reasons: [...Envelope.overlaysMissing(repo, overlaysOf(input.response_sections)), ...Derived.notesOf(gather)],
    },
    results,
    ...filter(input),
    ...pager.fields(),
  }
  return answer
})
