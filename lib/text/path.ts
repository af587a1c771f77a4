// Paths inside a repository: relative, parts joined by `/`, no `.`, no `..`, no empty part; the root is the empty path.
// Nothing that leaves the repository has such a path.

/**
 * `path` in that form, or undefined when it is absolute or leads out of the repository. Backslashes are taken for
 * separators only with `windows`, since they are fair characters of a name elsewhere.
 */
export const normalize = (path: string, windows = false): string | undefined => {
  const text = windows ? path.replaceAll("\\", "/") : path
  if (text.startsWith("/") || (windows && /^[A-Za-z]:/.test(text)) || text.includes("\0")) return undefined
  const parts: Array<string> = []
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue
    if (part !== "..") parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join("/")
}

/** Where `relative` leads from the folder `folder`; undefined when that is outside of the repository. */
export const join = (folder: string, relative: string): string | undefined =>
  relative.startsWith("/") ? undefined : normalize(folder === "" ? relative : `${folder}/${relative}`)

/** The folder that holds `path`; the root's is the root. */
export const folderOf = (path: string): string => {
  const slash = path.lastIndexOf("/")
  return slash === -1 ? "" : path.slice(0, slash)
}

/** The last part of `path`. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/** The ending of the last part with its dot, in lower case; empty for none and for a name that only starts with one. */
export const extensionOf = (path: string): string => {
  const base = baseOf(path)
  const dot = base.lastIndexOf(".")
  return dot <= 0 ? "" : base.slice(dot).toLowerCase()
}

/** Does `path` lie in `folder`, or is it the folder itself? */
export const isWithin = (path: string, folder: string): boolean =>
  folder === "" || path === folder ||
  (path.length > folder.length && path.startsWith(folder) && path[folder.length] === "/")

/** Order of paths that does not depend on a locale: by UTF-16 units. */
export const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0
