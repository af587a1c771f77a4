// The machine's files: whole or not at all, one holder of a lock, system codes in failures.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { spawn, spawnSync } from "node:child_process"
import { hostname } from "node:os"
import process from "node:process"
import * as Files from "../../lib/machine/files.ts"
import * as Platform from "../../lib/platform/files.ts"
import { readRegular } from "../../lib/platform/regular.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const use = <A, E, R>(body: (files: typeof Files.Files.Service) => Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.flatMap(Files.Files, body), Platform.layer)

const bytes = (text: string) => new TextEncoder().encode(text)

effect(
  "writeAtomically() lays the parts end to end and leaves nothing beside",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    yield* use((files) => files.writeAtomically(`${folder}/a`, [bytes("one "), bytes(""), bytes("two")]))
    yield* use((files) => files.writeAtomically(`${folder}/a`, [bytes("three")]))
    expect(readFileSync(`${folder}/a`, "utf8")).toBe("three")
    expect(readdirSync(folder)).toEqual(["a"])
  }),
)

effect(
  "writeAtomically() onto a link replaces the link and not what it leads to",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/target`, "keep")
    symlinkSync("target", `${folder}/link`)
    yield* use((files) => files.writeAtomically(`${folder}/link`, [bytes("new")]))
    expect(readFileSync(`${folder}/target`, "utf8")).toBe("keep")
    expect(readFileSync(`${folder}/link`, "utf8")).toBe("new")
  }),
)

effect(
  "a write that cannot finish keeps the old file and leaves nothing beside",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    // A folder in the file's place: the rename at the end fails.
    yield* use((files) => files.makeFolder(`${folder}/a/b`))
    const error = yield* Effect.flip(use((files) => files.writeAtomically(`${folder}/a`, [bytes("x")])))
    expect(error).toMatchObject({ _tag: "PlatformError", operation: "write", path: `${folder}/a` })
    expect(readdirSync(folder)).toEqual(["a"])
  }),
)

effect(
  "failures carry the system's code; stats() has a hole where there is nothing; stat() does not follow a link",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/a`, "abc")
    symlinkSync("a", `${folder}/link`)
    expect(yield* Effect.flip(use((files) => files.read(`${folder}/none`)))).toMatchObject({ code: "ENOENT" })
    const [a, none, link] = yield* use((files) => files.stats(["a", "none", "link"].map((it) => `${folder}/${it}`)))
    expect(a).toMatchObject({ kind: "file", size: 3, modified: statSync(`${folder}/a`, { bigint: true }).mtimeNs })
    expect(none).toBeUndefined()
    expect(link?.kind).toBe("link")
  }),
)

