// Texts of a commit, read from git's objects. Git is asked for some hundred files at a time: who looks into one that is
// not read as a language mostly looks into those beside it too.

import * as Effect from "effect/Effect"
import type { Digest } from "../machine/digest.ts"
import { RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"

export interface Blob {
  readonly bytes: Uint8Array
  /** SHA-256 of the bytes. */
  readonly digest: string
}

export interface Blobs {
  /** The file at a path below the root; undefined where the commit has none, or none that can be read. */
  readonly read: (path: string) => Effect.Effect<Blob | undefined>
}

/** Files that one process of git is asked for, and the bytes that it may answer with. */
const AT_ONCE = 200
const MOST_BYTES = 16_000_000

/** The largest that is read at all. */
const LARGEST = 20_000_000

/** Bytes of texts that are kept for whoever asks next. */
const KEPT_BYTES = 32_000_000

/** @param digests By path: SHA-256 of what was indexed, null where a content is no part of the index. */
export const make = Effect.fnUntraced(function* (
  root: string,
  commit: string,
  digests: ReadonlyMap<string, string | null>,
  { sha256 }: typeof Digest.Service,
) {
  const git = yield* RunGit
  const prefix = new TextDecoder().decode(
    yield* Effect.orElseSucceed(git(root, ["rev-parse", "--show-prefix"]), () => new Uint8Array(0)),
  ).trimEnd()
  const others = [...digests].flatMap(([path, digest]) => digest === null ? [path] : []).sort(Path.compare)
  const kept = new Map<string, Blob | undefined>()
  let bytes = 0

  /** A checkout may have its line ends turned; what was indexed tells whether it had. */
  const asIndexed = (path: string, content: Uint8Array): Blob => {
    const indexed = digests.get(path)
    const digest = sha256(content)
    if (typeof indexed !== "string" || indexed === digest) return { bytes: content, digest }
    const turned = withReturns(content)
    const other = sha256(turned)
    return indexed === other ? { bytes: turned, digest: other } : { bytes: content, digest }
  }

  const keep = (path: string, blob: Blob | undefined) => {
    kept.set(path, blob)
    bytes += blob?.bytes.length ?? 0
    for (const [first, old] of kept) {
      if (bytes <= KEPT_BYTES) break
      kept.delete(first)
      bytes -= old?.bytes.length ?? 0
    }
  }

  const fetch = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
    const names = paths.filter((path) => !/[\n\0]/.test(path))
    const input = (of: ReadonlyArray<string>) => new TextEncoder().encode(of.map((it) => `${it}\n`).join(""))
    const checked = yield* git(
      root,
      ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)"],
      input(names.map((path) => `${commit}:${prefix}${path}`)),
    )
    const objects: Array<readonly [path: string, object: string]> = []
    let sum = 0
    new TextDecoder().decode(checked).split("\n").slice(0, names.length).forEach((row, i) => {
      const [object = "", type, size] = row.split(" ")
      if (type !== "blob" || LARGEST < Number(size)) return keep(names[i]!, undefined)
      // The first is what was asked for.
      if (0 < i && MOST_BYTES < sum + Number(size)) return
      sum += Number(size)
      objects.push([names[i]!, object])
    })
    if (objects.length === 0) return
    const answer = yield* git(root, ["cat-file", "--batch=%(objectsize)"], input(objects.map(([, object]) => object)))
    let at = 0
    for (const [path] of objects) {
      const end = answer.indexOf(10, at)
      const size = Number(new TextDecoder().decode(answer.subarray(at, end)))
      if (end === -1 || !Number.isInteger(size)) return
      // A copy: the whole answer would live as long as one of its files.
      keep(path, asIndexed(path, new Uint8Array(answer.subarray(end + 1, end + 1 + size))))
      at = end + 1 + size + 1
    }
  })

  const read = Effect.fnUntraced(function* (path: string) {
    if (kept.has(path)) return kept.get(path)
    const at = digests.get(path) === null ? others.indexOf(path) : -1
    const wanted = at === -1 ? [path] : others.slice(at, at + AT_ONCE).filter((it) => !kept.has(it))
    yield* Effect.ignore(fetch(wanted))
    return kept.get(path)
  })

  return { read } satisfies Blobs
})

const [LINE_FEED, RETURN] = [10, 13]

/** `\n` as `\r\n`. */
const withReturns = (bytes: Uint8Array): Uint8Array => {
  let count = 0
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_FEED) count++
  const turned = new Uint8Array(bytes.length + count)
  let next = 0
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === LINE_FEED && bytes[i - 1] !== RETURN) turned[next++] = RETURN
    turned[next++] = bytes[i]!
  }
  return turned.subarray(0, next)
}
