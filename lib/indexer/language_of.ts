// Which language a path is written in, by the longest extension that a language claims.

import type { Language } from "../syntax/language.ts"
import * as Path from "../text/path.ts"

/** A question that answers for any path of a repository; of two languages with one extension the first has it. */
export const languageOf = (languages: ReadonlyArray<Language>): (path: string) => Language | undefined => {
  const byExtension = new Map<string, Language>()
  for (const language of languages) {
    for (const extension of language.extensions) {
      if (!byExtension.has(extension)) byExtension.set(extension, language)
    }
  }
  return (path) => {
    const base = Path.baseOf(path).toLowerCase()
    for (let dot = base.indexOf("."); dot !== -1; dot = base.indexOf(".", dot + 1)) {
      const language = byExtension.get(base.slice(dot))
      if (language !== undefined) return language
    }
    return undefined
  }
}
