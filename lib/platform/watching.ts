// Watching over node:fs, which asks Linux for one inotify watch a folder. What the runtimes do beyond their documents was
// tried (Bun 1.4.5 from source and compiled, Node 20.20.2, Deno 2.9.6; `tests/platform/watching_test.ts` holds it):
//
// - A queue that overflows (16,384 events by default) is told by Bun as an event without a name, by Node not at all. It is
//   full when it overflows, so as many events in one turn as half a queue are taken for one.
// - Deno drops events without a word when many come at once (23 of 8,192 arrived), names those of folders further down by
//   their last part alone, and ends the watch of a folder in which a name is no UTF-8. There every event counts as missed
//   ones: the event itself does arrive.
// - Bun and Deno know watches by path. While one is open, another one of the same path hears what happens in the folder
//   that the first was made for, though that one has moved away: the old one is closed first. Deno closes later, so that
//   one which is opened in the same turn is dead.
// - Bun leaves out an event that is the same as the one before, in name and kind, and comes within about 2 ms of it: who
//   has looked at the file in between would never know. What was told is told again once, a little later.
// - A folder that is renamed or removed tells its own last name, as if it were an entry of itself. A watch goes with a
//   folder that is renamed, and nothing is told where one further up was.
// - An editor that writes beside and renames is two names: the other one, and the one that is meant.
// - Deno takes no notice of `persistent: false` and keeps the process alive.

import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Hear, type Watched, Watching } from "../machine/watching.ts"

const IS_DENO = "Deno" in globalThis
const IS_BUN = "Bun" in globalThis

/** Deno has closed a watch by then. */
const CLOSED_AFTER_MS = 50

/** Everyone who listens: a queue that overflows belongs to the whole process. */
const listeners = new Set<Hear>()

const numberIn = (path: string): number | undefined => {
  try {
    const number = Number(fs.readFileSync(path, "utf8"))
    return Number.isSafeInteger(number) && 0 < number ? number : undefined
  } catch {
    return undefined
  }
}

const QUEUE = "/proc/sys/fs/inotify/max_queued_events"

/** Events in one turn at which some may have been dropped. */
let mostInTurn: number | undefined
let inTurn = 0

const count = (): void => {
  if (inTurn++ === 0) setImmediate(() => inTurn = 0)
  mostInTurn ??= Math.max(2, Math.floor((numberIn(QUEUE) ?? 16_384) / 2))
  if (inTurn % mostInTurn === 0) missed()
}

const missed = (): void => {
  for (const { missed } of [...listeners]) missed()
}

const codeOf = (cause: unknown): string => (cause as { readonly code?: string }).code ?? "UNKNOWN"

const reasonOf = (cause: unknown): string => {
  const { code, message } = cause as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(cause)
}

const watch = (folder: string, hear: Hear, again: (folder: string, name: string) => void): fs.FSWatcher | string => {
  try {
    // A link, or what else stands there, would be followed or waited for.
    if (!fs.lstatSync(folder).isDirectory()) return "ENOTDIR"
    const watcher = fs.watch(folder, { persistent: false, recursive: false }, (_event, name) => {
      count()
      if (IS_DENO) hear.missed()
      else if (name === null || name === "") missed()
      else {
        hear.changed(folder, name)
        if (IS_BUN) again(folder, name)
      }
    })
    watcher.on("error", (cause) => hear.lost(folder, reasonOf(cause)))
    if (IS_DENO) watcher.unref()
    return watcher
  } catch (cause) {
    return codeOf(cause)
  }
}

/** Bun leaves nothing out any more by then. */
const AGAIN_MS = 10

type Names = Map<string, Set<string>>

/** Tells everything once more, no sooner than `AGAIN_MS` after it was told last. */
const repeating = (hear: Hear) => {
  /** Told since the last turn, and since the one before that. */
  let young: Names = new Map()
  let old: Names = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  const turn = () => {
    const [due, later] = [old, young]
    old = young
    young = new Map()
    timer = later.size === 0 ? undefined : setTimeout(turn, AGAIN_MS)
    // What was told again since then is due in the next turn.
    for (const [folder, names] of due) {
      for (const name of names) if (later.get(folder)?.has(name) !== true) hear.changed(folder, name)
    }
  }
  const again = (folder: string, name: string): void => {
    const names = young.get(folder)
    if (names === undefined) young.set(folder, new Set([name]))
    else names.add(name)
    timer ??= setTimeout(turn, AGAIN_MS)
  }
  return { again, stop: () => clearTimeout(timer) }
}

/** A mark is heard by then, or it will not be. */
const HEARD_WITHIN_MS = 250
/** Marks that follow each other faster may be taken for one. */
const APART_MS = 4
const MOMENT_MS = 20
/** Bun tells what it has read in one go folder by folder, and not in the order in which it happened. */
const BEHIND_MS = IS_BUN ? 2 : 0

