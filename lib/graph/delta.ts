// A snapshot as what differs from another one, for checkouts of one repository that are nearly the same. Rows that both
// have are told once, and numbers that point to nodes, strings or edges are led along to where these stand now: a string
// that is new moves all numbers behind it, and costs the string. `apply` gives the very bytes that `make` was given.

import { type ColumnType, NONE, over } from "./columns.ts"
import * as Align from "./delta_align.ts"
import { Reader, Writer } from "./delta_bytes.ts"
import * as Columns from "./delta_columns.ts"
import * as Lines from "./delta_lines.ts"
import * as Stretches from "./delta_stretches.ts"
import * as Strings from "./delta_strings.ts"
import { EDGES, NODES, REGISTERED, REGISTRATIONS, UNRESOLVED } from "./graph.ts"
import * as Sections from "./sections.ts"
import type { Packed } from "./strings.ts"

/** Raised with every change of what is written. */
const VERSION = 3

/** What a column's numbers point to. */
type Target = "strings" | "nodes" | "edges" | "registrations" | "words"

const POINTS: Readonly<Record<string, Target>> = {
  "nodes.name": "strings",
  "nodes.file": "nodes",
  "nodes.parent": "nodes",
  "nodes.suffix": "strings",
  "nodes.signature": "strings",
  "nodes.doc": "strings",
  "nodes.exportedAs": "strings",
  "edges.source": "nodes",
  "edges.target": "nodes",
  "unresolved.name": "strings",
  "unresolved.source": "nodes",
  "registrations.source": "nodes",
  "registrations.handler": "nodes",
  "registrations.callee": "strings",
  "registrations.package": "strings",
  "registrations.text": "strings",
  "registered.registration": "registrations",
  "registered.target": "nodes",
  "rows.in.edges": "edges",
  "rows.in.sources": "nodes",
  byName: "nodes",
  files: "nodes",
  "passages.node": "nodes",
  "passages.terms": "words",
}

const TABLES = {
  nodes: NODES,
  edges: EDGES,
  unresolved: UNRESOLVED,
  registrations: REGISTRATIONS,
  registered: REGISTERED,
} as const

const OFFSETS = /^rows\.(in|out)\.offsets\.\d+$/

/** By section tag. */
type Bytes = ReadonlyMap<string, Uint8Array>

/** Sections that must be there for a delta to be told. */
const NEEDED: ReadonlyArray<string> = [
  ...Object.entries(TABLES).flatMap(([name, shape]) => Object.keys(shape).map((column) => `${name}.${column}`)),
  "strings.offsets",
  "strings.utf8",
  "rows.in.edges",
  "rows.in.sources",
  "byName",
  "files",
  "lines.offsets",
  "lines",
]

const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)

/** Old numbers to new ones, for what columns point to. */
interface Maps {
  readonly strings: Uint32Array
  nodes: Uint32Array
  edges: Uint32Array
  registrations: Uint32Array
  words: Uint32Array
}

const NO_MAP = new Uint32Array(0)

const NOTHING = new Uint8Array(0)

/** What rows are known by, of the old table and of the new one: numbers of the old one are led along by `maps`. */
type Marks = (sections: Bytes, maps: Maps | undefined) => Uint32Array

/**
 * The delta from the snapshot `base` to the snapshot `next`, both whole and starting at a multiple of 8; undefined where
 * one of them is not such as this version writes. O(bytes).
 */
export const make = (base: Uint8Array, next: Uint8Array): Uint8Array | undefined => {
  const from = Sections.read(base)
  const to = Sections.read(next)
  if ("_tag" in from || "_tag" in to || from.format !== to.format) return undefined
  if (NEEDED.some((tag) => !from.sections.has(tag) || !to.sections.has(tag))) return undefined
  const out = new Writer()
  out.number(VERSION)
  out.number(next.length)
  out.raw(next.subarray(0, Sections.headLength(next)))
  through(from.sections, to.sections, writing(out))
  return out.done()
}

/**
 * The snapshot of which `delta` was made over `base`; undefined where it was made by another version. What comes out of
 * bytes that are not those which were written is anything of that length: the caller knows them, or its digest. O(bytes).
 */
export const apply = (base: Uint8Array, delta: Uint8Array): Uint8Array | undefined => {
  const input = new Reader(delta)
  if (input.number() !== VERSION) return undefined
  const from = Sections.read(base)
  if ("_tag" in from || NEEDED.some((tag) => !from.sections.has(tag))) return undefined
  const next = new Uint8Array(input.number())
  const head = input.raw()
  if (next.length < head.length) return undefined
  next.set(head)
  const places = Sections.layOut(next)
  if (places === undefined || NEEDED.some((tag) => !places.has(tag))) return undefined
  through(from.sections, places, reading(input))
  return next
}

