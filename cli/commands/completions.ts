// `portolan completions SHELL`: what a shell reads once to complete commands, flags and repositories.

import * as Effect from "effect/Effect"
import { type Command, EXIT, type Exit } from "../command.ts"
import * as Complete from "../complete.ts"
import * as Screen from "../terminal.ts"

const SHELLS = Object.keys(Complete.SCRIPTS)

export const completions: Command = {
  name: "completions",
  group: "Set up",
  summary: "Print what a shell needs to complete commands, flags and repositories",
  details: `The first line of what is printed says where it goes. Shells are ${SHELLS.join(", ")}.`,
  arguments: [{ name: "shell", doc: `One of ${SHELLS.join(", ")}`, required: true, choices: SHELLS }],
  flags: [],
  run: (given) =>
    Effect.sync((): Exit => {
      const shell = String(given["shell"])
      const { script, near } = Complete.scriptFor(shell)
      if (script === undefined) {
        const instead = near.length === 0 ? `there are ${SHELLS.join(", ")}` : `did you mean ${near[0]}`
        Screen.complain(`There are no completions for "${shell}"; ${instead}`)
        return EXIT.usage
      }
      Screen.out.write(script)
      return EXIT.ok
    }),
}
