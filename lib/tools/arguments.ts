// What a caller sends, made into a tool's input: other spellings are folded into the listed ones, unknown names are
// refused with the nearest right ones, and every problem is told in the words of the listed schema.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as Nearest from "../search/nearest.ts"
import * as Listing from "./listing.ts"
import type * as Tool from "./tool.ts"

/** The arguments of a call don't fit the tool. */
export class InvalidArguments extends Schema.TaggedError<InvalidArguments>()("InvalidArguments", {
  tool: Schema.String,
  problems: Schema.Array(Schema.String),
  hint: Schema.optional(Schema.String),
}) {
  override get message() {
    return `Cannot call ${this.tool}: ${this.problems.join("; ")}`
  }
}

const MAX_QUOTED = 60

/** As JSON; undefined for what nests deeper than can be written. */
const jsonOf = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return undefined
  }
}

const quote = (value: unknown): string => {
  const text = jsonOf(value) ?? "a value that nests too deep"
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`
}

/**
 * Makes what a caller sent into the tool's input. `null` counts as not sent, since clients fill optional arguments
 * with it. Fails with `InvalidArguments` that names every problem.
 */
export const decode = <Name extends string, I, IE, O, OE, F, FE, R>(
  tool: Tool.Tool<Name, I, IE, O, OE, F, FE, R>,
  sent: unknown,
): Effect.Effect<I, InvalidArguments> => {
  if (sent !== undefined && (typeof sent !== "object" || sent === null || Array.isArray(sent))) {
    return Effect.fail(
      new InvalidArguments({ tool: tool.name, problems: [`arguments must be an object, got ${quote(sent)}`] }),
    )
  }
  const schema = Listing.inputSchema(tool)
  const { named, problems, hints } = fold(tool, schema, (sent ?? {}) as Record<string, unknown>)
  const refusal = () =>
    new InvalidArguments({ tool: tool.name, problems, ...(hints.length === 0 ? {} : { hint: hints.join(". ") }) })
  // What walks over values beyond here walks by recursion.
  const deep = Object.keys(named).filter((name) => isDeeper(named[name], DEEPEST))
  if (deep.length > 0) {
    problems.push(...deep.map((name) => `${name} nests deeper than ${DEEPEST} levels`))
    return Effect.fail(refusal())
  }
  const decoded = Schema.decodeUnknownEither(tool.input, { errors: "all" })(named)
  if (Either.isRight(decoded) && problems.length === 0) return Effect.succeed(decoded.right)
  if (Either.isLeft(decoded)) problems.push(...explain(schema, named, decoded.left))
  return Effect.fail(refusal())
}

/** Levels of an argument; no schema of ours has more than three. */
const DEEPEST = 100

const isDeeper = (value: unknown, deepest: number): boolean => {
  let level: ReadonlyArray<unknown> = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (deepest < depth) return true
    level = level.flatMap((it) => typeof it === "object" && it !== null ? Object.values(it) : [])
  }
  return false
}

/** Listed names only: aliases resolved, nulls dropped. */
const fold = (tool: Tool.Any, schema: Listing.InputSchema, sent: Record<string, unknown>) => {
  const named: Record<string, unknown> = {}
  const spelled: Record<string, string> = {}
  const problems: Array<string> = []
  const hints: Array<string> = []
  for (const [key, value] of Object.entries(sent)) {
    if (value === null || value === undefined) continue
    const listed = Object.hasOwn(schema.properties, key)
    const name = listed ? key : Object.hasOwn(tool.aliases, key) ? tool.aliases[key]! : undefined
    if (name === undefined) {
      if (tool.lacks !== undefined && Object.hasOwn(tool.lacks, key)) {
        problems.push(`there is no argument ${quote(key)}`)
        hints.push(tool.lacks[key]!)
      } else problems.push(unknownArgument(key, Object.keys(schema.properties)))
    } else if (Object.hasOwn(named, name) && jsonOf(named[name]) !== jsonOf(value)) {
      problems.push(
        `${spelled[name]} and ${key} are the same argument with two values, ${quote(named[name])} and ${quote(value)}`,
      )
    } else {
      named[name] = value
      spelled[name] = key
    }
  }
  return { named, problems, hints }
}

const unknownArgument = (key: string, known: ReadonlyArray<string>): string => {
  const near = Nearest.nearest(key, known, 2)
  const instead = near.length > 0
    ? `did you mean ${near.join(" or ")}`
    : known.length > 0
    ? `known are ${known.join(", ")}`
    : "it takes none"
  return `there is no argument ${quote(key)}; ${instead}`
}

/** What was sent instead; of a text that is too long its length is what matters. */
const got = ({ maxLength }: Listing.Property, value: unknown): string =>
  typeof value === "string" && maxLength !== undefined && maxLength < value.length
    ? `${value.length} characters, of which ${maxLength} are the most`
    : quote(value)

const explain = (
  schema: Listing.InputSchema,
  named: Record<string, unknown>,
  error: ParseResult.ParseError,
): ReadonlyArray<string> => {
  const told = new Set<string>()
  for (const issue of ParseResult.ArrayFormatter.formatErrorSync(error)) {
    const name = String(issue.path[0] ?? "")
    const property = schema.properties[name]
    if (property === undefined) told.add(issue.message)
    else if (named[name] === undefined) told.add(`${name} is required: ${Listing.describe(property)}`)
    else told.add(`${name} must be ${Listing.describe(property)}, got ${got(property, named[name])}`)
  }
  return [...told]
}
