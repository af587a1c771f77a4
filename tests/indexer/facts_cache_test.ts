// The facts cache: what is put is found by all, and whatever happens to its files it is found whole or not at all.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import * as FactsCache from "../../lib/indexer/facts_cache.ts"
import * as Pack from "../../lib/indexer/facts_pack.ts"
import * as Indexer from "../../lib/indexer/index_repository.ts"
import * as Sorts from "../../lib/indexer/sorts.ts"
import { all as languages } from "../../lib/languages/all.ts"
import { Grammar } from "../../lib/syntax/grammar.ts"
import * as Extract from "../../lib/syntax/extract.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"
import * as Grammars from "../../lib/platform/grammars.ts"
import { effect } from "../_kit/effect.ts"
import { machine, Memory } from "../_kit/memory.ts"

const FOLDER = "/home/facts"

const language = languages[0]!
const GRAMMAR = language.grammarFor("a.ts")

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Facts of a source, as a worker sends them. */
const factsOf = Effect.promise(() => extraction ??= make())

let extraction: Promise<(text: string) => Uint8Array> | undefined

const make = async () => {
  const loaded = await Grammars.load(GRAMMAR)
  const grammar = Grammar.make(loaded.language, loaded.parser, language.roles, loaded.module)
  const known = new Map<string, Uint8Array>()
  return (text: string): Uint8Array => {
    const facts = known.get(text) ?? FactsBytes.encode(Extract.extract(grammar, text))
    known.set(text, facts)
    return facts
  }
}

const use = <A, E>(
  memory: Memory,
  body: (facts: FactsCache.OpenFacts) => Effect.Effect<A, E>,
  limits?: Parameters<typeof FactsCache.FactsCache.at>[1],
): Effect.Effect<A, E> =>
  Effect.scoped(Effect.flatMap(Effect.flatMap(FactsCache.FactsCache, (cache) => cache.open), body)).pipe(
    Effect.provide(FactsCache.FactsCache.at(FOLDER, limits)),
    Effect.provide(machine(memory)),
  )

/** A run that keeps the facts of some texts. */
const keep = (memory: Memory, texts: ReadonlyArray<string>, limits?: Parameters<typeof use>[2]) =>
  Effect.flatMap(factsOf, (facts) =>
    use(memory, (cache) =>
      Effect.zipRight(
        cache.begin,
        Effect.sync(() =>
          texts.map((text) => cache.put(Sorts.ofFacts(language, GRAMMAR), digestOf(text), facts(text)))
        ),
      ), limits))

/** Which of the texts a run finds; what it finds is compared with the facts themselves. */
const found = (memory: Memory, texts: ReadonlyArray<string>) =>
  Effect.flatMap(factsOf, (facts) =>
    use(memory, (cache) =>
      Effect.sync(() =>
        texts.filter((text) => {
          const kept = cache.get(Sorts.ofFacts(language, GRAMMAR), digestOf(text))
          if (kept !== undefined) expect(Buffer.compare(kept, facts(text))).toBe(0)
          return kept !== undefined
        })
      )))

const texts = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, i) => `export const n${i} = ${i}\nexport function f${i}() { return n${i} }\n`)

const packs = (memory: Memory): ReadonlyArray<string> => [...memory.nodes.keys()].filter((it) => it.endsWith(".pack"))

effect(
  "what a run puts, a later one finds, and only under the language, version and grammar it was read with",
  Effect.gen(function* () {
    const memory = new Memory()
    const [a = "", b = ""] = texts(2)
    expect(yield* keep(memory, [a])).toEqual([true])
    expect(yield* found(memory, [a, b])).toEqual([a])
    const others = yield* use(memory, (cache) =>
      Effect.sync(() => [
        cache.get(Sorts.ofFacts({ ...language, version: language.version + 1 }, GRAMMAR), digestOf(a)),
        cache.get(Sorts.ofFacts(language, "other.wasm"), digestOf(a)),
        cache.get(Sorts.ofFacts(languages[1]!, GRAMMAR), digestOf(a)),
      ]))
    expect(others).toEqual([undefined, undefined, undefined])
  }),
)

