// A server that is asked while files change: what it says is of the text as it is.

import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
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
    home,
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
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: { freshness: "current" } })
  })
  afterAll(async () => {
    expect(it.errors).toEqual([])
    await it.close()
  })

  const current = { freshness: "current" }

  test("answers on a file's new text, again and again", async () => {
    for (let i = 1; i <= 5; i++) {
      const names = Array.from({ length: i }, (_, n) => `again${n}`)
      write(
        it.root,
        "src/cart.ts",
        FILES["src/cart.ts"]! + names.map((name) => `export const ${name} = () => price(2)\n`).join(""),
      )
      expect(await it.callers("price")).toMatchObject({ callers: [...names, "total"], index: current })
      const { value } = await it.call("context", { name: `again${i - 1}`, include_content: true })
      expect(value.symbol.content).toBe(`export const again${i - 1} = () => price(2)`)
    }
    write(it.root, "src/cart.ts", FILES["src/cart.ts"]!)
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: current })
  }, 60_000)

  test("cuts source text from the file as it is, also where the graph is the same", async () => {
    const content = async () =>
      (await it.call("context", { name: "total", include_content: true })).value.symbol.content
    expect(await content()).toContain("price(1)")
    for (const digit of "789") {
      write(it.root, "src/cart.ts", FILES["src/cart.ts"]!.replace("price(1)", `price(${digit})`))
      expect(await content()).toContain(`price(${digit})`)
    }
    write(it.root, "src/cart.ts", FILES["src/cart.ts"]!)
    expect(await content()).toContain("price(1)")
  }, 60_000)

  test("of files that come, go and are renamed", async () => {
    for (let i = 0; i < 18; i++) {
      write(
        it.root,
        `src/many/m${i}.ts`,
        `import { price } from "../price"\nexport const many${i} = () => price(${i})\n`,
      )
    }
    expect((await it.callers("price")).callers.length).toBe(19)
    rmSync(join(it.root, "src/many"), { recursive: true })
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: current })
    renameSync(join(it.root, "src/cart.ts"), join(it.root, "src/basket.ts"))
    expect((await it.call("context", { name: "total" })).value).toMatchObject({
      symbol: { file: "src/basket.ts" },
      index: current,
    })
    renameSync(join(it.root, "src/basket.ts"), join(it.root, "src/cart.ts"))
    rmSync(join(it.root, "src/price.ts"))
    expect((await it.callers("price")).error).toMatchObject({ code: "SymbolNotFound" })
    write(it.root, "src/price.ts", FILES["src/price.ts"]!)
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: current })
  }, 60_000)

  test("of configuration, commits and branches", async () => {
    write(it.root, "src/cart.ts", FILES["src/cart.ts"]!.replace("./price", "@/price"))
    expect((await it.callers("price")).callers).toEqual([])
    write(it.root, "tsconfig.json", `{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`)
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: current })
    git(it.root, "checkout", "-q", "-b", "next")
    git(it.root, "add", ".")
    git(it.root, "commit", "-q", "-m", "two")
    const head = git(it.root, "rev-parse", "HEAD").toString().trim()
    expect(await it.callers("price")).toMatchObject({ index: { ...current, commit: head } })
    git(it.root, "checkout", "-q", "main")
    const { index } = await it.callers("price")
    expect(index).toMatchObject(current)
    expect(index.commit).not.toBe(head)
    git(it.root, "checkout", "-q", "next")
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: { ...current, commit: head } })
    git(it.root, "checkout", "-q", "main")
  }, 60_000)

  test("a cursor of the text before expires", async () => {
    const first = await it.call("grep", { pattern: "price", limit: 1 })
    expect(first.value.next_cursor).toBeDefined()
    write(it.root, "src/cart.ts", `${FILES["src/cart.ts"]}export const later = 1\n`)
    const { value } = await it.call("grep", { pattern: "price", limit: 1, cursor: first.value.next_cursor })
    expect(value.error).toMatchObject({ code: "CursorExpired" })
    write(it.root, "src/cart.ts", FILES["src/cart.ts"]!)
  }, 60_000)

  test("writes nothing into the index, and goes on from one that is recorded meanwhile", async () => {
    const before = readdirSync(join(it.root, ".portolan")).map((name) => [
      name,
      statSync(join(it.root, ".portolan", name)).mtimeMs,
    ])
    write(it.root, "src/cart.ts", `${FILES["src/cart.ts"]}export const other = () => price(3)\n`)
    const made = await it.callers("price")
    expect(made.callers).toEqual(["other", "total"])
    expect(
      readdirSync(join(it.root, ".portolan")).map((name) => [name, statSync(join(it.root, ".portolan", name)).mtimeMs]),
    ).toEqual(before)
    const index = await Effect.runPromise(analyze(it.root, { home: it.home }))
    await Effect.runPromise(index.close)
    // The same bytes, whoever made them.
    expect(await it.callers("price")).toEqual(made)
    write(it.root, "src/cart.ts", FILES["src/cart.ts"]!)
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: current })
  }, 60_000)
})

