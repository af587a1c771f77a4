// `portolan schema COMMAND`: the form of what `--json` of a tool's command prints, as JSON Schema.

import * as Effect from "effect/Effect"
import * as Nearest from "../../lib/search/nearest.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Listing from "../../lib/tools/listing.ts"
import { type Command, EXIT, type Exit } from "../command.ts"
import * as Screen from "../terminal.ts"

const NAMES = TOOLS.map((tool) => tool.name.replaceAll("_", "-"))

export const schema: Command = {
  name: "schema",
  group: "Set up",
  summary: "Print the form of what --json of a command prints, as JSON Schema",
  details: "schema_version goes up when a field goes or changes its meaning; new fields leave it as it is.",
  arguments: [{ name: "command", doc: `One of ${NAMES.join(", ")}`, required: true, choices: NAMES }],
  flags: [],
  run: (given) =>
    Effect.sync((): Exit => {
      const name = String(given["command"])
      const tool = Answer.named(TOOLS, name.replaceAll("-", "_"))
      if (tool === undefined) {
        const [near] = Nearest.nearest(name, NAMES, 1)
        Screen.complain(
          `"${name}" has no --json of a form; ${near === undefined ? NAMES.join(", ") : `did you mean ${near}`}`,
        )
        return EXIT.usage
      }
      Screen.out.write(`${JSON.stringify(Listing.printedSchema(tool), null, 2)}\n`)
      return EXIT.ok
    }),
}
