// The whole command line: its own commands, and every tool as one.

import { TOOLS as tools } from "../lib/tools/all.ts"
import * as Answered from "./answered.ts"
import { commandOf } from "./command_of.ts"
import { type Command, EXIT, type Exit } from "./command.ts"
import { analyze } from "./commands/analyze.ts"
import { clean } from "./commands/clean.ts"
import { doctor } from "./commands/doctor.ts"
import { exportRelation } from "./commands/export.ts"
import { importSnapshot } from "./commands/import.ts"
import { list } from "./commands/list.ts"
import { mcp } from "./commands/mcp.ts"
import { remove } from "./commands/remove.ts"
import { status } from "./commands/status.ts"
import { why } from "./commands/why.ts"
import * as Machine from "./machine.ts"
import * as Program from "./program.ts"
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
  doctor,
  ...tools.map((tool) => commandOf<Machine.Services>(tool, Machine.run, Answered.noteOn)),
  // Served before this file is loaded; here it is listed and helped.
  { ...mcp, run: () => Effect.succeed(EXIT.ok) },
]

export const main = (words: ReadonlyArray<string>): Promise<Exit> => Program.run(COMMANDS, VERSION, words)
