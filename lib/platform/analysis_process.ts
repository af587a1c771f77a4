// The program of the process that makes an index while another one goes on answering. One line on the standard input is
// the task, what it says are lines on the standard output. It gives way to whoever else wants a processor, and it ends
// with who started it: with its input, and where it computes and hears of no end, by a thread that looks for its parent.

import { writeSync } from "node:fs"
import { constants, setPriority } from "node:os"
import process from "node:process"
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Services from "../serve/services.ts"
import * as Apart from "../workspace/apart.ts"
import * as Settings from "../workspace/settings.ts"
import { MARK } from "./analysis_apart.ts"
import { machine } from "./machine.ts"

/** Steps of one phase are told so often. */
const EVERY_MS = 100

/** How often the thread looks, and how long it leaves to who hears of the end of its input. */
const LOOK_MS = 500
const LEAVE_MS = 2_000

/** Plain text, since no file of its own is to be found in every form in which the program is shipped. */
const WATCH = `
const process = require("node:process")
const parent = ${process.ppid}
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  setTimeout(() => process.kill(process.pid, "SIGKILL"), ${LEAVE_MS})
}, ${LOOK_MS})
`

const giveWay = (): void => {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It may not: the result is the same, and others wait longer.
  }
}

const endWithParent = (): void => {
  try {
    new Worker(WATCH, { eval: true }).unref()
  } catch {
    // It ends with its input, if somewhat later.
  }
}

const line = (told: Apart.Told): Uint8Array =>
  new TextEncoder().encode(`${MARK}${Schema.encodeSync(Apart.Told)(told)}\n`)

/** Steps are for whoever looks: one that cannot be written at once is left out. */
const step = (told: Apart.Told): void => {
  try {
    writeSync(1, line(told))
  } catch (cause) {
    if ((cause as { readonly code?: string }).code === "EPIPE") process.exit(1)
  }
}

const seldom = (): (told: Apart.Told) => void => {
  let phase = ""
  let last = -Infinity
  return (told) => {
    if (told._tag !== "step") return
    const now = performance.now()
    if (told.step.phase === phase && now - last < EVERY_MS) return
    phase = told.step.phase
    last = now
    step(told)
  }
}

const run = (task: string, signal: AbortSignal): Promise<Apart.Told> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const asked = yield* Schema.decode(Apart.Task)(task)
      // Under what the user has set, as a command would be.
      const services = Settings.Settings.layer.pipe(Layer.provideMerge(Services.layer(machine, asked.home)))
      return yield* Effect.provide(Apart.work(asked, seldom()), services)
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.stringLogger)))),
    { signal },
  )

export const main = async (): Promise<void> => {
  giveWay()
  endWithParent()
  const gone = new AbortController()
  process.stdout.on("error", () => process.exit(1))
  process.stdin.setEncoding("utf8")
  const task = await new Promise<string>((done) => {
    let text = ""
    const end = () => {
      gone.abort()
      done(text)
    }
    process.stdin.on("data", (chunk: string) => {
      text += chunk
      const at = text.indexOf("\n")
      if (0 <= at) done(text.slice(0, at))
    })
    process.stdin.on("end", end)
    process.stdin.on("close", end)
    process.stdin.on("error", end)
  })
  if (gone.signal.aborted) process.exit(1)
  // What it holds is given back first.
  gone.signal.addEventListener("abort", () => void setTimeout(() => process.exit(1), LEAVE_MS))
  const told = await run(task, gone.signal).catch((cause: unknown) => {
    if (!gone.signal.aborted) process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`)
    process.exit(1)
  })
  await new Promise<void>((done) => process.stdout.write(line(told), () => done()))
  process.exit(0)
}
