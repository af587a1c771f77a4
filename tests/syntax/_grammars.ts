// Grammars for tests of extraction, straight from the packages that they come in.

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as Ts from "web-tree-sitter"
import { all } from "../../lib/languages/all.ts"
import { Grammar } from "../../lib/syntax/grammar.ts"
import type { Language } from "../../lib/syntax/language.ts"

const require = createRequire(import.meta.url)

const PACKAGES: Readonly<Record<string, string>> = {
  "tree-sitter-typescript.wasm": "tree-sitter-typescript/tree-sitter-typescript.wasm",
  "tree-sitter-tsx.wasm": "tree-sitter-typescript/tree-sitter-tsx.wasm",
  "tree-sitter-javascript.wasm": "tree-sitter-javascript/tree-sitter-javascript.wasm",
}

export const module: Record<string, unknown> = {
  wasmBinary: readFileSync(require.resolve("web-tree-sitter/web-tree-sitter.wasm")),
}
await Ts.Parser.init(module)

const loaded = new Map<string, Grammar>()

export const languageFor = (path: string): Language => {
  let best: Language | undefined
  for (const language of all) if (language.extensions.some((it) => path.endsWith(it))) best = language
  if (best === undefined) throw new Error(`no language for ${path}`)
  return best
}

/** The compiled grammar for a file of that name. */
export const grammarFor = async (path: string): Promise<Grammar> => {
  const language = languageFor(path)
  const file = language.grammarFor(path)
  let grammar = loaded.get(file)
  if (grammar === undefined) {
    const bytes = readFileSync(require.resolve(PACKAGES[file] ?? file))
    grammar = Grammar.make(await Ts.Language.load(bytes), new Ts.Parser(), language.roles, module)
    loaded.set(file, grammar)
  }
  return grammar
}
