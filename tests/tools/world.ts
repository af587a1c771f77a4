// A repository by hand: files as text, definitions and edges found in them by what stands there, open for tools without
// an index, a disk or git.

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Draft from "../../lib/graph/draft.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Overlay from "../../lib/overlays/all.ts"
import {
  type Cause,
  CAUSES,
  type EdgeKind,
  NODE_FLAGS,
  type NodeFlag,
  type NodeKind,
  type Reason,
  REASONS,
} from "../../lib/graph/kinds.ts"
import * as Errors from "../../lib/indexer/errors.ts"
import { lineStarts } from "../../lib/text/lines.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import { Analysis } from "../../lib/workspace/analysis.ts"
import * as Checkout from "../../lib/workspace/checkout.ts"
import * as Finder from "../../lib/workspace/finder.ts"
import type { Freshness } from "../../lib/workspace/freshness.ts"
import { Home } from "../../lib/workspace/home.ts"
import { type OpenRepo, Repos } from "../../lib/workspace/repos.ts"
import { machine, Memory } from "../_kit/memory.ts"
import { passagesOf } from "../search/_passages.ts"

/** The machine that a finder may ask: nothing is on it. */
const NOWHERE = Layer.merge(machine(new Memory()), Layer.succeed(Home, { folder: "/home" }))

export interface Definition {
  readonly kind: NodeKind
  /** `path:Owner.name`. */
  readonly at: string
  /** The whole definition as it stands in the file; the name is its first occurrence of it there. */
  readonly text: string
  readonly flags?: ReadonlyArray<NodeFlag>
  readonly signature?: string
  readonly doc?: string
  readonly suffixHint?: string
}

export interface Edge {
  readonly kind: EdgeKind
  readonly from: string
  readonly to: string
  /** What stands at the site, in the file of `from`. */
  readonly site?: string
  readonly reason?: Reason
  readonly confidence?: number
}

export interface World {
  readonly files: Readonly<Record<string, string>>
  readonly fileFlags?: Readonly<Record<string, ReadonlyArray<NodeFlag>>>
  readonly definitions: ReadonlyArray<Definition>
  readonly edges: ReadonlyArray<Edge>
  /** Unresolved references: name and where they stand; behind a dot where nothing is said of the cause. */
  readonly unresolved?: ReadonlyArray<{ readonly name: string; readonly from: string; readonly cause?: Cause }>
}

const bits = (flags: ReadonlyArray<NodeFlag> = []): number => flags.reduce((all, flag) => all | NODE_FLAGS[flag], 0)

/** `path:Owner.name` in its parts; a path alone has no name. */
const split = (at: string): readonly [path: string, name: string] => {
  const cut = at.indexOf(":")
  return cut < 0 ? [at, ""] : [at.slice(0, cut), at.slice(cut + 1)]
}

export const graphOf = (world: World): Graph => {
  const draft = new Draft.Draft()
  const ids = new Map<string, number>()
  for (const [path, text] of Object.entries(world.files)) {
    const file = draft.addNode({
      kind: "File",
      flags: bits(world.fileFlags?.[path]),
      name: path,
      file: Draft.NONE,
      parent: Draft.NONE,
      start: 0,
      end: text.length,
      nameStart: 0,
    })
    draft.setLines(file, lineStarts(text))
    ids.set(path, file)
  }
  const idOf = (at: string): number => {
    const id = ids.get(at)
    if (id === undefined) throw new Error(`World: there is no ${at}`)
    return id
  }
  for (const it of world.definitions) {
    const [path, name] = split(it.at)
    const start = world.files[path]!.indexOf(it.text)
    if (start < 0) throw new Error(`World: ${it.at} does not stand in its file`)
    const simple = name.slice(name.lastIndexOf(".") + 1)
    const owner = name.includes(".") ? `${path}:${name.slice(0, name.lastIndexOf("."))}` : path
    const id = draft.addNode({
      kind: it.kind,
      flags: bits(it.flags),
      name: simple,
      file: idOf(path),
      parent: idOf(owner),
      start,
      end: start + it.text.length,
      nameStart: start + it.text.indexOf(simple),
      signature: it.signature ?? it.text.split("{")[0]!.trim(),
      doc: it.doc ?? "",
      ...(it.suffixHint === undefined ? {} : { suffixHint: it.suffixHint }),
    })
    ids.set(it.at, id)
    draft.connect(owner === path ? "CONTAINS" : "HAS_METHOD", idOf(owner), id, 100, REASONS.structure.code)
  }
  for (const it of world.edges) {
    const [path] = split(it.from)
    const reason = REASONS[it.reason ?? "import"]
    const site = it.site === undefined ? Draft.NONE : world.files[path]!.indexOf(it.site)
    draft.connect(it.kind, idOf(it.from), idOf(it.to), it.confidence ?? reason.confidence, reason.code, site)
  }
  for (const it of world.unresolved ?? []) {
    const [path] = split(it.from)
    const site = world.files[path]!.indexOf(it.name)
    const cause = it.cause ?? "unknownReceiver"
    draft.addUnresolved(it.name, idOf(it.from), 1, CAUSES[cause].code, site, cause === "unknownReceiver")
  }
  return Draft.freeze(draft)
}

