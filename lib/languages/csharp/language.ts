// C#: sources and scripts.

import type { Language } from "../../syntax/language.ts"
import { manifests } from "./manifests.ts"
import { CONFIG_FILES, makeModules } from "./modules.ts"
import { policy } from "./policy.ts"
import { roles } from "./roles.ts"

export const csharp: Language = {
  name: "csharp",
  version: 6,
  extensions: [".cs", ".csx"],
  grammarFor: () => "tree-sitter-c_sharp.wasm",
  roles,
  configFiles: CONFIG_FILES,
  manifests,
  entryPoints: [{ kind: "Method", name: "Main", flags: ["static"] }],
  testFiles: [/(^|\/)tests?\//i, /Tests?\.cs$/, /(^|\/)[^/]*\.(\w*Tests?|\w*Specs)\//],
  samples: [{
    path: "sample.cs",
    text: "namespace A;\npublic record P(int X) { public int Twice => X * 2; public P Next() => new(X + 1); }\n",
  }],
  policy,
  modules: makeModules,
}
