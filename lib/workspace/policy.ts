// What a server may show and do, as one value: made at start from what the user of the machine has set, never changed
// afterwards. Repositories that it hides are taken out of the list before anything is selected, counted or suggested, so
// nothing further down can speak of them.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Files from "../machine/files.ts"
import { type Config, SettingsInvalid, type Stated } from "./config.ts"
import type { Identified } from "./registry.ts"

export interface PolicyShape {
  /** Only the proven read surface: nothing is written, nothing is run that a caller made up. */
  readonly readOnly: boolean
  /** Real paths of the repositories that may be seen; undefined: all. */
  readonly allowed: ReadonlySet<string> | undefined
  /** Real path of the repository that is meant when a call names none. */
  readonly defaultRoot: string | undefined
  /** Real paths of the folders that may be indexed on request; undefined: the working directory. */
  readonly roots: ReadonlyArray<string> | undefined
  /** Most that a statement may be estimated to cost; 0: no bound. */
  readonly maxQueryComplexity: number
  /** May a client have an index made anew in another process? */
  readonly refresh: boolean
}

/** Hides and forbids nothing. */
export const open: PolicyShape = {
  readOnly: false,
  allowed: undefined,
  defaultRoot: undefined,
  roots: undefined,
  maxQueryComplexity: 0,
  refresh: false,
}

export class Policy extends Context.Reference<Policy>()("workspace/Policy", {
  defaultValue: (): PolicyShape => open,
}) {}

/** What of a list of repositories may be seen. */
export const visible = <T extends { readonly path: string }>(
  policy: PolicyShape,
  entries: ReadonlyArray<T>,
): ReadonlyArray<T> => policy.allowed === undefined ? entries : entries.filter((it) => policy.allowed!.has(it.path))

/**
 * The policy that was set, with names and paths resolved once.
 *
 * @param known Every indexed repository: asked for only where one is named.
 *
 * Fails with `SettingsInvalid` where a name fits none or several, a folder is not there, or the default is not allowed.
 */
export const make = <E, R>(config: Config, known: Effect.Effect<ReadonlyArray<Identified>, E, R>) =>
  Effect.gen(function* () {
    const named = [config.allowedRepos, config.defaultRepo, config.db].some((it) => it !== undefined)
    const all = named ? yield* known : []
    const allowed = config.allowedRepos &&
      (yield* Effect.forEach(config.allowedRepos.value, (name) => resolve(all, config.allowedRepos!, name)))
    const chosen = config.defaultRepo && (yield* resolve(all, config.defaultRepo, config.defaultRepo.value))
    if (chosen !== undefined && allowed !== undefined && !allowed.includes(chosen)) {
      return yield* new SettingsInvalid({
        what: config.defaultRepo!.what,
        expected: `the default must be allowed by ${config.allowedRepos!.what}`,
      })
    }
    const only = config.db && (yield* indexAt(all, config.db))
    for (const [others, by] of [[allowed, config.allowedRepos], [chosen && [chosen], config.defaultRepo]] as const) {
      if (only !== undefined && others !== undefined && !others.includes(only)) {
        return yield* new SettingsInvalid({ what: config.db!.what, expected: `${by!.what} means another repository` })
      }
    }
    const seen = only === undefined ? allowed : [only]
    const policy: PolicyShape = {
      readOnly: config.readOnly?.value ?? false,
      allowed: seen && new Set(seen),
      defaultRoot: only ?? chosen,
      roots: config.allowedRoots &&
        (yield* Effect.forEach(config.allowedRoots.value, (path) => rootOf(config.allowedRoots!, path))),
      maxQueryComplexity: config.maxQueryComplexity?.value ?? 0,
      refresh: config.refresh?.value ?? false,
    }
    return policy
  })

/** The real path of the one repository of that path, id or whole name. Parts of names are for callers, not for rules. */
const resolve = Effect.fnUntraced(
  function* (known: ReadonlyArray<Identified>, from: Stated<unknown>, selector: string) {
    const real = isAbsolute(selector) ? yield* realPathOf(selector) : undefined
    const asked = selector.toLowerCase()
    const steps: ReadonlyArray<(it: Identified) => boolean> = [
      ({ entry }) => entry.path === real,
      ({ id, longId }) => id === asked || longId === asked,
      ({ entry }) => entry.name.toLowerCase() === asked,
    ]
    const found = steps.map((fits) => known.filter(fits)).find((it) => it.length > 0) ?? []
    if (found.length === 1) return found[0]!.entry.path
    const it = JSON.stringify(selector)
    return yield* new SettingsInvalid({
      what: from.what,
      expected: found.length === 0
        ? `no indexed repository is called ${it}` +
          (known.length === 0 ? "; none is indexed" : `; indexed are ${listed(known.map(({ id }) => id))}`)
        : `several repositories are called ${it}; name one by its path: ${
          listed(found.map(({ entry }) => entry.path))
        }`,
    })
  },
)

