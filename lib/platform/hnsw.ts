// The native vector index, where it was built for this machine. Everything works without it; a self-test says whether it
// does, and if not why.

import { createRequire } from "node:module"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { type NativeGraph, NativeGraphs, NativeUnusable } from "../search/native_graph.ts"

interface Index {
  readonly initIndex: (capacity: number, m: number, construction: number, seed: number) => void
  readonly addPoint: (point: ReadonlyArray<number>, label: number) => void
  readonly searchKnn: (point: ReadonlyArray<number>, k: number) => { readonly neighbors: ReadonlyArray<number> }
  readonly setEf: (breadth: number) => void
  readonly getCurrentCount: () => number
  readonly readIndexSync: (path: string) => void
  readonly writeIndexSync: (path: string) => void
}

/** What the add-on gives. */
export interface Addon {
  readonly HierarchicalNSW: new (space: "l2" | "ip" | "cosine", dimensions: number) => Index
}

export type Loaded =
  | { readonly _tag: "loaded"; readonly addon: Addon }
  | { readonly _tag: "absent"; readonly reason: string }

/** Where the add-on may lie: beside this module, or in its package. By full path, since a search cannot work embedded. */
const PLACES: ReadonlyArray<string> = [
  fileURLToPath(new URL("./native/addon.node", import.meta.url)),
  "hnswlib-node/build/Release/addon.node",
]

/** Loads the add-on; a file of another machine fails like a missing one, with its own reason. */
export const load = (): Loaded => {
  const require = createRequire(import.meta.url)
  const reasons: Array<string> = []
  for (const place of PLACES) {
    try {
      return { _tag: "loaded", addon: require(place) as Addon }
    } catch (cause) {
      reasons.push(cause instanceof Error ? cause.message.split("\n")[0]! : String(cause))
    }
  }
  // The first place says why a file that is there does not load; the second says more only where the first is missing.
  return { _tag: "absent", reason: reasons[0]! }
}

export type Tested =
  | { readonly _tag: "works" }
  | { readonly _tag: "absent"; readonly reason: string }
  | { readonly _tag: "wrong"; readonly reason: string }

const POINTS = 200

/** Builds a small index and searches each of its points. Costs a few milliseconds. */
export const selfTest = (): Tested => {
  const loaded = load()
  if (loaded._tag === "absent") return loaded
  try {
    const index = new loaded.addon.HierarchicalNSW("l2", 2)
    index.initIndex(POINTS, 16, 100, 1)
    const point = (i: number) => [Math.cos(i), i / POINTS]
    for (let i = 0; i < POINTS; i++) index.addPoint(point(i), i)
    let found = 0
    for (let i = 0; i < POINTS; i++) if (index.searchKnn(point(i), 1).neighbors[0] === i) found++
    return found === POINTS
      ? { _tag: "works" }
      : { _tag: "wrong", reason: `found ${found} of ${POINTS} points as their own nearest` }
  } catch (cause) {
    return { _tag: "wrong", reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** Links of a row, how widely a row's neighbours are looked for when it is added, and when it is asked for. */
const LINKS = 12
const CONSTRUCTION = 64
const BREADTH = 100
const SEED = 1

const said = (cause: unknown) =>
  new NativeUnusable({ reason: cause instanceof Error ? cause.message.split("\n")[0]! : String(cause) })

const graphOf = (index: Index, dims: number): NativeGraph => {
  // The add-on takes arrays of JavaScript alone; one is enough.
  const point: Array<number> = new Array(dims).fill(0)
  const pointOf = (vector: Float32Array) => {
    for (let i = 0; i < dims; i++) point[i] = vector[i]!
    return point
  }
  let breadth = BREADTH
  index.setEf(breadth)
  return {
    add: (vector, row) => index.addPoint(pointOf(vector), row),
    nearest: (vector, count) => {
      const least = Math.max(BREADTH, count)
      if (least !== breadth) index.setEf(breadth = least)
      return index.searchKnn(pointOf(vector), Math.min(count, index.getCurrentCount())).neighbors
    },
    write: (path) => Either.try({ try: () => index.writeIndexSync(path), catch: said }),
  }
}

/** An index as the add-on makes it, filled by `fill`. */
const made = (dims: number, fill: (index: Index) => void): Either.Either<NativeGraph, NativeUnusable> => {
  const loaded = load()
  if (loaded._tag === "absent") return Either.left(new NativeUnusable({ reason: loaded.reason }))
  return Either.try({
    try: () => {
      const index = new loaded.addon.HierarchicalNSW("ip", dims)
      fill(index)
      return graphOf(index, dims)
    },
    catch: said,
  })
}

export const layer: Layer.Layer<never> = Layer.succeed(NativeGraphs, {
  make: (dims, rows) => made(dims, (index) => index.initIndex(rows, LINKS, CONSTRUCTION, SEED)),
  read: (path, dims) => made(dims, (index) => index.readIndexSync(path)),
  version: `hnswlib-node 3.0.0 ${LINKS} ${CONSTRUCTION} ${process.arch}`,
})
