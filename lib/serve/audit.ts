// What is kept of a call for whoever has to answer for a server: who was asked, for which repository, how it ended, how
// long it took and how large it was. Names of ours only: no value that a client sent, no text of a repository, and no name
// that a client made up ever stands in it.

import * as Listing from "../tools/listing.ts"
import type * as Tool from "../tools/tool.ts"

export interface Entry {
  /** ISO 8601, UTC: when it was asked. */
  readonly time: string
  /** The protocol's word for what was asked. */
  readonly method: "tools/call" | "resources/read" | "prompts/get"
  /** The tool, prompt or page (`{name}` left open); null where there is none of that name. */
  readonly name: string | null
  /** Size in bytes of each argument as JSON; null where it cannot be told. */
  readonly arguments: Readonly<Record<string, number | null>>
  /** How many arguments had a name that is not known. */
  readonly unknown_arguments: number
  /** Id of the repository that was chosen, the last where there were several. */
  readonly repo: string | null
  /** `ok`, `cancelled`, or the code of the error. */
  readonly outcome: string
  readonly ms: number
  /** Size of the answer's text. */
  readonly bytes: number
}

/** Where entries go; never throws. */
export type Sink = (entry: Entry) => void

type Arguments = Pick<Entry, "arguments" | "unknown_arguments">

const NONE: Arguments = { arguments: {}, unknown_arguments: 0 }

/** Arguments of a tool under their listed names or the other spellings it knows. */
export const ofTool = (tool: Tool.Any | undefined, sent: unknown): Arguments =>
  tool === undefined ? of(() => false, sent) : of(
    (name) => Object.hasOwn(Listing.inputSchema(tool).properties, name) || Object.hasOwn(tool.aliases, name),
    sent,
  )

/** Arguments of those names, and how many others. */
export const of = (isKnown: (name: string) => boolean, sent: unknown): Arguments => {
  if (typeof sent !== "object" || sent === null) return NONE
  const sizes: Record<string, number | null> = {}
  let unknown = 0
  for (const [name, value] of Object.entries(sent)) {
    if (isKnown(name)) sizes[name] = sizeOf(value)
    else unknown++
  }
  return { arguments: sizes, unknown_arguments: unknown }
}

const utf8 = new TextEncoder()

/** What nests too deep to be written has no size. */
const sizeOf = (value: unknown): number | null => {
  try {
    return utf8.encode(JSON.stringify(value)).length
  } catch {
    return null
  }
}
