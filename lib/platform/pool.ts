// The extraction pool over node:worker_threads, which Bun, Deno and Node all have. Work is handed out in small batches
// from one queue; answers are laid down by source number, so their order says nothing about which worker was quicker. A
// worker that breaks down is replaced and takes nothing with it: the file that it was reading is tried apart, and named
// where it is to blame; the others go back into the queue.

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
import {
  batchOf,
  extractedOf,
  ExtractionPool,
  type ExtractionProgress,
  FAILURES,
  fits,
  Journals,
  UNBEGUN,
} from "../indexer/extraction.ts"
import * as Alone from "./alone.ts"
import { build } from "./build.ts"
import * as Grammars from "./grammars.ts"
import * as Journal from "./journal.ts"
import { LIMITS, type Limits, Watch } from "./limits.ts"
import * as Models from "./models.ts"
import { Trial } from "./trial.ts"
import * as Verdicts from "./verdicts.ts"

/** A batch ends at so many files or bytes, whichever is first: small enough that all workers end together. */
const BATCH_FILES = 16
const BATCH_BYTES = 192 * 1024

/** Source for which one more worker pays: starting it and warming it up costs about what this takes to parse. */
const BYTES_PER_WORKER = 1_500_000

/** Batches that a worker holds: one it reads, one that waits so that it never does. */
const AHEAD = 2

/** Workers in a row that end before they read anything: then it is not the files' fault, and the run fails. */
const FRUITLESS = 3

/**
 * A worker whose parser has taken so many bytes is replaced, for it never gives them back. Repositories of thousands of
 * files leave it at a third of that; a file of 4 MB can take eight times as much.
 */
const HEAP_BYTES = 100_000_000

/** Files of so many bytes are read one at a time, whatever the number of workers: each may take a gigabyte. */
const HEAVY_BYTES = 1_000_000

/** A bundler rewrites no address in a text, so the ending is looked up: sources, or what they were compiled to. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url)

/** Batches in the order in which they are handed out: a large file last would leave the other workers idle. */
const batchesOf = (sources: ReadonlyArray<Source>, among: ReadonlyArray<number>): ReadonlyArray<Batch> => {
  const large: Array<Batch> = []
  const batches: Array<Batch> = []
  let numbers: Array<number> = []
  let bytes = 0
  const close = () => {
    if (numbers.length !== 0) batches.push(batchOf(numbers, numbers.map((number) => sources[number]!)))
    numbers = []
    bytes = 0
  }
  for (const number of among) {
    const source = sources[number]!
    const { size } = source
    if (BATCH_BYTES <= size) {
      large.push(batchOf([number], [source]))
      continue
    }
    numbers.push(number)
    bytes += size
    if (BATCH_FILES <= numbers.length || BATCH_BYTES <= bytes) close()
  }
  close()
  return [...large, ...batches]
}

interface Member {
  readonly worker: Worker
  /** Its record in the journal; never that of another worker, dead or alive. */
  readonly slot: number
  readonly inFlight: Int32Array
  /** Batches that it holds, the one it reads first. */
  readonly held: Array<Batch>
  /** The number that was in flight at the last look, and since when. */
  seen: number
  watch: Watch | undefined
  gone: boolean
  /** It gets no more work. */
  retired: boolean
}

interface Loss extends Alone.Guilty {
  readonly unready?: boolean
}

interface Listener {
  readonly answered: (member: Member, done: BatchDone) => void
  readonly lost: (member: Member, loss: Loss) => void
}

/** Workers that come and go. */
class Pool {
  readonly entry: URL
  readonly root: string
  readonly most: number
  readonly limits: Limits
  readonly journals: string | undefined
  readonly journal: Journal.Journal | undefined
  readonly members = new Set<Member>()
  readonly trial: Trial
  modules: SharedModules | undefined
  listener: Listener | undefined
  /** Why workers broke down while nobody listened. */
  readonly early: Array<Loss> = []
  #started = 0
  #closed = false

  constructor(entry: URL, root: string, most: number, limits: Limits, journals: string | undefined) {
    this.entry = entry
    this.root = root
    this.most = most
    this.limits = limits
    this.journals = journals
    this.journal = journals === undefined ? undefined : Journal.open(journals, root)
    this.trial = new Trial(entry, root, limits)
  }

