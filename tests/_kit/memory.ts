// A machine in memory: files under a clock that only moves when it is told to, no git, and extraction in this thread. A
// file's times move in steps as those of file systems do, so that two changes can fall into one.

import { createHash } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { batchOf, type Extracted, extractedOf, ExtractionPool } from "../../lib/indexer/extraction.ts"
import { serve, type WorkerMachine } from "../../lib/indexer/worker.ts"
import type { Digest } from "../../lib/machine/digest.ts"
import { Environment } from "../../lib/machine/environment.ts"
import * as Files from "../../lib/machine/files.ts"
import { GitFailed, RunGit } from "../../lib/machine/git.ts"
import { Watching } from "../../lib/machine/watching.ts"
import * as PlatformDigest from "../../lib/platform/digest.ts"
import * as Grammars from "../../lib/platform/grammars.ts"

const STEP_NS = 4_000_000n

interface Node {
  kind: "file" | "link"
  bytes: Uint8Array
  modified: bigint
  changed: bigint
  inode: bigint
  /** Reading it fails with this code. */
  refuses?: string
}

/** Files by absolute path; folders are there as long as something lies in them, or they were made. */
export class Memory {
  readonly nodes = new Map<string, Node>()
  readonly folders = new Set<string>()
  now = 1_800_000_000_000_000_000n
  /** Code with which every writing fails, or undefined. */
  full: string | undefined
  /** Called before a file is read: what changes while a run is on. */
  onRead: ((path: string) => void) | undefined
  /** How often a folder was listed. */
  lists = 0
  /** Files that were extracted, in their order. */
  readonly extracted: Array<string> = []
  #inodes = 1n

  tick(): bigint {
    return this.now - this.now % STEP_NS
  }

