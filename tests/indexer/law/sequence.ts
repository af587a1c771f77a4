// The law: an update gives the bytes that a rebuild gives. One sequence draws a repository and edits, brings an index up
// to date after each with all that earlier runs left, and beside it builds one from nothing.

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Meta from "../../../lib/graph/meta.ts"
import * as Snapshot from "../../../lib/graph/snapshot.ts"
import { FactsCache } from "../../../lib/indexer/facts_cache.ts"
import * as Indexer from "../../../lib/indexer/index_repository.ts"
import type { Previous } from "../../../lib/indexer/previous.ts"
import * as Sources from "../../../lib/workspace/sources.ts"
import { machine, Memory } from "../../_kit/memory.ts"
import * as Edits from "./edits.ts"

/** What breaks the law, in words; undefined where it holds. */
export type Breach = string | undefined

/** A checkout and what the last run left of it. */
interface Checkout {
  readonly root: string
  previous: Previous | undefined
  bytes: Uint8Array
}

const FACTS = "/home/facts"

/** Small enough that edits pass it. */
const LIMIT = { maxFileBytes: 25_000 }

/** Small packs are merged soon, so that this happens within a sequence; old ones go when there are more than a few. */
const SHELF = { bytes: 60_000, smallPacks: 3, smallBytes: 16_000_000, abandonedMs: 1_000 }

/** Nanoseconds between an edit and the next thing: within a step of the clock, a little more, much more. */
const PAUSES = [0n, 0n, 1_000_000n, 20_000_000n, 200_000_000n, 5_000_000_000n]

const bytesOf = (parts: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(parts))

const run = (memory: Memory, root: string, options: Indexer.Options, cached: boolean) =>
  Effect.runPromise(
    Effect.provide(
      Effect.either(Effect.provide(
        Indexer.indexRepository(root, { ...LIMIT, ...options }),
        cached ? FactsCache.at(FACTS, SHELF) : Layer.empty,
      )),
      machine(memory),
    ),
  )

/** What the next run gets of an index, by way of what is stored. */
export const leftBy = ({ files, left }: Indexer.Indexed, bytes: Uint8Array): Previous => {
  const states = files.map(({ path, stat, digest, left }) => ({
    path,
    stat: {
      size: stat.size,
      modified: String(stat.modified),
      changed: String(stat.changed),
      inode: String(stat.inode),
    },
    digest,
    left,
  }))
  const stored = Sources.decode(Sources.encode("sha", { files: states, left }), "sha")!
  return {
    ...stored.left!,
    files: new Map(stored.files.map(({ path, left }) => [path, left!])),
    open: Effect.orElseSucceed(Snapshot.decodeOwn(bytes), () => undefined),
  }
}

const tellOf = (
  { meta, notes, files }: Indexer.Indexed,
): ReadonlyArray<string> => [
  Meta.encodeJson(meta),
  ...[...notes].sort(),
  ...files.map(({ path, left }) => `${path} ${left.outcome}`),
]

