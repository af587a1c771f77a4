// What the user of the machine has set: from the environment, validated at start. A repository's own files never get a
// say here.

import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { Environment } from "../machine/environment.ts"

export interface SettingsShape {
  /** Repository that is meant when a call names none. */
  readonly defaultRepo: string | undefined
  /** Where the server was started; reading tools take the repository around it when nothing else decides. */
  readonly workingDirectory: string | undefined
  /** Budget of an answer when the call names none. */
  readonly maxTokens: number
  /** Rows of one list of an answer when the call names no limit; `Infinity` for library users. */
  readonly rows: number
  /** The same for each depth of `impact`, where the user may set it. */
  readonly impactRows: number
  /** Does each row of an answer carry a line of code? For people; an agent asks for what it needs. */
  readonly code: boolean
}

/** Values for a server. 9,900 tokens stay under the 10,000 at which clients begin to warn. */
export const defaults: SettingsShape = {
  defaultRepo: undefined,
  workingDirectory: undefined,
  maxTokens: 9_900,
  rows: 20,
  impactRows: 30,
  code: false,
}

/** Values for library users: whole lists. */
export const unpaged: SettingsShape = { ...defaults, maxTokens: Infinity, rows: Infinity, impactRows: Infinity }

export class Settings extends Context.Reference<Settings>()("workspace/Settings", {
  defaultValue: (): SettingsShape => defaults,
}) {
  /** From the environment of the process; fails with `SettingsInvalid`. */
  static readonly layer: Layer.Layer<never, SettingsInvalid, Environment> = Layer.effect(
    this,
    Effect.flatMap(Environment, ({ variable, workingFolder }) => fromEnvironment(variable, workingFolder())),
  )
}

/** A variable holds what it cannot hold; nothing starts. */
export class SettingsInvalid extends Data.TaggedError("SettingsInvalid")<{
  readonly variable: string
  readonly value: string
  readonly expected: string
}> {
  override get message() {
    return `Cannot start with ${this.variable}=${JSON.stringify(this.value)}: ${this.expected}`
  }
}

/** Reads the settings off environment variables; what is not set keeps its default. */
export const fromEnvironment = (
  variable: (name: string) => string | undefined,
  workingDirectory: string | undefined,
): Either.Either<SettingsShape, SettingsInvalid> =>
  Either.gen(function* () {
    const maxTokens = yield* whole(variable, "PORTOLAN_MCP_DEFAULT_MAX_TOKENS", 1)
    const impactRows = yield* whole(variable, "PORTOLAN_IMPACT_DEFAULT_LIMIT", 0)
    const defaultRepo = variable("PORTOLAN_MCP_DEFAULT_REPO")
    if (defaultRepo !== undefined && defaultRepo.trim() === "") {
      return yield* Either.left(
        new SettingsInvalid({
          variable: "PORTOLAN_MCP_DEFAULT_REPO",
          value: defaultRepo,
          expected: "name a repository or leave the variable unset",
        }),
      )
    }
    return {
      ...defaults,
      workingDirectory,
      defaultRepo: defaultRepo?.trim(),
      maxTokens: maxTokens ?? defaults.maxTokens,
      impactRows: impactRows === undefined ? defaults.impactRows : impactRows === 0 ? Infinity : impactRows,
    }
  })

const whole = (
  variable: (name: string) => string | undefined,
  name: string,
  least: number,
): Either.Either<number | undefined, SettingsInvalid> => {
  const value = variable(name)
  if (value === undefined) return Either.right(undefined)
  const number = /^\d+$/.test(value.trim()) ? Number(value) : NaN
  return least <= number
    ? Either.right(number)
    : Either.left(new SettingsInvalid({ variable: name, value, expected: `it takes a whole number from ${least} up` }))
}
