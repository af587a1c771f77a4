// A snapshot as what differs from another one, for checkouts of one repository that are nearly the same. Rows that both
// have are told once, and numbers that point to nodes, strings or edges are led along to where these stand now: a string
// that is new moves all numbers behind it, and costs the string. `apply` gives the very bytes that `make` was given.

import * as Columns from "./columns.ts"
import * as Align from "./delta_align.ts"
import { Reader, Writer } from "./delta_bytes.ts"
import { EDGES, NODES, UNRESOLVED } from "./graph.ts"
import * as Sections from "./sections.ts"

const { NONE } = Columns

/** Raised with every change of what is written. */
const VERSION = 1

type Words = Uint8Array | Uint16Array | Uint32Array

/** What a column's numbers point to. */
type Target = "strings" | "nodes" | "edges"

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
  "rows.in.edges": "edges",
  "rows.in.sources": "nodes",
  byName: "nodes",
  files: "nodes",
}

const TABLES = { nodes: NODES, edges: EDGES, unresolved: UNRESOLVED } as const

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

const typed = (type: Columns.ColumnType, bytes: Uint8Array): Words => Columns.over(type, bytes)

/** Old numbers to new ones, for what columns point to. */
interface Maps {
  readonly strings: Uint32Array
  nodes: Uint32Array
  edges: Uint32Array
}

const NO_MAP = new Uint32Array(0)

/** What `value` of the old column is now; what points nowhere goes on doing so. */
const led = (map: Uint32Array | undefined, value: number): number =>
  map === undefined || map.length <= value ? value : map[value]!

/**
 * The delta from the snapshot `base` to the snapshot `next`, both whole and starting at a multiple of 8; undefined where
 * one of them is not such as this version writes. O(bytes).
 */
export const make = (base: Uint8Array, next: Uint8Array): Uint8Array | undefined => {
  const from = Sections.read(base)
  const to = Sections.read(next)
  if ("_tag" in from || "_tag" in to || from.format !== to.format) return undefined
  if (NEEDED.some((tag) => !from.sections.has(tag) || !to.sections.has(tag))) return undefined
  const [old, now] = [from.sections, to.sections]
  const out = new Writer()
  out.number(VERSION)
  out.number(next.length)
  out.raw(next.subarray(0, Sections.headLength(next)))
  const maps: Maps = { strings: writeStrings(out, old, now), nodes: NO_MAP, edges: NO_MAP }
  const told = new Set(["strings.offsets", "strings.utf8"])
  const column = (tag: string, type: Columns.ColumnType, runs: ReadonlyArray<Align.Run>) => {
    told.add(tag)
    writeColumn(out, typed(type, old.get(tag)!), typed(type, now.get(tag)!), runs, mapOf(maps, tag))
  }
  const aligned = (marks: (sections: Bytes, maps: Maps | undefined) => Uint32Array) => {
    const runs = Align.align(marks(old, maps), marks(now, undefined))
    writeRuns(out, runs)
    return runs
  }
  const table = (name: keyof typeof TABLES, runs: ReadonlyArray<Align.Run>) => {
    for (const [key, type] of Object.entries(TABLES[name])) column(`${name}.${key}`, type, runs)
  }
  const nodes = aligned(nodeMarks)
  maps.nodes = Align.forward(nodes, old.get("nodes.kind")!.length)
  table("nodes", nodes)
  const edges = aligned(edgeMarks)
  maps.edges = Align.forward(edges, old.get("edges.kind")!.length)
  table("edges", edges)
  table("unresolved", aligned(unresolvedMarks))
  const incoming = aligned(marksOf("rows.in.edges"))
  column("rows.in.edges", "u32", incoming)
  column("rows.in.sources", "u32", incoming)
  for (const tag of ["byName", "files"]) column(tag, "u32", aligned(marksOf(tag)))
  const files = filePairs(old, now, nodes)
  for (const tag of now.keys()) {
    const runs = tag === "lines.offsets" ? files : OFFSETS.test(tag) && old.has(tag) ? nodes : undefined
    if (runs === undefined) continue
    told.add(tag)
    writeSums(out, words(old.get(tag)!), words(now.get(tag)!), runs)
  }
  column("lines", "u32", writeLineRuns(out, old, now, files))
  for (const [tag, bytes] of now) if (!told.has(tag)) writeOther(out, old.get(tag), bytes)
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
  const [old, now]: [Bytes, Bytes] = [from.sections, places]
  const maps: Maps = { strings: readStrings(input, old, now), nodes: NO_MAP, edges: NO_MAP }
  const told = new Set(["strings.offsets", "strings.utf8"])
  const column = (tag: string, type: Columns.ColumnType, runs: ReadonlyArray<Align.Run>) => {
    told.add(tag)
    readColumn(input, typed(type, old.get(tag)!), typed(type, now.get(tag)!), runs, mapOf(maps, tag))
  }
  const table = (name: keyof typeof TABLES, runs: ReadonlyArray<Align.Run>) => {
    for (const [key, type] of Object.entries(TABLES[name])) column(`${name}.${key}`, type, runs)
  }
  const nodes = readRuns(input)
  maps.nodes = Align.forward(nodes, old.get("nodes.kind")!.length)
  table("nodes", nodes)
  const edges = readRuns(input)
  maps.edges = Align.forward(edges, old.get("edges.kind")!.length)
  table("edges", edges)
  table("unresolved", readRuns(input))
  const incoming = readRuns(input)
  column("rows.in.edges", "u32", incoming)
  column("rows.in.sources", "u32", incoming)
  for (const tag of ["byName", "files"]) column(tag, "u32", readRuns(input))
  const files = filePairs(old, now, nodes)
  for (const tag of now.keys()) {
    const runs = tag === "lines.offsets" ? files : OFFSETS.test(tag) && old.has(tag) ? nodes : undefined
    if (runs === undefined) continue
    told.add(tag)
    readSums(input, words(old.get(tag)!), words(now.get(tag)!), runs)
  }
  column("lines", "u32", readLineRuns(input, old, now, files))
  for (const [tag, bytes] of now) if (!told.has(tag)) readOther(input, old.get(tag), bytes)
  return next
}

