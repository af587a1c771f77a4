// A signal ends a run: in order where the run can hear it, at once where it computes without a pause.

import { expect, setDefaultTimeout, test } from "bun:test"
import { spawn } from "node:child_process"
import { once } from "node:events"
import process from "node:process"
import { fileURLToPath } from "node:url"

setDefaultTimeout(60_000)

const SIGNALS = fileURLToPath(new URL("../../cli/signals.ts", import.meta.url))

/** Starts a run in a process of its own, sends it a signal once it says so; what it said and how it ended. */
const ended = async (run: string, signal: "SIGTERM" | "SIGINT") => {
  const source = `
    import * as Signals from ${JSON.stringify(SIGNALS)}
    const progress = { done: 0, total: 1, bytes: 0 }
    await Signals.untilSignal(async (stop) => { ${run} })
    console.log("went on")`
  const child = spawn(process.execPath, ["--config=/dev/null", "--no-env-file", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let said = ""
  child.stdout.on("data", (chunk) => {
    if (said === "") child.kill(signal)
    said += chunk
  })
  const [code, by] = await once(child, "close")
  return { code, by, said: said.trim().split("\n") }
}

test.each(["SIGTERM", "SIGINT"] as const)("%s ends a computation that never pauses", async (signal) => {
  const run = `
    Signals.follow({ ...progress, phase: "resolve" })
    console.log("computing")
    for (const end = Date.now() + 30_000; Date.now() < end;);`
  const began = Date.now()
  expect(await ended(run, signal)).toEqual({ code: null, by: signal, said: ["computing"] })
  expect(Date.now() - began).toBeLessThan(20_000)
})

test("what a run holds is given back first where it can hear the signal", async () => {
  const run = `
    Signals.follow({ ...progress, phase: "encode" })
    Signals.follow({ ...progress, phase: "write" })
    console.log("waiting")
    const stayingAlive = setInterval(() => {}, 1000)
    await new Promise((done) => stop.addEventListener("abort", done))
    clearInterval(stayingAlive)
    console.log("given back")`
  expect(await ended(run, "SIGTERM")).toEqual({ code: null, by: "SIGTERM", said: ["waiting", "given back"] })
})
