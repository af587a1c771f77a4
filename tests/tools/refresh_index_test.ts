// What a refresh would do, what it refuses and what it makes of a process that fails: with a process that is told what to
// say. How real ones live and end, tests/serve/refresh_test.ts tells.

import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { machine } from "../../lib/platform/machine.ts"
import * as Services from "../../lib/serve/services.ts"
import { REFRESHING, TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Listing from "../../lib/tools/listing.ts"
import * as Progress from "../../lib/tools/progress.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import * as Apart from "../../lib/workspace/apart.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { analyze } from "../../promise.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-refresh-tool-")))
const home = join(base, "home")
const shop = join(base, "shop")
const [refreshIndex] = REFRESHING

afterAll(() => rmSync(base, { recursive: true, force: true }))

const indexed = async (root: string) => {
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, "price.ts"), "export const price = () => 1\n")
  writeFileSync(join(root, "order.ts"), `import { price } from "./price"\nexport const total = () => price()\n`)
  await (await analyze(root, { home, workers: 1 })).close()
}

beforeEach(async () => {
  rmSync(home, { recursive: true, force: true })
  rmSync(shop, { recursive: true, force: true })
  await indexed(shop)
})

const entry = () => JSON.parse(readFileSync(join(home, "registry.json"), "utf8")).repositories[0]

type Run = (task: string, hear: (line: string) => void) => Effect.Effect<string>

const line = Schema.encodeSync(Apart.Told)

/** A process that says this and ends well. */
const saying = (...told: ReadonlyArray<Apart.Told>): Run => (_, hear) =>
  Effect.sync(() => {
    for (const it of told) hear(line(it))
    return "it ended with code 0"
  })

const started: Array<unknown> = []

/** Asks a server that is set so and starts this process. */
const ask = async (sent: object, set: Partial<Settings.SettingsShape> = {}, run: Run = saying()) => {
  started.length = 0
  const counted: Run = (task, hear) => {
    started.push(JSON.parse(task))
    return run(task, hear)
  }
  const runtime = ManagedRuntime.make(
    Services.layer(Layer.merge(machine, Layer.succeed(Apart.Apart, { run: counted })), home).pipe(
      Layer.provideMerge(Layer.succeed(Settings.Settings, { ...Settings.defaults, ...set })),
    ),
  )
  const steps: Array<Progress.Step> = []
  const answer = await runtime.runPromise(
    (Answer.call(REFRESHING, refreshIndex.name, sent) as Effect.Effect<Answer.Answer>).pipe(
      Effect.provideService(Progress.Progress, { report: (step) => Effect.sync(() => void steps.push(step)) }),
    ),
  )
  await runtime.dispose()
  return { ...JSON.parse(answer.text), steps }
}

describe("what is listed", () => {
  const schema = Listing.inputSchema(refreshIndex)

  test("takes a repository and a dry run, and nothing else", async () => {
    expect(Object.keys(schema.properties)).toEqual(["repo", "dry_run"])
    expect(schema.required).toBeUndefined()
    for (const other of ["branch", "maxTokens", "force", "path", "cursor"]) {
      const { error } = await ask({ dry_run: true, [other]: "main" })
      expect({ other, code: error?.code }).toEqual({ other, code: "InvalidArguments" })
    }
    expect(started).toEqual([])
  })

  test("is a tool that writes, and fits with all others into 20 kB", () => {
    expect(Listing.listing(refreshIndex).annotations).toEqual({ openWorldHint: false })
    const all: ReadonlyArray<Tool.Any> = [...TOOLS, ...REFRESHING]
    expect(new TextEncoder().encode(JSON.stringify(all.map(Listing.listing))).length).toBeLessThan(20_000)
    expect(all.filter((it) => it.name === refreshIndex.name).length).toBe(1)
  })
})

