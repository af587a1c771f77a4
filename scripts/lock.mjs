// A lock between processes: a file that exists while its owner works. It says who holds it and is touched every second,
// so that a lock whose owner died is taken over, whatever machine or container the owner was in.

import { randomUUID } from "node:crypto"
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"

const TOUCHED_EVERY_MS = 1000
const DEAD_AFTER_MS = 30_000
const LOOK_EVERY_MS = 100

/**
 * Runs `use` while no other process runs one under the same lock file.
 *
 * @param path The lock file.
 * @param use What to do; gets `held`, which says whether the lock is still ours.
 * @param onWait Called once with the owner's process id when somebody else holds the lock.
 * @returns What `use` gives.
 */
export const withLock = async (path, use, onWait = () => {}) => {
  const mine = { pid: process.pid, host: hostname(), token: randomUUID() }
  let waited = false
  while (!take(path, mine)) {
    const owner = read(path)
    if (owner !== undefined && isDead(path, owner)) {
      bury(path, owner)
      continue
    }
    if (!waited && owner !== undefined) {
      waited = true
      onWait(owner.pid)
    }
    await new Promise((resume) => setTimeout(resume, LOOK_EVERY_MS))
  }
  const held = () => read(path)?.token === mine.token
  const touch = setInterval(() => {
    if (held()) utimesSync(path, new Date(), new Date())
  }, TOUCHED_EVERY_MS)
  const release = () => {
    clearInterval(touch)
    if (held()) rmSync(path, { force: true })
  }
  process.once("exit", release)
  try {
    return await use(held)
  } finally {
    process.removeListener("exit", release)
    release()
  }
}

/** A link either appears whole or fails because the name is taken: nobody ever reads a half-written lock. */
const take = (path, mine) => {
  const draft = `${path}.${mine.token}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === "EEXIST") return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch (error) {
    if (error.code === "ENOENT") return undefined
    return { pid: 0, host: "", token: "" }
  }
}

const isDead = (path, owner) => {
  try {
    if (Date.now() - statSync(path).mtimeMs > DEAD_AFTER_MS) return true
  } catch {
    return false
  }
  if (owner.host !== hostname()) return false
  try {
    process.kill(owner.pid, 0)
    return false
  } catch (error) {
    return error.code === "ESRCH"
  }
}

/** Two may find the same dead lock: the rename lets one win, and gives back a lock that was taken meanwhile. */
const bury = (path, owner) => {
  const grave = `${path}.${randomUUID()}`
  try {
    renameSync(path, grave)
  } catch {
    return
  }
  if (read(grave)?.token !== owner.token) {
    try {
      linkSync(grave, path)
    } catch { /* a third one has it: the owner sees that it is no longer held */ }
  }
  rmSync(grave, { force: true })
}
