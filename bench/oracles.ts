// The oracles: what compilers say about real projects, handed out beside the clone or made for projects of one's own in
// .corpora/oracles (bench/compilers), and micro suites in .corpora/micro. This file knows where they lie and how to ask
// their comparer.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT, run } from "../scripts/processes.mjs"

const SHARED = join(ROOT, "..", "shared", "oracles")
const CORPORA = join(ROOT, ".corpora")
const COMPARE = join(SHARED, "compare.mjs")

/**
 * The headline's flags: kinds that no compiler decides alike are reported apart, and so is a property that is read or
 * written, which is a call where somebody has written an accessor and none where nobody has.
 */
export const HEADLINE = ["--not-kinds", "iface,macro,implicit,ambiguous,jsx,decorator,accessor"]
export const NOT_IN_HEADLINE: ReadonlySet<string> = new Set(HEADLINE[1]!.split(","))

export interface Project {
  readonly name: string
  readonly repo: string
  /** Empty where the oracle's account does not say. */
  readonly commit: string
  readonly language: string
  /** What made it, as its account names it; empty where that does not say. */
  readonly tool: string
  /** Folder of the expected rows. */
  readonly oracle: string
  /** Where its source lies when it is laid out. */
  readonly root: string
}

export interface Suite {
  readonly name: string
  readonly expected: string
  readonly cases: string
  /** Do its rows name what runs, and not what a call's text names? */
  readonly isOfWhatRuns: boolean
}

/** What the comparer prints, as far as we read it. */
export interface Judged {
  readonly expected: number
  readonly found: number
  /** Edges of ours that the oracle has; of relations other than calls `found` says it. */
  readonly right?: number
  readonly missed?: number
  readonly spurious?: number
  readonly precision?: number | null
  readonly recall?: number | null
  readonly undecided?: number
  readonly byKind?: Readonly<Record<string, { readonly found: number; readonly missed: number }>>
  readonly precisionByConfidence?: Readonly<Record<string, { readonly right: number; readonly wrong: number }>>
  readonly cases?: number
  readonly wholeCasesRight?: number
  readonly reachable?: string
  /** Edges of ours that a suite says must not be there. */
  readonly prohibitedFound?: number
}

export interface Compared {
  readonly judged: Judged
  /** Rows of the oracle that were not found, and rows of ours that it does not have, as the comparer writes them. */
  readonly missed: ReadonlyArray<string>
  readonly spurious: ReadonlyArray<string>
}

export const areHere = (): boolean => existsSync(COMPARE)

const projectsOf = (oracles: string, sources: string): ReadonlyArray<Project> =>
  namesIn(oracles).flatMap((name): ReadonlyArray<Project> => {
    const oracle = join(oracles, name)
    if (!existsSync(join(oracle, "meta.json"))) return []
    const meta = JSON.parse(readFileSync(join(oracle, "meta.json"), "utf8"))
    const { repo = name, commit = "", language = languageIn(oracle), tool = "" } = meta
    return [{ name, repo, commit, language, tool, oracle, root: join(sources, name) }]
  })

export const projects = (): ReadonlyArray<Project> =>
  [join(SHARED, "callgraph-real"), join(CORPORA, "oracles")].flatMap((folder) => projectsOf(folder, CORPORA))

/** Projects that are only measured: nobody reads their differences to mend something, no confidence is fitted on them. */
export const heldOut = (): ReadonlyArray<Project> =>
  projectsOf(join(CORPORA, "held", "oracles"), join(CORPORA, "held")).filter(({ root }) => existsSync(root))

/** Suites whose rows name the methods that run behind a call of a declared one. */
const OF_WHAT_RUNS: ReadonlySet<string> = new Set(["jcg-java"])

export const suites = (): ReadonlyArray<Suite> =>
  namesIn(join(SHARED, "callgraph-micro")).map((name) => ({
    name,
    expected: join(CORPORA, "micro", name, "expected.jsonl"),
    cases: join(CORPORA, "micro", name, "cases"),
    isOfWhatRuns: OF_WHAT_RUNS.has(name),
  }))

const LANGUAGE_OF: Readonly<Record<string, string>> = {
  ts: "typescript",
  tsx: "typescript",
  js: "javascript",
  py: "python",
  java: "java",
  go: "go",
}

/** The language of most of an oracle's definitions, where its account does not say. */
const languageIn = (oracle: string): string => {
  const counts = new Map<string, number>()
  for (const line of readFileSync(join(oracle, "defs.tsv"), "utf8").split("\n")) {
    const ending = /^[^\t#]*\.[cm]?([a-z]+)\t/.exec(line)?.[1]
    if (ending !== undefined) counts.set(ending, (counts.get(ending) ?? 0) + 1)
  }
  const most = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ""
  return LANGUAGE_OF[most] ?? most
}

const namesIn = (folder: string): ReadonlyArray<string> => existsSync(folder) ? readdirSync(folder).sort() : []

/** Rows of an oracle's table. */
export const rowsOf = (project: Project, table: string): ReadonlyArray<ReadonlyArray<string>> =>
  readFileSync(join(project.oracle, `${table}.tsv`), "utf8").split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"))

/** Sets our rows beside a project's. `relation` is undefined for calls. */
export const compare = (
  project: Project,
  actual: string,
  relation: string | undefined,
  flags: ReadonlyArray<string>,
): Promise<Compared> =>
  ask([
    "--oracle",
    project.oracle,
    "--actual",
    actual,
    ...(relation === undefined ? [] : ["--relation", relation]),
    ...flags,
  ])

export const compareSuite = (suite: Suite, actual: string, flags: ReadonlyArray<string>): Promise<Compared> =>
  ask(["--micro", suite.expected, "--actual", actual, ...flags])

const ask = async (args: ReadonlyArray<string>): Promise<Compared> => {
  const { code, stdout, output } = await run("node", [COMPARE, ...args, "--json", "--list", "1000000"])
  if (code !== 0) throw new Error(`compare.mjs ended with ${code}\n${output}`)
  const [first, ...rest] = stdout.split("\n")
  const at = rest.indexOf("spurious:")
  const rows = (lines: ReadonlyArray<string>) =>
    lines.filter((line) => line.startsWith("  ")).map((line) => line.trim())
  return { judged: JSON.parse(first!), missed: rows(rest.slice(0, at)), spurious: rows(rest.slice(at)) }
}
