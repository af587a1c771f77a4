// `portolan mcp`: a session of the Model Context Protocol on the standard streams. The output carries protocol only:
// everything else that is printed anywhere goes to the error stream.

import { existsSync } from "node:fs"
import { homedir } from "node:os"
import process from "node:process"
import * as Stdio from "../lib/serve/stdio.ts"
import type { Typed } from "../lib/workspace/config.ts"
import * as HomePath from "../lib/workspace/home_path.ts"
import * as Argv from "./argv.ts"
import { EXIT, type Exit } from "./command.ts"
import { mcp } from "./commands/mcp.ts"
import * as Screen from "./terminal.ts"
import { VERSION } from "./version.ts"

/** Serves until the client is gone. */
export const main = async (words: ReadonlyArray<string>): Promise<Exit> => {
  const read = Argv.read(mcp, words)
  if (read._tag === "refused") return Argv.refuse(mcp.name, read.why)
  if (read._tag === "help") {
    const everything = await import("./everything.ts")
    return everything.main([mcp.name, "--help"])
  }
  const value = (key: string) => read.typed.flags.findLast((it) => it.flag.key === key)
  const profile = value("tools")?.value
  const structured = value("structured") !== undefined
  const complexity = value("maxQueryComplexity")?.value
  const vectorIndex = value("vectorIndex")?.value
  const audit = value("audit")?.value
  const db = value("db")?.value
  const typed: Typed = {
    ...(value("readOnly") === undefined ? {} : { readOnly: { flag: "read-only", text: "1" } }),
    ...(db === undefined ? {} : { db: { flag: "db", text: db } }),
    ...(vectorIndex === undefined ? {} : { vectorIndex: { flag: "vector-index", text: vectorIndex } }),
    ...(complexity === undefined ? {} : { maxQueryComplexity: { flag: "max-query-complexity", text: complexity } }),
  }
  console.log = console.info = console.debug = console.error
  const onError = (error: unknown) => Screen.err.write(`${error instanceof Error ? error.message : String(error)}\n`)
  let dispose = () => Promise.resolve()
  const surface = async () => {
    const { load } = await import("./surface.ts")
    const loaded = await load({ profile, structured, typed, audit, onError }).catch((error) => {
      // What cannot be served as asked is not served at all.
      Screen.complain(error instanceof Error ? error.message : String(error))
      process.exit(EXIT.usage)
    })
    dispose = loaded.dispose
    return loaded.surface
  }
  // The client is answered before anything is loaded, save where something is set that may make no sense: that is found
  // out before it is promised a server.
  const mayBeWrong = audit !== undefined || Object.keys(typed).length > 0 || isAnythingSet()
  const ready = mayBeWrong ? await surface() : undefined
  await Stdio.serve({ input: process.stdin, output: process.stdout }, {
    version: VERSION,
    onError,
    surface: ready === undefined ? surface : () => Promise.resolve(ready),
  }, asked())
  await dispose()
  // Whatever still waits somewhere must not outlive the client.
  process.exit(EXIT.ok)
}

/** Is there a variable or a settings file of ours? */
const isAnythingSet = (): boolean =>
  Object.keys(process.env).some((name) => name.startsWith("PORTOLAN_") && name !== "PORTOLAN_HOME") ||
  existsSync(`${
    HomePath.of({
      variable: (name) => process.env[name] || undefined,
      home: homedir(),
      workingFolder: () => process.cwd(),
    })
  }/config.toml`)

/** Settles when the process is told to end. */
const asked = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => done())
  })
