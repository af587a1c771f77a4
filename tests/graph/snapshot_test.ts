import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { partsOf } from "../../lib/graph/assemble.ts"
import { EDGE_KINDS, type EdgeKind } from "../../lib/graph/kinds.ts"
import type { Graph } from "../../lib/graph/graph.ts"
import * as Sections from "../../lib/graph/sections.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { uidOf } from "../../lib/graph/uid.ts"
import { shop } from "../query/shop.ts"
import { descriptions, graphOf, META } from "./graphs.ts"

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let end = 0
  for (const chunk of chunks) {
    bytes.set(chunk, end)
    end += chunk.length
  }
  return bytes
}

const bytesOf = (graph: Graph): Uint8Array => joined(Snapshot.encode({ graph, meta: META }))

const decode = (bytes: Uint8Array) => Effect.runSync(Effect.either(Snapshot.decode(bytes)))

/** All that a graph says, as plain data. */
const contentOf = (graph: Graph) => ({
  nodes: Array.from({ length: graph.nodes.rows }, (_, node) => ({
    uid: uidOf(graph, node),
    flags: graph.nodes.flags[node],
    open: graph.nodes.open[node],
    file: graph.nodes.file[node],
    parent: graph.nodes.parent[node],
    span: [graph.nodes.start[node], graph.nodes.end[node], graph.nodes.nameStart[node]],
    texts: (["name", "suffix", "signature", "doc", "exportedAs"] as const).map((it) =>
      graph.strings.at(graph.nodes[it][node]!)
    ),
  })),
  edges: Array.from({ length: graph.edges.rows }, (_, edge) => [
    graph.edges.kind[edge],
    graph.edges.source[edge],
    graph.edges.target[edge],
    graph.edges.confidence[edge],
    graph.edges.reason[edge],
    graph.edges.site[edge],
    graph.edges.sites[edge],
  ]),
  unresolved: Array.from({ length: graph.unresolved.rows }, (_, row) => [
    graph.strings.at(graph.unresolved.name[row]!),
    graph.unresolved.source[row],
    graph.unresolved.role[row],
    graph.unresolved.cause[row],
    graph.unresolved.site[row],
    graph.unresolved.member[row],
  ]),
  registrations: Array.from({ length: graph.registrations.rows }, (_, row) => [
    graph.registrations.source[row],
    graph.registrations.handler[row],
    graph.registrations.start[row],
    graph.registrations.end[row],
    graph.strings.at(graph.registrations.callee[row]!),
    graph.strings.at(graph.registrations.package[row]!),
    graph.strings.at(graph.registrations.text[row]!),
    graph.registrations.form[row],
  ]),
  registered: Array.from({ length: graph.registered.rows }, (_, row) => [
    graph.registered.registration[row],
    graph.registered.target[row],
    graph.registered.kind[row],
    graph.registered.confidence[row],
    graph.registered.site[row],
  ]),
  rows: (Object.keys(EDGE_KINDS) as Array<EdgeKind>).map((kind) => [
    ...[graph.out[kind], graph.in[kind]].map((rows) => [[...rows.offsets], [...rows.targets], [...rows.edges]]),
  ]),
  byName: [...graph.byName],
  files: [...graph.files].map((file) => [...graph.lineStarts(file)]),
})

