// `node scripts/from_source.mjs FILE …`: one of the clone's own programs, run in the clone.

import { launch } from "./launch.mjs"
import { ROOT } from "./processes.mjs"

const [file, ...args] = process.argv.slice(2)
if (file === undefined) {
  console.error("Cannot run: no file given")
  process.exit(2)
}
await launch(file, args, ROOT)
