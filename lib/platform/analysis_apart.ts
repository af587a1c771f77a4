// Starting the process that makes an index: our own program, without a shell, with pipes of ours as its only streams.
// Whoever gives it up closes its input, which it takes as its end, and ends it where it does not.

import { type ChildProcess, spawn } from "node:child_process"
import { tmpdir } from "node:os"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Apart } from "../workspace/apart.ts"
import { SETTINGS } from "./one_shot.ts"
import { command } from "./own_program.ts"

/** What precedes each line that is meant: all else that may be printed is not. */
export const MARK = "\u0001portolan "

/** Of what it complains of, so much is kept. */
const COMPLAINT = 4_000

/** A line is a path and some numbers. */
const LONGEST = 10_000_000

/** So long it may take to give back what it holds, in milliseconds. */
const LEAVE_MS = 1_000

const started = (task: string): ChildProcess | string => {
  const how = command("analyze")
  if (how === undefined) return "this program cannot start itself as another process"
  try {
    const child = spawn(how.program, how.args, {
      cwd: tmpdir(),
      // As for any process that works hard once and ends.
      env: { ...SETTINGS, ...process.env },
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    })
    child.stdin!.on("error", () => {})
    child.stdin!.write(`${task}\n`)
    return child
  } catch (cause) {
    return unstarted(cause)
  }
}

/** Without the system's own words, which say where the program lies. */
const unstarted = (cause: unknown): string =>
  `it could not be started (${(cause as { readonly code?: unknown }).code ?? "for no reason that is known"})`

const kill = (child: ChildProcess): void => {
  try {
    child.kill("SIGKILL")
  } catch {
    // It has ended: not every runtime takes that as done.
  }
}

const run = (task: string, hear: (line: string) => void): Effect.Effect<string> =>
  Effect.async<string>((resume) => {
    const child = started(task)
    if (typeof child === "string") return resume(Effect.succeed(child))
    let complaint = ""
    let rest = ""
    let closed = false
    let close = () => {}
    const isClosed = new Promise<void>((done) => close = done)
    const end = (how: string) => {
      if (closed) return
      closed = true
      close()
      const said = complaint.trim() === ""
        ? Effect.void
        : Effect.logWarning(`The process that makes an index says: ${complaint.trim()}`)
      resume(Effect.as(said, how))
    }
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n")
      rest = lines.pop()!
      if (LONGEST < rest.length) kill(child)
      for (const line of lines) {
        const at = line.indexOf(MARK)
        if (0 <= at) hear(line.slice(at + MARK.length))
      }
    })
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(0, COMPLAINT)
    })
    child.on("error", (cause) => end(unstarted(cause)))
    child.on("close", (code, signal) => end(signal === null ? `it ended with code ${code}` : `it got ${signal}`))
    return Effect.promise(async () => {
      child.stdin!.end()
      const timer = setTimeout(() => kill(child), LEAVE_MS)
      await isClosed
      clearTimeout(timer)
    })
  })

export const layer: Layer.Layer<never> = Layer.succeed(Apart, { run })