/**
 * A file of ours that is watched beside the folders, so that what is told of it comes behind all that happened before. It
 * has no name any more: nothing is left of it, whatever becomes of this process.
 */
const markOf = () => {
  if (process.platform !== "linux" || IS_DENO) return undefined
  const path = join(tmpdir(), `portolan-mark-${process.pid}-${++marks}`)
  let descriptor: number | undefined
  try {
    descriptor = fs.openSync(path, "wx", 0o600)
    let hear = () => {}
    const watcher = fs.watch(path, { persistent: false }, () => hear())
    watcher.on("error", () => {})
    fs.unlinkSync(path)
    const file = descriptor
    let last = performance.now()
    const make = Effect.async<void>((done) => {
      const end = () => done(Effect.void)
      const late = setTimeout(end, HEARD_WITHIN_MS)
      hear = () => {
        clearTimeout(late)
        setTimeout(end, BEHIND_MS)
      }
      last = performance.now()
      fs.futimesSync(file, last, last)
    })
    // Several who wait at once wait for one another: each needs a mark that was made after it began.
    const turn = Effect.unsafeMakeSemaphore(1)
    const heard = turn.withPermits(1)(
      Effect.suspend(() => Effect.zipRight(Effect.sleep(Math.max(0, APART_MS - (performance.now() - last))), make)),
    )
    const close = () => {
      watcher.close()
      fs.closeSync(file)
    }
    return { heard, close }
  } catch {
    if (descriptor !== undefined) fs.closeSync(descriptor)
    return undefined
  }
}

let marks = 0

const make = (hear: Hear) => {
  const watches = new Map<string, fs.FSWatcher>()
  const { again, stop } = repeating(hear)
  const mark = markOf()
  /** When a path was closed, in Deno. */
  const closed = new Map<string, number>()

  const remove = (folder: string): void => {
    const known = watches.get(folder)
    if (known === undefined) return
    watches.delete(folder)
    known.close()
    if (IS_DENO) closed.set(folder, performance.now())
  }

  const open = (folder: string): string | undefined => {
    const made = watch(folder, hear, again)
    if (typeof made === "string") return made
    watches.set(folder, made)
    return undefined
  }

  const add = (folder: string): Effect.Effect<string | undefined> =>
    Effect.suspend(() => {
      remove(folder)
      const since = performance.now() - (closed.get(folder) ?? -Infinity)
      closed.delete(folder)
      return since < CLOSED_AFTER_MS
        ? Effect.delay(Effect.sync(() => open(folder)), CLOSED_AFTER_MS - since)
        : Effect.sync(() => open(folder))
    })

  const close = (): void => {
    listeners.delete(hear)
    stop()
    mark?.close()
    for (const it of watches.values()) it.close()
    watches.clear()
  }

  listeners.add(hear)
  const watched: Watched = {
    add,
    remove: (folder) => Effect.sync(() => remove(folder)),
    heard: mark?.heard ?? Effect.sleep(MOMENT_MS),
    count: () => watches.size,
  }
  return { watched, close }
}

/** The second one counts for a user of a container. */
const LIMITS = ["/proc/sys/fs/inotify/max_user_watches", "/proc/sys/user/max_inotify_watches"]

const most = (): number | undefined => {
  const known = LIMITS.map(numberIn).filter((it) => it !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** File systems whose files others change, by the number that Linux gives their kind. */
const REMOTE: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB2",
  0x01021997: "9P",
  0x65735546: "FUSE",
  0x5346414f: "AFS",
  0x00c36400: "Ceph",
  0x73757245: "Coda",
  0x786f4256: "a shared folder of VirtualBox",
  0xbacbacbc: "a shared folder of VMware",
  0x0bd00bd0: "Lustre",
  0x47504653: "GPFS",
  0x01161970: "GFS2",
  0x7461636f: "OCFS2",
}

const blindness = (folder: string): string | undefined => {
  if (process.platform !== "linux") return undefined
  try {
    const name = REMOTE[fs.statfsSync(folder).type >>> 0]
    return name === undefined
      ? undefined
      : `it lies on ${name}, where others may change files without the system's notice`
  } catch {
    return undefined
  }
}

export const layer: Layer.Layer<Watching> = Layer.succeed(Watching, {
  open: (hear) =>
    Effect.map(
      Effect.acquireRelease(Effect.sync(() => make(hear)), ({ close }) => Effect.sync(close)),
      ({ watched }) => watched,
    ),
  most: Effect.sync(most),
  blindness: (folder) => Effect.sync(() => blindness(folder)),
})
