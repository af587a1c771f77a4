// What a runtime tells of folders: for each thing that happens, whether it was told in time, by name or as missed. Prints
// one line of JSON. The first argument is the address of the module, the second an empty folder.

import { execFileSync } from "node:child_process"
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import process from "node:process"
import * as Effect from "effect/Effect"

const [module, folder] = process.argv.slice(2)
const { layer } = await import(module)
const { Watching } = await import(new URL(`../machine/watching${module.slice(module.lastIndexOf("."))}`, module).href)

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))
const tell = new Map()
let missed = 0
let lost = 0

const at = (path) => `${folder}/${path}`
mkdirSync(at("in"))
writeFileSync(at("in/a"), "1")

const told = []
/** Longer than any runtime takes, and nothing waits for it where the answer is yes. */
const PATIENCE_MS = 5000
const happens = async (name, path, act) => {
  tell.clear()
  missed = 0
  await act()
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && !tell.has(at(path)) && missed === 0;) await sleep(2)
  told.push([name, tell.has(at(path)) || 0 < missed])
  // Whatever still comes of it does not count for the next.
  await sleep(60)
}

const run = Effect.gen(function* () {
  const { open } = yield* Watching
  const watched = yield* open({
    changed: (folder, name) => tell.set(`${folder}/${name}`, true),
    missed: () => missed++,
    lost: () => lost++,
  })
  const add = (path) => watched.add(at(path))
  const step = (...args) => Effect.promise(() => happens(...args))
  yield* add("in")
  yield* step("written", "in/a", () => writeFileSync(at("in/a"), "2"))
  yield* step("made", "in/b", () => writeFileSync(at("in/b"), ""))
  yield* step("put in its place", "in/a", () => {
    writeFileSync(at("in/.a"), "3")
    renameSync(at("in/.a"), at("in/a"))
  })
  yield* step("renamed", "in/c", () => renameSync(at("in/b"), at("in/c")))
  yield* step("removed", "in/c", () => rmSync(at("in/c")))
  yield* step("made, a folder", "in/below", () => mkdirSync(at("in/below")))
  yield* add("in/below")
  yield* step("written further down", "in/below/a", () => writeFileSync(at("in/below/a"), ""))
  yield* step("removed, a folder", "in/below", () => rmSync(at("in/below"), { recursive: true }))
  mkdirSync(at("in/below"))
  yield* add("in/below")
  yield* step("written in one that was added again", "in/below/a", () => writeFileSync(at("in/below/a"), ""))
  yield* step("renamed, a folder", "in/below", () => renameSync(at("in/below"), at("away")))
  mkdirSync(at("in/below"))
  yield* add("in/below")
  yield* step("written in another one of that name", "in/below/a", () => writeFileSync(at("in/below/a"), ""))
  // More at once than a queue holds, while this thread is busy.
  yield* step("very much at once", "in/last", () => {
    execFileSync("bash", ["-c", 'for i in $(seq 1 20000); do : > "$0/$i"; done; : > "$0/last"', at("in")])
  })
  yield* step("written afterwards", "in/a", () => writeFileSync(at("in/a"), "4"))
})

await Effect.runPromise(Effect.provide(Effect.scoped(run), layer))
// The process has to end by itself: what is watched holds nothing back.
process.stdout.write(`${JSON.stringify({ told, lost })}\n`)
