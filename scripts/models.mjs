// The embedding tables that ship with the product lie in the clone. Each is held to its digest before anything is built
// or run: a file that a checkout has cut, or turned line ends in, would answer nonsense.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./processes.mjs"

/** File name in lib/platform/models → its SHA-256. */
export const MODELS = {
  "codevec-256.bin": "fcdc86cb3514440435f371a0c3aeb3972305d947007ab79510989c1cb56420de",
}

/** What is wrong with the first one that is not as it was shipped; undefined where all are. */
export const problemWithModels = (folder = join(ROOT, "lib", "platform", "models")) => {
  for (const [name, sha256] of Object.entries(MODELS)) {
    const path = join(folder, name)
    let found
    try {
      found = createHash("sha256").update(readFileSync(path)).digest("hex")
    } catch (error) {
      return `${path} cannot be read (${error.code ?? error.message})`
    }
    if (found !== sha256) return `${path} has the SHA-256 ${found}, not ${sha256}`
  }
  return undefined
}
