// What holds of any program, whatever it says: the same files give the same bytes, in whatever order they come and however
// often they are asked for; and a program in which words and lines were cut, doubled and swapped is resolved as well.

import { expect } from "bun:test"
import * as fc from "fast-check"
import { freeze } from "../../lib/graph/draft.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import { all as languages } from "../../lib/languages/all.ts"
import * as Resolve from "../../lib/resolve/resolve.ts"
import { extract } from "../../lib/syntax/extract.ts"
import { law } from "../_kit/effect.ts"
import { META } from "../graph/graphs.ts"
import { grammarFor } from "../syntax/_grammars.ts"
import { projectOf } from "./_graph.ts"
import { programsOf, WORLDS } from "./_worlds.ts"

/** Raise it to look for long: `WORLDS_RUNS=5000`. */
const RUNS = Number(process.env["WORLDS_RUNS"] ?? 25)

const read = async (files: ReadonlyMap<string, string>): Promise<ReadonlyArray<Resolve.ResolveFile>> => {
  const all: Array<Resolve.ResolveFile> = []
  for (const [path, text] of files) {
    const language = languages.find((it) => it.extensions.some((ending) => path.endsWith(ending)))!
    all.push({ path, language, facts: extract(await grammarFor(path), text), flags: 0 })
  }
  return all
}

const bytesOf = (files: ReadonlyMap<string, string>, order: ReadonlyArray<Resolve.ResolveFile>): string => {
  const { draft } = Resolve.resolve({ files: order, listed: [], project: projectOf(files) })
  return Buffer.concat([...Snapshot.encode({ graph: freeze(draft), meta: META })]).toString("base64")
}

/** What becomes of a text: parts are cut, doubled or put in the place of others. */
const change = fc.record({
  by: fc.constantFrom("line", "word"),
  how: fc.constantFrom("cut", "double", "swap"),
  at: fc.nat(),
  other: fc.nat(),
  count: fc.integer({ min: 1, max: 4 }),
})

const changed = (
  text: string,
  { by, how, at, other, count }: typeof change extends fc.Arbitrary<infer T> ? T : never,
) => {
  const parts = by === "line" ? text.split(/(?<=\n)/) : text.match(/\w+|\s+|[^\w\s]/g) ?? []
  if (parts.length === 0) return text
  const one = at % parts.length
  const two = other % parts.length
  if (how === "cut") return parts.toSpliced(one, count).join("")
  if (how === "double") return parts.toSpliced(one, 0, ...parts.slice(two, two + count)).join("")
  return parts.with(one, parts[two]!).with(two, parts[one]!).join("")
}

for (const [what, world] of Object.entries(WORLDS)) {
  const { program, filesOf } = programsOf(world)

  law(
    `${what}: the same files give the same bytes in any order, and again`,
    fc.tuple(program, fc.array(fc.nat(), { minLength: 8, maxLength: 8 })),
    async ([lines, keys]) => {
      const files = filesOf(lines)
      const straight = await read(files)
      const shuffled = straight.map((file, i) => ({ file, key: keys[i % keys.length]! }))
        .sort((a, b) => a.key - b.key).map(({ file }) => file)
      const first = bytesOf(files, straight)
      expect(bytesOf(files, shuffled)).toBe(first)
      expect(bytesOf(files, straight)).toBe(first)
    },
    { runs: RUNS, timeoutMs: 600_000 },
  )

  law(
    `${what}: broken programs are resolved, too`,
    fc.tuple(program, fc.array(change, { minLength: 1, maxLength: 12 })),
    async ([lines, changes]) => {
      const files = new Map(filesOf(lines))
      const paths = [...files.keys()]
      changes.forEach((each, i) => {
        const path = paths[i % paths.length]!
        files.set(path, changed(files.get(path)!, each))
      })
      expect(bytesOf(files, await read(files)).length).toBeGreaterThan(0)
    },
    { runs: RUNS * 4, timeoutMs: 600_000 },
  )
}
