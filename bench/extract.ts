// What facts cost on top of parsing: MB of source per CPU second of one thread for bare parsing, for the walk with each
// cursor, and for facts with their bytes. Usage: bun bench/extract.ts [FOLDER…] [--rounds N]

import { readdirSync, readFileSync } from "node:fs"
import process from "node:process"
import { all } from "../lib/languages/all.ts"
import { spent } from "../lib/platform/limits.ts"
import { extract } from "../lib/syntax/extract.ts"
import * as FactsBytes from "../lib/syntax/facts_bytes.ts"
import type { Grammar } from "../lib/syntax/grammar.ts"
import { CursorReader } from "../lib/syntax/cursor_reader.ts"
import { grammarFor } from "../tests/syntax/_grammars.ts"

const args = process.argv.slice(2)
const rounds = Number(args[args.indexOf("--rounds") + 1]) || 3
const folders = args.filter((it, i) => !it.startsWith("--") && args[i - 1] !== "--rounds")
if (folders.length === 0) {
  folders.push("node_modules/effect/src", ".corpora/hono", ".corpora/date-fns", ".corpora/axios")
}

const extensions = all.flatMap((it) => it.extensions)

interface Source {
  readonly text: string
  readonly grammar: Grammar
}

const sources: Array<Source> = []
let size = 0
for (const folder of folders) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`
    if (!entry.isFile() || !extensions.some((it) => path.endsWith(it)) || path.includes("/node_modules/.")) continue
    const bytes = readFileSync(path)
    size += bytes.length
    sources.push({ text: bytes.toString("utf8"), grammar: await grammarFor(path) })
  }
}

let rows = 0
let packed = 0

const reader = new CursorReader()
const variants: Readonly<Record<string, (source: Source) => void>> = {
  "parse": ({ grammar, text }) => grammar.parser.parse(text)!.delete(),
  "facts": ({ grammar, text }) => {
    rows += extract(grammar, text).expressions.rows
  },
  "facts and bytes": ({ grammar, text }) => {
    packed += FactsBytes.encode(extract(grammar, text)).length
  },
  "facts, bytes and back": ({ grammar, text }) =>
    void FactsBytes.decode(FactsBytes.encode(extract(grammar, text))).strings.length,
  "facts, public cursor": ({ grammar, text }) => void extract(grammar, text, { reader }),
}

/** Least CPU milliseconds of a variant over all rounds. */
const best = new Map<string, number>()
for (let round = 0; round <= rounds; round++) {
  for (const name in variants) {
    rows = 0
    packed = 0
    const before = spent()
    for (const source of sources) variants[name]!(source)
    const took = spent() - before
    if (0 < round) best.set(name, Math.min(best.get(name) ?? Infinity, took))
    if (name === "facts" && round === rounds) {
      console.log(
        `${sources.length} files, ${(size / 1e6).toFixed(1)} MB, ${(rows / size * 1024).toFixed(1)} expressions per KB`,
      )
    }
    if (name === "facts and bytes" && round === rounds) {
      console.log(`facts are ${(packed / size).toFixed(2)} × the source`)
    }
  }
}
const parse = best.get("parse")!
for (const [name, took] of best) {
  const added = name === "parse" ? "" : `, ${((took / parse - 1) * 100).toFixed(0)} % on top of parsing`
  console.log(`${name.padEnd(24)} ${took.toFixed(0).padStart(6)} ms  ${(size / 1000 / took).toFixed(2)} MB/s${added}`)
}