  add(): Member {
    const slot = this.#started++
    const inFlight = new Int32Array(new SharedArrayBuffer(4)).fill(UNBEGUN)
    const workerData: WorkerStart = {
      root: this.root,
      inFlight,
      slot: 0,
      model: Models.handed(),
      ...(this.journal === undefined ? {} : { journal: { path: this.journal.path, record: slot } }),
    }
    const worker = new Worker(this.entry, { workerData })
    const member: Member = {
      worker,
      slot,
      inFlight,
      held: [],
      seen: UNBEGUN,
      watch: undefined,
      gone: false,
      retired: false,
    }
    this.members.add(member)
    worker.on("message", (message: BatchDone | WorkerFailed) => {
      if (member.gone) return
      if ("failed" in message) {
        this.lose(member, { failure: "broke", detail: message.failed, unready: message.unready === true })
      } else this.listener?.answered(member, message)
    })
    worker.on("error", (cause: unknown) => this.lose(member, Alone.breakdown(cause)))
    worker.on("exit", (code) => this.lose(member, { failure: "ended", detail: `it ended by itself with code ${code}` }))
    if (this.modules !== undefined) share(member, this.modules)
    return member
  }

  /** Ends a worker for good; what it held is the listener's. */
  lose(member: Member, loss: Loss): void {
    if (member.gone || this.#closed) return
    member.gone = true
    this.members.delete(member)
    void member.worker.terminate()
    this.journal?.clear(member.slot)
    if (this.listener === undefined) this.early.push(loss)
    else this.listener.lost(member, loss)
  }

  /** Ends a worker that has nothing to do. */
  dismiss(member: Member): void {
    member.gone = true
    this.members.delete(member)
    void member.worker.terminate()
  }

  share(modules: SharedModules): void {
    this.modules = modules
    for (const member of this.members) share(member, modules)
  }

  close(): void {
    this.#closed = true
    this.trial.close()
    for (const { worker } of this.members) void worker.terminate()
    this.journal?.close()
  }
}

const share = (member: Member, modules: SharedModules): void => {
  if (modules.modules.length === 0) return
  try {
    member.worker.postMessage(modules)
  } catch {
    // This runtime does not pass modules between threads: each worker compiles its own.
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

/** A file that is not given to the pool any more. */
interface Suspect {
  readonly number: number
  /** It may have ended a whole process. */
  readonly deadly: boolean
}

/** What is known of the sources before they are read. */
interface Known {
  readonly verdicts: Verdicts.Known
  readonly dead: Journal.Found
}

const NOTHING_KNOWN: Known = {
  verdicts: { guilty: new Map(), suspects: [] },
  dead: { suspects: [], settle: () => {} },
}

const knownOf = ({ journals, root }: Pool): Known =>
  journals === undefined
    ? NOTHING_KNOWN
    : { verdicts: Verdicts.knownOf(journals, root, build), dead: Journal.find(journals, root) }

/** One extraction: what is still to do, who does it, what came of it. */
class Run {
  readonly #pool: Pool
  readonly #sources: ReadonlyArray<Source>
  readonly #settled: (number: number, answer: Extracted) => void
  readonly #end: (error?: ExtractionFailed) => void
  readonly #queue: Array<Batch>
  readonly #suspects: Array<Suspect> = []
  readonly #tried = new Set<string>()
  readonly #verdicts: Array<Verdicts.Verdict> = []
  readonly #known: Known
  readonly #answered: Uint8Array
  /** Numbers that stood first with a worker that ended between two files. */
  readonly #between = new Set<number>()
  readonly #wanted: number
  #left: number
  #fruitless = 0
  #judging = false
  #over = false

  constructor(
    pool: Pool,
    sources: ReadonlyArray<Source>,
    known: Known,
    settled: (number: number, answer: Extracted) => void,
    end: (error?: ExtractionFailed) => void,
  ) {
    this.#pool = pool
    this.#sources = sources
    this.#known = known
    this.#settled = settled
    this.#end = end
    this.#left = sources.length
    this.#answered = new Uint8Array(sources.length)
    const { guilty, suspects } = known.verdicts
    const deadly = new Set(known.dead.suspects)
    const suspected = new Set([...suspects, ...deadly])
    const numbers: Array<number> = []
    const named: Array<readonly [number: number, verdict: Verdicts.Verdict]> = []
    for (let number = 0; number < sources.length; number++) {
      const { path } = sources[number]!
      const verdict = guilty.get(path)
      if (verdict !== undefined) named.push([number, verdict])
      else if (suspected.has(path)) this.#suspects.push({ number, deadly: deadly.has(path) })
      else numbers.push(number)
    }
    this.#queue = [...batchesOf(sources, numbers)]
    const bytes = numbers.reduce((sum, number) => sum + sources[number]!.size, 0)
    this.#wanted = Math.min(pool.most, this.#queue.length, Math.max(1, Math.ceil(bytes / BYTES_PER_WORKER)))
    for (const [number, { failure, detail }] of named) this.#name(number, { failure, detail })
  }

  get wanted(): number {
    return this.#wanted
  }

  begin(): void {
    const { early } = this.#pool
    this.#pool.listener = { answered: this.answered.bind(this), lost: this.lost.bind(this) }
    for (const loss of early.splice(0)) this.#unready(loss)
    this.#staff()
    this.#judge()
    this.#done()
  }

  /** Looks after those who say nothing any more. */
  look(): void {
    const { limits } = this.#pool
    for (const member of [...this.#pool.members]) {
      if (member.held.length === 0) continue
      const number = Atomics.load(member.inFlight, 0)
      if (number !== member.seen || member.watch === undefined) {
        member.seen = number
        member.watch = new Watch(limits)
        continue
      }
      // To make itself ready it may take what an empty file may take.
      const failure = member.watch.over(this.#sources[number]?.size ?? 0)
      if (failure !== undefined) this.#pool.lose(member, { failure, detail: "it was over the limit" })
    }
  }

  answered(member: Member, done: BatchDone): void {
    const batch = member.held[0]
    const isDue = batch !== undefined && done.rows.length === batch.numbers.length &&
      batch.numbers.every((number, i) => number === done.numbers[i]) &&
      done.rows.every((row) => fits(row, done.buffer))
    if (!isDue) return this.#pool.lose(member, { failure: "broke", detail: "it answered what it was not asked" })
    member.held.shift()
    member.watch = undefined
    this.#fruitless = 0
    if (HEAP_BYTES < (done.heap ?? 0)) member.retired = true
    if (member.retired && member.held.length === 0) this.#pool.dismiss(member)
    this.#staff()
    done.rows.forEach((row, i) => {
      this.#settle(batch.numbers[i]!, extractedOf(row, done.buffer))
    })
    this.#done()
  }

  lost(member: Member, loss: Loss): void {
    const number = Atomics.load(member.inFlight, 0)
    const held = member.held.flatMap(({ numbers }) => numbers)
    if (held.includes(number)) {
      this.#suspects.push({ number, deadly: false })
      this.#again(held.filter((it) => it !== number))
    } else if (loss.unready === true || number === UNBEGUN) {
      this.#again(held)
      this.#unready(loss)
    } else {
      // Between two files: nobody can be named, so those that it ends with a second time are tried one by one.
      const first = member.held[0]?.numbers ?? []
      const twice = first.filter((it) => this.#between.has(it))
      first.forEach((it) => this.#between.add(it))
      for (const it of twice) this.#suspects.push({ number: it, deadly: false })
      this.#again(held.filter((it) => !twice.includes(it)))
    }
    this.#staff()
    this.#judge()
  }

  #again(numbers: ReadonlyArray<number>): void {
    this.#queue.unshift(...batchesOf(this.#sources, numbers))
  }

  #unready({ detail }: Loss): void {
    if (FRUITLESS <= ++this.#fruitless) this.#fail(new ExtractionFailed({ files: [], detail }))
  }

  #staff(): void {
    if (this.#over) return
    for (const member of this.#pool.members) this.#feed(member)
    while (this.#queue.length !== 0 && this.#pool.members.size < Math.max(1, this.#wanted)) {
      try {
        this.#feed(this.#pool.add())
      } catch (cause) {
        return this.#unready(Alone.breakdown(cause))
      }
    }
  }

  #feed(member: Member): void {
    while (member.held.length < AHEAD && !member.gone && !member.retired) {
      const at = this.#heavyInHand() ? this.#queue.findIndex((batch) => !this.#isHeavy(batch)) : 0
      const [batch] = at < 0 ? [] : this.#queue.splice(at, 1)
      if (batch === undefined) return
      member.held.push(batch)
      member.worker.postMessage(batch)
    }
  }

  #isHeavy({ numbers }: Batch): boolean {
    return HEAVY_BYTES <= this.#sources[numbers[0]!]!.size
  }

  #heavyInHand(): boolean {
    for (const { held } of this.#pool.members) if (held.some((batch) => this.#isHeavy(batch))) return true
    return false
  }

  /** Tries suspects, one after the other, while the pool goes on. */
  #judge(): void {
    if (this.#judging) return
    this.#judging = true
    this.#judgeAll().catch((cause: unknown) =>
      this.#fail(new ExtractionFailed({ files: [], detail: Alone.breakdown(cause).detail }))
    )
  }

  async #judgeAll(): Promise<void> {
    while (this.#suspects.length !== 0 && !this.#over) {
      const { number, deadly } = this.#suspects.shift()!
      const source = this.#sources[number]!
      const tried = await this.#pool.trial.read(source, deadly)
      if (this.#over) break
      this.#tried.add(source.path)
      if (tried._tag === "guilty") {
        this.#verdicts.push({ path: source.path, failure: tried.failure, detail: tried.detail })
        this.#name(number, tried)
      } else this.#settle(number, tried)
    }
    this.#judging = false
    this.#done()
  }

  #name(number: number, { failure, detail }: Alone.Guilty): void {
    this.#settle(number, { _tag: "failed", reason: FAILURES[failure], detail })
  }

  #settle(number: number, answer: Extracted): void {
    if (this.#over || this.#answered[number] !== 0) return
    this.#answered[number] = 1
    this.#left--
    this.#settled(number, answer)
  }

  #done(): void {
    if (this.#over || this.#left !== 0) return
    this.#over = true
    const { journals, root } = this.#pool
    try {
      if (journals !== undefined) {
        Verdicts.remember(journals, root, this.#tried, this.#verdicts, build)
        this.#known.dead.settle()
      }
    } finally {
      this.#end()
    }
  }

  #fail(error: ExtractionFailed): void {
    if (this.#over) return
    this.#over = true
    this.#end(error)
  }
}

const run = (
  pool: Pool,
  sources: ReadonlyArray<Source>,
  onProgress: (progress: ExtractionProgress) => void,
  onAnswer: (number: number, answer: Extracted) => Extracted = (_, answer) => answer,
): Effect.Effect<ReadonlyArray<Extracted>, ExtractionFailed> =>
  Effect.gen(function* () {
    if (sources.length === 0) return []
    const results = new Array<Extracted>(sources.length)
    const finished = yield* Deferred.make<void, ExtractionFailed>()
    const progress = { files: 0, bytes: 0 }
    const settled = (number: number, answer: Extracted) => {
      results[number] = onAnswer(number, answer)
      progress.files++
      progress.bytes += sources[number]!.size
      onProgress(progress)
    }
    const end = (error?: ExtractionFailed) =>
      Deferred.unsafeDone(finished, error === undefined ? Effect.void : Effect.fail(error))
    const run = new Run(pool, sources, knownOf(pool), settled, end)
    if (1 < run.wanted) pool.share(yield* compileFor(sources))
    const timer = setInterval(() => run.look(), pool.limits.every)
    run.begin()
    yield* Effect.ensuring(Deferred.await(finished), Effect.sync(() => clearInterval(timer)))
    return results
  })

/** The pool over workers of another entry, which keeps to the words of indexer/extraction.ts. */
export const layerOf = (entry: URL, limits: Limits = LIMITS): Layer.Layer<ExtractionPool> =>
  Layer.succeed(ExtractionPool, {
    open: (root, workers) =>
      Effect.acquireRelease(
        Effect.flatMap(Journals, ({ folder }) =>
          Effect.try({
            try: () => {
              const pool = new Pool(entry, root, workers, limits, folder)
              // The first one starts now, while the caller still finds out what there is to read.
              pool.add()
              return pool
            },
            catch: (cause) => new ExtractionFailed({ files: [], detail: Alone.breakdown(cause).detail }),
          })),
        (pool) => Effect.sync(() => pool.close()),
      ).pipe(
        Effect.map((pool) => ({
          extract: (sources, onProgress, onAnswer) => run(pool, sources, onProgress, onAnswer),
        })),
      ),
  })

export const layer: Layer.Layer<ExtractionPool> = layerOf(WORKER)
