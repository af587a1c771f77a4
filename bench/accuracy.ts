// `npm run accuracy`: what compilers say about real projects against what the graph says. For each project that is laid
// out in .corpora/NAME the repository is indexed anew, its relations are exported as a user would export them, and the
// oracles' own comparer judges. Prints the tables and writes them to bench/accuracy.md.
//
// --only NAME  one project or suite        --list N  N misses and N spurious rows of each comparison
// --calibrate  only how often edges of each reason are right, written to bench/calibration.md

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BUN, BUN_SAFELY, ROOT, run } from "../scripts/processes.mjs"
import type { Answers } from "./answers.ts"
import { calibrate } from "./calibration.ts"
import * as Compilers from "./compilers/make.ts"
import * as Oracles from "./oracles.ts"
import { writeRenamed } from "./other_names.ts"
import { table } from "./table.ts"
import * as Undecided from "./undecided.ts"

/** Labels of the comparisons. */
const CALLS = "calls"
const ALL_CALLS = "calls of every kind"

const COMPARISONS: ReadonlyArray<
  { readonly export: string; readonly relation?: string; readonly label: string; readonly flags: ReadonlyArray<string> }
> = [
  { export: "defs", relation: "defs", label: "definitions", flags: [] },
  { export: "imports", relation: "imports", label: "imports", flags: [] },
  { export: "heritage", relation: "heritage", label: "heritage", flags: [] },
  { export: "overrides", relation: "overrides", label: "overrides", flags: [] },
  { export: "calls", label: CALLS, flags: Oracles.HEADLINE },
  { export: "calls", label: ALL_CALLS, flags: [] },
]

interface Row {
  readonly project: Oracles.Project
  readonly label: string
  readonly compared: Oracles.Compared
  /** The same without what the oracle could not have, where there is a rule for that. */
  readonly decided?: Oracles.Judged
}

interface Measured {
  readonly project: Oracles.Project
  readonly rows: ReadonlyArray<Row>
  readonly answers: Answers
  /** Calls through an interface or a base type, when calls are followed by what may run in the member's place. */
  readonly dispatched: Oracles.Compared
}

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

const LISTED = Number(option("--list") ?? 0)

