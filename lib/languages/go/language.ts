// Go.

import type { Language } from "../../syntax/language.ts"
import { manifests } from "./manifests.ts"
import { CONFIG_FILES, makeModules } from "./modules.ts"
import { policy } from "./policy.ts"
import { roles } from "./roles.ts"

export const go: Language = {
  name: "go",
  version: 2,
  extensions: [".go"],
  grammarFor: () => "tree-sitter-go.wasm",
  roles,
  entryPoints: [{ kind: "Function", name: "main", package: "main" }, { kind: "Function", name: "init" }],
  configFiles: CONFIG_FILES,
  manifests,
  testFiles: [/_test\.go$/, /(^|\/)testdata\//],
  samples: [{
    path: "sample.go",
    text:
      "package sample\n\ntype Pair[K comparable] struct{ key K }\n\nfunc (p *Pair[K]) Key() (K, bool) { return p.key, true }\n",
  }],
  policy,
  modules: makeModules,
}
