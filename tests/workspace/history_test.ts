// Freshness against git's history, case by case, in real repositories: diverged before behind before dirty before current,
// and unknown only with its reason.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { analyze, open } from "../../mod.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const FILES = Repo.parse(`
=== src/order.ts
import { rate } from "./rates"
export const total = () => rate(1)
=== src/rates.ts
export const rate = (base: number) => base * 2
=== package.json
{ "name": "shop" }
=== README.md
# Shop
=== yarn.lock
# yarn lockfile v1
=== .gitignore
build
`)

const write = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const commit = (root: string, path: string, text: string) => {
  write(root, path, text)
  Repo.git(root, "add", "-A")
  Repo.git(root, "commit", "-q", "-m", `change ${path}`)
}

const RATE = "export const rate = (base: number) => base * 3\n"

interface Case {
  readonly title: string
  /** Before the index is made; gives the folder that is indexed, where it is not the repository. */
  readonly before?: (root: string) => string | void
  readonly then: (root: string) => void
  readonly said: Readonly<Record<string, unknown>>
}

const CURRENT = { freshness: "current" }

const CASES: ReadonlyArray<Case> = [
  { title: "nothing happened", then: () => {}, said: CURRENT },
  {
    title: "a source changed",
    then: (root) => write(root, "src/rates.ts", RATE),
    said: { freshness: "dirty", changed_files: 1 },
  },
  {
    title: "a source changed and was put back",
    then: (root) => {
      write(root, "src/rates.ts", RATE)
      Repo.git(root, "checkout", "-q", "--", "src/rates.ts")
    },
    said: CURRENT,
  },
  { title: "a source was touched", then: (root) => utimesSync(join(root, "src/rates.ts"), 1, 1), said: CURRENT },
  {
    title: "a source is new, gone and moved",
    then: (root) => {
      write(root, "src/new.ts", RATE)
      rmSync(join(root, "src/order.ts"))
      renameSync(join(root, "src/rates.ts"), join(root, "src/prices.ts"))
    },
    said: { freshness: "dirty", changed_files: 4 },
  },
  {
    title: "what the index does not cover changed",
    then: (root) => {
      write(root, "build/out.ts", RATE)
      write(root, "yarn.lock", "# yarn lockfile v2\n")
      write(root, "sub/Cargo.lock", "new\n")
      writeFileSync(join(root, "picture.png"), Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13))
    },
    said: CURRENT,
  },
  {
    title: "a text that is no code changed, and one is new",
    then: (root) => {
      write(root, "README.md", "# Other\n")
      write(root, "notes.txt", "new\n")
    },
    said: { freshness: "dirty", changed_files: 2 },
  },
  {
    title: "configuration changed",
    then: (root) => write(root, "package.json", `{ "name": "shop", "imports": { "#x": "./src/rates.ts" } }\n`),
    said: { freshness: "dirty", changed_files: 1 },
  },
  {
    // The rule's own text is read for its words, like any other.
    title: "a rule leaves a source out",
    then: (root) => appendFileSync(join(root, ".portolanignore"), "rates.ts\n"),
    said: { freshness: "dirty", changed_files: 2 },
  },
  {
    title: "an attribute leaves a source out",
    then: (root) => write(root, ".gitattributes", "src/rates.ts linguist-generated\n"),
    said: { freshness: "dirty", changed_files: 2 },
  },
  {
    title: "a rule brings a source in whose shape spoke against it",
    before: (root) => {
      write(root, "src/min.js", `var a=1;${"a=a+1;".repeat(4000)}\n`)
      // Old enough for its stat to tell that it has not changed.
      Bun.sleepSync(200)
    },
    then: (root) => write(root, ".portolanignore", "!src/min.js\n"),
    said: { freshness: "dirty", changed_files: 2 },
  },
  {
    title: "a commit of nothing that the index is made from",
    then: (root) => commit(root, "yarn.lock", "# yarn lockfile v2\n"),
    said: { freshness: "behind", behind_by: 1, changed_files: 0 },
  },
  {
    title: "a commit of a text that is no code",
    then: (root) => commit(root, "README.md", "# Other\n"),
    said: { freshness: "behind", behind_by: 1, changed_files: 1 },
  },
  {
    title: "what was edited is committed",
    before: (root) => write(root, "src/rates.ts", RATE),
    then: (root) => commit(root, "yarn.lock", "# yarn lockfile v2\n"),
    said: { freshness: "behind", behind_by: 1, changed_files: 0 },
  },
  {
    title: "two commits, and an edit on top",
    then: (root) => {
      commit(root, "src/rates.ts", RATE)
      commit(root, "src/a.ts", "export const a = 1\n")
      write(root, "src/b.ts", "export const b = 1\n")
    },
    said: { freshness: "behind", behind_by: 2, changed_files: 3 },
  },
  {
    title: "a commit was amended",
    before: (root) => commit(root, "src/a.ts", "export const a = 1\n"),
    then: (root) => void Repo.git(root, "commit", "-q", "--amend", "-m", "another"),
    said: { freshness: "diverged", changed_files: 0 },
  },
  {
    title: "another branch is checked out that has gone another way",
    before: (root) => {
      Repo.git(root, "branch", "side")
      commit(root, "src/rates.ts", RATE)
    },
    then: (root) => {
      Repo.git(root, "checkout", "-q", "side")
      commit(root, "src/a.ts", "export const a = 1\n")
      write(root, "src/b.ts", "export const b = 1\n")
    },
    said: { freshness: "diverged", changed_files: 3 },
  },
  {
    title: "an older commit is checked out",
    before: (root) => commit(root, "src/rates.ts", RATE),
    then: (root) => void Repo.git(root, "checkout", "-q", "HEAD~1"),
    said: { freshness: "diverged", changed_files: 1 },
  },
  {
    title: "another branch and back",
    before: (root) => {
      Repo.git(root, "branch", "side")
      commit(root, "src/rates.ts", RATE)
    },
    then: (root) => {
      Repo.git(root, "checkout", "-q", "side")
      Repo.git(root, "checkout", "-q", "main")
    },
    said: CURRENT,
  },
  {
    title: "HEAD is detached where it was",
    then: (root) => void Repo.git(root, "checkout", "-q", "--detach"),
    said: CURRENT,
  },
  {
    title: "a commit on a detached HEAD",
    before: (root) => void Repo.git(root, "checkout", "-q", "--detach"),
    then: (root) => commit(root, "src/rates.ts", RATE),
    said: { freshness: "behind", behind_by: 1, changed_files: 1 },
  },
  {
    title: "no commit yet",
    before: (root) => {
      rmSync(join(root, ".git"), { recursive: true })
      Repo.git(root, "init", "-q")
    },
    then: (root) => write(root, "src/rates.ts", RATE),
    said: { freshness: "dirty", changed_files: 1 },
  },
  {
    title: "the first commit",
    before: (root) => {
      rmSync(join(root, ".git"), { recursive: true })
      Repo.git(root, "init", "-q")
    },
    then: (root) => Repo.commit(root),
    said: { freshness: "behind", behind_by: 1, changed_files: 0 },
  },
  {
    title: "a branch without a commit is checked out",
    then: (root) => void Repo.git(root, "checkout", "-q", "--orphan", "fresh"),
    said: { freshness: "diverged", changed_files: 0 },
  },
  {
    title: "git's folder is gone",
    then: (root) => rmSync(join(root, ".git"), { recursive: true }),
    said: { freshness: "unknown", reason: expect.stringContaining("git") },
  },
  {
    title: "a rebase stopped at a conflict",
    before: (root) => {
      Repo.git(root, "checkout", "-q", "-b", "side")
      commit(root, "src/rates.ts", "export const rate = () => 1\n")
      Repo.git(root, "checkout", "-q", "main")
      commit(root, "src/rates.ts", RATE)
      Repo.git(root, "checkout", "-q", "side")
    },
    then: (root) => {
      try {
        Repo.git(root, "rebase", "-q", "main")
      } catch {
        // It stops, as it should.
      }
    },
    said: { freshness: "diverged", changed_files: 1 },
  },
  {
    title: "a shallow clone whose history was cut anew",
    before: (root) => {
      const clone = join(dirname(root), "clone")
      commit(root, "src/a.ts", "export const a = 1\n")
      Repo.git(dirname(root), "clone", "-q", "--depth=1", `file://${root}`, clone)
      return clone
    },
    then: (root) => {
      commit(join(dirname(root), "repo"), "src/b.ts", "export const b = 1\n")
      Repo.git(root, "fetch", "-q", "--depth=1")
      Repo.git(root, "reset", "-q", "--hard", "origin/main")
    },
    said: { freshness: "unknown", reason: expect.stringContaining("shallow") },
  },
  {
    title: "a worktree, while its repository goes on",
    before: (root) => {
      Repo.git(root, "worktree", "add", "-q", "-b", "side", join(dirname(root), "side"))
      return join(dirname(root), "side")
    },
    then: (root) => commit(join(dirname(root), "repo"), "src/rates.ts", RATE),
    said: CURRENT,
  },
  {
    title: "a worktree with a commit and an edit of its own",
    before: (root) => {
      Repo.git(root, "worktree", "add", "-q", "-b", "side", join(dirname(root), "side"))
      return join(dirname(root), "side")
    },
    then: (root) => {
      commit(root, "src/rates.ts", RATE)
      write(root, "src/order.ts", RATE)
    },
    said: { freshness: "behind", behind_by: 1, changed_files: 2 },
  },
  {
    title: "a folder of a repository, while the rest goes on",
    before: (root) => join(root, "src"),
    then: (root) => write(dirname(root), "lib/a.ts", RATE),
    said: CURRENT,
  },
  {
    title: "a source of a submodule changed",
    before: withSubmodule,
    then: (root) => write(root, "sub/m.ts", RATE),
    said: { freshness: "dirty", changed_files: 1 },
  },
  {
    title: "a submodule is at another commit",
    before: withSubmodule,
    then: (root) => void Repo.git(join(root, "sub"), "checkout", "-q", "HEAD~1"),
    said: { freshness: "dirty", changed_files: 1 },
  },
  {
    title: "a submodule is at another commit with the same sources",
    before: withSubmodule,
    then: (root) => commit(join(root, "sub"), "yarn.lock", "# yarn lockfile v1\n"),
    said: CURRENT,
  },
  {
    title: "a submodule is no longer checked out",
    before: withSubmodule,
    then: (root) => void Repo.git(root, "submodule", "--quiet", "deinit", "-f", "sub"),
    said: { freshness: "dirty", changed_files: 1 },
  },
  {
    title: "the commit of a submodule's new pointer",
    before: withSubmodule,
    then: (root) => {
      Repo.git(join(root, "sub"), "checkout", "-q", "HEAD~1")
      Repo.git(root, "commit", "-q", "-a", "-m", "pointer")
    },
    said: { freshness: "behind", behind_by: 1, changed_files: 1 },
  },
]

function withSubmodule(root: string): void {
  const module = join(dirname(root), "module")
  mkdirSync(module)
  write(module, "m.ts", "export const m = 1\n")
  Repo.commit(module)
  commit(module, "m.ts", "export const m = 2\n")
  Repo.git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", module, "sub")
  Repo.git(root, "commit", "-q", "-m", "submodule")
}

for (const { title, before, then, said } of CASES) {
  effect(
    title,
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      const repo = yield* Repo.layOut(FILES, { git: true })
      const root = before?.(repo) ?? repo
      yield* Effect.flatMap(analyze(root, { home, storage: "home", workers: 1 }), (it) => it.close)
      then(root)
      const index = yield* open(root, { home })
      expect(yield* index.freshness).toEqual(said as never)
      yield* index.close
    }),
  )
}
