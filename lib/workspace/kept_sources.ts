// The kept state of files on disk. Of an index that is told as what differs from another one, the files too are told from
// those of the other: a worktree's own are then their times and little more.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import * as Path from "../text/path.ts"
import { Home } from "./home.ts"
import * as Names from "./names.ts"
import * as Shelf from "./shelf.ts"
import * as Sources from "./sources.ts"

type Kept<A> = Effect.Effect<A, never, Files.Files | Home>

/**
 * What is kept in a file for the snapshot of that content; undefined where it is not, or where what it is told from is
 * gone.
 */
export const read = (path: string, sha256: string): Kept<Sources.Sources | undefined> =>
  Effect.gen(function* () {
    const bytes = yield* bytesOf(path)
    if (bytes === undefined) return undefined
    const needed = Sources.needs(bytes)
    const base = needed === undefined ? undefined : yield* rosterOf(needed, Path.folderOf(path))
    return needed !== undefined && base === undefined ? undefined : Sources.decode(bytes, sha256, base)
  })

/** What to keep in the file `path`; told from `needed` where the files of that are there. */
export const encode = (
  path: string,
  sha256: string,
  sources: Sources.Sources,
  needed: Sources.Needed | undefined,
): Kept<Uint8Array> =>
  Effect.map(
    needed === undefined ? Effect.succeed(undefined) : rosterOf(needed, Path.folderOf(path)),
    (base) => Sources.encode(sha256, sources, base),
  )

/** What the file at `path` is told from now. */
export const neededAt = (path: string): Kept<Sources.Needed | undefined> =>
  Effect.map(bytesOf(path), (bytes) => bytes === undefined ? undefined : Sources.needs(bytes))

const bytesOf = (path: string): Effect.Effect<Uint8Array | undefined, never, Files.Files> =>
  Effect.orElseSucceed(Effect.flatMap(Files.Files, (files) => files.read(path)), () => undefined)

/** The files of the other index, on its shelf as long as it is the newest there, else kept aside. */
const rosterOf = Effect.fnUntraced(function* (needed: Sources.Needed, shelf: string) {
  const other = `${Shelf.allOf((yield* Home).folder)}/${needed.shelf}`
  const aside = Names.keptSources(needed.sha256)
  for (const path of [`${other}/${Names.SOURCES}`, `${other}/${aside}`, `${shelf}/${aside}`]) {
    const bytes = yield* bytesOf(path)
    const found = bytes === undefined ? undefined : Sources.decode(bytes, needed.sha256)
    if (found !== undefined) return { ...needed, files: found.files } satisfies Sources.Roster
  }
  return undefined
})
