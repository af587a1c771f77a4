// An index made anew because a client asks: by a process of its own that ends with its server, one at a time, whatever
// becomes of who waits. The lock of the list of repositories, which a run needs at its end, holds that process where a
// test wants it.

import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test"
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Lock from "../../lib/platform/lock.ts"
import { analyze, open } from "../../promise.ts"
import * as Server from "../_kit/embedding_server.ts"
import * as Program from "../_kit/program.ts"
import * as Table from "./policy_table.ts"
import * as Served from "./served.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-refresh-")))
const home = join(base, "home")
const shop = join(base, "shop")
const TOOL = "refresh_index"
const children: Array<ChildProcessWithoutNullStreams> = []

const ORDER = `import { price } from "./price"\nexport function total() {\n  return price()\n}\n`

beforeEach(async () => {
  rmSync(shop, { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
  mkdirSync(join(shop, "src"), { recursive: true })
  writeFileSync(join(shop, "src/price.ts"), "export const price = () => 1\n")
  writeFileSync(join(shop, "src/order.ts"), ORDER)
  await (await analyze(shop, { home, workers: 1 })).close()
  appendFileSync(join(shop, "src/order.ts"), "export function twice() {\n  return 2 * total()\n}\n")
})

afterAll(() => {
  for (const child of children) child.kill("SIGKILL")
  rmSync(base, { recursive: true, force: true })
})

const LOCK = join(home, "registry.json.lock")

/** What is recorded of the repository. */
const recorded = () => JSON.parse(readFileSync(join(home, "registry.json"), "utf8")).repositories[0]

const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex")

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly progressToken: number; readonly progress: number; readonly message?: string }
  readonly result?: { readonly isError?: boolean; readonly content: ReadonlyArray<{ readonly text: string }> }
}

const started = (env: Record<string, string> = {}) => {
  const child = spawn(Program.BUN, [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, "mcp"], {
    cwd: base,
    env: { PATH: process.env["PATH"] ?? "", PORTOLAN_HOME: home, PORTOLAN_MCP_ENABLE_REFRESH: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  children.push(child)
  child.stdin.on("error", () => {})
  let rest = ""
  let err = ""
  const messages: Array<Message> = []
  const waiting = new Set<() => void>()
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n")
    rest = lines.pop()!
    messages.push(...lines.map((line) => JSON.parse(line)))
    for (const look of [...waiting]) look()
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => err += text)
  const ended = new Promise<{ code: number | null; err: string }>((done) =>
    child.on("close", (code) => done({ code, err }))
  )
  const until = (fits: (message: Message) => boolean) => {
    const found = new Promise<Message>((done, fail) => {
      const look = () => {
        const found = messages.find(fits)
        if (found === undefined) return
        waiting.delete(look)
        done(found)
      }
      waiting.add(look)
      void ended.then(() => fail(new Error(`the server ended: ${err}`)))
      look()
    })
    // What nobody waits for may never come.
    found.catch(() => {})
    return found
  }
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  let number = 1
  send({
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "0" } },
  })
  send({ method: "notifications/initialized" })
  const begin = (name: string, args: object) => {
    const id = ++number
    send({ id, method: "tools/call", params: { name, arguments: args, _meta: { progressToken: id } } })
    const answer = until((it) => it.id === id).then(({ result }) => JSON.parse(result!.content[0]!.text))
    answer.catch(() => {})
    return {
      id,
      answer,
      /** The run has come to where it needs the lock. */
      atLock: until((it) => it.params?.progressToken === id && it.params.message === "write"),
    }
  }
  const call = (args: object, name = TOOL) => begin(name, args).answer
  const idle = async () => {
    while ((await call({ dry_run: true })).in_progress) await Bun.sleep(100)
  }
  return { begin, call, child, ended, idle, messages, send }
}

