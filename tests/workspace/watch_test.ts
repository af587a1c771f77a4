// What a watcher tells of a repository that changes: every file that may be another one, nothing of what is no part of it,
// and all where it cannot tell. The files and git are real; what is waited for is what the system tells.

import { describe, expect } from "bun:test"
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Scan from "../../lib/indexer/scan.ts"
import { Watching } from "../../lib/machine/watching.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as PlatformWatching from "../../lib/platform/watching.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import * as Watch from "../../lib/workspace/watch.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const FILES: Repo.Repo = new Map([
  ["src/a.ts", "export const a = 1\n"],
  ["src/b.ts", "export const b = 1\n"],
  ["src/deep/er/c.ts", "export const c = 1\n"],
  ["README.md", "words\n"],
  [".gitignore", "*.log\nout/\nnode_modules/\n"],
])

/** As the indexer does it: lists the files and says which there are. */
const list = (watcher: Watch.Watcher) =>
  Effect.gen(function* () {
    // A clock of milliseconds: what was told in this one does not count as told before.
    yield* Effect.sleep(2)
    const begun = yield* Clock.currentTimeMillis
    const { files } = yield* Scan.scan(watcher.root)
    yield* watcher.cover(files.map(({ path }) => path), begun)
    return files.map(({ path }) => path)
  })

/** Where files are looked at, what has changed shortly before is told twice. */
const LONGER_AGO_MS = 60

/** A watcher that has been told which files there are, and has nothing left to say. */
const settled = (root: string) =>
  Effect.gen(function* () {
    yield* Effect.sleep(LONGER_AGO_MS)
    const watcher = yield* Watch.open(root)
    for (;;) {
      const changes = yield* watcher.take
      if (isNothing(changes)) return watcher
      yield* list(watcher)
    }
  })

const isNothing = ({ all, paths, commit, list }: Watch.Changes) => !all && !commit && !list && paths.size === 0

/** What is told of what `act` does, from its first word on until nothing more comes. */
const told = (watcher: Watch.Watcher, act: () => void) =>
  Effect.gen(function* () {
    act()
    if (watcher.mode()._tag === "watching") yield* watcher.next
    // A look that is young is not repeated.
    else yield* Effect.sleep(LOOK_MS)
    return yield* rest(watcher)
  })

const LOOK_MS = 120

const rest = (watcher: Watch.Watcher) =>
  Effect.gen(function* () {
    const sum = { all: false, commit: false, list: false, paths: new Set<string>() }
    for (;;) {
      const more = yield* watcher.take
      if (isNothing(more)) return sum
      sum.all ||= more.all
      sum.commit ||= more.commit
      sum.list ||= more.list
      for (const path of more.paths) sum.paths.add(path)
    }
  })

/**
 * Is nothing told of what `act` does? A change of `src/a.ts` after it shows that it would have been told by now: the
 * system tells in order.
 */
const silent = (watcher: Watch.Watcher, act: () => void) =>
  Effect.gen(function* () {
    const { all, paths, commit, list } = yield* told(watcher, () => {
      act()
      appendFileSync(`${watcher.root}/src/a.ts`, "//\n")
    })
    return { all, commit, list, paths: [...paths].filter((path) => path !== "src/a.ts") }
  })

const NOTHING = { all: false, commit: false, list: false, paths: [] }

const polled = Layer.succeed(Settings.Settings, { ...Settings.defaults, watchFolders: 0 })

const WAYS: ReadonlyArray<readonly [name: string, settings: Layer.Layer<never>]> = [
  ["watched", Layer.empty],
  ["looked at", polled],
]

