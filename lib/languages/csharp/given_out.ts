// What is seen outside of the repository: public types, and what these let be named or inherited.

import { NONE } from "../../graph/columns.ts"
import { NODE_FLAGS, NODE_KINDS } from "../../graph/kinds.ts"
import { DEFINITION_FLAGS } from "../../syntax/facts.ts"
import type { Walk } from "../../syntax/walk.ts"

const { public: PUBLIC, internal: INTERNAL, part: PART } = DEFINITION_FLAGS

/**
 * Marks namespaces, and what may be named behind what is marked. A part of a type that says nothing may belong to one that
 * is public by what another part says.
 */
export const markExported = (w: Walk): void => {
  const { kind, flags, owner } = w.definitions.at
  for (let row = 0; row < w.definitions.rows; row++) {
    const above = owner[row]!
    if (above !== NONE && (flags[above]! & NODE_FLAGS.exported) === 0) continue
    const mine = flags[row]!
    const isSeen = kind[row] === NODE_KINDS.Namespace.code || (mine & (PUBLIC | NODE_FLAGS.protected)) !== 0 ||
      (mine & (PART | INTERNAL)) === (PART | INTERNAL)
    if (isSeen) flags[row]! |= NODE_FLAGS.exported
  }
}
