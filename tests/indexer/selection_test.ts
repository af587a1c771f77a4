// What a project and a caller say of the list of files: .portolanignore, .gitattributes, patterns, and how what is left
// out is named.

import { describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, rmSync, symlinkSync } from "node:fs"
import * as Naming from "../../lib/indexer/naming.ts"
import * as Scan from "../../lib/indexer/scan.ts"
import * as Selection from "../../lib/indexer/selection.ts"
import * as Files from "../../lib/platform/files.ts"
import * as Git from "../../lib/platform/git.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const machine = Layer.merge(Files.layer, Git.layer)

const scan = (root: string, selection?: Selection.Selection) => Effect.provide(Scan.scan(root, selection), machine)

const pathsOf = (scan: Scan.Scan) => scan.files.map(({ path }) => path)

const wantedOf = (scan: Scan.Scan) => scan.files.filter(({ wanted }) => wanted).map(({ path }) => path)

const files = (...paths: ReadonlyArray<string>): Repo.Repo => new Map(paths.map((path) => [path, `// ${path}\n`]))

const NAME = ".portolanignore"

for (const git of [true, false]) {
  effect(
    `${NAME} leaves out, in every folder and below links never, ${git ? "with" : "without"} git`,
    Effect.gen(function* () {
      const root = yield* Repo.layOut(
        new Map([
          ...files(
            "src/a.ts",
            "src/a.test.ts",
            "src/keep.test.ts",
            "docs/deep/x.ts",
            "lib/b.ts",
            "lib/gen/c.ts",
            "other/gen/d.ts",
          ),
          [NAME, "*.test.ts\n!keep.test.ts\n/docs/\n"],
          [`lib/${NAME}`, "/gen\n"],
        ]),
        { git },
      )
      mkdirSync(`${root}/other2`)
      symlinkSync(`../${NAME}`, `${root}/other/${NAME}`)
      const found = yield* scan(root)
      expect(pathsOf(found)).toEqual([
        NAME,
        `lib/${NAME}`,
        "lib/b.ts",
        "other/gen/d.ts",
        "src/a.ts",
        "src/keep.test.ts",
      ])
      expect(found.skipped).toEqual([
        { path: git ? "docs/deep/x.ts" : "docs/", reason: `left out by ${NAME}` },
        { path: git ? "lib/gen/c.ts" : "lib/gen/", reason: `left out by lib/${NAME}` },
        { path: "src/a.test.ts", reason: `left out by ${NAME}` },
      ])
      // Taking back a rule asks for nothing.
      expect(wantedOf(found)).toEqual([])
      expect(found.notes).toEqual([])
    }),
  )
}

effect(
  "a ! brings back sources that git ignores, and nothing else that it ignores",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(
      new Map([
        ...files("src/a.ts"),
        [".gitignore", "generated/\n*.gen.ts\n.env*\nclone/\ncache/\n"],
        [NAME, "!generated/api.ts\n!client.gen.ts\n!.env\n!.env.ts\n!clone/\n!absent/x.ts\n"],
      ]),
      { git: true },
    )
    Repo.write(
      root,
      files(
        "generated/api.ts",
        "generated/other.ts",
        "src/client.gen.ts",
        "src/other.gen.ts",
        "cache/generated/api.ts",
      ),
    )
    Repo.write(root, new Map([[".env", "SECRET=1\n"]]))
    Repo.write(`${root}/clone`, new Map([...files("lib/b.ts", "lib/x.log.ts"), [".gitignore", "*.log.ts\n"]]))
    Repo.commit(`${root}/clone`)
    Repo.write(root, files("clone/lib/y.log.ts"))
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([
      ".gitignore",
      NAME,
      "clone/lib/b.ts",
      "generated/api.ts",
      "src/a.ts",
      "src/client.gen.ts",
    ].sort())
    expect(wantedOf(found)).toEqual(["clone/lib/b.ts", "generated/api.ts", "src/client.gen.ts"])
    // Whoever asks for a folder gets it whole, and the rule that nothing matches is no failure.
    Repo.write(root, new Map([[NAME, "!generated/\n"]]))
    expect(pathsOf(yield* scan(root))).toEqual([
      ".gitignore",
      NAME,
      "generated/api.ts",
      "generated/other.ts",
      "src/a.ts",
    ])
    // An allow-list takes back its own rule and no more.
    Repo.write(root, new Map([[NAME, "/*\n!/src/\n!/generated/\n"]]))
    expect(pathsOf(yield* scan(root))).toEqual(["src/a.ts"])
  }),
)

