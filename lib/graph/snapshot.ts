// Graph ↔ bytes. A section is a typed array: opening makes views and does nothing for a single node or edge, save that
// bytes which are not known to be ours are summed and their columns checked to point inside of the graph.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { assemble, type Parts, partsOf } from "./assemble.ts"
import { findContradiction } from "./audit.ts"
import type * as Columns from "./columns.ts"
import { EDGES, type Graph, NODES, REGISTERED, REGISTRATIONS, UNRESOLVED } from "./graph.ts"
import { findLie } from "./honesty.ts"
import { EDGE_KIND_BY_CODE } from "./kinds.ts"
import * as Meta from "./meta.ts"
import type { Overlays } from "./overlays.ts"
import * as OverlaySections from "./overlay_sections.ts"
import type { Passages } from "./passages.ts"
import * as PassageSections from "./passage_sections.ts"
import * as Rows from "./rows.ts"
import { Reader } from "./section_reader.ts"
import * as Sections from "./sections.ts"
import * as Strings from "./strings.ts"

export type { SnapshotMeta } from "./meta.ts"

/** Raised with every change that an older reader would misread, a new kind of node or edge included. */
export const FORMAT = 4

/** A snapshot that cannot be used; the index has to be made anew. */
export class SnapshotUnreadable extends Schema.TaggedError<SnapshotUnreadable>()("SnapshotUnreadable", {
  /**
   * `foreign`: no snapshot at all; `format`: written by another version of the format; `damaged`: not the bytes that
   * were written; `lying`: whole, but it says what cannot be.
   */
  reason: Schema.Literal("foreign", "format", "damaged", "lying"),
  /** What is wrong, in words: the section, the version. */
  detail: Schema.String,
  /** The format version found, where `reason` is `format`. */
  found: Schema.optional(Schema.Number),
}) {
  override get message(): string {
    return `Cannot read the snapshot: ${this.detail}; run portolan analyze to make it anew`
  }
}

/** What `decode` gives. */
export interface Snapshot {
  readonly graph: Graph
  readonly meta: Meta.SnapshotMeta
  /** Absent where none were written. */
  readonly passages?: Passages | undefined
  /** Those that were written. */
  readonly overlays?: Overlays | undefined
}

/**
 * The bytes of a snapshot, in chunks to be written one behind the other; most are views over the graph's own columns.
 *
 * The same snapshot gives the same bytes. O(bytes).
 */
export const encode = ({ graph, meta, passages, overlays }: Snapshot): ReadonlyArray<Uint8Array> => {
  const parts = partsOf(graph)
  const sections: Array<Sections.Section> = []
  const add = (tag: string, column: Uint8Array | Uint16Array | Uint32Array) =>
    sections.push({ tag, bytes: bytesOf(column) })
  const addTable = <S extends Columns.Shape>(name: string, shape: S, table: Columns.Table<S>) => {
    for (const column in shape) add(`${name}.${column}`, table[column])
  }
  const strings = parts.packed ?? Strings.pack(parts.strings)
  add("meta", new TextEncoder().encode(Meta.encodeJson(meta)))
  addTable("nodes", NODES, parts.nodes)
  addTable("edges", EDGES, parts.edges)
  addTable("unresolved", UNRESOLVED, parts.unresolved)
  addTable("registrations", REGISTRATIONS, parts.registrations)
  addTable("registered", REGISTERED, parts.registered)
  add("strings.offsets", strings.offsets)
  add("strings.utf8", strings.blob)
  const { adjacency } = parts
  add("rows.in.edges", adjacency.inEdges)
  add("rows.in.sources", adjacency.inSources)
  for (const [code, offsets] of adjacency.outOffsets) add(`rows.out.offsets.${code}`, offsets)
  for (const [code, offsets] of adjacency.inOffsets) add(`rows.in.offsets.${code}`, offsets)
  add("byName", parts.byName)
  add("files", parts.files)
  add("lines.offsets", parts.lineOffsets)
  add("lines", parts.lines)
  if (passages !== undefined) sections.push(...PassageSections.sectionsOf(passages))
  if (overlays !== undefined) sections.push(...OverlaySections.sectionsOf(overlays))
  return Sections.write(FORMAT, sections)
}

/** The same snapshot without its overlays, which follow from its graph; undefined where the bytes are none. O(bytes). */
export const withoutOverlays = (bytes: Uint8Array): ReadonlyArray<Uint8Array> | undefined => {
  const frame = Sections.read(bytes)
  if ("_tag" in frame) return undefined
  const kept = [...frame.sections].filter(([tag]) => !OverlaySections.isOne(tag))
  return Sections.write(frame.format, kept.map(([tag, bytes]) => ({ tag, bytes })))
}

/**
 * The graph over the bytes of a snapshot, which must not change afterwards; they are copied only if they do not start at
 * a multiple of 8. Every byte is summed and every column checked: O(bytes), about 1 ms for 3 MB.
 *
 * Fails with `SnapshotUnreadable` for anything but what `encode` wrote.
 */
export const decode = (bytes: Uint8Array): Effect.Effect<Snapshot, SnapshotUnreadable> =>
  Effect.suspend(() => settle(open(bytes, true)))

/**
 * The same for bytes that are known to be those which this program wrote (by their digest, or by the file's stat):
 * neither summed nor checked. O(kinds), whatever the size.
 */
