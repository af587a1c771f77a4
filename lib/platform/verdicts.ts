// Files that a reader came to its end on, remembered from run to run: such a file is never given to the process that
// does the work again. While its content and our code are the same it is named at once, after that it is tried apart.

import { createHash } from "node:crypto"
import * as fs from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { type Failure, FAILURES } from "../indexer/extraction.ts"
import { readRegular } from "./regular.ts"

export interface Verdict {
  /** Path in the repository. */
  readonly path: string
  readonly failure: Failure
  readonly detail: string
}

interface Stored extends Verdict {
  readonly root: string
  /** SHA-256 of the content, in hex. */
  readonly digest: string
  /** Names the code that came to its end. */
  readonly build: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A busy machine can make a good file look guilty: a verdict is looked at again after a day. */
const VALID_MS = 24 * 3600 * 1000
const MOST = 1000

const fileOf = (folder: string): string => join(folder, "failed.json")

const isStored = (value: unknown): value is Stored => {
  const it = value as Partial<Record<keyof Stored, unknown>> | null
  return typeof it === "object" && it !== null &&
    [it.path, it.detail, it.root, it.digest, it.build, it.failure].every((text) => typeof text === "string") &&
    Object.hasOwn(FAILURES, it.failure as string) && typeof it.at === "number"
}

const read = (folder: string): ReadonlyArray<Stored> => {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(fileOf(folder), "utf8"))
    return Array.isArray(value) ? value.filter(isStored) : []
  } catch {
    return []
  }
}

const digestOf = (path: string): string | undefined => {
  try {
    return createHash("sha256").update(readRegular(path)).digest("hex")
  } catch {
    return undefined
  }
}

export interface Known {
  /** Still as they were when they failed. */
  readonly guilty: ReadonlyMap<string, Verdict>
  /** They failed once, and something is different now: to be tried apart. */
  readonly suspects: ReadonlyArray<string>
}

/** What is known of the files of a root. Reads those files, no others. */
export const knownOf = (folder: string, root: string, build: () => string): Known => {
  const guilty = new Map<string, Verdict>()
  const suspects: Array<string> = []
  for (const it of read(folder)) {
    if (it.root !== root) continue
    const fresh = Date.now() - it.at < VALID_MS && it.build === build()
    if (fresh && digestOf(`${root}/${it.path}`) === it.digest) guilty.set(it.path, it)
    else suspects.push(it.path)
  }
  return { guilty, suspects }
}

/**
 * Remembers this run's new verdicts on a root, in place of what was known of the files that it `tried`. That it cannot
 * be written is no failure: the next run finds out for itself.
 */
export const remember = (
  folder: string,
  root: string,
  tried: ReadonlySet<string>,
  verdicts: ReadonlyArray<Verdict>,
  build: () => string,
): void => {
  const before = read(folder)
  const kept = before.filter((it) => it.root !== root || !tried.has(it.path))
  if (verdicts.length === 0 && kept.length === before.length) return
  const added = verdicts.flatMap((verdict): ReadonlyArray<Stored> => {
    const digest = digestOf(`${root}/${verdict.path}`)
    return digest === undefined ? [] : [{ ...verdict, root, digest, build: build(), at: Date.now() }]
  })
  const beside = `${fileOf(folder)}.${process.pid}.tmp`
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(beside, JSON.stringify([...kept, ...added].slice(-MOST)), { mode: 0o600 })
    fs.renameSync(beside, fileOf(folder))
  } catch {
    try {
      fs.rmSync(beside, { force: true })
    } catch {
      // There is nothing to remove where nothing could be written.
    }
  }
}
