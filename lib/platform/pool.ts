// The extraction pool over node:worker_threads, which Bun, Deno and Node all have. Work is handed out in small batches
// from one queue; answers are laid down by source number, so their order says nothing about which worker was quicker.

import { Worker } from "node:worker_threads"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ExtractionFailed } from "../indexer/errors.ts"
import type {
  Batch,
  BatchDone,
  Extracted,
  SharedModules,
  Source,
  WorkerFailed,
  WorkerStart,
} from "../indexer/extraction.ts"
import { ExtractionPool, type ExtractionProgress } from "../indexer/extraction.ts"
import * as Grammars from "./grammars.ts"

/** A batch ends at so many files or bytes, whichever is first: small enough that all workers end together. */
const BATCH_FILES = 16
const BATCH_BYTES = 192 * 1024

/** Source for which one more worker pays: starting it and warming it up costs about what this takes to parse. */
const BYTES_PER_WORKER = 1_500_000

/** Batches that a worker holds: one it reads, one that waits so that it never does. */
const AHEAD = 2

/** A bundler rewrites no address in a text, so the ending is looked up: sources, or what they were compiled to. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url)

interface Member {
  readonly worker: Worker
  readonly slot: number
  /** Batches that it holds, the one it reads first. */
  readonly held: Array<Batch>
}

const NOTHING = -1

/** Batches in the order in which they are handed out: a large file last would leave the other workers idle. */
const batchesOf = (sources: ReadonlyArray<Source>): ReadonlyArray<Batch> => {
  const large: Array<Batch> = []
  const batches: Array<Batch> = []
  let numbers: Array<number> = []
  let bytes = 0
  const close = () => {
    if (numbers.length !== 0) batches.push({ numbers, paths: numbers.map((number) => sources[number]!.path) })
    numbers = []
    bytes = 0
  }
  for (let number = 0; number < sources.length; number++) {
    const { path, size } = sources[number]!
    if (BATCH_BYTES <= size) {
      large.push({ numbers: [number], paths: [path] })
      continue
    }
    numbers.push(number)
    bytes += size
    if (BATCH_FILES <= numbers.length || BATCH_BYTES <= bytes) close()
  }
  close()
  return [...large, ...batches]
}

class Pool {
  readonly entry: URL
  readonly root: string
  readonly most: number
  readonly inFlight: Int32Array
  readonly members: Array<Member> = []
  onDone: (member: Member, done: BatchDone) => void = () => {}
  onFailed: (detail: string) => void = () => {}
  /** Why a worker broke down; the first reason stays. */
  failure: string | undefined
  closed = false

  constructor(entry: URL, root: string, most: number) {
    this.entry = entry
    this.root = root
    this.most = most
    this.inFlight = new Int32Array(new SharedArrayBuffer(4 * most)).fill(NOTHING)
  }

