// A lock between processes: a file that is there while somebody holds it and says who. One whose holder is certainly
// gone is taken over at once; one that may still be held is waited for, and named where the wait was in vain.

import * as fs from "node:fs"
import { basename, dirname, join } from "node:path"
import process from "node:process"
import * as Alive from "./alive.ts"

/** Half-written locks are a moment old; one that stays without a holder was left by a crash. */
const EMPTY_MS = 10_000

/**
 * A lock is held while a file is written: one that another host left so long ago was left by a crash there. Shorter, and
 * clocks that differ could part a lock from its holder.
 */
const FOREIGN_MS = 10 * 60 * 1000

const written = (name: Alive.Name): string => `${name.pid}\n${name.host}\n${name.began}\n`

const holderOf = (content: string): Alive.Name | undefined => {
  const [pid = "", host = "", began = ""] = content.split("\n")
  return /^\d+$/.test(pid) && host !== "" ? { pid: Number(pid), host, began } : undefined
}

/** May it be taken over? */
const isAbandoned = (path: string, content: string): boolean => {
  const age = Date.now() - fs.statSync(path).mtimeMs
  const holder = holderOf(content)
  if (holder === undefined) return EMPTY_MS < age
  return holder.host === Alive.host ? Alive.isGone(holder) : FOREIGN_MS < age
}

/** Writes the lock where there is none; one that could not be written whole, on a full disk, would hold up everybody. */
const make = (path: string): boolean => {
  let descriptor: number
  try {
    descriptor = fs.openSync(path, "wx", 0o600)
  } catch (cause) {
    if ((cause as { readonly code?: string }).code === "EEXIST") return false
    throw cause
  }
  try {
    fs.writeFileSync(descriptor, written(Alive.own))
    return true
  } catch (cause) {
    fs.rmSync(path, { force: true })
    throw cause
  } finally {
    fs.closeSync(descriptor)
  }
}

let moved = 0

/** Takes it where nobody holds it. Throws the system's error where it cannot be written. */
export const take = (path: string): boolean => {
  if (make(path)) return true
  try {
    const content = fs.readFileSync(path, "utf8")
    if (!isAbandoned(path, content)) return false
    // Renaming is what decides between two that both saw the lock abandoned.
    const aside = join(dirname(path), `.${basename(path)}.${process.pid}.${++moved}.tmp`)
    fs.renameSync(path, aside)
    const taken = fs.readFileSync(aside, "utf8")
    if (taken !== content) {
      // Another process was quicker and the lock that moved is its live one: put it back unless a third is there.
      try {
        fs.linkSync(aside, path)
      } catch {
        // A third process holds the name now.
      }
    }
    fs.rmSync(aside, { force: true })
  } catch {
    // It went away between two looks: the next try finds out.
  }
  return false
}

/** Removes it, unless somebody took it over meanwhile: then it is theirs. */
export const giveBack = (path: string): void => {
  try {
    if (fs.readFileSync(path, "utf8") === written(Alive.own)) fs.rmSync(path, { force: true })
  } catch {
    // It is gone already, or cannot be reached: others see that its holder ends.
  }
}

/** Who holds it and what to do about it, for whoever has waited in vain. */
export const held = (path: string, waitedMs: number): string => {
  let holder: Alive.Name | undefined
  try {
    holder = holderOf(fs.readFileSync(path, "utf8"))
  } catch {
    // It cannot be read, or is gone by now.
  }
  const who = holder === undefined
    ? "by somebody"
    : holder.host === Alive.host
    ? `by process ${holder.pid}`
    : `by process ${holder.pid} on ${holder.host}`
  const alternative = holder !== undefined && holder.host === Alive.host
    ? ""
    : ", or delete that file if nothing runs there"
  return `"${path}" is held ${who} for more than ${
    Math.round(waitedMs / 1000)
  } s; try again when it has ended${alternative}`
}
