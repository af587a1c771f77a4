// An index whose vectors an embedder of the user's makes: from the files' text to the snapshot. Nothing secret is sent.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Machine from "../../lib/platform/machine.ts"
import * as Services from "../../lib/serve/services.ts"
import * as Analysis from "../../lib/workspace/analysis.ts"
import * as Settings from "../../lib/workspace/settings.ts"
import { effect } from "../_kit/effect.ts"
import * as Server from "../_kit/embedding_server.ts"
import * as Repo from "../_kit/repo.ts"

const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEowIBAAKCAQEA".repeat(4)}\n-----END RSA PRIVATE KEY-----`

const FILES: Readonly<Record<string, string>> = {
  "src/disk.ts": "/** Opens a file. */\nexport function openFile(path: string) {\n  return path\n}\n",
  "README.md": "# Disks\n\nHow to open them.\n",
  ".env": "PASSWORD=hunter2\n",
  "id_rsa": KEY,
  "src/keys.ts": `export const key = \`${KEY}\`\n`,
}

const analyzed = (url: string, model = "some-model") =>
  Effect.gen(function* () {
    const base = yield* Repo.temporary
    const root = join(base, "repo")
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(join(root, path, ".."), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const settings = Layer.succeed(Settings.Settings, {
      ...Settings.defaults,
      embedder: {
        provider: "openai" as const,
        url,
        model,
        key: undefined,
        dims: undefined,
        timeoutMs: 5000,
        batch: 64,
      },
    })
    const services = Layer.merge(Services.layer(Machine.machine, join(base, "home")), settings)
    const run = Analysis.run(root, "repository", {}).pipe(Effect.provide(Layer.merge(services, Machine.machine)))
    return { root, run }
  })

effect(
  "vectors, their number and their maker's id are the embedder's, and a run that changes nothing asks nothing",
  Effect.gen(function* () {
    const { url, asked } = yield* Server.serve(Server.asOpenAi)
    const { run } = yield* analyzed(url)
    const { entry } = yield* run
    const { graph, passages } = yield* Snapshot.decode(readFileSync(entry.snapshot))
    expect({ embedder: passages!.embedder, dims: passages!.dims }).toEqual({
      embedder: "openai:some-model:3:1",
      dims: 3,
    })
    const row = Array.from(passages!.node).findIndex((node) => Node.nameOf(graph, node) === "openFile")
    const sent = asked.flatMap(({ body }) => body.input)
    const text = sent.find((it) => it.includes("openFile"))!
    expect(text).toStartWith("src/disk.ts\nopenFile")
    const [length, vowels] = Server.vectorOf(text)
    expect(passages!.vectors[row * 3 + 1]! / passages!.vectors[row * 3]!).toBeCloseTo(vowels! / length!, 1)
    expect(sent.some((it) => it.includes("How to open them."))).toBe(true)
    for (const it of sent) {
      expect(it).not.toContain("hunter2")
      expect(it).not.toContain("MIIEow")
    }
    const before = asked.length
    expect((yield* run).unchanged).toBe(true)
    expect(asked.length).toBe(before)
  }),
  60_000,
)

effect(
  "where it fails there is no index, and the reason says what to do",
  Effect.gen(function* () {
    const { url } = yield* Server.serve(() => ({ status: 404, body: { error: { message: "no such model" } } }))
    const { run } = yield* analyzed(url)
    const error = yield* Effect.flip(run)
    expect(error._tag).toBe("EmbeddingFailed")
    expect(error.message).toContain("it knows no such model or address (404): no such model. Correct PORTOLAN_EMBEDDER")
  }),
  60_000,
)
