// Which repository answered, said where the user cannot take it for granted: in a folder that does not belong to it.

import * as Effect from "effect/Effect"
import { Files } from "../lib/machine/files.ts"
import * as Repos from "../lib/workspace/repos.ts"
import type { Sent } from "./command_of.ts"
import * as Folders from "./folders.ts"
import * as Holding from "./holding.ts"

/** A sentence where no repository was named and another one answered than that of the folder the user stands in. */
export const noteOn = (
  sent: Sent,
  output: unknown,
): Effect.Effect<string | undefined, never, Repos.Repos | Files> =>
  Effect.gen(function* () {
    const id = (output as { readonly index?: { readonly repo?: unknown } } | null)?.index?.repo
    if (sent["repo"] !== undefined || typeof id !== "string") return undefined
    const known = yield* Effect.orElseSucceed((yield* Repos.Repos).list, () => [])
    const answered = known.find((it) => it.id === id)
    if (answered === undefined) return undefined
    const here = yield* Effect.orElseSucceed((yield* Files).realPath(Folders.here()), Folders.here)
    return Holding.holds(answered.entry.path, here)
      ? undefined
      : `answered from ${id}, ${answered.entry.path}: the folder you are in is not part of it`
  })