const mapOf = (maps: Maps, tag: string): Uint32Array | undefined => {
  const target = POINTS[tag]
  return target === undefined ? undefined : maps[target]
}

// ── what rows are known by ─────────────────────────────────────────────────────────────────────────────────────────

const mix = (mark: number, value: number): number => {
  const mixed = Math.imul(mark ^ value, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

const nodeMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const kind = sections.get("nodes.kind")!
  const [name, file, signature] = ["name", "file", "signature"].map((it) => words(sections.get(`nodes.${it}`)!))
  const text = (id: number) => led(maps?.strings, id)
  return Uint32Array.from(kind, (code, row) => {
    const path = file![row]! < kind.length ? text(name![file![row]!]!) : NONE
    return mix(mix(mix(code, text(name![row]!)), path), text(signature![row]!)) >>> 0
  })
}

const edgeMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const [source, target] = ["source", "target"].map((it) => words(sections.get(`edges.${it}`)!))
  return Uint32Array.from(
    sections.get("edges.kind")!,
    (code, row) => mix(mix(code, led(maps?.nodes, source![row]!)), led(maps?.nodes, target![row]!)) >>> 0,
  )
}

const unresolvedMarks = (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const [name, source] = ["name", "source"].map((it) => words(sections.get(`unresolved.${it}`)!))
  return Uint32Array.from(
    name!,
    (id, row) => mix(mix(1, led(maps?.strings, id)), led(maps?.nodes, source![row]!)) >>> 0,
  )
}

/** A column whose numbers are what its rows are known by. */
const marksOf = (tag: string) => (sections: Bytes, maps: Maps | undefined): Uint32Array => {
  const map = maps === undefined ? undefined : mapOf(maps, tag)
  return words(sections.get(tag)!).map((value) => led(map, value))
}

// ── runs ───────────────────────────────────────────────────────────────────────────────────────────────────────────

const writeRuns = (out: Writer, runs: ReadonlyArray<Align.Run>): void => {
  out.number(runs.length)
  let expected = 0
  for (const { base, length } of runs) {
    out.number(length * 2 + (base === NONE ? 1 : 0))
    if (base === NONE) continue
    out.difference(base - expected)
    expected = base + length
  }
}

const readRuns = (input: Reader): ReadonlyArray<Align.Run> => {
  const runs: Array<Align.Run> = []
  let next = 0
  let expected = 0
  for (let left = input.number(); 0 < left; left--) {
    const told = input.number()
    const length = told >>> 1
    const base = (told & 1) === 1 ? NONE : expected + input.difference()
    if (base !== NONE) expected = base + length
    runs.push({ next, base, length })
    next += length
  }
  return runs
}

// ── columns ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Rows whose number is not the one that the old row leads to, and by how much: gap, difference, …, then 0. */
const writeColumn = (
  out: Writer,
  old: Words,
  now: Words,
  runs: ReadonlyArray<Align.Run>,
  map: Uint32Array | undefined,
): void => {
  let last = -1
  for (const { next, base, length } of runs) {
    for (let i = 0; i < length; i++) {
      const expected = base === NONE ? 0 : led(map, old[base + i]!)
      const value = now[next + i]!
      if (value === expected) continue
      out.number(next + i - last)
      out.difference(value - expected)
      last = next + i
    }
  }
  out.number(0)
}

