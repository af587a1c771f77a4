// `npm run accuracy -- --calibrate`: how often an edge of each reason is right. The projects with an oracle, in the order
// of their names, are dealt into two halves in turn: the confidence of a reason is fitted on the first and checked on the
// second, and once more on projects that are held out from everything. Edges of which the compiler could not tell either
// count on neither side.

import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Reason, REASONS } from "../lib/graph/kinds.ts"
import * as Oracles from "./oracles.ts"
import { table } from "./table.ts"

interface Count {
  right: number
  wrong: number
}

type Counts = Map<Reason, Count>

/** A band may be off by so much, where the second half has so many edges of it. */
const TOLERANCE = 0.05
const ENOUGH = 50
/** No project brings more edges of a reason to the fit, so that a large one does not decide alone. */
const HEAVIEST = 200
const REASONS_IN_ORDER = Object.keys(REASONS) as ReadonlyArray<Reason>
/** No reason but the text itself is beyond doubt. */
const MOST = 99

/** A project's edges by relation and reason, each group judged alone. */
const count = async (project: Oracles.Project, rows: ReadonlyArray<string>, work: string): Promise<Counts> => {
  const groups = new Map<string, Array<string>>()
  for (const row of rows) {
    const [relation, reason, ...ends] = row.split("\t")
    const key = `${relation} ${reason}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [ends.join("\t")])
    else group.push(ends.join("\t"))
  }
  const counts: Counts = new Map()
  mkdirSync(work, { recursive: true })
  for (const [key, group] of groups) {
    const [relation, reason] = key.split(" ") as [string, Reason]
    const actual = join(work, `${relation}-${reason}.tsv`)
    writeFileSync(actual, group.join("\n"))
    const isCalls = relation === "calls"
    const { judged } = await Oracles.compare(
      project,
      actual,
      isCalls ? undefined : relation,
      isCalls ? Oracles.HEADLINE : [],
    )
    const known = counts.get(reason) ?? { right: 0, wrong: 0 }
    counts.set(reason, {
      right: known.right + (judged.right ?? judged.found),
      wrong: known.wrong + (judged.spurious ?? 0),
    })
  }
  return counts
}

/** The same share of fewer edges, where a project has more than it may bring. */
const bounded = (counts: Counts, reason: Reason): Counts => {
  const { right, wrong } = counts.get(reason) ?? { right: 0, wrong: 0 }
  const scale = Math.min(1, HEAVIEST / Math.max(1, right + wrong))
  return new Map([[reason, { right: right * scale, wrong: wrong * scale }]])
}

const sum = (all: ReadonlyArray<Counts>, reason: Reason): Count => ({
  right: all.reduce((total, counts) => total + (counts.get(reason)?.right ?? 0), 0),
  wrong: all.reduce((total, counts) => total + (counts.get(reason)?.wrong ?? 0), 0),
})

/** @param edgesOf Rows of `bench/reasons.ts` for a project. @returns The report. */
export const calibrate = async (
  edgesOf: (project: Oracles.Project) => Promise<ReadonlyArray<string>>,
  work: string,
): Promise<string> => {
  const halves: readonly [Array<Counts>, Array<Counts>] = [[], []]
  const names: readonly [Array<string>, Array<string>] = [[], []]
  const each: Array<ReadonlyArray<string>> = []
  const byLanguage = new Map<string, Array<Counts>>()
  const projects = Oracles.projects().filter(({ root }) => existsSync(root)).sort((a, b) => a.name < b.name ? -1 : 1)
  let next: 0 | 1 = 0
  for (const project of projects) {
    console.error(`calibrating on ${project.name}`)
    const counts = await count(project, await edgesOf(project), join(work, `${project.name}-reasons`))
    // a project whose language is not read takes no part
    if (counts.size === 0) continue
    halves[next].push(counts)
    byLanguage.set(project.language, [...byLanguage.get(project.language) ?? [], counts])
    each.push([
      project.name,
      ...REASONS_IN_ORDER.map((reason) => {
        const { right, wrong } = counts.get(reason) ?? { right: 0, wrong: 0 }
        return right + wrong === 0 ? "–" : `${wrong}/${right + wrong}`
      }),
    ])
    names[next].push(project.name)
    next = next === 0 ? 1 : 0
  }
  const held = Oracles.heldOut()
  const unseen: Array<Counts> = []
  for (const project of held) {
    console.error(`calibrating on ${project.name}`)
    unseen.push(await count(project, await edgesOf(project), join(work, `${project.name}-reasons`)))
  }
  let checked = 0
  let off = 0
  const judge = ({ right, wrong }: Count, stated: number): readonly [n: string, right: string, verdict: string] => {
    const n = right + wrong
    if (n < ENOUGH) return [String(n), n === 0 ? "–" : (100 * right / n).toFixed(1), "too few"]
    const isWithin = Math.abs(right / n - stated / 100) <= TOLERANCE
    checked++
    if (!isWithin) off++
    return [String(n), (100 * right / n).toFixed(1), isWithin ? "yes" : "NO"]
  }
  const rows = REASONS_IN_ORDER.flatMap((reason) => {
    const fit = sum(halves[0].map((counts) => bounded(counts, reason)), reason)
    const check = sum(halves[1], reason)
    const all = sum(halves[0], reason)
    const last = sum(unseen, reason)
    if ([all, check, last].every(({ right, wrong }) => right + wrong === 0)) return []
    // Laplace: a reason that was never wrong is not thereby always right
    const fitted = Math.min(MOST, Math.round(100 * (fit.right + 1) / (fit.right + fit.wrong + 2)))
    const stated = REASONS[reason].confidence
    return [[
      reason,
      String(stated),
      String(fitted),
      String(all.right + all.wrong),
      ...judge(check, stated),
      ...judge(last, stated),
    ]]
  })
  const languages = [...byLanguage].sort(([a], [b]) => a < b ? -1 : 1)
  const perLanguage = languages.map(([language, all]) => [
    language,
    ...REASONS_IN_ORDER.map((reason) => {
      const [n, right, verdict] = judge(sum(all, reason), REASONS[reason].confidence)
      return n === "0" ? "–" : `${right} of ${n}${verdict === "NO" ? ", off" : ""}`
    }),
  ])
  return [
    "# Calibration",
    "",
    `Fitted on ${names[0].join(", ")}; checked on ${names[1].join(", ")}; ` +
    `held out: ${held.length === 0 ? "none laid out" : held.map(({ name }) => name).join(", ")}.`,
    "",
    table([
      "reason",
      "stated",
      "fitted",
      "edges",
      "checked",
      "right, %",
      "within 0.05",
      "held out",
      "right, %",
      "within 0.05",
    ], rows),
    "",
    off === 0
      ? `Every band with ${ENOUGH} or more edges (${checked}, of all checks) is within ${TOLERANCE} of its stated confidence.`
      : `${off} of ${checked} bands with ${ENOUGH} or more edges, of all checks, are off by more than ${TOLERANCE}.`,
    "",
    "Right edges by language, in per cent of how many; *off* is what is more than 0.05 away from what is stated.",
    "",
    table(["language", ...REASONS_IN_ORDER], perLanguage),
    "",
    `No project brings more than ${HEAVIEST} edges of a reason to the fit. Wrong edges of all, by project:`,
    "",
    table(["project", ...REASONS_IN_ORDER], each),
    "",
  ].join("\n")
}
