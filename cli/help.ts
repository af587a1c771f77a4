// Help as people read it: what it is for in one line, then two aligned columns, folded to the width of the screen.

import { type Argument, type Command, EXIT, EXIT_MEANS, type Flag } from "./command.ts"
import { fold, type Paint } from "./terminal.ts"

interface Row {
  readonly left: string
  readonly right: string
}

/** Columns between the two sides of a row, and before it. */
const GAP = 2
/** Wider left sides put their text on the next line. */
const WIDEST_LEFT = 34
/** Text is easiest to read in lines no longer than this. */
const WIDEST = 110

export const ofProgram = (
  commands: ReadonlyArray<Command>,
  version: string,
  columns: number,
  paint: Paint,
): string => {
  const groups = [...new Set(commands.map((it) => it.group))]
  const rows = (group: string) =>
    commands.filter((it) => it.group === group).map((it) => ({ left: usage(it), right: it.summary }))
  const left = leftWidth(groups.flatMap(rows))
  return [
    `${paint.strong(`portolan ${version}`)}`,
    ...fold("A repository as a graph: where, who calls, what breaks", Math.min(columns, WIDEST)),
    "",
    ...groups.flatMap((group) => [paint.strong(group), ...table(rows(group), left, columns, paint), ""]),
    ...FOOT.flatMap((line) => fold(line, Math.min(columns, WIDEST))),
    "",
  ].join("\n")
}

export const ofCommand = (command: Command, columns: number, paint: Paint): string => {
  const args = command.arguments.map((it) => ({ left: it.name.toUpperCase(), right: it.doc }))
  const flags = [...command.flags.map((it) => ({ left: spelled(it), right: told(it) })), {
    left: "-h, --help",
    right: "This page",
  }]
  const left = leftWidth([...args, ...flags])
  const section = (title: string, rows: ReadonlyArray<Row>) =>
    rows.length === 0 ? [] : ["", paint.strong(title), ...table(rows, left, columns, paint)]
  return [
    `${paint.strong(`portolan ${usage(command)}`)} ${paint.quiet("[FLAGS]")}`,
    "",
    ...fold(`${command.summary}.`, Math.min(columns, WIDEST)),
    ...(command.details === undefined ? [] : fold(command.details, Math.min(columns, WIDEST))),
    ...section("Arguments", args),
    ...section("Flags", flags),
    "",
  ].join("\n")
}

const FOOT = [
  "portolan COMMAND --help tells what a command takes.",
  `Exit codes: ${
    (Object.keys(EXIT) as ReadonlyArray<keyof typeof EXIT>).map((it) => `${EXIT[it]} ${EXIT_MEANS[it]}`).join("; ")
  }.`,
  "NO_COLOR and PORTOLAN_HOME are heeded.",
]

/** Where less is left for the text, it goes below its name. */
const NARROWEST = 28

/** A command as it is typed. */
export const usage = (command: Command): string => [command.name, ...command.arguments.map(placeholder)].join(" ")

const placeholder = (it: Argument): string => it.required ? it.name.toUpperCase() : `[${it.name.toUpperCase()}]`

/** Choices that stand beside the flag; a longer list stands in its text. */
const MOST_CHOICES = 24

const choicesOf = ({ value }: Flag): ReadonlyArray<string> => "choices" in value ? value.choices ?? [] : []

/** A flag as it is typed, with what it takes. */
export const spelled = (flag: Flag): string => {
  const { name, value } = flag
  if (value.kind === "switch") return `--${name}`
  const choices = choicesOf(flag).join("|")
  const what = choices !== "" && choices.length <= MOST_CHOICES
    ? choices
    : choices !== ""
    ? "WORD"
    : "placeholder" in value && value.placeholder !== undefined
    ? value.placeholder
    : value.kind === "integer" || value.kind === "number"
    ? "N"
    : "TEXT"
  if ("absent" in value) return `--${name} [${what}]`
  return `--${name} ${what}${value.kind === "list" ? " …" : ""}`
}

/** What a flag is for, with its choices where they are many. */
export const told = (flag: Flag): string => {
  const choices = choicesOf(flag)
  return choices.join("|").length <= MOST_CHOICES ? flag.doc : `${flag.doc}. One of ${choices.join(", ")}`
}

const leftWidth = (rows: ReadonlyArray<Row>): number =>
  Math.max(0, ...rows.map((it) => it.left.length).filter((it) => it <= WIDEST_LEFT))

const table = (rows: ReadonlyArray<Row>, left: number, columns: number, paint: Paint): ReadonlyArray<string> => {
  const beside = Math.min(columns, WIDEST) - GAP - left - GAP
  const narrow = beside < NARROWEST
  const indent = " ".repeat(narrow ? 2 * GAP + 2 : GAP + left + GAP)
  const width = narrow ? Math.max(20, columns - indent.length) : beside
  return rows.flatMap((row) => {
    const lines = fold(row.right, width)
    const shown = paint.accent(row.left)
    if (narrow || row.left.length > left) return [`${" ".repeat(GAP)}${shown}`, ...lines.map((it) => indent + it)]
    const [first = "", ...more] = lines
    return [
      `${" ".repeat(GAP)}${shown}${" ".repeat(left - row.left.length + GAP)}${first}`.trimEnd(),
      ...more.map((it) => indent + it),
    ]
  })
}
