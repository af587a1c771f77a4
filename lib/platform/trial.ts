// Trying a suspect: in a process of its own where there can be one, else in a thread of its own. One at a time; a process
// that came to its end on a file is followed by another.

import { Buffer } from "node:buffer"
import { type ChildProcess, spawn } from "node:child_process"
import { tmpdir } from "node:os"
import { extractedOf, type Source } from "../indexer/extraction.ts"
import * as Alone from "./alone.ts"
import { type Answer, MARK, type Question } from "./apart.ts"
import type { Limits } from "./limits.ts"
import { type Command, command } from "./own_program.ts"

/** A process that has said that it is ready, with the answers that come from it. */
class Apart {
  readonly #child: ChildProcess
  #waiting: ((answer: Answer | undefined, bytes: Uint8Array) => void) | undefined
  #chunks: Array<Uint8Array> = []
  #bytes = 0
  /** The answer whose bytes are still on their way. */
  #head: Answer | undefined
  ended: string | undefined

  constructor({ program, args }: Command) {
    this.#child = spawn(program, args, {
      cwd: tmpdir(),
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    })
    this.#child.stdin!.on("error", () => {})
    this.#child.stdout!.on("data", (chunk: Uint8Array) => {
      this.#chunks.push(chunk)
      this.#bytes += chunk.length
      this.#take()
    })
    this.#child.on("error", (cause) => this.#end(cause.message))
    this.#child.on("close", (code, signal) => this.#end(signal === null ? `it ended with ${code}` : `it got ${signal}`))
  }

  #end(how: string): void {
    this.ended ??= how
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(undefined, new Uint8Array())
  }

  #take(): void {
    if (this.#head?._tag === "read" && this.#bytes < this.#head.length) return
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all]
    if (this.#head === undefined) {
      const at = all.indexOf(MARK)
      const end = at < 0 ? -1 : all.indexOf("\n", at)
      if (end < 0) return
      try {
        this.#head = JSON.parse(all.subarray(at + MARK.length, end).toString("utf8")) as Answer
      } catch {
        this.kill()
        return this.#end("it answered what makes no sense")
      }
      this.#chunks = [all.subarray(end + 1)]
      this.#bytes = this.#chunks[0]!.length
      return this.#take()
    }
    const head = this.#head
    const length = head._tag === "read" ? head.length : 0
    // Views of what was made start at multiples of 8.
    const bytes = Uint8Array.from(all.subarray(0, length))
    this.#chunks = [all.subarray(length)]
    this.#bytes = all.length - length
    this.#head = undefined
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.(head, bytes)
  }

  /** The next answer; undefined where the process ends first or `ms` are over: then it is ended. */
  next(ms: number, question?: Question): Promise<{ readonly answer: Answer; readonly bytes: Uint8Array } | undefined> {
    return new Promise((done) => {
      if (this.ended !== undefined) return done(undefined)
      const timer = setTimeout(() => {
        this.ended ??= "it gave no answer in time"
        this.kill()
        this.#end(this.ended)
      }, ms)
      this.#waiting = (answer, bytes) => {
        clearTimeout(timer)
        done(answer === undefined ? undefined : { answer, bytes })
      }
      if (question !== undefined) this.#child.stdin!.write(`${JSON.stringify(question)}\n`)
    })
  }

  kill(): void {
    try {
      this.#child.kill("SIGKILL")
    } catch {
      // It has ended: not every runtime takes that as done.
    }
  }
}

const READY_MS = 30_000

export class Trial {
  readonly #entry: URL
  readonly #root: string
  readonly #limits: Limits
  readonly #stop = new AbortController()
  #apart: Apart | undefined
  /** Can there be another process? Known after the first try. */
  #possible = true

  constructor(entry: URL, root: string, limits: Limits) {
    this.#entry = entry
    this.#root = root
    this.#limits = limits
  }

  /**
   * Tries one file. Never rejects.
   *
   * @param deadly It may have ended a whole process: where there is no other process it is not tried at all.
   */
  async read({ grammar: _, known: __, ...source }: Source, deadly: boolean): Promise<Alone.Tried> {
    const apart = await this.#ready()
    if (apart === undefined) {
      if (deadly) return { _tag: "guilty", failure: "ended", detail: "an earlier run ended while it was read" }
      return await Alone.read(this.#entry, this.#root, source, this.#limits, this.#stop.signal)
    }
    const time = this.#limits.timeFor(source.size)
    const { memory } = this.#limits
    const question: Question = { entry: this.#entry.href, root: this.#root, ...source, time, memory }
    const given = await apart.next(time * this.#limits.patience + READY_MS, question)
    if (given === undefined) {
      this.#apart = undefined
      return { _tag: "guilty", failure: "ended", detail: apart.ended ?? "it ended" }
    }
    const { answer, bytes } = given
    if (answer._tag === "guilty") {
      // It ends by itself; the next file meets a new one.
      this.#apart = undefined
      apart.kill()
    }
    if (answer._tag === "read") return Alone.triedOf(extractedOf(answer.row, bytes.buffer as ArrayBuffer))
    if (answer._tag === "ready") return { _tag: "guilty", failure: "broke", detail: "it answered out of turn" }
    return answer
  }

  async #ready(): Promise<Apart | undefined> {
    if (this.#apart !== undefined && this.#apart.ended === undefined) return this.#apart
    const how = this.#possible ? command("read") : undefined
    if (how === undefined || this.#stop.signal.aborted) return undefined
    try {
      const apart = new Apart(how)
      this.#apart = apart
      if ((await apart.next(READY_MS))?.answer._tag === "ready") return apart
      apart.kill()
    } catch {
      // This runtime may not start processes.
    }
    this.#apart = undefined
    this.#possible = false
    return undefined
  }

  close(): void {
    this.#stop.abort()
    this.#apart?.kill()
  }
}