describe("a dry run", () => {
  test("tells what a call would do, and starts nothing", async () => {
    const { index, completeness, steps: _, ...plan } = await ask({ dry_run: true })
    expect(plan).toEqual({
      freshness: "current",
      last_indexed_files: 2,
      estimated_files: 2,
      would_embed: "local",
      in_progress: false,
      would_run: true,
    })
    expect(index).toEqual({
      repo: "shop",
      commit: null,
      freshness: "current",
      snapshot: entry().sha256.slice(0, 8),
    })
    expect(completeness).toEqual({ status: "exact", reasons: [] })
    expect(started).toEqual([])
  })

  test("counts a file that is too large to be read, and none that is left out", async () => {
    writeFileSync(join(shop, "large.ts"), `export const large = 1\n`.padEnd(5_000_000, "/"))
    writeFileSync(join(shop, "ignored.ts"), "export const ignored = 1\n")
    // Beside the two, the large one and this.
    writeFileSync(join(shop, ".portolanignore"), "ignored.ts\n")
    expect(await ask({ dry_run: true })).toMatchObject({ last_indexed_files: 2, estimated_files: 4 })
  })

  test("of as many files as there may be would run, of one more would not", async () => {
    expect(await ask({ dry_run: true }, { refreshFiles: 2 })).toMatchObject({ estimated_files: 2, would_run: true })
    expect(await ask({ dry_run: true }, { refreshFiles: 1 })).toMatchObject({
      estimated_files: null,
      would_embed: "none",
      would_run: false,
      reason: "it has more than 1 files, the limit that PORTOLAN_MCP_REFRESH_MAX_FILES sets",
    })
  })

  test("says when texts would be sent to an embedder of the user's", async () => {
    const embedder = {
      provider: "openai",
      url: "http://127.0.0.1:9",
      model: "some-model",
      key: undefined,
      dims: undefined,
      timeoutMs: 1000,
      batch: 64,
    } as const
    expect(await ask({ dry_run: true }, { embedder })).toMatchObject({ would_embed: "provider", would_run: true })
  })

  test("counts nothing where there is no limit", async () => {
    expect(await ask({ dry_run: true }, { refreshFiles: 0 })).toMatchObject({ estimated_files: null, would_run: true })
  })
})