test("a call that may not wait says what it answers from, and that an update is under way", async () => {
  const it = await shop({ PORTOLAN_LIVE_WAIT_MS: "0" })
  try {
    expect(await it.callers("price")).toMatchObject({ callers: ["total"], index: { freshness: "current" } })
    write(it.root, "src/cart.ts", `${FILES["src/cart.ts"]}export const other = () => price(3)\n`)
    // The first call may be the one that finds out.
    expect(await it.callers("price")).toMatchObject({
      callers: ["total"],
      index: { freshness: "dirty", changed_files: 1 },
    })
    expect(await it.callers("price")).toMatchObject({
      callers: ["total"],
      index: { freshness: "dirty", changed_files: 1, update: "an update is under way" },
    })
    for (;;) {
      const { callers, index } = await it.callers("price")
      if (callers.length === 2) {
        expect(index).not.toHaveProperty("update")
        break
      }
      await Bun.sleep(50)
    }
  } finally {
    await it.close()
  }
}, 60_000)

test("switched off, an answer is of the recorded index and says that it is old", async () => {
  const it = await shop({ PORTOLAN_LIVE: "0" })
  try {
    write(it.root, "src/cart.ts", `${FILES["src/cart.ts"]}export const other = () => price(3)\n`)
    const { callers, index } = await it.callers("price")
    expect(callers).toEqual(["total"])
    expect(index).toMatchObject({ freshness: "dirty", changed_files: 1 })
    expect(index).not.toHaveProperty("update")
  } finally {
    await it.close()
  }
}, 60_000)

test("two servers and a run beside them: each answers on the new text, and the run's index is theirs", async () => {
  const one = await shop({ PORTOLAN_LIVE_WAIT_MS: "20000" })
  const other = await serve({ home: one.home, env: { PORTOLAN_LIVE_WAIT_MS: "20000" } })
  try {
    await one.callers("price")
    await other.call("context", { name: "price" })
    for (let i = 0; i < 3; i++) {
      write(one.root, "src/cart.ts", `${FILES["src/cart.ts"]}export const round${i} = () => price(${i})\n`)
      const [a, { value: b }, index] = await Promise.all([
        one.callers("price"),
        other.call("context", { name: "price" }),
        Effect.runPromise(analyze(one.root, { home: one.home })),
      ])
      await Effect.runPromise(index.close)
      expect(a.callers).toEqual([`round${i}`, "total"])
      expect(b.incoming.calls.map((it: { readonly name: string }) => it.name).sort()).toEqual([`round${i}`, "total"])
      expect([a.index.snapshot, b.index.snapshot]).toEqual([a.index.snapshot, a.index.snapshot])
      expect(await one.callers("price")).toEqual(a)
    }
    expect([...one.errors, ...other.errors]).toEqual([])
  } finally {
    await other.close()
    await one.close()
  }
}, 60_000)
