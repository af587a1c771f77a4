// What is kept of a content, beside which content it is of: the texts that stand for all else that it depends on. Another
// text is another thing, so what an older version of the program kept is not found.

import { all as languages } from "../languages/all.ts"
import * as PassageBytes from "../search/passage_bytes.ts"
import * as Cut from "../search/passages.ts"
import type { Language } from "../syntax/language.ts"
import * as Shape from "./shape.ts"

/** Facts that a reader of a language makes. */
export const ofFacts = ({ name, version }: Pick<Language, "name" | "version">, reader: string): string =>
  `${name}\n${version}\n${reader}\n${Shape.VERSION}`

const ofPassages = (what: string, embedder: string): string =>
  `passages\n${PassageBytes.LAYOUT}\n${Cut.VERSION}\n${embedder}\n${what}`

/** Passages of a source, which is cut by its facts. */
export const ofSource = (facts: string, embedder: string): string => ofPassages(facts, embedder)

/** Passages of a text at this path. */
export const ofText = (path: string, embedder: string): string =>
  ofPassages(`${Cut.formatOf(path)}\n${Shape.VERSION}`, embedder)

/** What this version of the program would look for, save of files that are read whatever they look like. */
export const current = (embedder: string): ReadonlyArray<string> => {
  const facts = languages.flatMap((language) =>
    language.extensions.map((extension) => ofFacts(language, language.grammarFor(`a${extension}`)))
  )
  return [
    ...facts,
    ...facts.map((it) => ofSource(it, embedder)),
    ...Cut.FORMATS.map((format) => ofPassages(`${format}\n${Shape.VERSION}`, embedder)),
  ]
}
