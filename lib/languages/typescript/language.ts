// TypeScript and JavaScript: one language with three grammars, since files of both import each other.

import type { Language } from "../../syntax/language.ts"
import { manifests } from "./manifests.ts"
import { CONFIG_FILES, makeModules } from "./modules.ts"
import { policy } from "./policy.ts"
import { roles } from "./roles.ts"

const JAVASCRIPT = "tree-sitter-javascript.wasm"

const GRAMMARS: Readonly<Record<string, string>> = {
  ".ts": "tree-sitter-typescript.wasm",
  ".mts": "tree-sitter-typescript.wasm",
  ".cts": "tree-sitter-typescript.wasm",
  ".tsx": "tree-sitter-tsx.wasm",
  ".js": JAVASCRIPT,
  ".mjs": JAVASCRIPT,
  ".cjs": JAVASCRIPT,
  ".jsx": JAVASCRIPT,
}

const extensionOf = (path: string): string => path.slice(path.lastIndexOf(".")).toLowerCase()

export const typescript: Language = {
  name: "typescript",
  calledBy: Object.fromEntries(
    Object.keys(GRAMMARS).filter((it) => GRAMMARS[it] === JAVASCRIPT).map((it) => [it, "javascript"]),
  ),
  version: 13,
  extensions: Object.keys(GRAMMARS),
  grammarFor: (path) => GRAMMARS[extensionOf(path)] ?? "tree-sitter-typescript.wasm",
  roles,
  configFiles: CONFIG_FILES,
  manifests,
  testFiles: [
    /(^|\/)(__tests__|__mocks__|tests?|spec|e2e|cypress)\//,
    /\.(test|spec|test-d|e2e|cy|bench)\.[cm]?[jt]sx?$/,
  ],
  samples: [
    { path: "sample.ts", text: "export const add = (a: number, b = 1): number => a + b\n" },
    { path: "sample.tsx", text: "export const View = () => <p onClick={() => {}}>{1}</p>\n" },
    { path: "sample.js", text: "module.exports = class { async *run() {} }\n" },
  ],
  policy,
  modules: makeModules,
}
