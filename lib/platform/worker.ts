// Entry of an extraction worker: takes batches as messages, answers each with one buffer that changes hands.

import { createHash } from "node:crypto"
import { parentPort, workerData } from "node:worker_threads"
import type { Batch, SharedModules, WorkerFailed, WorkerStart } from "../indexer/extraction.ts"
import { serve, Unready, type WorkerMachine } from "../indexer/worker.ts"
import * as StaticTable from "../search/static_table.ts"
import * as Grammars from "./grammars.ts"
import * as Journal from "./journal.ts"
import { readRegular } from "./regular.ts"

interface BunRuntime {
  readonly gc: (now: boolean) => void
}

const bun = (globalThis as { readonly Bun?: BunRuntime }).Bun

/**
 * Source read between two collections. What a file leaves behind lies outside of the collector's heap for the most part,
 * so that Bun's collector, left alone, lets a worker grow by some hundred megabytes. It is asked to collect when it can.
 */
const COLLECT_BYTES = 2_000_000

let sinceCollected = 0

const start = workerData as WorkerStart
const { journal, model } = start

const machine: WorkerMachine = {
  read: (path, most) => {
    try {
      const bytes = readRegular(path, most)
      sinceCollected += bytes.length
      return bytes
    } catch (cause) {
      return (cause as { readonly code?: string }).code ?? "UNKNOWN"
    }
  },
  digest: (bytes) => createHash("sha256").update(bytes).digest("hex"),
  grammar: Grammars.load,
  embedder: () =>
    model === undefined || "unusable" in model
      ? Promise.reject(new Error(model?.unusable ?? "no embedding model was handed over"))
      : Promise.resolve(StaticTable.embedder(model)),
  heap: Grammars.heap,
  ...(journal === undefined ? {} : { reading: Journal.recordOf(journal.path, journal.record) }),
}

const port = parentPort!
const answer = serve(machine, start)

// One batch after another, in the order in which they came.
let last = Promise.resolve()

port.on("message", (message: Batch | SharedModules) => {
  if ("modules" in message) return Grammars.share(message.modules)
  last = last.then(() => answer(message)).then(
    (done) => {
      port.postMessage(done, [done.buffer])
      if (sinceCollected < COLLECT_BYTES) return
      sinceCollected = 0
      bun?.gc(false)
    },
    (cause: unknown) => {
      const failed: WorkerFailed = {
        failed: cause instanceof Error ? cause.message : String(cause),
        ...(cause instanceof Unready ? { unready: true } : {}),
      }
      port.postMessage(failed)
    },
  )
})
