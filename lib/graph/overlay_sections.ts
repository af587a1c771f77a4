// Overlays ↔ sections of a snapshot: a section a table, one behind the other its columns, and two for the texts. What a
// column may hold is read off `OVERLAYS`.

import { climbsTo, isBelow, isBelowOrNone } from "./column_checks.ts"
import * as Columns from "./columns.ts"
import {
  type Artefact,
  type ColumnSpec,
  NAMES,
  type OverlayName,
  OVERLAYS,
  type Overlays,
  shapeOf,
} from "./overlays.ts"
import type { Reader } from "./section_reader.ts"
import type { Section } from "./sections.ts"
import * as Strings from "./strings.ts"

type AnyTables = Readonly<Record<string, Columns.Table<Columns.Shape>>>

const tablesOf = (name: OverlayName) => OVERLAYS[name].tables as Readonly<Record<string, Record<string, ColumnSpec>>>

const HEAD = 8

/** Is a section by that tag one of an overlay? */
export const isOne = (tag: string): boolean => NAMES.some((name) => tag.startsWith(`${name}.`))

/** The sections of all overlays that are there. */
export const sectionsOf = (overlays: Overlays): ReadonlyArray<Section> =>
  NAMES.flatMap((name) => {
    const artefact = overlays[name]
    return artefact === undefined ? [] : sectionsOfOne(name, artefact as Artefact)
  })

const sectionsOfOne = (name: OverlayName, { version, tables, packed }: Artefact): ReadonlyArray<Section> => [
  { tag: `${name}.version`, bytes: bytesOf(Uint32Array.of(version)) },
  ...Object.entries(tablesOf(name)).map(([table, spec]) => {
    const { rows, ...columns } = (tables as unknown as AnyTables)[table]!
    const shape = shapeOf(spec)
    const bytes = new Uint8Array(HEAD + Columns.sizeOf(shape, rows))
    new DataView(bytes.buffer).setUint32(0, rows, true)
    Columns.write(shape, columns as never, rows, bytes, HEAD)
    return { tag: `${name}.${table}`, bytes }
  }),
  { tag: `${name}.text.offsets`, bytes: bytesOf(packed.offsets) },
  { tag: `${name}.text.utf8`, bytes: packed.blob },
]

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength)

/** The overlays of a snapshot. What is missing or too short is the reader's problem. */
export const read = (reader: Reader): Overlays => {
  const found: { [N in OverlayName]?: Artefact } = {}
  for (const name of NAMES) if (reader.has(`${name}.version`)) found[name] = readOne(reader, name)
  return found as Overlays
}

const readOne = (reader: Reader, name: OverlayName): Artefact => {
  const tables: Record<string, Columns.Table<Columns.Shape>> = {}
  for (const [table, spec] of Object.entries(tablesOf(name))) {
    const tag = `${name}.${table}`
    const bytes = reader.bytes(tag)
    const shape = shapeOf(spec)
    const rows = bytes.length < HEAD ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
    const isWhole = bytes.length === HEAD + Columns.sizeOf(shape, rows)
    if (!isWhole) reader.refuse(`section ${tag} has not the length of its ${rows} rows`)
    tables[table] = isWhole ? Columns.view(shape, rows, bytes, HEAD) : Columns.zeros(shape, 0)
  }
  const packed = { offsets: reader.words(`${name}.text.offsets`), blob: reader.bytes(`${name}.text.utf8`) }
  if (packed.offsets.length < 2) reader.refuse(`section ${name}.text.offsets is empty`)
  return {
    version: reader.words(`${name}.version`)[0] ?? 0,
    tables: tables as never,
    packed,
    texts: Strings.fromPacked(packed),
  }
}

/** The first column that leads out of its overlay or the graph of so many nodes, or undefined. O(rows of all columns). */
export const findLie = (overlays: Overlays, nodes: number): string | undefined => {
  for (const name of NAMES) {
    const artefact = overlays[name]
    const lie = artefact === undefined ? undefined : findLieIn(name, artefact as Artefact, nodes)
    if (lie !== undefined) return `section ${name}.${lie} points outside of the graph or out of order`
  }
  return undefined
}

const findLieIn = (name: OverlayName, artefact: Artefact, nodes: number): string | undefined => {
  const { texts, packed } = artefact
  const tables = artefact.tables as unknown as AnyTables
  if (!climbsTo(packed.offsets, packed.blob.length)) return "text.offsets"
  for (const [table, spec] of Object.entries(tablesOf(name))) {
    const { rows } = tables[table]!
    if ((OVERLAYS[name].byNode as ReadonlyArray<string>).includes(table) && rows !== nodes) return table
    for (const [column, { points, optional, table: of }] of Object.entries(spec)) {
      const limit = points === "node"
        ? nodes
        : points === "text"
        ? texts.count
        : points === "row"
        ? tables[of!]!.rows
        : -1
      if (limit === -1) continue
      const values = (tables[table] as unknown as Record<string, Uint32Array>)[column]!
      if (!(optional === true ? isBelowOrNone : isBelow)(values, limit)) return table
    }
  }
  return undefined
}
