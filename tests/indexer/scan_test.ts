// Which files a repository has: git's own list where there is git, folders without what tools put there elsewhere.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { relative } from "node:path"
import * as Scan from "../../lib/indexer/scan.ts"
import * as RunGit from "../../lib/machine/git.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Git from "../../lib/platform/git.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const machine = Layer.merge(Files.layer, Git.layer)

const scan = (root: string) => Effect.provide(Scan.scan(root), machine)

const pathsOf = (scan: Scan.Scan) => scan.files.map(({ path }) => path)

const leftOut = (scan: Scan.Scan) => scan.skipped.map(({ path }) => path)

const files = (...paths: ReadonlyArray<string>): Repo.Repo => new Map(paths.map((path) => [path, `// ${path}\n`]))

effect(
  "git's list has tracked and new files, not ignored, deleted or linked ones, in path order",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(
      new Map([
        ...files("src/b.ts", "src/a.ts", "src/gone.ts", "B.ts", "with space é.ts", "web/tmp/x.ts", "web/tmp/keep.ts"),
        [".gitignore", "*.gen.ts\n!keep.gen.ts\n"],
        ["web/.gitignore", "tmp/*\n!tmp/keep.ts\n"],
      ]),
      { git: true },
    )
    Repo.write(root, files("src/new.ts", "src/x.gen.ts", "src/keep.gen.ts"))
    symlinkSync("a.ts", `${root}/src/link.ts`)
    symlinkSync(".", `${root}/src/self`)
    rmSync(`${root}/src/gone.ts`)
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([
      ".gitignore",
      "B.ts",
      "src/a.ts",
      "src/b.ts",
      "src/keep.gen.ts",
      "src/new.ts",
      "web/.gitignore",
      "web/tmp/keep.ts",
      "with space é.ts",
    ])
    expect(found).toMatchObject({ listedBy: "git", notes: [], commit: Repo.git(root, "rev-parse", "HEAD").trim() })
  }),
)

effect(
  "a subfolder of a repository is a root of its own, with the rules of the folders above it",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(
      new Map([...files("lib/a.ts", "lib/deep/b.ts", "other/c.ts"), [".gitignore", "*.log.ts\n"]]),
      { git: true },
    )
    Repo.write(root, files("lib/x.log.ts"))
    const found = yield* scan(`${root}/lib`)
    expect(pathsOf(found)).toEqual(["a.ts", "deep/b.ts"])
    expect(found.commit).toBe(Repo.git(root, "rev-parse", "HEAD").trim())
  }),
)

effect(
  "a folder that the repository around it ignores is a folder without git",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(new Map([...files("src/a.ts"), [".gitignore", "corpus/\n"]]), { git: true })
    Repo.write(root, files("corpus/lib/b.ts", "corpus/node_modules/dep/index.js"))
    const found = yield* scan(`${root}/corpus`)
    expect(pathsOf(found)).toEqual(["lib/b.ts"])
    expect(leftOut(found)).toEqual(["node_modules/"])
    expect(found).toMatchObject({ listedBy: "folders", commit: null })
  }),
)

effect(
  "without git, what tools install, build and cache is left out and named; links are not followed",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(
      new Map([
        ...files(
          "src/main.ts",
          "src/env/keep.py",
          "src/build/step.ts",
          "node_modules/dep/index.js",
          "tools/node_modules/other/index.js",
          "my-env/lib/python3/site-packages/pkg/mod.py",
          "crate/src/lib.rs",
          "crate/target/debug/gen.rs",
          "cache/x.ts",
          "constructor/a.ts",
          "__proto__/a.ts",
        ),
        ["my-env/pyvenv.cfg", "home = python\n"],
        ["crate/Cargo.toml", "[package]\n"],
        ["cache/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"],
      ]),
    )
    symlinkSync("..", `${root}/src/up`)
    symlinkSync("main.ts", `${root}/src/again.ts`)
    symlinkSync("missing.ts", `${root}/src/gone.ts`)
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([
      "__proto__/a.ts",
      "constructor/a.ts",
      "crate/Cargo.toml",
      "crate/src/lib.rs",
      "src/build/step.ts",
      "src/env/keep.py",
      "src/main.ts",
    ])
    expect(leftOut(found)).toEqual(["cache/", "crate/target/", "my-env/", "node_modules/", "tools/node_modules/"])
    expect(found.skipped.every(({ reason }) => reason.length !== 0)).toBe(true)
  }),
)

