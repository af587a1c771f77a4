// Branches with an index of their own: the same bytes as a checkout of that commit would give, and nothing of the user's
// is touched on the way. Over real git and real workers.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { analyze, type AnalyzeOptions, type Index, open, refresh } from "../../mod.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Served from "../../lib/serve/services.ts"
import { branchesOf } from "../../lib/workspace/entry.ts"
import * as Forget from "../../lib/workspace/forget.ts"
import * as Policy from "../../lib/workspace/policy.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Repos from "../../lib/workspace/repos.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const MAIN = Repo.parse(`
=== src/order.ts
import { rate } from "@/rates"
export const total = () => rate(1)
=== src/rates.ts
/** What it costs. */
export const rate = (base: number) => base * 2
=== tsconfig.json
{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }
=== tools/gen.py
def generate():
    return 1
=== README.md
# Shop
=== .gitignore
node_modules
*.log
=== .gitattributes
src/dos.ts text eol=crlf
src/made.ts linguist-generated
*.big filter=store
=== .portolanignore
/fixtures
`)

const FEATURE = Repo.parse(`
=== src/other.ts
import { rate } from "@/rates"
export function other() { return rate(2) + dos() }
export const dos = () => 3
=== src/dos.ts
export const first = () => 1
export const second = () => first()
=== src/made.ts
export const made = () => 1
=== fixtures/a.ts
export const fixture = () => 1
=== lib/tsconfig.json
{ "compilerOptions": {} }
=== asset.big
version 1
`)

const repository = Effect.map(Repo.layOut(MAIN, { git: true, name: "shop" }), (root) => {
  Repo.git(root, "checkout", "-q", "-b", "feature")
  Repo.write(root, FEATURE)
  writeFileSync(join(root, "data.bin"), new Uint8Array([0, 1, 2, 3]))
  symlinkSync("src", join(root, "link"))
  // No UTF-8, a line break, and what git quotes elsewhere.
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x2e, 0x74, 0x73])]), "export const a = 1\n")
  writeFileSync(join(root, "two\nlines.ts"), "export const two = 2\n")
  writeFileSync(join(root, '"ü".ts'), "export const quoted = 3\n")
  Repo.commit(root)
  Repo.git(root, "checkout", "-q", "main")
  return root
})

const options = Effect.map(Repo.temporary, (home): AnalyzeOptions => ({ home, storage: "home", workers: 1 }))

const bytesOf = (index: Index) => createHash("sha256").update(readFileSync(index.place.snapshot)).digest("hex")

/** What another checkout of a commit gives, in a home of its own. */
const ofCheckout = (root: string, commit: string, more: AnalyzeOptions = {}, below = "") =>
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    const clone = join(base, "shop")
    Repo.git(base, "-c", "protocol.file.allow=always", "clone", "-q", "--recurse-submodules", "--no-local", root, clone)
    Repo.git(clone, "-c", "protocol.file.allow=always", "checkout", "-q", "--recurse-submodules", commit)
    const index = yield* analyze(join(clone, below), { ...yield* options, ...more })
    const bytes = bytesOf(index)
    yield* index.close
    return bytes
  })

/** All of the user's that a run could touch. */
const stateOf = (root: string) => ({
  status: Repo.git(root, "status", "--porcelain", "--ignored"),
  refs: Repo.git(root, "for-each-ref"),
  head: readFileSync(join(root, ".git/HEAD"), "utf8"),
  index: readFileSync(join(root, ".git/index")).toString("hex"),
  config: readFileSync(join(root, ".git/config"), "utf8"),
  git: readdirSync(join(root, ".git")).sort(),
  worktrees: Repo.git(root, "worktree", "list"),
})

/** The registry and open repositories of a home. */
const within = <A, E>(home: string, body: Effect.Effect<A, E, Served.Services>) =>
  Effect.provide(body, Served.layer(machine, home))

