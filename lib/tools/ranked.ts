// Answers that are ranked: whatever fits best comes first, and there is no whole of what fits.

import { type Caveat, caveat } from "../query/caveats.ts"
import type { Answered } from "../workspace/finder.ts"
import * as Text from "./text.ts"

/** Candidates that are ranked, and so counted; more would be noise. */
export const RANKED = 200

/** What an answer was found by, where something was not known. */
export const found = ({ byWords, withoutMeanings, unembedded, otherIndex }: Answered): ReadonlyArray<Caveat> => [
  ...(byWords
    ? []
    : [caveat("words_behind", "words are still being indexed: names and meanings alone were searched; ask again")]),
  ...(withoutMeanings === undefined
    ? []
    : [caveat("without_meanings", `only names and words were searched: ${withoutMeanings}`)]),
  ...(unembedded === 0 ? [] : [caveat(
    "meanings_behind",
    `${
      Text.plural(unembedded, "passage")
    } changed since the embedder was asked: searched by names and words alone until ` +
      "portolan analyze has run",
  )]),
  ...(otherIndex
    ? [caveat("other_index", "every vector was looked at: the native index that is set was not used")]
    : []),
]

/** Why such an answer is a lower bound. */
export const bound = (found: number): Caveat =>
  caveat(
    "ranked",
    found < RANKED
      ? "what fits best comes first; there is no whole of what fits"
      : `the best ${RANKED} are counted; there is no whole of what fits`,
  )
