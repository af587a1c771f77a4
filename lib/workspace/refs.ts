// Branches as git knows them: where one stands, which one is checked out, how far it has moved. Names come from callers,
// so git is only ever asked by the full name of a ref that it has found to be well formed.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { RunGit } from "../machine/git.ts"

/** There is no such branch, or none that could be meant. */
export class BranchNotFound extends Schema.TaggedError<BranchNotFound>()("BranchNotFound", {
  path: Schema.String,
  /** Absent where the branch that is checked out was meant. */
  branch: Schema.optional(Schema.String),
  reason: Schema.Literal("no-git", "detached", "unborn", "unknown"),
  /** Some branches that there are. */
  known: Schema.Array(Schema.String),
}) {
  override get message() {
    const known = this.known.length === 0 ? "it has none" : `there are ${this.known.join(", ")}`
    const branch = JSON.stringify(this.branch)
    const messages: Record<typeof this.reason, string> = {
      "no-git": `Cannot index a branch of "${this.path}": git keeps no history of this folder`,
      detached: `Cannot tell which branch of "${this.path}" is meant: none is checked out; name one: ${known}`,
      unborn: `Cannot index branch ${branch} of "${this.path}": it has no commit yet`,
      unknown: `Cannot find branch ${branch} of "${this.path}": ${known}`,
    }
    return messages[this.reason]
  }
}

export interface Ref {
  /** As it is asked for: without `refs/heads/` or `refs/remotes/`. */
  readonly name: string
  readonly ref: string
  readonly commit: string
}

const HEADS = "refs/heads/"

/** A branch of this repository goes before one of another that was fetched. */
const PLACES = [HEADS, "refs/remotes/"]

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).trim()

/** What git answers; undefined where it says no. */
const ask = (root: string, ...args: ReadonlyArray<string>): Effect.Effect<string | undefined, never, RunGit> =>
  Effect.flatMap(RunGit, (git) => Effect.map(git(root, args), text)).pipe(Effect.orElseSucceed(() => undefined))

/** The branch that is checked out, one without a commit too; undefined where HEAD is detached or there is no git. */
export const checkedOut = (root: string): Effect.Effect<string | undefined, never, RunGit> =>
  Effect.map(
    ask(root, "symbolic-ref", "-q", "HEAD"),
    (ref) => ref?.startsWith(HEADS) === true ? ref.slice(HEADS.length) : undefined,
  )

/** The commit at which a ref stands; undefined where it is gone. */
export const tipOf = (root: string, ref: string): Effect.Effect<string | undefined, never, RunGit> =>
  ask(root, "rev-parse", "--verify", "-q", `${ref}^{commit}`)

/** Is there no such ref, and can git tell? */
export const isGone = (root: string, ref: string): Effect.Effect<boolean, never, RunGit> =>
  Effect.gen(function* () {
    return (yield* tipOf(root, ref)) === undefined && (yield* ask(root, "rev-parse", "--git-dir")) !== undefined
  })

/** The branch `name`, or the one that is checked out. */
export const find: (root: string, name: string | undefined) => Effect.Effect<Ref, BranchNotFound, RunGit> = Effect.fn(
  "workspace.findBranch",
)(function* (root, name) {
  const refused = (reason: BranchNotFound["reason"], known: ReadonlyArray<string> = []) =>
    new BranchNotFound({ path: root, reason, known, ...(name === undefined ? {} : { branch: name }) })
  const [inside, ignored, here] = yield* Effect.all([
    ask(root, "rev-parse", "--is-inside-work-tree"),
    ask(root, "check-ignore", "-q", "--", "."),
    checkedOut(root),
  ], { concurrency: "unbounded" })
  // A folder that its surrounding repository ignores has no history there.
  if (inside !== "true" || ignored !== undefined) return yield* refused("no-git")
  const wanted = name ?? here
  if (wanted === undefined) return yield* refused("detached", yield* some(root))
  for (const place of PLACES) {
    const ref = place + wanted
    if ((yield* ask(root, "check-ref-format", ref)) === undefined) break
    const commit = yield* tipOf(root, ref)
    if (commit !== undefined) return { name: wanted, ref, commit }
  }
  if (wanted !== here) return yield* refused("unknown", yield* some(root))
  return yield* new BranchNotFound({ path: root, branch: wanted, reason: "unborn", known: [] })
})

const MOST_NAMED = 10

/** Names of branches, those of the last commits first. */
const some = (root: string): Effect.Effect<ReadonlyArray<string>, never, RunGit> =>
  Effect.map(
    ask(
      root,
      "for-each-ref",
      "--sort=-committerdate",
      `--count=${MOST_NAMED}`,
      "--format=%(refname:lstrip=2)",
      ...PLACES.map((place) => place.slice(0, -1)),
    ),
    (names) => names === undefined || names === "" ? [] : names.split("\n"),
  )

/**
 * The same folder in the other worktrees of its repository, where this one is a linked worktree: the main one first. None
 * where it is the main one itself.
 */
export const kinOf = (root: string): Effect.Effect<ReadonlyArray<string>, never, RunGit> =>
  Effect.gen(function* () {
    const places = yield* ask(
      root,
      "rev-parse",
      "--path-format=absolute",
      "--git-dir",
      "--git-common-dir",
      "--show-toplevel",
      "--show-prefix",
    )
    const [own = "", common = "", top = "", prefix = ""] = places?.split("\n") ?? []
    if (own === common) return []
    const listed = yield* ask(root, "worktree", "list", "--porcelain")
    return (listed ?? "").split("\n").flatMap((line) => {
      const path = line.startsWith("worktree ") ? line.slice("worktree ".length) : top
      return path === top ? [] : [prefix === "" ? path : `${path}/${prefix.slice(0, -1)}`]
    })
  })

export type History =
  | { readonly _tag: "same" }
  | { readonly _tag: "behind"; readonly by: number }
  | { readonly _tag: "diverged" }
  /** Git cannot tell, and why. */
  | { readonly _tag: "unknown"; readonly why: string }

/** How `head` relates to the commit that was indexed; null stands for no commit. */
export const historyOf = (
  root: string,
  indexed: string | null,
  head: string | null,
): Effect.Effect<History, never, RunGit> =>
  Effect.gen(function* () {
    if (indexed === head) return { _tag: "same" }
    // The first commit was made since, and all that was indexed may stand in it.
    if (indexed === null && head !== null) {
      const count = yield* ask(root, "rev-list", "--count", head)
      return { _tag: "behind", by: count === undefined ? 1 : Number(count) }
    }
    if (indexed === null || head === null) return { _tag: "diverged" }
    const git = yield* RunGit
    const ancestor = yield* Effect.either(git(root, ["merge-base", "--is-ancestor", indexed, head]))
    if (ancestor._tag === "Right") {
      const count = yield* ask(root, "rev-list", "--count", `${indexed}..${head}`)
      return { _tag: "behind", by: count === undefined ? 1 : Number(count) }
    }
    const known = yield* ask(root, "cat-file", "-e", `${indexed}^{commit}`)
    // Exit code 1 says no; else one of the commits is not there, as after the history was written anew.
    if (known !== undefined && ancestor.left.exitCode !== 1) return { _tag: "unknown", why: ancestor.left.detail }
    return (yield* ask(root, "rev-parse", "--is-shallow-repository")) === "true"
      ? { _tag: "unknown", why: SHALLOW }
      : { _tag: "diverged" }
  })

const SHALLOW = "the history of a shallow clone does not reach back to the commit that was indexed"
