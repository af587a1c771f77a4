// A repository on disk, indexed on request: what is counted, what is refused, and that readers see the new state.

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { machine } from "../../lib/platform/machine.ts"
import * as Services from "../../lib/serve/services.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Policy from "../../lib/workspace/policy.ts"
import * as Settings from "../../lib/workspace/settings.ts"

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-ingest-")))
const work = join(base, "work")
const shop = join(work, "shop")

const write = (path: string, text: string) => {
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, text)
}

const settings = Layer.succeed(Settings.Settings, { ...Settings.defaults, workingDirectory: work })
const runtimeWith = (policy: Partial<Policy.PolicyShape>, home = join(base, "home")) =>
  ManagedRuntime.make(
    Services.layer(machine, home).pipe(
      Layer.provide(Layer.succeed(Policy.Policy, { ...Policy.open, ...policy })),
      Layer.provideMerge(settings),
    ),
  )
const runtime = runtimeWith({})

const ask = async (tool: string, sent: object, within = runtime) => {
  const answer = await within.runPromise(Answer.call(TOOLS, tool, sent) as Effect.Effect<Answer.Answer, never, never>)
  return JSON.parse(answer.text)
}

beforeAll(() => {
  write(join(shop, "price.ts"), "export const price = () => 1\n")
  write(join(shop, "order.ts"), `import { price } from "./price"\nexport function total() {\n  return price()\n}\n`)
  write(join(work, "alone.ts"), "export const alone = 1\n")
  write(join(base, "outside", "secret.ts"), "export const secret = 1\n")
  symlinkSync(join(base, "outside"), join(work, "link"))
})

afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

describe("ingest", () => {
  test("of a repository that is not indexed makes all of it, and then it answers", async () => {
    const { results, index, completeness } = await ask("ingest", { path: shop })
    // Two files, two functions.
    expect(results).toMatchObject({ nodes_created: 4, nodes_updated: 0, files_processed: 2, errors: [] })
    expect(results.edges_created).toBeGreaterThan(0)
    expect(index).toMatchObject({ repo: "shop", freshness: "current" })
    expect(completeness).toEqual({ status: "exact", reasons: [] })
    expect((await ask("function", { name: "price" })).results.nodes.map((it: { id: string }) => it.id)).toEqual([
      "Function:order.ts:total",
    ])
  }, 30_000)

  test("of what has not changed changes nothing", async () => {
    const { results } = await ask("ingest", { path: shop })
    expect(results).toMatchObject({ nodes_created: 0, nodes_updated: 0, edges_created: 0, files_processed: 2 })
  }, 30_000)

  test("of one file counts what came with it; other readers see the same state", async () => {
    write(
      join(shop, "order.ts"),
      `import { price } from "./price"\n\nexport function total() {\n  return price() + twice()\n}\n` +
        "export function twice() {\n  return 2 * price()\n}\n",
    )
    const { results } = await ask("ingest", { path: join(shop, "order.ts") })
    // A function more; total stands one line lower. It calls the new one, which is in the file and calls price.
    expect(results).toMatchObject({ nodes_created: 1, nodes_updated: 1, edges_created: 3, files_processed: 1 })
    const callers = (await ask("function", { name: "price" })).results.nodes.map((it: { id: string }) => it.id)
    expect(callers.sort()).toEqual(["Function:order.ts:total", "Function:order.ts:twice"])
  }, 30_000)

  test("of a folder in a repository is of the repository", async () => {
    write(join(shop, "lib", "more.ts"), "export const more = () => 3\n")
    const { results, index } = await ask("ingest", { path: join(shop, "lib") })
    expect(index.repo).toBe("shop")
    // The folder, the file and the function in it.
    expect(results).toMatchObject({ nodes_created: 3, files_processed: 3 })
  }, 30_000)

  test("with clear makes all of it again", async () => {
    const { results } = await ask("ingest", { path: shop, clear: true })
    expect(results).toMatchObject({ nodes_created: 8, nodes_updated: 0, files_processed: 3 })
  }, 30_000)

  test("refuses what lies outside, through a link too, as what is not there", async () => {
    for (
      const path of [
        join(base, "outside"),
        join(work, "link"),
        join(work, "link", "secret.ts"),
        join(work, "nothing"),
        "/",
      ]
    ) {
      const { error } = await ask("ingest", { path })
      expect(error).toMatchObject({ code: "OutsideRoots", message: expect.stringContaining("no such folder or file") })
    }
  })

  test("refuses a file by itself that no indexed repository holds", async () => {
    expect((await ask("ingest", { path: join(work, "alone.ts") })).error.code).toBe("NotInRepository")
  })

  test("reaches folders that are allowed, and no other", async () => {
    const allowed = runtimeWith({ roots: [join(base, "outside")] })
    expect((await ask("ingest", { path: join(base, "outside") }, allowed)).results.files_processed).toBe(1)
    expect((await ask("ingest", { path: join(work, "alone.ts") }, allowed)).error.code).toBe("OutsideRoots")
    await allowed.dispose()
  }, 30_000)

  test("of a file that is ignored says so", async () => {
    write(join(shop, ".portolanignore"), "hidden.ts\n")
    write(join(shop, "hidden.ts"), "export const hidden = 1\n")
    const { results } = await ask("ingest", { path: join(shop, "hidden.ts") })
    expect(results.files_processed).toBe(0)
    expect(results.errors).toEqual(["hidden.ts: left out by .portolanignore"])
  }, 30_000)

  test("fails without a word of where things lie on the machine, but for what the caller named", async () => {
    const failing: ReadonlyArray<readonly [tag: string, path: string, home: () => string]> = [
      ["NothingToIndex", join(work, "empty"), () => join(base, "home")],
      ["RegistryDamaged", shop, () => {
        mkdirSync(join(base, "home-folder", "registry.json"), { recursive: true })
        return join(base, "home-folder")
      }],
      ["RegistryNewer", shop, () => {
        write(join(base, "home-newer", "registry.json"), `{"version":999,"repos":[]}`)
        return join(base, "home-newer")
      }],
      ["IndexNotWritten", join(work, "taken"), () => {
        // Neither in the repository nor under the home folder there is room for it.
        write(join(work, "taken", "a.ts"), "export const a = 1\n")
        write(join(work, "taken", ".portolan"), "no folder")
        write(join(base, "home-taken", "snapshots"), "no folder")
        return join(base, "home-taken")
      }],
    ]
    mkdirSync(join(work, "empty"))
    for (const [code, path, home] of failing) {
      const within = runtimeWith({}, home())
      const { error } = await ask("ingest", { path }, within)
      expect({ path, code: error?.code }).toEqual({ path, code })
      const words = JSON.stringify(error).replaceAll(path, "")
      expect(words).not.toContain(base)
      expect(words).not.toMatch(/\/(home|tmp|root|usr)\b/)
      await within.dispose()
    }
  }, 60_000)
})
