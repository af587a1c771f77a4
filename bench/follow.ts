// `npm run bench:follow -- ROOT [EDITS] [SEED]`: random edits of a repository, one after the other, each resolved after the
// state before it and once more from nothing. Both have to give the same bytes; how often the first was of use, and what it
// cost beside the second, is printed. Ends with 1 where bytes differ, and says by which edit.

import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Draft from "../lib/graph/draft.ts"
import * as Snapshot from "../lib/graph/snapshot.ts"
import { languageOf } from "../lib/indexer/language_of.ts"
import * as Project from "../lib/indexer/project.ts"
import * as Scan from "../lib/indexer/scan.ts"
import { all as languages } from "../lib/languages/all.ts"
import * as Grammars from "../lib/platform/grammars.ts"
import { spent } from "../lib/platform/limits.ts"
import { machine } from "../lib/platform/machine.ts"
import * as Resolve from "../lib/resolve/resolve.ts"
import * as Extract from "../lib/syntax/extract.ts"
import * as Grammar from "../lib/syntax/grammar.ts"
import type { Language } from "../lib/syntax/language.ts"
import * as Decode from "../lib/text/decode.ts"
import { drawFrom, pick } from "./draw.ts"
import { quantile } from "./quantile.ts"

const [root, count = "30", seed = "1"] = process.argv.slice(2)
if (root === undefined) throw new Error("Cannot edit nothing: name the folder of a repository")

const MOST_BYTES = 1_000_000

// ── what is edited ──

/** A source that changes, and all that it said so far. */
interface Source {
  readonly path: string
  readonly language: Language
  text: string
  file: Resolve.ResolveFile
  readonly older: Array<string>
}

const grammars = new Map<string, Grammar.Grammar>()

const read = async (path: string, language: Language, text: string): Promise<Resolve.ResolveFile> => {
  const name = language.grammarFor(path)
  let grammar = grammars.get(name)
  if (grammar === undefined) {
    const loaded = await Grammars.load(name)
    grammar = Grammar.Grammar.make(loaded.language, loaded.parser, language.roles, loaded.module)
    grammars.set(name, grammar)
  }
  return { path, language, flags: 0, facts: Extract.extract(grammar, text) }
}

const languageFor = languageOf(languages)
const scan = await Effect.runPromise(Scan.scan(root).pipe(Effect.provide(machine)))
const sources: Array<Source> = []
for (const { path } of scan.files) {
  const language = languageFor(path)
  if (language === undefined) continue
  const content = readFileSync(join(root, path))
  if (MOST_BYTES < content.length) continue
  const decoded = Decode.decode(content)
  if (decoded._tag !== "text") continue
  sources.push({ path, language, text: decoded.text, file: await read(path, language, decoded.text), older: [] })
}
const configs = await Effect.runPromise(
  Project.readConfigs(root, [...scan.files, ...scan.unselected], languages).pipe(Effect.provide(machine)),
)
const project = Project.make(scan.files.map(({ path }) => path), configs)

// ── edits ──

const below = drawFrom(Number(seed))

/** Changes one of the places that a pattern finds; undefined where it finds none. */
const at = (text: string, pattern: RegExp, change: (found: string) => string): string | undefined => {
  const found = pick(below, [...text.matchAll(pattern)])
  if (found === undefined) return undefined
  const end = found.index + found[0].length
  return text.slice(0, found.index) + change(found[0]) + text.slice(end)
}

const indented = (text: string): ReadonlyArray<string> => text.split("\n").filter((line) => /^\s+\S.*[;)]$/.test(line))

const otherWord = (text: string, pattern: RegExp): string =>
  pick(below, [...text.matchAll(pattern)].map((it) => it[1]!)) ?? "Other"

