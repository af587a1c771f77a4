// The kill matrix: `npm run kills [-- N [PROGRAM]]`. A repository is indexed, and indexed anew after an edit, and each
// time the process is killed at a random moment. After each kill the index that is there answers a fixed question as the
// sources were before or as they are now, never as a mix, and the next run ends well.

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs"
import { readFileSync, realpathSync, truncateSync, writeFileSync } from "node:fs"
import { spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Portolan from "../promise.ts"
import { BUN_SAFELY } from "../scripts/processes.mjs"

const ROOT = fileURLToPath(new URL("..", import.meta.url))

/** How the program is started: the executable, or from source. */
export type Program = readonly [command: string, ...args: ReadonlyArray<string>]

export const FROM_SOURCE: Program = [process.execPath, ...BUN_SAFELY, join(ROOT, "cli/main.ts")]

export interface Place {
  readonly root: string
  readonly home: string
}

/** A repository of some size that says which edition it is: `alpha` has callers of one edition only. */
export const layOut = (base: string, folders: ReadonlyArray<string>): Place => {
  const root = join(realpathSync(base), "repo")
  const home = join(realpathSync(base), "home")
  mkdirSync(root, { recursive: true })
  for (const folder of folders) cpSync(join(ROOT, folder), join(root, folder), { recursive: true })
  writeFileSync(join(root, "alpha.ts"), "export function alpha() {}\n")
  edit({ root, home }, 0)
  return { root, home }
}

/** One rename, so that nobody ever sees half of an edition. */
export const edit = ({ root }: Place, edition: number): void => {
  const one = (name: string) => `export function ${name}${edition}() {\n  alpha()\n}\n`
  writeFileSync(`${root}.edit`, `import { alpha } from "./alpha.ts"\n${one("first")}${one("second")}`)
  renameSync(`${root}.edit`, join(root, "callers.ts"))
}

export interface Ended {
  readonly code: number | string | null
  readonly output: string
  readonly ms: number
}

/** `portolan analyze`, killed after so many milliseconds. */
export const analyze = ({ root, home }: Place, program: Program, killAfter?: number): Promise<Ended> =>
  new Promise((done) => {
    const began = performance.now()
    const [command, ...args] = program
    const child = spawn(command, [...args, "analyze", root], {
      cwd: tmpdir(),
      env: { PATH: process.env["PATH"] ?? "", PORTOLAN_HOME: home },
      stdio: ["ignore", "pipe", "pipe"],
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output += text)
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter)
    child.on("close", (code, signal) => {
      clearTimeout(timer)
      done({ code: signal ?? code, output, ms: performance.now() - began })
    })
  })

/**
 * The edition that the index answers with, `none` where there is no index that opens.
 *
 * @throws Where the answer belongs to no edition, or something else went wrong than a declared failure to open.
 */
export const ask = async ({ root, home }: Place): Promise<number | "none"> => {
  let index: Portolan.Index
  try {
    index = await Portolan.open(root, { home })
  } catch (cause) {
    const { _tag, message } = cause as { readonly _tag?: string; readonly message: string }
    if (_tag === undefined || !message.includes("portolan analyze")) throw cause
    return "none"
  }
  try {
    const { edges, nodes } = index.graph
    const names: Array<string> = []
    for (let edge = 0; edge < edges.rows; edge++) {
      if (edges.kind[edge] !== Portolan.Kinds.EDGE_KINDS.CALLS.code) continue
      const target = Portolan.Uid.uidOf(index.graph, edges.target[edge]! as Portolan.NodeId)
      if (target !== "Function:alpha.ts:alpha") continue
      names.push(Portolan.Uid.uidOf(index.graph, edges.source[edge]! as Portolan.NodeId).split(":")[2]!)
    }
    const answer = JSON.stringify(await index.impact({ target: "Function:alpha.ts:alpha" }))
    const edition = /^first(\d+),second\1$/.exec(names.sort().join(","))?.[1]
    const told = [...new Set([...answer.matchAll(/callers\.ts:(?:first|second)(\d+)/g)].map((it) => it[1]))]
    if (edition === undefined || told.length !== 1 || told[0] !== edition || nodes.rows === 0) {
      throw new Error(`a mix: called by ${names.join(", ")}; impact tells of ${told.join(", ")}`)
    }
    return Number(edition)
  } finally {
    await index.close()
  }
}

const sound = async (place: Place, allowed: ReadonlyArray<number | "none">, when: string): Promise<void> => {
  const edition = await ask(place)
  if (!allowed.includes(edition)) throw new Error(`${when}: edition ${edition}, allowed ${allowed.join(" or ")}`)
}

const ends = async (place: Place, program: Program, edition: number, when: string): Promise<void> => {
  const { code, output } = await analyze(place, program)
  if (code !== 0) throw new Error(`${when}: the next run ended with ${code}\n${output}`)
  if (/failed/.test(output)) throw new Error(`${when}: a good file was blamed\n${output}`)
  await sound(place, [edition], when)
}

/** A random number that a run can repeat. */
export const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return seed / 0x80000000
}

