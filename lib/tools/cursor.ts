// Where the next page of an answer starts. A cursor holds positions only; it is bound to the snapshot that was read and
// to the arguments of the call, so a page never continues another question or another state of the repository.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** The cursor belongs to another state of the index, or to another question. */
export class CursorExpired extends Schema.TaggedError<CursorExpired>()("CursorExpired", {
  reason: Schema.Literal("snapshot", "arguments", "unreadable"),
}) {
  override get message() {
    return `Cannot continue: ${REASONS[this.reason]}`
  }
  get hint() {
    return "Repeat the call without cursor"
  }
}

const REASONS = {
  snapshot: "the index has changed since the cursor was given",
  arguments: "the cursor was given for other arguments",
  unreadable: "the cursor was not given by this server",
} as const

/** First row not yet shown, by list. */
export type Offsets = Readonly<Record<string, number>>

/** Names the state that was read: the digest of the snapshot, or a stand-in for it. */
export type State = string

const Wire = Schema.parseJson(
  Schema.Tuple(
    Schema.String,
    Schema.String,
    Schema.Record({ key: Schema.String, value: Schema.Number.pipe(Schema.int(), Schema.nonNegative()) }),
  ),
)

/** Arguments that don't change which rows there are. */
const NOT_BOUND: ReadonlySet<string> = new Set(["cursor", "maxTokens"])

/** 53-bit hash of a text in base 36 (two multiplicative mixes); only tells apart, protects nothing. */
const hash = (text: string): string => {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/** A state that has no digest of its own, named by what it holds. */
export const stateOf = (texts: ReadonlyArray<string>): State => hash(texts.join("\n"))

const binding = (input: object): string =>
  hash(JSON.stringify(
    Object.entries(input).filter(([key, value]) => value !== undefined && !NOT_BOUND.has(key)).sort(([a], [b]) =>
      a < b ? -1 : 1
    ),
  ))

/** The cursor that starts at `offsets`, for the same input in the same state. */
export const encode = (state: State, input: object, offsets: Offsets): string =>
  btoa(JSON.stringify([state, binding(input), offsets])).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")

/** Where the asked page starts: `{}` without a cursor. Fails with `CursorExpired`. */
export const offsets = (
  state: State,
  input: { readonly cursor?: string | undefined },
): Effect.Effect<Offsets, CursorExpired> => {
  if (input.cursor === undefined) return Effect.succeed({})
  const wire = read(input.cursor)
  if (wire === undefined) return Effect.fail(new CursorExpired({ reason: "unreadable" }))
  if (wire[0] !== state) return Effect.fail(new CursorExpired({ reason: "snapshot" }))
  if (wire[1] !== binding(input)) return Effect.fail(new CursorExpired({ reason: "arguments" }))
  return Effect.succeed(wire[2])
}

const read = (cursor: string) => {
  const text = Either.try(() => atob(cursor.replaceAll("-", "+").replaceAll("_", "/")))
  return Either.getOrUndefined(Either.flatMap(text, Schema.decodeUnknownEither(Wire)))
}
