// Is a process that left its number behind still the same one? Numbers are given again, in containers almost at once,
// so the time at which a process began belongs to its name where the system tells it.

import { hostname } from "node:os"
import process from "node:process"
import * as Processes from "./processes.ts"

export const host: string = hostname()

/** Of a process that has ended and whose parent has not taken note of it yet: it holds nothing any more. */
const ENDED = "ended"

/** When a process began, in the system's own count; empty where it does not tell. */
const beganOf = (pid: number): string => {
  const stat = Processes.statOf(pid)
  return stat?.state === "Z" || stat?.state === "X" ? ENDED : stat?.began ?? ""
}

/** A process as it is written down. */
export interface Name {
  readonly pid: number
  readonly host: string
  readonly began: string
}

export const own: Name = { pid: process.pid, host, began: beganOf(process.pid) }

/** Is it certainly gone? One of another host, or one that may not be asked about, counts as alive. */
export const isGone = (name: Name): boolean => {
  if (name.host !== host || !Number.isSafeInteger(name.pid) || name.pid <= 0) return false
  const { began } = name.pid === own.pid ? own : { began: beganOf(name.pid) }
  if (began === ENDED) return true
  if (name.began !== "" && began !== "") return name.began !== began
  if (name.pid === own.pid) return false
  try {
    process.kill(name.pid, 0)
    return false
  } catch (cause) {
    return (cause as { readonly code?: string }).code === "ESRCH"
  }
}