const isIndentedLanguage = (it: Source): boolean => !/\{\s*\n/.test(it.text)

type Edit = (it: Source) => string | undefined

/** What people do, by name; undefined where a source has no place for it. */
const EDITS: Readonly<Record<string, Edit>> = {
  "statement in a body": (it) => {
    const other = pick(below, indented(pick(below, sources)!.text))?.trim() ?? "edited()"
    return isIndentedLanguage(it)
      ? at(it.text, /\n[ \t]+return\b/g, (found) => `${found.replace("return", other)}${found}`)
      : at(it.text, /\)\s*(:[^;{}()]+)?\s*(=>\s*)?\{[ \t]*\n/g, (found) => `${found}${other}\n`)
  },
  "local variable": (it) =>
    isIndentedLanguage(it)
      ? at(it.text, /\n[ \t]+return\b/g, (found) => `${found.replace("return", "edited = str(1)")}${found}`)
      : at(
        it.text,
        /\)\s*(:[^;{}()]+)?\s*(=>\s*)?\{[ \t]*\n/g,
        (found) => `${found}const edited = [1].map((it) => it)\n`,
      ),
  "declared type": (it) => {
    const type = otherWord(it.text, /\b([A-Z][A-Za-z0-9]+)\b/g)
    return at(it.text, /[\w)]: [A-Z]\w*/g, (found) => found.replace(/[A-Z]\w*$/, type)) ??
      at(it.text, /-> \w+/g, () => `-> ${type}`)
  },
  "new member": (it) =>
    isIndentedLanguage(it)
      ? at(
        it.text,
        /\n[ \t]+def \w+\(self/g,
        (found) => `${found.replace(/def .*/s, "def edited(self): return self")}${found}`,
      )
      : at(it.text, /\bclass \w+[^{};]*\{[ \t]*\n/g, (found) => `${found}edited() { return this }\n`),
  "line deleted": (it) => {
    const lines = it.text.split("\n")
    lines.splice(below(lines.length), 1 + below(2))
    return lines.join("\n")
  },
  "line doubled": (it) => {
    const lines = it.text.split("\n")
    const line = below(lines.length)
    lines.splice(line, 0, lines[line]!)
    return lines.join("\n")
  },
  "word for another": (it) => {
    const word = otherWord(it.text, /\b([A-Za-z_]\w{2,})\b/g)
    return at(it.text, /\b[A-Za-z_]\w{2,}\b/g, () => word)
  },
  "comment": (it) => {
    const lines = it.text.split("\n")
    lines.splice(below(lines.length), 0, isIndentedLanguage(it) ? "# edited" : "// edited")
    return lines.join("\n")
  },
  "older version": (it) => {
    const older = pick(below, it.older)
    return older === it.text ? undefined : older
  },
  "all edits taken back": (it) => it.older[0] === it.text ? undefined : it.older[0],
  "another file's text": (it) =>
    below(4) !== 0 ? undefined : pick(below, sources.filter((other) => other.language === it.language))?.text,
}

const NAMES = Object.keys(EDITS)

// ── what is measured ──

const META = { name: "", commit: null, languages: [], report: { read: 0, partlyRead: [], skipped: [], failed: [] } }
type Meta = Parameters<typeof Snapshot.encode>[0]["meta"]

const bytesOf = ({ draft }: Resolve.Resolved): Buffer =>
  Buffer.concat(Snapshot.encode({ graph: Draft.freeze(draft), meta: META as unknown as Meta }))

const share = (values: ReadonlyArray<number>, at: number): string =>
  values.length === 0 ? "–" : quantile(values, at).toFixed(3)

const inputOf = () => ({ files: sources.map(({ file }) => file), listed: [], project })

let resolved = Resolve.resolve({ ...inputOf(), keep: true })
const ratios: { readonly followed: Array<number>; readonly anew: Array<number> } = { followed: [], anew: [] }
const byName = new Map(NAMES.map((name) => [name, { followed: 0, of: 0 }]))
let wrong = 0
for (let done = 0; done < Number(count);) {
  const edited = sources.filter(({ older }) => older.length > 0)
  const source = edited.length > 0 && below(3) === 0 ? pick(below, edited)! : pick(below, sources)!
  const name = pick(below, NAMES)!
  const text = EDITS[name]!(source)
  if (text === undefined || text === source.text) continue
  done++
  const before = source.text
  source.older.push(before)
  source.text = text
  source.file = await read(source.path, source.language, text)
  const began = spent()
  const now = Resolve.resolve({
    ...inputOf(),
    keep: true,
    ...(resolved.kept === undefined ? {} : { before: resolved.kept }),
  })
  const between = spent()
  const cold = Resolve.resolve(inputOf())
  const ended = spent()
  const isFollowed = now.anew !== undefined
  byName.get(name)!.of++
  if (isFollowed) byName.get(name)!.followed++
  ratios[isFollowed ? "followed" : "anew"].push((between - began) / Math.max(ended - between, 1))
  if (!bytesOf(now).equals(bytesOf(cold)) || JSON.stringify([...now.counts]) !== JSON.stringify([...cold.counts])) {
    wrong++
    console.log(`wrong at edit ${done} of seed ${seed}: ${name} in ${source.path}\n${differenceOf(before, text)}`)
    // What follows is judged by itself.
    resolved = Resolve.resolve({ ...inputOf(), keep: true })
  } else resolved = now
}

/** The lines in which two texts differ. */
function differenceOf(before: string, after: string): string {
  const [a, b] = [before.split("\n"), after.split("\n")]
  let first = 0
  while (first < a.length && a[first] === b[first]) first++
  let last = 0
  while (last < Math.min(a.length, b.length) - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++
  const shown = (lines: ReadonlyArray<string>, sign: string) =>
    lines.slice(first, Math.max(first, lines.length - last)).slice(0, 8).map((line) => `  ${first + 1}${sign} ${line}`)
  return [...shown(a, "-"), ...shown(b, "+")].join("\n")
}

for (const [name, { followed, of }] of byName) console.log(`${followed} of ${of} followed: ${name}`)
console.log(
  `${sources.length} files, ${count} edits from seed ${seed}: ${ratios.followed.length} followed, ${wrong} wrong; ` +
    `processor time of what resolving anew takes: followed p50 ${share(ratios.followed, 0.5)}, ` +
    `p95 ${share(ratios.followed, 0.95)}; not followed p50 ${share(ratios.anew, 0.5)}`,
)
process.exitCode = wrong === 0 ? 0 : 1
