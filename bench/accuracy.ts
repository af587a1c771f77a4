// `npm run accuracy`: what compilers say about real projects against what the graph says. For each project that is laid
// out in .corpora/NAME the repository is indexed anew, its relations are exported as a user would export them, and the
// oracles' own comparer judges. Prints one table and writes it to bench/accuracy.md.
//
// --only NAME  one project        --list N  N misses and N spurious rows of each comparison

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BUN, BUN_SAFELY, ROOT, run } from "../scripts/processes.mjs"
import { table } from "./table.ts"

const ORACLES = join(ROOT, "..", "shared", "oracles")
const PROJECTS = join(ORACLES, "callgraph-real")
const COMPARE = join(ORACLES, "compare.mjs")
const CORPORA = join(ROOT, ".corpora")

interface Project {
  readonly name: string
  readonly repo: string
  readonly commit: string
  readonly language: string
}

/** A comparison: the relation, its label, further flags of the comparer. */
const COMPARISONS = [
  { relation: "defs", label: "definitions", flags: [] },
  { relation: "imports", label: "imports", flags: [] },
  { relation: "heritage", label: "heritage", flags: [] },
  { relation: "overrides", label: "overrides", flags: [] },
  { relation: "calls", label: "calls", flags: ["--not-kinds", "iface,macro,implicit,ambiguous,jsx,decorator"] },
  { relation: "calls", label: "calls of every kind", flags: [] },
] as const

/** What the comparer prints, as far as we read it. */
interface Judged {
  readonly expected: number
  readonly found: number
  readonly missed?: number
  readonly spurious?: number
  readonly precision?: number | null
  readonly recall?: number | null
  readonly undecided?: number
  readonly byKind?: Readonly<Record<string, { readonly found: number; readonly missed: number }>>
  readonly precisionByConfidence?: Readonly<Record<string, { readonly right: number; readonly wrong: number }>>
}

interface Row {
  readonly project: Project
  readonly label: string
  readonly judged: Judged
}

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

const projects = (): ReadonlyArray<Project> =>
  readdirSync(PROJECTS).sort().flatMap((name) => {
    const meta = join(PROJECTS, name, "meta.json")
    return existsSync(meta) ? [{ name, ...JSON.parse(readFileSync(meta, "utf8")) }] : []
  })

/** Runs our own command line from source with a home of its own, so that no earlier index is trusted. */
const portolan = async (home: string, args: ReadonlyArray<string>): Promise<string> => {
  const ran = await run(BUN, [...BUN_SAFELY, join(ROOT, "cli", "main.ts"), ...args], {
    env: { PORTOLAN_HOME: home },
  })
  if (ran.code !== 0) throw new Error(`portolan ${args.join(" ")} ended with ${ran.code}\n${ran.output}`)
  return ran.stdout
}