effect(
  "a branch gives the bytes that a checkout of it gives, and the user's checkout is as it was",
  Effect.gen(function* () {
    const root = yield* repository
    const all = yield* options
    // What is not committed is no part of a branch.
    writeFileSync(join(root, "src/rates.ts"), "export const nothing = 1\n")
    // A filter of the user's runs a program: it must not.
    const ran = join(dirname(root), "ran")
    Repo.git(root, "config", "filter.store.smudge", `touch ${ran}`)
    Repo.git(root, "config", "filter.store.process", `touch ${ran}`)
    Repo.git(root, "config", "filter.store.required", "true")
    const before = stateOf(root)
    const pinned = yield* analyze(root, { ...all, branch: "feature" })
    expect(stateOf(root)).toEqual(before)
    expect(existsSync(ran)).toBe(false)
    expect(bytesOf(pinned)).toBe(yield* ofCheckout(root, "origin/feature"))
    expect(pinned.place.branch).toBe("feature")
    expect(pinned.meta.name).toBe("shop")
    expect(readdirSync(join(all.home!, "trees"))).toEqual([])
    yield* pinned.close
    const again = yield* refresh(root, { ...all, branch: "feature" })
    expect(again.place.indexedAt).toBe(pinned.place.indexedAt)
    yield* again.close
    const main = yield* refresh(root, { ...all, branch: true })
    expect(bytesOf(main)).toBe(yield* ofCheckout(root, "origin/main"))
    expect(main.place.branch).toBe("main")
    yield* main.close
  }),
  60_000,
)

effect(
  "a branch of a folder below the top, with patterns, is read by the same rules",
  Effect.gen(function* () {
    const root = yield* repository
    const all = { ...yield* options, exclude: ["made.ts"] }
    const pinned = yield* analyze(join(root, "src"), { ...all, branch: "feature" })
    expect(bytesOf(pinned)).toBe(yield* ofCheckout(root, "origin/feature", { exclude: ["made.ts"] }, "src"))
    yield* pinned.close
  }),
  60_000,
)

effect(
  "files of a submodule are read at the commit that the branch names",
  Effect.gen(function* () {
    const module = yield* Repo.layOut(Repo.parse("=== m.ts\nexport const old = () => 1\n"), {
      git: true,
      name: "module",
    })
    const root = yield* Repo.layOut(MAIN, { git: true, name: "shop" })
    Repo.git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", module, "sub")
    Repo.commit(root)
    Repo.git(root, "branch", "-q", "older")
    writeFileSync(join(module, "m.ts"), "export const newer = () => 2\n")
    Repo.commit(module)
    Repo.git(join(root, "sub"), "-c", "protocol.file.allow=always", "fetch", "-q")
    Repo.git(join(root, "sub"), "checkout", "-q", "origin/main")
    Repo.commit(root)
    const all = yield* options
    const older = yield* analyze(root, { ...all, branch: "older" })
    expect(bytesOf(older)).toBe(yield* ofCheckout(root, "origin/older"))
    const names = (yield* older.context({ name: "old" })) as { readonly symbol?: { readonly file?: string } }
    expect(names.symbol?.file).toBe("sub/m.ts")
    yield* older.close
  }),
  60_000,
)

effect(
  "a call's branch means its own index, else the index of the checkout where that is on it, else nothing",
  Effect.gen(function* () {
    const root = yield* repository
    const all = yield* options
    yield* Effect.flatMap(analyze(root, { ...all, branch: "feature" }), (it) => it.close)
    // The checkout says something else at the same place.
    writeFileSync(join(root, "src/rates.ts"), "export const rate = () => 7\n")
    yield* within(
      all.home!,
      Effect.gen(function* () {
        const repos = yield* Repos.Repos
        const feature = yield* repos.select({ repo: root, branch: "feature" })
        expect(feature.branch).toBe("feature")
        const file = yield* feature.read("src/rates.ts")
        expect(file.text).toBe("/** What it costs. */\nexport const rate = (base: number) => base * 2\n")
        expect(file.asIndexed).toBe(true)
        // Its line ends were turned on the way into a checkout.
        const dos = yield* feature.read("src/dos.ts")
        expect([dos.asIndexed, dos.text.includes("\r\n")]).toEqual([true, true])
        expect(yield* feature.peek("README.md")).toBe("# Shop\n")
        for (const path of ["../shop/README.md", ".git/config", "src/none.ts", "link/rates.ts", "data.bin"]) {
          expect((yield* Effect.flip(feature.read(path)))._tag).toBe("FileRefused")
        }
        // Nothing that lies in the working tree makes it old.
        expect(yield* feature.freshness(["src/rates.ts"])).toEqual({ freshness: "current" })
        const main = yield* repos.select({ repo: root, branch: "main" })
        expect(main.branch).toBe(undefined)
        expect((yield* main.freshness([])).freshness).toBe("dirty")
        const none = yield* Effect.flip(repos.select({ repo: root, branch: "release" }))
        expect(none).toMatchObject({ _tag: "BranchNotIndexed", branch: "release", indexed: ["feature"] })
      }),
    )
  }),
  60_000,
)

