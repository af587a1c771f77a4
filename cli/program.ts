// From commands as data to the command line's library and back: parsing, help and completions are the library's, the
// words around them ours. Nothing here knows a single command.

import * as Args from "@effect/cli/Args"
import * as CliConfig from "@effect/cli/CliConfig"
import * as Cli from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as Terminal from "@effect/platform/Terminal"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { match } from "ts-pattern"
import * as Nearest from "../lib/search/nearest.ts"
import * as Argv from "./argv.ts"
import { type Argument, type Command, EXIT, type Exit as ExitCode, type Flag, type Given, NAME } from "./command.ts"
import * as Help from "./help.ts"
import * as Signals from "./signals.ts"
import * as Screen from "./terminal.ts"

/**
 * Runs what the words say.
 *
 * @param words All that was typed after the program's name; the first is a command.
 * @returns The exit code.
 */
export const run = async (
  commands: ReadonlyArray<Command>,
  version: string,
  words: ReadonlyArray<string>,
): Promise<ExitCode> => {
  const [first = "--help", ...rest] = words
  if (first === "--help" || first === "-h" || first === "help") return help(commands, version, rest[0])
  const command = named(commands, first)
  if (command === undefined) return unknown(commands, first)
  const { name } = command
  const read = Argv.read(command, rest)
  if (read._tag === "help") return help(commands, version, name)
  if (read._tag === "refused") return Argv.refuse(name, read.why)
  const typed = Argv.words(read.typed)
  let code: ExitCode = EXIT.ok
  const made = commands.map((it) =>
    Cli.make(
      it.name,
      { given: it.arguments.map(argument), flags: it.flags.map(flag) },
      (parsed) =>
        Effect.map(it.run(givenOf(it, parsed.given, parsed.flags)), (end) => {
          code = end
        }),
    ).pipe(Cli.withDescription(description(it)))
  )
  const [one, ...others] = made
  const root = Cli.make(NAME).pipe(Cli.withSubcommands([one!, ...others]))
  const { errors, within } = capturing()
  const exit = await Signals.untilSignal((signal) =>
    Effect.runPromiseExit(
      Cli.run(root, { name: NAME, version })(["", "", name, ...typed]).pipe(Effect.provide(environment), within),
      { signal },
    )
  )
  // One that is interrupted and gets as far as this was meant to end so.
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return code
  const failure = Cause.squash(exit.cause)
  if (!ValidationError.isValidationError(failure)) {
    const why = failure instanceof Error ? failure.message : String(failure)
    Screen.complain(`Internal error in ${NAME} ${version}, not in what was asked: ${oneLine(why)}`)
    return EXIT.failed
  }
  const said = Screen.withoutEscapes(
    errors.length > 0 ? errors.join(" ") : HelpDoc.toAnsiText(failure.error),
  )
  return Argv.refuse(name, oneLine(said))
}

const named = (commands: ReadonlyArray<Command>, name: string): Command | undefined =>
  commands.find((it) => it.name === name) ?? commands.find((it) => it.spellings?.includes(name))

const help = (commands: ReadonlyArray<Command>, version: string, name: string | undefined): ExitCode => {
  const command = name === undefined ? undefined : named(commands, name)
  if (name !== undefined && command === undefined) return unknown(commands, name)
  const paint = Screen.paintFor(Screen.out)
  Screen.out.write(
    command === undefined
      ? Help.ofProgram(commands, version, Screen.out.columns(), paint)
      : Help.ofCommand(command, Screen.out.columns(), paint),
  )
  return EXIT.ok
}

const unknown = (commands: ReadonlyArray<Command>, name: string): ExitCode => {
  const near = Nearest.nearest(name, commands.map((it) => it.name), 1)
  Screen.complain(
    `There is no command "${name}"${near.length === 0 ? "" : `; did you mean "${near[0]}"`}. See ${NAME} --help`,
  )
  return EXIT.usage
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim().replace(/[.!]$/, "")

/** Help goes out as it comes, complaints are kept: the library prints some of them twice. */
const capturing = () => {
  const errors: Array<string> = []
  const log = (...parts: ReadonlyArray<unknown>) =>
    Effect.sync(() => {
      const text = parts.map(String).join(" ")
      Screen.out.write(`${Screen.out.colour ? text : Screen.withoutEscapes(text)}\n`)
    })
  const error = (...parts: ReadonlyArray<unknown>) => Effect.sync(() => void errors.push(parts.map(String).join(" ")))
  const within = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Console.consoleWith((base) => Effect.withConsole(effect, { ...base, log, error }))
  return { errors, within }
}

const description = (command: Command): HelpDoc.HelpDoc => {
  const summary = HelpDoc.p(command.summary)
  return command.details === undefined ? summary : HelpDoc.blocks([summary, HelpDoc.p(command.details)])
}

const argument = (it: Argument): Args.Args<Option.Option<string>> => {
  const text = Args.text({ name: it.name }).pipe(Args.withDescription(it.doc))
  return it.required ? Args.map(text, Option.some) : Args.optional(text)
}

const flag = (it: Flag): Options.Options<unknown> => {
  const maybe = <A>(option: Options.Options<A>) => Options.optional(Options.withDescription(option, it.doc))
  return match(it.value)
    .with({ kind: "switch" }, () => Options.withDescription(Options.boolean(it.name), it.doc))
    .with(
      { kind: "text" },
      ({ placeholder }) => maybe(Options.withPseudoName(Options.text(it.name), placeholder ?? "text")),
    )
    .with({ kind: "integer" }, () => maybe(Options.integer(it.name)))
    .with({ kind: "number" }, () => maybe(Options.float(it.name)))
    .with({ kind: "choice" }, ({ choices }) => maybe(Options.choice(it.name, choices)))
    .with({ kind: "list" }, ({ choices }) =>
      Options.withDescription(
        Options.repeated(choices === undefined ? Options.text(it.name) : Options.choice(it.name, choices)),
        it.doc,
      ))
    .exhaustive()
}

/** What was given, by name; what was not is left out. */
const givenOf = (
  command: Command,
  args: ReadonlyArray<Option.Option<string>>,
  flags: ReadonlyArray<unknown>,
): Given => {
  const given: Record<string, unknown> = {}
  command.arguments.forEach((it, i) => {
    const value = args[i]!
    if (Option.isSome(value)) given[it.name] = value.value
  })
  command.flags.forEach((it, i) => {
    const value = flags[i]
    const found = Option.isOption(value) ? Option.getOrUndefined(value) : value
    if (found === undefined || Array.isArray(found) && found.length === 0) return
    given[it.key] = found
  })
  return given
}

/** The library asks for a terminal, files and paths; nothing here prompts, and nothing is read but what exists. */
const terminal: Terminal.Terminal = {
  columns: Effect.sync(() => Screen.out.columns()),
  rows: Effect.succeed(24),
  isTTY: Effect.succeed(false),
  readInput: Effect.dieMessage("This program never prompts"),
  readLine: Effect.dieMessage("This program never prompts"),
  display: (text: string) => Effect.sync(() => Screen.out.write(text)),
} as unknown as Terminal.Terminal

const environment = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Layer.succeed(Terminal.Terminal, terminal),
  CliConfig.layer({ showBuiltIns: false, isCaseSensitive: true }),
  Logger.replace(Logger.defaultLogger, Logger.map(Logger.stringLogger, (line) => Screen.err.write(`${line}\n`))),
)