export interface Options {
  readonly freshness?: Freshness
  /** Files that are not what was indexed any more, with their text now. */
  readonly changed?: Readonly<Record<string, string>>
  /** Notes of the run that made the index. */
  readonly partlyRead?: ReadonlyArray<{ readonly path: string; readonly reason: string }>
  readonly skipped?: ReadonlyArray<{ readonly path: string; readonly reason: string }>
  /** Texts that no index holds, by path. */
  readonly besides?: Readonly<Record<string, string>>
}

const STAT = { size: 1, modified: "1", changed: "1", inode: "1" }

/** An open repository over a graph and texts in memory. */
export const openGraph = (
  graph: Graph,
  files: Readonly<Record<string, string>>,
  options: Options = {},
): OpenRepo => {
  const root = "/repositories/shop"
  const listed = new Set(Object.keys(files))
  const freshness: Freshness = options.freshness ?? { freshness: "current" }
  return {
    id: "shop",
    root,
    entry: {
      name: "shop",
      path: root,
      snapshot: "",
      sha256: "5eed".repeat(16),
      stat: STAT,
      commit: "c0ffee".padEnd(40, "0"),
      indexedAt: "2026-01-02T03:04:05.000Z",
      stats: { files: listed.size, symbols: graph.byName.length, edges: graph.edges.rows },
      languages: ["typescript"],
    },
    graph,
    meta: {
      name: "shop",
      commit: "c0ffee".padEnd(40, "0"),
      languages: [{
        name: "typescript",
        version: 1,
        files: listed.size,
        symbols: graph.byName.length,
        references: { resolved: 1, ambiguous: 0, external: 0, unknown: 0 },
      }],
      report: { read: listed.size, partlyRead: options.partlyRead ?? [], skipped: options.skipped ?? [], failed: [] },
    },
    snapshot: "5eed5eed",
    freshness: () => Effect.succeed(freshness),
    tree: Effect.succeed({
      freshness,
      listed,
      changed: new Set(Object.keys(options.changed ?? {})),
      stats: new Map(),
    }),
    read: (asked) => {
      const path = Checkout.pathInside(root, asked)
      if (path === undefined) return Effect.fail(new Checkout.FileRefused({ path: asked, reason: "outside" }))
      if (!listed.has(path)) return Effect.fail(new Checkout.FileRefused({ path: asked, reason: "unlisted" }))
      const text = options.changed?.[path] ?? files[path]!
      return Effect.succeed({
        path,
        text,
        digest: "",
        stat: { kind: "file" as const, size: text.length, modified: 0n, changed: 0n, inode: 0n },
        asIndexed: options.changed?.[path] === undefined,
      })
    },
    overlays: Overlay.run(graph),
    peek: (path) => Effect.succeed(options.changed?.[path] ?? files[path] ?? options.besides?.[path]),
    finder: Effect.runSync(
      Effect.provide(Finder.make(graph, { ...passagesOf(graph, files), dims: 0, embedder: "none" }), NOWHERE),
    ),
  }
}

export const open = (world: World, options: Options = {}): OpenRepo => openGraph(graphOf(world), world.files, options)

/** Provides the one repository to a tool. Nothing can be indexed anew. */
export const provide = (repo: OpenRepo) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provideService(Repos, Repos.single(repo)),
    Effect.provideService(Analysis, { run: (path) => Effect.fail(new Errors.PathNotFound({ path })) }),
  )

const ORDER = `export interface Priced { price(): number }

/** An order of a customer. */
export class Order implements Priced {
  price() {
    return this.total() * 2
  }
  total() {
    return 1
  }
}
`

const APP = `import { Order } from "./order"

export function main() {
  const order = new Order()
  return describe(order)
}

export function describe(order: Order) {
  return order.price() + order.price()
}
`

