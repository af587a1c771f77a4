// Our own source as text: files, what they import, and their code with comments taken out. Only for tests about the
// house itself.

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./program.ts"

export interface SourceFile {
  /** From the clone's root, with `/`. */
  readonly path: string
  readonly text: string
  /** The text without comments; line breaks stay. */
  readonly code: string
  readonly imports: ReadonlyArray<string>
  /** What string and template literals say, escapes untouched. */
  readonly strings: ReadonlyArray<string>
}

/** All TypeScript files at or below the given paths, in path order. */
export const read = (...paths: ReadonlyArray<string>): ReadonlyArray<SourceFile> =>
  paths.flatMap(filesBelow).sort().map((path) => {
    const text = readFileSync(join(ROOT, path), "utf8")
    const { code, strings } = withoutComments(text)
    return { path, text, code, strings, imports: importsOf(code) }
  })

const filesBelow = (path: string): ReadonlyArray<string> => {
  if (path.endsWith(".ts")) return [path]
  return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(below)
    return entry.name.endsWith(".ts") ? [below] : []
  })
}

/** Specifiers of imports, re-exports and literal dynamic imports, type-only ones too. */
export const importsOf = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/\b(?:from|import)\s*\(?\s*"([^"\n]+)"/g)].map((match) => match[1]!)

const REGEX_MAY_FOLLOW = /(?:^|[(,=:[!&|?{};>\n]|\breturn|\btypeof|\bcase)\s*$/

/** Takes comments out, knowing strings, templates with code inside, and regular expressions. */
export const withoutComments = (text: string): { readonly code: string; readonly strings: ReadonlyArray<string> } => {
  const strings: Array<string> = []
  let code = ""
  let at = 0
  /** Open templates whose `${` we are in, with the braces open inside. */
  const templates: Array<number> = []

  const quoted = (end: string) => {
    const from = at + 1
    for (at++; at < text.length && text[at] !== end; at++) {
      if (text[at] === "\\") at++
      else if (end === "`" && text.startsWith("${", at)) break
    }
    strings.push(text.slice(from, at))
    if (text.startsWith("${", at)) {
      templates.push(0)
      at += 2
    } else at++
    code += text.slice(from - 1, at)
  }

  while (at < text.length) {
    const char = text[at]!
    if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at)
      at = end < 0 ? text.length : end
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2)
      const stop = end < 0 ? text.length : end + 2
      code += text.slice(at, stop).replace(/[^\n]/g, "")
      at = stop
    } else if (char === '"' || char === "'" || char === "`") quoted(char)
    else if (char === "}" && templates.length > 0 && templates.at(-1) === 0) {
      templates.pop()
      quoted("`")
    } else if (char === "/" && REGEX_MAY_FOLLOW.test(code.slice(-20))) {
      const from = at
      let inClass = false
      for (at++; at < text.length && text[at] !== "\n" && (inClass || text[at] !== "/"); at++) {
        if (text[at] === "\\") at++
        else if (text[at] === "[") inClass = true
        else if (text[at] === "]") inClass = false
      }
      at++
      code += text.slice(from, at)
    } else {
      if (templates.length > 0 && char === "{") templates[templates.length - 1]!++
      if (templates.length > 0 && char === "}") templates[templates.length - 1]!--
      code += char
      at++
    }
  }
  return { code, strings }
}

/** Words of code, lower case: `parseTypeScript` gives parse, type, script, and the pairs run together: typescript. */
export const wordsOf = (code: string): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const [identifier] of code.matchAll(/[A-Za-z]\w*/g)) {
    const parts = identifier.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase())
    parts.forEach((part, i) => {
      words.add(part)
      if (parts[i + 1] !== undefined) words.add(part + parts[i + 1])
    })
    words.add(identifier.toLowerCase())
  }
  return words
}
