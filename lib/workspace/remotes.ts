// Which indexed checkouts belong together: those that were cloned from one place, and the worktrees of one repository.

import * as Effect from "effect/Effect"
import { RunGit } from "../machine/git.ts"

const AT_ONCE = 8

/** What tells that two checkouts belong together. */
export interface Origin {
  /** Where it was cloned from, without what identifies the user. */
  readonly remote: string | undefined
  /** Git's folder, which the worktrees of a repository share. */
  readonly common: string | undefined
}

/** Do two checkouts belong together? */
export const areSiblings = (a: Origin | undefined, b: Origin | undefined): boolean =>
  a !== undefined && b !== undefined &&
  (a.remote !== undefined && a.remote === b.remote || a.common !== undefined && a.common === b.common)

const text = (bytes: Uint8Array): string | undefined => new TextDecoder().decode(bytes).trim() || undefined

/** The origin of each checkout by root; a root that is no checkout is left out. */
export const of = (
  entries: ReadonlyArray<{ readonly path: string; readonly commit: string | null }>,
): Effect.Effect<ReadonlyMap<string, Origin>, never, RunGit> =>
  Effect.flatMap(RunGit, (git) => {
    const ask = (root: string, ...args: ReadonlyArray<string>) =>
      Effect.orElseSucceed(Effect.map(git(root, args), text), () => undefined)
    return Effect.map(
      Effect.forEach(
        entries.filter((entry) => entry.commit !== null).map((entry) => entry.path),
        (root) =>
          Effect.map(
            Effect.all([
              ask(root, "config", "--get", "remote.origin.url"),
              ask(root, "rev-parse", "--path-format=absolute", "--git-common-dir", "--show-prefix"),
            ]),
            ([remote, common]) =>
              [root, { remote: remote === undefined ? undefined : withoutUser(remote), common }] as const,
          ),
        { concurrency: AT_ONCE },
      ),
      (found) => new Map(found),
    )
  })

/** `https://user:token@host/path` without the part that names or authorises a user. */
const withoutUser = (address: string): string => address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1")