const readColumn = (
  input: Reader,
  old: Words,
  now: Words,
  runs: ReadonlyArray<Align.Run>,
  map: Uint32Array | undefined,
): void => {
  for (const { next, base, length } of runs) {
    if (base === NONE) continue
    if (map === undefined) now.set(old.subarray(base, base + length), next)
    else lead(old as Uint32Array, now as Uint32Array, next, base, length, map)
  }
  let row = -1
  for (let gap = input.number(); gap !== 0; gap = input.number()) {
    row += gap
    now[row] = now[row]! + input.difference()
  }
}

/** `led` for a stretch of rows. */
const lead = (
  old: Uint32Array,
  now: Uint32Array,
  next: number,
  base: number,
  length: number,
  map: Uint32Array,
): void => {
  const known = map.length
  const shift = base - next
  for (let row = next, end = next + length; row < end; row++) {
    const value = old[row + shift]!
    now[row] = value < known ? map[value]! : value
  }
}

/** Offsets: each row's own number is how far the next one is away. */
const writeSums = (out: Writer, old: Uint32Array, now: Uint32Array, runs: ReadonlyArray<Align.Run>): void => {
  let last = -1
  for (const { next, base, length } of runs) {
    for (let i = 0; i < length; i++) {
      const expected = base === NONE ? 0 : old[base + i + 1]! - old[base + i]!
      const value = now[next + i + 1]! - now[next + i]!
      if (value === expected) continue
      out.number(next + i - last)
      out.difference(value - expected)
      last = next + i
    }
  }
  out.number(0)
}

const readSums = (input: Reader, old: Uint32Array, now: Uint32Array, runs: ReadonlyArray<Align.Run>): void => {
  let gap = input.number()
  let row = gap - 1
  let sum = 0
  for (const { next, base, length } of runs) {
    for (let i = 0; i < length; i++) {
      if (base !== NONE) sum += old[base + i + 1]! - old[base + i]!
      if (gap !== 0 && row === next + i) {
        sum += input.difference()
        gap = input.number()
        row += gap
      }
      now[next + i + 1] = sum
    }
  }
}

// ── strings ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Texts {
  readonly offsets: Uint32Array
  readonly blob: Uint8Array
}

const textsOf = (sections: Bytes): Texts => ({
  offsets: words(sections.get("strings.offsets")!),
  blob: sections.get("strings.utf8")!,
})

const at = ({ offsets, blob }: Texts, id: number): Uint8Array => blob.subarray(offsets[id], offsets[id + 1])

const same = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Strings that are looked at on either side. */
const NEAR = 64

/** Runs of strings that both have, the new ones between them; gives old number → new number. */
const writeStrings = (out: Writer, oldSections: Bytes, nowSections: Bytes): Uint32Array => {
  const [old, now] = [textsOf(oldSections), textsOf(nowSections)]
  const oldCount = Math.max(0, old.offsets.length - 1)
  const count = Math.max(0, now.offsets.length - 1)
  let known: Map<string, number> | undefined
  const find = (bytes: Uint8Array): number => {
    if (known === undefined) {
      known = new Map()
      for (let id = 0; id < oldCount; id++) known.set(decoder.decode(at(old, id)), id)
    }
    return known.get(decoder.decode(bytes)) ?? NONE
  }
  /** A few strings less or more in between, as an edit makes them, are found without looking at all of them. */
  const nearBy = (id: number, expected: number): number | undefined => {
    for (let d = 1; d <= NEAR; d++) {
      if (expected + d < oldCount && same(at(old, expected + d), at(now, id))) return expected + d
      if (id + d < count && expected < oldCount && same(at(old, expected), at(now, id + d))) return NONE
    }
    return undefined
  }
  const bases = new Uint32Array(count)
  let expected = 0
  for (let id = 0; id < count; id++) {
    const bytes = at(now, id)
    const base = expected < oldCount && same(at(old, expected), bytes) ? expected : nearBy(id, expected) ?? find(bytes)
    bases[id] = base
    if (base !== NONE) expected = base + 1
  }
  const runs: Array<Align.Run> = []
  for (let id = 0; id < count;) {
    const base = bases[id]!
    let end = id + 1
    while (end < count && bases[end] === (base === NONE ? NONE : base + end - id)) end++
    runs.push({ next: id, base, length: end - id })
    id = end
  }
  writeRuns(out, runs)
  for (const { next, base, length } of runs) {
    if (base === NONE) { for (let i = 0; i < length; i++) out.raw(at(now, next + i)) }
  }
  return Align.forward(runs, oldCount)
}

