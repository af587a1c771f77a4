// Small questions about repository paths and patterns with one `*`, as configs and package maps ask them.

import { folderOf } from "../../text/path.ts"

/** The folder itself, then each folder around it up to the root. */
export const upwards = (folder: string): ReadonlyArray<string> => {
  const all = [folder]
  for (let at = folder; at !== "";) all.push(at = folderOf(at))
  return all
}

/** `folder/name`, or `name` in the root. */
export const inside = (folder: string, name: string): string => folder === "" ? name : `${folder}/${name}`

/**
 * What a pattern with at most one `*` leaves over of `text`: the part under the star, the empty string for an exact
 * match, null for none.
 */
export const matchStar = (pattern: string, text: string): string | null => {
  const star = pattern.indexOf("*")
  if (star < 0) return pattern === text ? "" : null
  const tail = pattern.length - star - 1
  if (text.length < pattern.length - 1) return null
  if (!text.startsWith(pattern.slice(0, star)) || !text.endsWith(pattern.slice(star + 1))) return null
  return text.slice(star, text.length - tail)
}

/**
 * The pattern that fits `text` best: an exact one, else the one with the longest part before its star.
 *
 * @returns Its key and what stands under the star, or undefined.
 */
export const bestPattern = (
  patterns: Iterable<string>,
  text: string,
): { readonly pattern: string; readonly star: string } | undefined => {
  let best: { pattern: string; star: string } | undefined
  let longest = -1
  for (const pattern of patterns) {
    const star = matchStar(pattern, text)
    if (star === null) continue
    const at = pattern.indexOf("*")
    const length = at < 0 ? Infinity : at
    if (length <= longest) continue
    longest = length
    best = { pattern, star }
  }
  return best
}
