// Answers that are ranked: whatever fits best comes first, and there is no whole of what fits.

import { type Caveat, caveat } from "../query/caveats.ts"
import * as Similar from "../search/similar.ts"
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
  ...(otherIndex ? [OTHER_INDEX] : []),
]

const OTHER_INDEX = caveat("other_index", "every vector was looked at: the native index that is set was not used")

/** What is to be known of the most alike. */
export const alike = (unembedded: number, otherIndex: boolean): ReadonlyArray<Caveat> => [
  caveat("ranked", `the ${Similar.MOST} most alike are told, from ${Similar.LEAST} up`),
  ...(unembedded === 0 ? [] : [caveat(
    "not_compared",
    `${Text.plural(unembedded, "passage")} that changed cannot be compared until portolan analyze has run`,
  )]),
  ...(otherIndex ? [OTHER_INDEX] : []),
]

/** Why such an answer is a lower bound. */
export const bound = (found: number): Caveat =>
  caveat(
    "ranked",
    found < RANKED
      ? "what fits best comes first; there is no whole of what fits"
      : `the best ${RANKED} are counted; there is no whole of what fits`,
  )