effect(
  "map() gives the file's bytes at a multiple of 8, and a write to them stays with us",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/a`, "abcdefgh")
    writeFileSync(`${folder}/empty`, "")
    const mapped = yield* use((files) => files.map(`${folder}/a`))
    expect(new TextDecoder().decode(mapped)).toBe("abcdefgh")
    expect(mapped.byteOffset % 8).toBe(0)
    mapped[0] = 0
    expect(readFileSync(`${folder}/a`, "utf8")).toBe("abcdefgh")
    expect((yield* use((files) => files.map(`${folder}/empty`))).length).toBe(0)
  }),
)

effect(
  "withLock() lets one in after the other, and says so when the wait is over",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const lock = `${folder}/lock`
    const steps: Array<string> = []
    const turn = (name: string) =>
      Effect.gen(function* () {
        steps.push(`${name} in`)
        yield* Effect.sleep(60)
        steps.push(`${name} out`)
      })
    const first = yield* Effect.fork(use((files) => files.withLock(lock, 5000, turn("a"))))
    yield* Effect.sleep(10)
    expect(yield* Effect.flip(use((files) => files.withLock(lock, 0, turn("never"))))).toMatchObject({
      code: "ELOCKED",
    })
    yield* use((files) => files.withLock(lock, 5000, turn("b")))
    yield* Fiber.join(first)
    expect(steps).toEqual(["a in", "a out", "b in", "b out"])
    expect(readdirSync(folder)).toEqual([])
  }),
)

effect(
  "a lock whose process is gone is taken over at once, also where its number was given to another process",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const lock = `${folder}/lock`
    const gone = spawnSync("true").pid
    const holders = [`${gone}\n${hostname()}\n`, `${gone}\n${hostname()}\n77\n`]
    // Where the system tells when a process began: this one did not begin at 77.
    if (existsSync("/proc/self/stat")) holders.push(`${process.pid}\n${hostname()}\n77\n`)
    for (const holder of holders) {
      writeFileSync(lock, holder)
      expect(yield* use((files) => files.withLock(lock, 100, Effect.succeed("in")))).toBe("in")
      expect(readdirSync(folder)).toEqual([])
    }
  }),
)

effect(
  "a lock whose process has ended and is not yet taken note of by its parent is taken over too",
  Effect.gen(function* () {
    if (!existsSync("/proc/self/stat")) return
    const folder = yield* Repo.temporary
    const lock = `${folder}/lock`
    // The second sleep has taken the place of the shell and never asks for the first.
    const parent = spawn("sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"])
    const pid = yield* Effect.promise(() =>
      new Promise<number>((done) => parent.stdout.once("data", (text) => done(Number(String(text)))))
    )
    const stat = () => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")
    while (stat()[0] !== "Z") yield* Effect.sleep(10)
    writeFileSync(lock, `${pid}\n${hostname()}\n${stat()[19]}\n`)
    expect(yield* use((files) => files.withLock(lock, 100, Effect.succeed("in")))).toBe("in")
    parent.kill("SIGKILL")
  }),
)

const LOCKS = JSON.stringify(`${import.meta.dir}/../../lib/platform/lock.ts`)

effect(
  "a lock that the disk has no room for is not left behind, empty",
  Effect.gen(function* () {
    if (process.platform === "win32") return
    const folder = yield* Repo.temporary
    const program = `
      import { take } from ${LOCKS}
      try { take("${folder}/lock"); console.log("taken") } catch (error) { console.log(error.code) }`
    // A file may hold no byte: as near to a full disk as a process can be put.
    const limited = 'trap "" XFSZ; ulimit -f 0; exec "$0" --config=/dev/null --no-env-file -e "$1"'
    const { stdout } = spawnSync("sh", ["-c", limited, process.execPath, program], { encoding: "utf8" })
    expect(stdout).toBe("EFBIG\n")
    expect(readdirSync(folder)).toEqual([])
  }),
)

effect(
  "a lock that may be held is named with its holder and what to do; another machine's is taken over when it is old",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const lock = `${folder}/lock`
    const wait = use((files) => files.withLock(lock, 50, Effect.succeed("in")))
    writeFileSync(lock, "123\nanother.example\n")
    const far = yield* Effect.flip(wait)
    expect(far.code).toBe("ELOCKED")
    expect(far.detail).toContain(`"${lock}" is held by process 123 on another.example`)
    expect(far.detail).toContain("delete that file")
    const alive = spawn("sleep", ["60"])
    writeFileSync(lock, `${alive.pid}\n${hostname()}\n`)
    const near = yield* Effect.flip(wait)
    alive.kill()
    expect(near.detail).toContain(`"${lock}" is held by process ${alive.pid} for`)
    expect(near.detail).not.toContain("delete")
    writeFileSync(lock, "123\nanother.example\n")
    const past = new Date(Date.now() - 11 * 60 * 1000)
    utimesSync(lock, past, past)
    expect(yield* wait).toBe("in")
  }),
)

effect(
  "read() of what is no file fails at once: a pipe would be waited for, a device never ends",
  Effect.gen(function* () {
    if (process.platform === "win32") return
    const folder = yield* Repo.temporary
    spawnSync("mkfifo", [`${folder}/pipe`])
    symlinkSync("/dev/zero", `${folder}/device`)
    for (const [name, code] of [["pipe", "ENOTFILE"], ["device", "ENOTFILE"], [".", "EISDIR"], ["none", "ENOENT"]]) {
      const failed = yield* Effect.flip(use((files) => files.read(`${folder}/${name}`)))
      expect({ name, code: failed.code }).toEqual({ name: name!, code: code! })
    }
    writeFileSync(`${folder}/empty`, "")
    expect(yield* use((files) => files.read(`${folder}/empty`))).toEqual(new Uint8Array())
    writeFileSync(`${folder}/some`, "some text")
    expect(readRegular(`${folder}/some`, 4)).toEqual(bytes("some"))
    expect(readRegular(`${folder}/some`, 400)).toEqual(bytes("some text"))
  }),
)

effect(
  "appender() makes a new file that grows, and window() gives its bytes by place",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const path = `${folder}/pack`
    yield* use((files) =>
      Effect.gen(function* () {
        const { append } = yield* files.appender(path)
        expect(append(bytes("12345678"))).toBeUndefined()
        const before = yield* files.window(path)
        expect(append(bytes("abcdefgh"))).toBeUndefined()
        const after = yield* files.window(path)
        expect([before.size, after.size]).toEqual([8, 16])
        expect(new TextDecoder().decode(after.at(8, 8))).toBe("abcdefgh")
        expect(after.at(8, 8)!.byteOffset % 8).toBe(0)
        expect(after.at(8, 9)).toBeUndefined()
        // Whoever has it open keeps it when it is removed.
        yield* files.remove(path)
        expect(new TextDecoder().decode(before.at(0, 8))).toBe("12345678")
      })
    )
    const taken = `${folder}/taken`
    writeFileSync(taken, "mine")
    const error = yield* Effect.flip(Effect.scoped(use((files) => files.appender(taken))))
    expect(error.code).toBe("EEXIST")
    expect(readFileSync(taken, "utf8")).toBe("mine")
    writeFileSync(`${folder}/empty`, "")
    const empty = yield* Effect.scoped(use((files) => files.window(`${folder}/empty`)))
    expect([empty.size, empty.at(0, 1)]).toEqual([0, undefined])
  }),
)

effect(
  "touch() makes a file as new as now and leaves its bytes",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/old`, "old")
    utimesSync(`${folder}/old`, 1, 1)
    yield* use((files) => files.touch(`${folder}/old`))
    expect(Math.abs(statSync(`${folder}/old`).mtimeMs - Date.now())).toBeLessThan(60_000)
    expect(readFileSync(`${folder}/old`, "utf8")).toBe("old")
    expect((yield* Effect.flip(use((files) => files.touch(`${folder}/none`)))).code).toBe("ENOENT")
  }),
)

