// The architecture of a repository as a page of markdown with diagrams. The same index gives the same page.

import type { Architecture, AreaTold, FlowTold } from "./architecture.ts"
import * as Mermaid from "./mermaid.ts"
import * as Table from "./table.ts"

/** Messages of one diagram; a longer flow goes on on its own page. */
const MESSAGES = 16

export const text = (it: Architecture): string =>
  [
    `# Architecture of ${Table.code(it.repo)}`,
    "",
    `Made from an index${it.commit === null ? "" : ` at commit ${it.commit.slice(0, 10)}`}: ${
      count(it.files, "source file")
    }, ` +
    `${
      count(it.symbols, "definition")
    }. What it says follows from the code alone; no person and no model has looked at it.`,
    "",
    ...languages(it),
    ...areas(it),
    ...entries(it),
    ...flows(it),
    ...hubs(it),
    ...tests(it),
  ].join("\n")

const count = (many: number, one: string, several = `${one}s`): string => `${many} ${many === 1 ? one : several}`

const percent = (part: number, whole: number): string => whole === 0 ? "–" : `${Math.round(100 * part / whole)} %`

const languages = ({ languages, symbols }: Architecture): ReadonlyArray<string> => [
  "## Languages",
  "",
  ...languages.length === 0 ? ["No file is in a language that is read."] : Table.table(
    ["language", "files", "definitions", "share"],
    [...languages].sort((a, b) => b.symbols - a.symbols || (a.name < b.name ? -1 : 1)).map((it) => [
      Table.plain(it.name),
      it.files,
      it.symbols,
      percent(it.symbols, symbols),
    ]),
  ),
  "",
]

const diagram = (lines: ReadonlyArray<string>): ReadonlyArray<string> => ["```mermaid", ...lines, "```", ""]

const areas = ({ areas }: Architecture): ReadonlyArray<string> => {
  if (areas === null || areas.total === 0) return []
  const { shown, ties, total } = areas
  return [
    "## Areas",
    "",
    `What is tied together more closely than with the rest, tests left out: ${count(total, "area")}` +
    `${shown.length < total ? `, of which the ${shown.length} largest are shown` : ""}. Modularity is ` +
    `${
      areas.modularity.toFixed(2)
    }: 0 where areas are tied as by chance, towards 1 the more ties stay inside of them. An ` +
    "arrow leads from who uses to what is used, with the number of such pairs of definitions" +
    `${ties.length < areas.ties_total ? `; the strongest ${ties.length} of ${areas.ties_total} are drawn` : ""}.`,
    "",
    ...diagram(
      Mermaid.flowchart(
        shown.map((it) => ({ label: it.label, below: count(it.members, "member") })),
        ties.map(({ from, to, uses }) => ({ from, to, says: `${uses}` })),
      ),
    ),
    ...Table.table(
      ["area", "members", "cohesion", "around", "in the code's own words"],
      shown.map((it) => [
        Table.label(it.label),
        it.members,
        it.cohesion.toFixed(2),
        it.central.map(({ name, file, line }) =>
          `${Table.label(name)} ${file === "" ? "" : Table.code(`${file}:${line}`)}`
        )
          .join(", "),
        words(it),
      ]),
    ),
    "",
  ]
}

const words = ({ says }: AreaTold): string =>
  says === undefined ? "" : `${Table.label(says.of)}: ${Table.prose(says.doc)}`

const entries = ({ entries }: Architecture): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [
    "## Where others enter",
    "",
    ...Table.table(
      ["kind", "flows", "", "first of them"],
      entries.map(({ kind, doc, flows, first }) => [
        kind,
        flows,
        doc,
        first.map(({ enters, entry }) => `${Table.label(enters)} ${Table.code(entry)}`).join(", ") +
        (first.length < flows ? `, and ${flows - first.length} more` : ""),
      ]),
    ),
    "",
  ]

const flows = ({ flows }: Architecture): ReadonlyArray<string> =>
  flows.length === 0 ? [] : [
    "## What runs",
    "",
    "The most telling flows, two of one file at most. Columns are files; each message is a call.",
    "",
    ...flows.flatMap(flow),
  ]

const flow = (it: FlowTold): ReadonlyArray<string> => {
  const shown = it.steps.slice(0, MESSAGES)
  const files = [...new Set(shown.map(({ file }) => file))]
  const titles = titlesOf(files)
  return [
    `### ${Table.label(it.enters)}`,
    "",
    `${it.kind}, ${count(it.steps.length, "step")}, begins at ${Table.code(it.entry)}.`,
    "",
    ...diagram(
      Mermaid.sequence(
        titles,
        shown.map(({ name, file, by, touches }, i) => ({
          from: by === undefined ? undefined : files.indexOf(it.steps[by]!.file),
          to: files.indexOf(file),
          says: i === 0 ? it.enters : name,
          note: touches === undefined ? undefined : `touches ${touches}`,
        })),
      ),
    ),
    ...shown.length === it.steps.length && it.cut === 0 ? [] : [
      [
        ...shown.length === it.steps.length
          ? []
          : [`${count(it.steps.length - shown.length, "further step")} not drawn`],
        ...it.cut === 0 ? [] : [`${count(it.cut, "call")} left out of the flow`],
      ].join("; ") + ".",
      "",
    ],
  ]
}

/** The last part of each path, and as many before it as tell them apart. */
const titlesOf = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.map((path) => {
    const parts = path.split("/")
    for (let from = parts.length - 1; 0 < from; from--) {
      const title = parts.slice(from).join("/")
      if (paths.every((other) => other === path || !`/${other}`.endsWith(`/${title}`))) return title
    }
    return path
  })

const hubs = ({ hubs }: Architecture): ReadonlyArray<string> =>
  hubs.length === 0 ? [] : [
    "## What much rests on",
    "",
    "The most central definitions in the graph of uses (PageRank); tests do not count.",
    "",
    ...Table.table(
      ["definition", "kind", "at", "used by"],
      hubs.map((
        it,
      ) => [Table.label(it.name), it.kind, Table.code(`${it.file}:${it.line}`), count(it.used_by, "definition")]),
    ),
    "",
  ]

const tests = ({ tests, symbols }: Architecture): ReadonlyArray<string> => [
  "## Tests",
  "",
  tests.files === 0 && tests.symbols === 0
    ? "No test is known."
    : `${count(tests.files, "file")} of tests with ${count(tests.symbols, "definition")}, ${
      percent(tests.symbols, symbols)
    } of all. Of ${
      count(tests.testable, "function or type", "functions and types")
    } of the product's own code ${tests.tested} (${
      percent(tests.tested, tests.testable)
    }) are run by a test within two calls, or stand in a file that tests are named after.`,
  "",
]
