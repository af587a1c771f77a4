// The whole command line: its own commands, and every tool as one.

import { TOOLS as tools } from "../lib/tools/all.ts"
import * as Answered from "./answered.ts"
import { commandOf } from "./command_of.ts"
import { type Command, EXIT, type Exit } from "./command.ts"
import { analyze } from "./commands/analyze.ts"
import { clean } from "./commands/clean.ts"
import { completions } from "./commands/completions.ts"
import { doctor } from "./commands/doctor.ts"
import { exportRelation } from "./commands/export.ts"
import { importSnapshot } from "./commands/import.ts"
import { list } from "./commands/list.ts"
import { map } from "./commands/map.ts"
import { mcp } from "./commands/mcp.ts"
import { remove } from "./commands/remove.ts"
import { schema } from "./commands/schema.ts"
import { status } from "./commands/status.ts"
import { why } from "./commands/why.ts"
import * as Complete from "./complete.ts"
import * as Machine from "./machine.ts"
import * as Program from "./program.ts"
import * as Screen from "./terminal.ts"
import * as Effect from "effect/Effect"
import { VERSION } from "./version.ts"

/** All commands, in the order in which help lists them. */
export const COMMANDS: ReadonlyArray<Command> = [
  analyze,
  list,
  status,
  remove,
  clean,
  exportRelation,
  importSnapshot,
  why,
  map,
  doctor,
  ...tools.map((tool) => commandOf<Machine.Services>(tool, Machine.run, Answered.noteOn)),
  // Served before this file is loaded; here it is listed and helped.
  { ...mcp, run: () => Effect.succeed(EXIT.ok) },
  completions,
  schema,
]

export const main = async (words: ReadonlyArray<string>): Promise<Exit> => {
  if (words[0] !== Complete.ASK) return await Program.run(COMMANDS, VERSION, words)
  Screen.out.write(Complete.lines(await Complete.complete(COMMANDS, words.slice(1), repositories)))
  return EXIT.ok
}

/** For a shell that completes: without a list there are none, which is no time to complain. */
const repositories = (): Promise<ReadonlyArray<Complete.Fitting>> =>
  Effect.runPromise(
    Machine.listed.pipe(
      Effect.map((all) => all.map(({ entry, id }) => ({ word: id, doc: entry.path }))),
      Effect.orElseSucceed(() => []),
    ),
  )