for (const [way, settings] of WAYS) {
  const works = (name: string, body: Effect.Effect<unknown, unknown, Watch.Needs | Scope.Scope>) =>
    effect(name, Effect.provide(body, Layer.merge(machine, settings)), 60_000)

  describe(way, () => {
    works(
      "files that are written, replaced, renamed, removed and made are told by their paths",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const at = (path: string) => `${root}/${path}`
        const watcher = yield* settled(root)
        const pathsOf = (act: () => void) =>
          Effect.map(told(watcher, act), ({ all, paths }) => [all, [...paths].sort()])
        expect(yield* pathsOf(() => appendFileSync(at("src/a.ts"), "//\n"))).toEqual([false, ["src/a.ts"]])
        expect(
          yield* pathsOf(() => {
            writeFileSync(at("src/deep/er/.c.ts.tmp"), "export const c = 2\n")
            renameSync(at("src/deep/er/.c.ts.tmp"), at("src/deep/er/c.ts"))
          }),
        ).toEqual([false, ["src/deep/er/c.ts"]])
        expect(yield* pathsOf(() => renameSync(at("src/b.ts"), at("src/d.ts")))).toEqual([
          false,
          ["src/b.ts", "src/d.ts"],
        ])
        // Nobody has said yet that it is listed: it is told all the same.
        expect(yield* pathsOf(() => appendFileSync(at("src/d.ts"), "//\n"))).toEqual([false, ["src/d.ts"]])
        expect(yield* list(watcher)).toContain("src/d.ts")
        expect(yield* pathsOf(() => rmSync(at("src/d.ts")))).toEqual([false, ["src/d.ts"]])
        expect(yield* pathsOf(() => writeFileSync(at("new.ts"), "export const n = 1\n"))).toEqual([false, ["new.ts"]])
        yield* list(watcher)
        expect(
          yield* pathsOf(() => {
            rmSync(at("README.md"))
            symlinkSync("src/a.ts", at("README.md"))
          }),
        ).toEqual([false, ["README.md"]])
      }),
    )

    works(
      "what is no part of the repository wakes nobody",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const at = (path: string) => `${root}/${path}`
        for (const folder of ["out", "node_modules/p", ".portolan"]) mkdirSync(at(folder), { recursive: true })
        writeFileSync(at("old.log"), "1")
        const watcher = yield* settled(root)
        const acts: ReadonlyArray<() => void> = [
          () => writeFileSync(at("new.log"), "1"),
          () => appendFileSync(at("old.log"), "1"),
          () => rmSync(at("old.log")),
          () => writeFileSync(at("out/x.ts"), "1"),
          () => writeFileSync(at("node_modules/p/x.ts"), "1"),
          () => writeFileSync(at(".portolan/x.ts"), "1"),
          () => mkdirSync(at("src/node_modules")),
          () => writeFileSync(at("src/node_modules/x.ts"), "1"),
          () => {
            writeFileSync(at("src/.a.ts.swp"), "1")
            rmSync(at("src/.a.ts.swp"))
          },
          () => writeFileSync(at(".git/FETCH_HEAD"), "1"),
          () => writeFileSync(at(".git/objects/x"), "1"),
          () => void Repo.git(root, "branch", "other"),
          () => symlinkSync("/", at("everything")),
        ]
        for (const [i, act] of acts.entries()) expect([i, yield* silent(watcher, act)]).toEqual([i, NOTHING])
        expect(watcher.folders()).toBe(4)
      }),
    )

    works(
      "a file that is left out, though git does not ignore it, is told when it comes and goes and is quiet in between",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(new Map([...FILES, [".portolanignore", "*.gen.ts\n"]]), { git: true })
        const at = (path: string) => `${root}/${path}`
        const watcher = yield* settled(root)
        const pathsOf = (act: () => void) => Effect.map(told(watcher, act), ({ paths }) => [...paths])
        expect(yield* pathsOf(() => writeFileSync(at("src/x.gen.ts"), "1"))).toEqual(["src/x.gen.ts"])
        // Nobody has listed it yet: it may well be part of it.
        expect(yield* pathsOf(() => appendFileSync(at("src/x.gen.ts"), "2"))).toEqual(["src/x.gen.ts"])
        expect(yield* list(watcher)).not.toContain("src/x.gen.ts")
        expect(yield* silent(watcher, () => appendFileSync(at("src/x.gen.ts"), "3"))).toEqual(NOTHING)
        expect(yield* pathsOf(() => rmSync(at("src/x.gen.ts")))).toEqual(["src/x.gen.ts"])
      }),
    )

    works(
      "what comes and goes while the files are listed is told where the list has it",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const watcher = yield* settled(root)
        const begun = yield* Clock.currentTimeMillis
        writeFileSync(`${root}/src/4913.ts`, "1")
        const { files } = yield* Scan.scan(root)
        rmSync(`${root}/src/4913.ts`)
        expect(isNothing(yield* watcher.take)).toBe(true)
        yield* watcher.cover(files.map(({ path }) => path), begun)
        expect([...(yield* watcher.take).paths]).toEqual(["src/4913.ts"])
      }),
    )

    works(
      "a folder that comes, goes or is renamed may hold anything, and is watched from then on",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const at = (path: string) => `${root}/${path}`
        const watcher = yield* settled(root)
        expect(yield* told(watcher, () => mkdirSync(at("src/empty/below"), { recursive: true }))).toMatchObject({
          all: true,
        })
        yield* list(watcher)
        yield* rest(watcher)
        // No file is listed in it, and yet one that comes there is told.
        expect([...(yield* told(watcher, () => writeFileSync(at("src/empty/below/x.ts"), "1"))).paths])
          .toEqual(["src/empty/below/x.ts"])
        yield* list(watcher)
        expect(yield* told(watcher, () => renameSync(at("src"), at("moved")))).toMatchObject({ all: true })
        yield* list(watcher)
        yield* rest(watcher)
        expect([...(yield* told(watcher, () => appendFileSync(at("moved/deep/er/c.ts"), "//\n"))).paths])
          .toEqual(["moved/deep/er/c.ts"])
        expect(
          yield* told(watcher, () => {
            renameSync(at("moved"), at("away"))
            mkdirSync(at("moved"))
            writeFileSync(at("moved/new.ts"), "1")
          }),
        ).toMatchObject({ all: true })
        yield* list(watcher)
        yield* rest(watcher)
        expect([...(yield* told(watcher, () => appendFileSync(at("moved/new.ts"), "//\n"))).paths])
          .toEqual(["moved/new.ts"])
        expect(yield* told(watcher, () => rmSync(at("away"), { recursive: true }))).toMatchObject({ all: true })
        expect(watcher.folders()).toBe(2)
      }),
    )

    works(
      "a commit, another branch, an ignore rule and a file that is added though ignored are told",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const at = (path: string) => `${root}/${path}`
        const watcher = yield* settled(root)
        const git = (...args: ReadonlyArray<string>) => () => void Repo.git(root, ...args)
        expect(yield* told(watcher, git("commit", "-q", "--allow-empty", "-m", "x"))).toMatchObject({ commit: true })
        expect(yield* told(watcher, git("checkout", "-q", "-b", "a/b/c"))).toMatchObject({ commit: true })
        expect(yield* told(watcher, git("commit", "-q", "--allow-empty", "-m", "y"))).toMatchObject({ commit: true })
        expect(yield* told(watcher, git("pack-refs", "--all"))).toMatchObject({ commit: true })
        expect(yield* told(watcher, git("commit", "-q", "--allow-empty", "-m", "z"))).toMatchObject({ commit: true })
        expect(yield* told(watcher, git("checkout", "-q", "--detach"))).toMatchObject({ commit: true })
        expect(yield* told(watcher, git("commit", "-q", "--allow-empty", "-m", "d"))).toMatchObject({ commit: true })
        mkdirSync(at("out"))
        writeFileSync(at("out/x.ts"), "1")
        yield* rest(watcher)
        expect(yield* told(watcher, git("add", "-f", "out/x.ts"))).toMatchObject({ list: true })
        expect(yield* list(watcher)).toContain("out/x.ts")
        yield* rest(watcher)
        expect([...(yield* told(watcher, () => appendFileSync(at("out/x.ts"), "//\n"))).paths]).toEqual(["out/x.ts"])
        expect(yield* told(watcher, () => appendFileSync(at(".gitignore"), "*.ts\n"))).toMatchObject({ all: true })
        expect(yield* told(watcher, () => writeFileSync(at(".git/info/exclude"), "*.md\n"))).toMatchObject({
          all: true,
        })
        expect(yield* told(watcher, () => writeFileSync(at("src/.portolanignore"), "b.ts\n"))).toMatchObject({
          all: true,
        })
      }),
    )

    works(
      "a linked worktree has its own HEAD and shares its branches, and a part of a repository the rules above it",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const linked = join(yield* Repo.temporary, "linked")
        Repo.git(root, "worktree", "add", "-q", linked, "-b", "feature/x")
        const watcher = yield* settled(linked)
        expect(yield* told(watcher, () => void Repo.git(linked, "commit", "-q", "--allow-empty", "-m", "x")))
          .toMatchObject({ commit: true })
        expect(yield* told(watcher, () => void Repo.git(linked, "checkout", "-q", "--detach"))).toMatchObject({
          commit: true,
        })
        const part = yield* settled(`${root}/src`)
        expect(yield* told(part, () => appendFileSync(`${root}/.gitignore`, "x\n"))).toMatchObject({ all: true })
        expect(yield* told(part, () => void Repo.git(root, "commit", "-q", "--allow-empty", "-m", "x")))
          .toMatchObject({ commit: true })
        expect(yield* silent({ ...part, root }, () => appendFileSync(`${root}/README.md`, "x\n"))).toEqual({
          ...NOTHING,
          paths: ["a.ts"],
        })
      }),
    )

    works(
      "a folder that git does not know is watched without what is installed in it, and with a repository that it holds",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES)
        const at = (path: string) => `${root}/${path}`
        mkdirSync(at("node_modules"))
        mkdirSync(at("inner/sub"), { recursive: true })
        writeFileSync(at("inner/x.ts"), "1")
        writeFileSync(at("inner/.gitignore"), "*.log\n")
        Repo.commit(at("inner"))
        const watcher = yield* settled(root)
        expect(yield* silent(watcher, () => writeFileSync(at("node_modules/x.ts"), "1"))).toEqual(NOTHING)
        expect([...(yield* told(watcher, () => appendFileSync(at("inner/x.ts"), "//\n"))).paths]).toEqual([
          "inner/x.ts",
        ])
        expect(yield* silent(watcher, () => writeFileSync(at("inner/sub/x.log"), "1"))).toEqual(NOTHING)
        expect(yield* told(watcher, () => Repo.commit(root))).toMatchObject({ all: true, commit: true })
      }),
    )

    works(
      "a submodule's files are told, a repository that nobody has added is not entered",
      Effect.gen(function* () {
        const other = yield* Repo.layOut(new Map([["m.ts", "export const m = 1\n"], [".gitignore", "*.log\n"]]), {
          git: true,
          name: "other",
        })
        const root = yield* Repo.layOut(FILES, { git: true })
        const at = (path: string) => `${root}/${path}`
        Repo.git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", other, "lib/other")
        Repo.git(root, "commit", "-q", "-m", "sub")
        mkdirSync(at("stranger/deep"), { recursive: true })
        writeFileSync(at("stranger/s.ts"), "1")
        Repo.commit(at("stranger"))
        const watcher = yield* settled(root)
        expect([...(yield* told(watcher, () => appendFileSync(at("lib/other/m.ts"), "//\n"))).paths])
          .toEqual(["lib/other/m.ts"])
        expect([...(yield* told(watcher, () => writeFileSync(at("lib/other/n.ts"), "1"))).paths])
          .toEqual(["lib/other/n.ts"])
        expect(yield* silent(watcher, () => writeFileSync(at("lib/other/x.log"), "1"))).toEqual(NOTHING)
        expect(yield* silent(watcher, () => appendFileSync(at("stranger/s.ts"), "1"))).toEqual(NOTHING)
      }),
    )

    works(
      "a checkout of another branch is told once, as all, and no more is watched than there is",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        Repo.git(root, "checkout", "-q", "-b", "many")
        for (let folder = 0; folder < 30; folder++) {
          mkdirSync(`${root}/many/f${folder}`, { recursive: true })
          for (let i = 0; i < 20; i++) writeFileSync(`${root}/many/f${folder}/${i}.ts`, `export const x = ${i}\n`)
        }
        Repo.commit(root)
        Repo.git(root, "checkout", "-q", "main")
        const watcher = yield* settled(root)
        expect(watcher.folders()).toBe(4)
        expect(yield* told(watcher, () => void Repo.git(root, "checkout", "-q", "many"))).toMatchObject({
          all: true,
          commit: true,
        })
        expect((yield* list(watcher)).length).toBe(605)
        yield* rest(watcher)
        expect(watcher.folders()).toBe(35)
        expect([...(yield* told(watcher, () => appendFileSync(`${root}/many/f7/7.ts`, "//\n"))).paths])
          .toEqual(["many/f7/7.ts"])
        expect(yield* told(watcher, () => void Repo.git(root, "checkout", "-q", "-f", "main"))).toMatchObject({
          all: true,
        })
        yield* list(watcher)
        yield* rest(watcher)
        expect(watcher.folders()).toBe(4)
      }),
    )

    works(
      "a repository that is gone is said to be, and watched again when it is back",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const watcher = yield* settled(root)
        const { mode } = watcher
        const before = mode()
        renameSync(root, `${root}.away`)
        expect(yield* watcher.take).toMatchObject({ all: true })
        expect(mode()).toEqual({ _tag: "polling", why: "the folder is not there" })
        expect(isNothing(yield* watcher.take)).toBe(true)
        renameSync(`${root}.away`, root)
        yield* watcher.next
        expect(yield* rest(watcher)).toMatchObject({ all: true })
        expect(mode()).toEqual(before)
        expect([...(yield* told(watcher, () => appendFileSync(`${root}/src/a.ts`, "//\n"))).paths]).toEqual([
          "src/a.ts",
        ])
      }),
    )

    works(
      "changes that are given back are taken again",
      Effect.gen(function* () {
        const root = yield* Repo.layOut(FILES, { git: true })
        const watcher = yield* settled(root)
        const waiting = yield* Effect.fork(watcher.next)
        appendFileSync(`${root}/src/b.ts`, "//\n")
        yield* Fiber.await(waiting)
        const changes = yield* watcher.take
        watcher.giveBack(changes)
        yield* watcher.next
        expect([...(yield* watcher.take).paths]).toEqual(["src/b.ts"])
        expect(isNothing(yield* watcher.take)).toBe(true)
      }),
    )
  })
}

