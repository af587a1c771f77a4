// SHA-256 as the machine does it fastest.

import * as Context from "effect/Context"

export class Digest extends Context.Tag("machine/Digest")<Digest, {
  /** Lower-case hex of 64 characters. */
  readonly sha256: (bytes: Uint8Array) => string
  /** The same of the parts laid end to end, without joining them. */
  readonly sha256Of: (parts: ReadonlyArray<Uint8Array>) => string
}>() {}