const TEST = `import { describe } from "../src/app"
import { Order } from "../src/order"

export function checkDescribe() {
  describe(new Order())
}
`

const total = `total() {
    return 1
  }`
const price = `price() {
    return this.total() * 2
  }`

/** A shop: an interface and its class, two functions that use them, a test, and a text that is no code. */
export const shop: World = {
  files: {
    "src/order.ts": ORDER,
    "src/app.ts": APP,
    "tests/app_test.ts": TEST,
    "README.md": "# Shop\n\nHow to order.\n",
  },
  fileFlags: { "tests/app_test.ts": ["test"], "README.md": ["unread"] },
  definitions: [
    { kind: "Interface", at: "src/order.ts:Priced", text: "interface Priced { price(): number }", flags: ["exported"] },
    { kind: "Method", at: "src/order.ts:Priced.price", text: "price(): number", flags: ["signature"] },
    {
      kind: "Class",
      at: "src/order.ts:Order",
      text: ORDER.slice(ORDER.indexOf("class Order"), ORDER.lastIndexOf("}") + 1),
      flags: ["exported"],
      doc: "An order of a customer.",
    },
    { kind: "Method", at: "src/order.ts:Order.price", text: price },
    { kind: "Method", at: "src/order.ts:Order.total", text: total },
    {
      kind: "Function",
      at: "src/app.ts:main",
      text: APP.slice(APP.indexOf("function main"), APP.indexOf("}\n") + 1),
      flags: ["exported"],
    },
    {
      kind: "Function",
      at: "src/app.ts:describe",
      text: APP.slice(APP.indexOf("function describe"), APP.lastIndexOf("}") + 1),
      flags: ["exported"],
    },
    {
      kind: "Function",
      at: "tests/app_test.ts:checkDescribe",
      text: TEST.slice(TEST.indexOf("function check"), TEST.lastIndexOf("}") + 1),
      flags: ["exported", "test"],
    },
  ],
  edges: [
    { kind: "IMPORTS", from: "src/app.ts", to: "src/order.ts", site: "import" },
    { kind: "IMPORTS", from: "tests/app_test.ts", to: "src/app.ts", site: "import" },
    { kind: "IMPORTS", from: "tests/app_test.ts", to: "src/order.ts", site: "import { Order" },
    { kind: "IMPLEMENTS", from: "src/order.ts:Order", to: "src/order.ts:Priced", reason: "local" },
    { kind: "OVERRIDES", from: "src/order.ts:Order.price", to: "src/order.ts:Priced.price", reason: "heritage" },
    { kind: "DISPATCHES", from: "src/order.ts:Priced.price", to: "src/order.ts:Order.price", reason: "heritage" },
    {
      kind: "CALLS",
      from: "src/order.ts:Order.price",
      to: "src/order.ts:Order.total",
      site: "this.total()",
      reason: "this",
    },
    { kind: "INSTANTIATES", from: "src/app.ts:main", to: "src/order.ts:Order", site: "new Order()" },
    { kind: "CALLS", from: "src/app.ts:main", to: "src/app.ts:describe", site: "describe(order)", reason: "local" },
    { kind: "USES", from: "src/app.ts:describe", to: "src/order.ts:Order", site: "Order) {" },
    {
      kind: "CALLS",
      from: "src/app.ts:describe",
      to: "src/order.ts:Order.price",
      site: "order.price()",
      reason: "declared",
    },
    {
      kind: "CALLS",
      from: "src/app.ts:describe",
      to: "src/order.ts:Order.price",
      site: "order.price()\n",
      reason: "declared",
    },
    { kind: "CALLS", from: "tests/app_test.ts:checkDescribe", to: "src/app.ts:describe", site: "describe(new" },
    { kind: "INSTANTIATES", from: "tests/app_test.ts:checkDescribe", to: "src/order.ts:Order", site: "new Order" },
  ],
}

/** What a tool answers about a repository, as a client reads it. */
// deno-lint-ignore no-explicit-any
export const ask = (of: OpenRepo, tool: string, sent: object): Effect.Effect<any> =>
  Effect.map(provide(of)(Answer.call(TOOLS, tool, sent)), (it) => JSON.parse(it.text))

/** The line in which a text begins, which stands in the file. */
export const lineOf = ({ files }: World, path: string, text: string): number => {
  const source = files[path]!
  const at = source.indexOf(text)
  if (at < 0) throw new Error(`${path} does not hold ${JSON.stringify(text)}`)
  return source.slice(0, at).split("\n").length
}
