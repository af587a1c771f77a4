// A delta gives back, to the byte, the snapshot that it was made of, whatever the two have in common; and where little
// differs it is little.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Delta from "../../lib/graph/delta.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { law } from "../_kit/effect.ts"
import { type Description, descriptions, graphOf, META, type NodeDescription } from "./graphs.ts"
import { type Row, tableOf } from "./tables.ts"

const DIMS = 4

const bytesOf = (description: Description, name = META.name, rows?: ReadonlyArray<Row>): Uint8Array => {
  const passages = rows === undefined ? undefined : tableOf(rows, DIMS)
  const parts = Snapshot.encode({ graph: graphOf(description), meta: { ...META, name }, passages })
  const bytes = new Uint8Array(parts.reduce((sum, it) => sum + it.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Is `next` what comes out of its delta over `base`? Gives the length of the delta. */
const holds = (base: Uint8Array, next: Uint8Array): number => {
  const delta = Delta.make(base, next)
  expect(delta).toBeDefined()
  const made = Delta.apply(base, delta!)
  expect(Buffer.compare(made!, next)).toBe(0)
  return delta!.length
}

law("any snapshot comes out of its delta over any other", fc.tuple(descriptions, descriptions), ([a, b]) => {
  holds(bytesOf(a), bytesOf(b, "other"))
}, { runs: 300 })

/** Leaves out every node that another one does not need, here and there. */
const without = (
  { nodes, edges, unresolved, registrations, lines }: Description,
  drop: ReadonlyArray<number>,
): Description => {
  const needed = new Set(nodes.flatMap((node) => [node.file, node.parent]))
  const gone = new Set(nodes.filter((node, i) => drop.includes(i) && !needed.has(node.key)).map((node) => node.key))
  const isThere = (key: string) => !gone.has(key)
  return {
    lines: Object.fromEntries(Object.entries(lines ?? {}).filter(([key]) => isThere(key))),
    nodes: nodes.filter(({ key }) => isThere(key)),
    edges: edges.filter(({ source, target }) => isThere(source) && isThere(target)),
    unresolved: (unresolved ?? []).filter(({ source }) => isThere(source)),
    registrations: (registrations ?? []).filter(({ source, handler }) =>
      isThere(source) && (handler === undefined || isThere(handler))
    ),
  }
}

law(
  "a snapshot with some nodes less or more comes out of its delta",
  fc.tuple(descriptions, fc.array(fc.nat(30), { maxLength: 6 })),
  ([description, drop]) => {
    const [all, fewer] = [bytesOf(description), bytesOf(without(description, drop))]
    holds(all, fewer)
    holds(fewer, all)
  },
  { runs: 300 },
)

/** A program of `files` files with ten functions each, which call each other; `edit` changes the nodes of one file. */
const program = (files: number, edit: (nodes: Array<NodeDescription>) => void = () => {}): Description => {
  const nodes: Array<NodeDescription> = []
  const edges: Array<Description["edges"][number]> = []
  const lines: Record<string, Array<number>> = {}
  for (let i = 0; i < files; i++) {
    const file = `src/m${String(i).padStart(4, "0")}.ts`
    const own: Array<NodeDescription> = Array.from({ length: 10 }, (_, n) => ({
      key: `${file}#${n}`,
      kind: "Function",
      name: `name${i}x${n}`,
      file,
      parent: file,
      start: n * 100,
      end: n * 100 + 90,
      signature: `function name${i}x${n}(first: string, second: number)`,
    }))
    if (i === files >> 1) edit(own)
    nodes.push({ key: file, kind: "File", name: file, end: 1000 }, ...own)
    lines[file] = Array.from({ length: own.length * 4 }, (_, n) => n * 25)
    for (const { key } of own) {
      const other = `src/m${String((i * 7) % files).padStart(4, "0")}.ts#${(i * 3) % 9}`
      edges.push({ kind: "CONTAINS", source: file, target: key }, { kind: "CALLS", source: key, target: other })
    }
  }
  return { nodes, edges, lines }
}

const EDITS: Readonly<Record<string, (nodes: Array<NodeDescription>) => void>> = {
  nothing: () => {},
  "a new function with a new name": (nodes) =>
    void nodes.splice(5, 0, { ...nodes[4]!, key: "new", name: "quiteNew", start: 480, end: 490, signature: "new" }),
  "a function less": (nodes) => void nodes.splice(9, 1),
  "another name": (nodes) => void (nodes[5] = { ...nodes[5]!, name: "renamed", signature: "function renamed()" }),
  "all further down": (nodes) => nodes.forEach((it, i) => nodes[i] = { ...it, start: it.start! + 7, end: it.end! + 7 }),
}

for (const [title, edit] of Object.entries(EDITS)) {
  test(`of a program of 400 files with an edit the delta is below one percent: ${title}`, () => {
    const [base, next] = [bytesOf(program(400)), bytesOf(program(400, edit), "worktree")]
    expect(holds(base, next)).toBeLessThan(next.length / 100)
    expect(holds(next, base)).toBeLessThan(base.length / 100)
  })
}

test("what is no snapshot of this version has no delta, and gives none", () => {
  const bytes = bytesOf(program(2))
  const other = new Uint8Array(64)
  expect(Delta.make(other, bytes)).toBeUndefined()
  expect(Delta.make(bytes, other)).toBeUndefined()
  expect(Delta.apply(other, Delta.make(bytes, bytes)!)).toBeUndefined()
  expect(Delta.apply(bytes, new Uint8Array(8))).toBeUndefined()
})

const rows: fc.Arbitrary<ReadonlyArray<Row>> = fc.array(
  fc.record({
    node: fc.nat(3),
    lines: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 9, max: 20 })),
    title: fc.constantFrom("", "", "Shop", "Ü"),
    words: fc.dictionary(fc.stringMatching(/^[a-e]{1,2}$/), fc.integer({ min: 1, max: 255 }), { maxKeys: 5 }),
    vector: fc.array(fc.integer({ min: -127, max: 127 }), { minLength: DIMS, maxLength: DIMS }),
    scale: fc.constantFrom(0, 0.5, 0.25),
  }),
  { maxLength: 12 },
)