effect(
  "what a killed process left half-written is in nobody's way, also where its number was given again",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    for (let i = 0; i < 2000; i++) writeFileSync(`${folder}/.a.${process.pid}.${i}.tmp`, "half")
    yield* use((files) => files.writeAtomically(`${folder}/a`, [bytes("whole")]))
    expect(readFileSync(`${folder}/a`, "utf8")).toBe("whole")
  }),
)

effect(
  "who waits for a lock can be stopped at once",
  Effect.gen(function* () {
    const lock = `${yield* Repo.temporary}/lock`
    writeFileSync(lock, `${process.ppid}\n${hostname()}\n`)
    const waiting = yield* Effect.fork(use((files) => files.withLock(lock, 20_000, Effect.void)))
    yield* Effect.sleep(100)
    const began = Date.now()
    yield* Fiber.interrupt(waiting)
    expect(Date.now() - began).toBeLessThan(2_000)
  }),
)

effect(
  "a lock that another process took over meanwhile is left to it",
  Effect.gen(function* () {
    const lock = `${yield* Repo.temporary}/lock`
    const theirs = `${process.ppid}\n${hostname()}\n`
    yield* use((files) => files.withLock(lock, 100, Effect.sync(() => writeFileSync(lock, theirs))))
    expect(readFileSync(lock, "utf8")).toBe(theirs)
  }),
)