effect(
  "linked worktrees inside the tree are out, ignored or not, and the untracked one is named",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(new Map([...files("src/a.ts"), [".gitignore", ".agents/\n"]]), { git: true })
    Repo.git(root, "worktree", "add", "-q", "-b", "fix", ".agents/fix")
    Repo.git(root, "worktree", "add", "-q", "-b", "exp", "trees/exp")
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([".gitignore", "src/a.ts"])
    expect(found.skipped).toEqual([{ path: "trees/exp/", reason: "a linked worktree" }])
    // A linked worktree that is itself the root is a repository like any other.
    expect(pathsOf(yield* scan(`${root}/trees/exp`))).toEqual([".gitignore", "src/a.ts"])
    // One that was added as an entry by mistake stays out too.
    Repo.git(root, "add", "trees")
    expect(pathsOf(yield* scan(root))).toEqual([".gitignore", "src/a.ts"])
  }),
)

effect(
  "submodules are in, with their own ignore rules; an untracked clone inside is out and named",
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    const inner = `${base}/inner`
    mkdirSync(inner)
    Repo.write(inner, new Map([...files("lib/inner.ts"), [".gitignore", "*.out.ts\n"]]))
    Repo.commit(inner)
    const root = `${base}/outer`
    mkdirSync(root)
    Repo.write(root, files("src/outer.ts"))
    Repo.commit(root)
    Repo.git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "modules/inner")
    Repo.write(root, files("modules/inner/lib/x.out.ts", "modules/inner/lib/new.ts"))
    Repo.git(root, "clone", "-q", inner, "stray")
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([
      ".gitmodules",
      "modules/inner/.gitignore",
      "modules/inner/lib/inner.ts",
      "modules/inner/lib/new.ts",
      "src/outer.ts",
    ])
    expect(leftOut(found)).toEqual(["stray/"])
  }),
)

effect(
  "a folder of clones lists each by its own git",
  Effect.gen(function* () {
    const root = yield* Repo.temporary
    for (const name of ["one", "two"]) {
      mkdirSync(`${root}/${name}`)
      Repo.write(`${root}/${name}`, new Map([...files("a.ts", "x.log.ts"), [".gitignore", "*.log.ts\n"]]))
      Repo.commit(`${root}/${name}`)
    }
    Repo.git(`${root}/one`, "worktree", "add", "-q", "-b", "fix", "../one-fix")
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual(["one/.gitignore", "one/a.ts", "two/.gitignore", "two/a.ts"])
    expect(found.skipped).toEqual([{ path: "one-fix/", reason: "a linked worktree" }])
  }),
)

effect(
  "what was installed and neither tracked nor ignored is left out and named; what is tracked is in",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("src/a.ts", "vendored/node_modules/kept/index.js"), { git: true })
    Repo.write(
      root,
      files(
        "node_modules/dep/index.js",
        "web/node_modules/b/node_modules/c.js",
        "vendored/node_modules/new.js",
        "b.ts",
      ),
    )
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual(["b.ts", "src/a.ts", "vendored/node_modules/kept/index.js"])
    expect(leftOut(found)).toEqual(["node_modules/", "vendored/node_modules/", "web/node_modules/"])
  }),
)

effect(
  "a tracked folder that became a link out of the repository is not followed",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("src/a.ts", "lib/deep/b.ts", "lib/c.ts"), { git: true })
    const outside = yield* Repo.layOut(files("deep/b.ts", "c.ts"))
    rmSync(`${root}/lib`, { recursive: true })
    symlinkSync(outside, `${root}/lib`)
    expect(pathsOf(yield* scan(root))).toEqual(["src/a.ts"])
  }),
)

