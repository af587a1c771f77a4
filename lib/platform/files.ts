// Files over node:fs, which Bun, Deno and Node all have. Every failure becomes a `PlatformError` with the system's code.

import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { basename, dirname, join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Files from "../machine/files.ts"
import * as Lock from "./lock.ts"
import { readRegular } from "./regular.ts"

const failure = (operation: string, path: string) => (cause: unknown): Files.PlatformError => {
  const error = cause as { readonly code?: unknown; readonly message?: unknown }
  return new Files.PlatformError({
    operation,
    path,
    code: typeof error?.code === "string" ? error.code : "UNKNOWN",
    detail: typeof error?.message === "string" ? error.message : String(cause),
  })
}

const attempt = <A>(operation: string, path: string, run: () => A): Effect.Effect<A, Files.PlatformError> =>
  Effect.try({ try: run, catch: failure(operation, path) })

const kindOf = (entry: fs.Dirent | fs.BigIntStats): Files.FileStat["kind"] =>
  entry.isFile() ? "file" : entry.isDirectory() ? "folder" : entry.isSymbolicLink() ? "link" : "other"

const statOf = (stat: fs.BigIntStats): Files.FileStat => ({
  kind: kindOf(stat),
  size: Number(stat.size),
  modified: stat.mtimeNs,
  changed: stat.ctimeNs,
  inode: stat.ino,
})

/** Plain bytes: the `slice` of a Buffer shares its memory, which no one expects of bytes. */
const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)

/** Views of a snapshot start at multiples of 8, so its bytes must too. */
const aligned = (bytes: Uint8Array): Uint8Array => bytes.byteOffset % 8 === 0 ? plain(bytes) : Uint8Array.from(bytes)

interface BunRuntime {
  readonly mmap: (path: string, options: { readonly shared: boolean }) => Uint8Array
}

const map = (path: string): Uint8Array => {
  const bun = (globalThis as { readonly Bun?: BunRuntime }).Bun
  // A private mapping: a stray write through the view would otherwise change the file.
  if (bun !== undefined && 0 < fs.statSync(path).size) return bun.mmap(path, { shared: false })
  return aligned(fs.readFileSync(path))
}

const NO_BYTES = new Uint8Array(0)

const codeOf = (cause: unknown): string => (cause as { readonly code?: string }).code ?? "UNKNOWN"

/** A file that is mapped as a whole; the collector lets go of the mapping when no view of it is left. */
const mapped = (path: string): Files.Window => {
  const bytes = fs.statSync(path).size === 0 ? NO_BYTES : map(path)
  return {
    size: bytes.length,
    at: (offset, length) => offset + length <= bytes.length ? bytes.subarray(offset, offset + length) : undefined,
  }
}

const readAt = (descriptor: number, offset: number, length: number): Uint8Array | undefined => {
  const bytes = new Uint8Array(length)
  try {
    for (let at = 0; at < length;) {
      const read = fs.readSync(descriptor, bytes, at, length - at, offset + at)
      if (read === 0) return undefined
      at += read
    }
  } catch {
    return undefined
  }
  return bytes
}

const openWindow = (path: string): Effect.Effect<Files.Window, Files.PlatformError, Scope.Scope> =>
  "Bun" in globalThis ? attempt("open", path, () => mapped(path)) : Effect.acquireRelease(
    attempt("open", path, () => fs.openSync(path, "r")),
    (descriptor) => Effect.sync(() => fs.closeSync(descriptor)),
  ).pipe(Effect.flatMap((descriptor) =>
    attempt("open", path, () => ({
      size: fs.fstatSync(descriptor).size,
      at: (offset, length) => readAt(descriptor, offset, length),
    }))
  ))

const openAppender = (path: string): Effect.Effect<Files.Appender, Files.PlatformError, Scope.Scope> =>
  Effect.acquireRelease(
    attempt("open", path, () => fs.openSync(path, "ax", 0o600)),
    (descriptor) => Effect.sync(() => fs.closeSync(descriptor)),
  ).pipe(Effect.map((descriptor) => ({
    append: (bytes) => {
      try {
        writeAll(descriptor, bytes)
        return undefined
      } catch (cause) {
        return codeOf(cause)
      }
    },
  })))