  add(): Member {
    const slot = this.members.length
    const workerData: WorkerStart = { root: this.root, inFlight: this.inFlight, slot }
    const member: Member = { worker: new Worker(this.entry, { workerData }), slot, held: [] }
    this.members.push(member)
    member.worker.on("message", (message: BatchDone | WorkerFailed) => {
      if ("failed" in message) this.#fail(message.failed)
      else this.onDone(member, message)
    })
    member.worker.on("error", (cause: unknown) => this.#fail(cause instanceof Error ? cause.message : String(cause)))
    member.worker.on("exit", (code) => this.#fail(`it ended by itself with code ${code}`))
    return member
  }

  #fail(detail: string): void {
    if (this.closed || this.failure !== undefined) return
    this.failure = detail
    this.onFailed(detail)
  }

  close(): void {
    this.closed = true
    for (const { worker } of this.members) void worker.terminate()
  }
}

/** Modules that the sources need, compiled. One that cannot be is left to the workers, who say why. */
const compileFor = (sources: ReadonlyArray<Source>): Effect.Effect<SharedModules> => {
  const grammars = new Set(sources.map(({ grammar }) => grammar).filter((it) => it !== undefined))
  const files = grammars.size === 0 ? [] : [Grammars.CORE, ...grammars]
  return Effect.forEach(
    files,
    (file) => Effect.option(Effect.map(Effect.tryPromise(() => Grammars.compile(file)), (it) => [file, it] as const)),
    { concurrency: "unbounded" },
  ).pipe(Effect.map((compiled) => ({ modules: compiled.flatMap((it) => it._tag === "Some" ? [it.value] : []) })))
}

const shareModules = (pool: Pool, modules: SharedModules): void => {
  if (modules.modules.length === 0) return
  try {
    for (const { worker } of pool.members) worker.postMessage(modules)
  } catch {
    // This runtime does not pass modules between threads: each worker compiles its own.
  }
}

const failedIn = (pool: Pool, sources: ReadonlyArray<Source>, detail: string): ExtractionFailed => {
  const files = pool.members
    .filter((member) => member.held.length !== 0)
    .map((member) => sources[Atomics.load(pool.inFlight, member.slot)]?.path)
    .filter((path) => path !== undefined)
  return new ExtractionFailed({ files, detail })
}

const run = (
  pool: Pool,
  sources: ReadonlyArray<Source>,
  onProgress: (progress: ExtractionProgress) => void,
  onAnswer: (number: number, answer: Extracted) => Extracted = (_, answer) => answer,
): Effect.Effect<ReadonlyArray<Extracted>, ExtractionFailed> =>
  Effect.gen(function* () {
    if (sources.length === 0) return []
    const batches = batchesOf(sources)
    const results = new Array<Extracted>(sources.length)
    const finished = yield* Deferred.make<void, ExtractionFailed>()
    const progress = { files: 0, bytes: 0 }
    let next = 0
    let unanswered = batches.length

    const feed = (member: Member) => {
      while (member.held.length < AHEAD && next < batches.length) {
        const batch = batches[next++]!
        member.held.push(batch)
        member.worker.postMessage(batch)
      }
    }
    pool.onFailed = (detail) => {
      Deferred.unsafeDone(finished, Effect.fail(failedIn(pool, sources, detail)))
    }
    pool.onDone = (member, done) => {
      member.held.shift()
      feed(member)
      done.rows.forEach((row, i) => {
        const number = done.numbers[i]!
        const answer: Extracted = row._tag === "facts"
          ? { _tag: "facts", bytes: new Uint8Array(done.buffer, row.offset, row.length), digest: row.digest }
          : row
        results[number] = onAnswer(number, answer)
        progress.files++
        progress.bytes += sources[number]!.size
      })
      onProgress(progress)
      if (--unanswered === 0) Deferred.unsafeDone(finished, Effect.void)
    }

    const bytes = sources.reduce((sum, { size }) => sum + size, 0)
    const wanted = Math.min(pool.most, batches.length, Math.max(1, Math.ceil(bytes / BYTES_PER_WORKER)))
    while (pool.members.length < wanted) pool.add()
    if (1 < wanted) shareModules(pool, yield* compileFor(sources))
    if (pool.failure !== undefined) pool.onFailed(pool.failure)
    for (const member of pool.members) feed(member)
    yield* Deferred.await(finished)
    return results
  })

/** The pool over workers of another entry, which keeps to the words of indexer/extraction.ts. */
export const layerOf = (entry: URL): Layer.Layer<ExtractionPool> =>
  Layer.succeed(ExtractionPool, {
    open: (root, workers) =>
      Effect.acquireRelease(
        Effect.try({
          try: () => {
            const pool = new Pool(entry, root, Math.max(1, workers))
            // The first one starts now, while the caller still finds out what there is to read.
            pool.add()
            return pool
          },
          catch: (cause) =>
            new ExtractionFailed({ files: [], detail: cause instanceof Error ? cause.message : String(cause) }),
        }),
        (pool) => Effect.sync(() => pool.close()),
      ).pipe(
        Effect.map((pool) => ({
          extract: (sources, onProgress, onAnswer) => run(pool, sources, onProgress, onAnswer),
        })),
      ),
  })

export const layer: Layer.Layer<ExtractionPool> = layerOf(WORKER)
