// Rows of inheritance that an oracle could not have, whatever the truth. The comparer's own figure stands beside: here they
// are counted as undecided, and as right by nobody. Each rule follows from how the oracle is made, not from a row. Calls
// are judged by the comparer alone, which has such a rule of its own.
//
// The oracles that `scip-edges` makes ask a SCIP index what the name written after `class` means. They cannot have:
// - a base that the index has no reference to at all (a class that bears the name of a built-in one is taken for that),
//   and what stands where the checker never looks (the other branch of `TYPE_CHECKING`, of a test of the platform or the
//   version): of neither there is a row
// - overriding along such a base
//
// The oracles that `ts-oracle` makes ask TypeScript's checker for each `extends` clause. In JavaScript, where most is `any`
// to it, they cannot have the base of a class that has no row at all there: the checker knows the value after `extends` as
// `any`, or as a value that is no declaration; and what a comment says (`@implements`, a `@typedef` as a base), since no
// clause says it and no definition of the oracle stands there.
//
// The oracles that `go_oracle` makes look into structs for what is embedded, never into interfaces. They cannot have an
// interface that an interface embeds.

import * as Oracles from "./oracles.ts"

/** Is most of a project `any` to the checker that was asked? */
const isUntyped = ({ tool, language }: Oracles.Project): boolean => tool === "ts-oracle" && language === "javascript"

/**
 * The comparison of what inherits or overrides without those rows of ours that the oracle could not have.
 *
 * @param heritage Our own rows: file and line of a class and of its base.
 */
export const ofHeritage = (
  project: Oracles.Project,
  relation: "heritage" | "overrides",
  compared: Oracles.Compared,
  heritage: ReadonlyArray<readonly [from: string, to: string]>,
): Oracles.Compared => {
  if (isUntyped(project) && relation === "heritage") return ofUntypedHeritage(project, compared)
  if (project.tool === "go_oracle" && relation === "heritage") return ofInterfaces(project, compared)
  if (project.tool !== "scip-edges") return compared
  const { referredTo, seen } = known(project)
  const decided = ([from, to]: readonly [string, string]) => referredTo.has(to) && seen.has(from)
  if (relation === "heritage") {
    return moved(compared, (row) => {
      const [from, to] = row.split(">") as [string, string]
      return !decided([from, to])
    })
  }
  const owner = new Map(
    Oracles.rowsOf(project, "defs").map(([file, line, , , , , parent]) => [`${file}:${line}`, `${file}:${parent}`]),
  )
  const along = above(heritage)
  const alongDecided = above(heritage.filter(decided))
  return moved(compared, (row) => {
    const [from, to] = row.split(">").map((member) => owner.get(member) ?? "") as [string, string]
    if (alongDecided(from).has(to)) return false
    return along(from).has(to)
  })
}

const ofUntypedHeritage = (project: Oracles.Project, compared: Oracles.Compared): Oracles.Compared => {
  const defined = new Set(Oracles.rowsOf(project, "defs").map(([file, line]) => `${file}:${line}`))
  const based = new Set(Oracles.rowsOf(project, "heritage").map(([file, line]) => `${file}:${line}`))
  return moved(compared, (row) => {
    const [from, to] = row.split(">") as [string, string]
    return !based.has(from) || !defined.has(to)
  })
}

const ofInterfaces = (project: Oracles.Project, compared: Oracles.Compared): Oracles.Compared => {
  const interfaces = new Set(
    Oracles.rowsOf(project, "defs").filter((row) => row[4] === "interface").map(([file, line]) => `${file}:${line}`),
  )
  return moved(compared, (row) => row.split(">").every((end) => interfaces.has(end)))
}

/** What stands above a class, itself too. */
const above = (heritage: ReadonlyArray<readonly [string, string]>): (from: string) => ReadonlySet<string> => {
  const bases = new Map<string, Array<string>>()
  for (const [from, to] of heritage) bases.set(from, [...(bases.get(from) ?? []), to])
  return (from) => {
    const all = new Set([from])
    for (const each of all) for (const base of bases.get(each) ?? []) all.add(base)
    return all
  }
}

/** Definitions that some row refers to, and those that stand in some row, themselves or by a member. */
const known = (project: Oracles.Project): { referredTo: ReadonlySet<string>; seen: ReadonlySet<string> } => {
  const calls = Oracles.rowsOf(project, "calls")
  const heritage = Oracles.rowsOf(project, "heritage")
  const referredTo = new Set([
    ...calls.flatMap((row) => [`${row[2]}:${row[3]}`, ...(row[8] ?? "").split("|")]),
    ...heritage.map((row) => `${row[4]}:${row[5]}`),
  ])
  const seen = new Set([
    ...referredTo,
    ...calls.map((row) => `${row[0]}:${row[1]}`),
    ...heritage.map((row) => `${row[0]}:${row[1]}`),
  ])
  const defs = Oracles.rowsOf(project, "defs")
  // members stand after what holds them
  for (const [file, line, , , , , parent] of [...defs].sort((a, b) => Number(b[1]) - Number(a[1]))) {
    if (seen.has(`${file}:${line}`)) seen.add(`${file}:${parent}`)
  }
  return { referredTo, seen }
}

/** The comparison with those of its spurious rows left undecided that `isUndecided` says. */
const moved = (compared: Oracles.Compared, isUndecided: (row: string) => boolean): Oracles.Compared => {
  const spurious = compared.spurious.filter((row) => !isUndecided(row))
  const { judged } = compared
  const gone = compared.spurious.filter(isUndecided)
  const right = judged.right ?? judged.found
  return {
    ...compared,
    spurious,
    judged: {
      ...judged,
      spurious: spurious.length,
      undecided: (judged.undecided ?? 0) + gone.length,
      precision: right + spurious.length === 0 ? null : right / (right + spurious.length),
    },
  }
}