const watched = (name: string, body: Effect.Effect<unknown, unknown, Watch.Needs | Scope.Scope>) =>
  effect(name, Effect.provide(body, machine), 60_000)

watched(
  "whoever takes right after a change is told of it, without waiting for quiet",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    const watcher = yield* settled(root)
    let late = 0
    for (let i = 0; i < 50; i++) {
      writeFileSync(`${root}/src/a.ts`, `export const a = ${i}\n`)
      const { paths } = yield* watcher.take
      if (!paths.has("src/a.ts")) late++
      yield* rest(watcher)
    }
    // Where the system tells in order, nobody is late.
    if (process.platform === "linux") expect(late).toBe(0)
  }),
)

watched(
  "a thousand saves as editors make them leave as many watches as there were",
  Effect.gen(function* () {
    if (process.platform !== "linux") return
    const root = yield* Repo.layOut(FILES, { git: true })
    const before = inotifyWatches()
    yield* Effect.scoped(Effect.gen(function* () {
      const watcher = yield* settled(root)
      const open = inotifyWatches()
      for (let i = 0; i < 1000; i++) {
        writeFileSync(`${root}/src/.tmp`, `export const a = ${i}\n`)
        renameSync(`${root}/src/.tmp`, `${root}/src/a.ts`)
        if (i % 10 === 0) {
          renameSync(`${root}/src/deep`, `${root}/src/other`)
          renameSync(`${root}/src/other`, `${root}/src/deep`)
        }
        if (i % 100 === 0) yield* watcher.take
      }
      yield* watcher.next
      yield* list(watcher)
      yield* rest(watcher)
      expect(watcher.folders()).toBe(4)
      expect(inotifyWatches()).toBe(open)
    }))
    expect(inotifyWatches()).toBe(before)
  }),
)