/** Runs one of our own programs from source. */
const ours = async (file: string, args: ReadonlyArray<string>, home: string): Promise<string> => {
  const ran = await run(BUN, [...BUN_SAFELY, join(ROOT, file), ...args], { env: { PORTOLAN_HOME: home } })
  if (ran.code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${ran.code}\n${ran.output}`)
  return ran.stdout
}

/** All comparisons of one project. A home of its own makes sure that no earlier index is trusted. */
const measure = async (project: Oracles.Project, work: string): Promise<Measured> => {
  const home = join(work, `${project.name}-home`)
  await ours("cli/main.ts", ["analyze", project.root], home)
  const rows: Array<Row> = []
  for (const { export: exported, relation, label, flags } of COMPARISONS) {
    const actual = join(work, `${project.name}-${exported}.tsv`)
    if (!existsSync(actual)) {
      writeFileSync(actual, await ours("cli/main.ts", ["export", project.root, `--${exported}`], home))
    }
    const compared = relation === "heritage" ? writeRenamed(project, actual) : actual
    rows.push({ project, label, compared: await Oracles.compare(project, compared, relation, flags) })
  }
  const calls = join(work, `${project.name}-calls.json`)
  writeFileSync(
    calls,
    JSON.stringify(headlineCalls(project).map((row) => [row[0], Number(row[1]), row[2], Number(row[3])])),
  )
  const answers: Answers = JSON.parse(await ours("bench/answers.ts", [project.root, home, calls], home))
  const dispatched = join(work, `${project.name}-dispatched.tsv`)
  writeFileSync(dispatched, withDispatch(answers))
  const heritage = pairsOf(join(work, `${project.name}-heritage.tsv`))
  return {
    project,
    rows: rows.map((row) => decidable(row, heritage)),
    answers,
    dispatched: await Oracles.compare(project, dispatched, undefined, ["--kinds", "iface,virtual"]),
  }
}

/** A comparison of inheritance without those rows of ours that the oracle could not have. */
const decidable = (row: Row, heritage: ReadonlyArray<readonly [string, string]>): Row =>
  row.label === "heritage" || row.label === "overrides"
    ? { ...row, decided: Undecided.ofHeritage(row.project, row.label, row.compared, heritage).judged }
    : row

/** Both ends of exported rows. */
const pairsOf = (file: string): ReadonlyArray<readonly [string, string]> =>
  readFileSync(file, "utf8").split("\n").filter((row) => row !== "" && !row.startsWith("#")).map((row) => {
    const [fromFile, fromLine, toFile, toLine] = row.split("\t")
    return [`${fromFile}:${fromLine}`, `${toFile}:${toLine}`]
  })

/** Our calls as rows, and for each the members that may run in the called one's place. */
const withDispatch = ({ edges, dispatches }: Answers): string => {
  const runs = new Map<string, Array<string>>()
  for (const [declared, running] of dispatches) runs.set(declared, [...(runs.get(declared) ?? []), running])
  const cells = (place: string) => [place.slice(0, place.lastIndexOf(":")), place.slice(place.lastIndexOf(":") + 1)]
  const pairs = edges.flatMap(([from, to]) => [to, ...(runs.get(to) ?? [])].map((target) => [from, target] as const))
  return pairs.map(([from, to]) => [...cells(from), ...cells(to)].join("\t")).join("\n")
}

/** Rows of the oracle that the headline judges. */
const headlineCalls = (project: Oracles.Project): ReadonlyArray<ReadonlyArray<string>> =>
  Oracles.rowsOf(project, "calls").filter((row) => !Oracles.NOT_IN_HEADLINE.has(row[4]!))

const calls = ({ rows }: Measured): Oracles.Compared => rows.find(({ label }) => label === CALLS)!.compared

/** How many calls of methods the oracle has, and how many of them were missed. */
const methods = (measured: Measured): { readonly expected: number; readonly missed: number } => {
  const methods = new Set(
    Oracles.rowsOf(measured.project, "defs").filter((row) => row[4] === "method").map((row) => `${row[0]}:${row[1]}`),
  )
  const pairs = headlineCalls(measured.project).filter((row) => methods.has(`${row[2]}:${row[3]}`))
  const missed = calls(measured).missed.filter((row) => {
    const callee = / -> (\S+:\d+) /.exec(row)?.[1]
    return callee !== undefined && methods.has(callee)
  })
  return { expected: new Set(pairs.map((row) => row.slice(0, 4).join("\t"))).size, missed: missed.length }
}

const number = (value: number | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? "–" : value.toFixed(3)

const mean = (values: ReadonlyArray<number | null | undefined>): number => {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.reduce((sum, value) => sum + value, 0) / known.length
}

const summary = (all: ReadonlyArray<Measured>): string =>
  table(
    [
      "project",
      "language",
      "relation",
      "precision",
      "decided",
      "recall",
      "expected",
      "missed",
      "spurious",
      "undecided",
    ],
    all.flatMap(({ rows }) =>
      rows.map(({ project, label, compared: { judged }, decided = judged }) => [
        project.name,
        project.language,
        label,
        number(judged.precision),
        number(decided.precision),
        number(judged.recall),
        String(judged.expected),
        String(judged.missed ?? judged.expected - judged.found),
        judged.spurious === undefined ? "–" : String(judged.spurious),
        decided.undecided === undefined ? "–" : String(decided.undecided),
      ])
    ),
  )

/** Means over the projects of a language, calls of the headline's kinds. */
const means = (all: ReadonlyArray<Measured>): string =>
  table(
    ["language", "projects", "precision", "recall", "recall of methods"],
    [...new Set(all.map(({ project }) => project.language))].sort().map((language) => {
      const own = all.filter(({ project }) => project.language === language)
      return [
        language,
        String(own.length),
        number(mean(own.map((it) => calls(it).judged.precision))),
        number(mean(own.map((it) => calls(it).judged.recall))),
        number(mean(own.map(methods).map(({ expected, missed }) => expected === 0 ? null : 1 - missed / expected))),
      ]
    }),
  )

const dispatch = (all: ReadonlyArray<Measured>): string =>
  table(
    ["project", "expected", "missed", "recall"],
    all.filter(({ dispatched }) => dispatched.judged.expected > 0).map(({ project, dispatched: { judged } }) => [
      project.name,
      String(judged.expected),
      String(judged.missed),
      number(judged.recall),
    ]),
  )

const kinds = (all: ReadonlyArray<Measured>): string =>
  table(
    ["project", "kind", "found", "of"],
    all.flatMap(({ project, rows }) =>
      Object.entries(rows.find(({ label }) => label === ALL_CALLS)!.compared.judged.byKind ?? {}).sort()
        .map(([kind, { found, missed }]) => [project.name, kind, String(found), String(found + missed)])
    ),
  )

/** Edges by why they were made, and how many of each the oracle does not have. */
const reasons = (all: ReadonlyArray<Measured>): string => {
  const counts = new Map<string, { edges: number; wrong: number }>()
  for (const measured of all) {
    const covered = new Set(Oracles.rowsOf(measured.project, "defs").map(([file]) => file!))
    const wrong = new Set(
      calls(measured).spurious.map((row) => /^(\S+:\d+) .*? -> (\S+:\d+) /.exec(row)).map((it) =>
        `${it?.[1]} ${it?.[2]}`
      ),
    )
    for (const [from, to, reason] of measured.answers.edges) {
      if (![from, to].every((place) => covered.has(place.slice(0, place.lastIndexOf(":"))))) continue
      const count = counts.get(reason) ?? { edges: 0, wrong: 0 }
      count.edges++
      if (wrong.has(`${from} ${to}`)) count.wrong++
      counts.set(reason, count)
    }
  }
  return table(
    ["reason", "edges", "wrong", "right of all"],
    [...counts].sort().map((
      [reason, { edges, wrong }],
    ) => [reason, String(edges), String(wrong), number(1 - wrong / edges)]),
  )
}

/** Is an edge of confidence 0.9 right nine times in ten? Over all projects. */
const bands = (all: ReadonlyArray<Measured>): string => {
  const counts = new Map<string, { right: number; wrong: number }>()
  for (const measured of all) {
    for (const [band, { right, wrong }] of Object.entries(calls(measured).judged.precisionByConfidence ?? {})) {
      const count = counts.get(band) ?? { right: 0, wrong: 0 }
      counts.set(band, { right: count.right + right, wrong: count.wrong + wrong })
    }
  }
  return table(
    ["confidence", "right", "wrong", "precision"],
    [...counts].sort().reverse().map(([band, { right, wrong }]) => [
      band,
      String(right),
      String(wrong),
      number(right / (right + wrong)),
    ]),
  )
}

const zeros = (all: ReadonlyArray<Measured>): string =>
  table(
    ["project", "definitions with callers", "false zeros", "share", "claim to be exact", "their callers shown"],
    all.map(({ project, answers: { asked, falseZeros, exact, exactCallers, exactShown } }) => [
      project.name,
      String(asked),
      String(falseZeros.length),
      `${(falseZeros.length / asked * 100).toFixed(2)} %`,
      String(exact),
      exactCallers === 0 ? "–" : `${exactShown} of ${exactCallers} (${number(exactShown / exactCallers)})`,
    ]),
  )

interface Suite {
  readonly name: string
  readonly compared: Oracles.Compared
}

/**
 * A suite as a whole, and without functions that have no name, for which the graph keeps no node. What such a function
 * calls is drawn from the function or file around it, but the suite's own row, which says from where in the source it is
 * called, is compared as it stands and counted as missed. Of a suite that names what runs, instead, with each call also
 * followed to the members that may run in the called one's place.
 */
const measureSuite = async (suite: Oracles.Suite, work: string): Promise<ReadonlyArray<Suite>> => {
  const rowsOf = async (file: string, ...flags: ReadonlyArray<string>): Promise<string> => {
    const actual = join(work, file)
    const args = [suite.expected, suite.cases, join(work, "micro-home"), ...flags]
    writeFileSync(actual, await ours("bench/micro.ts", args, work))
    return actual
  }
  const actual = await rowsOf(`${suite.name}.tsv`)
  const whole = { name: suite.name, compared: await Oracles.compareSuite(suite, actual, []) }
  if (suite.isOfWhatRuns) {
    const followed = await rowsOf(`${suite.name}-followed.tsv`, "--followed")
    return [{ name: `${suite.name}, followed`, compared: await Oracles.compareSuite(suite, followed, []) }, whole]
  }
  return [
    whole,
    { name: `${suite.name}, named only`, compared: await Oracles.compareSuite(suite, actual, ["--named-only"]) },
  ]
}

const suiteTable = (all: ReadonlyArray<Suite>): string =>
  table(
    [
      "suite",
      "cases",
      "whole cases right",
      "precision",
      "recall",
      "expected",
      "missed",
      "spurious",
      "reachable",
      "prohibited",
    ],
    all.map(({ name, compared: { judged } }) => [
      name,
      String(judged.cases),
      String(judged.wholeCasesRight),
      number(judged.precision),
      number(judged.recall),
      String(judged.expected),
      String(judged.missed),
      judged.spurious === undefined ? "–" : String(judged.spurious),
      judged.reachable ?? "–",
      judged.prohibitedFound === undefined ? "–" : String(judged.prohibitedFound),
    ]),
  )

/** Some of the rows, spread over the whole list. */
const list = (title: string, { missed, spurious }: Oracles.Compared) => {
  if (LISTED === 0) return
  const some = (rows: ReadonlyArray<string>) =>
    rows.length <= LISTED ? rows : Array.from({ length: LISTED }, (_, i) => rows[Math.floor(i * rows.length / LISTED)]!)
  console.log(`\n${title}\n missed:`)
  for (const row of some(missed)) console.log(`  ${row}`)
  console.log(" spurious:")
  for (const row of some(spurious)) console.log(`  ${row}`)
}

/** Repository and commit; where the oracle's account does not say, the checkout's only commit does. */
const checkedOut = async ({ repo, commit, root }: Oracles.Project): Promise<string> =>
  commit === "" ? (await run("git", ["-C", root, "log", "-1", "--format=%s"])).stdout.trim() : `${repo} ${commit}`

const report = async (
  all: ReadonlyArray<Measured>,
  held: ReadonlyArray<Measured>,
  suites: ReadonlyArray<Suite>,
): Promise<string> => {
  const falseZeros = all.flatMap(({ project, answers }) =>
    answers.falseZeros.map((zero) => `- ${project.name}: ${zero}`)
  )
  return [
    "# Accuracy",
    "",
    `Made by \`npm run accuracy\` on ${
      new Date().toISOString().slice(0, 10)
    }. What a compiler's own checker resolves is`,
    "the measure. *Undecided* are calls where the compiler could not tell either, and rows of inheritance that its account",
    "could not have, whatever the truth (the rules stand at the head of `bench/undecided.ts`): *precision* counts those rows",
    "as wrong, *decided* leaves them out. *calls* leaves out the kinds iface, macro, implicit, ambiguous, jsx, decorator and",
    "accessor; *calls of every kind* leaves out nothing.",
    "",
    summary(all),
    "",
    "## Calls, mean over the projects of a language",
    "",
    means(all),
    "",
    "## Calls by kind",
    "",
    kinds(all),
    "",
    "## Calls through an interface or base type, followed to what may run",
    "",
    dispatch(all),
    "",
    "## Calls by reason, and by confidence",
    "",
    reasons(all),
    "",
    bands(all),
    "",
    "## Zeros that are none",
    "",
    "A false zero is a definition with callers for which `context` shows none and claims to be exact.",
    "",
    zeros(all),
    "",
    ...(falseZeros.length === 0 ? [] : [...falseZeros, ""]),
    ...(held.length === 0 ? [] : ["## Projects held out from all tuning", "", summary(held), ""]),
    ...(suites.length === 0 ? [] : [
      "## Micro suites",
      "",
      "A function without a name (an inline callback, one that is called where it is written) is no node: what it calls is",
      "its surroundings' call. The suites' rows from or to such a function are counted as missed all the same; *named",
      "only* leaves them out. Where a suite's rows name what runs behind a call of a declared method, *followed* also counts",
      "what the graph says may run in its place; *prohibited* are edges that must not be there.",
      "",
      suiteTable(suites),
      "",
    ]),
    "## Projects",
    "",
    ...await Promise.all(
      [...all, ...held].map(async ({ project }) => `- ${project.name}: ${await checkedOut(project)}`),
    ),
    "",
  ].join("\n")
}