effect(
  "a ! brings back what is left out by its name or by what lies in it, without git and where git ignores nothing",
  Effect.gen(function* () {
    const tree: Repo.Repo = new Map([
      ...files(
        "src/a.ts",
        "node_modules/dep/index.js",
        "node_modules/own/deep/b.js",
        "web/dist/c.js",
        "web/dist/d.js",
        "env/e.py",
        "env2/f.py",
      ),
      ["web/package.json", "{}"],
      ["env/pyvenv.cfg", ""],
      ["env2/pyvenv.cfg", ""],
      [NAME, "!node_modules/own/**\n!web/dist/c.js\n!env/\n"],
    ])
    const root = yield* Repo.layOut(tree)
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([
      NAME,
      "env/e.py",
      "env/pyvenv.cfg",
      "node_modules/own/deep/b.js",
      "src/a.ts",
      "web/dist/c.js",
      "web/package.json",
    ])
    expect(found.skipped.map(({ path }) => path)).toEqual(["env2/", "node_modules/", "web/dist/"])
    Repo.git(root, "init", "-q")
    const listed = yield* scan(root)
    expect(pathsOf(listed)).toEqual([
      NAME,
      "env/e.py",
      "env/pyvenv.cfg",
      "env2/f.py",
      "env2/pyvenv.cfg",
      "node_modules/own/deep/b.js",
      "src/a.ts",
      "web/dist/c.js",
      "web/dist/d.js",
      "web/package.json",
    ])
    expect(listed.skipped.map(({ path }) => path)).toEqual(["node_modules/"])
  }),
)

effect(
  "generated, vendored and binary files are out where .gitattributes says so; what it says is written is wanted",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(
      new Map([
        ...files(
          "src/a.ts",
          "src/a.pb.ts",
          "src/own.pb.ts",
          "third/x.ts",
          "third/mine/y.ts",
          "data.ts",
          "lines.ts",
          "-n.ts",
          "sp ace.ts",
        ),
        [
          ".gitattributes",
          "*.pb.ts linguist-generated\nown.pb.ts -linguist-generated\nthird/** linguist-vendored=true\n" +
          "data.ts binary\nlines.ts -text\n-n.ts linguist-generated=false\n",
        ],
        ["third/mine/.gitattributes", "* linguist-vendored=false\n"],
      ]),
      { git: true },
    )
    Repo.write(root, files("src/new.pb.ts"))
    const found = yield* scan(root)
    expect(pathsOf(found)).toEqual([
      "-n.ts",
      ".gitattributes",
      "lines.ts",
      "sp ace.ts",
      "src/a.ts",
      "src/own.pb.ts",
      "third/mine/.gitattributes",
      "third/mine/y.ts",
    ])
    expect(found.skipped).toEqual([
      { path: "data.ts", reason: "binary, says .gitattributes" },
      { path: "src/a.pb.ts", reason: "generated, says .gitattributes" },
      { path: "src/new.pb.ts", reason: "generated, says .gitattributes" },
      { path: "third/x.ts", reason: "vendored, says .gitattributes" },
    ])
    expect(wantedOf(found)).toEqual(["-n.ts", "src/own.pb.ts", "third/mine/.gitattributes", "third/mine/y.ts"])
    // A subfolder has the attributes of the folders above it; ours has the last word.
    expect(pathsOf(yield* scan(`${root}/third`))).toEqual(["mine/.gitattributes", "mine/y.ts"])
    Repo.write(root, new Map([[NAME, "!*.pb.ts\n"]]))
    expect(wantedOf(yield* scan(root))).toContain("src/new.pb.ts")
  }),
)

effect(
  "rules far too costly are not applied, and the report says so",
  Effect.gen(function* () {
    const name = "a".repeat(200)
    const root = yield* Repo.layOut(
      new Map([...files(`${name}.ts`, "b.ts"), [
        NAME,
        `b.ts\n${`*${"a".repeat(100)}b\n`.repeat(9_000)}`,
      ]]),
      { git: true },
    )
    const costly = yield* scan(root)
    expect(pathsOf(costly)).toContain("b.ts")
    expect(costly.notes).toEqual([`${NAME} was not applied: its rules take too long to match`])
    Repo.write(root, new Map([[NAME, "b.ts\n".repeat(400_000)]]))
    const large = yield* scan(root)
    expect(pathsOf(large)).toContain("b.ts")
    expect(large.notes).toEqual([`${NAME} was not applied: it is no text, cannot be read, or is far too large`])
  }),
  60_000,
)

const select = (patterns: Selection.Patterns) => Effect.runSync(Selection.make(patterns))

const chosen = (patterns: Selection.Patterns, ...paths: ReadonlyArray<string>) => {
  const { reasonAgainst } = select(patterns)
  return paths.filter((path) => reasonAgainst(path) === undefined)
}