const inotifyWatches = (): number => {
  let count = 0
  for (const name of readdirSync("/proc/self/fdinfo")) {
    try {
      count += [...readFileSync(`/proc/self/fdinfo/${name}`, "utf8").matchAll(/^inotify/gm)].length
    } catch {
      // It was closed meanwhile.
    }
  }
  return count
}

const limited = (watchFolders: number) =>
  Layer.merge(machine, Layer.succeed(Settings.Settings, { ...Settings.defaults, watchFolders }))

effect(
  "a repository with too many folders is looked at, and says so; so is one that grows",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    const few = yield* settled(root)
    expect(few.mode()).toEqual({
      _tag: "polling",
      why: "it has more folders than PORTOLAN_WATCH_MAX_FOLDERS allows (3)",
    })
    expect([...(yield* told(few, () => appendFileSync(`${root}/src/b.ts`, "//\n"))).paths]).toEqual(["src/b.ts"])
  }).pipe(Effect.provide(limited(3))),
)

effect(
  "one that comes to have too many is looked at from then on",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    const watcher = yield* settled(root)
    expect(watcher.mode()).toEqual({ _tag: "watching" })
    expect(yield* told(watcher, () => mkdirSync(`${root}/one/more`, { recursive: true }))).toMatchObject({ all: true })
    expect(watcher.mode()).toEqual({
      _tag: "polling",
      why: "it has more folders than PORTOLAN_WATCH_MAX_FOLDERS allows (5)",
    })
    yield* list(watcher)
    yield* rest(watcher)
    expect([...(yield* told(watcher, () => writeFileSync(`${root}/one/more/x.ts`, "1"))).paths])
      .toEqual(["one/more/x.ts"])
  }).pipe(Effect.provide(limited(5))),
)

