// What a run leaves in the home folder whose process was killed while it read.

import { spawnSync } from "node:child_process"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import * as Journal from "../../lib/platform/journal.ts"

const folderOf = (home: string): string => `${home}/running`

/** Leaves the journal of a dead run on `root` that was reading `paths`. */
export const leave = (home: string, root: string, paths: ReadonlyArray<string>): void => {
  mkdirSync(folderOf(home), { recursive: true })
  const path = `${folderOf(home)}/dead.run`
  writeFileSync(path, `${JSON.stringify({ pid: spawnSync("true").pid, host: hostname(), began: "", root })}\n`)
  paths.forEach((it, i) => Journal.recordOf(path, i)(it))
}

/** Names of the journals that lie in the home folder. */
export const journals = (home: string): ReadonlyArray<string> =>
  readdirSync(folderOf(home)).filter((name) => name.endsWith(".run"))