/** The root of the indexed repository that a path is, or that it is the `.portolan` of, or a file in that. */
const indexAt = Effect.fnUntraced(function* (known: ReadonlyArray<Identified>, from: Stated<string>) {
  const real = yield* realPathOf(from.value)
  const root = real?.replace(OWN_FOLDER, "")
  const found = known.find(({ entry }) => entry.path === root)
  if (found !== undefined) return found.entry.path
  return yield* new SettingsInvalid({
    what: from.what,
    expected: real === undefined
      ? "there is no such folder"
      : "no index of it was made here; run portolan analyze there",
  })
})

const OWN_FOLDER = /[\\/]\.portolan([\\/][^\\/]+)?$/

const rootOf = Effect.fnUntraced(function* (from: Stated<unknown>, path: string) {
  const real = isAbsolute(path) ? yield* realPathOf(path) : undefined
  const kind = real === undefined
    ? undefined
    : yield* Files.Files.pipe(Effect.flatMap(({ stat }) => stat(real)), Effect.option)
  if (real !== undefined && kind?._tag === "Some" && kind.value.kind === "folder") return real
  return yield* new SettingsInvalid({
    what: from.what,
    expected: isAbsolute(path)
      ? `there is no folder ${JSON.stringify(path)}`
      : `${JSON.stringify(path)} is no absolute path`,
  })
})

const isAbsolute = (path: string): boolean => path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path)

const realPathOf = (path: string) =>
  Effect.flatMap(Files.Files, (files) => Effect.orElseSucceed(files.realPath(path), () => undefined))

const MOST_LISTED = 20

const listed = (names: ReadonlyArray<string>): string =>
  names.length <= MOST_LISTED
    ? names.join(", ")
    : `${names.slice(0, MOST_LISTED).join(", ")} and ${names.length - MOST_LISTED} more`

/** Does `path` lie in `folder`, or is it? Both real paths. */
export const within = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`)

/** The innermost of these folders that `path` lies in, or is. All real paths. */
export const nearest = (folders: ReadonlyArray<string>, path: string): string | undefined =>
  folders.filter((folder) => within(folder, path)).sort((a, b) => b.length - a.length)[0]

/**
 * `path` without `.` and `..`, by its text alone: a name that a caller sends is asked of the system only then, else going
 * into any folder and out again would tell whether it is there. `..` at the beginning stay.
 */
export const straight = (path: string): string => {
  const parts: Array<string> = []
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue
    if (part !== "..") parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop()
    else if (!path.startsWith("/")) parts.push(part)
  }
  return `${path.startsWith("/") ? "/" : ""}${parts.join("/")}` || "."
}

/** Those of these roots that may be seen. */
export const seen = ({ allowed }: PolicyShape, roots: ReadonlyArray<string>): ReadonlyArray<string> =>
  allowed === undefined ? roots : roots.filter((root) => allowed.has(root))

/**
 * May `path`, a real one, be read and indexed because a caller names it? Inside of a repository that was allowed by name,
 * or of an allowed folder; where no folders were named, inside of any indexed repository or the working directory. Never
 * inside of a hidden repository, nor around one, save as a part of a repository that was allowed: that one alone is
 * indexed then, and that something hidden lies in it changes nothing.
 *
 * @param roots Of all repositories that are indexed, the hidden ones too.
 * @param workingDirectory A real path.
 */
export const reaches = (
  policy: PolicyShape,
  roots: ReadonlyArray<string>,
  workingDirectory: string | undefined,
  path: string,
): boolean => {
  const around = nearest(seen(policy, roots), path)
  if (policy.allowed !== undefined) {
    if (around !== undefined) return true
    const { allowed } = policy
    if (roots.some((root) => !allowed.has(root) && (within(root, path) || within(path, root)))) return false
  }
  if (policy.roots !== undefined) return policy.roots.some((folder) => within(folder, path))
  return around !== undefined || (workingDirectory !== undefined && within(workingDirectory, path))
}
