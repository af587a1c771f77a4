// A process that works hard once and ends gains nothing from what an engine does for programs that run for hours: its
// last compiler never earns back what it costs (a fifth of an index's processor time was measured), and a collector that
// reckons with all of the machine's memory leaves garbage lie. Bun's engine takes such settings from the environment at
// its start only, so the process starts itself anew in its own place: same number, same streams, some ten milliseconds.

import process from "node:process"

/** What the engine is told. A setting that the user made stays. */
export const SETTINGS: Readonly<Record<string, string>> = {
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_forceRAMSize: "1000000000",
}

/** The first setting, present in a process that was started anew. */
const MARK = "BUN_JSC_useFTLJIT"

interface Replaceable {
  readonly execve?: (file: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => void
}

/** Inside an executable the program is no argument of its own. */
const EMBEDDED = /[/\\](\$bunfs|~BUN)[/\\]/.test(import.meta.url)

/**
 * Starts this process anew with the engine set for one hard run, unless it is so already, runs under another engine or
 * the system cannot. To be called before anything is done or printed.
 */
export const becomeOneShot = (): void => {
  const { execve } = process as Replaceable
  if (process.versions["bun"] === undefined || execve === undefined || process.env[MARK] !== undefined) return
  const env: Record<string, string> = { ...SETTINGS }
  for (const [name, value] of Object.entries(process.env)) if (value !== undefined) env[name] = value
  const program = EMBEDDED ? [] : [...process.execArgv, process.argv[1]!]
  try {
    execve.call(process, process.execPath, [process.argv0, ...program, ...process.argv.slice(2)], env)
  } catch {
    // It goes on as it is: the result is the same, later.
  }
}