const touch = (path: string): void => {
  const now = new Date()
  fs.utimesSync(path, now, now)
}

const writeAll = (descriptor: number, bytes: Uint8Array): void => {
  let at = 0
  while (at < bytes.length) at += fs.writeSync(descriptor, bytes, at, bytes.length - at)
}

/**
 * A name beside `path` that nothing has. Chance makes it: numbers of processes are given again, and a process that was
 * killed leaves its half-written file behind.
 */
const nameBeside = (path: string): string =>
  join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(6).toString("hex")}.tmp`)

const writeAtomically = (path: string, parts: ReadonlyArray<Uint8Array>): void => {
  const beside = nameBeside(path)
  const descriptor = fs.openSync(beside, "wx", 0o600)
  try {
    try {
      for (const part of parts) writeAll(descriptor, part)
      fs.fsyncSync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
    fs.renameSync(beside, path)
  } catch (cause) {
    fs.rmSync(beside, { force: true })
    throw cause
  }
  flushFolder(dirname(path))
}

/** Makes a rename survive a power cut where the system lets a folder be flushed. */
const flushFolder = (path: string): void => {
  try {
    const descriptor = fs.openSync(path, "r")
    try {
      fs.fsyncSync(descriptor)
    } finally {
      fs.closeSync(descriptor)
    }
  } catch {
    // Windows and some file systems refuse; the rename has happened all the same.
  }
}

const link = (from: string, to: string): void => {
  try {
    fs.linkSync(from, to)
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return
    if (codeOf(cause) === "ENOENT") throw cause
    // Another file system, or one without links.
    writeAtomically(to, [plain(readRegular(from))])
  }
}

const LOCK_POLL_MS = 20

/** Not to be interrupted but while it waits: a lock that was taken is given back. */
const holdLock = (path: string, waitMs: number): Effect.Effect<void, Files.PlatformError> =>
  Effect.gen(function* () {
    for (let waited = 0;; waited += LOCK_POLL_MS) {
      if (yield* attempt("lock", path, () => Lock.take(path))) return
      if (waitMs <= waited) {
        return yield* new Files.PlatformError({
          operation: "lock",
          path,
          code: "ELOCKED",
          detail: Lock.held(path, waitMs),
        })
      }
      yield* Effect.interruptible(Effect.sleep(LOCK_POLL_MS))
    }
  })

export const layer: Layer.Layer<Files.Files> = Layer.succeed(Files.Files, {
  read: (path) => attempt("read", path, () => plain(readRegular(path))),
  map: (path) => attempt("read", path, () => map(path)),
  writeAtomically: (path, parts) => attempt("write", path, () => writeAtomically(path, parts)),
  stat: (path) => attempt("stat", path, () => statOf(fs.lstatSync(path, { bigint: true }))),
  stats: (paths) =>
    Effect.sync(() =>
      paths.map((path) => {
        try {
          const stat = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })
          return stat === undefined ? undefined : statOf(stat)
        } catch {
          return undefined
        }
      })
    ),
  window: openWindow,
  appender: openAppender,
  touch: (path) => attempt("touch", path, () => touch(path)),
  list: (path) =>
    attempt(
      "list",
      path,
      () => fs.readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
    ),
  makeFolder: (path) => attempt("make", path, () => void fs.mkdirSync(path, { recursive: true })),
  remove: (path) => attempt("remove", path, () => fs.rmSync(path, { recursive: true, force: true })),
  link: (from, to) => attempt("link", from, () => link(from, to)),
  rename: (from, to) => attempt("rename", from, () => fs.renameSync(from, to)),
  realPath: (path) => attempt("resolve", path, () => fs.realpathSync.native(path)),
  withLock: (path, waitMs, use) =>
    Effect.acquireUseRelease(
      holdLock(path, waitMs),
      () => use,
      () => Effect.sync(() => Lock.giveBack(path)),
    ),
})
