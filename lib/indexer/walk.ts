// Files below a folder that git does not list, by listing folders. Links are not followed; what tools install, build and
// cache is left out by its name or by what lies in it.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"
import * as LeftOut from "./left_out.ts"
import * as OwnRules from "./own_rules.ts"
import type { Found } from "./scan.ts"

/** What is met on the way and decided elsewhere. */
export interface Way {
  readonly root: string
  readonly found: Found
  readonly own: OwnRules.OwnRules
  /** Adds a repository at `prefix` by its own git; false where git cannot tell. */
  readonly addRepository: (prefix: string) => Effect.Effect<boolean, never, Files.Files | RunGit>
}

/** A folder to list: `prefix` is empty or ends with `/`. */
export interface Start {
  readonly prefix: string
  /** Left out as a whole: only what a rule asks for by a `!` is taken. */
  readonly only: boolean
}

/** A name that is not UTF-8 cannot be opened by its text: it is named instead. */
export const BAD_NAME = "\ufffd"
export const BAD_NAME_REASON = "its name is not valid UTF-8"

/** Fails only where the folder that is the root itself cannot be listed. */
export const walk = Effect.fnUntraced(function* (way: Way, starts: ReadonlyArray<Start>) {
  const { root, found, own } = way
  const files = yield* Files.Files
  const pending = [...starts]
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { prefix, only } = at
    const listed = yield* Effect.either(files.list(`${root}/${prefix}`))
    if (listed._tag === "Left") {
      if (prefix === "") return yield* listed.left
      if (!only) found.skipped.push({ path: prefix, reason: `the folder cannot be listed (${listed.left.code})` })
      continue
    }
    // In one order everywhere, so that rules which run out of steps do so at the same place.
    const entries = [...listed.right].sort((a, b) => Path.compare(a.name, b.name))
    const names = new Set(entries.map((entry) => entry.name))
    const folder = prefix.slice(0, -1)
    const generated = prefix === "" || only ? undefined : LeftOut.byContent(names)
    if (generated !== undefined && OwnRules.verdictOf(own, folder, true)?._tag !== "wanted") {
      found.skipped.push({ path: prefix, reason: generated })
      if (OwnRules.leadsInto(own, folder)) pending.push({ prefix, only: true })
      continue
    }
    // A repository that nobody asked for is not entered for the sake of a file in it.
    if (prefix !== "" && names.has(".git") && (only || (yield* way.addRepository(prefix)))) continue
    if (names.has(OwnRules.NAME)) yield* OwnRules.read(own, root, folder)
    const paths: Array<string> = []
    for (const entry of entries) {
      const path = prefix + entry.name
      if (entry.name.includes(BAD_NAME)) {
        if (!only) found.skipped.push({ path, reason: BAD_NAME_REASON })
      } else if (entry.kind === "file") {
        if (!only || OwnRules.verdictOf(own, path, false)?._tag === "wanted") paths.push(path)
      } else if (entry.kind === "folder" && !LeftOut.isNever(entry.name)) {
        const verdict = OwnRules.verdictOf(own, path, true)
        if (verdict?._tag === "out") {
          if (!only) found.skipped.push({ path: `${path}/`, reason: verdict.reason })
          continue
        }
        const reason = verdict?._tag === "wanted" ? undefined : LeftOut.byName(entry.name, names)
        if (reason !== undefined && !only) found.skipped.push({ path: `${path}/`, reason })
        if (verdict?._tag === "wanted") pending.push({ prefix: `${path}/`, only: false })
        else if (reason === undefined && !only) pending.push({ prefix: `${path}/`, only: false })
        else if (OwnRules.leadsInto(own, path)) pending.push({ prefix: `${path}/`, only: true })
      }
    }
    const stats = yield* files.stats(paths.map((path) => `${root}/${path}`))
    for (let i = 0; i < paths.length; i++) {
      const stat = stats[i]
      if (stat?.kind === "file") found.files.push({ path: paths[i]!, stat })
    }
  }
})
