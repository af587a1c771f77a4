// How this program starts itself for a job that wants a process of its own. Our own executable becomes that process by a
// word. An executable that somebody else made with this library inside does not know the word, so it has to be said that
// this one does; elsewhere the runtime that runs us runs the job's own file. Nothing of a repository is run by it.

import { devNull } from "node:os"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** What other processes are started for, and what Deno has to let each do. */
const JOBS = {
  /** Reads files that may end the process that reads them. */
  read: { entry: "apart_entry", permissions: ["read", "env", "sys"] },
  /** Makes an index. */
  analyze: { entry: "analysis_entry", permissions: ["read", "write", "env", "sys", "run", "ffi"] },
} as const

export type Job = keyof typeof JOBS

export type Words = Readonly<Record<Job, string>>

let words: Words | undefined

/** To be called by a program that does a job when its first argument is the word for it. */
export const answersTo = (said: Words): void => {
  words = said
}

export interface Command {
  readonly program: string
  readonly args: ReadonlyArray<string>
}

const EMBEDDED = /[/\\](\$bunfs|~BUN)[/\\]/.test(import.meta.url)

/** How this runtime starts the other process; undefined where it cannot. */
export const command = (job: Job): Command | undefined => {
  const program = process.execPath
  if (EMBEDDED) return words === undefined ? undefined : { program, args: [words[job]] }
  const { entry, permissions } = JOBS[job]
  const file = new URL(`./${entry}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  if (file.protocol !== "file:") return undefined
  const path = fileURLToPath(file)
  const { bun, deno, electron } = process.versions as Readonly<Record<string, string | undefined>>
  if (electron !== undefined) return undefined
  if (bun !== undefined) return { program, args: [`--config=${devNull}`, "--no-env-file", "--no-install", path] }
  if (deno !== undefined) {
    return { program, args: ["run", "--quiet", "--no-prompt", ...permissions.map((it) => `--allow-${it}`), path] }
  }
  return { program, args: [path] }
}