/** The system's watching, with what is put in its place. */
const withWatching = (over: (it: typeof Watching.Service) => Partial<typeof Watching.Service>) =>
  Layer.merge(
    machine,
    Layer.effect(
      Watching,
      Effect.map(Effect.provide(Watching, PlatformWatching.layer), (it) => ({ ...it, ...over(it) })),
    ),
  )

effect(
  "a limit of the system, and a file system that does not tell, are told as the reason",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    const modeWith = (over: (it: typeof Watching.Service) => Partial<typeof Watching.Service>) =>
      Effect.scoped(Effect.map(settled(root), (it) => it.mode())).pipe(Effect.provide(withWatching(over)))
    expect(yield* modeWith(() => ({ most: Effect.succeed(5) }))).toEqual({
      _tag: "polling",
      why: "it has more than 60 % of the 5 folders that the system watches for one user",
    })
    expect(yield* modeWith(() => ({ blindness: () => Effect.succeed("it lies on NFS") }))).toEqual({
      _tag: "polling",
      why: "it lies on NFS",
    })
    expect(
      yield* modeWith((it) => ({
        open: (hear) =>
          Effect.map(it.open(hear), (watched) => ({
            ...watched,
            add: (folder) => folder.endsWith("deep") ? Effect.succeed("ENOSPC") : watched.add(folder),
          })),
      })),
    ).toEqual({
      _tag: "polling",
      why: "the system watches no more folders for this user (fs.inotify.max_user_watches)",
    })
  }),
)