describe("snapshot", () => {
  test("decode undoes encode", () => {
    fc.assert(fc.property(descriptions, (description) => {
      const graph = graphOf(description)
      const opened = decode(bytesOf(graph))
      expect(opened._tag).toBe("Right")
      if (opened._tag === "Right") {
        expect(contentOf(opened.right.graph)).toEqual(contentOf(graph))
        expect(opened.right.meta).toEqual(META)
        expect(contentOf(Effect.runSync(Snapshot.decodeOwn(bytesOf(graph))).graph)).toEqual(contentOf(graph))
        // And what was opened is written back as it was.
        expect(bytesOf(opened.right.graph)).toEqual(bytesOf(graph))
      }
    }))
  })

  test("the order in which things are added does not matter", () => {
    fc.assert(
      fc.property(
        descriptions.chain((description) =>
          fc.tuple(
            fc.constant(description),
            fc.shuffledSubarray([...description.nodes], { minLength: description.nodes.length }),
            fc.shuffledSubarray([...description.edges], { minLength: description.edges.length }),
            fc.shuffledSubarray([...description.unresolved!], { minLength: description.unresolved!.length }),
            fc.shuffledSubarray([...description.registrations!], { minLength: description.registrations!.length }),
          )
        ),
        ([description, nodes, edges, unresolved, registrations]) => {
          expect(bytesOf(graphOf({ ...description, nodes, edges, unresolved, registrations }))).toEqual(
            bytesOf(graphOf(description)),
          )
        },
      ),
    )
  })

  test("one changed byte anywhere is noticed, and a cut file too", () => {
    fc.assert(fc.property(descriptions, fc.nat(), fc.integer({ min: 1, max: 255 }), (description, at, mask) => {
      const bytes = bytesOf(graphOf(description))
      const changed = bytes.slice()
      changed[at % bytes.length]! ^= mask
      const opened = decode(changed)
      expect(opened._tag).toBe("Left")
      expect(decode(bytes.subarray(0, at % bytes.length))._tag).toBe("Left")
      expect(decode(joined([bytes, new Uint8Array(8)]))._tag).toBe("Left")
    }))
  })

  test("every single byte of one file counts", () => {
    const bytes = bytesOf(graphOf(fc.sample(descriptions, { numRuns: 1, seed: 7 })[0]!))
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice()
      changed[at]! ^= 1 << (at % 8)
      expect(decode(changed)._tag).toBe("Left")
    }
  })

  test("any bytes at all are refused, not stumbled over", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(decode(bytes)).toMatchObject({ _tag: "Left", left: { _tag: "SnapshotUnreadable", reason: "foreign" } })
    }))
  })

  test("bytes at an odd place in memory are read too", () => {
    const bytes = bytesOf(graphOf({ nodes: [{ key: "f", kind: "File", name: "a.ts" }], edges: [] }))
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect(decode(shifted.subarray(3))._tag).toBe("Right")
  })

  test("a change of the format raises its number", () => {
    // Sections of format 4, without those of passages and overlays, which are there as a whole or not at all. A reader of this number finds just these: whoever changes them raises FORMAT and this list.
    const frame = Sections.read(bytesOf(shop))
    if ("_tag" in frame) throw new Error("unreadable")
    expect(Snapshot.FORMAT).toBe(4)
    expect([...frame.sections.keys()].join(" ")).toBe(
      "meta nodes.kind nodes.flags nodes.name nodes.file nodes.parent nodes.start nodes.end nodes.nameStart " +
        "nodes.suffix nodes.signature nodes.doc nodes.open nodes.exportedAs edges.kind edges.source edges.target " +
        "edges.confidence edges.reason edges.site edges.sites unresolved.name unresolved.source unresolved.role " +
        "unresolved.cause unresolved.site unresolved.member registrations.source registrations.handler " +
        "registrations.start registrations.end registrations.callee registrations.package registrations.text " +
        "registrations.form registered.registration registered.target registered.kind registered.confidence " +
        "registered.site strings.offsets strings.utf8 rows.in.edges rows.in.sources rows.out.offsets.6 " +
        "rows.in.offsets.6 byName files lines.offsets lines",
    )
  })

  test("a newer format is refused by its number", () => {
    const [head, ...rest] = Sections.write(Snapshot.FORMAT + 1, [])
    const opened = decode(joined([head!, ...rest]))
    expect(opened).toMatchObject({ _tag: "Left", left: { reason: "format", found: Snapshot.FORMAT + 1 } })
    if (opened._tag === "Left") expect(opened.left.message).toContain("run portolan analyze")
  })
})