/** Kills first runs and later ones in turn; gives what was alive after each kill. */
export const killMany = async (place: Place, program: Program, kills: number, random: () => number) => {
  const tally = { first: 0, old: 0, new: 0, tooLate: 0 }
  let longest = (await analyze(place, program)).ms
  await sound(place, [0], "at first")
  for (let n = 1; n <= kills; n++) {
    const fresh = n % 4 === 0
    if (fresh) {
      rmSync(place.home, { recursive: true, force: true })
      rmSync(join(place.root, ".portolan"), { recursive: true, force: true })
    }
    edit(place, n)
    const when = `kill ${n}${fresh ? " of a first run" : ""}`
    const { code, ms } = await analyze(place, program, random() * longest)
    if (code === 0) {
      tally.tooLate++
      longest = ms
    }
    const edition = await ask(place)
    if (edition !== n && edition !== (fresh ? "none" : n - 1)) throw new Error(`${when}: edition ${edition}`)
    if (code !== 0) tally[edition === "none" ? "first" : edition === n ? "new" : "old"]++
    await ends(place, program, n, when)
  }
  return tally
}

/** Two writers and one reader while the sources change; no answer belongs to no edition, or to one that is long gone. */
export const writeTwice = async (place: Place, program: Program, updates: number) => {
  await ends(place, program, await editionOf(place), "before")
  let edition = await editionOf(place)
  let over = false
  let finished = edition
  let answers = 0
  const writer = async () => {
    for (let runs = 0; !over || runs === 0; runs++) {
      const begun = edition
      const { code, output } = await analyze(place, program)
      if (code !== 0) throw new Error(`a writer ended with ${code}\n${output}`)
      finished = Math.max(finished, begun)
    }
  }
  const reader = async () => {
    while (!over) {
      const least = finished
      const answer = await ask(place)
      if (answer === "none" || answer > edition) throw new Error(`a reader was told edition ${answer} of ${edition}`)
      // Of two writers the slower may put down what it saw before the other began: one edition back, no more.
      if (answer < least - 2 * SLACK) throw new Error(`a reader was told edition ${answer}, ${least} was finished`)
      answers++
      await new Promise((done) => setTimeout(done, 5))
    }
  }
  const editor = async () => {
    for (let i = 0; i < updates; i++) {
      edit(place, ++edition)
      await new Promise((done) => setTimeout(done, 150))
    }
    over = true
  }
  await Promise.all([editor(), writer(), writer(), reader()])
  await ends(place, program, edition, "after the writers")
  return { answers }
}

/** Editions that pass while one run is under way. */
const SLACK = 40

const editionOf = async ({ root }: Place): Promise<number> =>
  await Promise.resolve(Number(/first(\d+)/.exec(readFileSync(join(root, "callers.ts"), "utf8"))![1]))

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name)).filter((path) => statSync(path).isFile()).sort()

