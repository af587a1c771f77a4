// Python: sources and stubs.

import type { Language } from "../../syntax/language.ts"
import { manifests } from "./manifests.ts"
import { CONFIG_FILES, makeModules } from "./modules.ts"
import { policy } from "./policy.ts"
import { roles } from "./roles.ts"

export const python: Language = {
  name: "python",
  version: 8,
  extensions: [".py", ".pyi", ".pyw"],
  grammarFor: () => "tree-sitter-python.wasm",
  roles,
  configFiles: CONFIG_FILES,
  manifests,
  testFiles: [/(^|\/)tests?\//, /(^|\/)tests\.py$/, /(^|\/)test_[^/]*\.py$/, /_tests?\.py$/, /(^|\/)conftest\.py$/],
  samples: [{
    path: "sample.py",
    text: "@wrap\nasync def add(a: int, *, b=1) -> int:\n    return [a + b for _ in range(b)][0]\n",
  }],
  policy,
  modules: makeModules,
}