law(
  "any passages come out of their delta over any others, or over none",
  fc.tuple(descriptions, descriptions, fc.option(rows, { nil: undefined }), fc.option(rows, { nil: undefined })),
  ([a, b, before, after]) => {
    holds(bytesOf(a, "x", before), bytesOf(b, "y", after))
  },
  { runs: 300 },
)

law(
  "passages that are changed here and there come out of their delta",
  fc.tuple(rows, fc.array(fc.tuple(fc.nat(11), rows), { maxLength: 3 })),
  ([before, edits]) => {
    const after = [...before]
    for (const [at, others] of edits) after.splice(at % (after.length + 1), others.length % 3, ...others.slice(0, 2))
    const [one, other] = [bytesOf({ nodes: [], edges: [] }, "x", before), bytesOf({ nodes: [], edges: [] }, "x", after)]
    holds(one, other)
    holds(other, one)
  },
  { runs: 300 },
)

test("an edit of one passage costs that passage, not the others", () => {
  const many = (edited: Partial<Row>): ReadonlyArray<Row> =>
    Array.from({ length: 2000 }, (_, i): Row => ({
      node: i,
      lines: [i + 1, i + 5],
      words: { [`word${i}`]: 3, [`other${i % 50}`]: 1, name: 2 },
      vector: [i % 127, (i * 7) % 127, (i * 31) % 127, 5],
      scale: 0.25,
      ...(i === 700 ? edited : {}),
    }))
  const base = bytesOf(program(200), "x", many({}))
  const costOf = (rows: ReadonlyArray<Row>) => holds(base, bytesOf(program(200), "x", rows))
  const nothing = costOf(many({}))
  expect(nothing).toBeLessThan(4_000)
  expect(costOf(many({ words: { quite: 1, new: 2, name: 2 } })) - nothing).toBeLessThan(200)
  // One more row, and all behind it further down.
  const more = many({})
  const inserted = [...more.slice(0, 900), { ...more[900]!, words: { inserted: 9 } }, ...more.slice(900)]
  expect(costOf(inserted) - nothing).toBeLessThan(200)
  expect(costOf(more.filter((_, i) => i !== 901)) - nothing).toBeLessThan(200)
})
