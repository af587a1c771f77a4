// The program of the process that reads suspects: what a file does to it, it does to nobody else. Questions come as lines
// of JSON on the standard input, answers leave on the standard output; it ends with its input, or after a file that it
// came to its end on, since then it is no longer as it was.

import process from "node:process"
import { type BatchRow, packedOf } from "../indexer/extraction.ts"
import * as Alone from "./alone.ts"
import { LIMITS } from "./limits.ts"

export interface Question {
  /** Of the worker that reads. */
  readonly entry: string
  readonly root: string
  readonly path: string
  readonly size: number
  readonly wanted?: true
  /** Milliseconds of processor time. */
  readonly time: number
  readonly memory: number
}

/** What precedes each answer: all else that may be printed is no answer. */
export const MARK = "\u0001portolan "

/** An answer's line; `length` bytes follow what was read. */
export type Answer =
  | { readonly _tag: "ready" }
  | { readonly _tag: "read"; readonly row: BatchRow; readonly length: number }
  | Extract<Alone.Tried, { readonly _tag: "guilty" }>

const answer = (line: Answer, bytes?: Uint8Array): Promise<void> =>
  new Promise((done) => {
    const text = new TextEncoder().encode(`${MARK}${JSON.stringify(line)}\n`)
    const all = new Uint8Array(text.length + (bytes?.length ?? 0))
    all.set(text)
    if (bytes !== undefined) all.set(bytes, text.length)
    process.stdout.write(all, () => done())
  })

const one = async (line: string): Promise<void> => {
  const { entry, root, time, memory, ...source } = JSON.parse(line) as Question
  const tried = await Alone.read(new URL(entry), root, source, {
    ...LIMITS,
    timeFor: () => time,
    memory,
    every: 50,
  })
  if (tried._tag === "guilty") {
    await answer(tried)
    process.exit(0)
  }
  const { row, bytes } = packedOf(tried)
  await answer({ _tag: "read", row, length: bytes.length }, bytes)
}

export const main = async (): Promise<void> => {
  // Whoever asks is gone when its end of the pipe is.
  process.stdout.on("error", () => process.exit(1))
  await answer({ _tag: "ready" })
  let rest = ""
  process.stdin.setEncoding("utf8")
  for await (const chunk of process.stdin) {
    const lines = (rest + String(chunk)).split("\n")
    rest = lines.pop()!
    for (const line of lines) await one(line)
  }
  process.exit(0)
}
