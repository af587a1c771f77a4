// The folder under the home folder that each indexed repository has to itself: its entry, the state of its sources, and
// its snapshot where that may not lie in the repository. From the entries here the registry is put together again when
// it is lost, so nothing that a repository brings along is asked for that.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import { byPath, Entry } from "./entry.ts"

const SHELVES = "snapshots"
const ENTRY = "entry.json"
const VERSION = 1

/** An entry is some 700 bytes. */
const LARGEST = 1_000_000

/** Where all shelves stand. */
export const allOf = (home: string): string => `${home}/${SHELVES}`

/** What a repository's shelf is called, by its real path. */
export const nameOf = (root: string, { sha256 }: typeof Digest.Service): string =>
  sha256(new TextEncoder().encode(root)).slice(0, 32)

/** A folder of its own for each real path. */
export const of = (home: string, root: string, digest: typeof Digest.Service): string =>
  `${allOf(home)}/${nameOf(root, digest)}`

const Stored = Schema.parseJson(Schema.Struct({ version: Schema.Literal(VERSION), entry: Entry }))

/** Puts an entry on a shelf, which is made where it is missing. */
export const put = (shelf: string, entry: Entry): Effect.Effect<void, Files.PlatformError, Files.Files> =>
  Effect.flatMap(Files.Files, (files) =>
    Effect.zipRight(
      files.makeFolder(shelf),
      files.writeAtomically(`${shelf}/${ENTRY}`, [
        new TextEncoder().encode(`${JSON.stringify({ version: VERSION, entry })}\n`),
      ]),
    ))

/** The entry of a shelf; undefined where there is none that can be read. */
export const entryOf = (shelf: string): Effect.Effect<Entry | undefined, never, Files.Files> =>
  Effect.flatMap(Files.Files, (files) =>
    Effect.gen(function* () {
      const path = `${shelf}/${ENTRY}`
      const stat = yield* files.stat(path)
      // What is no file may never end when it is read.
      if (stat.kind !== "file" || LARGEST < stat.size) return undefined
      const stored = yield* Schema.decodeUnknown(Stored)(new TextDecoder().decode(yield* files.read(path)))
      return stored.entry
    }).pipe(Effect.orElseSucceed(() => undefined)))

/** Names of the shelves that there are. */
export const list = (home: string): Effect.Effect<ReadonlyArray<string>, never, Files.Files> =>
  Effect.flatMap(Files.Files, (files) =>
    files.list(allOf(home)).pipe(
      Effect.map((entries) => entries.filter((it) => it.kind === "folder").map((it) => `${allOf(home)}/${it.name}`)),
      Effect.orElseSucceed(() => []),
    ))

/** The entries of all shelves in path order, one a repository. Files that are no entry are passed over. */
export const entries = (home: string): Effect.Effect<ReadonlyArray<Entry>, never, Files.Files> =>
  Effect.gen(function* () {
    const byRoot = new Map<string, Entry>()
    for (const shelf of yield* list(home)) {
      const entry = yield* entryOf(shelf)
      if (entry === undefined) continue
      const known = byRoot.get(entry.path)
      if (known === undefined || known.indexedAt < entry.indexedAt) byRoot.set(entry.path, entry)
    }
    return [...byRoot.values()].sort(byPath)
  })