effect(
  "a file in conflict is listed once",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("a.ts"), { git: true })
    Repo.git(root, "checkout", "-q", "-b", "other")
    Repo.write(root, new Map([["a.ts", "theirs\n"]]))
    Repo.commit(root)
    Repo.git(root, "checkout", "-q", "main")
    Repo.write(root, new Map([["a.ts", "ours\n"]]))
    Repo.commit(root)
    expect(() => Repo.git(root, "merge", "-q", "other")).toThrow()
    expect(Repo.git(root, "ls-files", "--cached").split("\n").length).toBe(4)
    expect(pathsOf(yield* scan(root))).toEqual(["a.ts"])
  }),
)

effect(
  "nothing that a repository's configuration names is run",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("a.ts"), { git: true })
    const witness = `${root}/ran`
    writeFileSync(`${root}/.git/monitor`, `#!/bin/sh\ntouch ${witness}\n`)
    chmodSync(`${root}/.git/monitor`, 0o755)
    Repo.git(root, "config", "core.fsmonitor", `${root}/.git/monitor`)
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual(["a.ts"])
    expect(existsSync(witness)).toBe(false)
    // The trap is live: git without our settings runs it.
    Repo.git(root, "status")
    expect(existsSync(witness)).toBe(true)
  }),
)

effect(
  "a repository without a commit has files and no commit",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("a.ts"))
    Repo.git(root, "init", "-q")
    expect(yield* scan(root)).toMatchObject({ listedBy: "git", commit: null, files: [{ path: "a.ts" }] })
  }),
)

effect(
  "without git on the machine folders are walked, and a note says that ignore rules were not applied",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("a.ts", "node_modules/b.js"), { git: true })
    const noGit = Layer.succeed(
      RunGit.RunGit,
      (_, args) => Effect.fail(new RunGit.GitFailed({ arguments: args, exitCode: -1, detail: "spawn git ENOENT" })),
    )
    const found = yield* Effect.provide(Scan.scan(root), Layer.merge(Files.layer, noGit))
    expect(pathsOf(found)).toEqual(["a.ts"])
    expect(found.notes).toEqual(["git was not found: ignore rules are not applied"])
  }),
)

effect(
  "a name that is not UTF-8 is named, not lost",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("a.ts"), { git: true })
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x62, 0xe9]), Buffer.from(".ts")]), "x")
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual(["a.ts"])
    expect(found.skipped).toEqual([{ path: "b\ufffd.ts", reason: "its name is not valid UTF-8" }])
  }),
)

/** A git index, version 2, that tracks empty files of these names. */
const indexOf = (names: ReadonlyArray<string>): Uint8Array => {
  const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest()
  const entries = [...names].sort().map((name) => {
    const entry = Buffer.alloc(62 + name.length + 8 - ((62 + name.length) % 8))
    entry.writeUInt32BE(0o100644, 24)
    sha1(Buffer.from("blob 0\0")).copy(entry, 40)
    entry.writeUInt16BE(name.length, 60)
    entry.write(name, 62, "latin1")
    return entry
  })
  const head = Buffer.alloc(12)
  head.write("DIRC", 0, "latin1")
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(names.length, 8)
  const body = Buffer.concat([head, ...entries])
  return Buffer.concat([body, sha1(body)])
}

effect(
  "a git index that was written to lead out of the repository, or into git's own folder, leads nowhere",
  Effect.gen(function* () {
    const outside = yield* Repo.layOut(files("secret.ts"))
    const root = yield* Repo.layOut(files("a.ts"), { git: true })
    writeFileSync(`${root}/.git/own.ts`, "")
    const up = relative(root, `${outside}/secret.ts`)
    const names = [".git/own.ts", up, "a.ts", `${outside}/secret.ts`]
    writeFileSync(`${root}/.git/index`, indexOf(names))
    expect(Repo.git(root, "ls-files").trim().split("\n")).toEqual([...names].sort())
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual(["a.ts"])
    expect(leftOut(found)).toEqual(names.filter((it) => it !== "a.ts").sort())
  }),
)

