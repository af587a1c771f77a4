// What a run is reading, noted in a file that outlives it: a file that takes the whole process with it is found by the
// next run. Each worker writes the path it reads into a record of its own, without a flush: a process that is killed
// leaves what it wrote to the system, and a power cut is no file's fault.

import * as fs from "node:fs"
import { join } from "node:path"
import * as Alive from "./alive.ts"

/** Bytes before the first record: who runs, as one line of JSON, then zeros. */
const HEAD = 16_384
/** Bytes of a record: a path that ends with a zero. A path that may be longer is not noted, and blames no file. */
const RECORD = 4_352

const ENDING = ".run"

/** Journals of other repositories' dead runs are kept so long for the next run there. */
const KEPT_MS = 14 * 24 * 3600 * 1000
/** One of another host that was not written to for so long belongs to a dead run: no file takes so long. */
const SILENT_MS = 15 * 60 * 1000

interface Head extends Alive.Name {
  readonly root: string
}

const encoder = new TextEncoder()

export interface Journal {
  readonly path: string
  /** Clears a record whose worker is gone. */
  readonly clear: (record: number) => void
  /** Removes the journal: the run has come to its end. */
  readonly close: () => void
}

let opened = 0

/** Begins a run's journal; undefined where it cannot be written, for a run without one is better than none. */
export const open = (folder: string, root: string): Journal | undefined => {
  try {
    fs.mkdirSync(folder, { recursive: true })
    const path = join(folder, `${Alive.own.pid}-${Date.now()}-${++opened}${ENDING}`)
    const bytes = encoder.encode(`${JSON.stringify({ ...Alive.own, root } satisfies Head)}\n`)
    if (HEAD < bytes.length) return undefined
    const descriptor = fs.openSync(path, "wx", 0o600)
    try {
      fs.writeSync(descriptor, bytes)
    } catch {
      fs.closeSync(descriptor)
      fs.rmSync(path, { force: true })
      return undefined
    }
    let closed = false
    return {
      path,
      clear: (record) => {
        if (!closed) write(descriptor, record, "")
      },
      close: () => {
        if (closed) return
        closed = true
        fs.closeSync(descriptor)
        fs.rmSync(path, { force: true })
      },
    }
  } catch {
    return undefined
  }
}

const write = (descriptor: number, record: number, path: string): void => {
  try {
    const bytes = encoder.encode(`${path}\0`)
    fs.writeSync(descriptor, bytes, 0, bytes.length, HEAD + record * RECORD)
  } catch {
    // A full disk: the run goes on without the note.
  }
}

/** What a worker tells its reading to. Costs a write of some bytes a file. */
export const recordOf = (path: string, record: number): (path: string | undefined) => void => {
  let descriptor: number | undefined
  try {
    descriptor = fs.openSync(path, "r+")
  } catch {
    return () => {}
  }
  const held = descriptor
  return (reading = "") => {
    write(held, record, reading.length < RECORD / 4 ? reading : "")
  }
}

export interface Found {
  /** Paths that were being read when earlier runs on this root were killed; most of them are innocent. */
  readonly suspects: ReadonlyArray<string>
  /** Removes those runs' journals, once it is known what is to be thought of the suspects. */
  readonly settle: () => void
}

/** Looks through the journals of dead runs; sweeps those that say nothing. */
export const find = (folder: string, root: string): Found => {
  const suspects = new Set<string>()
  const read: Array<string> = []
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    const journal = readJournal(path)
    if (journal === "alive") continue
    if (journal === "useless" || journal.paths.length === 0) remove(path)
    else if (journal.root === root) {
      read.push(path)
      for (const suspect of journal.paths) suspects.add(suspect)
    } else if (KEPT_MS < journal.age) remove(path)
  }
  return { suspects: [...suspects].sort(), settle: () => read.forEach(remove) }
}

const namesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return fs.readdirSync(folder).filter((name) => name.endsWith(ENDING)).sort()
  } catch {
    return []
  }
}

const remove = (path: string): void => {
  try {
    fs.rmSync(path, { force: true })
  } catch {
    // It is looked at again by the next run.
  }
}

interface DeadRun {
  readonly root: string
  readonly paths: ReadonlyArray<string>
  /** Milliseconds since it was last written to. */
  readonly age: number
}

/** Far more records than a run has workers. */
const LARGEST = HEAD + 10_000 * RECORD

const readJournal = (path: string): DeadRun | "alive" | "useless" => {
  try {
    const stat = fs.lstatSync(path)
    if (!stat.isFile() || LARGEST < stat.size) return "useless"
    const age = Date.now() - stat.mtimeMs
    const bytes = fs.readFileSync(path)
    const head = headOf(bytes)
    // Between its making and its first line a journal says nothing.
    if (head === undefined) return age < SILENT_MS ? "alive" : "useless"
    const gone = head.host === Alive.host ? Alive.isGone(head) : SILENT_MS < age
    if (!gone) return "alive"
    const paths: Array<string> = []
    for (let at = HEAD; at < bytes.length; at += RECORD) {
      const record = bytes.subarray(at, at + RECORD)
      const end = record.indexOf(0)
      if (0 < end) paths.push(new TextDecoder().decode(record.subarray(0, end)))
    }
    return { root: head.root, paths, age }
  } catch {
    return "alive"
  }
}

const headOf = (bytes: Uint8Array): Head | undefined => {
  const end = bytes.subarray(0, HEAD).indexOf(10)
  if (end < 0) return undefined
  try {
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Partial<Record<keyof Head, unknown>>
    const { pid, host, began, root } = head
    const known = typeof pid === "number" && typeof host === "string" && typeof began === "string" &&
      typeof root === "string"
    return known ? { pid, host, began, root } : undefined
  } catch {
    return undefined
  }
}