/** Every file that we wrote, cut short in every way, or in one where it is to be `short`: the answer is right or there is none, and the next run ends well. */
export const truncateAll = async (place: Place, program: Program, random: () => number, short = false) => {
  let edition = await editionOf(place)
  await ends(place, program, edition, "before the cuts")
  let cuts = 0
  for (const path of [...filesBelow(place.home), ...filesBelow(join(place.root, ".portolan"))]) {
    const { size } = existsSync(path) ? statSync(path) : { size: 0 }
    const all = [0, 1, Math.floor(size / 2), Math.floor(random() * size), size - 1]
    for (const to of new Set(short ? [all[Math.floor(random() * all.length)]!] : all)) {
      // An earlier cut had it made anew, under another name.
      if (!existsSync(path) || to < 0 || statSync(path).size <= to) continue
      truncateSync(path, to)
      const when = `${path} cut to ${to} of ${size} bytes`
      await sound(place, [edition, "none"], when).catch((cause) => {
        throw new Error(`${when}: ${cause instanceof Error ? cause.message : String(cause)}`)
      })
      edit(place, ++edition)
      await ends(place, program, edition, when)
      cuts++
    }
  }
  return { cuts }
}

/** Free kilobytes that a run is left with: it meets the end of the disk at another step each time. */
const FREE_KB = [0, 4, 16, 64, 200, 400, 800]

/** On a disk that is full, or becomes full: the old index answers and the reason is said; with room again all is well. */
export const fillDisk = async (place: Place, program: Program, disk: string) => {
  const tally = { refused: 0, managed: 0 }
  let edition = await editionOf(place)
  await ends(place, program, edition, "before the disk was full")
  const filler = join(disk, "filler")
  for (const free of FREE_KB) {
    edit(place, ++edition)
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, new Uint8Array(Math.max(0, bavail * bsize - free * 1024)))
    const { code, output } = await analyze(place, program)
    const when = `with ${free} kB free`
    if (code !== 0 && !output.includes("disk is full")) throw new Error(`${when}: ended with ${code}\n${output}`)
    await sound(place, [code === 0 ? edition : edition - 1], when)
    tally[code === 0 ? "managed" : "refused"]++
    rmSync(filler)
    await ends(place, program, edition, `${when}, then with room again`)
  }
  return tally
}

const INSIDE = "--on-a-small-disk"

/** In a file system of its own, where this machine lets one be mounted. */
const onSmallDisk = (base: string, program: Program): Promise<object> => {
  const disk = join(base, "disk")
  mkdirSync(disk)
  const script = 'mount -t tmpfs -o size=16m none "$1" && shift && exec "$@"'
  const again = [process.execPath, ...BUN_SAFELY, fileURLToPath(import.meta.url), INSIDE, disk, ...program]
  return new Promise((done, fail) => {
    const child = spawn("unshare", ["-rm", "sh", "-c", script, "sh", disk, ...again], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text) => output += text)
    child.on("error", () => done({ skipped: "no file system can be mounted here" }))
    child.on("close", (code) => {
      if (code === 0) return done(JSON.parse(output))
      if (output !== "") fail(new Error(output))
      else done({ skipped: "no file system can be mounted here" })
    })
  })
}

const inside = async ([disk, ...program]: ReadonlyArray<string>): Promise<void> => {
  try {
    const place = layOut(disk!, ["lib/graph"])
    console.log(JSON.stringify(await fillDisk(place, program as unknown as Program, disk!)))
  } catch (cause) {
    console.log(cause instanceof Error ? cause.message : String(cause))
    process.exitCode = 1
  }
}

const main = async (): Promise<void> => {
  if (process.argv[2] === INSIDE) return await inside(process.argv.slice(3))
  const kills = Number(process.argv[2] ?? 100)
  const built = join(ROOT, "dist", "portolan")
  const program: Program = process.argv[3] === "source" || !existsSync(built) ? FROM_SOURCE : [process.argv[3] ?? built]
  const random = randomFrom(20_261_130)
  const base = mkdtempSync(join(tmpdir(), "portolan-kills-"))
  try {
    const place = layOut(base, ["lib/graph", "lib/query", "lib/text"])
    const step = async (name: string, run: () => Promise<object>) => {
      const began = performance.now()
      const told = await run()
      console.log(`${name}: ${JSON.stringify(told)} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    await step(`${kills} kills`, () => killMany(place, program, kills, random))
    await step(`two writers and a reader, ${kills} updates`, () => writeTwice(place, program, kills))
    await step("files cut short", () => truncateAll(place, program, random))
    await step("a full disk", () => onSmallDisk(base, program))
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

if (import.meta.main) await main()
