// How what was left out is named: file by file while a reader can take it in, else by the folders that are left out as a
// whole. What is named depends on the files alone, not on their order.

import * as Path from "../text/path.ts"

export interface Named {
  /** Ends with `/` where a folder is meant. */
  readonly path: string
  readonly reason: string
}

/** Above this number of files folders are named in their place. */
export const MOST_NAMED = 1000

const MIXED = ""

/**
 * `left` with folders in the place of files: those that hold nothing else, neither one of `kept` nor a file that was left
 * out for another reason. The root is never named. O(folders + paths × depth), in loops.
 */
export const byFolders = (left: ReadonlyArray<Named>, kept: Iterable<string>): ReadonlyArray<Named> => {
  if (left.length <= MOST_NAMED) return left
  /** By folder: the one reason for all that lies in it, or `MIXED`. */
  const reasons = new Map<string, string>()
  const mark = (path: string, reason: string) => {
    for (let folder = Path.folderOf(path); folder !== ""; folder = Path.folderOf(folder)) {
      const known = reasons.get(folder)
      if (known === MIXED || known === reason) return
      reasons.set(folder, known === undefined ? reason : MIXED)
      // Another reason below makes every folder around it a mixed one.
      if (known !== undefined) reason = MIXED
    }
  }
  for (const path of kept) mark(path.endsWith("/") ? path.slice(0, -1) : path, MIXED)
  for (const { path, reason } of left) mark(path, reason)
  const named = new Map<string, Named>()
  for (const note of left) {
    let top = ""
    for (let folder = Path.folderOf(note.path); folder !== ""; folder = Path.folderOf(folder)) {
      if (reasons.get(folder) !== note.reason) break
      top = `${folder}/`
    }
    const path = top === "" ? note.path : top
    named.set(path, { path, reason: note.reason })
  }
  return [...named.values()]
}
