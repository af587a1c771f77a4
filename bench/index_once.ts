// One cold index, as whole as a user's: from process start to the written snapshot. `bun bench/index_once.ts ROOT HOME
// WORKERS`; the snapshot is kept under HOME.

import { becomeOneShot } from "../lib/platform/one_shot.ts"

// As the command line does.
becomeOneShot()

const { analyze } = await import("../promise.ts")

const [root, home, workers] = process.argv.slice(2)
const index = await analyze(root!, { home: home!, storage: "home", workers: Number(workers) })
console.log(JSON.stringify({ nodes: index.graph.nodes.rows, edges: index.graph.edges.rows }))
await index.close()
