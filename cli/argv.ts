// The words of a command line, put into the order and spelling that the command line's library reads: flags first and
// by their shown names, arguments after `--`. Users write them in any order. What fits no flag is refused here, by the
// flag's name and with what would fit.

import * as Nearest from "../lib/search/nearest.ts"
import type { Command, Flag } from "./command.ts"

export type Ordered =
  | { readonly _tag: "words"; readonly words: ReadonlyArray<string> }
  | { readonly _tag: "help" }
  | { readonly _tag: "refused"; readonly why: string }

const HELP: ReadonlySet<string> = new Set(["--help", "-h"])

/** Puts the words after a command's name in order. */
export const ordered = (command: Command, words: ReadonlyArray<string>): Ordered => {
  const bySpelling = spellings(command)
  const flags: Array<string> = []
  const rest: Array<string> = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (HELP.has(word)) return { _tag: "help" }
    if (word === "--") {
      rest.push(...words.slice(i + 1))
      break
    }
    if (!word.startsWith("-") || word === "-") {
      rest.push(word)
      continue
    }
    const equals = word.indexOf("=")
    const typed = equals === -1 ? word : word.slice(0, equals)
    const flag = bySpelling.get(typed)
    if (flag === undefined) return refused(unknown(command, typed))
    if (flag.value.kind === "switch") {
      if (equals !== -1) return refused(`--${flag.name} takes no value`)
      flags.push(`--${flag.name}`)
      continue
    }
    const value = equals === -1 ? words[++i] : word.slice(equals + 1)
    const problem = wrong(flag, value)
    if (problem !== undefined) return refused(problem)
    flags.push(`--${flag.name}`, value!)
  }
  if (rest.length > command.arguments.length) {
    const surplus = rest[command.arguments.length]!
    return refused(
      command.arguments.length === 0
        ? `${command.name} takes no arguments, got "${surplus}"`
        : `"${surplus}" is one argument too many: ${command.name} takes ${
          command.arguments.map((it) => it.name.toUpperCase()).join(" ")
        }`,
    )
  }
  const missing = command.arguments.find((it, i) => it.required && i >= rest.length)
  if (missing !== undefined) return refused(`${missing.name.toUpperCase()} is missing: ${missing.doc}`)
  return { _tag: "words", words: rest.length === 0 ? flags : [...flags, "--", ...rest] }
}

const refused = (why: string): Ordered => ({ _tag: "refused", why })

const spellings = (command: Command): ReadonlyMap<string, Flag> => {
  const map = new Map<string, Flag>()
  for (const flag of command.flags) {
    for (const spelling of [flag.name, flag.key, ...flag.spellings ?? []]) map.set(`--${spelling}`, flag)
  }
  return map
}

const unknown = (command: Command, typed: string): string => {
  const near = Nearest.nearest(typed.replace(/^-+/, ""), command.flags.map((it) => it.name), 1)
  return `${command.name} has no flag ${typed}${near.length === 0 ? "" : `; did you mean --${near[0]}`}`
}

const INTEGER = /^[+-]?\d+$/

/** Why `value` does not fit the flag, or undefined where it does. */
const wrong = (flag: Flag, value: string | undefined): string | undefined => {
  if (value === undefined) return `--${flag.name} needs a value: ${flag.doc}`
  const { kind } = flag.value
  if (kind === "integer" && !INTEGER.test(value)) return `--${flag.name} takes a whole number, got "${value}"`
  if (kind === "number" && (value.trim() === "" || !Number.isFinite(Number(value)))) {
    return `--${flag.name} takes a number, got "${value}"`
  }
  const choices = "choices" in flag.value ? flag.value.choices : undefined
  if (choices !== undefined && !choices.includes(value)) {
    return `--${flag.name} takes one of ${choices.join(", ")}, got "${value}"`
  }
  return undefined
}
