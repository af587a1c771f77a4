// What a run leaves behind when its process dies: the next one finds the file that killed it, and blames no other.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { spawn, spawnSync } from "node:child_process"
import { hostname } from "node:os"
import { type Extracted, ExtractionPool, FAILURES, Journals } from "../../lib/indexer/extraction.ts"
import * as Journal from "../../lib/platform/journal.ts"
import * as Pool from "../../lib/platform/pool.ts"
import { effect } from "../_kit/effect.ts"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"
import { layDown, LIMITS } from "./_stand_in.ts"

/** A program that reads the given files as a run does; what becomes of them is its last line. */
const RUN = (folder: string, entry: URL, paths: ReadonlyArray<string>) => `
import * as Effect from "effect/Effect"
import { ExtractionPool, Journals } from "../../lib/indexer/extraction.ts"
import * as Pool from "../../lib/platform/pool.ts"
const sources = ${JSON.stringify(paths)}.map((path) => ({ path, size: 1 }))
const run = Effect.flatMap(ExtractionPool, (pool) => pool.open(${JSON.stringify(folder)}, 2))
await Effect.runPromise(Effect.scoped(Effect.flatMap(run, (it) => it.extract(sources, () => {}))).pipe(
  Effect.provide(Pool.layerOf(new URL(${JSON.stringify(entry.href)}), ${
  JSON.stringify(LIMITS).replace("{", "{ timeFor: () => 60000, ")
})),
  Effect.provide(Journals.at(${JSON.stringify(`${folder}/running`)})),
))
`

/** Runs it in a process of its own, which may die; `kill` after so many files were begun. */
const apart = (folder: string, paths: ReadonlyArray<string>, killAfter?: number) =>
  Effect.promise(async () => {
    const entry = layDown(folder)
    const child = spawn(Program.BUN, [...Program.SAFELY, "-e", RUN(folder, entry, paths)], {
      cwd: `${Program.ROOT}tests/platform`,
      stdio: "ignore",
    })
    const ended = new Promise<string | number | null>((done) =>
      child.on("exit", (code, signal) => done(signal ?? code))
    )
    if (killAfter !== undefined) {
      for (let i = 0; i < 2000 && read(folder).length < killAfter; i++) await Bun.sleep(5)
      child.kill("SIGKILL")
    }
    return await ended
  })

/** Paths whose reading was begun so far. */
const read = (folder: string): ReadonlyArray<string> =>
  existsSync(`${folder}/log`) ? readFileSync(`${folder}/log`, "utf8").split("\n").slice(0, -1) : []

const here = (folder: string, paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    writeFileSync(`${folder}/log`, "")
    const opened = Effect.flatMap(ExtractionPool, (pool) => pool.open(folder, 2))
    const answers = yield* Effect.scoped(
      Effect.flatMap(opened, (it) => it.extract(paths.map((path) => ({ path, size: 1 })), () => {})),
    ).pipe(
      Effect.provide(Pool.layerOf(layDown(folder), LIMITS)),
      Effect.provide(Journals.at(`${folder}/running`)),
    )
    return answers.map(outcome)
  })

const outcome = (it: Extracted): string => it._tag === "failed" ? it.reason : it._tag

const journals = (folder: string) => readdirSync(`${folder}/running`).filter((name) => name.endsWith(".run")).sort()

effect(
  "a file that kills the process is found by the next run, tried apart, named, and not tried again",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    for (const name of ["a", "b", "kills"]) writeFileSync(`${folder}/${name}`, name)
    const paths = ["a", "kills", "b"]
    expect(yield* apart(folder, paths)).toBe("SIGKILL")
    expect(journals(folder).length).toBe(1)
    // This process lives on, so the file was read by another.
    expect(yield* here(folder, paths)).toEqual(["facts", FAILURES.ended, "facts"])
    expect(read(folder)).toContain("kills")
    expect(journals(folder)).toEqual([])
    expect(yield* here(folder, paths)).toEqual(["facts", FAILURES.ended, "facts"])
    expect(read(folder)).not.toContain("kills")
    // Once it is another file it gets another chance, apart.
    writeFileSync(`${folder}/kills`, "mended")
    expect(yield* here(folder, paths)).toEqual(["facts", FAILURES.ended, "facts"])
    expect(read(folder)).toContain("kills")
  }),
)