/** All comparisons of one project, in a temporary folder that is gone afterwards. */
const judge = async (project: Project, list: string | undefined): Promise<ReadonlyArray<Row>> => {
  const work = mkdtempSync(join(tmpdir(), "portolan-accuracy-"))
  try {
    const root = join(CORPORA, project.name)
    const home = join(work, "home")
    await portolan(home, ["analyze", root])
    const rows: Array<Row> = []
    for (const { relation, label, flags } of COMPARISONS) {
      const actual = join(work, `${relation}.tsv`)
      if (!existsSync(actual)) writeFileSync(actual, await portolan(home, ["export", root, `--${relation}`]))
      const asked = relation === "calls" ? [] : ["--relation", relation]
      const compared = await run("node", [
        COMPARE,
        "--oracle",
        join(PROJECTS, project.name),
        "--actual",
        actual,
        ...asked,
        ...flags,
        "--json",
        ...(list === undefined ? [] : ["--list", list]),
      ])
      if (compared.code !== 0) throw new Error(`compare.mjs ended with ${compared.code}\n${compared.output}`)
      const [first, ...rest] = compared.stdout.split("\n")
      rows.push({ project, label, judged: JSON.parse(first!) })
      if (list !== undefined) console.log(`\n${project.name}: ${label}${rest.join("\n")}`)
    }
    return rows
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const number = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : value.toFixed(3)

/** How many of a kind were found, for the kinds that the headline leaves out and those that dispatch. */
const kinds = (rows: ReadonlyArray<Row>): string =>
  table(
    ["project", "kind", "found", "of"],
    rows.filter((row) => row.label === "calls of every kind").flatMap((row) =>
      Object.entries(row.judged.byKind ?? {}).sort().map(([kind, { found, missed }]) => [
        row.project.name,
        kind,
        String(found),
        String(found + missed),
      ])
    ),
  )

/** Is an edge of confidence 0.9 right nine times in ten? */
const bands = (rows: ReadonlyArray<Row>): string =>
  table(
    ["project", "confidence", "right", "wrong", "precision"],
    rows.filter((row) => row.label === "calls").flatMap((row) =>
      Object.entries(row.judged.precisionByConfidence ?? {}).sort().reverse().map(([band, { right, wrong }]) => [
        row.project.name,
        band,
        String(right),
        String(wrong),
        number(right / (right + wrong)),
      ])
    ),
  )

const main = async (): Promise<number> => {
  if (!existsSync(COMPARE)) {
    console.error("Cannot measure accuracy: ../shared/oracles is absent")
    return 1
  }
  const only = option("--only")
  const chosen = projects().filter(({ name }) => only === undefined || name === only)
  const absent = chosen.filter(({ name }) => !existsSync(join(CORPORA, name)))
  const rows: Array<Row> = []
  const unread: Array<Project> = []
  for (const project of chosen.filter((project) => !absent.includes(project))) {
    console.error(`indexing ${project.name}`)
    const judged = await judge(project, option("--list"))
    if (judged[0]!.judged.found === 0) unread.push(project)
    else rows.push(...judged)
  }
  const summary = table(
    ["project", "relation", "precision", "recall", "expected", "found", "missed", "spurious", "undecided"],
    rows.map(({ project, label, judged }) => [
      project.name,
      label,
      number(judged.precision),
      number(judged.recall),
      String(judged.expected),
      String(judged.found),
      String(judged.missed ?? judged.expected - judged.found),
      judged.spurious === undefined ? "–" : String(judged.spurious),
      judged.undecided === undefined ? "–" : String(judged.undecided),
    ]),
  )
  console.log(`\n${summary}`)
  for (const { name, language } of unread) console.log(`${name}: laid out, but ${language} is not read yet`)
  if (absent.length > 0) {
    console.log(`\nAbsent: ${absent.map(({ name }) => name).join(", ")}. To lay one out:`)
    console.log("  ../shared/oracles/tools/checkout.sh NAME .corpora/NAME")
  }
  if (rows.length === 0) return 1
  if (only === undefined) {
    writeFileSync(join(ROOT, "bench", "accuracy.md"), report(rows, summary))
    console.log("\nWritten to bench/accuracy.md")
  }
  return 0
}

const report = (rows: ReadonlyArray<Row>, summary: string): string => {
  const measured = [...new Map(rows.map(({ project }) => [project.name, project])).values()]
  return [
    "# Accuracy",
    "",
    `Made by \`npm run accuracy\` on ${
      new Date().toISOString().slice(0, 10)
    }. What a compiler's own checker resolves is`,
    "the measure. *Undecided* are edges where the compiler could not tell either. *calls* leaves out the kinds iface,",
    "macro, implicit, ambiguous, jsx and decorator; *calls of every kind* leaves out nothing.",
    "",
    summary,
    "",
    "## Calls by kind",
    "",
    kinds(rows),
    "",
    "## Precision by confidence",
    "",
    bands(rows),
    "",
    "## Projects",
    "",
    ...measured.map(({ name, repo, commit }) => `- ${name}: ${repo} at ${commit}`),
    "",
  ].join("\n")
}

process.exit(await main())
