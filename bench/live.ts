// `npm run bench:live -- [FILES] [EDITS]`: a server that is asked while a repository of so many files, 5,000 by default,
// is edited so many times in each way, 15 by default. What is measured is the time from the end of a write to an answer on
// the new text, which each answer is held to; and how long the server's own thread stood still meanwhile.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commit } from "../tests/_kit/repo.ts"
import * as Corpus from "./corpus.ts"
import { quantile } from "./quantile.ts"
import { layOut, pathOf } from "./repository.ts"
import { table } from "./table.ts"
import { started, type Took } from "./took.ts"

const FILES = Number(process.argv[2] ?? 5000)
const EDITS = Number(process.argv[3] ?? 15)

/** A quiet time in which what can go without an answer is done, in milliseconds. */
const QUIET_MS = 30_000

const work = mkdtempSync(join(tmpdir(), "portolan-bench-live-"))
const root = join(work, "sources")
process.env["PORTOLAN_HOME"] = join(work, "home")
process.env["PORTOLAN_LIVE_WAIT_MS"] = "60000"

/** Longest time for which the event loop did not come round, in milliseconds, since it was asked last. */
const stalls = () => {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 2)
    last = now
  }, 2)
  return {
    take: () => {
      const it = longest
      longest = 0
      return it
    },
    end: () => clearInterval(timer),
  }
}

/** A typed file somewhere in the repository that calls others and is called. */
const place = (i: number): number => {
  const file = Math.floor(((i + 0.5) * FILES) / EDITS)
  return file - (Math.floor(file / 40) % 5 === 4 ? 40 : 0)
}

try {
  Corpus.copy(layOut(FILES), root)
  commit(root)
  const { analyze } = await import("../promise.ts")
  const coldSince = started()
  await (await analyze(root)).close()
  const cold = coldSince()
  const { load } = await import("../cli/surface.ts")
  const errors: Array<unknown> = []
  const { surface, dispose } = await load({
    profile: undefined,
    structured: true,
    typed: {},
    audit: undefined,
    onError: (error) => errors.push(error),
  })
  // deno-lint-ignore no-explicit-any
  const ask = async (name: string, input: Record<string, unknown>): Promise<any> => {
    const { text } = await surface.call(name, input, { signal: new AbortController().signal })
    return JSON.parse(typeof text === "string" ? text : "null")
  }
  const pulse = stalls()
  const rows: Array<readonly [name: string, values: ReadonlyArray<Took>, stall: number]> = []

  const timed = async (name: string, count: number, one: (i: number) => Promise<boolean>) => {
    const values: Array<Took> = []
    pulse.take()
    for (let i = 0; i < count; i++) {
      const took = started()
      if (!(await one(i))) throw new Error(`${name}, ${i}: the answer is not of the new text`)
      values.push(took())
      await Bun.sleep(300)
    }
    rows.push([name, values, pulse.take()])
    console.error(`${name}: ${values.map((it) => `${it.wall.toFixed(0)}/${it.processor.toFixed(0)}`).join(" ")}`)
  }

  const text = (file: number) => readFileSync(join(root, pathOf(file)), "utf8")
  const put = (file: number, to: string) => writeFileSync(join(root, pathOf(file)), to)
  const callersOf = async (uid: string): Promise<{ readonly names: ReadonlyArray<string>; readonly state: string }> => {
    const value = await ask("context", { uid })
    const calls: ReadonlyArray<{ readonly name: string }> = value.incoming?.calls ?? []
    return { names: calls.map((it) => it.name), state: value.index?.freshness }
  }

  await timed(
    "first call",
    1,
    async () => (await callersOf(`Method:${pathOf(place(0))}:Store${place(0)}.total`)).state === "current",
  )
  await timed("nothing changed", 20, async (i) => {
    const { state } = await callersOf(`Method:${pathOf(place(i % EDITS))}:Store${place(i % EDITS)}.total`)
    return state === "current"
  })
  const body = (i: number) => {
    const file = place(i % EDITS)
    const has = text(file).includes("  store.total()\n")
    const line = `  const found: Array<Entry${file}> = []\n`
    put(
      file,
      has ? text(file).replaceAll("  store.total()\n", "") : text(file).replace(line, `${line}  store.total()\n`),
    )
    return async () => {
      const { names, state } = await callersOf(`Method:${pathOf(file)}:Store${file}.total`)
      return names.includes(`step${file}_0`) !== has && state === "current"
    }
  }
  await timed("first edit", 1, (i) => body(i)())
  await timed("body edit", EDITS, (i) => body(i)())
  await timed("interface edit", EDITS, async (i) => {
    const file = place(i)
    put(
      file,
      text(file).replace(`byId(id: string): Entry${file} | undefined {`, `byId(id: string): Entry${file} {`) +
        `export const extra${file} = (it: Store${file}) => it.byId("a").id\n`,
    )
    const value = await ask("context", { uid: `Function:${pathOf(file)}:extra${file}` })
    return value.symbol?.name === `extra${file}` && value.index.freshness === "current"
  })
  // Who can get to what is found out while nobody asks.
  await Bun.sleep(QUIET_MS)
  await timed("interface edit after a quiet time", EDITS, async (i) => {
    const file = place(i)
    put(file, `${text(file)}export const other${file} = (it: Store${file}) => it.byId("a")\n`)
    const value = await ask("context", { uid: `Function:${pathOf(file)}:other${file}` })
    return value.symbol?.name === `other${file}` && value.index.freshness === "current"
  })
  await timed("new file", 3, async (i) => {
    const file = place(i)
    const path = pathOf(file).replace(`m${file}`, `new${i}`)
    writeFileSync(
      join(root, path),
      `import { find${file} } from "./m${file}"\nexport const new${i} = () => find${file}([], () => true)\n`,
    )
    const value = await ask("context", { uid: `Function:${path}:new${i}` })
    return value.symbol?.name === `new${i}` && value.index.freshness === "current"
  })
  await timed("many edits, one question", 2, (i) => {
    for (let n = 0; n < EDITS; n++) body(n)
    return body(i + 3)()
  })
  await timed("words after an edit", 2, async (i) => {
    const file = place(i)
    put(file, `${text(file)}export const settled${i}Marvellously = 1\n`)
    const value = await ask("query", { search_query: `settled ${i} marvellously` })
    return value.definitions?.[0]?.name === `settled${i}Marvellously`
  })
  pulse.end()
  const { rss } = process.memoryUsage()
  await dispose()
  if (errors.length !== 0) throw new Error(String(errors[0]))
  const seconds = (it: number) => `${(it / 1000).toFixed(1)} s`
  const size = `${(rss / 1e6).toFixed(0)} MB at the end`
  console.log(
    `${FILES} files, indexed from nothing in ${seconds(cold.wall)}, ${
      seconds(cold.processor)
    } of processors; ${size}\n`,
  )
  console.log(table(
    ["", "p50 ms", "p95 ms", "most ms", "processor ms", "% of cold", "longest stall ms"],
    rows.map(([name, values, stall]) => {
      const walls = values.map(({ wall }) => wall)
      const processor = quantile(values.map((it) => it.processor), 0.5)
      return [
        name,
        ...[quantile(walls, 0.5), quantile(walls, 0.95), Math.max(...walls), processor].map((it) => it.toFixed(0)),
        (100 * processor / cold.processor).toFixed(2),
        stall.toFixed(0),
      ]
    }),
  ))
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exit()
