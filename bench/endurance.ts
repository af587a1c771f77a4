// Does a server stay as it is however long it is asked? `bun bench/endurance.ts [MINUTES]`, by default 2: a session of
// `portolan mcp` over a generated repository is asked in floods, given up on, and sent what no tool takes, round after
// round. Prints its memory; fails where the last quarter takes half as much again as the first half did.

import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { measure, source } from "./processes.ts"
import * as Repository from "./repository.ts"
import { table } from "./table.ts"

const MINUTES = Number(process.argv[2] ?? 2)
const FILES = 1000
const FLOOD = 100

const work = mkdtempSync(join(tmpdir(), "portolan-endurance-"))
const home = join(work, "home")
const root = Repository.layOut(FILES)
await measure([...source("bench/index_once.ts"), root, home, "2"])

const [command, ...before] = source("cli/main.ts")
const child = spawn(command!, [...before, "mcp"], {
  cwd: root,
  env: { PORTOLAN_HOME: home },
  stdio: ["pipe", "pipe", "pipe"],
})
let printed = ""
let rest = ""
let next = 1
const waiting = new Map<number, () => void>()
child.stderr.setEncoding("utf8").on("data", (text: string) => printed += text)
child.stdout.setEncoding("utf8").on("data", (text: string) => {
  const lines = (rest + text).split("\n")
  rest = lines.pop()!
  for (const line of lines) {
    const { id } = JSON.parse(line)
    waiting.get(id)?.()
    waiting.delete(id)
  }
})
const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
const ask = (method: string, params: unknown) => {
  const id = next++
  return new Promise<void>((done) => {
    waiting.set(id, done)
    send({ id, method, params })
  })
}
const call = (name: string, args: unknown) => ask("tools/call", { name, arguments: args })
const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1000

await ask("initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "endurance", version: "0" },
})
send({ method: "notifications/initialized" })

const QUESTIONS: ReadonlyArray<readonly [string, object]> = [
  ["context", { file: "src/part0/m1.ts" }],
  ["query", { search_query: "order" }],
  ["grep", { pattern: "noSuchWord", limit: 5 }],
  ["read_file", { path: "src/part0/m1.ts" }],
  ["list_repos", {}],
  ["context", { name: "x".repeat(100_000) }],
  ["nothing", { nothing: [[[[]]]] }],
]

const began = performance.now()
const memory: Array<number> = []
let calls = 0
while (performance.now() - began < MINUTES * 60_000) {
  const [name, input] = QUESTIONS[memory.length % QUESTIONS.length]!
  await Promise.all(Array.from({ length: FLOOD }, () => call(name, input)))
  // Given up on: they may be answered or not, the server goes on.
  for (let i = 0; i < 50; i++) {
    const id = next++
    send({ id, method: "tools/call", params: { name: "query", arguments: { search_query: "order" } } })
    send({ method: "notifications/cancelled", params: { requestId: id } })
  }
  calls += FLOOD + 50
  memory.push(megabytes())
}
const ended = new Promise<number | null>((done) => child.on("close", done))
child.stdin.end()
const code = await ended
rmSync(work, { recursive: true, force: true })

const most = (from: number, to: number) =>
  Math.max(...memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to)))
const [first, last] = [most(0, 0.5), most(0.75, 1)]
console.log(
  table(["calls", "most MB, first half", "most MB, last quarter", "exit code", "printed"], [
    [String(calls), first.toFixed(0), last.toFixed(0), String(code), printed === "" ? "nothing" : printed.slice(0, 80)],
  ]),
)
process.exitCode = last < first * 1.5 && code === 0 && printed === "" ? 0 : 1