/** Runs the sequence of a seed. */
export const breachOf = async (seed: number, steps = 3): Promise<Breach> => {
  const draw = Edits.drawFrom(seed)
  const memory = new Memory()
  const one: Checkout = { root: "/one/shop", previous: undefined, bytes: new Uint8Array() }
  const other: Checkout = { root: "/other/shop", previous: undefined, bytes: new Uint8Array() }
  Edits.lay(draw, memory, one.root)
  for (const [path, node] of [...memory.nodes]) {
    if (path.startsWith(one.root)) memory.write(other.root + path.slice(one.root.length), node.bytes)
  }
  const log: Array<string> = []
  for (let step = 0; step <= steps; step++) {
    const checkout = draw() < 0.75 ? one : other
    if (step !== 0) {
      for (let edits = 1 + Math.floor(draw() * 3); 0 < edits; edits--) {
        const name = Edits.drawEdit(draw)
        log.push(`${checkout.root} ${name}`)
        Edits.EDITS[name]!(draw, memory, checkout.root)
        memory.now += PAUSES[Math.floor(draw() * PAUSES.length)]!
      }
    }
    if (draw() < 0.1) {
      log.push("the cache is damaged")
      damage(draw, memory)
    }
    const options: Indexer.Options = {
      ...(checkout.previous === undefined ? {} : { previous: checkout.previous }),
      ...(draw() < 0.05 ? { force: true } : {}),
      ...(draw() < 0.05 ? { cache: false } : {}),
    }
    // Something may change while files are read: the next run has to see it.
    const meddling = draw() < 0.1
    if (meddling) meddle(draw, memory, checkout.root, log)
    const updated = await run(memory, checkout.root, options, true)
    memory.onRead = undefined
    memory.now += 1_000_000n
    if (meddling && updated._tag === "Right") keep(checkout, updated.right)
    const update = meddling ? await run(memory, checkout.root, previousOf(checkout), true) : updated
    const rebuilt = await run(memory, checkout.root, { cache: false }, false)
    const breach = compare(checkout, update, rebuilt)
    if (breach !== undefined) return `seed ${seed}, step ${step}: ${breach}\n  ${log.join("\n  ")}`
    if (update._tag === "Right") keep(checkout, update.right)
    memory.now += PAUSES[Math.floor(draw() * PAUSES.length)]!
  }
  return undefined
}

const previousOf = ({ previous }: Checkout): Indexer.Options => previous === undefined ? {} : { previous }

type Ran = Awaited<ReturnType<typeof run>>

const compare = (checkout: Checkout, update: Ran, rebuilt: Ran): Breach => {
  if (update._tag === "Left" || rebuilt._tag === "Left") {
    const [a, b] = [update, rebuilt].map((it) => it._tag === "Left" ? it.left.message : "an index")
    return a === b ? undefined : `the update gives ${a}, the rebuild ${b}`
  }
  const [a, b] = [tellOf(update.right), tellOf(rebuilt.right)]
  const i = a.findIndex((line, i) => line !== b[i])
  if (i !== -1 || a.length !== b.length) return `the update tells\n${a[i]}\nthe rebuild tells\n${b[i]}`
  const { parts } = update.right
  if (Buffer.compare(parts === undefined ? checkout.bytes : bytesOf(parts), bytesOf(rebuilt.right.parts!)) !== 0) {
    return parts === undefined ? "nothing was said to have changed" : "the bytes are others"
  }
  return undefined
}

const keep = (checkout: Checkout, indexed: Indexer.Indexed): void => {
  if (indexed.parts !== undefined) checkout.bytes = bytesOf(indexed.parts)
  checkout.previous = leftBy(indexed, checkout.bytes)
}

/** Cuts, flips or removes something of the cache. */
const damage = (draw: Edits.Draw, memory: Memory): void => {
  const paths = [...memory.nodes.keys()].filter((path) => path.startsWith(FACTS)).sort()
  const path = paths[Math.floor(draw() * paths.length)]
  if (path === undefined) return
  const node = memory.nodes.get(path)!
  const place = Math.floor(draw() * node.bytes.length)
  const which = draw()
  if (which < 0.2) memory.remove(path)
  else if (which < 0.6) node.bytes = node.bytes.slice(0, place)
  else node.bytes = node.bytes.map((byte, i) => i === place ? byte ^ (1 << Math.floor(draw() * 8)) : byte)
}

/** One edit falls between the readings of a run. */
const meddle = (draw: Edits.Draw, memory: Memory, root: string, log: Array<string>): void => {
  let reads = Math.floor(draw() * 12)
  memory.onRead = (path) => {
    if (!path.startsWith(root) || reads-- !== 0) return
    const name = Edits.drawEdit(draw)
    log.push(`${root} ${name}, while a run is on`)
    memory.now += 1_000_000n
    Edits.EDITS[name]!(draw, memory, root)
  }
}
