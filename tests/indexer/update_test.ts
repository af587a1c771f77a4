// Updates from end to end: real git, real workers, a home folder on disk. After each change the index that is brought up
// to date has the bytes of one that is built in a home of its own.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { chmodSync, readdirSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { analyze, refresh } from "../../mod.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const FILES = Repo.parse(`
=== src/order.ts
import { rate } from "@/rates"

export class Order {
  total(): number {
    return rate(1)
  }
}
=== src/rates.ts
export function rate(base: number): number {
  return base * 2
}
=== lib/rates.ts
export const rate = (base: number): number => base * 3
=== tsconfig.json
{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }
=== shop/__init__.py
from .cart import Cart
=== shop/cart.py
class Cart:
    def total(self):
        return self.rate()

    def rate(self):
        return 1
=== README.md
# Shop
`)

interface Index {
  readonly bytes: Buffer
  readonly notes: ReadonlyArray<string>
  /** When the snapshot was written. */
  readonly written: bigint
}

const read = (options: { readonly home: string }, root: string, make: typeof refresh) =>
  Effect.gen(function* () {
    const index = yield* make(root, { ...options, storage: "home", workers: 2 })
    const { place: { snapshot }, notes } = index
    // The file of a worktree may tell what differs from another index: what is compared is what it opens as.
    const bytes = Buffer.concat(Snapshot.encode({ graph: index.graph, meta: index.meta, passages: index.passages }))
    yield* index.close
    return {
      bytes,
      notes,
      written: statSync(snapshot, { bigint: true }).mtimeNs,
    } satisfies Index
  })

/** The index of a home that runs have used before, compared with one of a fresh home. */
const updated = (home: string, root: string) =>
  Effect.gen(function* () {
    const warm = yield* read({ home }, root, refresh)
    const cold = yield* read({ home: yield* Repo.temporary }, root, analyze)
    expect(Buffer.compare(warm.bytes, cold.bytes)).toBe(0)
    expect(warm.notes).toEqual(cold.notes)
    return warm
  })

const pause = Effect.sleep(80)

effect(
  "whatever changes, an update has the bytes of a rebuild; where nothing does, nothing is written",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { git: true, name: "shop" })
    yield* pause
    const first = yield* updated(home, root)
    expect((yield* updated(home, root)).written).toBe(first.written)

    // Touched: the files are read again, the index stays.
    const now = new Date()
    utimesSync(`${root}/src/order.ts`, now, now)
    expect((yield* updated(home, root)).written).toBe(first.written)

    // Another commit of the same files.
    Repo.git(root, "commit", "-q", "--allow-empty", "-m", "nothing")
    const committed = yield* updated(home, root)
    expect(Buffer.compare(committed.bytes, first.bytes)).not.toBe(0)

    // Configuration alone.
    writeFileSync(`${root}/tsconfig.json`, `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["lib/*"] } } }`)
    const configured = yield* updated(home, root)
    expect(Buffer.compare(configured.bytes, committed.bytes)).not.toBe(0)
    writeFileSync(`${root}/tsconfig.json`, "{ broken")
    expect((yield* updated(home, root)).notes.join()).toContain("tsconfig.json")
    expect((yield* updated(home, root)).notes.join()).toContain("tsconfig.json")

    // A file that no language reads, and attributes.
    writeFileSync(`${root}/NOTES.md`, "# Notes\n")
    yield* updated(home, root)
    writeFileSync(`${root}/.gitattributes`, "lib/* linguist-generated\n")
    yield* updated(home, root)

    // Another branch and back.
    Repo.commit(root)
    Repo.git(root, "checkout", "-q", "-b", "other")
    renameSync(`${root}/src/rates.ts`, `${root}/src/prices.ts`)
    writeFileSync(`${root}/shop/cart.py`, "class Cart:\n    def rate(self): return 2\n")
    Repo.commit(root)
    yield* updated(home, root)
    Repo.git(root, "checkout", "-q", "main")
    yield* updated(home, root)
  }),
  120_000,
)

effect(
  "an edit that keeps the size, twice within one step of the clock, is seen",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { name: "shop" })
    let last: Buffer | undefined
    for (const name of ["save", "load", "send"]) {
      writeFileSync(`${root}/src/rates.ts`, `export function ${name}() {}\n`)
      const { bytes } = yield* updated(home, root)
      if (last !== undefined) expect(Buffer.compare(bytes, last)).not.toBe(0)
      last = bytes
    }
  }),
  60_000,
)

const packsIn = (home: string): number => readdirSync(`${home}/facts`).filter((name) => name.endsWith(".pack")).length

effect(
  "a worktree of a repository takes its facts from the one that was indexed before, and writes none",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { git: true, name: "shop" })
    yield* updated(home, root)
    expect(packsIn(home)).toBe(1)
    const beside = `${yield* Repo.temporary}/shop`
    Repo.git(root, "worktree", "add", "-q", "--detach", beside)
    yield* updated(home, beside)
    expect(packsIn(home)).toBe(1)
  }),
  60_000,
)

effect(
  "where the cache cannot be written the index is made all the same, with a word",
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { name: "shop" })
    // A file in the place of the folder refuses everyone, root too.
    writeFileSync(`${home}/facts`, "")
    chmodSync(`${home}/facts`, 0o400)
    const index = yield* refresh(root, { home, storage: "home" })
    yield* index.close
    expect(index.report.read).toBe(5)
    expect(index.notes.join()).toContain("could not be kept")
  }),
)
