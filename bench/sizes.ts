// `npm run bench:sizes -- [FILES …]`: time and memory of a cold index against the size of the repository, on generated
// repositories of files of 4 KB, by default of 1,000 to 50,000. Prints a table with a bar a row and writes it to
// bench/sizes.md. A straight line has the same milliseconds and kilobytes a file in every row.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { ROOT } from "../scripts/processes.mjs"
import { measure, source } from "./processes.ts"
import * as Repository from "./repository.ts"
import { table } from "./table.ts"

const WORKERS = 2
const SIZES = [1_000, 5_000, 10_000, 25_000, 50_000]
const WIDEST_BAR = 30

const given = process.argv.slice(2).map(Number)
const sizes = given.length === 0 ? SIZES : given

interface Row {
  readonly files: number
  readonly wallMs: number
  readonly cpuMs: number
  readonly peakMB: number
  readonly againMs: number
}

const rows: Array<Row> = []
for (const files of sizes) {
  const root = Repository.layOut(files)
  const work = mkdtempSync(join(tmpdir(), "portolan-bench-sizes-"))
  try {
    console.error(`${files} files`)
    const args = [...source("bench/index_once.ts"), root, join(work, "home"), String(WORKERS)]
    const { wallMs, cpuMs, peakMB } = await measure(args)
    const again = await measure([...args, "refresh"])
    rows.push({ files, wallMs, cpuMs, peakMB, againMs: again.cpuMs })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const most = Math.max(...rows.map(({ cpuMs }) => cpuMs))
const mostMB = Math.max(...rows.map(({ peakMB }) => peakMB))
const bar = (value: number, of: number): string => "█".repeat(Math.max(1, Math.round((value / of) * WIDEST_BAR)))

const [{ model = "unknown processor" } = {}] = cpus()
const text = [
  "# Time and memory against the size of a repository",
  "",
  `Made by \`npm run bench:sizes\` on ${
    new Date().toISOString().slice(0, 10)
  }, on ${cpus().length} × ${model.trim()},` +
  ` Bun ${Bun.version}. Generated files of 4 KB, ${WORKERS} workers, one run a row; "again" is the processor time of a` +
  " second run where nothing has changed.",
  "",
  table(
    ["files", "wall s", "CPU s", "CPU ms a file", "peak MB", "KB a file", "again, CPU s"],
    rows.map(({ files, wallMs, cpuMs, peakMB, againMs }) => [
      String(files),
      (wallMs / 1000).toFixed(1),
      (cpuMs / 1000).toFixed(1),
      (cpuMs / files).toFixed(2),
      peakMB.toFixed(0),
      ((peakMB * 1000) / files).toFixed(0),
      (againMs / 1000).toFixed(1),
    ]),
  ),
  "",
  "```",
  "files    processor time",
  ...rows.map(({ files, cpuMs }) =>
    `${String(files).padStart(6)}   ${bar(cpuMs, most)} ${(cpuMs / 1000).toFixed(1)} s`
  ),
  "",
  "files    peak memory",
  ...rows.map(({ files, peakMB }) => `${String(files).padStart(6)}   ${bar(peakMB, mostMB)} ${peakMB.toFixed(0)} MB`),
  "```",
  "",
].join("\n")
console.log(text)
if (given.length === 0) writeFileSync(join(ROOT, "bench", "sizes.md"), text)
