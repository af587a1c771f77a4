// SHA-256 over node:crypto.

import { createHash } from "node:crypto"
import * as Layer from "effect/Layer"
import { Digest } from "../machine/digest.ts"

const sha256Of = (parts: ReadonlyArray<Uint8Array>): string => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest("hex")
}

export const layer: Layer.Layer<Digest> = Layer.succeed(Digest, { sha256: (bytes) => sha256Of([bytes]), sha256Of })
