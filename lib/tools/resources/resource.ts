// A page that a client may read by its address, stated once. Listings, templates, reading and completions are read off
// these values. Pages are our own words and numbers and the names that definitions have: no other text of a repository
// stands in one.

import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
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
  readonly part?: never
  readonly read: (seen: Seen) => Effect.Effect<string, SelectError, Repos>
}

/** One page for each repository. */
export interface OfRepo extends Described {
  readonly scope: "repo"
  readonly part?: never
  readonly read: (repo: OpenRepo, seen: Seen) => Effect.Effect<string>
}

/** One page for each of many things in a repository: its address ends with what the thing is called. */
export interface OfPart extends Described {
  readonly scope: "repo"
  /** The name that stands open at the end of the address: `cluster` for `{cluster}`. */
  readonly part: string
  readonly read: (repo: OpenRepo, part: string, seen: Seen) => Effect.Effect<string, PartNotFound>
  /** Names that lead to a page of it, those that are worth most first. */
  readonly names: (repo: OpenRepo) => ReadonlyArray<string>
}

/** Markdown pages all of them. */
export type Resource = Whole | OfRepo | OfPart

/** Nothing in the repository is called so. */
export class PartNotFound extends Schema.TaggedError<PartNotFound>()("PartNotFound", {
  /** `cluster`. */
  part: Schema.String,
  asked: Schema.String,
  repo: Schema.String,
  /** What lies nearest by its name: what it is called, and the id by which it can be read. */
  candidates: Schema.Array(Schema.Struct({ name: Schema.String, id: Schema.optional(Schema.String) })),
  /** Where all of them are listed. */
  list: Schema.String,
}) {
  override get message() {
    // Names of the repository stand in the candidates alone: a sentence of ours is made of none.
    const ids = this.candidates.flatMap(({ id }) => id ?? [])
    const near = ids.length === 0 ? "" : `; the nearest are ${ids.join(", ")}`
    return `Cannot find the ${this.part} ${shortened(this.asked)} in ${this.repo}${near}. ${this.list} lists all`
  }
}

/** Names from outside that are said again are cut. */
const shortened = (text: string): string => JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 80)}…`)

/** The page's address for one repository. */
export const uriOf = (resource: OfRepo | OfPart, id: string, part?: string): string => {
  const uri = resource.uri.replace("{name}", () => encodeURIComponent(id))
  return resource.part === undefined || part === undefined
    ? uri
    : uri.replace(`{${resource.part}}`, () => encodeURIComponent(part))
}

/** What an address of this page names: the repository's id, and the part. Undefined where it is none of this page. */
export const namedIn = (
  resource: OfRepo | OfPart,
  uri: string,
): { readonly id: string; readonly part: string } | undefined => {
  const [before, after] = resource.uri.split("{name}") as [string, string]
  if (!uri.startsWith(before)) return undefined
  const [between, open] = resource.part === undefined ? [after] : after.split(`{${resource.part}}`)
  const rest = uri.slice(before.length)
  const end = open === undefined ? rest.length - between!.length : rest.indexOf(between!)
  if (end < 1 || rest.slice(end, end + between!.length) !== between) return undefined
  const id = decoded(rest.slice(0, end))
  // What a part is called may hold any character, written as it is by some clients.
  const part = open === undefined ? "" : decoded(rest.slice(end + between!.length))
  if (rest.slice(0, end).includes("/") || id === undefined || part === undefined) return undefined
  return open !== undefined && part === "" ? undefined : { id, part }
}

/** The id that an address names; undefined where it is no address of this page. */
export const idIn = (resource: OfRepo | OfPart, uri: string): string | undefined => namedIn(resource, uri)?.id

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