effect(
  "a run sees what it has put once it is settled; files of equal content are kept once",
  Effect.gen(function* () {
    const memory = new Memory()
    const facts = yield* factsOf
    const [a = ""] = texts(1)
    yield* use(memory, (cache) =>
      Effect.gen(function* () {
        yield* cache.begin
        cache.put(Sorts.ofFacts(language, GRAMMAR), digestOf(a), facts(a))
        cache.put(Sorts.ofFacts(language, GRAMMAR), digestOf(a), facts(a))
        expect(cache.get(Sorts.ofFacts(language, GRAMMAR), digestOf(a))).toBeUndefined()
        yield* cache.settle
        expect(Buffer.compare(cache.get(Sorts.ofFacts(language, GRAMMAR), digestOf(a))!, facts(a))).toBe(0)
      }))
    expect(memory.nodes.get(packs(memory)[0]!)!.bytes.length).toBe(Pack.HEAD_BYTES + Pack.recordSize(facts(a).length))
  }),
)

effect(
  "two runs at once write two packs, and all of both is found",
  Effect.gen(function* () {
    const memory = new Memory()
    const all = texts(8)
    const facts = yield* factsOf
    const put = (cache: FactsCache.OpenFacts, from: ReadonlyArray<string>) =>
      Effect.sync(() => from.map((text) => cache.put(Sorts.ofFacts(language, GRAMMAR), digestOf(text), facts(text))))
    yield* use(memory, (one) =>
      use(memory, (two) =>
        Effect.gen(function* () {
          yield* one.begin
          yield* two.begin
          yield* put(one, all.slice(0, 3))
          yield* put(two, all.slice(2, 5))
          yield* put(one, all.slice(5))
        })))
    expect(packs(memory)).toHaveLength(2)
    expect(yield* found(memory, all)).toEqual([...all])
  }),
)

/** A pack of some texts, with the keys that they have in it. */
const packOf = Effect.fnUntraced(function* (all: ReadonlyArray<string>) {
  const facts = yield* factsOf
  const memory = new Memory()
  yield* keep(memory, all)
  const bytes = memory.nodes.get(packs(memory)[0]!)!.bytes
  const records = [...Pack.records(windowOf(bytes), Pack.scan(windowOf(bytes)))]
  const keys = all.map((text) => records.find(([, kept]) => Buffer.compare(kept, facts(text)) === 0)![0])
  return { bytes, keys, facts: all.map(facts) }
})

const windowOf = (bytes: Uint8Array): Pack.Bytes => ({
  size: bytes.length,
  at: (offset, length) => offset + length <= bytes.length ? bytes.slice(offset, offset + length) : undefined,
})

effect(
  "a pack that was cut anywhere in its last record gives all others and never that one in part",
  Effect.gen(function* () {
    const { bytes, keys, facts } = yield* packOf(texts(3))
    const last = bytes.length - Pack.recordSize(facts[2]!.length)
    for (let length = last; length < bytes.length; length++) {
      const pack = windowOf(bytes.slice(0, length))
      const index = Pack.scan(pack)
      expect(keys.map((key) => Pack.find(pack, index, key) !== undefined)).toEqual([true, true, false])
    }
  }),
)

