// A failure that was declared, told to a person: one line with what to do, on the error stream.

import * as Arguments from "../lib/tools/arguments.ts"
import { EXIT, type Exit } from "./command.ts"
import * as Screen from "./terminal.ts"

/** A declared failure in one line, with what to do where it knows; candidates below. */
export const complainOf = (failure: unknown): Exit => {
  const { message, hint, candidates } = failure as {
    readonly message: string
    readonly hint?: string
    readonly candidates?: ReadonlyArray<unknown>
  }
  Screen.complain(hint === undefined ? message : `${message}. ${hint}`)
  const names = (candidates ?? []).map((it) => typeof it === "string" ? it : JSON.stringify(it))
  for (const name of names.filter((it) => !message.includes(it)).slice(0, 10)) Screen.err.write(`  ${name}\n`)
  return failure instanceof Arguments.InvalidArguments ? EXIT.usage : EXIT.failed
}