/** The calibration alone, over all projects that are laid out. */
const calibration = async (): Promise<number> => {
  const work = mkdtempSync(join(tmpdir(), "portolan-calibration-"))
  try {
    const text = await calibrate(async ({ name, root }) => {
      const home = join(work, `${name}-home`)
      await ours("cli/main.ts", ["analyze", root], home)
      return (await ours("bench/reasons.ts", [root, home], home)).split("\n").filter((row) => row !== "")
    }, work)
    console.log(text)
    writeFileSync(join(ROOT, "bench", "calibration.md"), text)
    return 0
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const main = async (): Promise<number> => {
  if (!Oracles.areHere()) {
    console.error("Cannot measure accuracy: ../shared/oracles is absent")
    return 1
  }
  if (process.argv.includes("--calibrate")) return await calibration()
  const only = option("--only")
  const wanted = (name: string) => only === undefined || name === only
  const chosen = Oracles.projects().filter(({ name }) => wanted(name))
  const absent = chosen.filter(({ root }) => !existsSync(root))
  const chosenSuites = Oracles.suites().filter(({ name }) => wanted(name))
  const absentSuites = chosenSuites.filter(({ expected }) => !existsSync(expected))
  const all: Array<Measured> = []
  const held: Array<Measured> = []
  const suites: Array<Suite> = []
  const unread: Array<string> = []
  const failed: Array<string> = []
  const work = mkdtempSync(join(tmpdir(), "portolan-accuracy-"))
  try {
    for (const project of chosen.filter((project) => !absent.includes(project))) {
      console.error(`measuring ${project.name}`)
      try {
        const measured = await measure(project, work)
        if (measured.rows[0]!.compared.judged.found === 0) {
          unread.push(`${project.name} (${project.language})`)
          continue
        }
        all.push(measured)
        for (const { label, compared } of measured.rows) list(`${project.name}: ${label}`, compared)
        list(`${project.name}: calls through an interface or base type`, measured.dispatched)
        list(`${project.name}: callers of those that claim to be exact`, {
          judged: measured.rows[0]!.compared.judged,
          missed: measured.answers.notShown,
          spurious: [],
        })
      } catch (error) {
        failed.push(`${project.name}: ${error instanceof Error ? error.message : error}`)
      }
    }
    for (const project of Oracles.heldOut().filter(({ name }) => wanted(name))) {
      console.error(`measuring ${project.name}, held out`)
      try {
        held.push(await measure(project, work))
      } catch (error) {
        failed.push(`${project.name}: ${error instanceof Error ? error.message : error}`)
      }
    }
    for (const suite of chosenSuites.filter((suite) => !absentSuites.includes(suite))) {
      console.error(`measuring ${suite.name}`)
      try {
        const measured = await measureSuite(suite, work)
        if (measured.every(({ compared }) => compared.judged.found === 0)) unread.push(suite.name)
        else suites.push(...measured)
        list(measured[0]!.name, measured[0]!.compared)
      } catch (error) {
        failed.push(`${suite.name}: ${error instanceof Error ? error.message : error}`)
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const text = await report(all, held, suites)
  console.log(text)
  if (unread.length > 0) console.log(`Laid out, but their language is not read yet: ${unread.join(", ")}`)
  for (const failure of failed) console.log(`FAILED ${failure}`)
  if (absent.length > 0) {
    console.log(`Absent: ${absent.map(({ name }) => name).join(", ")}. To lay one out:`)
    console.log("  ../shared/oracles/tools/checkout.sh NAME .corpora/NAME")
  }
  if (absentSuites.length > 0) {
    console.log(`Absent suites: ${absentSuites.map(({ name }) => name).join(", ")}. To lay one out:`)
    console.log("  ../shared/oracles/tools/cases.sh NAME .corpora/micro/NAME")
  }
  const unmade = Compilers.absent().filter(wanted)
  if (unmade.length > 0) console.log(`Not made yet: ${unmade.join(", ")}. To make one:\n  npm run oracles -- NAME`)
  if (only === undefined && failed.length === 0 && all.length > 0) {
    writeFileSync(join(ROOT, "bench", "accuracy.md"), text)
    console.log("Written to bench/accuracy.md")
  }
  return failed.length > 0 || all.length + held.length + suites.length === 0 ? 1 : 0
}

process.exit(await main())
