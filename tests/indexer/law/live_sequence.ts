// The law where a repository is kept at hand: each update of what is kept gives the bytes that a rebuild gives, whether it
// was told what changed or not, and whatever changed while it ran.

import * as Effect from "effect/Effect"
import * as Meta from "../../../lib/graph/meta.ts"
import { FactsCache } from "../../../lib/indexer/facts_cache.ts"
import * as Indexer from "../../../lib/indexer/index_repository.ts"
import * as Live from "../../../lib/indexer/live.ts"
import { machine, Memory } from "../../_kit/memory.ts"
import * as Edits from "./edits.ts"

const ROOT = "/one/shop"
const OPTIONS: Indexer.Options = { maxFileBytes: 25_000 }

/** Nanoseconds between an edit and the next thing: within a step of the clock, a little more, much more. */
const PAUSES = [0n, 0n, 1_000_000n, 20_000_000n, 200_000_000n]

export interface Told {
  /** What breaks the law, in words; undefined where it holds. */
  readonly breach: string | undefined
  readonly updates: number
  /** Updates that looked at no more than what they were told of. */
  readonly partial: number
  /** Updates in which something was resolved, and those of them that followed the program before. */
  readonly resolved: number
  readonly followed: number
}

/** What a watcher compares: a write makes another of what lies at a path. */
const stateOf = (memory: Memory): ReadonlyMap<string, string> =>
  new Map(
    [...memory.nodes].filter(([path]) => path.startsWith(`${ROOT}/`)).map(([path, node]) => [
      path.slice(ROOT.length + 1),
      [node.kind, node.inode, node.modified, node.changed, node.refuses, Bun.hash(node.bytes)].join(),
    ]),
  )

const changedBetween = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Set<string> =>
  new Set([...before.keys(), ...after.keys()].filter((path) => before.get(path) !== after.get(path)))

const bytesOf = (parts: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(parts))

const tellOf = ({ meta, notes, files }: Indexer.Indexed): ReadonlyArray<string> => [
  Meta.encodeJson(meta),
  ...[...notes].sort(),
  ...files.map(({ path, left }) => `${path} ${left.outcome}`),
]

/** Runs the sequence of a seed. */
export const live = (seed: number, steps = 5): Promise<Told> => {
  const draw = Edits.drawFrom(seed)
  const memory = new Memory()
  Edits.lay(draw, memory, ROOT)
  const log: Array<string> = []
  let bytes: Uint8Array = new Uint8Array()
  let updates = 0
  let partial = 0
  let resolved = 0
  let followed = 0
  const program = Effect.gen(function* () {
    const kept = yield* Live.make(ROOT, { ...OPTIONS, cache: draw() < 0.5 })
    let seen = stateOf(memory)
    for (let step = 0; step <= steps; step++) {
      const isSmall = draw() < 0.6
      for (let edits = step === 0 ? 0 : 1 + Math.floor(draw() * 3); 0 < edits; edits--) {
        const name = isSmall ? Edits.drawSmallEdit(draw) : Edits.drawEdit(draw)
        log.push(name)
        Edits.EDITS[name]!(draw, memory, ROOT)
        memory.now += PAUSES[Math.floor(draw() * PAUSES.length)]!
      }
      const update = () => {
        const now = stateOf(memory)
        const changed = changedBetween(seen, now)
        seen = now
        const isTold = draw() < 0.8
        log.push(isTold ? `told of ${[...changed].join(", ") || "nothing"}` : "told of nothing that changed")
        return Effect.either(kept.update(isTold ? changed : undefined))
      }
      if (draw() < 0.2) {
        // What changes while an update runs, the next one is told of.
        let reads = Math.floor(draw() * 12)
        memory.onRead = (path) => {
          if (!path.startsWith(ROOT) || reads-- !== 0) return
          const name = Edits.drawEdit(draw)
          log.push(`${name}, while an update runs`)
          memory.now += 1_000_000n
          Edits.EDITS[name]!(draw, memory, ROOT)
        }
        const meddled = yield* update()
        memory.onRead = undefined
        memory.now += 1_000_000n
        if (meddled._tag === "Right" && meddled.right.parts !== undefined) bytes = bytesOf(meddled.right.parts)
      }
      const lists = memory.lists
      const updated = yield* update()
      updates++
      if (updated._tag === "Right" && updated.right.parts !== undefined && step !== 0) {
        resolved++
        if (updated.right.anew !== undefined) followed++
      }
      if (memory.lists === lists) partial++
      memory.now += 1_000_000n
      const rebuilt = yield* Effect.either(Indexer.indexRepository(ROOT, { ...OPTIONS, cache: false }))
      if (updated._tag === "Right" && updated.right.parts !== undefined) bytes = bytesOf(updated.right.parts)
      if (draw() < 0.5) yield* kept.prepare
      const breach = differenceOf(updated, rebuilt, bytes)
      if (breach !== undefined) return `seed ${seed}, step ${step}: ${breach}\n  ${log.join("\n  ")}`
      memory.now += PAUSES[Math.floor(draw() * PAUSES.length)]!
    }
    return undefined
  })
  return Effect.runPromise(
    Effect.scoped(program).pipe(
      Effect.provide(FactsCache.at("/home/facts")),
      Effect.provide(machine(memory)),
      Effect.map((breach) => ({ breach, updates, partial, resolved, followed })),
    ),
  )
}

type Ran = Effect.Effect.Success<ReturnType<typeof attempt>>
const attempt = (it: ReturnType<typeof Indexer.indexRepository>) => Effect.either(it)

const differenceOf = (updated: Ran, rebuilt: Ran, bytes: Uint8Array): string | undefined => {
  if (updated._tag === "Left" || rebuilt._tag === "Left") {
    const [a, b] = [updated, rebuilt].map((it) => it._tag === "Left" ? it.left.message : "an index")
    return a === b ? undefined : `the update gives ${a}, the rebuild ${b}`
  }
  const [a, b] = [tellOf(updated.right), tellOf(rebuilt.right)]
  const i = a.findIndex((line, i) => line !== b[i])
  if (i !== -1 || a.length !== b.length) return `the update tells\n${a[i]}\nthe rebuild tells\n${b[i]}`
  return Buffer.compare(bytes, bytesOf(rebuilt.right.parts!)) === 0
    ? undefined
    : updated.right.parts === undefined
    ? "nothing was said to have changed"
    : "the bytes are others"
}
