// The command line as a process of its own, from source or as the built executable. Its environment is what the test
// gives and nothing else; from source, Bun reads no configuration of the folder it runs in.

import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { BUN_SAFELY } from "../../scripts/processes.mjs"

export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url))

/** Bun's own path. */
export const BUN: string = process.execPath

/** First arguments that keep Bun from running what lies in the current folder. */
export const SAFELY: ReadonlyArray<string> = BUN_SAFELY

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Options {
  readonly cwd: string
  /** The whole environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly timeoutMs?: number
}

/** Runs a program to its end; one that takes longer than the limit (default 60 s) is killed and gives code null. */
export const run = (command: string, args: ReadonlyArray<string>, options: Options): Promise<Ran> =>
  new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? {},
      stdio: ["pipe", "pipe", "pipe"],
      timeout: options.timeoutMs ?? 60_000,
      killSignal: "SIGKILL",
    })
    const stdout: Array<Buffer> = []
    const stderr: Array<Buffer> = []
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk))
    child.on("error", fail)
    child.stdin.on("error", () => {})
    child.stdin.end(options.input ?? "")
    child.on(
      "close",
      (code) =>
        done({ code, stdout: Buffer.concat(stdout).toString("utf8"), stderr: Buffer.concat(stderr).toString("utf8") }),
    )
  })

/** The command line from source. */
export const portolan = (args: ReadonlyArray<string>, options: Options): Promise<Ran> =>
  run(BUN, [...SAFELY, `${ROOT}cli/main.ts`, ...args], {
    ...options,
    env: { PATH: process.env["PATH"] ?? "", ...options.env },
  })
