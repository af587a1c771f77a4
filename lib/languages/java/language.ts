// Java.

import type { Language } from "../../syntax/language.ts"
import { manifests } from "./manifests.ts"
import { CONFIG_FILES, makeModules } from "./modules.ts"
import { policy } from "./policy.ts"
import { roles } from "./roles.ts"

export const java: Language = {
  name: "java",
  version: 3,
  extensions: [".java"],
  grammarFor: () => "tree-sitter-java.wasm",
  roles,
  configFiles: CONFIG_FILES,
  manifests,
  entryPoints: [{ kind: "Method", name: "main", flags: ["static"] }],
  testFiles: [
    /(^|\/)src\/(test|testFixtures|integrationTest|it)\//,
    /(^|\/)[^/]*Tests?\.java$/,
    /(^|\/)Test[A-Z][^/]*\.java$/,
  ],
  samples: [{
    path: "Sample.java",
    text: "package a;\nsealed interface Sample permits Sample.One {\n  record One(int x) implements Sample {}\n}\n",
  }],
  policy,
  modules: makeModules,
}