effect(
  "answers of tools name the branch they are from, and show its text",
  Effect.gen(function* () {
    const root = yield* repository
    const all = yield* options
    yield* Effect.flatMap(analyze(root, { ...all, branch: "feature" }), (it) => it.close)
    const commit = Repo.git(root, "rev-parse", "feature").trim()
    const call = (tool: string, input: object) =>
      within(all.home!, Effect.map(Answer.call(TOOLS, tool, input), ({ text }) => JSON.parse(text)))
    const asked = { repo: root, branch: "feature", name: "other", include_content: true }
    const answer = yield* call("context", asked)
    expect(answer.index).toMatchObject({ branch: "feature", commit, freshness: "current" })
    expect(answer.symbol.content).toBe("export function other() { return rate(2) + dos() }")
    expect((yield* call("context", { repo: root, name: "other" })).error.code).toBe("SymbolNotFound")
    // These work on the checkout.
    for (const [tool, input] of [["read_file", { path: "src/other.ts" }], ["grep", { pattern: "other" }]] as const) {
      expect((yield* call(tool, { repo: root, branch: "feature", ...input })).error).toBeDefined()
    }
    const { repositories } = yield* call("list_repos", {})
    expect(repositories).toMatchObject([{ branches: ["feature"] }])
    const hidden = yield* Effect.provide(
      Effect.flatMap(Repos.Repos, ({ select }) => Effect.flip(select({ repo: root, branch: "feature" }))),
      Layer.provide(
        Served.layer(machine, all.home!),
        Layer.succeed(Policy.Policy, { ...Policy.open, allowed: new Set(["/elsewhere"]) }),
      ),
    )
    expect(hidden._tag).toBe("NoneIndexed")
  }),
  60_000,
)

effect(
  "how old a branch's index is, is how far the branch has moved on",
  Effect.gen(function* () {
    const root = yield* repository
    const all = yield* options
    const said = Effect.gen(function* () {
      const index = yield* open(root, { home: all.home!, branch: "feature" })
      const freshness = yield* index.freshness
      yield* index.close
      return freshness
    })
    yield* Effect.flatMap(analyze(root, { ...all, branch: "feature" }), (it) => it.close)
    expect(yield* said).toEqual({ freshness: "current" })
    const base = Repo.git(root, "rev-parse", "feature").trim()
    Repo.git(root, "checkout", "-q", "feature")
    writeFileSync(join(root, "README.md"), "# Old shop\n")
    Repo.commit(root)
    expect(yield* said).toEqual({ freshness: "behind", behind_by: 1, changed_files: 1 })
    writeFileSync(join(root, "src/rates.ts"), "export const rate = () => 7\n")
    writeFileSync(join(root, "tsconfig.json"), "{}\n")
    Repo.commit(root)
    expect(yield* said).toEqual({ freshness: "behind", behind_by: 2, changed_files: 3 })
    // The commit is there, and what it holds is not.
    const object = Repo.git(root, "rev-parse", "feature^{tree}").trim()
    const tree = join(root, ".git/objects", object.slice(0, 2), object.slice(2))
    renameSync(tree, `${tree}.aside`)
    expect(yield* said).toEqual({ freshness: "unknown", reason: "git cannot tell which files the branch has changed" })
    renameSync(`${tree}.aside`, tree)
    Repo.git(root, "commit", "-q", "--amend", "-m", "another")
    Repo.git(root, "update-ref", "refs/heads/feature", "main")
    expect(yield* said).toMatchObject({ freshness: "diverged" })
    Repo.git(root, "checkout", "-q", "main")
    Repo.git(root, "branch", "-q", "-D", "feature")
    expect(yield* said).toEqual({ freshness: "unknown", reason: "the branch is gone" })
    Repo.git(root, "branch", "-q", "feature", base)
    expect(yield* said).toEqual({ freshness: "current" })
  }),
  60_000,
)

