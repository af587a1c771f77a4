// Graphs to test with: descriptions as plain data, which can be drawn at random, put in any order and added to a draft.

import * as fc from "fast-check"
import { Draft, freeze, NONE } from "../../lib/graph/draft.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import { EDGE_KINDS, NODE_FLAGS, type NodeKind, REASONS } from "../../lib/graph/kinds.ts"
import type { SnapshotMeta } from "../../lib/graph/snapshot.ts"

/** A node by a key of its own; `file` and `parent` are keys. */
export interface NodeDescription {
  readonly key: string
  readonly kind: NodeKind
  readonly name: string
  readonly flags?: number
  readonly file?: string
  readonly parent?: string
  readonly start?: number
  readonly end?: number
  readonly signature?: string
  readonly doc?: string
  readonly suffixHint?: string
  /** `OPENNESS` bits. */
  readonly open?: number
  readonly exportedAs?: ReadonlyArray<string>
}

export interface EdgeDescription {
  readonly kind: keyof typeof EDGE_KINDS
  readonly source: string
  readonly target: string
  readonly confidence?: number
  readonly reason?: keyof typeof REASONS
  readonly site?: number
}

export interface UnresolvedDescription {
  readonly name: string
  readonly source: string
  readonly role?: number
  readonly cause?: number
  readonly site?: number
  readonly member?: boolean
}

export interface RegistrationDescription {
  readonly source: string
  /** Absent for a function without a name. */
  readonly handler?: string
  readonly start: number
  readonly end: number
  readonly callee?: string
  readonly package?: string
  readonly text?: string
  readonly form?: number
}

export interface Description {
  readonly nodes: ReadonlyArray<NodeDescription>
  readonly edges: ReadonlyArray<EdgeDescription>
  readonly unresolved?: ReadonlyArray<UnresolvedDescription>
  readonly registrations?: ReadonlyArray<RegistrationDescription>
  readonly lines?: Readonly<Record<string, ReadonlyArray<number>>>
}

/** The graph of a description, added in the description's order; holders go first, as a draft asks. */
export const graphOf = (description: Description): Graph => {
  const draft = new Draft()
  const ids = new Map<string, number>()
  const byKey = new Map(description.nodes.map((node) => [node.key, node]))
  const add = (key: string): number => {
    const known = ids.get(key)
    if (known !== undefined) return known
    const node = byKey.get(key)!
    const file = node.file === undefined ? NONE : add(node.file)
    const parent = node.parent === undefined ? NONE : add(node.parent)
    const start = node.start ?? 0
    const id = draft.addNode({
      kind: node.kind,
      flags: node.flags ?? 0,
      name: node.name,
      file,
      parent,
      start,
      end: node.end ?? start + 1,
      nameStart: start,
      ...(node.signature === undefined ? {} : { signature: node.signature }),
      ...(node.doc === undefined ? {} : { doc: node.doc }),
      ...(node.suffixHint === undefined ? {} : { suffixHint: node.suffixHint }),
    })
    ids.set(key, id)
    draft.addOpen(id, node.open ?? 0)
    for (const name of node.exportedAs ?? []) draft.addExportedAs(id, name)
    return id
  }
  for (const node of description.nodes) add(node.key)
  for (const edge of description.edges) {
    const reason = REASONS[edge.reason ?? "local"]
    draft.addEdge(
      EDGE_KINDS[edge.kind].code,
      ids.get(edge.source)!,
      ids.get(edge.target)!,
      edge.confidence ?? reason.confidence,
      reason.code,
      edge.site ?? NONE,
    )
  }
  for (const row of description.unresolved ?? []) {
    const { name, source, role = 1, cause = 1, site = 0, member } = row
    draft.addUnresolved(name, ids.get(source)!, role, cause, site, member)
  }
  for (const { source, handler, ...row } of description.registrations ?? []) {
    draft.addRegistration({
      callee: "on",
      package: "",
      text: "",
      form: 1,
      ...row,
      source: ids.get(source)!,
      handler: handler === undefined ? NONE : ids.get(handler)!,
    })
  }
  for (const [file, starts] of Object.entries(description.lines ?? {})) {
    draft.setLines(ids.get(file)!, Uint32Array.from(starts))
  }
  return freeze(draft)
}

export const META: SnapshotMeta = {
  name: "shop",
  commit: "0123456789abcdef0123456789abcdef01234567",
  languages: [],
  report: { read: 2, partlyRead: [], skipped: [{ path: "a.bin", reason: "binary" }], failed: [] },
}

