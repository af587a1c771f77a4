// Words of names that tell no area from another, as data.

/** What every code has: verbs of access, small words, words of programming. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "get set init find all add new of to is has can on for from with by in at as the and or not no do does make run ret self " +
    "this main default util utils helper helpers common misc impl base abstract value values item items object obj data info " +
    "len iter func function fn arg args kwargs param params tmp temp max min count num index idx key keys name names id ids " +
    "type types str string int bool list dict map array result results left right first last next prev other any none null " +
    "use used using call called it its my cls cb callback try handle do dist src lib mod module file files"
  ).split(" "),
)

/** Numbers of revisions and hashes in names: hexadecimal digits of some length with a number among them. */
export const HASH = /(?<![A-Za-z0-9])(?=[a-f]*\d)[0-9a-f]{6,}(?![A-Za-z0-9])/gi