describe("patterns of the caller", () => {
  const all = ["a.ts", "src/a.ts", "src/deep/b.tsx", "src/a.test.ts", "lib/c.js", "docs/d.md"]

  test("include is all that counts, exclude wins", () => {
    expect(chosen({}, ...all)).toEqual(all)
    expect(chosen({ include: ["src"] }, ...all)).toEqual(["src/a.ts", "src/deep/b.tsx", "src/a.test.ts"])
    expect(chosen({ include: ["./src/**", "*.md"], exclude: ["*.test.ts"] }, ...all)).toEqual([
      "src/a.ts",
      "src/deep/b.tsx",
      "docs/d.md",
    ])
    expect(chosen({ include: ["*.{ts,tsx}"] }, ...all)).toEqual(all.slice(0, 4))
    expect(chosen({ exclude: ["src/"] }, ...all)).toEqual(["a.ts", "lib/c.js", "docs/d.md"])
    expect(chosen({ include: ["*.{t{s,sx},md}"] }, ...all)).toEqual([...all.slice(0, 4), "docs/d.md"])
    expect(chosen({ include: ["/a.ts", "./lib"] }, ...all)).toEqual(["a.ts", "lib/c.js"])
    expect(chosen({ exclude: ["deep", "/c.js", "a.t[st]"] }, ...all)).toEqual([
      "src/a.test.ts",
      "lib/c.js",
      "docs/d.md",
    ])
    expect(chosen({ include: ["#a", "\\{b}", "c d"] }, "#a", "{b}", "c d", "c")).toEqual(["#a", "{b}", "c d"])
    expect(chosen({ include: ["."] }, ...all)).toEqual(all)
    expect(chosen({ include: ["/"], exclude: ["docs/"] }, ...all)).toEqual(all.slice(0, 5))
  })

  test("why a file is left out says which pattern did it", () => {
    const { reasonAgainst } = select({ include: ["src/**"], exclude: ["*.test.ts"] })
    expect([reasonAgainst("src/a.test.ts"), reasonAgainst("a.ts")]).toEqual(["excluded by *.test.ts", "not included"])
  })

  test("a pattern that means nothing is refused, with what to do", () => {
    const refused = (patterns: Selection.Patterns) => Effect.runSync(Effect.flip(Selection.make(patterns)))
    expect(refused({ include: ["src/[a"] })).toMatchObject({ option: "include", pattern: "src/[a", reason: "brackets" })
    expect(refused({ exclude: ["{a,b"] })).toMatchObject({ option: "exclude", reason: "brackets" })
    expect(refused({ include: [""] })).toMatchObject({ reason: "empty" })
    expect(refused({ include: ["!src"] })).toMatchObject({ reason: "negated" })
    expect(refused({ include: ["{a,b}".repeat(100)] })).toMatchObject({ reason: "alternatives" })
    expect(refused({ include: ["../other/**"] })).toMatchObject({ reason: "outside" })
    expect(refused({ include: ["a".repeat(1001)] })).toMatchObject({ reason: "length" })
    expect(refused({ include: Array(101).fill("a") })).toMatchObject({ reason: "number" })
    expect(refused({ include: ["src/[a"] }).message).toBe(
      'Cannot use include pattern "src/[a": its brackets or braces do not close; write \\ before one that is part of a name',
    )
    expect(refused({ include: ["a".repeat(1001)] }).message.length).toBeLessThan(250)
  })

  test("a pattern made to take for ever takes no time", () => {
    const began = performance.now()
    const path = `${"a/".repeat(50)}${"ab".repeat(100)}`
    for (const pattern of ["**/a/".repeat(40) + "x", "*a".repeat(200) + "*c", "{a,ab}".repeat(6), "?*".repeat(200)]) {
      chosen({ include: [pattern] }, path)
    }
    expect(performance.now() - began).toBeLessThan(2000)
  })
})

effect(
  "what is not selected is named and kept apart, since configuration may lie in it",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(files("src/a.ts", "tsconfig.json", "tests/b.ts"), { git: true })
    const found = yield* scan(root, select({ include: ["src"] }))
    expect(pathsOf(found)).toEqual(["src/a.ts"])
    expect(found.unselected.map(({ path }) => path)).toEqual(["tests/b.ts", "tsconfig.json"])
    expect(found.skipped).toEqual([
      { path: "tests/b.ts", reason: "not included" },
      { path: "tsconfig.json", reason: "not included" },
    ])
    rmSync(`${root}/.git`, { recursive: true })
    expect(yield* scan(root, select({ include: ["src"] }))).toMatchObject({ files: [{ path: "src/a.ts" }] })
  }),
)

describe("byFolders", () => {
  const many = (folder: string, reason: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ path: `${folder}/f${i}.ts`, reason }))

  test("few files are named one by one", () => {
    const few = many("a", "r", 3)
    expect(Naming.byFolders(few, [])).toEqual(few)
  })

  test("of many, folders that are left out as a whole are named in their place, and no other", () => {
    const left = [
      ...many("docs/api", "r", 600),
      ...many("docs/guide", "r", 600),
      ...many("src/gen", "r", 2),
      { path: "src/gen/deep/x.ts", reason: "other" },
      { path: "src/b/one.ts", reason: "r" },
      { path: "top.ts", reason: "r" },
    ]
    const named = Naming.byFolders(left, ["src/a.ts", "src/b/kept.ts"])
    expect(named).toEqual([
      { path: "docs/", reason: "r" },
      { path: "src/gen/f0.ts", reason: "r" },
      { path: "src/gen/f1.ts", reason: "r" },
      { path: "src/gen/deep/", reason: "other" },
      { path: "src/b/one.ts", reason: "r" },
      { path: "top.ts", reason: "r" },
    ])
    const byPath = (a: Naming.Named, b: Naming.Named) => a.path < b.path ? -1 : 1
    expect([...Naming.byFolders([...left].reverse(), ["src/b/kept.ts", "src/a.ts"])].sort(byPath)).toEqual(
      [...named].sort(byPath),
    )
  })
})
