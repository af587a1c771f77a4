// Prose by its headings: Markdown, reStructuredText, AsciiDoc and plain text.

import * as Path from "../text/path.ts"

export interface Section {
  /** Its heading; empty for what stands before the first one. */
  readonly title: string
  /** Headings that it stands under, outer first. */
  readonly under: ReadonlyArray<string>
  /** Its first line and the line behind its last, from 0. */
  readonly from: number
  readonly to: number
}

const ENDINGS = new Set([".md", ".markdown", ".mdx", ".mkd", ".rst", ".adoc", ".asciidoc", ".txt", ".org", ".pod"])

/** Documents that are often named without an ending. */
const NAMES = /^(?:readme|changelog|changes|history|contributing|authors|news|todo|license|copying|notice|install)$/i

/** Is the text at this path read by people rather than machines? */
export const isProse = (path: string): boolean =>
  ENDINGS.has(Path.extensionOf(path).toLowerCase()) || NAMES.test(Path.baseOf(path))

/** `# Title`, `== Title`, `* Title` of Org is left to lists. */
const MARKED = /^(#{1,6}|={1,6})[ \t]+(\S.*?)[ \t]*[#=]*$/

/** A line of marks under or over a heading; the mark says which level it is. */
const RULED = /^([=\-~^"'`#*+:.])\1{2,}[ \t]*$/

const FENCE = /^[ \t]*(?:```|~~~)/

/** The sections of a text by its lines, in order; together they are all of it. O(lines). */
export const of = (lines: ReadonlyArray<string>): ReadonlyArray<Section> => {
  const heads: Array<{ readonly at: number; readonly level: number; readonly title: string }> = []
  /** Levels of ruled headings by the order in which their marks come up. */
  const marks: Array<string> = []
  let fence = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (FENCE.test(line)) {
      fence = !fence
      continue
    }
    if (fence) continue
    const marked = MARKED.exec(line)
    if (marked !== null) {
      heads.push({ at, level: marked[1]!.length, title: marked[2]! })
      continue
    }
    const ruled = RULED.exec(lines[at + 1] ?? "")
    const title = line.trim()
    if (ruled === null || title === "" || RULED.test(line) || /^[ \t>|+-]/.test(line) || LONGEST < title.length) {
      continue
    }
    // A shorter rule than its heading is a line across the page, a table or a list.
    if (lines[at + 1]!.trim().length + 1 < title.length && ruled[1] !== "=") continue
    const mark = ruled[1]!
    if (!marks.includes(mark)) marks.push(mark)
    heads.push({ at, level: marks.indexOf(mark) + 1, title })
    at++
  }
  const found: Array<Section> = []
  if (heads.length === 0 || 0 < heads[0]!.at) {
    found.push({ title: "", under: [], from: 0, to: heads[0]?.at ?? lines.length })
  }
  const open: Array<{ readonly level: number; readonly title: string }> = []
  heads.forEach(({ at, level, title }, i) => {
    while (open.length > 0 && level <= open.at(-1)!.level) open.pop()
    found.push({ title, under: open.map((it) => it.title), from: at, to: heads[i + 1]?.at ?? lines.length })
    open.push({ level, title })
  })
  return found
}

const LONGEST = 160
