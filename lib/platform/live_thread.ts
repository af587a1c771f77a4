// Threads that keep repositories at hand, over node:worker_threads, which Bun, Deno and Node all have. One that fails by
// itself or takes too long is ended, and so are the workers that it started.

import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type Ask,
  type End,
  LiveThreads,
  type Made,
  NotUpdated,
  type Start,
  type Thread,
  type Told,
} from "../workspace/live_thread.ts"
import * as Alone from "./alone.ts"

/** Longest that an update may take, in milliseconds: a whole index of a large repository, not an endless one. */
const LONGEST_MS = 60_000

/** So long a thread may take to give back what it holds, in milliseconds. */
const LEAVE_MS = 500

/** A bundler rewrites no address in a text, so the ending is looked up: sources, or what they were compiled to. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./live_worker.ts" : "./live_worker.js", import.meta.url)

interface Waiting {
  readonly number: number
  readonly end: (told: Effect.Effect<Made, NotUpdated>) => void
}

const start = (entry: URL, longestMs: number, given: Start) => {
  const worker = new Worker(entry, { workerData: given })
  // It is no reason to stay alive; an update that somebody waits for is.
  worker.unref()
  let over: string | undefined
  let waiting: Waiting | undefined
  let number = 0
  const end = (why: string) => {
    if (over !== undefined) return
    over = why
    void worker.terminate()
    waiting?.end(Effect.fail(new NotUpdated({ why })))
  }
  /** Lets it give back what it holds: what a run that is killed leaves behind, the next one has to look through. */
  const leave = Effect.async<void>((resume) => {
    if (over !== undefined) return resume(Effect.void)
    over = ENDED
    waiting?.end(Effect.fail(new NotUpdated({ why: ENDED })))
    const timer = setTimeout(() => {
      void worker.terminate()
      resume(Effect.void)
    }, LEAVE_MS)
    worker.once("exit", () => {
      clearTimeout(timer)
      resume(Effect.void)
    })
    worker.ref()
    worker.postMessage("end" satisfies End)
  })
  worker.on("message", (told: Told) => {
    if (waiting?.number !== told.number) return
    waiting.end("made" in told ? Effect.succeed(told.made) : Effect.fail(new NotUpdated({ why: told.failed })))
  })
  worker.on("error", (cause: unknown) => end(`the thread broke down: ${Alone.breakdown(cause).detail}`))
  worker.on("exit", () => end("the thread ended by itself"))
  const update: Thread["update"] = (changed, has) =>
    Effect.async((resume) => {
      if (over !== undefined) return resume(Effect.fail(new NotUpdated({ why: over })))
      const timer = setTimeout(() => end(`it took longer than ${longestMs / 1000} s`), longestMs)
      const ask: Ask = { number: ++number, changed, has }
      waiting = {
        number,
        end: (told) => {
          clearTimeout(timer)
          waiting = undefined
          worker.unref()
          resume(told)
        },
      }
      worker.ref()
      worker.postMessage(ask)
    })
  return { update, isOver: () => over !== undefined, leave } satisfies Thread & { readonly leave: Effect.Effect<void> }
}

const ENDED = "it was ended"

/** Threads of another entry, which keeps to the words of workspace/live_thread.ts. */
export const layerOf = (entry: URL, longestMs = LONGEST_MS): Layer.Layer<never> =>
  Layer.succeed(LiveThreads, {
    open: (given) =>
      Effect.acquireRelease(
        Effect.try({
          try: () => start(entry, longestMs, given),
          catch: (cause) => new NotUpdated({ why: Alone.breakdown(cause).detail }),
        }),
        ({ leave }) => leave,
      ),
  })

export const layer: Layer.Layer<never> = layerOf(WORKER)