effect(
  "a changed bit anywhere in a pack or its index makes facts missing, never others",
  Effect.gen(function* () {
    const { bytes, keys, facts } = yield* packOf(texts(2))
    const index = Pack.scan(windowOf(bytes))
    const stored = Pack.encodeIndex(index)
    for (let at = 0; at < bytes.length; at++) {
      const pack = windowOf(bytes.map((byte, i) => i === at ? byte ^ (1 << (at & 7)) : byte))
      const found = keys.map((key) => Pack.find(pack, index, key))
      // The head is looked at before; behind it, each byte belongs to one record.
      if (at < Pack.HEAD_BYTES) continue
      expect(found.filter((it) => it === undefined)).toHaveLength(1)
      for (let i = 0; i < 2; i++) if (found[i] !== undefined) expect(Buffer.compare(found[i]!, facts[i]!)).toBe(0)
    }
    for (let at = 0; at < stored.length; at++) {
      const read = Pack.decodeIndex(stored.map((byte, i) => i === at ? byte ^ (1 << (at & 7)) : byte))
      if (read === undefined) continue
      for (let i = 0; i < 2; i++) {
        const kept = Pack.find(windowOf(bytes), read, keys[i]!)
        if (kept !== undefined) expect(Buffer.compare(kept, facts[i]!)).toBe(0)
      }
    }
    expect(Pack.isReadable(windowOf(bytes))).toBe(true)
    for (let at = 0; at < 16; at++) {
      expect(Pack.isReadable(windowOf(bytes.map((byte, i) => i === at ? byte ^ 1 : byte)))).toBe(false)
    }
  }),
)

test("of keys with the same first word the right one is found, and none that only looks like it", () => {
  const content = (last: number) => Uint32Array.from([1, 2, 3, 4, 5, 6, 7, last])
  const sort = Uint32Array.from([9, 9])
  const [one, two, three] = [1, 2, 3].map((last): Pack.Key => ({ content: content(last), sort }))
  const facts = new Uint8Array(64)
  const size = Pack.recordSize(facts.length)
  const pack = new Uint8Array(Pack.HEAD_BYTES + 2 * size)
  pack.set(Pack.head())
  Pack.write(pack, Pack.HEAD_BYTES, one!, facts)
  Pack.write(pack, Pack.HEAD_BYTES + size, two!, facts)
  const bytes = { size: pack.length, at: (offset: number, length: number) => pack.slice(offset, offset + length) }
  const index = Pack.scan(bytes)
  expect(index.hashes.length).toBe(2)
  expect(Pack.find(bytes, index, one!)).toBeDefined()
  expect(Pack.find(bytes, index, two!)).toBeDefined()
  expect(Pack.find(bytes, index, three!)).toBeUndefined()
  expect(Pack.find(bytes, index, { ...one!, sort: Uint32Array.from([9, 8]) })).toBeUndefined()
})

effect(
  "small packs become one, packs of no current version go, and so do those that nobody used for longest",
  Effect.gen(function* () {
    const memory = new Memory()
    const limits = { bytes: 1e9, smallPacks: 3, smallBytes: 1e6, abandonedMs: 1000 }
    const all = texts(4)
    for (const text of all) {
      memory.now += 1_000_000_000n
      yield* keep(memory, [text], limits)
    }
    expect(packs(memory).length).toBeLessThan(3)
    expect(yield* found(memory, all)).toEqual([...all])
    // Facts of an older version alone: nobody will look for them.
    const facts = yield* factsOf
    const before = packs(memory)
    yield* use(memory, (cache) =>
      Effect.zipRight(
        cache.begin,
        Effect.sync(() => cache.put(Sorts.ofFacts({ ...language, version: 0 }, GRAMMAR), digestOf("x"), facts("x"))),
      ))
    expect(packs(memory)).toEqual(before)
    memory.now += 10_000_000_000n
    yield* keep(memory, ["export const later = 1\n"], { ...limits, smallPacks: 100 })
    // Above the limit the oldest go, and never what the run itself has used.
    memory.now += 10_000_000_000n
    yield* use(memory, (cache) =>
      Effect.gen(function* () {
        expect(cache.get(Sorts.ofFacts(language, GRAMMAR), digestOf("export const later = 1\n"))).toBeDefined()
        yield* cache.begin
        cache.put(Sorts.ofFacts(language, GRAMMAR), digestOf("last"), facts("last"))
      }), { ...limits, bytes: 1, smallPacks: 100 })
    expect(yield* found(memory, [...all, "export const later = 1\n", "last"])).toEqual([
      "export const later = 1\n",
      "last",
    ])
  }),
)

