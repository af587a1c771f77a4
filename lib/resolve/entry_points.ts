// What the platform runs, which no reference of the repository has to name: where programs begin.

import { NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import { flagBits } from "../syntax/flags.ts"
import type { EntryPoint } from "../syntax/language.ts"
import type { FileView } from "./file_view.ts"
import type { Nodes } from "./nodes.ts"

/** Opens the entry points of a file, as its language tells them. O(definitions). */
export const openEntryPoints = (nodes: Nodes, f: FileView): void => {
  const points = (f.language.entryPoints ?? []).filter((it) => isInPackage(f, it))
  if (points.length === 0) return
  const { kind, flags, name, rows } = f.facts.definitions
  const asked = points.map((it) => ({ ...it, kind: NODE_KINDS[it.kind].code as number, bits: flagBits(it.flags) }))
  for (let d = 0; d < rows; d++) {
    const text = f.facts.strings[name[d]!]
    const isEntry = asked.some((it) => it.kind === kind[d] && it.name === text && (flags[d]! & it.bits) === it.bits)
    if (isEntry) nodes.open(f.definitionBase + d, OPENNESS.entry)
  }
}

const isInPackage = ({ facts: { packages, strings } }: FileView, it: EntryPoint): boolean =>
  it.package === undefined || packages.name.some((name) => strings[name]!.split(" ", 1)[0] === it.package)
