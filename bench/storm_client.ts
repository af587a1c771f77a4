// A client of a server of its own, for as long as a storm lasts: it asks, and it looks at what the server's process holds.

import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { source } from "./processes.ts"

export interface Asked {
  readonly text: string
  readonly isError: boolean
}

export interface Client {
  readonly call: (tool: string, input: unknown) => Promise<Asked>
  readonly held: () => Held
  /** Ends the server as a client does that goes away; gives its exit code and what it printed beside the protocol. */
  readonly end: () => Promise<{ readonly code: number | null; readonly printed: string }>
}

/** What the process of a server holds. */
export interface Held {
  readonly megabytes: number
  readonly descriptors: number
  readonly watches: number
  readonly threads: number
}

export const open = async (root: string, home: string): Promise<Client> => {
  const [command, ...before] = source("cli/main.ts")
  const child = spawn(command!, [...before, "mcp"], {
    cwd: root,
    env: { PATH: process.env["PATH"], PORTOLAN_HOME: home },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let printed = ""
  let rest = ""
  let next = 1
  const waiting = new Map<number, (answer: { readonly result?: unknown; readonly error?: unknown }) => void>()
  child.stderr.setEncoding("utf8").on("data", (text: string) => printed += text)
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n")
    rest = lines.pop()!
    for (const line of lines) {
      const answer = JSON.parse(line)
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    }
  })
  child.on("close", () => {
    for (const done of waiting.values()) done({ error: `the server has ended: ${printed}` })
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  const ask = (method: string, params: unknown) => {
    const id = next++
    return new Promise<unknown>((done, fail) => {
      waiting.set(
        id,
        ({ result, error }) => error === undefined ? done(result) : fail(new Error(JSON.stringify(error))),
      )
      send({ id, method, params })
    })
  }
  await ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "storm", version: "0" },
  })
  send({ method: "notifications/initialized" })
  return {
    call: async (tool, input) => {
      const { content, isError = false } = await ask("tools/call", { name: tool, arguments: input }) as {
        readonly content: ReadonlyArray<{ readonly text: string }>
        readonly isError?: boolean
      }
      return { text: content.map(({ text }) => text).join("\n"), isError }
    },
    held: () => heldBy(child.pid!),
    end: () =>
      new Promise((done) => {
        child.on("close", (code) => done({ code, printed }))
        child.stdin.end()
      }),
  }
}

const heldBy = (pid: number): Held => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0)
  const descriptors = readdirSync(`/proc/${pid}/fdinfo`)
  const watches = descriptors.reduce((sum, name) => {
    try {
      return sum + [...readFileSync(`/proc/${pid}/fdinfo/${name}`, "utf8").matchAll(/^inotify/gm)].length
    } catch {
      return sum
    }
  }, 0)
  return {
    megabytes: number("VmRSS") / 1000,
    descriptors: descriptors.length,
    watches,
    threads: number("Threads"),
  }
}