effect(
  "submodules of submodules are in; one that is not checked out is named",
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    const add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"]
    for (const [name, inner] of [["c", ""], ["b", "c"], ["a", "b"]] as const) {
      mkdirSync(`${base}/${name}`)
      Repo.write(`${base}/${name}`, files(`${name}.ts`))
      Repo.commit(`${base}/${name}`)
      if (inner === "") continue
      Repo.git(`${base}/${name}`, ...add, `${base}/${inner}`, `sub/${inner}`)
      Repo.git(`${base}/${name}`, "commit", "-q", "-m", "submodule")
    }
    const root = `${base}/a`
    const before = yield* scan(root)
    expect(pathsOf(before)).toEqual([".gitmodules", "a.ts", "sub/b/.gitmodules", "sub/b/b.ts"])
    expect(before.skipped).toEqual([{ path: "sub/b/sub/c/", reason: "a submodule that is not checked out" }])
    Repo.git(root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive")
    const after = yield* scan(root)
    expect(pathsOf(after)).toEqual([".gitmodules", "a.ts", "sub/b/.gitmodules", "sub/b/b.ts", "sub/b/sub/c/c.ts"])
    expect(after.skipped).toEqual([])
  }),
  60_000,
)

effect(
  "a path as long as the system lets it be is listed, with git and without",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("a.ts"))
    const part = "d".repeat(200)
    const parts = Math.floor((4095 - root.length - "/x.ts".length) / (part.length + 1))
    const deep = Array(parts).fill(part).join("/")
    const path = `${deep}/${"x".repeat(4095 - root.length - deep.length - 2 - 3)}.ts`
    Repo.write(root, files(path))
    expect(`${root}/${path}`.length).toBe(4095)
    expect(pathsOf(yield* scan(root))).toEqual(["a.ts", path])
    Repo.git(root, "init", "-q")
    expect(yield* scan(root)).toMatchObject({ listedBy: "git", files: [{ path: "a.ts" }, { path }] })
  }),
)

effect(
  "our own folder is no part of a repository, even where it is tracked",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("a.ts", ".portolan/b.ts", "lib/.portolan/c.ts", "x.portolan/d.ts"), {
      git: true,
    })
    expect(pathsOf(yield* scan(root))).toEqual(["a.ts", "x.portolan/d.ts"])
    rmSync(`${root}/.git`, { recursive: true })
    expect(pathsOf(yield* scan(root))).toEqual(["a.ts", "x.portolan/d.ts"])
  }),
)

effect(
  "folders of builds and caches are told by what lies in or beside them, sources of the same name are kept",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(
      new Map([
        ...files(
          "coverage/report.py",
          "dist/keep.ts",
          "web/dist/out.js",
          "web/coverage/index.js",
          "app/obj/gen.cs",
          "app/bin/gen.cs",
          "tools/bin/run.ts",
          "pkg.egg-info/x.py",
          "envs/main/lib/y.py",
          "bare.git/hooks/z.ts",
        ),
        ["web/package.json", "{}"],
        ["web/coverage/lcov.info", ""],
        ["app/App.csproj", ""],
        ["envs/main/conda-meta/history", ""],
        ["bare.git/HEAD", ""],
        ["bare.git/config", ""],
        ["bare.git/objects/o", ""],
        ["bare.git/refs/r", ""],
      ]),
    )
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([
      "app/App.csproj",
      "coverage/report.py",
      "dist/keep.ts",
      "tools/bin/run.ts",
      "web/package.json",
    ])
    expect(found.skipped).toEqual([
      { path: "app/bin/", reason: "generated or installed by what *.csproj describes" },
      { path: "app/obj/", reason: "generated or installed by what *.csproj describes" },
      { path: "bare.git/", reason: "a git repository without a work tree" },
      { path: "envs/main/", reason: "a virtual environment" },
      { path: "pkg.egg-info/", reason: "installed, generated or cached" },
      { path: "web/coverage/", reason: "a coverage report" },
      { path: "web/dist/", reason: "generated or installed by what package.json describes" },
    ])
  }),
)