// ── the order ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** What is done with each part: it is written, or it is read into where it stands. Runs are what either then knows. */
interface Pass {
  readonly strings: (old: Packed, now: Packed) => Uint32Array
  readonly runs: (old: Bytes, now: Bytes, marks: Marks, maps: Maps) => Align.Runs
  readonly column: (old: Columns.Words, now: Columns.Words, runs: Align.Runs, map: Uint32Array | undefined) => void
  readonly sums: (old: Uint32Array, now: Uint32Array, runs: Align.Runs) => void
  readonly lines: (old: Lines.Lines, now: Lines.Lines, files: Align.Runs) => Align.Runs
  readonly stretches: (
    old: Stretches.Stretches,
    now: Stretches.Stretches,
    runs: Align.Runs,
    map: Uint32Array | undefined,
  ) => void
  readonly other: (old: Uint8Array, now: Uint8Array) => void
}

const writing = (out: Writer): Pass => ({
  strings: (old, now) => Strings.write(out, old, now),
  runs: (old, now, marks, maps) => {
    const runs = Align.align(marks(old, maps), marks(now, undefined))
    Columns.writeRuns(out, runs)
    return runs
  },
  column: (old, now, runs, map) => Columns.writeColumn(out, old, now, runs, map),
  sums: (old, now, runs) => Columns.writeSums(out, old, now, runs),
  lines: (old, now, files) => Lines.write(out, old, now, files),
  stretches: (old, now, runs, map) => Stretches.write(out, old, now, runs, map),
  other: (old, now) => Columns.writeOther(out, old, now),
})

const reading = (input: Reader): Pass => ({
  strings: (old, now) => Strings.read(input, old, now),
  runs: () => Columns.readRuns(input),
  column: (old, now, runs, map) => Columns.readColumn(input, old, now, runs, map),
  sums: (old, now, runs) => Columns.readSums(input, old, now, runs),
  lines: (old, now, files) => Lines.read(input, old, now, files),
  stretches: (old, now, runs, map) => Stretches.read(input, old, now, runs, map),
  other: (old, now) => Columns.readOther(input, old, now),
})

/** Leads a pass through all sections. What a part needs of `now` stands there before it: that is what the order is. */
const through = (old: Bytes, now: Bytes, pass: Pass): void => {
  const maps: Maps = {
    strings: pass.strings(textsOf(old), textsOf(now)),
    nodes: NO_MAP,
    edges: NO_MAP,
    registrations: NO_MAP,
    words: NO_MAP,
  }
  const told = new Set(["strings.offsets", "strings.utf8"])
  const aligned = (marks: Marks) => pass.runs(old, now, marks, maps)
  const column = (tag: string, type: ColumnType, runs: Align.Runs) => {
    told.add(tag)
    pass.column(over(type, old.get(tag)!), over(type, now.get(tag)!), runs, mapOf(maps, tag))
  }
  const table = (name: keyof typeof TABLES, runs: Align.Runs) => {
    for (const [key, type] of Object.entries(TABLES[name])) column(`${name}.${key}`, type, runs)
  }
  const nodes = aligned(nodeMarks)
  maps.nodes = Align.forward(nodes, old.get("nodes.kind")!.length)
  table("nodes", nodes)
  const edges = aligned(edgeMarks)
  maps.edges = Align.forward(edges, old.get("edges.kind")!.length)
  table("edges", edges)
  table("unresolved", aligned(unresolvedMarks))
  const registrations = aligned(registrationMarks)
  maps.registrations = Align.forward(registrations, old.get("registrations.form")!.length)
  table("registrations", registrations)
  table("registered", aligned(registeredMarks))
  const incoming = aligned(marksOf("rows.in.edges"))
  column("rows.in.edges", "u32", incoming)
  column("rows.in.sources", "u32", incoming)
  for (const tag of ["byName", "files"]) column(tag, "u32", aligned(marksOf(tag)))
  const files = filePairs(old, now, nodes)
  for (const tag of now.keys()) {
    const runs = tag === "lines.offsets" ? files : OFFSETS.test(tag) && old.has(tag) ? nodes : undefined
    if (runs === undefined) continue
    told.add(tag)
    pass.sums(words(old.get(tag)!), words(now.get(tag)!), runs)
  }
  column("lines", "u32", pass.lines(linesOf(old), linesOf(now), files))
  if (PASSAGES.every((tag) => old.has(tag) && now.has(tag))) {
    for (const tag of PASSAGES) told.add(tag)
    passages(old, now, pass, maps)
  }
  for (const [tag, bytes] of now) if (!told.has(tag)) pass.other(old.get(tag) ?? NOTHING, bytes)
}

/** Sections of passages whose rows are told as what differs; all of them are there or none. */
const PASSAGES: ReadonlyArray<string> = [
  "passages.node",
  "passages.startLine",
  "passages.endLine",
  "passages.titles.offsets",
  "passages.titles.utf8",
  "passages.digests",
  "passages.terms.offsets",
  "passages.terms",
  "passages.counts",
  "passages.words.offsets",
  "passages.words.utf8",
  "passages.vectors",
  "passages.scales",
]

