// The list of files once more, where somebody saw which of them changed: only these are looked at again. Whatever else
// may have changed the list is no such case, and the caller lists anew.

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Files from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import * as Path from "../text/path.ts"
import * as Covered from "./covered.ts"
import * as OwnRules from "./own_rules.ts"
import * as Scan from "./scan.ts"

/** Files whose text decides which files there are, by name. */
const DECIDING: ReadonlySet<string> = new Set([".gitignore", ".gitattributes", ".gitmodules", OwnRules.NAME])

const decides = (path: string): boolean => DECIDING.has(Path.baseOf(path)) || Covered.isConfig(path)

/**
 * The same list with the files of `changed` as they are now. Undefined where one of them was not listed or is no regular
 * file any more, lies behind a link, or decides about others, and where another commit is checked out.
 */
export const rescan: (
  root: string,
  last: Scan.Scan,
  changed: ReadonlySet<string>,
) => Effect.Effect<Scan.Scan | undefined, never, Files.Files | RunGit> = Effect.fn("indexer.rescan")(
  function* (root, last, changed) {
    const places = new Map<string, number>()
    const folders = new Set<string>([""])
    for (const path of changed) {
      const at = placeOf(last.files, path)
      if (at === undefined || decides(path)) return undefined
      places.set(path, at)
      for (let folder = Path.folderOf(path); !folders.has(folder); folder = Path.folderOf(folder)) folders.add(folder)
    }
    folders.delete("")
    const commit = last.listedBy === "git" ? yield* Effect.option(Scan.commitOf(root)) : Option.some(null)
    if (Option.getOrUndefined(commit) !== last.commit) return undefined
    const { stats } = yield* Files.Files
    const [around, own] = [
      yield* stats([...folders].map((folder) => `${root}/${folder}`)),
      yield* stats([...places.keys()].map((path) => `${root}/${path}`)),
    ]
    if (around.some((stat) => stat?.kind !== "folder")) return undefined
    const files = [...last.files]
    let i = 0
    for (const at of places.values()) {
      const stat = own[i++]
      if (stat?.kind !== "file") return undefined
      files[at] = { ...files[at]!, stat }
    }
    return { ...last, files }
  },
)

/** Where a path stands in a list that is in path order. */
const placeOf = (files: ReadonlyArray<Scan.ScannedFile>, path: string): number | undefined => {
  let low = 0
  let high = files.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Path.compare(files[middle]!.path, path) < 0) low = middle + 1
    else high = middle
  }
  return files[low]?.path === path ? low : undefined
}
