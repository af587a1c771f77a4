// go.mod as a manifest: https://go.dev/ref/mod#go-mod-file

import type { Dependency, Manifest, ManifestReader } from "../../syntax/manifest.ts"
import type { Project } from "../../syntax/language.ts"
import { folderOf, join } from "../../text/path.ts"

/** A directive in a line of its own, or a line of a block of them: words and their places, comments left out. */
interface Line {
  readonly directive: string
  readonly words: ReadonlyArray<{ readonly text: string; readonly start: number }>
}

const WORD = /"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|[^\s"`]+/g

/** The lines of a go.mod or go.work. */
export const linesOf = (text: string): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let block: string | undefined
  for (let from = 0; from < text.length;) {
    const feed = text.indexOf("\n", from)
    const end = feed < 0 ? text.length : feed
    const whole = text.slice(from, end)
    const comment = whole.indexOf("//")
    const words = [...(comment < 0 ? whole : whole.slice(0, comment)).matchAll(WORD)]
      .map((it) => ({ text: it[1] ?? it[2] ?? it[0], start: from + it.index }))
    from = end + 1
    if (words.length === 0) continue
    if (words[0]!.text === ")") block = undefined
    else if (block !== undefined) lines.push({ directive: block, words })
    else if (words[1]?.text === "(") block = words[0]!.text
    else lines.push({ directive: words[0]!.text, words: words.slice(1) })
  }
  return lines
}

const read = (path: string, text: string, project: Project): Manifest | undefined => {
  const lines = linesOf(text)
  const module = lines.find(({ directive }) => directive === "module")?.words[0]
  if (module === undefined) return undefined
  const places = new Map<string, string>()
  for (const { directive, words } of lines) {
    const arrow = words.findIndex((it) => it.text === "=>")
    const target = words[arrow + 1]?.text
    if (directive !== "replace" || arrow < 1 || target === undefined || !/^\.{1,2}(\/|$)/.test(target)) continue
    const folder = join(folderOf(path), target)
    const manifest = folder === undefined ? undefined : join(folder, "go.mod")
    if (manifest !== undefined && project.has(manifest)) places.set(words[0]!.text, manifest)
  }
  const dependencies = lines.flatMap(({ directive, words: [name, version] }): ReadonlyArray<Dependency> =>
    directive !== "require" || name === undefined
      ? []
      : [{ name: name.text, version: version?.text, manifest: places.get(name.text), start: name.start }]
  )
  return { name: module.text, start: module.start, dependencies }
}

export const manifests: ReadonlyArray<ManifestReader> = [{ files: /^go\.mod$/, read }]
