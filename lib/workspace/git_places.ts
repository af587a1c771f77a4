// Where git keeps what decides about an index beside the files: the commit that is checked out, the list of files, the
// rules. These few files are looked at in folders that git writes much else into; nothing in them is read here.

import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import { RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"

/**
 * What a change means: `commit`, another one may be checked out; `list`, git may list other files; `rules`, other files
 * may be ignored; `branch`, the commit is to be looked for in other places from now on.
 */
export type Meaning = "commit" | "list" | "rules" | "branch"

export interface Places {
  /** By absolute folder: what a change of the entry means, or of any where it has no name; most mean nothing. */
  readonly meaningOf: ReadonlyMap<string, (name: string | undefined) => ReadonlyArray<Meaning>>
  /** Is there as long as git changes the list, and often the files with it. */
  readonly lock: string
}

const NOTHING: ReadonlyArray<Meaning> = []
const BRANCH: ReadonlyArray<Meaning> = ["commit", "branch"]

/** Rules lie in folders above the root as well, where it is no work tree of its own. */
const RULE_FILES: ReadonlySet<string> = new Set([".gitignore", ".gitattributes"])

/** A branch may be called a/b/c, but nobody's is that deep. */
const DEEPEST = 32

/** Undefined where git does not decide which files belong to `root`, a real path. A few processes of git. */
export const find: (
  root: string,
) => Effect.Effect<Places | undefined, never, Files.Files | RunGit> = Effect.fn("workspace.gitPlaces")(
  function* (root) {
    const git = yield* RunGit
    const files = yield* Files.Files
    const asked = yield* Effect.all([
      Effect.option(git(root, ["rev-parse", "--absolute-git-dir"])),
      Effect.option(git(root, ["rev-parse", "--git-common-dir"])),
      Effect.option(git(root, ["rev-parse", "--show-toplevel"])),
      Effect.option(git(root, ["symbolic-ref", "-q", "HEAD"])),
      Effect.option(git(root, ["check-ignore", "-q", "--", "."])),
    ], { concurrency: "unbounded" })
    const [own, common, top, head] = asked.map((it) => it._tag === "Some" ? lineOf(it.value) : undefined)
    if (own === undefined || common === undefined || top === undefined || asked[4]!._tag === "Some") return undefined
    const real = (path: string) => Effect.option(files.realPath(isAbsolute(path) ? path : `${root}/${path}`))
    const [ownReal, commonReal, topReal] = [yield* real(own), yield* real(common), yield* real(top)]
    if (ownReal._tag === "None" || commonReal._tag === "None") return undefined
    const [gitFolder, shared] = [ownReal.value, commonReal.value]

    const meaningOf = new Map<string, (name: string | undefined) => ReadonlyArray<Meaning>>()
    const put = (folder: string, meaning: (name: string) => ReadonlyArray<Meaning>) => {
      const before = meaningOf.get(folder)
      meaningOf.set(folder, (name) => {
        if (name === undefined) return ["commit", "list", "rules", "branch"]
        const here = meaning(name)
        return before === undefined || here.length > 0 ? here : before(name)
      })
    }
    put(shared, (name) => SHARED[name] ?? NOTHING)
    put(gitFolder, (name) => OWN[name] ?? NOTHING)
    for (const folder of new Set([gitFolder, shared])) {
      put(`${folder}/info`, (name) => INFO.has(name) ? ["rules"] : NOTHING)
    }
    put(`${shared}/reftable`, () => ["commit"])
    const parts = head === undefined ? undefined : Path.normalize(head)?.split("/")
    if (parts?.[0] === "refs" && parts.length <= DEEPEST) {
      for (let i = 1; i < parts.length; i++) {
        // Packed references have no folders; where one comes, what lies further down is looked for anew.
        put([shared, ...parts.slice(0, i)].join("/"), (name) => name === parts[i] ? BRANCH : NOTHING)
      }
    }
    if (topReal._tag === "Some") {
      for (let folder = root; folder.length > topReal.value.length && folder.startsWith(topReal.value);) {
        folder = folder.slice(0, folder.lastIndexOf("/"))
        put(folder, (name) => RULE_FILES.has(name) ? ["rules"] : NOTHING)
      }
    }
    return { meaningOf, lock: `${gitFolder}/index.lock` }
  },
)

const lineOf = (bytes: Uint8Array): string | undefined => {
  const text = new TextDecoder().decode(bytes).replace(/\r?\n$/, "")
  return text === "" ? undefined : text
}

const isAbsolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)

/** In a work tree's own git folder. */
const OWN: Readonly<Record<string, ReadonlyArray<Meaning>>> = Object.assign(Object.create(null), {
  HEAD: BRANCH,
  index: ["list"],
  "config.worktree": ["rules"],
})

/** In the one that all work trees of a repository share. */
const SHARED: Readonly<Record<string, ReadonlyArray<Meaning>>> = Object.assign(Object.create(null), {
  "packed-refs": ["commit"],
  refs: BRANCH,
  reftable: BRANCH,
  info: ["rules", "branch"],
  config: ["rules"],
})

const INFO: ReadonlySet<string> = new Set(["exclude", "attributes", "sparse-checkout"])
