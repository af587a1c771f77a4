// Where checkouts were cloned from: two with one remote are siblings.

import * as Effect from "effect/Effect"
import { RunGit } from "../machine/git.ts"

const AT_ONCE = 8

/**
 * Remote address by root; a root without one is left out, and one that is no checkout of its own. What identifies the
 * user in an address is taken off.
 */
export const of = (
  entries: ReadonlyArray<{ readonly path: string; readonly commit: string | null }>,
): Effect.Effect<ReadonlyMap<string, string>, never, RunGit> =>
  Effect.flatMap(RunGit, (git) =>
    Effect.map(
      Effect.forEach(
        entries.filter((entry) => entry.commit !== null).map((entry) => entry.path),
        (root) =>
          Effect.option(
            Effect.map(
              git(root, ["config", "--get", "remote.origin.url"]),
              (bytes) => [root, withoutUser(new TextDecoder().decode(bytes).trim())] as const,
            ),
          ),
        { concurrency: AT_ONCE },
      ),
      (found) => new Map(found.flatMap((it) => it._tag === "Some" && it.value[1] !== "" ? [it.value] : [])),
    ))

/** `https://user:token@host/path` without the part that names or authorises a user. */
export const withoutUser = (address: string): string => address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1")
