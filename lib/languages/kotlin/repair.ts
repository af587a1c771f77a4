// What the grammar reads as something else, or not at all, although it is well written, put in a form of equal length that
// it can: a space or a line's end becomes the sign that it lacks, and what it does not know becomes space.

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*`
const TICK = "`"
const ANNOTATION = String.raw`@${NAME}(?:\.${NAME})*(?:\([^()\n]*\))?`

interface Form {
  readonly pattern: RegExp
  readonly instead: (...written: ReadonlyArray<string>) => string
}

const blank = (written = ""): string => " ".repeat(written.length)

const FORMS: ReadonlyArray<Form> = [
  // bodies that end on one line: it wants a line's end before the brace
  {
    pattern: /"""[^]*?"""|"(?:\\.|[^"\\\n])*"|\/\/.*|[ \t](?=\})/g,
    instead: (written) => written.length === 1 ? "\n" : written,
  },
  // the name of some extensions is taken for a part of the receiver, which may stand without its dot
  {
    pattern: new RegExp(String.raw`\bfun\b[^\n({=.]*(?:\.[^\n({=.]+)*?\.(?=\s*${TICK}?${NAME}${TICK}?\s*\()`, "gu"),
    instead: (head) => `${head.slice(0, -1)} `,
  },
  // a modifier's name as that of a function or variable
  {
    pattern:
      /\b(?:open|final|abstract|sealed|override|lateinit|internal|external|infix|inline|tailrec|suspend|vararg|noinline|crossinline|private|public|protected)\b(?=\s{0,8}(?:[(.),\]+*/<>-]|\?\.|==?[^=]))/g,
    instead: (word) => `${word.slice(0, -1)}_`,
  },
  // `suspend` before a lambda or a function in a block
  { pattern: /(?<=[=(,:]\s{0,80}|\breturn )suspend(?=\s*\{)/g, instead: blank },
  { pattern: /(?<=^(?!\s*@).*[\w)\]}"'])\n(?=[ \t]*suspend fun\b)/gm, instead: () => ";" },
  // a text in which one dollar is a plain sign
  { pattern: /\$+(?=\$")|(?<=\$)\$(?=")|\$(?=")/g, instead: blank },
  // a call of `get` behind a variable, which would be the variable's accessor: those have no parameters, and a body
  {
    pattern: /(?<=^[ \t]*)get(?=\((?!\))|\(\)(?!\s*[={:]))/gm,
    instead: () => "ge_",
  },
  // a reference to a member of what may be absent
  { pattern: /\?(?=::)/g, instead: blank },
  // what an accessor is annotated with
  {
    pattern: new RegExp(
      String.raw`(?:${ANNOTATION}\s+)+(?:\/\/[^\n]*\n\s*)?(?=(?:(?:private|internal|protected|public)\s+)?[gs]et\s*\()`,
      "gu",
    ),
    instead: blank,
  },
  // a constructor in the head of a class, on a line of its own
  {
    pattern: new RegExp(
      String
        .raw`(\bclass\s+${NAME}(?:<[^\n]*>)?)([ \t]*\n(?:[ \t]*//[^\n]*\n)*)(?=\s*(?:${ANNOTATION}\s+|private |internal |protected |public |actual )*constructor\b)`,
      "gu",
    ),
    instead: (_, head, gap) => head + blank(gap),
  },
]

/** A text of equal length that the grammar can read. */
export const repair = (text: string): string => {
  let repaired = prepare(text)
  for (const { pattern, instead } of FORMS) {
    repaired = repaired.replace(pattern, (...found: Array<string>) => instead(...found))
  }
  return repaired
}

/**
 * A text of equal length without what the grammar takes for something else: the types in `f<T> { … }`, which would be
 * compared, a modifier that may be a name as well, which behind an annotation would be a value, and the body of a class
 * behind the value that it delegates to, which would be a function handed to that.
 */
export const prepare = (text: string): string => {
  const prepared = withoutTypes(text).replace(DELEGATING, (_, head, gap) => `${head} ,${gap}`)
  return prepared.includes("@")
    ? prepared.replace(ANNOTATED_ENUM, blank).replace(ANNOTATED, (_, head, word) => head + blank(word))
    : prepared
}

const ARGUMENTS = String.raw`(?:\((?:[^()"]|"[^"\n]*"|\([^()"]*\))*\))?`
const TYPE = String.raw`${NAME}(?:\.${NAME})*(?:<(?:[^<>{}()]|<[^<>{}()]*>)*>)?`
/** What a class delegates to is one more base to the grammar: `delegates` knows it by the word. */
const DELEGATING = new RegExp(
  String.raw`((?:(?:\)|\bobject|\b(?:class|object|interface)\s+${NAME}(?:<[^{}()]*>)?)\s*:|,)\s*${TYPE}\s+)by(\s+)` +
    String.raw`(?=${NAME}(?:\.${NAME})*${ARGUMENTS}\s*\{)`,
  "gu",
)

const BEFORE_ENUM = String.raw`(?:@[\w.:]+${ARGUMENTS}\s+)+(?=enum\s+class\b)`
const BEFORE_OTHERS = String
  .raw`(@[\w.:]+${ARGUMENTS}\s+)(annotation|inner|const|operator|actual)(?=\s+(?:\w+\s+){0,3}(?:class|fun|val|object|interface)\b)`

/** An enum is known by its word: what stands before it is not. */
const ANNOTATED_ENUM = new RegExp(BEFORE_ENUM, "g")
const ANNOTATED = new RegExp(BEFORE_OTHERS, "g")

const LAMBDA = />[ \t]?\{/g

/** Blanks the types between the name of a function and the lambda behind it. */
const withoutTypes = (text: string): string => {
  let prepared = ""
  let done = 0
  for (const { index } of text.matchAll(LAMBDA)) {
    const from = typesBefore(text, index)
    if (from < done) continue
    prepared += text.slice(done, from) + blank(text.slice(from, index + 1))
    done = index + 1
  }
  return done === 0 ? text : prepared + text.slice(done)
}

const IN_TYPES = /[\p{L}\p{N}_.?,*\s]/u
/** A function that is called: types are written large, and a result or a base stands behind a colon. */
const FUNCTION = /(?<!\b(?:class|interface|typealias)\s+)(?<![:,]\s*)\b[\p{Ll}_][\p{L}\p{N}_]*$/u
const LONGEST = 200

/** Where the types begin that end with a bracket and stand behind the name of a function; -1 for anything else. */
const typesBefore = (text: string, end: number): number => {
  let depth = 0
  for (let at = end; 0 <= at && end - LONGEST < at; at--) {
    const sign = text[at]!
    if (sign === ">") depth++
    else if (sign === "<") {
      if (--depth === 0) return FUNCTION.test(text.slice(Math.max(0, at - LONGEST), at)) ? at : -1
    } else if (!IN_TYPES.test(sign)) return -1
  }
  return -1
}
