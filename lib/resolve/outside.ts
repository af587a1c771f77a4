// What a file only declares of things from outside: a module that is imported as a package's, a name of the platform. Who
// uses them is bound to the outside, so that nobody is known to use the declarations, and each of them may be used.

import { NODE_KINDS, OPENNESS } from "../graph/kinds.ts"
import { DEFINITION_FLAGS } from "../syntax/facts.ts"
import type { FileView } from "./file_view.ts"
import type { Imports } from "./imports.ts"
import type { Nodes } from "./nodes.ts"

/** Names of modules from outside that a file imports. O(imports). */
export const packagesOf = (imports: Imports, f: FileView): ReadonlySet<string> => {
  const packages = new Set<string>()
  for (const module of f.facts.imports.module) {
    if (imports.destination(f, module).external !== 0) packages.add(f.facts.strings[module]!)
  }
  return packages
}

/** Opens what a file declares inside of such modules and names. O(definitions). */
export const openDeclarations = (nodes: Nodes, packages: ReadonlySet<string>, f: FileView): void => {
  const { kind, flags, name, start, end } = f.facts.definitions
  let until = 0
  for (const d of f.definitionsByStart()) {
    if (start[d]! < until) nodes.open(f.definitionBase + d, OPENNESS.handedOn)
    else if (kind[d] === NODE_KINDS.Namespace.code && (flags[d]! & DEFINITION_FLAGS.ambient) !== 0) {
      const text = f.facts.strings[name[d]!]!
      if (packages.has(text) || f.language.policy.globals.has(text)) until = end[d]!
    }
  }
}
