// What `.gitattributes` says of files: made by a tool, somebody else's, no text, or written by hand all the same. Git
// reads the rules, one question for all files. Line ends (`-text`) say nothing of these.

import * as Effect from "effect/Effect"
import { RunGit } from "../machine/git.ts"

export type Attributes =
  | { readonly _tag: "out"; readonly reason: string }
  /** Said to be neither generated nor vendored: no guess from the file's shape counts. */
  | { readonly _tag: "wanted" }

const GENERATED = "linguist-generated"
const VENDORED = "linguist-vendored"
const BINARY = "binary"

const OUT: Readonly<Record<string, Attributes>> = {
  [GENERATED]: { _tag: "out", reason: "generated, says .gitattributes" },
  [VENDORED]: { _tag: "out", reason: "vendored, says .gitattributes" },
  [BINARY]: { _tag: "out", reason: "binary, says .gitattributes" },
}
const WANTED: Attributes = { _tag: "wanted" }

/** What git says of `names` in `folder`; a name without an entry has no such attribute. O(names), in one process. */
export const of = Effect.fnUntraced(function* (folder: string, names: ReadonlyArray<string>) {
  const git = yield* RunGit
  const found = new Map<string, Attributes>()
  if (names.length === 0) return { found }
  const input = new TextEncoder().encode(names.join("\0") + "\0")
  const answer = yield* Effect.either(git(folder, ["check-attr", "-z", "--stdin", GENERATED, VENDORED, BINARY], input))
  if (answer._tag === "Left") return { found, note: `git could not read the attributes: ${answer.left.detail}` }
  read(answer.right, found)
  return { found }
})

/** `path NUL attribute NUL value NUL`, over and over. Nearly every value is `unspecified` and is passed as bytes. */
const read = (bytes: Uint8Array, found: Map<string, Attributes>): void => {
  const decoder = new TextDecoder()
  for (let at = 0; at < bytes.length;) {
    const attribute = bytes.indexOf(0, at) + 1
    const value = bytes.indexOf(0, attribute) + 1
    const end = bytes.indexOf(0, value)
    if (attribute === 0 || value === 0 || end === -1) return
    if (!(end - value === UNSPECIFIED && bytes[value] === LETTER_U && bytes[value + 2] === LETTER_S)) {
      const name = decoder.decode(bytes.subarray(attribute, value - 1))
      const said = decoder.decode(bytes.subarray(value, end))
      const path = decoder.decode(bytes.subarray(at, attribute - 1))
      const known = found.get(path)
      if (said === "set" || said === "true") {
        if (known?._tag !== "out") found.set(path, OUT[name]!)
      } else if ((said === "unset" || said === "false") && name !== BINARY && known === undefined) {
        found.set(path, WANTED)
      }
    }
    at = end + 1
  }
}

/** `unspecified`, and not `unset`. */
const UNSPECIFIED = "unspecified".length
const LETTER_U = 117
const LETTER_S = 115