const readStrings = (input: Reader, oldSections: Bytes, nowSections: Bytes): Uint32Array => {
  const [old, now] = [textsOf(oldSections), textsOf(nowSections)]
  const runs = readRuns(input)
  let end = 0
  for (const { next, base, length } of runs) {
    if (base === NONE) {
      for (let i = 0; i < length; i++) {
        const bytes = input.raw()
        now.blob.set(bytes.subarray(0, now.blob.length - end), end)
        end += bytes.length
        now.offsets[next + i + 1] = end
      }
      continue
    }
    const start = old.offsets[base]!
    const bytes = old.blob.subarray(start, old.offsets[base + length])
    now.blob.set(bytes.subarray(0, now.blob.length - end), end)
    const shift = end - start
    for (let i = 1; i <= length; i++) now.offsets[next + i] = old.offsets[base + i]! + shift
    end += bytes.length
  }
  return Align.forward(runs, Math.max(0, old.offsets.length - 1))
}

// ── lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Files, by their place among all files, that are the same node. */
const filePairs = (old: Bytes, now: Bytes, nodes: ReadonlyArray<Align.Run>): ReadonlyArray<Align.Run> => {
  const before = words(old.get("files")!)
  const after = words(now.get("files")!)
  const nodeBefore = Align.backward(nodes, now.get("nodes.kind")!.length)
  const places = new Uint32Array(old.get("nodes.kind")!.length).fill(NONE)
  for (let i = 0; i < before.length; i++) places[before[i]!] = i
  const runs: Array<Align.Run> = []
  for (let i = 0; i < after.length; i++) {
    const node = nodeBefore[after[i]!] ?? NONE
    const base = node === NONE ? NONE : places[node] ?? NONE
    const last = runs.at(-1)
    if (last !== undefined && (last.base === NONE ? base === NONE : base === last.base + last.length)) {
      runs[runs.length - 1] = { ...last, length: last.length + 1 }
    } else runs.push({ next: i, base, length: 1 })
  }
  return runs
}

/** Calls `each` for every file with where its lines stand before and now; the first is empty for a new file. */
const eachFile = (
  old: Bytes,
  now: Bytes,
  files: ReadonlyArray<Align.Run>,
  each: (base: number, baseLength: number, next: number, length: number) => void,
): void => {
  const [before, after] = [words(old.get("lines.offsets")!), words(now.get("lines.offsets")!)]
  for (const { next, base, length } of files) {
    for (let i = 0; i < length; i++) {
      const from = base === NONE ? 0 : before[base + i]!
      const count = base === NONE ? 0 : before[base + i + 1]! - from
      each(from, count, after[next + i]!, after[next + i + 1]! - after[next + i]!)
    }
  }
}

/** Lines of a file that has more or fewer now: those before the change, and those behind it, go side by side. */
const lineRuns = (
  base: number,
  count: number,
  next: number,
  length: number,
  head: number,
): ReadonlyArray<Align.Run> => {
  const tail = Math.min(count, length) - head
  return [
    { next, base, length: head },
    { next: next + head, base: NONE, length: length - head - tail },
    { next: next + length - tail, base: base + count - tail, length: tail },
  ].filter((run) => 0 < run.length)
}

const writeLineRuns = (
  out: Writer,
  old: Bytes,
  now: Bytes,
  files: ReadonlyArray<Align.Run>,
): ReadonlyArray<Align.Run> => {
  const [before, after] = [words(old.get("lines")!), words(now.get("lines")!)]
  const runs: Array<Align.Run> = []
  eachFile(old, now, files, (base, count, next, length) => {
    let head = Math.min(count, length)
    if (count !== length) {
      for (let i = 0; i < head; i++) if (before[base + i] !== after[next + i]) head = i
      out.number(head)
    }
    runs.push(...lineRuns(base, count, next, length, head))
  })
  return runs
}

const readLineRuns = (
  input: Reader,
  old: Bytes,
  now: Bytes,
  files: ReadonlyArray<Align.Run>,
): ReadonlyArray<Align.Run> => {
  const runs: Array<Align.Run> = []
  eachFile(old, now, files, (base, count, next, length) => {
    runs.push(...lineRuns(base, count, next, length, count === length ? count : input.number()))
  })
  return runs
}

// ── all else ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** A section as what both have at its start and at its end, and what stands between. */
const writeOther = (out: Writer, old: Uint8Array = new Uint8Array(0), now: Uint8Array): void => {
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head++
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  out.number(head)
  out.number(tail)
  out.raw(now.subarray(head, now.length - tail))
}

const readOther = (input: Reader, old: Uint8Array = new Uint8Array(0), now: Uint8Array): void => {
  const head = input.number()
  const tail = input.number()
  const between = input.raw()
  now.set(old.subarray(0, Math.min(head, now.length)))
  now.set(between.subarray(0, Math.max(0, now.length - head)), Math.min(head, now.length))
  const end = old.subarray(Math.max(0, old.length - tail))
  if (end.length <= now.length) now.set(end, now.length - end.length)
}
