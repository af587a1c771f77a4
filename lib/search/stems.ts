// Words in the form by which they are compared: the endings of number, tense and doing taken off, so that `signing`,
// `signed` and `signs` are one word. Light on purpose: what is not surely an ending stays.

const VOWEL = /[aeiouy]/

/** The stem of a lower-case word. */
export const stem = (word: string): string => {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  return withoutLast(withoutDoing(withoutNumber(word)))
}

/** `bodies` → `bodi`, `matches` → `match`, `routes` → `route`; `class` and `status` keep their end. */
const withoutNumber = (word: string): string => {
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return word.slice(0, -2)
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

/** `matching`, `matched` → `match`; `stopped` → `stop`; `string` and `need` stay. */
const withoutDoing = (word: string): string => {
  const ending = /(?:ing|ed)$/.exec(word)
  if (ending === null) return word
  const rest = word.slice(0, ending.index)
  if (rest.length < 3 || !VOWEL.test(rest) || (ending[0] === "ed" && rest.endsWith("e"))) return word
  const doubled = /([bdgmnprt])\1$/.test(rest)
  return doubled ? rest.slice(0, -1) : rest
}

/** `parse` and what is left of `parsing` are one, so are `retry` and what is left of `retried`. */
const withoutLast = (word: string): string => {
  if (word.length > 3 && word.endsWith("e")) return word.slice(0, -1)
  return /[^aeiou]y$/.test(word) && word.length > 3 ? `${word.slice(0, -1)}i` : word
}

/** Words of questions that say nothing of what is asked for. */
const EMPTY = new Set(
  ("a an and any are as at be been by can could did do does doing for from had has have how i if in into is it its me " +
    "my no not of on or our should so some that the their them then there these they this those to up was we were what " +
    "when where which while who why will with without would you your").split(" "),
)

/** Does a word of a question say anything of what is asked for? */
export const isTelling = (word: string): boolean => !EMPTY.has(word)
