// Flags of a definition by their names, as tables of languages write them.

import { NODE_FLAGS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS } from "./facts.ts"

/** `NODE_FLAGS` and `DEFINITION_FLAGS` by their names. */
export const flagBits = (names: ReadonlyArray<string> | undefined): number => {
  let flags = 0
  for (const name of names ?? []) {
    flags |= (NODE_FLAGS as Record<string, number>)[name] ?? (DEFINITION_FLAGS as Record<string, number>)[name] ?? 0
  }
  return flags
}
