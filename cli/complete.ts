// What may stand where the user has stopped typing: commands, flags, words of a closed list, repositories. Read off the
// commands as data; what is a path is left to the shell.

import * as Nearest from "../lib/search/nearest.ts"
import { type Command, type Flag, NAME } from "./command.ts"

/** A word that fits, and what it is. */
export interface Fitting {
  readonly word: string
  readonly doc: string
}

/** Said instead of words where a path may stand. */
export const FILES = ":files"

/** Names of arguments and flags that take a repository, and such that take a path. */
const REPOSITORY: ReadonlySet<string> = new Set(["repo"])
const PATH = /(^|_)(path|file)$|^(db|audit|snapshot|fileFilter)$|^(from|to)_file$/

/** Names, ids or paths of a repository are known by the one who runs this; asked for only where one may stand. */
export type Repositories = () => Promise<ReadonlyArray<Fitting>>

/**
 * Words that fit where the last of `words` stands.
 *
 * @param words All that was typed after the program's name; the last one may be begun or empty.
 */
export const complete = async (
  commands: ReadonlyArray<Command>,
  words: ReadonlyArray<string>,
  repositories: Repositories,
): Promise<ReadonlyArray<Fitting>> => {
  // A shell may part a word at its sign.
  const typed = words.filter((word) => word !== "=")
  const begun = typed.at(-1) ?? ""
  const fitting = (all: ReadonlyArray<Fitting>) => all.filter(({ word }) => word.startsWith(begun))
  if (typed.length <= 1) {
    return fitting([
      ...commands.map(({ name, summary }) => ({ word: name, doc: summary })),
      { word: "help", doc: "What a command takes" },
    ])
  }
  if (typed[0] === "help") return fitting(commands.map(({ name, summary }) => ({ word: name, doc: summary })))
  const command = commands.find((it) => it.name === typed[0] || it.spellings?.includes(typed[0]!) === true)
  if (command === undefined) return []
  const flagOf = (word: string) => command.flags.find((it) => spellingsOf(it).includes(word))
  const joined = /^(--[^=]+)=(.*)$/s.exec(begun)
  if (joined !== null) {
    const flag = flagOf(joined[1]!)
    const values = flag === undefined ? [] : await valuesOf(flag, repositories)
    return values.filter(({ word }) => word.startsWith(joined[2]!)).map((it) => ({
      ...it,
      word: `${joined[1]}=${it.word}`,
    }))
  }
  const before = flagOf(typed.at(-2)!)
  if (typed.length > 2 && before !== undefined && before.value.kind !== "switch") {
    const values = await valuesOf(before, repositories)
    return values[0]?.word === FILES ? values : fitting(values)
  }
  if (begun.startsWith("-")) {
    return fitting([
      ...command.flags.map((it) => ({ word: `--${it.name}`, doc: it.doc })),
      { word: "--help", doc: `What ${NAME} ${command.name} takes` },
    ])
  }
  const argument = command.arguments[positionOf(command, typed.slice(1, -1), flagOf)]
  if (argument === undefined) return []
  const values = await wordsOf(argument.name, argument.choices, repositories)
  return values[0]?.word === FILES ? values : fitting(values)
}

const spellingsOf = (flag: Flag): ReadonlyArray<string> =>
  [flag.name, flag.key, ...flag.spellings ?? []].map((it) => `--${it}`)

/** Which argument comes next behind such words. */
const positionOf = (
  command: Command,
  words: ReadonlyArray<string>,
  flagOf: (word: string) => Flag | undefined,
): number => {
  let at = 0
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (!word.startsWith("-") || word === "-") at++
    else if (!word.includes("=") && (flagOf(word)?.value.kind ?? "switch") !== "switch") i++
  }
  return Math.min(at, command.arguments.length)
}

const valuesOf = (flag: Flag, repositories: Repositories) =>
  wordsOf(flag.key, "choices" in flag.value ? flag.value.choices : undefined, repositories)

const wordsOf = async (
  name: string,
  choices: ReadonlyArray<string> | undefined,
  repositories: Repositories,
): Promise<ReadonlyArray<Fitting>> => {
  if (choices !== undefined) return choices.map((word) => ({ word, doc: "" }))
  if (REPOSITORY.has(name)) return await repositories()
  return PATH.test(name) ? [{ word: FILES, doc: "" }] : []
}

/** As shells read it: a word and what it is, with a tab between, one a line. */
export const lines = (all: ReadonlyArray<Fitting>): string =>
  all.map(({ word, doc }) => `${oneLine(word)}${doc === "" ? "" : `\t${oneLine(doc)}`}\n`).join("")

// deno-lint-ignore no-control-regex
const oneLine = (text: string) => text.replace(/[\u0000-\u001f\u007f]+/g, " ")

/** By which a shell asks; the words behind it are those that were typed. */
export const ASK = "__complete"

/** Shells, and what each of them reads to complete our words. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# ${NAME}: eval "$(${NAME} completions bash)" in ~/.bashrc
_${NAME}() {
  COMPREPLY=()
  local word doc
  while IFS=$'\\t' read -r word doc; do
    if [[ $word == ${FILES} ]]; then
      COMPREPLY=()
      compopt -o default 2>/dev/null
      return
    fi
    [[ $word == --*=* && $COMP_WORDBREAKS == *=* ]] && word=\${word#*=}
    # bash puts a word in as it is: a name with a space, or with more in mind, is quoted
    [[ $word == -* ]] || printf -v word %q "$word"
    COMPREPLY+=("$word")
  done < <("\${COMP_WORDS[0]}" ${ASK} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _${NAME} ${NAME}
`,
  zsh: `#compdef ${NAME}
# ${NAME}: eval "$(${NAME} completions zsh)" in ~/.zshrc, behind compinit
_${NAME}() {
  local line
  local -a found
  for line in "\${(@f)$("\${words[1]}" ${ASK} "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == ${FILES} ]]; then _files; return; fi
    [[ -z $line ]] && continue
    if [[ $line == *$'\\t'* ]]; then
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    else
      found+=("\${line//:/\\\\:}")
    fi
  done
  _describe '${NAME}' found
}
compdef _${NAME} ${NAME}
`,
  fish: `# ${NAME}: ${NAME} completions fish | source, in ~/.config/fish/config.fish
function __${NAME}_complete
  set -l before (commandline -opc)
  set -l found ($before[1] ${ASK} $before[2..-1] (commandline -ct) 2>/dev/null)
  if test "$found[1]" = "${FILES}"
    __fish_complete_path (commandline -ct)
  else if test (count $found) -gt 0
    printf '%s\\n' $found
  end
end
complete -c ${NAME} -f -a '(__${NAME}_complete)'
`,
}

/** The script for a shell, or undefined with the nearest names. */
export const scriptFor = (shell: string): { readonly script?: string; readonly near: ReadonlyArray<string> } => {
  const known = Object.keys(SCRIPTS)
  return Object.hasOwn(SCRIPTS, shell)
    ? { script: SCRIPTS[shell]!, near: [] }
    : { near: Nearest.nearest(shell, known, 1) }
}
