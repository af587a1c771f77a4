// A worker that stands in for the one that reads sources: it answers each file with its path as bytes, after as many
// milliseconds as the path says. What else a path says is done instead of an answer.

import { writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const SOURCE = String.raw`
import { appendFileSync } from "node:fs"
import { parentPort, threadId, workerData } from "node:worker_threads"
import { recordOf } from "JOURNAL"
const note = workerData.journal ? recordOf(workerData.journal.path, workerData.journal.record) : () => {}
const hog = []
const deeds = {
  boom: () => { throw new Error("out of cheese") },
  exit: () => process.exit(3),
  hang: () => { for (;;); },
  silent: () => new Promise(() => {}),
  abort: () => process.abort(),
  kills: () => process.kill(process.pid, "SIGKILL"),
  hog: async () => {
    for (;;) {
      hog.push(new Uint8Array(16_000_000).fill(1))
      await new Promise((done) => setTimeout(done, 5))
    }
  },
}
let last = Promise.resolve()
parentPort.on("message", (batch) => {
  if ("modules" in batch) return
  last = last.then(async () => {
    const texts = []
    for (let i = 0; i < batch.paths.length; i++) {
      const path = batch.paths[i]
      Atomics.store(workerData.inFlight, workerData.slot, batch.numbers[i])
      note(path)
      appendFileSync("LOG", path + "\n")
      for (const deed in deeds) if (path.includes(deed)) await deeds[deed]()
      const pause = /after(\d+)/.exec(path)
      if (pause) await new Promise((done) => setTimeout(done, Number(pause[1])))
      texts.push(new TextEncoder().encode(path + " by " + threadId))
    }
    Atomics.store(workerData.inFlight, workerData.slot, -1)
    note(undefined)
    const buffer = new ArrayBuffer(texts.reduce((sum, it) => sum + it.length, 0))
    let offset = 0
    const rows = texts.map((it) => {
      new Uint8Array(buffer).set(it, offset)
      offset += it.length
      const nothing = { offset: 0, length: 0 }
      return { _tag: "facts", facts: { offset: offset - it.length, length: it.length }, digest: "0", passages: nothing }
    })
    return { numbers: batch.numbers, buffer, rows }
  }).then(
    (done) => {
      if (batch.paths.some((it) => it.includes("twice"))) parentPort.postMessage({ ...done, buffer: new ArrayBuffer(0) })
      if (batch.paths.some((it) => it.includes("wrongly"))) {
        parentPort.postMessage({ ...done, numbers: done.numbers.map((it) => it + 1) })
      }
      parentPort.postMessage(done, [done.buffer])
      if (batch.paths.some((it) => it.includes("leave"))) process.exit(4)
    },
    (cause) => parentPort.postMessage({ failed: cause.message }),
  )
})
`

const JOURNAL = new URL("../../lib/platform/journal.ts", import.meta.url).href

/** Lays the worker down in a folder; it notes each path that it reads in the folder's `log`. */
export const layDown = (folder: string): URL => {
  const path = `${folder}/worker.mjs`
  writeFileSync(path, SOURCE.replace("JOURNAL", JOURNAL).replace("LOG", `${folder}/log`))
  return pathToFileURL(path)
}

/** Limits short enough for a test, long enough for a busy machine. */
export const LIMITS = { timeFor: () => 200, patience: 2, memory: 200_000_000, every: 25 }
