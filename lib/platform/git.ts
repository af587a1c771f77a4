// Git as a child process, without a shell. A repository is untrusted: whatever in its configuration could start a
// program (file system monitor, hooks, pager, prompts, external diff) is switched off for every call.

import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import process from "node:process"
import { Buffer } from "node:buffer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GitFailed, RunGit } from "../machine/git.ts"
import * as Processes from "./processes.ts"

const SETTINGS: ReadonlyArray<string> = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  // Attributes of the user's own would make another index of the same repository.
  "core.attributesFile=/dev/null",
  "core.quotePath=false",
  "core.pager=cat",
  "core.sshCommand=false",
  "credential.helper=",
  "protocol.allow=never",
  // A checkout of another user (a mounted folder, a container) may be read: nothing of it is run.
  "safe.directory=*",
]

const CONFIGURATION: ReadonlyArray<string> = SETTINGS.flatMap((setting) => ["-c", setting])

/** The caller's own git variables would point into another repository, as they do inside a hook. */
const surroundings = (): Record<string, string> => {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith("GIT_")) variables[name] = value
  }
  return {
    ...variables,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_PAGER: "cat",
    LC_ALL: "C",
  }
}

const DETAIL_BYTES = 2000

const TOO_LONG = -2

/** A git that runs longer is not worth the wait. */
const PATIENCE_MS = 30_000

/** How often one looks whether it does anything, and how many looks in a row must find that it does nothing. */
const LOOK_MS = 500
const IDLE_LOOKS = 10

/**
 * What a process has done so far, where the system tells and the process sleeps: the same text twice means that it did
 * nothing in between. One that waits for a disk does not count as asleep.
 */
const doneBy = (pid: number): string | undefined => {
  const stat = Processes.statOf(pid)
  if (stat?.state !== "S") return undefined
  try {
    return `${stat.own} ${stat.system} ${readFileSync(`/proc/${pid}/io`, "utf8")}`
  } catch {
    return undefined
  }
}

/** Tells once that a process only waits: for what never comes, such as a pipe in the place of a file of git's own. */
const whenIdle = (pid: number, tell: () => void): ReturnType<typeof setInterval> => {
  let last: string | undefined
  let looks = 0
  return setInterval(() => {
    const now = doneBy(pid)
    looks = now !== undefined && now === last ? looks + 1 : 0
    last = now
    if (looks === IDLE_LOOKS) tell()
  }, LOOK_MS)
}

const run = (patienceMs: number): typeof RunGit.Service => (folder, args, input) =>
  Effect.async((resume) => {
    const failed = (exitCode: number, detail: string) =>
      resume(Effect.fail(new GitFailed({ arguments: args, exitCode, detail: detail.trim() })))
    let child
    try {
      child = spawn("git", ["--no-pager", ...CONFIGURATION, "-C", folder, ...args], {
        env: surroundings(),
        stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
        windowsHide: true,
      })
    } catch (cause) {
      return failed(-1, cause instanceof Error ? cause.message : String(cause))
    }
    const output: Array<Uint8Array> = []
    const complaint: Array<Uint8Array> = []
    // Git may end without having read it all: what it says at its end counts.
    child.stdin?.on("error", () => {})
    child.stdin?.end(input)
    child.stdout?.on("data", (chunk: Uint8Array) => output.push(chunk))
    child.stderr?.on("data", (chunk: Uint8Array) => complaint.push(chunk))
    const giveUp = (detail: string) => {
      stopLooking()
      failed(TOO_LONG, detail)
      child.kill("SIGKILL")
    }
    const impatient = setTimeout(() => giveUp(`no answer within ${patienceMs / 1000} s`), patienceMs)
    const idle = child.pid === undefined ? undefined : whenIdle(
      child.pid,
      () => giveUp("it waits for what does not come, such as a pipe in the place of one of its files"),
    )
    const stopLooking = () => {
      clearTimeout(impatient)
      clearInterval(idle)
    }
    child.on("error", (cause) => {
      stopLooking()
      failed(-1, cause.message)
    })
    child.on("close", (code) => {
      stopLooking()
      if (code === 0) return resume(Effect.succeed(Buffer.concat(output)))
      failed(code ?? -1, Buffer.concat(complaint).toString("utf8").slice(0, DETAIL_BYTES))
    })
    return Effect.sync(() => {
      stopLooking()
      child.kill()
    })
  })

/** Git that is given so long for each answer. */
export const layerWithin = (patienceMs: number): Layer.Layer<RunGit> => Layer.succeed(RunGit, run(patienceMs))

export const layer: Layer.Layer<RunGit> = layerWithin(PATIENCE_MS)