export const decodeOwn = (bytes: Uint8Array): Effect.Effect<Snapshot, SnapshotUnreadable> =>
  Effect.suspend(() => settle(open(bytes, false)))

/**
 * The same for bytes that someone else made, such as those of an import: beside what `decode` checks, everything that an
 * answer rests on, and that `encode` would write these very bytes. O(bytes), some thirty times `decode`.
 *
 * Fails with `SnapshotUnreadable`; its reason is `lying` where the bytes are whole and say what cannot be.
 */
export const decodeForeign = (bytes: Uint8Array): Effect.Effect<Snapshot, SnapshotUnreadable> =>
  Effect.suspend(() => {
    const opened = open(bytes, true)
    if (opened instanceof SnapshotUnreadable) return Effect.fail(opened)
    const { graph, meta, passages } = opened
    const lie = findContradiction(graph, meta) ??
      (passages === undefined ? undefined : PassageSections.findContradiction(graph, passages)) ??
      (isWritten(bytes, encode(opened)) ? undefined : "it holds more than a snapshot does")
    return lie === undefined
      ? Effect.succeed(opened)
      : Effect.fail(new SnapshotUnreadable({ reason: "lying", detail: lie }))
  })

/** Are `bytes` these chunks, one behind the other? */
const isWritten = (bytes: Uint8Array, chunks: ReadonlyArray<Uint8Array>): boolean => {
  let at = 0
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) if (bytes[at + i] !== chunk[i]) return false
    at += chunk.length
  }
  return at === bytes.length
}

const settle = (opened: Snapshot | SnapshotUnreadable): Effect.Effect<Snapshot, SnapshotUnreadable> =>
  opened instanceof SnapshotUnreadable ? Effect.fail(opened) : Effect.succeed(opened)

const open = (bytes: Uint8Array, checked: boolean): Snapshot | SnapshotUnreadable => {
  const frame = Sections.read(bytes)
  if ("_tag" in frame) {
    switch (frame._tag) {
      case "foreign":
        return new SnapshotUnreadable({ reason: "foreign", detail: "it does not begin as a snapshot does" })
      case "damaged":
        return new SnapshotUnreadable({ reason: "damaged", detail: frame.detail })
    }
  }
  if (frame.format !== FORMAT) return otherFormat(frame.format)
  const damaged = checked ? frame.firstDamaged() : undefined
  if (damaged !== undefined) {
    return new SnapshotUnreadable({ reason: "damaged", detail: `section ${damaged} does not match its checksum` })
  }
  const reader = new Reader(frame.sections)
  const parts = readParts(reader)
  const passages = PassageSections.read(reader)
  const overlays = OverlaySections.read(reader)
  const meta = Meta.decodeJson(new TextDecoder().decode(reader.bytes("meta")))
  if (reader.problem !== undefined) return new SnapshotUnreadable({ reason: "damaged", detail: reader.problem })
  if (Either.isLeft(meta)) {
    return new SnapshotUnreadable({ reason: "lying", detail: "section meta is not what it should be" })
  }
  const lie = checked
    ? findLie(parts) ?? (passages === undefined ? undefined : PassageSections.findLie(passages, parts.nodes.rows)) ??
      OverlaySections.findLie(overlays, parts.nodes.rows)
    : undefined
  if (lie !== undefined) return new SnapshotUnreadable({ reason: "lying", detail: lie })
  return { graph: assemble(parts), meta: meta.right, passages, overlays }
}

const otherFormat = (found: number): SnapshotUnreadable =>
  new SnapshotUnreadable({
    reason: "format",
    found,
    detail: `it has format ${found}, ${found > FORMAT ? "newer" : "older"} than ${FORMAT}, which this version reads`,
  })

const readParts = (reader: Reader): Parts => {
  const nodes = reader.table("nodes", NODES)
  const edges = reader.table("edges", EDGES)
  const unresolved = reader.table("unresolved", UNRESOLVED)
  const registrations = reader.table("registrations", REGISTRATIONS)
  const registered = reader.table("registered", REGISTERED)
  const packed: Strings.Packed = { offsets: reader.words("strings.offsets"), blob: reader.bytes("strings.utf8") }
  const kindStarts = Rows.kindStartsOf(edges.kind)
  const outOffsets = new Map<number, Uint32Array>()
  const inOffsets = new Map<number, Uint32Array>()
  for (let code = 0; code < EDGE_KIND_BY_CODE.length; code++) {
    if (!Rows.keepsOffsets(kindStarts[code + 1]! - kindStarts[code]!, nodes.rows)) continue
    outOffsets.set(code, reader.words(`rows.out.offsets.${code}`))
    inOffsets.set(code, reader.words(`rows.in.offsets.${code}`))
  }
  return {
    nodes,
    edges,
    unresolved,
    registrations,
    registered,
    packed,
    strings: Strings.fromPacked(packed),
    adjacency: {
      nodeCount: nodes.rows,
      edges,
      kindStarts,
      inEdges: reader.words("rows.in.edges"),
      inSources: reader.words("rows.in.sources"),
      outOffsets,
      inOffsets,
    },
    byName: reader.words("byName"),
    files: reader.words("files"),
    lines: reader.words("lines"),
    lineOffsets: reader.words("lines.offsets"),
  }
}

const bytesOf = (column: Uint8Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
