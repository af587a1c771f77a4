// The law of traces over programs of the stock: whichever line of whichever file changes, a file that draws another part
// has had a look-up answered otherwise.

import { expect } from "bun:test"
import * as fc from "fast-check"
import { law } from "../_kit/effect.ts"
import { compare } from "./_traces.ts"
import { programsOf, WORLDS } from "./_worlds.ts"

const RUNS = Number(process.env["TRACES_RUNS"] ?? 40)

for (const [what, world] of Object.entries(WORLDS)) {
  const { line, program, filesOf } = programsOf(world)
  const edit = fc.record({
    file: fc.nat(world.paths.length - 1),
    at: fc.nat(6),
    take: fc.constantFrom(0, 1, 1, 9),
    put: fc.option(line, { freq: 3 }),
  })

  law(
    `${what}: a file whose look-ups are all answered as before has the part that it had before`,
    fc.tuple(program, edit),
    async ([before, { file, at, take, put }]) => {
      const old = before[file]!
      const where = take === 9 ? 0 : Math.min(at, Math.max(old.length - take, 0))
      const next = [...old.slice(0, where), ...(put === null ? [] : [put]), ...old.slice(where + take)]
      const { missed } = await compare(filesOf(before), filesOf(before.map((it, i) => i === file ? next : it)))
      expect(missed).toEqual([])
    },
    { runs: RUNS, timeoutMs: 600_000 },
  )
}
