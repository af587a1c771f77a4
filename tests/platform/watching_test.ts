// What the system tells of folders, as it is relied on: told by name, not beyond the folder, and never silent where
// something was missed. The same is asked of the other runtimes in tests/runtimes.

import { expect } from "bun:test"
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import process from "node:process"
import * as Effect from "effect/Effect"
import { Watching } from "../../lib/machine/watching.ts"
import { layer } from "../../lib/platform/watching.ts"
import { effect } from "../_kit/effect.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

/** All that was heard, by folder and name. */
const listen = Effect.gen(function* () {
  const heard: Array<string> = []
  const lost: Array<string> = []
  let missed = 0
  const { open } = yield* Effect.provide(Watching, layer)
  const watched = yield* open({
    changed: (folder, name) => heard.push(`${folder}/${name}`),
    missed: () => missed++,
    lost: (folder, why) => lost.push(`${folder}: ${why}`),
  })
  return { watched, heard, lost, missed: () => missed }
})

/** Waits until something was heard; a test that waits for what never comes ends by its own limit. */
const until = (holds: () => boolean): Effect.Effect<void> =>
  Effect.gen(function* () {
    while (!holds()) yield* Effect.sleep(2)
  })

/** Does what it says and waits until that entry was told; whatever else is told before is what it came with. */
const told = (heard: Array<string>, entry: string, act: () => void) =>
  Effect.gen(function* () {
    heard.length = 0
    act()
    yield* until(() => heard.includes(entry))
    return new Set(heard)
  })

/** Watches of this process, where the system tells. */
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

effect(
  "whatever happens to an entry is told by its name",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const at = (name: string) => `${folder}/in/${name}`
    mkdirSync(`${folder}/in/below`, { recursive: true })
    mkdirSync(`${folder}/beside`)
    for (const name of ["a", "b", "c", "d"]) writeFileSync(at(name), "1")
    writeFileSync(`${folder}/beside/new`, "2")
    const { watched, heard } = yield* listen
    expect(yield* watched.add(`${folder}/in`)).toBeUndefined()
    const acts: ReadonlyArray<readonly [name: string, act: () => void]> = [
      ["a", () => writeFileSync(at("a"), "2")],
      ["made", () => writeFileSync(at("made"), "")],
      ["b", () => {
        // As editors do: written beside, put in place of the old one.
        writeFileSync(at(".b.tmp"), "2")
        renameSync(at(".b.tmp"), at("b"))
      }],
      ["b", () => writeFileSync(at("b"), "3")],
      ["c", () => renameSync(`${folder}/beside/new`, at("c"))],
      ["d", () => renameSync(at("d"), at("e"))],
      ["f", () => renameSync(at("e"), at("f"))],
      ["f", () => renameSync(at("f"), `${folder}/beside/f`)],
      ["a", () => {
        rmSync(at("a"))
        writeFileSync(at("a"), "3")
      }],
      ["a", () => truncateSync(at("a"))],
      ["a", () => chmodSync(at("a"), 0o600)],
      ["link", () => symlinkSync("a", at("link"))],
      ["hard", () => linkSync(at("a"), at("hard"))],
      ["hard", () => rmSync(at("hard"))],
      ["folder", () => mkdirSync(at("folder"))],
      ["moved", () => renameSync(at("folder"), at("moved"))],
      ["moved", () => rmSync(at("moved"), { recursive: true })],
      ["a\nb ü", () => writeFileSync(at("a\nb ü"), "")],
    ]
    for (const [name, act] of acts) yield* told(heard, at(name), act)
    // Nothing of what lies further down or beside; what comes behind it shows that it would have been told by now.
    const rest = yield* told(heard, at("last"), () => {
      writeFileSync(at("below/x"), "1")
      writeFileSync(`${folder}/beside/x`, "1")
      writeFileSync(at("last"), "")
    })
    expect([...rest].filter((entry) => entry.endsWith("/x"))).toEqual([])
    expect(watched.count()).toBe(1)
  }),
)

effect(
  "a path that stands for another folder than before is watched anew when it is added again",
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    const folder = `${base}/folder`
    mkdirSync(folder)
    const { watched, heard } = yield* listen
    yield* watched.add(folder)
    yield* told(heard, `${folder}/a`, () => writeFileSync(`${folder}/a`, ""))
    // A folder that is renamed says so under its own name.
    yield* told(heard, `${folder}/folder`, () => renameSync(folder, `${base}/away`))
    mkdirSync(folder)
    yield* watched.add(folder)
    yield* told(heard, `${folder}/b`, () => writeFileSync(`${folder}/b`, ""))
    const rest = yield* told(heard, `${folder}/c`, () => {
      writeFileSync(`${base}/away/x`, "")
      writeFileSync(`${folder}/c`, "")
    })
    expect([...rest].filter((entry) => entry.endsWith("/x"))).toEqual([])
    yield* told(heard, `${folder}/folder`, () => rmSync(folder, { recursive: true }))
    mkdirSync(folder)
    yield* watched.add(folder)
    yield* told(heard, `${folder}/d`, () => writeFileSync(`${folder}/d`, ""))
    expect(watched.count()).toBe(1)
  }),
)

effect(
  "what happened before is told when it has been heard, also what the runtime takes for the same once more",
  Effect.gen(function* () {
    if (process.platform !== "linux") return
    const folder = yield* Repo.temporary
    const { watched, heard } = yield* listen
    yield* watched.add(folder)
    for (let i = 0; i < 200; i++) {
      heard.length = 0
      writeFileSync(`${folder}/a`, String(i))
      yield* watched.heard
      expect([i, heard.includes(`${folder}/a`)]).toEqual([i, true])
    }
    // One that comes within a millisecond of another one like it is told as well, if later.
    const file = openSync(`${folder}/b`, "w")
    for (let i = 0; i < 50; i++) {
      heard.length = 0
      writeSync(file, "1")
      yield* until(() => heard.includes(`${folder}/b`))
      writeSync(file, "2")
      heard.length = 0
      yield* until(() => heard.includes(`${folder}/b`))
    }
    closeSync(file)
  }),
)