describe("a whole file that lies", () => {
  const honest = () =>
    graphOf({
      nodes: [
        { key: "f", kind: "File", name: "a.ts", end: 100 },
        { key: "c", kind: "Class", name: "C", file: "f", parent: "f", start: 1, end: 90 },
        { key: "m", kind: "Method", name: "m", file: "f", parent: "c", start: 10, end: 20 },
        { key: "n", kind: "Method", name: "n", file: "f", parent: "c", start: 30, end: 40 },
      ],
      edges: [
        { kind: "CALLS", source: "m", target: "n", site: 12 },
        { kind: "HAS_METHOD", source: "c", target: "m" },
        { kind: "HAS_METHOD", source: "c", target: "n" },
      ],
      unresolved: [{ name: "n", source: "m" }],
      registrations: [
        { source: "m", start: 11, end: 14, callee: "on", package: "events", text: "end" },
        { source: "m", handler: "n", start: 15, end: 16 },
      ],
      lines: { f: [0, 10, 30] },
    })

  /** The same file with one section's bytes made by `lie`, checksums put right. */
  const rewritten = (tag: string, lie: (bytes: Uint8Array) => Uint8Array | undefined): Uint8Array => {
    const frame = Sections.read(bytesOf(honest()))
    if ("_tag" in frame) throw new Error("unreadable")
    const sections: Array<Sections.Section> = []
    for (const [name, bytes] of frame.sections) {
      const told = name === tag ? lie(bytes.slice()) : bytes
      if (told !== undefined) sections.push({ tag: name, bytes: told })
    }
    return joined(Sections.write(Snapshot.FORMAT, sections))
  }

  const filled = (value: number) => (bytes: Uint8Array) => bytes.fill(value)

  for (
    const tag of [
      "nodes.kind",
      "nodes.name",
      "nodes.suffix",
      "nodes.signature",
      "nodes.doc",
      "nodes.exportedAs",
      "edges.kind",
      "edges.source",
      "edges.target",
      "edges.confidence",
      "unresolved.name",
      "unresolved.source",
      "registrations.source",
      "registrations.callee",
      "registrations.package",
      "registrations.text",
      "registered.registration",
      "registered.target",
      "registered.confidence",
      "strings.offsets",
      "rows.in.edges",
      "rows.in.sources",
      "rows.out.offsets.6",
      "rows.in.offsets.6",
      "byName",
      "files",
      "lines.offsets",
    ]
  ) {
    test(`${tag} out of range`, () => {
      expect(decode(rewritten(tag, filled(0xee)))).toMatchObject({ _tag: "Left", left: { _tag: "SnapshotUnreadable" } })
    })
    test(`${tag} missing`, () => {
      expect(decode(rewritten(tag, () => undefined))).toMatchObject({
        _tag: "Left",
        left: { _tag: "SnapshotUnreadable", reason: "damaged" },
      })
    })
    test(`${tag} too long`, () => {
      expect(decode(rewritten(tag, (bytes) => joined([bytes, new Uint8Array(8)])))._tag).toBe("Left")
    })
  }

  test("a parent that is its own ancestor ends nothing", () => {
    const opened = decode(rewritten("nodes.parent", (bytes) => {
      new Uint32Array(bytes.buffer, 0, 4).set([0xffffffff, 2, 1, 1])
      return bytes
    }))
    expect(opened._tag).toBe("Right")
    if (opened._tag === "Right") expect(uidOf(opened.right.graph, 2)).toStartWith("Method:a.ts:")
  })

  test("an unknown section is passed over", () => {
    const frame = Sections.read(bytesOf(honest()))
    if ("_tag" in frame) throw new Error("unreadable")
    const sections = [...frame.sections].map(([tag, bytes]) => ({ tag, bytes }))
    const more = [{ tag: "later", bytes: new Uint8Array([1, 2, 3]) }, ...sections]
    const opened = decode(joined(Sections.write(Snapshot.FORMAT, more)))
    expect(opened._tag).toBe("Right")
    if (opened._tag === "Right") expect(contentOf(opened.right.graph)).toEqual(contentOf(honest()))
  })

  test("the parts of an opened graph are views of its bytes", () => {
    const bytes = bytesOf(honest())
    const opened = decode(bytes)
    if (opened._tag === "Right") {
      expect(partsOf(opened.right.graph).edges.target.buffer).toBe(bytes.buffer as ArrayBuffer)
    }
    expect(opened._tag).toBe("Right")
  })
})
