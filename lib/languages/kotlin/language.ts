// Kotlin: sources and scripts.

import type { Language } from "../../syntax/language.ts"
import { manifests } from "../java/manifests.ts"
import { CONFIG_FILES, makeModules } from "./modules.ts"
import { policy } from "./policy.ts"
import { roles } from "./roles.ts"

export const kotlin: Language = {
  name: "kotlin",
  version: 9,
  extensions: [".kt", ".kts"],
  grammarFor: () => "tree-sitter-kotlin.wasm",
  roles,
  configFiles: CONFIG_FILES,
  manifests,
  entryPoints: [{ kind: "Function", name: "main" }, { kind: "Method", name: "main", flags: ["static"] }],
  testFiles: [
    /(^|\/)(test|androidTest|integrationTest|testFixtures|\w+Test)\/(kotlin|java)\//,
    /(^|\/)tests?\//,
    /Tests?\.kts?$/,
  ],
  samples: [{
    path: "sample.kt",
    text: "package a.b\n\nclass A(val x: Int) : B() {\n  fun f(g: (Int) -> Int): Int {\n    return g(x)\n  }\n}\n",
  }],
  policy,
  modules: makeModules,
}
