// A failure that was declared, told to a person: one line with what to do, on the error stream.

import * as Arguments from "../lib/tools/arguments.ts"
import { EXIT, type Exit } from "./command.ts"
import * as Screen from "./terminal.ts"

/** How an argument that a hint speaks of is typed; undefined for what is no flag. */
export type FlagOf = (key: string) => string | undefined

const NOT_TYPED: FlagOf = () => undefined

/** Hints name arguments as a client sends them, behind one of a few words; a person types flags. */
export const asTyped = (hint: string, flagOf: FlagOf): string =>
  hint.replace(/\b(with|without|Raise) (\w+)\b/g, (all, word: string, key: string) => {
    const flag = flagOf(key)
    return flag === undefined ? all : `${word} --${flag}`
  })

/** Problems name arguments as a client sends them; what is quoted is the user's own. */
const problemsTyped = (problems: ReadonlyArray<string>, flagOf: FlagOf): string =>
  problems.join("; ").replace(/"(?:[^"\\]|\\.)*"|\w+/g, (word) => {
    const flag = flagOf(word)
    return flag === undefined ? word : `--${flag}`
  })

/** A declared failure in one line, with what to do where it knows; candidates below. */
export const complainOf = (failure: unknown, flagOf: FlagOf = NOT_TYPED): Exit => {
  const { hint, candidates } = failure as { readonly hint?: string; readonly candidates?: ReadonlyArray<unknown> }
  const message = failure instanceof Arguments.InvalidArguments
    ? `Cannot call ${failure.tool}: ${problemsTyped(failure.problems, flagOf)}`
    : (failure as { readonly message: string }).message
  Screen.complain(hint === undefined ? message : `${message}. ${asTyped(hint, flagOf)}`)
  const names = (candidates ?? []).map((it) => typeof it === "string" ? it : JSON.stringify(it))
  for (const name of names.filter((it) => !message.includes(it)).slice(0, 10)) Screen.err.write(`  ${name}\n`)
  return failure instanceof Arguments.InvalidArguments ? EXIT.usage : EXIT.failed
}
