// Answers that are ranked: whatever fits best comes first, and there is no whole of what fits.

/** Candidates that are ranked, and so counted; more would be noise. */
export const RANKED = 200

/** Why such an answer is a lower bound. */
export const bound = (found: number): string =>
  found < RANKED
    ? "ranked: what fits best by names and words comes first; grep finds every place of a text"
    : `ranked: the best ${RANKED} by names and words are counted; grep finds every place of a text`
