// A server that is asked while files change: what it says is of the text as it is.

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { analyze } from "../../mod.ts"
import { serve } from "./served.ts"

const FILES: Readonly<Record<string, string>> = {
  "src/price.ts": "export function price(amount: number) {\n  return amount\n}\n",
  "src/cart.ts": `import { price } from "./price"\n\nexport function total() {\n  return price(1)\n}\n`,
  "README.md": "# Shop\n",
}

const git = (root: string, ...args: ReadonlyArray<string>) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "pipe" })

const write = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const shop = async (env: Readonly<Record<string, string>> = {}) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-live-")))
  const root = join(base, "shop")
  const home = join(base, "home")
  for (const [path, text] of Object.entries(FILES)) write(root, path, text)
  git(root, "init", "-q", "-b", "main")
  git(root, "add", ".")
  git(root, "commit", "-q", "-m", "one")
  const index = await Effect.runPromise(analyze(root, { home }))
  await Effect.runPromise(index.close)
  const served = await serve({ home, env })
  const callers = async (name: string) => {
    const { value } = await served.call("context", { name })
    return {
      callers: (value.incoming?.calls ?? []).map((it: { readonly name: string }) => it.name).sort(),
      index: value.index,
      error: value.error,
    }
  }
  return {
    ...served,
    root,
    callers,
    close: async () => {
      await served.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

describe("a server that is asked while files change", () => {
  let it: Awaited<ReturnType<typeof shop>>
  beforeAll(async () => {
    it = await shop({ PORTOLAN_LIVE_WAIT_MS: "20000" })
  })
  afterAll(() => it.close())

  test("answers on a file's new text", async () => {
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: { freshness: "current" } })
    write(it.root, "src/cart.ts", `${FILES["src/cart.ts"]}\nexport const twice = () => price(2)\n`)
    await Bun.sleep(2_100)
    expect(await it.callers("price")).toMatchObject({ callers: ["total", "twice"], index: { freshness: "current" } })
    expect(it.errors).toEqual([])
  }, 60_000)
})
