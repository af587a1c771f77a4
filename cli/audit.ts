// The file of `--audit`: a line of JSON a call. It is written to before anything is served, so that a file which cannot be
// is found out at once; what fails later is told once and stops no answer.

import { appendFileSync, closeSync, constants, fstatSync, fsyncSync, openSync, writeSync } from "node:fs"
import { resolve } from "node:path"
import type { Entry, Sink } from "../lib/serve/audit.ts"

/** The user alone may read what was asked. */
const MODE = 0o600

/**
 * Opens the file and writes that a server starts.
 *
 * Throws an error with a sentence for the user.
 *
 * @param onError Hears of the first line that could not be written.
 */
export const open = (file: string, version: string, onError: (error: Error) => void): Sink => {
  const path = resolve(file)
  const refuse = (why: string) => new Error(`Cannot record calls in ${JSON.stringify(path)}: ${why}`)
  const start = { time: new Date().toISOString(), method: "start", version }
  try {
    // A pipe without a reader would make the opening wait for ever.
    const handle = openSync(
      path,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK,
      MODE,
    )
    try {
      const stat = fstatSync(handle)
      if (stat.isFIFO() || stat.isSocket()) throw refuse("it is no file")
      writeSync(handle, `${JSON.stringify(start)}\n`)
      if (stat.isFile()) fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    if (error instanceof Error && !("code" in error)) throw error
    throw refuse(reasonOf(error))
  }
  let told = false
  return (entry: Entry) => {
    try {
      // Opened for each line: a file that was moved away to be kept is begun anew.
      appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: MODE })
    } catch (error) {
      if (told) return
      told = true
      onError(new Error(`${refuse(reasonOf(error)).message}; calls go on unrecorded until it can be written`))
    }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
  EACCES: "it is not writable",
  EPERM: "it is not writable",
  EROFS: "it is not writable",
  EISDIR: "it is a folder",
  ENOENT: "its folder is not there",
  ENXIO: "it is no file",
}

const reasonOf = (error: unknown): string => {
  const { code = "" } = error as { readonly code?: string }
  return REASONS[code] ?? `the system says ${code}`
}
