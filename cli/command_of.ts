// A tool as a command: its positional fields are arguments, its other fields flags, its summary and guide the help. All
// of it is read off the one definition; a tool that is added is a command the same moment.

import * as Effect from "effect/Effect"
import * as Answer from "../lib/tools/answer.ts"
import * as Listing from "../lib/tools/listing.ts"
import type * as Tool from "../lib/tools/tool.ts"
import * as Settings from "../lib/workspace/settings.ts"
import {
  type Argument,
  type Command,
  EXIT,
  type Exit,
  type Flag,
  type FlagValue,
  type Given,
  kebab,
} from "./command.ts"
import { complainOf } from "./complain.ts"
import { fitted } from "./decorate.ts"
import * as Screen from "./terminal.ts"

/** Key of the flag that asks for the answer as a client gets it. */
const JSON_KEY = "json"

const JSON_FLAG: Flag = {
  key: JSON_KEY,
  name: "json",
  doc: "Print the answer as JSON, as an MCP client gets it; portolan schema tells its form",
  value: { kind: "switch" },
}

/** What was typed, as a client would send it. */
export type Sent = Readonly<Record<string, unknown>>

/** What a person should know of an answer beside it. */
export type NoteOn<R> = (sent: Sent, output: unknown) => Effect.Effect<string | undefined, never, R>

/** Runs an effect of a tool with what the machine provides. */
export type Run<R> = (effect: Effect.Effect<Exit, never, R>) => Effect.Effect<Exit>

export const commandOf = <R>(
  tool: Tool.Any,
  run: Run<R>,
  noteOn: NoteOn<R> = () => Effect.succeed(undefined),
): Command => {
  const { properties, required = [] } = Listing.inputSchema(tool)
  const spellings = (key: string): ReadonlyArray<string> => [
    ...new Set(
      Object.entries(tool.aliases).filter(([, of]) => of === key).flatMap(([spelling]) => [spelling, kebab(spelling)]),
    ),
  ]
  return {
    name: tool.name.replaceAll("_", "-"),
    spellings: [tool.name, ...tool.otherNames ?? []],
    group: "Ask",
    summary: tool.summary,
    details: tool.guide,
    arguments: tool.positional.map((key): Argument => ({
      name: key,
      doc: docOf(properties[key]!),
      required: required.includes(key),
    })),
    flags: [
      ...Object.entries(properties).filter(([key]) => !tool.positional.includes(key)).map(([key, property]): Flag => ({
        key,
        name: nameOf(key, property),
        doc: docOf(property),
        value: valueOf(property),
        spellings: spellings(key),
      })),
      JSON_FLAG,
    ],
    run: (given) => {
      const sent = sentOf(properties, given)
      return run(given[JSON_KEY] === true ? asJson<R>(tool, sent) : asText<R>(tool, sent, noteOn))
    },
  }
}

/** A switch that is on by default is turned off by name. */
const isOn = (property: Listing.Property) => property.type === "boolean" && property.default === true

const nameOf = (key: string, property: Listing.Property) => isOn(property) ? `no-${kebab(key)}` : kebab(key)

const flagOf = (tool: Tool.Any) => (key: string): string | undefined => {
  const property = Listing.inputSchema(tool).properties[key]
  return property === undefined || tool.positional.includes(key) ? undefined : nameOf(key, property)
}

const docOf = (property: Listing.Property): string => {
  const fallback = isOn(property) ? undefined : property.default
  const shown = fallback === undefined ? "" : ` (default ${String(fallback)})`
  return `${property.description ?? ""}${shown}`.trim()
}

const valueOf = (property: Listing.Property): FlagValue => {
  if (property.enum !== undefined) return { kind: "choice", choices: property.enum }
  const of = property.items?.enum
  const table: Record<Listing.Property["type"], FlagValue> = {
    boolean: { kind: "switch" },
    integer: { kind: "integer" },
    number: { kind: "number" },
    string: { kind: "text" },
    object: { kind: "text", placeholder: "JSON" },
    array: { kind: "list", ...(of === undefined ? {} : { choices: of }) },
  }
  return table[property.type]
}

/** What was typed, as a client would send it. */
const sentOf = (properties: Readonly<Record<string, Listing.Property>>, given: Given): Sent => {
  const sent: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(properties)) {
    const value = given[key]
    if (value === undefined || value === false) continue
    sent[key] = isOn(property) ? false : property.type === "object" ? parsed(value) : value
  }
  return sent
}

/** JSON where it is JSON; else the text, which the tool refuses by the argument's name. */
const parsed = (value: unknown): unknown => {
  try {
    return JSON.parse(String(value))
  } catch {
    return value
  }
}

/** The answer as text, then the exit code. */
const asJson = <R>(tool: Tool.Any, sent: unknown): Effect.Effect<Exit, never, R> =>
  Effect.map(Answer.answer(tool, sent), ({ text, isError, value }) => {
    // What is asked for in another form than JSON stays as it is.
    const version = `{"${Listing.VERSION_KEY}":${Listing.versionOf(tool)},`
    Screen.out.write(`${text.startsWith("{") ? text.replace("{", version) : text}\n`)
    return isError || isUndecided(value) ? EXIT.failed : EXIT.ok
  })

interface Told {
  readonly text: string
  readonly output: unknown
  readonly asked: string | undefined
}

const asText = <R>(tool: Tool.Any, sent: Sent, noteOn: NoteOn<R>): Effect.Effect<Exit, never, R> =>
  (Answer.told(tool, sent) as Effect.Effect<Told, unknown, R>).pipe(
    Effect.tap(({ text, asked }) => Effect.sync(() => Screen.out.write(`${fitted(text, Screen.out, asked)}\n`))),
    Effect.tap(({ output }) =>
      Effect.map(noteOn(sent, output), (note) => note === undefined ? undefined : Screen.note(note))
    ),
    Effect.map(({ output }): Exit => isUndecided(output) ? EXIT.failed : EXIT.ok),
    Effect.catchAll((failure) => Effect.sync(() => complainOf(failure, flagOf(tool)))),
    Effect.catchAllDefect((defect) =>
      Effect.sync((): Exit => {
        Screen.complain(`${tool.name} failed: ${defect instanceof Error ? defect.message : String(defect)}`)
        return EXIT.failed
      })
    ),
    // Who reads rows in a terminal wants to see the line of code that each is about.
    Effect.provideServiceEffect(Settings.Settings, Effect.map(Settings.Settings, (it) => ({ ...it, code: true }))),
  )

/** Several symbols fit, or none: candidates were printed, the question is not answered. */
const isUndecided = (output: unknown): boolean =>
  UNDECIDED.has((output as { readonly status?: unknown } | null)?.status)

const UNDECIDED: ReadonlySet<unknown> = new Set(["ambiguous", "not_found"])
