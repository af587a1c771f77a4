// Does what was shipped work on this machine? Each grammar is loaded and reads a known sample.

import { all } from "../languages/all.ts"
import * as Grammars from "./grammars.ts"

export interface GrammarTested {
  /** Name of the wasm file. */
  readonly grammar: string
  /** What is wrong, or undefined where the sample was read without an error. */
  readonly problem: string | undefined
}

/** One answer a grammar, in the languages' order. */
export const grammars = async (): Promise<ReadonlyArray<GrammarTested>> => {
  const tested = new Map<string, GrammarTested>()
  for (const language of all) {
    const samples = language.samples ?? []
    for (const { path, text } of samples) {
      const grammar = language.grammarFor(path)
      tested.set(grammar, { grammar, problem: tested.get(grammar)?.problem ?? await problemOf(grammar, text) })
    }
    for (const extension of language.extensions) {
      const grammar = language.grammarFor(`a${extension}`)
      if (!tested.has(grammar)) tested.set(grammar, { grammar, problem: await problemOf(grammar, undefined) })
    }
  }
  return [...tested.values()]
}

const problemOf = async (grammar: string, text: string | undefined): Promise<string | undefined> => {
  try {
    const { language, parser } = await Grammars.load(grammar)
    if (text === undefined) return "it loads, but there is no sample to read"
    parser.setLanguage(language)
    const tree = parser.parse(text)
    const wrong = tree === null || tree.rootNode.hasError || tree.rootNode.childCount === 0
    tree?.delete()
    parser.delete()
    return wrong ? "the sample was read with errors" : undefined
  } catch (cause) {
    return cause instanceof Error ? cause.message.split("\n")[0]! : String(cause)
  }
}