effect(
  "what is no folder is not watched, nor is one behind a link",
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    mkdirSync(`${base}/folder`)
    writeFileSync(`${base}/file`, "")
    symlinkSync("folder", `${base}/link`)
    const { watched } = yield* listen
    expect(yield* watched.add(`${base}/gone`)).toBe("ENOENT")
    expect(yield* watched.add(`${base}/file`)).toBe("ENOTDIR")
    expect(yield* watched.add(`${base}/link`)).toBe("ENOTDIR")
    expect(watched.count()).toBe(0)
  }),
)

effect(
  "a thousand renames and as many folders that come and go leave no watch behind, and a scope that ends none at all",
  Effect.gen(function* () {
    if (process.platform !== "linux") return
    const folder = yield* Repo.temporary
    const before = inotifyWatches()
    yield* Effect.scoped(Effect.gen(function* () {
      const { watched, heard } = yield* listen
      yield* watched.add(folder)
      const open = inotifyWatches()
      expect(open).toBeGreaterThan(before)
      for (let i = 0; i < 1000; i++) {
        writeFileSync(`${folder}/.tmp`, String(i))
        renameSync(`${folder}/.tmp`, `${folder}/a`)
        mkdirSync(`${folder}/come`)
        yield* watched.add(`${folder}/come`)
        rmSync(`${folder}/come`, { recursive: true })
        yield* watched.remove(`${folder}/come`)
      }
      yield* told(heard, `${folder}/last`, () => writeFileSync(`${folder}/last`, ""))
      expect(watched.count()).toBe(1)
      expect(inotifyWatches()).toBe(open)
    }))
    expect(inotifyWatches()).toBe(before)
  }),
)

effect(
  "events that the system drops are told as missed ones, to everyone who listens",
  Effect.gen(function* () {
    if (process.platform !== "linux") return
    const most = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"))
    if (100_000 < most) return
    const [one, other] = [yield* Repo.temporary, yield* Repo.temporary]
    const [a, b] = [yield* listen, yield* listen]
    yield* a.watched.add(one)
    yield* b.watched.add(other)
    // This process stands still meanwhile, as one that computes would, with all of its threads.
    const script = `kill -STOP ${process.pid}; for i in $(seq 1 ${most + 1000}); do : > "$1/$i"; done; ` +
      `kill -CONT ${process.pid}`
    const child = Bun.spawn(["bash", "-c", script, "bash", one])
    yield* until(() => 0 < a.missed() && 0 < b.missed())
    expect(yield* Effect.promise(() => child.exited)).toBe(0)
    // It goes on afterwards.
    yield* told(b.heard, `${other}/later`, () => writeFileSync(`${other}/later`, ""))
  }),
  60_000,
)

/** A process in a name space of its own, where the user has other limits; false where the system has none. */
const withLimit = (limit: string, script: string) => {
  const ran = spawnSync("unshare", ["-Ur", "sh", "-c", `echo ${limit} && exec "$0" "$@"`, ...command(script)], {
    encoding: "utf8",
  })
  return ran.status === 0 ? ran.stdout : undefined
}

const command = (script: string) => [Program.BUN, ...Program.SAFELY, "-e", script]

effect(
  "a limit of the system is told by its code, and the folders within it are watched",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    for (let i = 0; i < 10; i++) mkdirSync(`${folder}/${i}`)
    const script = `
      import * as Effect from ${JSON.stringify(`${Program.ROOT}node_modules/effect/dist/esm/Effect.js`)}
      import { Watching } from ${JSON.stringify(`${Program.ROOT}lib/machine/watching.ts`)}
      import { layer } from ${JSON.stringify(`${Program.ROOT}lib/platform/watching.ts`)}
      const codes = []
      await Effect.runPromise(Effect.provide(Effect.scoped(Effect.gen(function* () {
        const { open, most } = yield* Watching
        const watched = yield* open({ changed: () => {}, missed: () => {}, lost: () => {} })
        for (let i = 0; i < 10; i++) codes.push(yield* watched.add(${JSON.stringify(folder)} + "/" + i))
        console.log(JSON.stringify({ codes: codes.map((it) => it ?? "ok"), most: yield* most, count: watched.count() }))
      })), layer))`
    const few = withLimit("5 > /proc/sys/user/max_inotify_watches", script)
    const none = withLimit("0 > /proc/sys/user/max_inotify_instances", script)
    // Where name spaces are not to be had there is nothing to try.
    if (few === undefined || none === undefined) return
    // One of them is our own mark.
    const codes = [...Array(4).fill("ok"), ...Array(6).fill("ENOSPC")]
    expect(JSON.parse(few)).toEqual({ codes, most: 5, count: 4 })
    expect(JSON.parse(none)).toMatchObject({ codes: Array(10).fill("EMFILE"), count: 0 })
  }),
)

effect(
  "a local folder is not blind, and the system's limit is a number where there is one",
  Effect.gen(function* () {
    const { most, blindness } = yield* Effect.provide(Watching, layer)
    const folder = yield* Repo.temporary
    expect(yield* blindness(folder)).toBeUndefined()
    expect(yield* blindness(`${folder}/gone`)).toBeUndefined()
    if (process.platform === "linux") expect(yield* most).toBeGreaterThan(0)
  }),
)
