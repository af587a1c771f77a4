// Files of no built language: which of them are read for their words, and what becomes of each. One that is not read is
// known by its path, and what stands in it is no part of the index.

import * as Decode from "../text/decode.ts"
import * as Secrets from "../text/secrets.ts"
import { isLock } from "./language_of.ts"
import * as Shape from "./shape.ts"

/** How much of a file is looked at to tell text from binary. */
export const HEAD = 8192

/** A longer text is data: nobody reads it from end to end. */
export const LARGEST = 1024 * 1024

/** Is a file of no built language read for its words? Never what holds keys, nor what a package manager wrote. */
export const isRead = (path: string, size: number): boolean =>
  size <= LARGEST && !isLock(path) && !Secrets.isSecretName(path)

/** Does a file that begins so hold no text? */
export const isBinary = (head: Uint8Array): boolean => Decode.decode(head.subarray(0, HEAD))._tag === "binary"

/** What becomes of a file; `digest` is null where it is known by its path alone. */
export type Judged =
  | { readonly _tag: "listed"; readonly digest: string | null }
  | Exclude<Shape.Listing, { readonly _tag: "listed" }>

/**
 * The same by its bytes, which may end behind its head where it is not read.
 *
 * @param sha256 In hex.
 */
export const judge = (path: string, bytes: Uint8Array, sha256: (bytes: Uint8Array) => string): Judged => {
  const listing = Shape.listing(path, Decode.decode(bytes.subarray(0, HEAD)))
  return listing._tag === "listed" ? { ...listing, digest: isRead(path, bytes.length) ? sha256(bytes) : null } : listing
}

/** The words of a text that is read: none of one that a tool wrote, or of a key. */
export const wordsOf = (bytes: Uint8Array): string => {
  const decoded = Decode.decode(bytes)
  return decoded._tag === "binary" || Secrets.isSecretText(decoded.text) || Shape.isWritten(decoded.text)
    ? ""
    : Secrets.withoutKeys(decoded.text)
}
