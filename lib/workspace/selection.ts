// Which indexed repository a call means. Pure: from what is registered, what the call says and where the server stands,
// to one repository or an error that names the choice.

import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Identified } from "./registry.ts"

/** Nothing is indexed yet. */
export class NoneIndexed extends Schema.TaggedError<NoneIndexed>()("NoneIndexed", {}) {
  override get message() {
    return "Cannot select a repository: none is indexed"
  }
  get hint() {
    return "Run portolan analyze in the repository"
  }
}

/** No indexed repository answers to the selector. */
export class RepoNotFound extends Schema.TaggedError<RepoNotFound>()("RepoNotFound", {
  selector: Schema.String,
  indexed: Schema.Array(Schema.String),
}) {
  override get message() {
    return `Cannot select repository ${JSON.stringify(this.selector)}: indexed are ${enumerate(this.indexed)}`
  }
  get hint() {
    return "Use one of these, or run portolan analyze in the repository that is meant"
  }
}

const Candidate = Schema.Struct({ id: Schema.String, path: Schema.String })

/** Several repositories answer to the selector. */
export class RepoAmbiguous extends Schema.TaggedError<RepoAmbiguous>()("RepoAmbiguous", {
  selector: Schema.String,
  candidates: Schema.Array(Candidate),
}) {
  override get message() {
    return `Cannot select repository ${JSON.stringify(this.selector)}: it may be ${
      enumerate(this.candidates.map((it) => `${it.id} (${it.path})`))
    }`
  }
  get hint() {
    return "Name the repository by id or path"
  }
}

/** Several repositories are indexed and the call names none. */
export class RepoRequired extends Schema.TaggedError<RepoRequired>()("RepoRequired", {
  indexed: Schema.Array(Schema.String),
}) {
  override get message() {
    return `Cannot choose a repository: several are indexed, ${enumerate(this.indexed)}`
  }
  get hint() {
    return "Say which one with repo"
  }
}

/** Groups of repositories are named with an at sign before; there is none. */
export class GroupNotFound extends Schema.TaggedError<GroupNotFound>()("GroupNotFound", {
  selector: Schema.String,
}) {
  override get message() {
    return `Cannot select ${JSON.stringify(this.selector)}: it names a group of repositories, and no groups are defined`
  }
  get hint() {
    return "Name one repository by id, name or path, without @"
  }
}

/** The repository has no index of its own for that branch. */
export class BranchNotIndexed extends Schema.TaggedError<BranchNotIndexed>()("BranchNotIndexed", {
  repo: Schema.String,
  branch: Schema.String,
  indexed: Schema.Array(Schema.String),
}) {
  override get message() {
    const known = this.indexed.length === 0
      ? "no branch has an index of its own"
      : `indexed are ${enumerate(this.indexed)}`
    return `Cannot read branch ${JSON.stringify(this.branch)} of ${this.repo}: ${known}`
  }
  get hint() {
    return "Call without branch for the index that follows the checkout"
  }
}

export const SelectionError = Schema.Union(
  NoneIndexed,
  RepoNotFound,
  RepoAmbiguous,
  RepoRequired,
  GroupNotFound,
  BranchNotIndexed,
)
export type SelectionError = typeof SelectionError.Type

const MOST_NAMED = 20

/** A list for a sentence; long ones are cut and say so. */
const enumerate = (names: ReadonlyArray<string>): string =>
  names.length <= MOST_NAMED
    ? names.join(", ")
    : `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more`

const idsOf = (known: ReadonlyArray<Identified>): ReadonlyArray<string> => known.map((it) => it.id)

const ambiguous = (selector: string, found: ReadonlyArray<Identified>) =>
  Either.left(
    new RepoAmbiguous({ selector, candidates: found.map(({ id, entry }) => ({ id, path: entry.path })) }),
  )

/**
 * The repository that `selector` names: exact path, then id, then unique name, then unique part of a name. What begins
 * with `@` and is no whole name is meant for a group, never a part of a name.
 *
 * @param known Every repository that may be seen.
 * @param realPath What the selector is as a real path, where there is such a folder.
 * @param options May groups be spoken of?
 */
export const bySelector = (
  known: ReadonlyArray<Identified>,
  selector: string,
  realPath?: string,
  options: { readonly groups: boolean } = { groups: true },
): Either.Either<Identified, RepoNotFound | RepoAmbiguous | NoneIndexed | GroupNotFound> => {
  if (known.length === 0) return Either.left(new NoneIndexed())
  const asked = selector.toLowerCase()
  const isGroup = selector.startsWith("@")
  const steps: ReadonlyArray<(it: Identified) => boolean> = [
    ({ entry }) => entry.path === selector || entry.path === withoutSlash(selector) || entry.path === realPath,
    ({ id, longId }) => id === asked || longId === asked,
    ({ entry }) => entry.name.toLowerCase() === asked,
    ({ entry }) => !isGroup && entry.name.toLowerCase().includes(asked),
  ]
  for (const fits of steps) {
    const found = known.filter(fits)
    if (found.length === 1) return Either.right(found[0]!)
    if (1 < found.length) return ambiguous(selector, found)
  }
  return Either.left(
    isGroup && options.groups ? new GroupNotFound({ selector }) : new RepoNotFound({ selector, indexed: idsOf(known) }),
  )
}

const withoutSlash = (path: string): string => path.length > 1 ? path.replace(/[\\/]+$/, "") : path

/**
 * The repository that is meant when a call names none: the only one, else the one around the working directory.
 *
 * @param around Of a reading tool: the registered root that contains the working directory, with no unindexed checkout
 * between them.
 */
export const byDefault = (
  known: ReadonlyArray<Identified>,
  around: string | undefined,
): Either.Either<Identified, NoneIndexed | RepoRequired> => {
  if (known.length === 0) return Either.left(new NoneIndexed())
  if (known.length === 1) return Either.right(known[0]!)
  const containing = known.find(({ entry }) => entry.path === around)
  return containing === undefined ? Either.left(new RepoRequired({ indexed: idsOf(known) })) : Either.right(containing)
}

/**
 * Folders from `folder` up to the nearest registered root around it, the root last; undefined where none contains it.
 * Each but the last must be asked whether it is a checkout of its own.
 */
export const wayToRoot = (roots: ReadonlySet<string>, folder: string): ReadonlyArray<string> | undefined => {
  const way: Array<string> = []
  for (let at = folder;;) {
    way.push(at)
    if (roots.has(at)) return way
    const cut = Math.max(at.lastIndexOf("/"), at.lastIndexOf("\\"))
    if (cut <= 0) return undefined
    at = at.slice(0, cut)
  }
}
