// A server whose user has set an embedder, and a file that changes: vectors stay those of that embedder, what changed has
// none until the repository is analyzed again, the answer says so, and nothing but questions is sent anywhere.

import { expect } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Node from "../../lib/graph/node.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Vectors from "../../lib/search/vectors.ts"
import type { Machine } from "../../lib/serve/services.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Analysis from "../../lib/workspace/analysis.ts"
import { Home } from "../../lib/workspace/home.ts"
import { defaults, LiveUpdates } from "../../lib/workspace/live_updates.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { type OpenRepo, Repos } from "../../lib/workspace/repos.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { effect } from "../_kit/effect.ts"
import * as Server from "../_kit/embedding_server.ts"
import * as Repo from "../_kit/repo.ts"
import { threads } from "./_threads.ts"

const DISK = "/** Opens a file. */\nexport function openFile(path: string) {\n  return path\n}\n"
const CLOCK = "/** Tells the time. */\nexport function tellTime() {\n  return 12\n}\n"
const FILES = new Map([["src/disk.ts", DISK], ["src/clock.ts", CLOCK]])

const embedderAt = (url: string, model = "some-model") => ({
  provider: "openai" as const,
  url,
  model,
  key: undefined,
  dims: undefined,
  timeoutMs: 5000,
  batch: 64,
})

/** A repository that is indexed and then served, by what is set at each of these times. */
const served = <A, E>(
  indexed: Settings.SettingsShape["embedder"],
  set: Settings.SettingsShape["embedder"],
  use: (root: string) => Effect.Effect<A, E, Machine | Repos | Analysis.Analysis | Registry.Registry | Home>,
) =>
  Effect.gen(function* () {
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { git: true })
    const settings = (embedder: Settings.SettingsShape["embedder"]) =>
      Layer.succeed(Settings.Settings, { ...Settings.defaults, embedder })
    const world = (embedder: Settings.SettingsShape["embedder"]) =>
      Layer.mergeAll(Repos.layer, Analysis.Analysis.layer).pipe(
        Layer.provideMerge(Registry.Registry.layer),
        Layer.provideMerge(Layer.succeed(Home, { folder: home })),
        Layer.provideMerge(threads),
        Layer.provideMerge(Layer.succeed(LiveUpdates, { settings: { ...defaults, waitMs: 20_000 } })),
        Layer.provideMerge(settings(embedder)),
        Layer.provideMerge(machine),
      )
    yield* Effect.provide(Analysis.run(root, "repository", {}), world(indexed))
    return yield* Effect.provide(use(root), world(set))
  })

const select = Effect.flatMap(Repos, (repos) => repos.select({}))

/** The vector of the passage of a definition; all zero where it has none. */
const vectorOf = ({ graph, passages }: OpenRepo, name: string): ReadonlyArray<number> => {
  const row = passages!.node.findIndex((node) => Node.nameOf(graph, node) === name)
  return [...Vectors.row(passages!, row)]
}

const reasons = Effect.gen(function* () {
  const { value } = yield* Answer.call(TOOLS, "query", { search_query: "how to open a file" })
  return (value as { completeness: { reasons: ReadonlyArray<string> } }).completeness.reasons
})

effect(
  "what is edited keeps the vectors of the user's embedder but for its own, and the answer says how many lack theirs",
  Effect.gen(function* () {
    const { url, asked } = yield* Server.serve(Server.asOpenAi)
    yield* served(embedderAt(url), embedderAt(url), (root) =>
      Effect.gen(function* () {
        const first = yield* select
        const id = first.passages!.embedder
        expect(id).toStartWith("openai:some-model")
        const before = asked.length
        writeFileSync(join(root, "src/clock.ts"), CLOCK.replace("Tells the time", "Tells the hour of the day"))
        const second = yield* select
        expect(second.snapshot).not.toBe(first.snapshot)
        expect(second.passages!.embedder).toBe(id)
        expect(vectorOf(second, "openFile")).toEqual(vectorOf(first, "openFile") as Array<number>)
        expect(vectorOf(first, "tellTime").some((it) => it !== 0)).toBe(true)
        expect(vectorOf(second, "tellTime")).toEqual([0, 0, 0])
        expect(asked.length).toBe(before)
        const said = (yield* reasons).filter((it) => it.startsWith("meanings_behind"))
        expect(said).toEqual([
          "meanings_behind: 1 passage changed since the embedder was asked: searched by names and words alone until " +
          "portolan analyze has run",
        ])
        expect(asked.slice(before).map(({ body }) => body.input)).toEqual([["how to open a file"]])
        // As it was: so is the index.
        writeFileSync(join(root, "src/clock.ts"), CLOCK)
        const third = yield* select
        expect(third.entry.sha256).toBe(first.entry.sha256)
        expect((yield* reasons).some((it) => it.startsWith("meanings_behind"))).toBe(false)
        // Once the repository is analyzed again the embedder is asked, and edits go on from there.
        writeFileSync(join(root, "src/clock.ts"), CLOCK.replace("Tells the time", "Tells the hour of the day"))
        yield* Analysis.run(root, "repository", {})
        const fourth = yield* select
        expect(vectorOf(fourth, "tellTime").some((it) => it !== 0)).toBe(true)
        writeFileSync(join(root, "src/disk.ts"), DISK.replace("Opens", "Unlocks"))
        const fifth = yield* select
        expect(vectorOf(fifth, "tellTime")).toEqual(vectorOf(fourth, "tellTime") as Array<number>)
        expect(vectorOf(fifth, "openFile")).toEqual([0, 0, 0])
      }))
  }),
  60_000,
)

effect(
  "an index that the table made keeps the table's vectors where an embedder was set since",
  Effect.gen(function* () {
    const { url, asked } = yield* Server.serve(Server.asOpenAi)
    yield* served(undefined, embedderAt(url), (root) =>
      Effect.gen(function* () {
        const first = yield* select
        writeFileSync(join(root, "src/clock.ts"), CLOCK.replace("Tells the time", "Tells the hour of the day"))
        const second = yield* select
        expect(second.snapshot).not.toBe(first.snapshot)
        expect(second.passages!.embedder).toBe(first.passages!.embedder)
        expect(vectorOf(second, "tellTime").some((it) => it !== 0)).toBe(true)
        expect((yield* reasons).filter((it) => /^(meanings_behind|without_meanings)/.test(it))).toEqual([])
        expect(asked).toEqual([])
      }))
  }),
  60_000,
)

effect(
  "vectors of a model that is set no longer are compared with nothing, before an edit and after it",
  Effect.gen(function* () {
    const { url } = yield* Server.serve(Server.asOpenAi)
    yield* served(embedderAt(url), embedderAt(url, "another-model"), (root) =>
      Effect.gen(function* () {
        const without = Effect.map(reasons, (all) => all.filter((it) => it.startsWith("without_meanings")))
        expect((yield* without).length).toBe(1)
        writeFileSync(join(root, "src/clock.ts"), CLOCK.replace("Tells the time", "Tells the hour of the day"))
        expect((yield* without)[0]).toContain("openai:some-model")
      }))
  }),
  60_000,
)
