// Entry of an extraction worker: takes batches as messages, answers each with one buffer that changes hands.

import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { parentPort, workerData } from "node:worker_threads"
import type { Batch, WorkerFailed, WorkerStart } from "../indexer/extraction.ts"
import { serve, type WorkerMachine } from "../indexer/worker.ts"
import * as Grammars from "./grammars.ts"

const head = (path: string, most: number): Uint8Array => {
  const descriptor = fs.openSync(path, "r")
  try {
    const bytes = new Uint8Array(most)
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, most, 0))
  } finally {
    fs.closeSync(descriptor)
  }
}

const machine: WorkerMachine = {
  read: (path, most) => {
    try {
      return most === undefined ? fs.readFileSync(path) : head(path, most)
    } catch (cause) {
      return (cause as { readonly code?: string }).code ?? "UNKNOWN"
    }
  },
  digest: (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 16),
  grammar: Grammars.load,
}

const port = parentPort!
const answer = serve(machine, workerData as WorkerStart)

// One batch after another, in the order in which they came.
let last = Promise.resolve()

port.on("message", (batch: Batch) => {
  last = last.then(() => answer(batch)).then(
    (done) => port.postMessage(done, [done.buffer]),
    (cause: unknown) => {
      const failed: WorkerFailed = { failed: cause instanceof Error ? cause.message : String(cause) }
      port.postMessage(failed)
    },
  )
})
