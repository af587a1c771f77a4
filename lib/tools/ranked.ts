// Answers that are ranked: whatever fits best comes first, and there is no whole of what fits.

import { type Caveat, caveat } from "../query/caveats.ts"

/** Candidates that are ranked, and so counted; more would be noise. */
export const RANKED = 200

/** Why such an answer is a lower bound. */
export const bound = (found: number): Caveat =>
  caveat(
    "ranked",
    found < RANKED
      ? "what fits best by names and words comes first; there is no whole of what fits"
      : `the best ${RANKED} by names and words are counted; there is no whole of what fits`,
  )
