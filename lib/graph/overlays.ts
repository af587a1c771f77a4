// What is derived from a graph as a whole, as tables beside it: THE place for the shape of an overlay. Each is made by a
// phase in overlays/, is optional, and changes no node or edge: numbers of nodes are those of the graph. Snapshot
// sections, checks of foreign bytes and the types of answers are derived from this one table.

import * as Columns from "./columns.ts"
import type { Strings } from "./graph.ts"
import * as PackedStrings from "./strings.ts"

/** What the numbers of a column point to. */
export type Points = "number" | "node" | "text" | "row"

export interface ColumnSpec {
  readonly type: Columns.ColumnType
  readonly points: Points
  /** Of a column of rows: the table that they are of. */
  readonly table?: string
  /** May it hold NONE? */
  readonly optional?: true
}

type TableSpec = Readonly<Record<string, ColumnSpec>>

export interface OverlaySpec {
  /** In the order in which they are written. */
  readonly tables: Readonly<Record<string, TableSpec>>
  /** Tables that have a row a node. */
  readonly byNode: ReadonlyArray<string>
  readonly doc: string
}

const number = <T extends Columns.ColumnType>(type: T) => ({ type, points: "number" }) as const
const node = { type: "u32", points: "node" } as const
const text = { type: "u32", points: "text" } as const
const row = <T extends string>(table: T) => ({ type: "u32", points: "row", table }) as const
const rowOrNone = <T extends string>(table: T) => ({ type: "u32", points: "row", table, optional: true }) as const

export const OVERLAYS = {
  centrality: {
    /** The share of all walks over the graph that are at a node, in parts of 10⁹. */
    tables: { ranks: { rank: number("u32") } },
    byNode: ["ranks"],
    doc: "How central a definition is in the graph of uses (PageRank)",
  },
  communities: {
    tables: {
      communities: {
        /** Words that no other one has. */
        label: text,
        /** 16 hexadecimal digits of its members. */
        id: text,
        size: number("u32"),
        /** The share of its members' ties that stay inside, in permille. */
        cohesion: number("u16"),
      },
      /** By node. */
      members: { community: rowOrNone("communities") },
      /** One row. */
      whole: {
        /** Modularity of the partition, in parts of 10⁹. */
        modularity: number("u32"),
      },
    },
    byNode: ["members"],
    doc: "Areas of the code: what is tied more closely to each other than to the rest",
  },
  tests: {
    /** In the order of (target, distance, test). */
    tables: {
      tests: {
        /** A definition or file of test code. */
        test: node,
        target: node,
        /** Calls from one to the other, steps inside of test code not counted. */
        distance: number("u8"),
        /** In percent. */
        confidence: number("u8"),
        /** `TEST_REASONS` code. */
        reason: number("u8"),
      },
      /** One row. */
      whole: {
        /** Tests that run so much that not all of it is told. */
        cut: number("u32"),
      },
    },
    byNode: [],
    doc: "Which tests are about a definition",
  },
  processes: {
    tables: {
      /** In the order of their priority, the highest first. */
      processes: {
        label: text,
        /** 16 hexadecimal digits of its steps. */
        id: text,
        entry: node,
        /** Offset of the entry in its file. */
        at: number("u32"),
        /** `ENTRY_KINDS` code. */
        kind: number("u8"),
        /** In permille. */
        priority: number("u16"),
        /** Steps that were left out of it. */
        cut: number("u32"),
        /** How many communities its steps are of. */
        communities: number("u16"),
      },
      /** In the order of (process, step): a step comes behind the one that runs it. */
      steps: {
        process: row("processes"),
        node,
        /** The step of this process that runs it, counted from its first, or NONE. */
        from: number("u32"),
        /** Where it is run, in the file of that step, or NONE. */
        site: number("u32"),
        depth: number("u8"),
        /** Least confidence of the edges up to it, in percent. */
        confidence: number("u8"),
        /** `SINK_KINDS` code of what it touches outside, or 0. */
        sink: number("u8"),
      },
      /** One row. */
      whole: {
        /** Flows that were left out, since there are too many. */
        left: number("u32"),
      },
    },
    byNode: [],
    doc: "Execution flows: an entry point and what it runs, in order",
  },
} as const satisfies Record<string, OverlaySpec>

export type OverlayName = keyof typeof OVERLAYS

export const NAMES = Object.keys(OVERLAYS) as ReadonlyArray<OverlayName>

type ShapeOf<T> = {
  readonly [C in keyof T]: T[C] extends { readonly type: infer U extends Columns.ColumnType } ? U : never
}

type TableOf<T> = ShapeOf<T> extends infer S extends Columns.Shape ? Columns.Table<S> : never

type BuilderOf<T> = ShapeOf<T> extends infer S extends Columns.Shape ? Columns.Builder<S> : never

/** The tables of an overlay. */
export type Tables<N extends OverlayName> = {
  readonly [T in keyof (typeof OVERLAYS)[N]["tables"]]: TableOf<(typeof OVERLAYS)[N]["tables"][T]>
}

/** An overlay of one graph. */
export interface Artefact<N extends OverlayName = OverlayName> {
  /** Of the phase that made it. */
  readonly version: number
  readonly tables: Tables<N>
  /** By number; 0 is the empty one. */
  readonly texts: Strings
  /** What the texts are read from. */
  readonly packed: PackedStrings.Packed
}

export type Overlays = { readonly [N in OverlayName]?: Artefact<N> }

/** The shape of a table, as columns are made by. */
export const shapeOf = (spec: TableSpec): Columns.Shape => {
  const shape: Record<string, Columns.ColumnType> = {}
  for (const column in spec) shape[column] = spec[column]!.type
  return shape
}

/** A table that is empty and grows. */
export const builderOf = <N extends OverlayName, T extends keyof Tables<N> & string>(
  name: N,
  table: T,
): BuilderOf<(typeof OVERLAYS)[N]["tables"][T]> =>
  new Columns.Builder(shapeOf((OVERLAYS[name].tables as Record<string, TableSpec>)[table]!)) as never

/** Texts by number while an overlay is made. */
export class Texts {
  readonly all: Array<string> = [""]
  readonly #ids = new Map<string, number>([["", 0]])

  of(text: string): number {
    let id = this.#ids.get(text)
    if (id === undefined) {
      id = this.all.length
      this.all.push(text)
      this.#ids.set(text, id)
    }
    return id
  }
}

/** An overlay of tables that are done. */
export const make = <N extends OverlayName>(version: number, tables: Tables<N>, texts = new Texts()): Artefact<N> => {
  const packed = PackedStrings.pack(PackedStrings.fromArray(texts.all))
  return { version, tables, texts: PackedStrings.fromPacked(packed), packed }
}