effect(
  "branches stay when the checkout is indexed anew, and go one by one or with the repository",
  Effect.gen(function* () {
    const root = yield* repository
    const home = yield* Repo.temporary
    const all: AnalyzeOptions = { home, workers: 1 }
    const names = within(
      home,
      Effect.flatMap(
        Registry.Registry,
        ({ find }) =>
          Effect.map(find(root), (entry) => entry === undefined ? undefined : branchesOf(entry).map((it) => it.name)),
      ),
    )
    for (const branch of ["feature", "main"]) {
      yield* Effect.flatMap(analyze(root, { ...all, branch }), (it) => it.close)
    }
    yield* Effect.flatMap(analyze(root, all), (it) => it.close)
    expect(yield* names).toEqual(["feature", "main"])
    expect(readdirSync(join(root, ".portolan")).filter((name) => name.startsWith("branch-")).length).toBe(2)
    // The list is made again from what each index keeps of itself.
    writeFileSync(join(home, "registry.json"), "{")
    expect(yield* names).toEqual(["feature", "main"])
    yield* within(home, Forget.forgetBranch(root, "feature"))
    expect(yield* names).toEqual(["main"])
    expect(yield* Effect.flip(within(home, Forget.forgetBranch(root, "feature")))).toMatchObject({
      _tag: "BranchNotPinned",
    })
    yield* within(home, Forget.forget(root))
    expect(yield* names).toBe(undefined)
    expect(existsSync(join(root, ".portolan"))).toBe(false)
  }),
  60_000,
)

effect(
  "a branch's snapshot that is not what was written is refused, and made anew",
  Effect.gen(function* () {
    const root = yield* repository
    const all = yield* options
    const pinned = yield* analyze(root, { ...all, branch: "feature" })
    const { snapshot } = pinned.place
    yield* pinned.close
    const bytes = readFileSync(snapshot)
    const other = Uint8Array.from(bytes)
    other[other.length - 1]! ^= 1
    writeFileSync(snapshot, other)
    const error = yield* Effect.flip(open(root, { home: all.home!, branch: "feature" }))
    expect([error._tag, error.message]).toEqual([
      "SnapshotForeign",
      'Cannot open the index of "shop" for branch "feature": its snapshot is not the one that was written here; run ' +
      "portolan analyze --branch feature there to build it anew",
    ])
    const said = within(
      all.home!,
      Effect.gen(function* () {
        const entry = (yield* (yield* Registry.Registry).find(root))!
        return yield* (yield* Repos.Repos).branchFreshness(entry, branchesOf(entry)[0]!)
      }),
    )
    expect(yield* said).toEqual({ freshness: "unknown", reason: "its snapshot is not the one that was written here" })
    yield* Effect.flatMap(refresh(root, { ...all, branch: "feature" }), (it) => it.close)
    expect(readFileSync(snapshot)).toEqual(bytes)
    expect(yield* said).toEqual({ freshness: "current" })
  }),
  60_000,
)

effect(
  "a branch that cannot be meant is refused in words",
  Effect.gen(function* () {
    const root = yield* repository
    const all = yield* options
    const refused = (branch: string | true, at = root) => Effect.flip(analyze(at, { ...all, branch }))
    for (const name of ["release", "--upload-pack=x", "main~1", "main:src", "main..feature", "@{-1}", "", "a b"]) {
      expect(yield* refused(name)).toMatchObject({ _tag: "BranchNotFound", reason: "unknown" })
    }
    Repo.git(root, "checkout", "-q", "--detach")
    expect(yield* refused(true)).toMatchObject({ reason: "detached", known: expect.arrayContaining(["feature"]) })
    Repo.git(root, "checkout", "-q", "--orphan", "fresh")
    expect(yield* refused(true)).toMatchObject({ reason: "unborn", branch: "fresh" })
    const plain = yield* Repo.layOut(MAIN)
    expect(yield* refused("main", plain)).toMatchObject({ reason: "no-git" })
  }),
  60_000,
)

effect(
  "runs on branches and on the checkout at once lose nothing",
  Effect.gen(function* () {
    const root = yield* repository
    const all = yield* options
    for (const name of ["a", "b", "c"]) Repo.git(root, "branch", name, "feature")
    yield* Effect.flatMap(analyze(root, all), (it) => it.close)
    yield* Effect.forEach(
      [undefined, "a", "b", "c", "a", undefined],
      (branch) =>
        Effect.flatMap(analyze(root, { ...all, ...branch === undefined ? {} : { branch } }), (it) => it.close),
      { concurrency: "unbounded" },
    )
    const entry = yield* within(all.home!, Effect.flatMap(Registry.Registry, ({ find }) => find(root)))
    expect(branchesOf(entry!).map((it) => it.name)).toEqual(["a", "b", "c"])
    for (const branch of ["a", "b", "c"]) {
      yield* Effect.flatMap(open(root, { home: all.home!, branch }), (it) => it.close)
    }
  }),
  90_000,
)
