// What it costs to know which files there are: our list beside git's bare one, with git and without, for trees of small
// files. Each is a process of its own; the files' content does not count. `bun bench/scan.ts ROOT` lists once and prints
// how many there are, `npm run bench` makes the table.

import * as Effect from "effect/Effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Scan from "../lib/indexer/scan.ts"
import { machine } from "../lib/platform/machine.ts"
import { run } from "../scripts/processes.mjs"
import { best, measure, type Measured, source } from "./processes.ts"
import { table } from "./table.ts"

const FILES_A_FOLDER = 50

interface Row {
  readonly files: number
  readonly bare: Omit<Measured, "stdout">
  readonly git: Omit<Measured, "stdout">
  readonly folders: Omit<Measured, "stdout">
}

const layOut = (root: string, files: number): void => {
  for (let i = 0; i < files; i++) {
    const folder = join(root, `src/p${Math.floor(i / 5000)}/d${Math.floor(i / FILES_A_FOLDER)}`)
    if (i % FILES_A_FOLDER === 0) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `f${i}.ts`), `export const f${i} = ${i}\n`)
  }
  writeFileSync(join(root, ".gitattributes"), "* text=auto\n*.gen.ts linguist-generated\n")
  writeFileSync(join(root, ".portolanignore"), "*.gen.ts\n/docs/\n**/fixtures/**\n")
}

const git = async (root: string, ...args: ReadonlyArray<string>): Promise<void> => {
  const done = await run("git", ["-C", root, ...args])
  if (done.code !== 0) throw new Error(`git ${args.join(" ")} ended with ${done.code}\n${done.output}`)
}

const rowOf = async (files: number, runs: number, say: (line: string) => void): Promise<Row> => {
  const root = mkdtempSync(join(tmpdir(), "portolan-bench-"))
  try {
    say(`listing ${files} files`)
    layOut(root, files)
    const list = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    const scan = [...source("bench/scan.ts"), root]
    const folders: Array<Measured> = []
    for (let i = 0; i < runs; i++) folders.push(await counted(scan, files))
    await git(root, "init", "-q")
    await git(root, "add", "-A")
    const bare: Array<Measured> = []
    const ours: Array<Measured> = []
    for (let i = 0; i < runs; i++) {
      bare.push(await measure(list))
      ours.push(await counted(scan, files))
    }
    return { files, bare: best(bare), git: best(ours), folders: best(folders) }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** A list that lacks a file was not measured. */
const counted = async (command: ReadonlyArray<string>, files: number): Promise<Measured> => {
  const measured = await measure(command)
  if (Number(measured.stdout) !== files + 2) throw new Error(`${measured.stdout} files are listed, not ${files + 2}`)
  return measured
}

const ms = (value: number): string => value.toFixed(0)

/** Rows for trees of several sizes: a straight line, or something costs more than its number of files. */
export const measureScan = async (runs: number, say: (line: string) => void): Promise<string> => {
  const empty = await rowOf(1, runs, say)
  const rows: Array<Row> = []
  for (const files of [2_000, 8_000, 32_000]) rows.push(await rowOf(files, runs, say))
  const cells = (it: Measured | Omit<Measured, "stdout">) => [ms(it.wallMs), ms(it.cpuMs), ms(it.peakMB)]
  return table(
    [
      "files",
      "git ls-files ms",
      "CPU",
      "MB",
      "with git ms",
      "CPU",
      "MB",
      "without git ms",
      "CPU",
      "MB",
      "µs CPU a file",
    ],
    [empty, ...rows].map((row) => [
      String(row.files),
      ...cells(row.bare),
      ...cells(row.git),
      ...cells(row.folders),
      row === empty ? "" : ((row.git.cpuMs - empty.git.cpuMs) * 1000 / row.files).toFixed(1),
    ]),
  )
}

if (import.meta.main) {
  const [root] = process.argv.slice(2)
  if (root === undefined) console.log(await measureScan(1, (line) => console.error(line)))
  else {
    const { files } = await Effect.runPromise(Scan.scan(root).pipe(Effect.provide(machine)))
    console.log(files.length)
  }
}
