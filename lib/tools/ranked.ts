// Answers that are ranked: whatever fits best comes first, and there is no whole of what fits.

import { type Caveat, caveat } from "../query/caveats.ts"
import type { Lexical } from "../search/lexical.ts"

/** Candidates that are ranked, and so counted; more would be noise. */
export const RANKED = 200

/** What is to be known of the words that were searched. */
export const words = ({ isBehind }: Lexical): ReadonlyArray<Caveat> =>
  isBehind === true
    ? [caveat("words_behind", "what changed a moment ago is found by its name, not yet by its other words; ask again")]
    : []

/** Why such an answer is a lower bound. */
export const bound = (found: number): Caveat =>
  caveat(
    "ranked",
    found < RANKED
      ? "what fits best by names and words comes first; there is no whole of what fits"
      : `the best ${RANKED} by names and words are counted; there is no whole of what fits`,
  )
