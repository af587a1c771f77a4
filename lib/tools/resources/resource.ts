// A page that a client may read by its address, stated once. Listings, templates, reading and completions are read off
// these values. Pages are our own words and numbers: text of a repository never stands in one.

import type * as Effect from "effect/Effect"
import type { OpenRepo, Repos, SelectError } from "../../workspace/repos.ts"
import type * as Tool from "../tool.ts"

/** What the reader may use: pages speak of nothing else. */
export interface Seen {
  readonly tools: ReadonlyArray<Tool.Any>
}

interface Described {
  /** For programs. */
  readonly name: string
  /** For people. */
  readonly title: string
  readonly description: string
  /** The address; `{name}` stands for a repository's id. */
  readonly uri: string
}

/** One page for all. */
export interface Whole extends Described {
  readonly scope: "registry"
  readonly read: (seen: Seen) => Effect.Effect<string, SelectError, Repos>
}

/** One page for each repository. */
export interface OfRepo extends Described {
  readonly scope: "repo"
  readonly read: (repo: OpenRepo, seen: Seen) => Effect.Effect<string>
}

/** Markdown pages all of them. */
export type Resource = Whole | OfRepo

/** The page's address for one repository. */
export const uriOf = (resource: Resource, id: string): string => resource.uri.replace("{name}", encodeURIComponent(id))

/** The id that an address names; undefined where it is no address of this page. */
export const idIn = (resource: OfRepo, uri: string): string | undefined => {
  const [before, after] = resource.uri.split("{name}") as [string, string]
  if (!uri.startsWith(before) || !uri.endsWith(after) || uri.length <= before.length + after.length) return undefined
  const part = uri.slice(before.length, uri.length - after.length)
  if (part.includes("/")) return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