const SHOP = { "a.ts": "import { b } from './b'\nexport const a = () => b()\n", "b.ts": "export const b = () => 1\n" }

const lay = (memory: Memory, root: string): void => {
  for (const [path, text] of Object.entries(SHOP)) memory.write(`${root}/${path}`, new TextEncoder().encode(text))
}

const index = (memory: Memory, root: string, cached = true) =>
  Effect.provide(
    Effect.provide(Indexer.indexRepository(root), cached ? FactsCache.FactsCache.at(FOLDER) : Layer.empty),
    machine(memory),
  )

const bytes = (indexed: Indexer.Indexed) => Buffer.concat(indexed.parts!).toString("base64")

effect(
  "a second checkout extracts only what the first has not; a file that moves is not extracted again",
  Effect.gen(function* () {
    const memory = new Memory()
    lay(memory, "/one/shop")
    lay(memory, "/two/shop")
    const first = yield* index(memory, "/one/shop")
    expect(memory.extracted).toEqual(["/one/shop/a.ts", "/one/shop/b.ts"])
    expect(bytes(yield* index(memory, "/two/shop"))).toBe(bytes(first))
    expect(memory.extracted).toHaveLength(2)
    memory.write("/two/shop/c.ts", new TextEncoder().encode("export const c = 1\n"))
    memory.rename("/two/shop/b.ts", "/two/shop/lib/b.ts")
    yield* index(memory, "/two/shop")
    expect(memory.extracted.slice(2)).toEqual(["/two/shop/c.ts"])
  }),
)

effect(
  "a run that was killed loses no more than what it had not written",
  Effect.gen(function* () {
    const memory = new Memory()
    const facts = yield* factsOf
    const many = Array.from({ length: 400 }, (_, i) => `export const n${i} = [${"1, ".repeat(200)}]\n`)
    // Without the end of its scope: as a process that is gone.
    const cache = yield* Effect.provide(
      Effect.flatMap(FactsCache.FactsCache, (it) => it.open),
      Layer.provideMerge(FactsCache.FactsCache.at(FOLDER), machine(memory)),
    )
    yield* cache.begin
    for (const text of many) cache.put(Sorts.ofFacts(language, GRAMMAR), digestOf(text), facts(text))
    const again = yield* found(memory, many)
    const size = Pack.recordSize(facts(many[0]!).length)
    expect((many.length - again.length) * size).toBeLessThanOrEqual(128 * 1024 + size)
    expect(again).toEqual(many.slice(0, again.length))
    expect(again.length).toBeGreaterThan(0)
  }),
)

for (const code of ["EROFS", "EACCES", "ENOSPC"]) {
  effect(
    `facts that cannot be kept (${code}) leave the index as it is and are told of once`,
    Effect.gen(function* () {
      const memory = new Memory()
      lay(memory, "/one/shop")
      const whole = yield* index(memory, "/one/shop", false)
      memory.full = code
      const indexed = yield* index(memory, "/one/shop")
      expect(bytes(indexed)).toBe(bytes(whole))
      expect(indexed.notes).toEqual([
        `facts of the files that were read could not be kept (${code}): the next run reads these files again`,
      ])
    }),
  )
}

effect(
  "a disk that fills while facts are written leaves the index as it is",
  Effect.gen(function* () {
    const memory = new Memory()
    lay(memory, "/one/shop")
    const whole = yield* index(memory, "/one/shop", false)
    memory.onRead = (path) => {
      if (path.startsWith("/one")) memory.full = "ENOSPC"
    }
    const indexed = yield* index(memory, "/one/shop")
    expect(bytes(indexed)).toBe(bytes(whole))
    expect(indexed.notes).toHaveLength(1)
  }),
)
