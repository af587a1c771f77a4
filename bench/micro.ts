// Call edges of each case of a micro suite, indexed by itself: `bun bench/micro.ts EXPECTED CASES HOME` prints the rows
// that the comparer reads, paths with the case's name before them. A case that can't be indexed is named, and the run fails.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { RELATIONS } from "../cli/relations.ts"
import { analyze } from "../promise.ts"

const [expected, cases, home] = process.argv.slice(2)
const calls = RELATIONS.find(({ name }) => name === "calls")!
const names = readFileSync(expected!, "utf8").trim().split("\n").map((line) => JSON.parse(line).case as string)

for (const name of names) {
  try {
    const index = await analyze(join(cases!, name), { home: home!, storage: "home", workers: 1 })
    for (const line of calls.lines(index.graph)) {
      if (line.startsWith("#")) continue
      const [from, fromLine, to, ...rest] = line.split("\t")
      console.log([`${name}/${from}`, fromLine, `${name}/${to}`, ...rest].join("\t"))
    }
    await index.close()
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
