// A delta gives back, to the byte, the snapshot that it was made of, whatever the two have in common; and where little
// differs it is little.

import { expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Delta from "../../lib/graph/delta.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { law } from "../_kit/effect.ts"
import { type Description, descriptions, graphOf, META, type NodeDescription } from "./graphs.ts"

const bytesOf = (description: Description, name = META.name): Uint8Array => {
  const parts = Snapshot.encode(graphOf(description), { ...META, name })
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
const without = ({ nodes, edges, unresolved, lines }: Description, drop: ReadonlyArray<number>): Description => {
  const needed = new Set(nodes.flatMap((node) => [node.file, node.parent]))
  const gone = new Set(nodes.filter((node, i) => drop.includes(i) && !needed.has(node.key)).map((node) => node.key))
  const isThere = (key: string) => !gone.has(key)
  return {
    lines: Object.fromEntries(Object.entries(lines ?? {}).filter(([key]) => isThere(key))),
    nodes: nodes.filter(({ key }) => isThere(key)),
    edges: edges.filter(({ source, target }) => isThere(source) && isThere(target)),
    unresolved: (unresolved ?? []).filter(({ source }) => isThere(source)),
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
