// Call edges of each case of a micro suite, indexed by itself: `bun bench/micro.ts EXPECTED CASES HOME` prints the rows
// that the comparer reads, paths with the case's name before them. A case that can't be indexed is named, and the run fails.
//
// --followed  each call also as calls of the members that may run in the called one's place

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { RELATIONS } from "../cli/relations.ts"
import { analyze, type Graph, Kinds, Node } from "../promise.ts"

const [expected, cases, home] = process.argv.slice(2)
const isFollowed = process.argv.includes("--followed")
const calls = RELATIONS.find(({ name }) => name === "calls")!
const names = readFileSync(expected!, "utf8").trim().split("\n").map((line) => JSON.parse(line).case as string)

/** Which members may run in place of one: file and line of each. */
const runningOf = (graph: Graph): ReadonlyMap<string, ReadonlyArray<string>> => {
  const running = new Map<string, Array<string>>()
  const { rows, kind, source, target } = graph.edges
  const placeOf = (node: number) => `${Node.pathOf(graph, node)}\t${Node.lineOf(graph, node)}`
  for (let edge = 0; edge < rows; edge++) {
    if (kind[edge] !== Kinds.EDGE_KINDS.DISPATCHES.code) continue
    const declared = placeOf(source[edge]!)
    running.set(declared, [...(running.get(declared) ?? []), placeOf(target[edge]!)])
  }
  return running
}

for (const name of names) {
  try {
    const index = await analyze(join(cases!, name), { home: home!, storage: "home", workers: 1 })
    const running = isFollowed ? runningOf(index.graph) : new Map<string, ReadonlyArray<string>>()
    for (const line of calls.lines(index.graph)) {
      if (line.startsWith("#")) continue
      const [from, fromLine, to, toLine, ...rest] = line.split("\t")
      console.log([`${name}/${from}`, fromLine, `${name}/${to}`, toLine, ...rest].join("\t"))
      for (const place of running.get(`${to}\t${toLine}`) ?? []) {
        console.log([`${name}/${from}`, fromLine, `${name}/${place}`].join("\t"))
      }
    }
    await index.close()
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