effect(
  "what the system drops, and folders of which it tells no longer, count as changed as a whole",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    let missed = () => {}
    let lost: (folder: string, why: string) => void = () => {}
    const layer = withWatching((it) => ({
      open: (hear) => {
        missed = hear.missed
        lost = hear.lost
        return it.open(hear)
      },
    }))
    yield* Effect.gen(function* () {
      const watcher = yield* settled(root)
      expect(yield* told(watcher, () => missed())).toMatchObject({ all: true, commit: true, list: true })
      yield* list(watcher)
      // It is watched once more.
      expect(yield* told(watcher, () => lost(`${root}/src`, "EIO"))).toMatchObject({ all: true })
      expect(watcher.mode()).toEqual({ _tag: "watching" })
      yield* list(watcher)
      yield* rest(watcher)
      expect([...(yield* told(watcher, () => appendFileSync(`${root}/src/a.ts`, "//\n"))).paths]).toEqual(["src/a.ts"])
      // One that is lost over and over is looked at.
      while (watcher.mode()._tag === "watching") yield* told(watcher, () => lost(`${root}/src`, "EIO"))
      expect(watcher.mode()).toEqual({ _tag: "polling", why: "the system does not tell of src (EIO)" })
    }).pipe(Effect.provide(layer))
  }),
)

effect(
  "files in a folder that the system does not let us watch are told with every take",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    const layer = withWatching((it) => ({
      open: (hear) =>
        Effect.map(it.open(hear), (watched) => ({
          ...watched,
          add: (folder) => folder.endsWith("deep") ? Effect.succeed("EACCES") : watched.add(folder),
        })),
    }))
    yield* Effect.gen(function* () {
      const watcher = yield* Watch.open(root)
      yield* watcher.take
      yield* list(watcher)
      yield* watcher.take
      expect([...(yield* watcher.take).paths]).toEqual(["src/deep/er/c.ts"])
      expect(watcher.mode()).toEqual({ _tag: "watching" })
    }).pipe(Effect.provide(layer))
  }),
)

watched(
  "a folder whose permissions change may hold other files",
  Effect.gen(function* () {
    const root = yield* Repo.layOut(FILES, { git: true })
    const watcher = yield* settled(root)
    expect(yield* told(watcher, () => chmodSync(`${root}/src/deep`, 0o700))).toMatchObject({ all: true })
  }),
)
