// Numbers, whose last letter says their type.

import { NONE } from "../../graph/columns.ts"
import { LITERALS, OPS } from "../../syntax/facts.ts"
import { HANDLERS } from "../../syntax/handlers.ts"
import { MODES } from "../../syntax/roles.ts"
import type { Walk } from "../../syntax/walk.ts"

/** Letters behind a number that say its type. */
const SUFFIXES: Readonly<Record<string, string>> = { l: "long", u: "uint", f: "float", d: "double", m: "decimal" }

export const number = (w: Walk, node: number): void => {
  HANDLERS.literal.exit?.(w, node)
  const mode = w.mode[node]!
  if (mode === MODES.none || mode === MODES.discard) return
  const written = w.source(node).toLowerCase()
  const isReal = w.rule(node).literal === LITERALS.double
  if (!isReal && written.startsWith("0x")) return
  const type = written.endsWith("ul") || written.endsWith("lu") ? "ulong" : SUFFIXES[written.at(-1)!]
  if (type === undefined) return
  if (type === "long") return w.pending(node, LITERALS.long)
  if (type === "float") return w.pending(node, LITERALS.float)
  if (type === "double") return w.pending(node, LITERALS.double)
  w.result[node] = w.binary(node, OPS.cast, NONE, w.shared(OPS.typePrimitive, w.strings.string(type), NONE, node))
}