const names = fc.oneof(
  fc.constantFrom("total", "Total", "save", "constructor", "a", "b"),
  fc.string({ unit: "binary", maxLength: 6 }),
)

const symbolKinds = fc.constantFrom<NodeKind>("Class", "Function", "Method", "Interface", "Const", "Property")

/** Descriptions of up to a few dozen nodes over a few files, with every table used. */
export const descriptions: fc.Arbitrary<Description> = fc.record({
  files: fc.uniqueArray(fc.stringMatching(/^[a-c]{1,2}(\/[a-c:]{1,3})?\.ts$/), { minLength: 1, maxLength: 4 }),
  symbols: fc.array(
    fc.record({
      kind: symbolKinds,
      name: names,
      file: fc.nat(3),
      parent: fc.option(fc.nat(30), { nil: undefined }),
      start: fc.nat(200),
      length: fc.nat(50),
      flags: fc.constantFrom(0, NODE_FLAGS.exported, NODE_FLAGS.getter, NODE_FLAGS.setter, NODE_FLAGS.signature),
      signature: fc.string({ unit: "binary", maxLength: 8 }),
      hint: fc.constantFrom("()", "(string)", "(number, string)"),
      open: fc.nat(31),
      exportedAs: fc.array(fc.constantFrom("default", "Total", "b"), { maxLength: 2 }),
    }),
    { maxLength: 30 },
  ),
  externals: fc.uniqueArray(fc.constantFrom("lib:read", "lib:write", "node:fs:open"), { maxLength: 3 }),
  edges: fc.array(
    fc.record({
      kind: fc.constantFrom(...Object.keys(EDGE_KINDS) as Array<keyof typeof EDGE_KINDS>),
      source: fc.nat(40),
      target: fc.nat(40),
      confidence: fc.integer({ min: 50, max: 100 }),
      reason: fc.constantFrom(...Object.keys(REASONS) as Array<keyof typeof REASONS>),
      site: fc.option(fc.nat(300), { nil: NONE }),
    }),
    { maxLength: 80 },
  ),
  unresolved: fc.array(
    fc.record({
      name: names,
      source: fc.nat(40),
      role: fc.integer({ min: 1, max: 8 }),
      cause: fc.integer({ min: 1, max: 7 }),
      site: fc.nat(300),
      member: fc.boolean(),
    }),
    { maxLength: 20 },
  ),
  registrations: fc.array(
    fc.record({
      source: fc.nat(40),
      handler: fc.option(fc.nat(40), { nil: undefined }),
      start: fc.nat(250),
      length: fc.nat(50),
      callee: names,
      package: fc.constantFrom("", "lib", "express"),
      text: names,
      form: fc.integer({ min: 1, max: 3 }),
    }),
    { maxLength: 20 },
  ),
}).map(({ files, symbols, externals, edges, unresolved, registrations }) => {
  const nodes: Array<NodeDescription> = files.map((path, i) => ({ key: `f${i}`, kind: "File", name: path, end: 300 }))
  symbols.forEach((symbol, i) => {
    const file = `f${symbol.file % files.length}`
    const parent = symbol.parent !== undefined && symbol.parent < i && symbol.parent % 2 === 0
      ? `s${symbol.parent}`
      : file
    nodes.push({
      key: `s${i}`,
      kind: symbol.kind,
      name: symbol.name,
      file: parent === file ? file : nodes.find((node) => node.key === parent)!.file!,
      parent,
      start: symbol.start,
      end: symbol.start + symbol.length,
      flags: symbol.flags,
      signature: symbol.signature,
      suffixHint: symbol.hint,
      open: symbol.open,
      exportedAs: symbol.exportedAs,
    })
  })
  externals.forEach((external, i) => {
    const cut = external.lastIndexOf(":")
    nodes.push({
      key: `e${i}`,
      kind: "External",
      name: external.slice(cut + 1),
      signature: external.slice(0, cut),
    })
  })
  const keyOf = (at: number) => nodes[at % nodes.length]!.key
  return {
    nodes,
    edges: edges.map((edge) => ({ ...edge, source: keyOf(edge.source), target: keyOf(edge.target) })),
    unresolved: unresolved.map((row) => ({ ...row, source: keyOf(row.source) })),
    registrations: registrations.map(({ source, handler, length, ...row }) => ({
      ...row,
      ...(handler === undefined ? {} : { handler: keyOf(handler) }),
      source: keyOf(source),
      end: row.start + length,
    })),
    lines: Object.fromEntries(files.map((_, i) => [`f${i}`, [0, 10 + i, 50, 120]])),
  }
})
