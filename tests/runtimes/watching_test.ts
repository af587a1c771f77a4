// Each runtime tells what happens in folders, in its own way; none is silent.

import { expect, test } from "bun:test"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import * as Program from "../_kit/program.ts"

const FILE = "./tests/runtimes/watching.mjs"

const moduleIn = (folder: string, ending: string) =>
  pathToFileURL(join(Program.ROOT, folder, "lib/platform", `watching.${ending}`)).href

const RUNTIMES: Readonly<
  Record<string, readonly [command: string, args: ReadonlyArray<string>, folder: string, ending: string]>
> = {
  bun: [Program.BUN, [...Program.SAFELY, FILE], ".", "ts"],
  deno: [join(Program.ROOT, "node_modules", ".bin", "deno"), ["run", "--allow-all", "--no-check", FILE], ".", "ts"],
  node: ["node", [FILE], "dist", "js"],
}

test.each(Object.keys(RUNTIMES))("changes in folders are told under %s", async (runtime) => {
  const [command, args, folder, ending] = RUNTIMES[runtime]!
  const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-watching-")))
  try {
    const { code, stdout, stderr } = await Program.run(command, [...args, moduleIn(folder, ending), base], {
      cwd: Program.ROOT,
      // In an empty home: what a shell that starts a runtime prints of its user's own is none of ours.
      env: { PATH: process.env["PATH"] ?? "", HOME: base, DENO_DIR: join(base, "deno"), NO_COLOR: "1" },
      timeoutMs: 110_000,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const { told, lost } = JSON.parse(stdout) as { told: ReadonlyArray<readonly [string, boolean]>; lost: number }
    expect(told.length).toBe(13)
    expect(told.filter(([, inTime]) => !inTime)).toEqual([])
    expect(lost).toBe(0)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}, 120_000)
