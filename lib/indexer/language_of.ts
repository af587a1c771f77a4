// Which language a path is written in, by the longest extension that a language claims.

import { all } from "../languages/all.ts"
import type { Language } from "../syntax/language.ts"
import * as Path from "../text/path.ts"

/** What package managers write: many times the project, and no word of it by hand. Listed, and never read. */
const LOCKS: ReadonlySet<string> = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "deno.lock",
  "poetry.lock",
  "pdm.lock",
  "uv.lock",
  "pipfile.lock",
  "cargo.lock",
  "composer.lock",
  "gemfile.lock",
  "podfile.lock",
  "package.resolved",
  "packages.lock.json",
  "go.sum",
  "mix.lock",
  "pubspec.lock",
  "flake.lock",
  "gradle.lockfile",
  "pixi.lock",
  "conan.lock",
])

/** Is a file what a package manager writes? */
export const isLock = (path: string): boolean => LOCKS.has(Path.baseOf(path).toLowerCase())

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
    if (LOCKS.has(base)) return undefined
    for (let dot = base.indexOf("."); dot !== -1; dot = base.indexOf(".", dot + 1)) {
      const language = byExtension.get(base.slice(dot))
      if (language !== undefined) return language
    }
    return undefined
  }
}

/** The same of all languages that are built in. */
export const languageFor = languageOf(all)
