// How quickly the executable is there: `--version` beside an empty program that was compiled the same way, and the time
// from the start of `mcp` to its answer to `initialize`.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BUN, ROOT, run } from "../scripts/processes.mjs"

export interface Start {
  readonly emptyMs: number
  readonly versionMs: number
  readonly initializeMs: number
}

const RUNS = 25

/** Best of many; undefined where the executable was not built. */
export const measureStart = async (): Promise<Start | undefined> => {
  const executable = join(ROOT, "dist", "portolan")
  if (!existsSync(executable)) return undefined
  const work = mkdtempSync(join(tmpdir(), "portolan-bench-"))
  try {
    const empty = join(work, "empty")
    writeFileSync(`${empty}.ts`, "")
    const flags = [
      "--minify",
      "--bytecode",
      "--format=esm",
      "--no-compile-autoload-dotenv",
      "--no-compile-autoload-bunfig",
    ]
    const built = await run(BUN, ["build", "--compile", ...flags, `${empty}.ts`, "--outfile", empty])
    if (built.code !== 0) throw new Error(`Cannot compile an empty program:\n${built.output}`)
    return {
      emptyMs: await bestOf(() => toEnd([empty])),
      versionMs: await bestOf(() => toEnd([executable, "--version"])),
      initializeMs: await bestOf(() => toInitialize(executable, work)),
    }
  } finally {
    rmSync(work, { recursive: true })
  }
}

const bestOf = async (once: () => Promise<number>): Promise<number> => {
  let least = Infinity
  for (let i = 0; i < RUNS; i++) least = Math.min(least, await once())
  return least
}

const toEnd = async (command: ReadonlyArray<string>): Promise<number> => {
  const began = performance.now()
  await Bun.spawn([...command], { stdout: "ignore", stderr: "ignore" }).exited
  return performance.now() - began
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
})

const toInitialize = async (executable: string, home: string): Promise<number> => {
  const began = performance.now()
  const child = Bun.spawn([executable, "mcp"], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
    env: { ...process.env, PORTOLAN_HOME: home },
  })
  child.stdin.write(`${INITIALIZE}\n`)
  child.stdin.flush()
  const { value } = await child.stdout.getReader().read()
  const ms = performance.now() - began
  if (value === undefined) throw new Error("mcp ended without an answer to initialize")
  child.stdin.end()
  await child.exited
  return ms
}
