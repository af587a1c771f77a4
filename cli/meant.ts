// Which indexed repository the user means by a path, an id or a name: a folder means the indexed repository around it, a
// path that leads nowhere the one that was indexed there.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Files } from "../lib/machine/files.ts"
import type { Identified } from "../lib/workspace/registry.ts"
import * as Repos from "../lib/workspace/repos.ts"
import * as Selection from "../lib/workspace/selection.ts"
import * as Whereabouts from "../lib/workspace/whereabouts.ts"
import * as Folders from "./folders.ts"
import * as Holding from "./holding.ts"

/** Neither the folder nor one above it is indexed. */
export class NotIndexed extends Schema.TaggedError<NotIndexed>()("NotIndexed", {
  path: Schema.String,
  /** Id of the repository that seems to have been moved here. */
  was: Schema.optional(Schema.String),
}) {
  override get message() {
    const moved = this.was === undefined ? "" : `, though it seems to be "${this.was}", which was moved`
    return `Cannot find the index of "${this.path}": it is not indexed${moved}; run portolan analyze there`
  }
}

/** The repository that was typed, or the one around the folder that the user stands in. */
export const repository = Effect.fnUntraced(function* (typed: string | undefined) {
  const files = yield* Files
  const known = yield* (yield* Repos.Repos).list
  const path = Folders.typed(typed)
  const real = yield* Effect.option(files.realPath(path))
  if (real._tag === "Some") {
    const root = yield* Holding.rootOf(real.value)
    const around = known.find(({ entry }) => entry.path === root)
    if (around !== undefined) return around
  }
  const there = known.find(({ entry }) => entry.path === path)
  if (there !== undefined) return there
  if (typed === undefined || isPath(typed) || real._tag === "Some" && !known.some((it) => answersTo(it, typed))) {
    return yield* new NotIndexed({ path, ...real._tag === "Some" ? yield* wasOf(known, real.value) : {} })
  }
  return yield* Selection.bySelector(known, typed)
})

const isPath = (typed: string): boolean => /^[.~]|[\\/]/.test(typed)

const answersTo = ({ id, longId, entry }: Identified, typed: string): boolean =>
  [id, longId, entry.name.toLowerCase()].includes(typed.toLowerCase())

/** The repository that lay elsewhere when it was indexed, and seems to be this folder. */
const wasOf = Effect.fnUntraced(function* (known: ReadonlyArray<Identified>, real: string) {
  for (const { id, entry } of known) {
    if (!(yield* Whereabouts.isMissing(entry.path))) continue
    if ((yield* Whereabouts.isSame(entry, real)) !== "no") return { was: id }
  }
  return {}
})
