// How rules say that a name begins with a word of a list, whatever its style: `save`, `saveAll`, `save_all`, `SaveAll`.

/** @param words Lower-case words or names in camel case, with spaces between. */
export const beginningWith = (words: string): RegExp =>
  new RegExp(`^[$_]*(?:${words.split(/\s+/).map(eitherCase).join("|")})(?![a-z])`)

const eitherCase = (word: string): string => `[${word[0]!.toLowerCase()}${word[0]!.toUpperCase()}]${word.slice(1)}`