/** Numbers of the processes that a process has started. */
const startedBy = (pid: number): ReadonlyArray<number> =>
  readdirSync("/proc").filter((it) => /^\d+$/.test(it)).map(Number).filter((it) => statOf(it)?.[1] === String(pid))

/** What the system tells of a process behind its name: state, parent, …; undefined where there is none. */
const statOf = (pid: number): ReadonlyArray<string> | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  } catch {
    return undefined
  }
}

const isAlive = (pid: number) => {
  const state = statOf(pid)?.[0]
  return state !== undefined && state !== "Z" && state !== "X"
}

const goneWithin = async (pids: ReadonlyArray<number>, ms: number) => {
  const end = Date.now() + ms
  while (pids.some(isAlive) && Date.now() < end) await Bun.sleep(50)
  return pids.filter(isAlive)
}

const held = async <A>(use: () => Promise<A>): Promise<A> => {
  expect(Lock.take(LOCK)).toBe(true)
  try {
    return await use()
  } finally {
    Lock.giveBack(LOCK)
  }
}

/** Where processes tell of themselves. */
const onLinux = test.skipIf(!existsSync("/proc/self/stat"))

describe("a refresh", () => {
  test("embeds as the user has set, and as a server that is asked then compares with", async () => {
    const scope = Effect.runSync(Scope.make())
    try {
      const { url } = await Effect.runPromise(
        Effect.provideService(Server.serve(Server.asOpenAi), Scope.Scope, scope),
      )
      const { call } = started({
        PORTOLAN_EMBEDDER: "openai",
        PORTOLAN_EMBEDDER_URL: url,
        PORTOLAN_EMBEDDER_MODEL: "m",
      })
      expect(await call({ dry_run: true })).toMatchObject({ would_embed: "provider", would_run: true })
      expect(await call({})).toMatchObject({ freshness: "current" })
      const index = await open(shop, { home })
      expect(index.passages!.embedder).toStartWith("openai:m:3")
      await index.close()
      const found = await call({ search_query: "what costs twice as much" }, "query")
      const said: ReadonlyArray<string> = found.completeness.reasons
      expect(said.filter((it) => it.startsWith("without_meanings"))).toEqual([])
    } finally {
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  })

  test("gives the index of the files as they are, with what it was before, and tells how far it is", async () => {
    const { begin, call, child, ended, messages } = started()
    const before = recorded()
    expect(await call({ dry_run: true })).toMatchObject({
      freshness: "dirty",
      last_indexed_files: 2,
      estimated_files: 2,
      would_embed: "local",
      in_progress: false,
      would_run: true,
    })
    expect(recorded()).toEqual(before)
    const { id, answer } = begin(TOOL, {})
    const done = await answer
    const after = recorded()
    // One function more, which calls the other.
    expect(done).toMatchObject({
      indexed_at: after.indexedAt,
      commit: null,
      freshness: "current",
      stats: { files: 2, symbols: 3 },
      previous: { indexed_at: before.indexedAt, commit: null, freshness: "dirty", stats: { files: 2, symbols: 2 } },
      index: { repo: "shop", freshness: "current", snapshot: after.sha256.slice(0, 8) },
      completeness: { status: "exact", reasons: [] },
    })
    expect(done.indexed_at > before.indexedAt).toBe(true)
    expect(sha256(after.snapshot)).toBe(after.sha256)
    const steps = messages.flatMap(({ params }) => params?.progressToken === id ? [params.progress] : [])
    expect(steps.length).toBeGreaterThan(1)
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
    // The same server answers from it.
    const { results } = await call({ name: "total" }, "function")
    expect(results.nodes.map((it: { readonly id: string }) => it.id)).toContain("Function:src/order.ts:twice")
    child.stdin.end()
    expect(await ended).toEqual({ code: 0, err: "" })
  })

  test("writes the same index as analyze does, and nothing else in the repository", async () => {
    const { call, child } = started()
    expect((await call({})).freshness).toBe("current")
    const bytes = sha256(recorded().snapshot)
    expect(readdirSync(shop).sort()).toEqual([".portolan", "src"])
    expect(readdirSync(join(shop, ".portolan")).sort()).toEqual([".gitignore", "graph.snapshot"])
    const other = join(base, "other")
    const index = await analyze(shop, { home: other, workers: 1, storage: "home" })
    expect(sha256(index.place.snapshot)).toBe(bytes)
    await index.close()
    child.stdin.end()
  })

  test("keeps to what the index was asked to hold, and to where it lies", async () => {
    await (await analyze(shop, { home, workers: 1, include: ["src/order.ts"], storage: "home" })).close()
    const before = recorded()
    rmSync(join(shop, ".portolan"), { recursive: true, force: true })
    writeFileSync(join(shop, "src/more.ts"), "export const more = 1\n")
    appendFileSync(join(shop, "src/order.ts"), "export const last = 1\n")
    const { call, child } = started()
    expect(await call({ dry_run: true })).toMatchObject({ estimated_files: 1 })
    expect(await call({})).toMatchObject({ stats: { files: 1, symbols: 3 }, freshness: "current" })
    expect(recorded()).toMatchObject({ asked: { include: ["src/order.ts"] }, snapshot: before.snapshot })
    expect(existsSync(join(shop, ".portolan"))).toBe(false)
    child.stdin.end()
  })

  test("makes an index again that cannot be opened", async () => {
    writeFileSync(recorded().snapshot, "nothing of ours")
    const { call, child } = started()
    expect(await call({ dry_run: true })).toMatchObject({
      freshness: "unknown",
      index: { reason: "its snapshot is not the one that was written here" },
      would_run: true,
    })
    expect(await call({})).toMatchObject({ freshness: "current", previous: { freshness: "unknown" } })
    child.stdin.end()
  })

  onLinux("is one at a time, of all servers, in a process that gives way to others", async () => {
    const one = started()
    const other = started()
    await held(async () => {
      const { answer, atLock } = one.begin(TOOL, {})
      await atLock
      const [pid, ...more] = startedBy(one.child.pid!)
      expect(more).toEqual([])
      // The 17th field behind its state is how nice it is.
      expect(Number(statOf(pid!)![16])).toBeGreaterThan(0)
      for (const server of [one, other]) {
        expect((await server.call({})).error.code).toBe("RefreshRunning")
        expect(await server.call({ dry_run: true })).toMatchObject({
          in_progress: true,
          would_run: false,
          reason: "a refresh of this repository is under way",
        })
        // Meanwhile it answers.
        expect((await server.call({ name: "total" }, "function")).index.repo).toBe("shop")
      }
      Lock.giveBack(LOCK)
      expect(await answer).toMatchObject({ freshness: "current" })
    })
    expect(await other.call({})).toMatchObject({ previous: { freshness: "current" } })
    for (const { child, ended } of [one, other]) {
      child.stdin.end()
      expect((await ended).code).toBe(0)
    }
  })

  test("of two calls at once runs one", async () => {
    const { call, child } = started()
    const answers = await Promise.all([call({}), call({}), call({})])
    expect(answers.map((it) => it.error?.code ?? it.freshness).sort()).toEqual([
      "RefreshRunning",
      "RefreshRunning",
      "current",
    ])
    child.stdin.end()
  })

  test("goes on where the client cancels its call", async () => {
    const { begin, call, child, idle, messages, send } = started()
    await held(async () => {
      const { atLock, id } = begin(TOOL, {})
      await atLock
      send({ method: "notifications/cancelled", params: { requestId: id, reason: "not wanted" } })
      expect((await call({})).error.code).toBe("RefreshRunning")
      expect(messages.filter((it) => it.id === id)).toEqual([])
    })
    await idle()
    expect(recorded().stats.symbols).toBe(3)
    expect(await call({ dry_run: true })).toMatchObject({ freshness: "current", would_run: true })
    child.stdin.end()
  })

  test("goes on where the call may wait no longer", async () => {
    const { call, child, idle } = started({ PORTOLAN_MCP_REFRESH_TIMEOUT_MS: "1500" })
    await held(async () => {
      expect((await call({})).error).toMatchObject({
        code: "RefreshTimedOut",
        message: "Cannot wait longer than 1.5 s: the refresh goes on",
      })
      expect((await call({})).error.code).toBe("RefreshRunning")
    })
    await idle()
    expect(recorded().stats.symbols).toBe(3)
    child.stdin.end()
  })

  for (
    const [how, end] of [
      ["is killed", (child: ChildProcessWithoutNullStreams) => child.kill("SIGKILL")],
      ["is told to end", (child: ChildProcessWithoutNullStreams) => child.kill("SIGTERM")],
      ["loses its client", (child: ChildProcessWithoutNullStreams) => child.stdin.end()],
    ] as const
  ) {
    onLinux(`does not outlive a server that ${how}, and leaves the index as it was`, async () => {
      const before = recorded()
      await held(async () => {
        const { begin, child, ended } = started()
        await begin(TOOL, {}).atLock
        const pids = startedBy(child.pid!)
        expect(pids.length).toBe(1)
        end(child)
        await ended
        expect(await goneWithin(pids, 5_000)).toEqual([])
      })
      expect(recorded()).toEqual(before)
      expect(sha256(before.snapshot)).toBe(before.sha256)
      const { call, child } = started()
      expect(await call({ dry_run: true })).toMatchObject({ in_progress: false, would_run: true })
      expect(await call({})).toMatchObject({ freshness: "current", stats: { symbols: 3 } })
      child.stdin.end()
    })
  }

  test("that finds nothing to index fails with the reason and without a place", async () => {
    rmSync(join(shop, "src"), { recursive: true })
    const { call, child } = started()
    const before = recorded()
    const { error } = await call({})
    expect(error).toMatchObject({ code: "NothingToIndex", message: expect.stringContaining(`"shop"`) })
    expect(JSON.stringify(error)).not.toContain(base)
    expect(recorded()).toEqual(before)
    child.stdin.end()
  })

  test("of a repository that is gone would not run", async () => {
    rmSync(shop, { recursive: true })
    const { call, child } = started()
    expect(await call({ dry_run: true })).toMatchObject({
      would_run: false,
      estimated_files: null,
      reason: "the repository is no longer where it was indexed",
    })
    expect((await call({})).error.message).toBe(
      "Cannot refresh: the repository is no longer where it was indexed",
    )
    child.stdin.end()
  })

  test("that lost the graph is an error, and the index stays", async () => {
    rmSync(join(shop, "src"), { recursive: true })
    writeFileSync(join(shop, "README.md"), "# Shop\n")
    const before = recorded()
    const { call, child } = started()
    expect((await call({})).error).toMatchObject({
      code: "GraphLost",
      message: "Cannot replace the index: the new one has no symbols, the one before has 2",
    })
    expect(recorded()).toEqual(before)
    expect(sha256(before.snapshot)).toBe(before.sha256)
    child.stdin.end()
  })

  test("is there only where it is enabled, and the server writes", async () => {
    const listed = async (env: Record<string, string>) => {
      const { child, send, messages, call } = started(env)
      send({ id: 900, method: "tools/list" })
      const { error } = await call({ dry_run: true })
      while (!messages.some((it) => it.id === 900)) await Bun.sleep(10)
      child.stdin.end()
      const isListed = JSON.stringify(messages.find((it) => it.id === 900)).includes(`"${TOOL}"`)
      return { isListed, code: error?.code }
    }
    expect(await listed({})).toEqual({ isListed: true, code: undefined })
    for (const env of [{ PORTOLAN_MCP_ENABLE_REFRESH: "0" }, { PORTOLAN_MCP_READ_ONLY: "1" }]) {
      expect(await listed(env)).toEqual({ isListed: false, code: "UnknownTool" })
    }
  })
})

describe("which repository is refreshed", () => {
  const homes = { none: join(base, "home-none"), one: join(base, "home-one"), all: join(base, "home-all") }
  const roots = Object.fromEntries(
    Object.entries(Table.REPOSITORIES).map(([key, path]) => [key, join(base, "table", path)]),
  ) as Record<Table.Repository, string>

  beforeAll(async () => {
    mkdirSync(homes.none)
    for (const [name, root] of Object.entries(roots)) {
      mkdirSync(root, { recursive: true })
      writeFileSync(join(root, "a.ts"), `export const ${name} = 1\n`)
      await (await analyze(root, { home: homes.all, workers: 1 })).close()
    }
    await (await analyze(roots.web, { home: homes.one, workers: 1 })).close()
  })

  const longId = (of: Table.Repository) =>
    `${roots[of].split("/").at(-1)}-${createHash("sha256").update(roots[of]).digest("hex").slice(0, 6)}`

  const textOf = (repo: Table.SelectionRow["repo"]) =>
    typeof repo !== "object" ? repo : "path" in repo ? roots[repo.path] : longId(repo.longId)

  const envOf = ({ readOnly, allowed, default: fallback }: Table.PolicyColumn): Record<string, string> => ({
    PORTOLAN_MCP_ENABLE_REFRESH: "1",
    ...(readOnly === undefined ? {} : { PORTOLAN_MCP_READ_ONLY: "1" }),
    ...(allowed === undefined ? {} : { PORTOLAN_MCP_ALLOWED_REPOS: allowed.map((it) => roots[it]).join(",") }),
    ...(fallback === undefined ? {} : { PORTOLAN_MCP_DEFAULT_REPO: roots[fallback] }),
  })

  /** Where the server was started leads no tool that writes. */
  const elsewhere = Table.SELECTIONS.find((row) =>
    row.indexed === "all" && row.repo === undefined && row.inside === undefined
  )!

  test.each(Table.POLICIES.map((policy, column) => ({ ...policy, column })))("$title", async (policy) => {
    for (const row of Table.SELECTIONS) {
      const expected = (row.inside === undefined ? row : elsewhere).outcomes[policy.column]!
      if (expected === "stops" || row.outcomes[policy.column] === "stops") continue
      const cwd = row.inside === undefined ? "/" : roots[row.inside]
      const server = await Served.serve({ home: homes[row.indexed], cwd, env: envOf(policy) })
      const repo = textOf(row.repo)
      const { value } = await server.call(TOOL, { dry_run: true, ...(repo === undefined ? {} : { repo }) })
      const path = (it: Table.Repository) =>
        row.indexed === "one" || !Table.REPOSITORIES[it].includes("/") ? it : undefined
      const reached = value.error?.code ?? value.index.repo
      if (policy.readOnly === true) {
        expect({ row: row.title, reached }).toEqual({ row: row.title, reached: "UnknownTool" })
      } else if (expected in roots) {
        const of = expected as Table.Repository
        expect({ row: row.title, fits: [path(of), longId(of), "api"].includes(reached) })
          .toEqual({ row: row.title, fits: true })
      } else expect({ row: row.title, reached }).toEqual({ row: row.title, reached: expected })
      await server.close()
    }
  })

  test("is one inside of the folders that are allowed", async () => {
    const env = { PORTOLAN_MCP_ENABLE_REFRESH: "1", PORTOLAN_MCP_ALLOWED_ROOTS: join(base, "table", "a") }
    const server = await Served.serve({ home: homes.all, env })
    const outcome = async (of: Table.Repository) =>
      (await server.call(TOOL, { dry_run: true, repo: roots[of] })).value.error?.code
    expect([await outcome("api"), await outcome("web"), await outcome("vault")])
      .toEqual([undefined, "OutsideRoots", "OutsideRoots"])
    await server.close()
  })
})
