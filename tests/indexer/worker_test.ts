// What a worker answers, over a machine whose files are a table.

import { expect, test } from "bun:test"
import { serve, type WorkerMachine } from "../../lib/indexer/worker.ts"
import * as Grammars from "../../lib/platform/grammars.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const FILES: Readonly<Record<string, Uint8Array | string>> = {
  "/r/a.ts": bytes("export function first() { return second() }\n"),
  "/r/locked.ts": "EACCES",
  "/r/words.md": bytes("# Words\n"),
  "/r/picture.png": new Uint8Array([0x89, 0x50, 0, 0, 0, 0]),
  "/r/b.js": bytes("function third() {}\n"),
}

const machineOf = (loaded: Array<string>): WorkerMachine => ({
  read: (path, most) => {
    const file = FILES[path] ?? "ENOENT"
    return typeof file === "string" ? file : file.subarray(0, most)
  },
  digest: (content) => `digest of ${content.length}`,
  grammar: (file) => {
    loaded.push(file)
    return Grammars.load(file)
  },
})

const start = () => ({ root: "/r", inFlight: new Int32Array(new SharedArrayBuffer(8)).fill(-1), slot: 1 })

test("each file of a batch has one row, and facts lie in the buffer where the row says", async () => {
  const loaded: Array<string> = []
  const state = start()
  const answer = serve(machineOf(loaded), state)
  const paths = ["a.ts", "locked.ts", "words.md", "picture.png", "b.js", "gone.ts"]
  const done = await answer({ numbers: [7, 8, 9, 10, 11, 12], paths })
  expect(done.numbers).toEqual([7, 8, 9, 10, 11, 12])
  expect(done.rows.map((row) => row._tag === "unreadable" ? row.code : row._tag)).toEqual([
    "facts",
    "EACCES",
    "listed",
    "binary",
    "facts",
    "ENOENT",
  ])
  const namesOf = (row: number) => {
    const it = done.rows[row]!
    if (it._tag !== "facts") throw new Error("no facts")
    expect(it.offset % 8).toBe(0)
    const { definitions, strings } = FactsBytes.decode(new Uint8Array(done.buffer, it.offset, it.length))
    return [it.digest, ...[...definitions.name].map((name) => strings[name])]
  }
  expect(namesOf(0)).toEqual(["digest of 44", "first"])
  expect(namesOf(4)).toEqual(["digest of 20", "third"])
  // Nothing is in flight any more.
  expect([...state.inFlight]).toEqual([-1, -1])
})

test("a grammar is loaded when the first file of its kind comes, and once", async () => {
  const loaded: Array<string> = []
  const answer = serve(machineOf(loaded), start())
  await answer({ numbers: [0], paths: ["words.md"] })
  expect(loaded).toEqual([])
  await answer({ numbers: [1, 2], paths: ["a.ts", "locked.ts"] })
  await answer({ numbers: [3], paths: ["a.ts"] })
  expect(loaded).toEqual(["tree-sitter-typescript.wasm"])
})
