// One index, as whole as a user's: from process start to the written snapshot. `bun bench/index_once.ts ROOT HOME
// WORKERS [refresh]`; snapshot and facts are kept under HOME. A fresh HOME makes it a cold one; with `refresh` it is
// brought up to date from what HOME has.

import { becomeOneShot } from "../lib/platform/one_shot.ts"

// As the command line does.
becomeOneShot()

const { analyze, refresh } = await import("../promise.ts")

const [root, home, workers, how] = process.argv.slice(2)
const index = await (how === "refresh" ? refresh : analyze)(root!, {
  home: home!,
  storage: "home",
  workers: Number(workers),
})
console.log(JSON.stringify({ nodes: index.graph.nodes.rows, edges: index.graph.edges.rows }))
await index.close()
