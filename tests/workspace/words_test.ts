// Words that follow the newest graph by themselves, once somebody has asked for any: from those of an older graph, and not
// before. The thread is run in this one.

import { expect } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as Node from "../../lib/graph/node.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Analysis from "../../lib/workspace/analysis.ts"
import { Home } from "../../lib/workspace/home.ts"
import { defaults, LiveUpdates } from "../../lib/workspace/live_updates.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import { type OpenRepo, Repos } from "../../lib/workspace/repos.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import { threads } from "./_threads.ts"

const FILES = Repo.parse("=== a.ts\nexport const a = 1\n=== b.ts\nimport { a } from './a'\nexport const b = () => a\n")

/** Notes what is begun. */
const noting = (begun: Array<string>): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      begun.push(name)
      return {
        _tag: "Span",
        name,
        spanId: "",
        traceId: "",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        links,
        sampled: true,
        kind,
        end: () => {},
        attribute: () => {},
        event: () => {},
        addLinks: () => {},
      }
    },
    context: (run) => run(),
  })

const select = Effect.flatMap(Repos, (repos) => repos.select({}))

/** Names of what holds a word. */
const found = (repo: OpenRepo, text: string) =>
  Effect.map(
    repo.finder.find({ text, about: [] }, 10),
    ({ hits }) => hits.filter(({ coverage }) => coverage === 1).map(({ node }) => Node.nameOf(repo.graph, node)),
  )

effect(
  "words that were asked for once are made of each newer graph behind, from those before",
  Effect.gen(function* () {
    const begun: Array<string> = []
    const home = yield* Repo.temporary
    const root = yield* Repo.layOut(FILES, { git: true })
    const world = Repos.layer.pipe(
      Layer.provideMerge(Registry.Registry.layer),
      Layer.provideMerge(Layer.succeed(Home, { folder: home })),
      Layer.provideMerge(threads),
      Layer.provideMerge(Layer.succeed(LiveUpdates, { settings: { ...defaults, waitMs: 20_000 } })),
      Layer.provideMerge(machine),
    )
    yield* Effect.gen(function* () {
      const words = () => begun.filter((name) => name.startsWith("search.words"))
      yield* Analysis.run(root, "repository", {})
      yield* select
      writeFileSync(join(root, "a.ts"), "/** Counts marvels. */\nexport const a = 1\n")
      const second = yield* select
      yield* Effect.sleep(400)
      // Nobody wants words yet.
      expect(words()).toEqual([])
      expect(yield* found(second, "marvels")).toEqual(["a"])
      expect(words()).toEqual(["search.words.build"])
      writeFileSync(join(root, "a.ts"), "/** Counts wonders. */\nexport const a = 1\n")
      const third = yield* select
      expect(third.snapshot).not.toBe(second.snapshot)
      for (let i = 0; i < 100 && words().length < 2; i++) yield* Effect.sleep(20)
      expect(words()).toEqual(["search.words.build", "search.words.after"])
      yield* third.finder.words
      expect(yield* found(third, "wonders")).toEqual(["a"])
      expect(yield* found(third, "marvels")).toEqual([])
      // Who holds the older one goes on with it.
      expect(yield* found(second, "marvels")).toEqual(["a"])
    }).pipe(Effect.withTracer(noting(begun)), Effect.provide(world))
  }),
  60_000,
)
