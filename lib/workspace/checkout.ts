// The files of a repository as they are now. Only what the scan lists is ever read, by a path that stays inside by real
// path too; git's own folder, ignored files and key material are never served. A private key inside of another text is
// stars.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Digest } from "../machine/digest.ts"
import * as Files from "../machine/files.ts"
import * as Nearest from "../search/nearest.ts"
import * as Decode from "../text/decode.ts"
import * as Path from "../text/path.ts"
import * as Secrets from "../text/secrets.ts"

/** A file is not served, and why. */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", {
  path: Schema.String,
  reason: Schema.Literal("outside", "unlisted", "folder", "gone", "link", "binary", "secret", "large", "unreadable"),
  candidates: Schema.optional(Schema.Array(Schema.String)),
}) {
  override get message() {
    return `Cannot read ${JSON.stringify(this.path)}: ${REASONS[this.reason]}`
  }
  get hint() {
    if (this.candidates === undefined || this.candidates.length === 0) return HINTS[this.reason]
    return this.reason === "folder" ? "Files of it are the candidates" : "Near by name are the candidates"
  }
}

const REASONS = {
  outside: "it does not lie in the repository",
  unlisted: "no file of that path belongs to the repository, or it is ignored",
  folder: "it is a folder",
  gone: "it was removed since the index was built",
  link: "it is a link now",
  binary: "it is not text",
  secret: "key material is not served",
  large: "it is larger than 20 MB",
  unreadable: "the system does not let it be read",
} as const

const HINTS: Record<keyof typeof REASONS, string | undefined> = {
  outside: "Paths are relative to the root of the repository",
  unlisted: undefined,
  folder: undefined,
  gone: "Run portolan analyze to renew the index",
  link: undefined,
  binary: undefined,
  secret: undefined,
  large: undefined,
  unreadable: undefined,
}

/** Files of a folder, its own before those of folders in it; none where no listed path leads through it. */
export const filesOf = (folder: string, listed: Iterable<string>, most: number): ReadonlyArray<string> => {
  const prefix = folder === "" ? "" : `${folder}/`
  const depthOf = (path: string) => path.split("/").length
  return [...listed].filter((path) => path.startsWith(prefix))
    .sort((a, b) => depthOf(a) - depthOf(b) || Path.compare(a, b)).slice(0, most)
}

/** A file as it is now. */
export interface FileText {
  readonly path: string
  readonly text: string
  /** SHA-256 of its bytes. */
  readonly digest: string
  readonly stat: Files.FileStat
}

/** Bytes of a file that is served. */
export const LARGEST = 20_000_000

/**
 * The path inside the repository that `asked` means: relative, or absolute below the root.
 * Undefined where it leads out or into git's own folder.
 */
export const pathInside = (root: string, asked: string): string | undefined => {
  const below = asked.startsWith(`${root}/`) ? asked.slice(root.length + 1) : asked
  const path = Path.normalize(below)
  return path === undefined || path === "" || path.split("/").some((part) => part.toLowerCase() === ".git")
    ? undefined
    : path
}

/** The listed paths nearest to one that is not listed: same name elsewhere, then names alike. */
export const nearest = (asked: string, listed: Iterable<string>, count: number): ReadonlyArray<string> => {
  const name = Path.baseOf(asked).toLowerCase()
  // Who lists files need not do so in order; of equally near ones the first by path are told.
  const all = [...listed].sort(Path.compare)
  const same = all.filter((path) => Path.baseOf(path).toLowerCase() === name)
  if (0 < same.length) return same.slice(0, count)
  const byName = new Map<string, string>()
  for (const path of all) if (!byName.has(Path.baseOf(path))) byName.set(Path.baseOf(path), path)
  return Nearest.nearest(Path.baseOf(asked), byName.keys(), count).map((it) => byName.get(it)!)
}

/**
 * Reads a listed file. `path` is one that `pathInside` gave and the scan lists.
 *
 * Fails with `FileRefused`.
 */
export const read = Effect.fn("workspace.read")(function* (root: string, path: string) {
  const files = yield* Files.Files
  const digest = yield* Digest
  const refuse = (reason: typeof FileRefused.Type.reason) => new FileRefused({ path, reason })
  if (Secrets.isSecretName(path)) return yield* refuse("secret")
  const whole = `${root}/${path}`
  const real = yield* files.realPath(whole).pipe(
    Effect.mapError((error) => refuse(error.code === "ENOENT" || error.code === "ENOTDIR" ? "gone" : "unreadable")),
  )
  // A file system that folds case gives the name's own spelling back.
  if (real !== whole && real.toLowerCase() !== whole.toLowerCase()) return yield* refuse("link")
  const stat = yield* files.stat(real).pipe(Effect.mapError(() => refuse("gone")))
  if (stat.kind !== "file") return yield* refuse("unlisted")
  if (LARGEST < stat.size) return yield* refuse("large")
  const bytes = yield* files.read(real).pipe(Effect.mapError(() => refuse("unreadable")))
  // What was put in its place since it was looked at may lie anywhere.
  const still = yield* Effect.option(Effect.zip(files.realPath(whole), files.stat(real)))
  if (still._tag === "None" || still.value[0] !== real || still.value[1].inode !== stat.inode) {
    return yield* refuse("link")
  }
  const decoded = Decode.decode(bytes)
  if (decoded._tag === "binary") return yield* refuse("binary")
  if (Secrets.isSecretText(decoded.text)) return yield* refuse("secret")
  return { path, text: Secrets.withoutKeys(decoded.text), digest: digest.sha256(bytes), stat } satisfies FileText
})
