// What an answer says of itself beside its rows. Every kind of caveat stands here once, under the code by which programs
// know it: whether an answer that has one can be called whole follows from this table, and so does what people are told.

export interface CaveatKind {
  /** Can there be more than the answer tells? */
  readonly bounds: boolean
  /** Is it worth a line to people? Programs are told of each. */
  readonly told: boolean
}

const BOUND = { bounds: true, told: true } as const
const NOTE = { bounds: false, told: true } as const

export const CAVEATS = {
  unresolved_references: BOUND,
  unresolved_inside: BOUND,
  unresolved_further: BOUND,
  unresolved_on_the_way: BOUND,
  open_further: BOUND,
  handed_on: BOUND,
  reached_by_key: BOUND,
  reached_by_shape: BOUND,
  called_by_value: BOUND,
  reached_through_outside: BOUND,
  overload: BOUND,
  other_part: BOUND,
  decorated: BOUND,
  files_not_read: BOUND,
  files_partly_read: BOUND,
  depth_reached: BOUND,
  not_followed: BOUND,
  timed_out: BOUND,
  no_files: BOUND,
  counted: BOUND,
  too_large: BOUND,
  unreadable: BOUND,
  words_behind: BOUND,
  without_meanings: BOUND,
  meanings_behind: BOUND,
  not_compared: BOUND,
  /** Every search by words has it: to people it says nothing. */
  ranked: { bounds: true, told: false },
  /** No row lacks: the version at hand makes no such layer. */
  overlay_missing: { bounds: false, told: false },
  /** Every vector was looked at instead of few: slower, and nothing is missed. */
  other_index: NOTE,
  outside: NOTE,
  tests_cut: NOTE,
  deeper: NOTE,
  no_definition: NOTE,
  changed_since: NOTE,
  not_served: NOTE,
  not_shown: NOTE,
} as const satisfies Record<string, CaveatKind>

export type Code = keyof typeof CAVEATS

/** The side of an answer that a caveat is about: who uses the thing, what it uses; of a path, what comes to its end. */
export type Side = "incoming" | "outgoing" | "to"

/** `code: words`. */
export type Said = `${Code}: ${string}`

/** The same, with the side before it where an answer has two. */
export type Caveat = Said | `${Side}: ${Said}`

export const caveat = (code: Code, words: string): Said => `${code}: ${words}`

const FORM = /^(?:(incoming|outgoing|to): )?([a-z_]+): (.*)$/s

/** A caveat in its parts; undefined for what is none. */
export const parse = (
  text: string,
): { readonly side: Side | undefined; readonly code: Code; readonly words: string } | undefined => {
  const [, side, code, words] = FORM.exec(text) ?? []
  return code !== undefined && Object.hasOwn(CAVEATS, code)
    ? { side: side as Side | undefined, code: code as Code, words: words! }
    : undefined
}

/** Of one side, where it is not said of one yet. */
export const on = (side: Side, it: Caveat): Caveat => sideOf(it) === undefined ? `${side}: ${it as Said}` : it

export const codeOf = (it: Caveat): Code => parse(it)!.code

export const sideOf = (it: Caveat): Side | undefined => parse(it)!.side