/** Rows are known by their digests: what a file holds besides may move them, and costs their lines. */
const passages = (old: Bytes, now: Bytes, pass: Pass, maps: Maps): void => {
  maps.words = pass.strings(textsOf(old, "passages.words"), textsOf(now, "passages.words"))
  pass.strings(textsOf(old, "passages.titles"), textsOf(now, "passages.titles"))
  const digests = (sections: Bytes) => words(sections.get("passages.digests")!).filter((_, i) => i % 2 === 0)
  const runs = pass.runs(old, now, digests, maps)
  const column = (tag: string) => pass.column(words(old.get(tag)!), words(now.get(tag)!), runs, mapOf(maps, tag))
  for (const tag of ["passages.node", "passages.startLine", "passages.endLine"]) column(tag)
  pass.sums(words(old.get("passages.terms.offsets")!), words(now.get("passages.terms.offsets")!), runs)
  const stretches = (tag: string, of: (sections: Bytes, bytes: Uint8Array) => Stretches.Stretches) =>
    pass.stretches(of(old, old.get(tag)!), of(now, now.get(tag)!), runs, mapOf(maps, tag))
  const terms = (sections: Bytes) => words(sections.get("passages.terms.offsets")!)
  stretches("passages.terms", (it, bytes) => ({ offsets: terms(it), values: words(bytes) }))
  stretches("passages.counts", (it, bytes) => ({ offsets: terms(it), values: bytes }))
  for (const tag of ["passages.digests", "passages.vectors", "passages.scales"]) {
    stretches(tag, (it, bytes) => {
      const rows = it.get("passages.node")!.length >>> 2
      return Stretches.ofWidth(bytes, rows, rows === 0 ? 0 : Math.floor(bytes.length / rows))
    })
  }
}

const textsOf = (sections: Bytes, tag = "strings"): Packed => ({
  offsets: words(sections.get(`${tag}.offsets`)!),
  blob: sections.get(`${tag}.utf8`)!,
})

const linesOf = (sections: Bytes): Lines.Lines => ({
  offsets: words(sections.get("lines.offsets")!),
  starts: words(sections.get("lines")!),
})

const mapOf = (maps: Maps, tag: string): Uint32Array | undefined => {
  const target = POINTS[tag]
  return target === undefined ? undefined : maps[target]
}

/** Files, by their place among all files, that are the same node. */
const filePairs = (old: Bytes, now: Bytes, nodes: Align.Runs): Align.Runs => {
  const before = words(old.get("files")!)
  const after = words(now.get("files")!)
  const nodeBefore = Align.backward(nodes, now.get("nodes.kind")!.length)
  const places = new Uint32Array(old.get("nodes.kind")!.length).fill(NONE)
  for (let i = 0; i < before.length; i++) places[before[i]!] = i
  const bases = new Uint32Array(after.length).fill(NONE)
  for (let i = 0; i < after.length; i++) {
    const node = nodeBefore[after[i]!] ?? NONE
    if (node !== NONE) bases[i] = places[node] ?? NONE
  }
  return Align.runsOf(bases)
}

// ── what rows are known by ─────────────────────────────────────────────────────────────────────────────────────────

const mix = (mark: number, value: number): number => {
  const mixed = Math.imul(mark ^ value, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

const nodeMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const kind = sections.get("nodes.kind")!
  const [name, file, signature] = ["name", "file", "signature"].map((it) => words(sections.get(`nodes.${it}`)!))
  const text = (id: number) => Align.led(maps?.strings, id)
  return Uint32Array.from(kind, (code, row) => {
    const path = file![row]! < kind.length ? text(name![file![row]!]!) : NONE
    return mix(mix(mix(code, text(name![row]!)), path), text(signature![row]!)) >>> 0
  })
}

const edgeMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const [source, target] = ["source", "target"].map((it) => words(sections.get(`edges.${it}`)!))
  return Uint32Array.from(
    sections.get("edges.kind")!,
    (code, row) => mix(mix(code, Align.led(maps?.nodes, source![row]!)), Align.led(maps?.nodes, target![row]!)) >>> 0,
  )
}

const unresolvedMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const [name, source] = ["name", "source"].map((it) => words(sections.get(`unresolved.${it}`)!))
  return Uint32Array.from(
    name!,
    (id, row) => mix(mix(1, Align.led(maps?.strings, id)), Align.led(maps?.nodes, source![row]!)) >>> 0,
  )
}

const registrationMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const [source, handler, callee, text] = ["source", "handler", "callee", "text"]
    .map((it) => words(sections.get(`registrations.${it}`)!))
  const node = (id: number) => Align.led(maps?.nodes, id)
  const string = (id: number) => Align.led(maps?.strings, id)
  return Uint32Array.from(
    source!,
    (id, row) =>
      mix(mix(mix(mix(1, node(id)), node(handler![row]!)), string(callee![row]!)), string(text![row]!)) >>> 0,
  )
}

const registeredMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const [registration, target] = ["registration", "target"].map((it) => words(sections.get(`registered.${it}`)!))
  return Uint32Array.from(
    sections.get("registered.kind")!,
    (code, row) =>
      mix(
        mix(code, Align.led(maps?.registrations, registration![row]!)),
        Align.led(maps?.nodes, target![row]!),
      ) >>> 0,
  )
}

/** A column whose numbers are what its rows are known by. */
const marksOf = (tag: string) => (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const map = maps === undefined ? undefined : mapOf(maps, tag)
  return words(sections.get(tag)!).map((value) => Align.led(map, value))
}
