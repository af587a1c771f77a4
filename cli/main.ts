// The program's door. `--version` and `mcp` are answered without the command line's library, the search engine or the
// indexer, so that a client never waits for what it did not ask.

import process from "node:process"
import { VERSION } from "./version.ts"

const words = process.argv.slice(2)

if (words[0] === "--version" || words[0] === "-v") {
  process.stdout.write(`${VERSION}\n`)
} else if (words[0] === "mcp") {
  const { main } = await import("./mcp.ts")
  process.exitCode = await main(words.slice(1))
} else {
  if (words[0] === "analyze") (await import("../lib/platform/one_shot.ts")).becomeOneShot()
  const { main } = await import("./everything.ts")
  process.exitCode = await main(words)
}