  write(path: string, bytes: Uint8Array, kind: Node["kind"] = "file"): void {
    const known = this.nodes.get(path)
    const time = this.tick()
    if (known !== undefined && known.kind === kind) Object.assign(known, { bytes, modified: time, changed: time })
    else this.nodes.set(path, { kind, bytes, modified: time, changed: time, inode: ++this.#inodes })
  }

  /** A new file in place of the old one, as editors do that write beside and rename. */
  replace(path: string, bytes: Uint8Array): void {
    this.nodes.delete(path)
    this.write(path, bytes)
  }

  rename(from: string, to: string): void {
    const moved = [...this.nodes].filter(([path]) => path === from || path.startsWith(`${from}/`))
    for (const [path, node] of moved) {
      this.nodes.delete(path)
      this.nodes.set(to + path.slice(from.length), path === from ? { ...node, changed: this.tick() } : node)
    }
  }

  remove(path: string): void {
    for (const it of [...this.nodes.keys()]) if (it === path || it.startsWith(`${path}/`)) this.nodes.delete(it)
    for (const it of [...this.folders]) if (it === path || it.startsWith(`${path}/`)) this.folders.delete(it)
  }

  read(path: string): Uint8Array | string {
    this.onRead?.(path)
    const node = this.nodes.get(path)
    if (node === undefined) return this.isFolder(path) ? "EISDIR" : "ENOENT"
    return node.refuses ?? node.bytes
  }

  isFolder(path: string): boolean {
    if (this.folders.has(path)) return true
    for (const it of this.nodes.keys()) if (it.startsWith(`${path}/`)) return true
    return false
  }

  stat(path: string): Files.FileStat | undefined {
    const node = this.nodes.get(path)
    if (node !== undefined) {
      const { kind, bytes, modified, changed, inode } = node
      return { kind, size: bytes.length, modified, changed, inode }
    }
    return this.isFolder(path) ? { kind: "folder", size: 0, modified: 0n, changed: 0n, inode: 1n } : undefined
  }

  list(folder: string): ReadonlyArray<Files.FolderEntry> {
    const path = folder.endsWith("/") ? folder.slice(0, -1) : folder
    const entries = new Map<string, Files.FolderEntry>()
    for (const [it, node] of this.nodes) {
      if (!it.startsWith(`${path}/`)) continue
      const [name = "", ...rest] = it.slice(path.length + 1).split("/")
      entries.set(name, { name, kind: rest.length === 0 ? node.kind : "folder" })
    }
    return [...entries.values()]
  }
}

const copy = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)

const files = (memory: Memory): Layer.Layer<Files.Files> => {
  const failed = (operation: string, path: string, code: string) =>
    new Files.PlatformError({ operation, path, code, detail: code })
  const writing = (operation: string, path: string, write: () => void): Effect.Effect<void, Files.PlatformError> =>
    Effect.suspend(() => {
      if (memory.full !== undefined) return Effect.fail(failed(operation, path, memory.full))
      write()
      return Effect.void
    })
  const read = (path: string) =>
    Effect.suspend(() => {
      const bytes = memory.read(path)
      return typeof bytes === "string" ? Effect.fail(failed("read", path, bytes)) : Effect.succeed(copy(bytes))
    })
  return Layer.succeed(Files.Files, {
    read,
    map: read,
    writeAtomically: (path, parts) => writing("write", path, () => memory.replace(path, Buffer.concat(parts))),
    stat: (path) =>
      Effect.suspend(() => {
        const stat = memory.stat(path)
        return stat === undefined ? Effect.fail(failed("stat", path, "ENOENT")) : Effect.succeed(stat)
      }),
    stats: (paths) => Effect.sync(() => paths.map((path) => memory.stat(path))),
    window: (path) =>
      Effect.map(read(path), (bytes) => ({
        size: bytes.length,
        at: (offset, length) => offset + length <= bytes.length ? bytes.slice(offset, offset + length) : undefined,
      })),
    appender: (path) =>
      Effect.as(writing("open", path, () => memory.write(path, new Uint8Array(0))), {
        append: (bytes: Uint8Array) => {
          if (memory.full !== undefined) return memory.full
          memory.write(path, Buffer.concat([memory.nodes.get(path)?.bytes ?? new Uint8Array(0), bytes]))
          return undefined
        },
      }),
    touch: (path) =>
      writing("touch", path, () => memory.write(path, memory.nodes.get(path)?.bytes ?? new Uint8Array())),
    list: (path) =>
      Effect.sync(() => {
        memory.lists++
        return memory.list(path)
      }),
    makeFolder: (path) => writing("make", path, () => memory.folders.add(path)),
    remove: (path) => Effect.sync(() => memory.remove(path)),
    link: (from, to) =>
      Effect.suspend(() => {
        const node = memory.nodes.get(from)
        return node === undefined
          ? Effect.fail(failed("link", from, "ENOENT"))
          : writing("link", from, () => memory.nodes.has(to) || memory.nodes.set(to, node))
      }),
    rename: (from, to) => writing("rename", from, () => memory.rename(from, to)),
    realPath: (path) =>
      Effect.suspend(() =>
        memory.stat(path) === undefined ? Effect.fail(failed("resolve", path, "ENOENT")) : Effect.succeed(path)
      ),
    withLock: (_path, _waitMs, use) => use,
  })
}

/** Extraction in this thread, one file after another. */
const pool = (memory: Memory): Layer.Layer<ExtractionPool> => {
  const machine: WorkerMachine = {
    read: (path, most) => {
      const bytes = memory.read(path)
      return typeof bytes === "string" ? bytes : copy(bytes.subarray(0, most))
    },
    digest: (bytes) => createHash("sha256").update(bytes).digest("hex"),
    grammar: load,
  }
  return Layer.succeed(ExtractionPool, {
    open: (root) => {
      const answer = serve(machine, { root, inFlight: new Int32Array(new SharedArrayBuffer(4)), slot: 0 })
      return Effect.succeed({
        extract: (sources, _onProgress, onAnswer) =>
          Effect.promise(async () => {
            memory.extracted.push(...sources.map(({ path }) => `${root}/${path}`))
            const done = await answer(batchOf(sources.map((_, i) => i), sources))
            return done.rows.map((row, i): Extracted => {
              const given = extractedOf(row, done.buffer)
              return onAnswer?.(i, given) ?? given
            })
          }),
      })
    },
  })
}

const loaded = new Map<string, ReturnType<typeof Grammars.load>>()

/** A grammar costs some milliseconds to load: all runs share it, since they run one after another. */
const load: WorkerMachine["grammar"] = (file) => {
  const known = loaded.get(file) ?? Grammars.load(file)
  loaded.set(file, known)
  return known
}

const clock = (memory: Memory): Clock.Clock => ({
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => Number(memory.now / 1_000_000n),
  unsafeCurrentTimeNanos: () => memory.now,
  currentTimeMillis: Effect.sync(() => Number(memory.now / 1_000_000n)),
  currentTimeNanos: Effect.sync(() => memory.now),
  sleep: () => Effect.void,
})

const environment: Layer.Layer<Environment> = Layer.succeed(Environment, {
  variable: () => undefined,
  stated: () => undefined,
  home: "/home",
  workingFolder: () => "/",
  processors: 1,
  build: () => "this build",
})

const noGit: Layer.Layer<RunGit> = Layer.succeed(
  RunGit,
  (_folder, args) =>
    Effect.fail(new GitFailed({ arguments: args, exitCode: 128, detail: "fatal: not a git repository" })),
)

/** Nothing is told of a memory: whoever wants to know looks. */
const watching: Layer.Layer<Watching> = Layer.succeed(Watching, {
  open: () =>
    Effect.succeed({
      add: () => Effect.succeed("ENOSYS"),
      remove: () => Effect.void,
      heard: Effect.void,
      count: () => 0,
    }),
  most: Effect.succeed(undefined),
  blindness: () => Effect.succeed("it is a memory"),
})

/** All ports over one memory. */
export const machine = (
  memory: Memory,
): Layer.Layer<Files.Files | RunGit | Digest | Environment | ExtractionPool | Watching> =>
  Layer.mergeAll(
    files(memory),
    noGit,
    PlatformDigest.layer,
    environment,
    pool(memory),
    watching,
    Layer.setClock(clock(memory)),
  )
