// A process that adds repositories to a registry, one after the other: half of tests/workspace/registry_test.ts's two
// writers at once. Arguments: home folder, prefix of the paths, how many.

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Files from "../../lib/platform/files.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Registry from "../../lib/workspace/registry.ts"

const [home = "", prefix = "", count = "0"] = process.argv.slice(2)

const add = (path: string) =>
  Effect.flatMap(Registry.Registry, (it) =>
    it.add({
      name: path,
      path,
      snapshot: `${path}/.portolan/graph.snapshot`,
      sha256: "0".repeat(64),
      stat: { size: 1, modified: "1", changed: "1", inode: "1" },
      commit: null,
      indexedAt: "2024-01-01T00:00:00.000Z",
      stats: { files: 1, symbols: 2, edges: 3 },
      languages: [],
    }))

await Effect.runPromise(
  Effect.forEach(Array.from({ length: Number(count) }), (_, i) => add(`/${prefix}${String(i).padStart(2, "0")}`)).pipe(
    Effect.provide(Registry.Registry.layer),
    Effect.provide(Layer.merge(Files.layer, Layer.succeed(Home, { folder: home }))),
  ),
)
