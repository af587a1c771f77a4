// Grammars for tests of extraction. The parser's core is started once a process, by platform/, whoever asks first: a
// second one would leave the tests with another module than the parser's own.

import { all } from "../../lib/languages/all.ts"
import * as Grammars from "../../lib/platform/grammars.ts"
import { Grammar } from "../../lib/syntax/grammar.ts"
import type { Language } from "../../lib/syntax/language.ts"

/** The parser's own module. */
export const { module } = await Grammars.load("tree-sitter-typescript.wasm")

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
    const { language: compiled, parser } = await Grammars.load(file)
    grammar = Grammar.make(compiled, parser, language.roles, module)
    loaded.set(file, grammar)
  }
  return grammar
}
