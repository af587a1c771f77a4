// What it costs to bring an index up to date beside building it from nothing: nothing changed, one file edited, another
// branch that differs in 50 files. Every run is a process of its own, from its start to the written index, on a copy of
// the sources; rows are taken in turns and stand beside the cold run of the same turn.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commit, git } from "../tests/_kit/repo.ts"
import * as Corpus from "./corpus.ts"
import { best, measure, type Measured, source } from "./processes.ts"
import { table } from "./table.ts"

const WORKERS = 2
const SWITCHED = 50

export interface Updates {
  /** By what was done, the cold run first. */
  readonly rows: ReadonlyArray<readonly [name: string, Omit<Measured, "stdout">]>
}

/** Indexes a copy of the folder `from` again and again, `runs` times each way. */
export const measureUpdates = async (from: string, runs: number, say: (line: string) => void): Promise<Updates> => {
  const work = mkdtempSync(join(tmpdir(), "portolan-bench-updates-"))
  try {
    const root = join(work, "sources")
    Corpus.copy(from, root)
    commit(root)
    const sources = Corpus.filesBelow(root).filter((path) => /\.(ts|js|py)$/.test(path))
    const spread = (count: number) =>
      Array.from({ length: count }, (_, i) => sources[Math.floor(((i + 0.5) * sources.length) / count)]!)
    git(root, "checkout", "-q", "-b", "other")
    for (const path of spread(SWITCHED)) edit(join(root, path), "on the other branch")
    commit(root)
    git(root, "checkout", "-q", "main")
    const measured = new Map<string, Array<Measured>>()
    const row = async (name: string, home: string, how?: string) => {
      const args = [...source("bench/index_once.ts"), root, home, String(WORKERS), ...(how === undefined ? [] : [how])]
      measured.set(name, [...measured.get(name) ?? [], await measure(args)])
    }
    for (let i = 0; i < runs; i++) {
      say(`updates, run ${i + 1} of ${runs}`)
      const home = join(work, `home-${i}`)
      await row("cold", home)
      // A file that changed a moment ago has a stat that proves nothing: an index of a moment later does.
      await Bun.sleep(100)
      await row("settle", home, "refresh")
      await row("nothing changed", home, "refresh")
      edit(join(root, spread(1)[0]!), `in run ${i}`)
      await Bun.sleep(100)
      await row("one file edited", home, "refresh")
      git(root, "checkout", "-q", "--", ".")
      await Bun.sleep(100)
      await row("edit taken back", home, "refresh")
      git(root, "checkout", "-q", "other")
      await Bun.sleep(100)
      await row(`switched to a branch with ${SWITCHED} other files`, home, "refresh")
      git(root, "checkout", "-q", "main")
      await Bun.sleep(100)
      await row("switched back", home, "refresh")
      rmSync(home, { recursive: true })
    }
    measured.delete("settle")
    return { rows: [...measured].map(([name, all]) => [name, best(all)]) }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const edit = (path: string, said: string): void =>
  writeFileSync(path, `${readFileSync(path, "utf8")}${path.endsWith(".py") ? "#" : "//"} edited ${said}\n`)

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`

/** Wall and processor time of each row, and what part of the cold run's they are. */
export const updatesTable = ({ rows }: Updates): string => {
  const [, cold] = rows[0]!
  return table(
    ["", "wall ms", "CPU ms", "of cold, wall", "of cold, CPU", "peak MB"],
    rows.map(([name, { wallMs, cpuMs, peakMB }]) => [
      name,
      wallMs.toFixed(0),
      cpuMs.toFixed(0),
      percent(wallMs, cold.wallMs),
      percent(cpuMs, cold.cpuMs),
      peakMB.toFixed(0),
    ]),
  )
}
