// The program's door. `--version` and `mcp` are answered without the command line's library, the search engine or the
// indexer, so that a client never waits for what it did not ask.

import process from "node:process"
import { answersTo } from "../lib/platform/own_program.ts"
import { VERSION } from "./version.ts"

const words = process.argv.slice(2)

/** By which this program is started by itself: to read files that may end their reader, and to make an index. */
const OWN = { read: "--read-apart", analyze: "--analyze-apart" } as const

answersTo(OWN)

if (words[0] === "--version" || words[0] === "-v") {
  process.stdout.write(`${VERSION}\n`)
} else if (words[0] === "mcp") {
  const { main } = await import("./mcp.ts")
  process.exitCode = await main(words.slice(1))
} else if (words[0] === OWN.read) {
  await (await import("../lib/platform/apart.ts")).main()
} else if (words[0] === OWN.analyze) {
  await (await import("../lib/platform/analysis_process.ts")).main()
} else {
  if (words[0] === "analyze" && !words.includes("--watch")) {
    ;(await import("../lib/platform/one_shot.ts")).becomeOneShot()
  }
  const { main } = await import("./everything.ts")
  process.exitCode = await main(words)
}