effect(
  "a run that was killed while it read good files makes none of them suspect for good",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const paths = Array.from({ length: 30 }, (_, i) => `${i}-after20`)
    expect(yield* apart(folder, paths, 5)).toBe("SIGKILL")
    expect(journals(folder).length).toBe(1)
    expect(yield* here(folder, paths)).toEqual(paths.map(() => "facts"))
    expect(readdirSync(`${folder}/running`)).toEqual([])
  }),
)

effect(
  "a run ends without a journal where its folder cannot be made",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    writeFileSync(`${folder}/running`, "a file")
    expect(yield* here(folder, ["a", "boom"])).toEqual(["facts", FAILURES.broke])
    expect(readFileSync(`${folder}/running`, "utf8")).toBe("a file")
  }),
)

effect(
  "journals of runs that are alive stay; those of dead ones are found by root, and swept when they say nothing",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const running = `${folder}/running`
    const alive = Journal.open(running, "/r")!
    Journal.recordOf(alive.path, 3)("being read")
    expect(Journal.find(running, "/r").suspects).toEqual([])
    expect(journals(folder).length).toBe(1)
    alive.close()
    expect(journals(folder)).toEqual([])

    mkdirSync(running, { recursive: true })
    const gone = spawnSync("true").pid
    const old = (name: string, days = 1) =>
      utimesSync(`${running}/${name}`, new Date(), new Date(Date.now() - days * 24 * 3600 * 1000))
    const write = (name: string, head: object, ...paths: ReadonlyArray<string>) => {
      writeFileSync(`${running}/${name}`, `${JSON.stringify(head)}\n`)
      paths.forEach((path, i) => Journal.recordOf(`${running}/${name}`, i)(path))
    }
    const dead = { pid: gone, host: hostname(), began: "", root: "/r" }
    write("1.run", dead, "x y.ts", "né\n.ts")
    write("2.run", dead)
    write("3.run", { ...dead, root: "/other" }, "z.ts")
    write("4.run", { ...dead, root: "/other" }, "z.ts")
    old("4.run", 15)
    write("5.run", { ...dead, host: "another.example" }, "far.ts")
    write("6.run", { ...dead, host: "another.example" }, "farther.ts")
    old("6.run")
    // The number was given to another process, which began at another time.
    write("7.run", { ...dead, pid: process.pid, began: "1" }, "reborn.ts")
    writeFileSync(`${running}/8.run`, "no journal")
    old("8.run")
    writeFileSync(`${running}/9.run`, "")
    const found = Journal.find(running, "/r")
    expect(found.suspects).toEqual(["farther.ts", "né\n.ts", "reborn.ts", "x y.ts"])
    expect(journals(folder)).toEqual(["1.run", "3.run", "5.run", "6.run", "7.run", "9.run"])
    found.settle()
    expect(journals(folder)).toEqual(["3.run", "5.run", "9.run"])
  }),
)

effect(
  "a path that is too long for its record blames nobody, and not the file before it either",
  Effect.gen(function* () {
    const folder = yield* Repo.temporary
    const journal = Journal.open(`${folder}/running`, folder)!
    const noted = () => readFileSync(journal.path).subarray(16_384).toString("latin1").split("\0")[0]
    const reading = Journal.recordOf(journal.path, 0)
    reading("before.ts")
    expect(noted()).toBe("before.ts")
    reading(`${"deep/".repeat(800)}a.ts`)
    expect(noted()).toBe("")
    journal.close()
  }),
)
