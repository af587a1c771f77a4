// What Linux tells of a process beside its number.

import { readFileSync } from "node:fs"

export interface Stat {
  /** One letter: `S` sleeps, `Z` has ended and its parent has not taken note of it yet. */
  readonly state: string
  /** Time of the processor in its own code and in the system's, as decimal text in the system's unit. */
  readonly own: string
  readonly system: string
  /** When it began, in the system's own count. */
  readonly began: string
}

/** Undefined where there is no such process, or a system that does not tell. */
export const statOf = (pid: number): Stat | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The second field is the program's name in brackets and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const [state = "", own = "", system = "", began = ""] = [fields[0], fields[11], fields[12], fields[19]]
    return { state, own, system, began }
  } catch {
    return undefined
  }
}
