// What a file only declares of things from outside: a module that is imported as a package's, a name of the platform. Who
// uses them is bound to the outside, so that nobody is known to use the declarations, and each of them may be used.

import { NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import { NONE } from "../graph/columns.ts"
import { DEFINITION_FLAGS } from "../syntax/facts.ts"
import type { Imports } from "./imports.ts"
import type { Nodes } from "./nodes.ts"
import type { Program } from "./program.ts"

/** Opens what is declared inside of such modules and names. O(imports + definitions). */
export const openDeclarations = (program: Program, imports: Imports, nodes: Nodes): void => {
  const packages = new Set<string>()
  for (const f of program.inTurn()) {
    for (const module of f.facts.imports.module) {
      if (imports.destination(f, module).external !== 0) packages.add(f.facts.strings[module]!)
    }
  }
  for (const f of program.inTurn()) {
    const { kind, flags, name, start, end } = f.facts.definitions
    let until = 0
    for (const d of f.definitionsByStart()) {
      if (start[d]! < until) {
        const node = nodes.of[f.definitionBase + d]!
        if (node !== NONE) nodes.draft.addOpen(node, OPENNESS.handedOn)
      } else if (kind[d] === NODE_KINDS.Namespace.code && (flags[d]! & DEFINITION_FLAGS.ambient) !== 0) {
        const text = f.facts.strings[name[d]!]!
        if (packages.has(text) || f.language.policy.globals.has(text)) until = end[d]!
      }
    }
  }
}