describe("a call", () => {
  const made = (): Apart.Told => ({
    _tag: "made",
    made: {
      entry: { ...entry(), indexedAt: "2026-01-02T03:04:05.000Z", stats: { files: 3, symbols: 4, edges: 5 } },
      unchanged: false,
      failed: 1,
      partly: 2,
    },
  })

  test("hands over the repository as it was indexed, and nothing that the caller said", async () => {
    await ask({ repo: "SHO" })
    expect(started).toEqual([{ home, root: shop, storage: "repository" }])
  })

  test("tells what came of it, what was before, and what could not be read", async () => {
    const before = entry()
    expect(await ask({}, {}, saying(made()))).toMatchObject({
      indexed_at: "2026-01-02T03:04:05.000Z",
      stats: { files: 3, symbols: 4, edges: 5 },
      freshness: "current",
      previous: { indexed_at: before.indexedAt, stats: before.stats, freshness: "current" },
      completeness: {
        status: "lower_bound",
        reasons: [expect.stringContaining("1 file could not be read"), expect.stringContaining("2 files")],
      },
    })
  })

  test("grows on its way through all phases", async () => {
    const step = (phase: "scan" | "extract" | "resolve" | "encode" | "write", done: number, total: number) =>
      ({ _tag: "step", step: { phase, done, total, bytes: 1 } }) as const
    const { steps } = await ask(
      {},
      {},
      saying(
        step("scan", 0, 0),
        step("extract", 0, 2),
        step("extract", 2, 2),
        step("resolve", 0, 2),
        step("encode", 2, 2),
        step("write", 2, 2),
        made(),
      ),
    )
    const done = steps.map((it: Progress.Step) => it.done)
    expect(done).toEqual([...new Set(done)].sort((a, b) => Number(a) - Number(b)))
    expect(done.length).toBe(6)
    for (const { done, total } of steps.slice(1)) expect(done).toBeLessThan(total)
  })

  test("above the limit is refused, and at it is not", async () => {
    expect((await ask({}, { refreshFiles: 1 })).error).toMatchObject({
      code: "RefreshTooLarge",
      message: "Cannot refresh: the repository has more than 1 files",
    })
    expect(started).toEqual([])
    for (const refreshFiles of [2, 0]) {
      await ask({}, { refreshFiles }, saying(made()))
      expect(started.length).toBe(1)
    }
  })

  test("is led by no working directory", async () => {
    await indexed(join(base, "bakery"))
    expect((await ask({}, { workingDirectory: shop })).error.code).toBe("RepoRequired")
    expect(started).toEqual([])
    await ask({}, { workingDirectory: shop, defaultRepo: "bakery" })
    expect(started).toMatchObject([{ root: join(base, "bakery") }])
  })

  const FAILING: ReadonlyArray<readonly [what: string, run: Run, detail: string]> = [
    ["says nothing", saying(), "it ended with code 0"],
    ["is killed", () => Effect.succeed("it got SIGKILL"), "it got SIGKILL"],
    ["cannot be started", () => Effect.succeed("this program starts no other process"), "starts no other process"],
    ["speaks another language", (_, hear) =>
      Effect.sync(() => {
        for (const text of ["", "{}", "null", `{"_tag":"made","made":{}}`, `{"_tag":"step"`]) hear(text)
        return "it ended with code 1"
      }), "it ended with code 1"],
  ]
  test.each(FAILING)("of a process that %s fails and says how", async (_, run, detail) => {
    const before = entry()
    const { error } = await ask({}, {}, run)
    expect(error).toMatchObject({ code: "RefreshFailed", message: expect.stringContaining(detail) })
    expect(entry()).toEqual(before)
  })

  test("that fails is over: the next one begins", async () => {
    let runs = 0
    const run: Run = (task, hear) => runs++ === 0 ? Effect.succeed("it got SIGKILL") : saying(made())(task, hear)
    expect((await ask({}, {}, run)).error.code).toBe("RefreshFailed")
    expect((await ask({}, {}, run)).freshness).toBe("current")
  })

  const FAILURES = (): ReadonlyArray<readonly [sent: object, said: object]> => [
    [{ _tag: "PathNotFound", path: shop }, { code: "PathNotFound", message: expect.stringContaining(`"shop"`) }],
    [{ _tag: "ExtractionFailed", files: ["a.ts"], detail: `${shop}/a.ts` }, { code: "ExtractionFailed" }],
    [{ _tag: "IndexNotWritten", path: shop, code: "ENOSPC" }, {
      code: "IndexNotWritten",
      message: expect.stringContaining("the disk is full"),
    }],
    [{ _tag: "RegistryDamaged", path: join(home, "registry.json"), detail: "its text" }, { code: "RegistryDamaged" }],
    [{ _tag: "GraphLost", before: 10, after: 4 }, {
      code: "GraphLost",
      message:
        "Cannot replace the index: of files that have not changed the new one has 4 symbols, the one before has 10",
    }],
    [{ _tag: "RefreshRunning" }, { code: "RefreshRunning" }],
  ]
  test("tells why the process made no index, and no place on this machine", async () => {
    for (const [failure, said] of FAILURES()) {
      const run: Run = (_, hear) =>
        Effect.sync(() => {
          hear(JSON.stringify({ _tag: "failed", failure }))
          return "it ended with code 0"
        })
      const { error } = await ask({}, {}, run)
      expect(error).toMatchObject(said)
      expect(JSON.stringify(error)).not.toContain(base)
    }
  })
})

describe("for people", () => {
  test("reads well: no undefined, no JSON, no blank at a line's end", async () => {
    for (const [sent, set] of [[{ dry_run: true }, {}], [{ dry_run: true }, { refreshFiles: 1 }]] as const) {
      const { steps: _, ...plan } = await ask(sent, set)
      const text = refreshIndex.render(plan, { repo: undefined, ...sent })
      expect(text).toStartWith(
        `shop  would ${plan.would_run ? "be made anew" : "not be made anew: it has more than 1"}`,
      )
      expect(text).not.toMatch(/undefined|\[object|[{}]| $/m)
    }
  })
})
