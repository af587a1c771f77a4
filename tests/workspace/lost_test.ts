// An index that lost what the one before knew: told by the symbols of files that are as they were, and by no others.

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Indexer from "../../lib/indexer/index_repository.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Services from "../../lib/serve/services.ts"
import * as Analysis from "../../lib/workspace/analysis.ts"
import type { Entry } from "../../lib/workspace/entry.ts"
import * as Lost from "../../lib/workspace/lost.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-lost-")))
const root = join(base, "shop")
const runtime = ManagedRuntime.make(Services.layer(machine, join(base, "home")))
let entry: Entry

/** Functions of a file. */
const functions = (count: number) =>
  Array.from({ length: count }, (_, i) => `export const f${i} = () => ${i}\n`).join("")

const write = (files: Readonly<Record<string, string>>) => {
  rmSync(join(root, "src"), { recursive: true, force: true })
  mkdirSync(join(root, "src"), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, "src", path), text)
}

const FILES = { "a.ts": functions(4), "b.ts": functions(6) }

const index = () => runtime.runPromise(Indexer.indexRepository(root))

beforeAll(async () => {
  write(FILES)
  entry = (await runtime.runPromise(Analysis.run(root, "repository", {}))).entry
})

afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

/** What is said of a new index; undefined where it may take the place of the one before. */
const said = (indexed: Pick<Indexer.Indexed, "graph" | "files" | "stats">) =>
  runtime.runPromise(Effect.flip(Lost.refuse(entry, indexed)).pipe(Effect.option)).then((it) =>
    it._tag === "None" ? undefined : { tag: it.value._tag, before: it.value.before, after: it.value.after }
  )

describe("an index that takes the place of one with ten symbols", () => {
  test("may be the same, and may lose what its files lost", async () => {
    write(FILES)
    expect(await said(await index())).toBeUndefined()
    write({ ...FILES, "b.ts": functions(1) })
    expect(await said(await index())).toBeUndefined()
    write({ "a.ts": FILES["a.ts"] })
    expect(await said(await index())).toBeUndefined()
  })

  test("has not half of the symbols of files that are as they were: it is lost", async () => {
    // The graph of other texts, with the files that are known to be as they were.
    write({ "a.ts": functions(4), "b.ts": functions(0) + "// nothing\n" })
    const { graph, stats } = await index()
    write(FILES)
    const { files } = await index()
    expect(await said({ graph, stats, files })).toEqual({ tag: "GraphLost", before: 10, after: 4 })
  })

  test("has half of them: it may be", async () => {
    write({ "a.ts": functions(4), "b.ts": functions(1) })
    const { graph, stats } = await index()
    write(FILES)
    const { files } = await index()
    expect(await said({ graph, stats, files })).toBeUndefined()
  })

  test("has none: it is lost, whatever the files are", async () => {
    write({ "a.md": "# Nothing\n" })
    expect(await said(await index())).toEqual({ tag: "GraphLost", before: 10, after: 0 })
  })

  test("a file that could not be read this time is as it was where its stat is", async () => {
    write(FILES)
    const { entry: again } = await runtime.runPromise(Analysis.run(root, "repository", { force: true }))
    entry = again
    write({ "a.ts": FILES["a.ts"] })
    const { graph, stats } = await index()
    const known = await runtime.runPromise(Indexer.indexRepository(root))
    expect(known.files.length).toBe(1)
    // As it is told of a file whose reader broke: it is there, and nothing is known of its text.
    const { sources } = await import("../../lib/workspace/storage.ts")
    const kept = (await runtime.runPromise(sources(again)))!.files.find((it) => it.path === "src/b.ts")!
    const stat = {
      kind: "file" as const,
      size: kept.stat.size,
      modified: BigInt(kept.stat.modified),
      changed: BigInt(kept.stat.changed),
      inode: BigInt(kept.stat.inode),
    }
    const broken = { path: "src/b.ts", stat, digest: null, left: { stat: "", outcome: "" } }
    expect(await said({ graph, stats, files: [...known.files, broken] })).toEqual({
      tag: "GraphLost",
      before: 10,
      after: 4,
    })
    // Written since: it may hold anything.
    const later = { ...broken, stat: { ...stat, size: stat.size + 1 } }
    expect(await said({ graph, stats, files: [...known.files, later] })).toBeUndefined()
  })
})
