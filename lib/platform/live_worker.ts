// Entry of the thread that keeps a repository at hand: it hears what is asked and hands over what comes of it.

import { parentPort, workerData } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"
import * as LiveThread from "../workspace/live_thread.ts"
import { machine } from "./machine.ts"

interface BunRuntime {
  readonly gc: (now: boolean) => void
}

const bun = (globalThis as { readonly Bun?: BunRuntime }).Bun

/** Quiet after which what an update left behind is looked for, in milliseconds. */
const QUIET_MS = 1_000

const port = parentPort!
const runtime = ManagedRuntime.make(machine)
const scope = Effect.runSync(Scope.make())
const served = runtime.runPromise(
  Effect.provideService(LiveThread.serve(workerData as LiveThread.Start), Scope.Scope, scope),
)

let quiet: ReturnType<typeof setTimeout> | undefined

port.on("message", (ask: LiveThread.Ask | LiveThread.End) => {
  clearTimeout(quiet)
  if (ask === "end") return void Effect.runPromise(Scope.close(scope, Exit.void)).finally(() => port.close())
  served.then(({ answer }) => runtime.runPromise(answer(ask))).then(
    (told) => {
      const bytes = "made" in told ? told.made.bytes : undefined
      port.postMessage(told, bytes === undefined ? [] : [bytes.buffer])
      quiet = setTimeout(() => {
        bun?.gc(true)
        void served.then(({ idle }) => runtime.runPromise(idle))
      }, QUIET_MS)
    },
    (cause: unknown) => {
      // A fault of this program: whoever started the thread is told, and ends it.
      setTimeout(() => {
        throw cause
      })
    },
  )
})
