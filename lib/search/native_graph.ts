// The native index of vectors as the rest sees it: a graph in which the neighbours of a query are found without looking
// at all rows, and mostly all of them. It is optional everywhere; what it finds is always counted anew from the set.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Either from "effect/Either"

/** Rows by number. */
export interface NativeGraph {
  /** Adds a vector of length 1. Takes some 0.1 ms. */
  readonly add: (vector: Float32Array, row: number) => void
  /** Rows that are near, in no order; fewer than `count` where there are not so many. */
  readonly nearest: (vector: Float32Array, count: number) => ReadonlyArray<number>
  /** Writes all to a file. Fails with the system's or the add-on's own words. */
  readonly write: (path: string) => Either.Either<void, NativeUnusable>
}

/** The add-on is not there, or does not do what it is asked. */
export class NativeUnusable extends Data.TaggedError("NativeUnusable")<{ readonly reason: string }> {
  override get message() {
    return `Cannot use the HNSW index: ${this.reason}`
  }
}

export interface NativeGraphsShape {
  /** An empty graph for so many rows. */
  readonly make: (dims: number, rows: number) => Either.Either<NativeGraph, NativeUnusable>
  /** One that was written: the add-on trusts the file, so whoever calls has made sure that it is our own and whole. */
  readonly read: (path: string, dims: number) => Either.Either<NativeGraph, NativeUnusable>
  /** Names what of the add-on and its settings decides a file's bytes. */
  readonly version: string
}

const none = Either.left(new NativeUnusable({ reason: "there is no add-on here" }))

/** Without a layer there is no add-on, and everything works without it. */
export class NativeGraphs extends Context.Reference<NativeGraphs>()("search/NativeGraphs", {
  defaultValue: (): NativeGraphsShape => ({ make: () => none, read: () => none, version: "none" }),
}) {}
