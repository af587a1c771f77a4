// One file, read by a thread of its own that reads nothing else: whatever becomes of that thread is this file's doing.

import { Worker } from "node:worker_threads"
import type { BatchDone, Extracted, Failure, Source, WorkerFailed, WorkerStart } from "../indexer/extraction.ts"
import { batchOf, extractedOf, UNBEGUN } from "../indexer/extraction.ts"
import { type Limits, Watch } from "./limits.ts"
import * as Models from "./models.ts"

export interface Guilty {
  readonly failure: Failure
  readonly detail: string
}

export type Tried = Exclude<Extracted, { readonly _tag: "failed" }> | ({ readonly _tag: "guilty" } & Guilty)

/** What a breakdown of a thread is called. */
export const breakdown = (cause: unknown): Guilty => {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown }
  return {
    failure: code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "broke",
    detail: typeof message === "string" ? message : String(cause),
  }
}

/** What a worker says of a file that it tried. */
export const triedOf = (extracted: Extracted): Tried =>
  extracted._tag === "failed" ? { _tag: "guilty", failure: "broke", detail: extracted.detail } : extracted

/** Never rejects. `signal` ends the thread. */
export const read = (
  entry: URL,
  root: string,
  source: Source,
  limits: Limits,
  signal?: AbortSignal,
): Promise<Tried> =>
  new Promise((done) => {
    const inFlight = new Int32Array(new SharedArrayBuffer(4)).fill(UNBEGUN)
    const workerData: WorkerStart = { root, inFlight, slot: 0, model: Models.handed() }
    let worker: Worker
    try {
      worker = new Worker(entry, { workerData })
    } catch (cause) {
      return done({ _tag: "guilty", ...breakdown(cause) })
    }
    const end = (tried: Tried) => {
      clearInterval(timer)
      signal?.removeEventListener("abort", stop)
      // First: some runtimes tell of the thread's end while they are asked for it.
      done(tried)
      void worker.terminate()
    }
    const guilty = (it: Guilty) => end({ _tag: "guilty", ...it })
    const stop = () => guilty({ failure: "ended", detail: "it was stopped" })
    const watch = new Watch(limits)
    const timer = setInterval(() => {
      const failure = watch.over(source.size)
      if (failure !== undefined) guilty({ failure, detail: "it was over the limit twice" })
    }, limits.every)
    signal?.addEventListener("abort", stop)
    worker.on("message", (message: BatchDone | WorkerFailed) => {
      if ("failed" in message) return guilty({ failure: "broke", detail: message.failed })
      const row = message.rows[0]
      if (row === undefined) return guilty({ failure: "broke", detail: "it answered nothing" })
      end(triedOf(extractedOf(row, message.buffer)))
    })
    worker.on("error", (cause: unknown) => guilty(breakdown(cause)))
    worker.on("exit", (code) => guilty({ failure: "ended", detail: `it ended by itself with code ${code}` }))
    try {
      worker.postMessage(batchOf([0], [source]))
    } catch (cause) {
      guilty(breakdown(cause))
    }
  })
