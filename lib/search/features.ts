// What speaks for a passage, as one small table: each feature is a number in [0, 1], with what it is worth to a question in
// words, to one name and to a text in quotes. The weights were fitted on one half of the repositories of a benchmark and hold on the other
// (`npm run bench:search`).

/** What is known of a passage and its file when it is judged. */
export interface Evidence {
  /** Worth of its words, 1 for the best passage of all. */
  readonly words: number
  /** Share of the question that its words hold. */
  readonly coverage: number
  /** How near its meaning is, 1 for the nearest of all. */
  readonly meaning: number
  /** Worth of the words of its file as a whole, 1 for the best file. */
  readonly file: number
  /** What further passages of its file say. */
  readonly lift: number
  /** How well the name of its file fits. */
  readonly stem: number
  /** How near the name of its file, and its path, are in meaning, 1 for the nearest of all. */
  readonly stemMeaning: number
  readonly pathMeaning: number
  /** Share of the question that the folders above say. */
  readonly folders: number
  /** How well the words of its name, or of a name that it defines, fit. */
  readonly definition: number
  /** The same of the best definition of its file. */
  readonly fileDefinition: number
  /** Is its name just what is asked for, or made of just these words? */
  readonly exact: number
  /** Does any definition of its file have that name? */
  readonly fileExact: number
  /** How much text it is: of namesakes the one that says the most. */
  readonly size: number
  /** Share of what else the asker is about. */
  readonly about: number
}

/** Kinds of questions: several words, a single name, a text in quotes that somebody has seen so. */
export type Kind = "words" | "name" | "text"

/** What a feature is worth to a question of each kind. */
type Worth = { readonly [K in Kind]: number }

export const FEATURES: { readonly [K in keyof Evidence]: Worth } = {
  words: { words: 0.2, name: 0.1, text: 0.5 },
  coverage: { words: 0.1, name: 0, text: 1 },
  meaning: { words: 0.5, name: 0.1, text: 0 },
  file: { words: 0.2, name: 0.1, text: 0.2 },
  lift: { words: 0.3, name: 0.1, text: 0 },
  stem: { words: 0.8, name: 0.2, text: 0 },
  stemMeaning: { words: 0.15, name: 0, text: 0 },
  pathMeaning: { words: 0.15, name: 0, text: 0 },
  folders: { words: 0.2, name: 0, text: 0 },
  definition: { words: 0.15, name: 0.1, text: 0 },
  fileDefinition: { words: 0.25, name: 0, text: 0 },
  exact: { words: 0.4, name: 1, text: 0 },
  fileExact: { words: 0, name: 0.1, text: 0 },
  size: { words: 0, name: 0.5, text: 0 },
  about: { words: 0.15, name: 0.15, text: 0.15 },
}

/** What kind of place a passage stands in, as a factor: what is asked for is rather the code that others are about. */
export const PLACES = {
  test: 0.5,
  aside: 0.6,
  derived: 0.4,
  prose: 0.5,
  generated: 0.4,
  /** A declaration without a body. */
  header: 0.9,
  property: 0.7,
  variable: 0.9,
} as const

export type Place = keyof typeof PLACES

/** Where many places of the repository lead, a little more is likely to be asked for: by the logarithm of their number. */
export const CENTRALITY = 0.01

/** What each further hit of a file counts of what it would alone, so that the first rows are of different files. */
export const REPEATED = 0.4

const NAMES = Object.keys(FEATURES) as ReadonlyArray<keyof Evidence>

/** By feature what makes it known of each passage, by its place among all: what is worth nothing is not asked for. */
export type Known = { readonly [K in keyof Evidence]: () => (at: number) => Evidence[K] }

/** What so many passages are worth to a question by their features. */
export const worthsOf = (known: Known, kind: Kind, count: number): Float64Array => {
  const worths = new Float64Array(count)
  for (const name of NAMES) {
    const worth = FEATURES[name][kind]
    if (worth === 0) continue
    const of = known[name]()
    for (let i = 0; i < count; i++) worths[i]! += of(i) * worth
  }
  return worths
}

/** The worth of a passage where it stands, by what its features are worth. */
export const placed = (worth: number, places: Iterable<Place>, uses: number): number => {
  for (const place of places) worth *= PLACES[place]
  return worth * (1 + CENTRALITY * Math.log2(1 + uses))
}
