// What the contents of files say: facts of sources, passages of sources and texts. What was read before comes from the
// cache, all else from workers; a source whose facts alone are known is cut by them and not parsed again.

import * as Effect from "effect/Effect"
import type { Language } from "../syntax/language.ts"
import { Embedding } from "./embedding.ts"
import type { ExtractionFailed } from "./errors.ts"
import type { Extracted, Extraction, Source } from "./extraction.ts"
import type { OpenFacts } from "./facts_cache.ts"
import type { Progress } from "./read_files.ts"
import type * as Report from "./report.ts"
import type * as Scan from "./scan.ts"
import * as Sorts from "./sorts.ts"

/** A file with what is known so far of what becomes of it. */
export interface Known {
  readonly file: Scan.ScannedFile
  readonly language: Language | undefined
  outcome: Report.Outcome | undefined
  /** Of its content, where it was read for that alone. */
  digest?: string
}

export interface Contents {
  /** Of the files whose outcome is `facts`, in their order. */
  readonly facts: Array<Uint8Array>
  /** By file; undefined where its content is no part of the index. */
  readonly passages: Array<Uint8Array | undefined>
}

/** What stands for bytes that the cache has. */
const KEPT = new Uint8Array(0)

/** What is kept of a file is found by these. */
interface SortsOf {
  readonly facts: string | undefined
  readonly passages: string
}

/** What reads a file, beside its language: a wanted one is read though others of its content are left out. */
const readerOf = (language: Language, { path, wanted }: Scan.ScannedFile): string =>
  language.grammarFor(path) + (wanted === true ? " wanted" : "")

const sortsOf = ({ file, language }: Known, embedder: string): SortsOf => {
  if (language === undefined) return { facts: undefined, passages: Sorts.ofText(file.path, embedder) }
  const facts = Sorts.ofFacts(language, readerOf(language, file))
  return { facts, passages: Sorts.ofSource(facts, embedder) }
}

/** The digest of a content that is part of the index, where it is known. */
const digestOf = ({ outcome, digest }: Known): string | undefined =>
  outcome?._tag === "facts" || outcome?._tag === "listed" ? outcome.digest ?? undefined : digest

/** Is there nothing to be known of a file beside its outcome? */
const isSettled = ({ outcome }: Known): boolean =>
  outcome !== undefined && outcome._tag !== "facts" && (outcome._tag !== "listed" || outcome.digest === null)

/** The contents of all files. Every outcome is known afterwards. */
export const contentsOf = Effect.fnUntraced(function* (
  workers: Effect.Effect<Extraction, ExtractionFailed>,
  cache: OpenFacts,
  files: ReadonlyArray<Known>,
  report: (progress: Progress) => void,
) {
  const { id: embedder } = yield* Embedding
  const facts: Array<Uint8Array | undefined> = new Array(files.length)
  const passages: Array<Uint8Array | undefined> = new Array(files.length)
  const sorts = files.map((it) => sortsOf(it, embedder))

  /** Takes what the cache has; is that all? */
  const take = (i: number): boolean => {
    const it = files[i]!
    const digest = digestOf(it)
    const sort = sorts[i]!
    if (digest === undefined) return false
    if (sort.facts !== undefined) {
      facts[i] = cache.get(sort.facts, digest)
      if (facts[i] === undefined) return false
      it.outcome = { _tag: "facts", digest }
    }
    passages[i] = cache.get(sort.passages, digest)
    return passages[i] !== undefined
  }

  const sourceOf = (i: number): Source => {
    const { file: { path, stat, wanted }, language } = files[i]!
    const grammar = language?.grammarFor(path)
    const digest = digestOf(files[i]!)
    return {
      path,
      size: stat.size,
      ...(wanted === true ? { wanted } : {}),
      ...(grammar === undefined ? {} : { grammar }),
      // A copy: a view would take all with it that it is a view of.
      ...(facts[i] === undefined || digest === undefined ? {} : { known: { digest, facts: new Uint8Array(facts[i]) } }),
    }
  }

  const keep = (i: number, answer: Extracted): Extracted => {
    const { facts, passages } = sorts[i]!
    if (answer._tag === "facts" && facts !== undefined) {
      const { digest } = answer
      return {
        ...answer,
        ...(cache.put(facts, digest, answer.bytes) ? { bytes: KEPT } : {}),
        ...(cache.put(passages, digest, answer.passages) ? { passages: KEPT } : {}),
      }
    }
    return answer._tag === "listed" && answer.digest !== null && answer.passages !== undefined &&
        cache.put(passages, answer.digest, answer.passages)
      ? { ...answer, passages: KEPT }
      : answer
  }

  const missing: Array<number> = []
  const total = files.length
  let done = 0
  let bytes = 0
  files.forEach((it, i) => {
    if (!isSettled(it) && !take(i)) return void missing.push(i)
    done++
    bytes += it.file.stat.size
  })
  const tell = () => report({ phase: "extract", done, total, bytes })
  tell()
  if (missing.length !== 0) {
    yield* cache.begin
    const extraction = yield* workers
    const ask = Effect.fnUntraced(function* (numbers: ReadonlyArray<number>, keeps: boolean) {
      const [doneBefore, bytesBefore] = [done, bytes]
      const answers = yield* extraction.extract(
        numbers.map(sourceOf),
        (progress) => {
          done = doneBefore + progress.files
          bytes = bytesBefore + progress.bytes
          tell()
        },
        keeps ? (n, answer) => keep(numbers[n]!, answer) : undefined,
      )
      numbers.forEach((i, n) => {
        const answer = answers[n]!
        facts[i] = answer._tag === "facts" ? answer.bytes : undefined
        passages[i] = answer._tag === "facts" || answer._tag === "listed" ? answer.passages : undefined
        files[i]!.outcome = answer._tag === "facts" || answer._tag === "listed"
          ? { _tag: answer._tag, digest: answer.digest } as Report.Outcome
          : answer
      })
    })
    yield* ask(missing, true)
    yield* cache.settle
    const lost: Array<number> = []
    for (const i of missing) {
      const digest = digestOf(files[i]!) ?? ""
      if (facts[i] === KEPT) facts[i] = cache.get(sorts[i]!.facts!, digest)
      const isLost = files[i]!.outcome?._tag === "facts" && facts[i] === undefined
      if (passages[i] === KEPT) passages[i] = cache.get(sorts[i]!.passages, digest)
      if (isLost || (passages[i] === undefined && !isSettled(files[i]!))) lost.push(i)
    }
    // What was written cannot be read again: the disk is at fault, and the cache of no use.
    if (lost.length !== 0) yield* ask(lost, false)
  }
  return { facts: facts.filter((it) => it !== undefined), passages } satisfies Contents
})
