// Where text of a language that is not built seems to define something, told by its line alone: a word that heads
// definitions in some language and a name behind it, or a head as C, shells and Haskell write it. A guess, good for what
// is searched and ranked, and for nothing else.

/** Words that head a definition in one language or another. */
const KEYWORDS = ("fn func fun function def defp defmacro defmacrop defmodule defprotocol defimpl defstruct sub proc " +
  "procedure method class struct trait interface protocol extension actor enum union object record type typealias " +
  "newtype data instance module mod namespace impl macro macro_rules! typedef theorem abbrev signature functor").split(
    " ",
  )

/** What may stand in front of such a word. */
const MODIFIERS = ("pub pub(crate) pub(super) public private protected internal open final abstract static sealed " +
  "default export async const unsafe extern inline override virtual partial local case implicit lazy fileprivate " +
  "indirect mutating convenience required data value inner readonly native companion").split(" ")

const either = (words: ReadonlyArray<string>): string =>
  words.map((word) => word.replace(/[()]/g, (mark) => `\\${mark}`)).join("|")

const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*[!?']?"
/** A name and those it stands in. */
const PATH = `${NAME}(?:(?:\\.|::|:)${NAME})*`

/** A head with a keyword: `pub async fn name`, `local function M.name`, `case class Name[A]`, `impl<T> Trait for Name`. */
const WORDED = new RegExp(
  `^[ \\t]*(?:@[\\w.]+(?:\\([^)]*\\))?[ \\t]+)*(?:(?:${either(MODIFIERS)})[ \\t]+)*` +
    `(?:${either(KEYWORDS)})(?:<[^>]*>)?[ \\t]+(?:\\([^)]*\\)[ \\t]*)?(?:self\\.)?(${PATH})`,
  "u",
)

/** `#define NAME`. */
const DEFINED = /^[ \t]*#[ \t]*define[ \t]+(\w+)/

/** `name() {` as shells write it. */
const SHELL = /^[ \t]*([A-Za-z_][\w.-]*)[ \t]*\(\)[ \t]*\{?[ \t]*$/

/** `name :: Type`, as Haskell writes it. */
const SIGNED = /^([a-z_][\w']*(?:, *[a-z_][\w']*)*)[ \t]*::[ \t]/

/** `const Name = struct {`, `M.name = function(`. */
const ASSIGNED = new RegExp(
  `^[ \\t]*(?:(?:pub|local|const|var|let|val|export)[ \\t]+)*(${PATH})[ \\t]*=[ \\t]*(?:extern[ \\t]+|packed[ \\t]+)?` +
    "(?:struct|enum|union|opaque|error|function|fn|func|class|proc|lambda|module)\\b",
  "u",
)

/** `static int name(…` at the left margin: what stands in front is words and marks of types, and no `;` ends the line. */
const TYPED = /^(?:[A-Za-z_][\w:<>,*&~ \t]*[ \t*&])?([A-Za-z_~][\w:~]*)[ \t]*\([^;]*$/

/** What looks like such a head and is a statement. */
const STATEMENTS = new Set(
  ("if for while switch return else do catch case using assert sizeof defer when until unless and or not in is print " +
    "echo require include import use raise throw yield await new delete with try elif elsif local").split(" "),
)

/**
 * The name that a line of text defines by its look, with those it stands in; undefined where it defines none.
 * O(length of the line).
 */
export const definedBy = (line: string): string | undefined => {
  if (line.length > LONGEST) return undefined
  const found = WORDED.exec(line)?.[1] ?? DEFINED.exec(line)?.[1] ?? ASSIGNED.exec(line)?.[1] ??
    SHELL.exec(line)?.[1] ??
    SIGNED.exec(line)?.[1] ?? typed(line)
  return found === undefined || STATEMENTS.has(found) ? undefined : found
}

/** A longer line is data. */
const LONGEST = 400

const typed = (line: string): string | undefined => {
  const found = TYPED.exec(line)
  if (found === null) return undefined
  // A name alone in front of a bracket is a call as likely: what stands at the margin of C is a definition by its type.
  const before = line.slice(0, line.indexOf("(")).trim()
  if (!/[ \t*&]/.test(before)) return undefined
  return STATEMENTS.has(before.split(/[ \t]/, 1)[0]!) ? undefined : found[1]
}
