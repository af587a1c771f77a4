// Which paths a file filter means. Matching is linear in the path, whatever the pattern.

import { RE2JS } from "re2js"

/** Characters that mean something in the expression a glob becomes. */
const SPECIAL = /[.+^$()|\\]/g

/**
 * A test for paths: `*.ts` and other patterns without `/` match the last part anywhere, `src/**` and `lib/*.ts` the
 * path from the root; `*` stops at `/`, `**` does not, `?` is one character, `{a,b}` either, `[ab]` one of a set. A
 * plain path means that file or all below that folder.
 *
 * @returns Undefined where brackets or braces do not close.
 */
export const matcher = (filter: string): ((path: string) => boolean) | undefined => {
  const glob = filter.trim().replace(/^\.?\//, "")
  if (!/[*?{[]/.test(glob)) {
    const folder = glob.replace(/\/+$/, "")
    return (path) =>
      path === folder || path.startsWith(`${folder}/`) || (!folder.includes("/") && baseOf(path) === folder)
  }
  const source = translate(glob)
  if (source === undefined) return undefined
  try {
    const expression = RE2JS.compile(source)
    return glob.includes("/") ? (path) => expression.matches(path) : (path) => expression.matches(baseOf(path))
  } catch {
    return undefined
  }
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const translate = (glob: string): string | undefined => {
  let source = ""
  let depth = 0
  for (let i = 0; i < glob.length; i++) {
    const char = glob[i]!
    if (char === "*") {
      if (glob[i + 1] !== "*") source += "[^/]*"
      else if (glob[i + 2] === "/") {
        source += "(?:.*/)?"
        i += 2
      } else {
        source += ".*"
        i++
      }
    } else if (char === "?") source += "[^/]"
    else if (char === "{") {
      source += "(?:"
      depth++
    } else if (char === "}" && 0 < depth) {
      source += ")"
      depth--
    } else if (char === "," && 0 < depth) source += "|"
    else if (char === "[") {
      const end = glob.indexOf("]", i + 2)
      if (end < 0) return undefined
      const set = glob.slice(i + 1, end).replace(/[\\[]/g, "\\$&")
      source += `[${set.startsWith("!") ? `^${set.slice(1)}` : set}]`
      i = end
    } else source += char.replace(SPECIAL, "\\$&")
  }
  return depth === 0 ? source : undefined
}
