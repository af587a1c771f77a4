// The words of a command line, put into the order and spelling that the command line's library reads: flags first and
// by their shown names, arguments after `--`. Users write them in any order. What fits no flag is refused here, by the
// flag's name and with what would fit.

import * as Nearest from "../lib/search/nearest.ts"
import { type Command, EXIT, type Exit, type Flag, NAME } from "./command.ts"
import * as Screen from "./terminal.ts"

export type Ordered =
  | { readonly _tag: "typed"; readonly typed: Typed }
  | { readonly _tag: "help" }
  | { readonly _tag: "refused"; readonly why: string }

export interface Typed {
  /** A switch has no value. */
  readonly flags: ReadonlyArray<{ readonly flag: Flag; readonly value: string | undefined }>
  readonly arguments: ReadonlyArray<string>
}

const HELP: ReadonlySet<string> = new Set(["--help", "-h"])

/** Tells flags and arguments apart in the words after a command's name. */
export const read = (command: Omit<Command, "run">, words: ReadonlyArray<string>): Ordered => {
  const bySpelling = spellings(command)
  const flags: Array<Typed["flags"][number]> = []
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
      flags.push({ flag, value: undefined })
      continue
    }
    const absent = equals === -1 && "absent" in flag.value && isNoValue(words[i + 1]) ? flag.value.absent : undefined
    const value = equals !== -1 ? word.slice(equals + 1) : absent ?? words[++i]
    for (const part of partsOf(flag, value)) {
      const meant = canonical(flag, part)
      const problem = wrong(flag, meant)
      if (problem !== undefined) return refused(problem)
      flags.push({ flag, value: meant })
    }
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
  return { _tag: "typed", typed: { flags, arguments: rest } }
}

/** What was typed as the command line's library wants to read it. */
export const words = ({ flags, arguments: rest }: Typed): ReadonlyArray<string> => {
  const words = flags.flatMap(({ flag, value }) => [`--${flag.name}`, ...(value === undefined ? [] : [value])])
  return rest.length === 0 ? words : [...words, "--", ...rest]
}

/** Says what is wrong with a command line, and where the right one stands. */
export const refuse = (name: string, why: string): Exit => {
  Screen.complain(`${why}. See ${NAME} ${name} --help`)
  return EXIT.usage
}

const refused = (why: string): Ordered => ({ _tag: "refused", why })

const spellings = (command: Omit<Command, "run">): ReadonlyMap<string, Flag> => {
  const map = new Map<string, Flag>()
  for (const flag of command.flags) {
    for (const spelling of [flag.name, flag.key, ...flag.spellings ?? []]) map.set(`--${spelling}`, flag)
  }
  return map
}

const unknown = (command: Omit<Command, "run">, typed: string): string => {
  const near = Nearest.nearest(typed.replace(/^-+/, ""), command.flags.map((it) => it.name), 1)
  return `${command.name} has no flag ${typed}${near.length === 0 ? "" : `; did you mean --${near[0]}`}`
}

const choicesOf = ({ value }: Flag) => "choices" in value ? value.choices : undefined

/** Several words of a closed list may stand behind one flag, with commas between. */
const partsOf = (flag: Flag, value: string | undefined): ReadonlyArray<string | undefined> =>
  flag.value.kind === "list" && choicesOf(flag) !== undefined && value !== undefined ? value.split(",") : [value]

/** A word of a closed list may be typed in any case. */
const canonical = (flag: Flag, value: string | undefined): string | undefined =>
  choicesOf(flag)?.find((choice) => choice.toLowerCase() === value?.toLowerCase()) ?? value

const isNoValue = (word: string | undefined): boolean => word === undefined || word.startsWith("-")

const INTEGER = /^[+-]?\d+$/

/** Why `value` does not fit the flag, or undefined where it does. */
const wrong = (flag: Flag, value: string | undefined): string | undefined => {
  if (value === undefined) return `--${flag.name} needs a value: ${flag.doc}`
  const { kind } = flag.value
  if (kind === "integer" && !INTEGER.test(value)) return `--${flag.name} takes a whole number, got "${value}"`
  if (kind === "number" && (value.trim() === "" || !Number.isFinite(Number(value)))) {
    return `--${flag.name} takes a number, got "${value}"`
  }
  if (kind === "list" && value === "") return `--${flag.name} takes a value that is not empty`
  const choices = choicesOf(flag)
  if (choices !== undefined && !choices.includes(value)) {
    return `--${flag.name} takes one of ${choices.join(", ")}, got "${value}"`
  }
  return undefined
}
