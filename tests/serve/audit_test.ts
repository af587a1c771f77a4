// The record of calls: what stands in it, what never does, and what becomes of a file that cannot be written.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as AuditFile from "../../cli/audit.ts"
import type * as Audit from "../../lib/serve/audit.ts"
import { analyze } from "../../promise.ts"
import * as Repo from "../_kit/repo.ts"
import * as Served from "./served.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-audit-")))
const home = join(base, "home")
const kept: Array<Audit.Entry> = []
let server: Awaited<ReturnType<typeof Served.serve>>

beforeAll(async () => {
  const root = join(base, "ledger")
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  await (await analyze(root, { home, workers: 1 })).close()
  server = await Served.serve({ home, audit: (entry) => kept.push(entry) })
})

afterAll(async () => {
  await server.close()
  rmSync(base, { recursive: true, force: true })
})

const last = () => {
  const { time, ms, ...rest } = kept.at(-1)!
  expect(new Date(time).toISOString()).toBe(time)
  expect(ms).toBeGreaterThanOrEqual(0)
  return rest
}

describe("a line", () => {
  test("of a call tells tool, sizes, repository, outcome and size of the answer", async () => {
    const { text } = await server.call("context", { symbol: "Ledger", include_content: true })
    expect(last()).toEqual({
      method: "tools/call",
      name: "context",
      // As JSON: the name with its quotes, and true.
      arguments: { symbol: 8, include_content: 4 },
      unknown_arguments: 0,
      repo: "ledger",
      outcome: "ok",
      bytes: text.length,
    })
  })

  test("of a failure has the error's code; what failed inside of a repository has the repository", async () => {
    await server.call("context", { name: "noSuchThing" })
    expect(last()).toMatchObject({ repo: "ledger", outcome: "SymbolNotFound" })
    await server.call("context", { name: "Ledger", repo: "none" })
    expect(last()).toMatchObject({ repo: null, outcome: "RepoNotFound" })
  })

  test("never holds a value or a name that the client made up", async () => {
    const secret = "hunter2"
    await server.call(secret, { [secret]: secret })
    expect(last()).toMatchObject({ name: null, arguments: {}, unknown_arguments: 1, outcome: "UnknownTool" })
    await server.call("grep", { pattern: secret, [secret]: 1 })
    expect(last()).toMatchObject({ name: "grep", arguments: { pattern: 9 }, unknown_arguments: 1 })
    await server.client.readResource({ uri: `portolan://repo/${secret}/context` }).catch(() => {})
    expect(last()).toMatchObject({ name: "portolan://repo/{name}/context", repo: null, outcome: "missing" })
    await server.client.getPrompt({ name: "detect_impact", arguments: { base_ref: secret } }).catch(() => {})
    expect(last()).toMatchObject({ name: "detect_impact", arguments: { base_ref: 9 }, outcome: "arguments" })
    expect(JSON.stringify(kept)).not.toContain(secret)
  })

  test("is kept of pages and prompts, and of a call that was cancelled", async () => {
    await server.page("portolan://repo/ledger/schema")
    expect(last()).toMatchObject({ method: "resources/read", repo: "ledger", outcome: "ok" })
    await server.client.getPrompt({ name: "generate_map" })
    expect(last()).toMatchObject({ method: "prompts/get", name: "generate_map", repo: "ledger", outcome: "ok" })
  })
})

describe("the file", () => {
  test("is begun at once, for the user alone, and gets a line a call", () => {
    const path = join(base, "calls.jsonl")
    const errors: Array<string> = []
    const sink = AuditFile.open(path, "1.2.3", (error) => errors.push(error.message))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    sink(kept[0]!)
    const lines = readFileSync(path, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line))
    expect(lines).toEqual([{ time: lines[0].time, method: "start", version: "1.2.3" }, kept[0]])
    // Moved away to be kept: a new one is begun. Not writable any more: told once.
    rmSync(path)
    sink(kept[0]!)
    expect(readFileSync(path, "utf8").trimEnd().split("\n").length).toBe(1)
    rmSync(path)
    mkdirSync(path)
    sink(kept[0]!)
    sink(kept[0]!)
    expect(errors).toEqual([
      `Cannot record calls in ${JSON.stringify(path)}: it is a folder; calls go on unrecorded until it can be written`,
    ])
  })

  test.each<[string, string, string]>([
    ["a full disk", "/dev/full", "the disk is full"],
    ["a folder", base, "it is a folder"],
    ["a folder that is not there", join(base, "none/calls"), "its folder is not there"],
  ])("on %s stops the start with words", (_, path, why) => {
    expect(() => AuditFile.open(path, "1", () => {})).toThrow(
      `Cannot record calls in ${JSON.stringify(path)}: ${why}`,
    )
  })
})
