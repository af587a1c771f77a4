// Rows of ours that an oracle could not have, whatever the truth: they are counted as undecided, and as right by nobody.
// Each rule follows from how the oracle is made, not from a row; the comparer has one such rule for all oracles (a call
// that the oracle left unresolved under the callee's name).
//
// The oracles that `scip-edges` makes take call sites from Python's own syntax tree and ask a SCIP index what the name
// written at each site means. So they cannot have:
// - what a site calls whose written name is a variable, a parameter or an attribute: listed as unresolved under that name
// - special methods that syntax runs (`with`, `for`, a call of an object): no site names them
// - what inherits from a base that the index has no reference to at all (a class that bears the name of a built-in one is
//   taken for that), and whatever stands where the checker never looks (the other branch of `TYPE_CHECKING`, of a test of
//   the platform or the version): of neither there is a row
// - overriding along such a base, or along one that a parameter of a function around holds: the name of that is no class's
//
// The oracles that `ts-oracle` makes ask TypeScript's checker for each call and each `extends` clause. In JavaScript, where
// most is `any` to it, they cannot have:
// - what a site calls whose callee is `any` or a parameter without a type: listed as unresolved under the written name
// - which function `f.call(…)` and `f.apply(…)` run: the checker answers with the library's own `call` and `apply`
// - the base of a class that has no row at all there: the checker knows the value after `extends` as `any`, or as a value
//   that is no declaration; and what a comment says (`@implements`, a `@typedef` as a base), since no clause says it and
//   no definition of the oracle stands there

import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Oracles from "./oracles.ts"

/** `[file:line of caller, file:line of callee, reason, name written at the site, name of the callee]`. */
export type Edge = readonly [from: string, to: string, reason: string, written: string, name: string]

/** The comparison of a project's calls without those of ours that the oracle could not have. */
export const ofCalls = (
  project: Oracles.Project,
  compared: Oracles.Compared,
  edges: ReadonlyArray<Edge>,
): Oracles.Compared => {
  if (project.tool !== "scip-edges" && !isUntyped(project)) return compared
  const open = new Set(Oracles.rowsOf(project, "unresolved").map(([file, line, name]) => `${file}:${line} ${name}`))
  const sites = new Map<string, Array<Edge>>()
  for (const edge of edges) {
    const key = `${edge[0]} ${edge[1]}`
    sites.set(key, [...(sites.get(key) ?? []), edge])
  }
  const byLibrary = isUntyped(project)
    ? (written: string, name: string) => RUNNERS.has(written) && name !== written
    : (written: string, name: string) => SPECIAL.test(name) && name !== "__init__" && name !== written
  const couldNotHave = ([from, , , written, name]: Edge) => open.has(`${from} ${written}`) || byLibrary(written, name)
  return moved(compared, (row) => {
    const [, from, to] = /^(\S+:\d+) .*? -> (\S+:\d+) /.exec(row) ?? []
    const all = sites.get(`${from} ${to}`) ?? []
    return all.length > 0 && all.every(couldNotHave)
  })
}

/** Is most of a project `any` to the checker that was asked? */
const isUntyped = ({ tool, language }: Oracles.Project): boolean => tool === "ts-oracle" && language === "javascript"

/** Members of functions that run them. */
const RUNNERS = new Set(["call", "apply"])

const SPECIAL = /^__\w+__$/

/** The same of what inherits or overrides. @param heritage Our own rows: file and line of a class and of its base. */
export const ofHeritage = (
  project: Oracles.Project,
  relation: "heritage" | "overrides",
  compared: Oracles.Compared,
  heritage: ReadonlyArray<readonly [from: string, to: string]>,
): Oracles.Compared => {
  if (isUntyped(project) && relation === "heritage") return ofUntypedHeritage(project, compared)
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
    return along(from).has(to) || isHeldByParameter(project, owner, from)
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

/** Is a base of a class written as the name of a parameter of a function around it? */
const isHeldByParameter = (
  { root }: Oracles.Project,
  owner: ReadonlyMap<string, string>,
  place: string,
): boolean => {
  const at = place.lastIndexOf(":")
  const lines = readFileSync(join(root, place.slice(0, at)), "utf8").split("\n")
  const headAt = (line: number) => /^[^]*?:\s*(#.*)?$/m.exec(lines.slice(line - 1, line + 40).join("\n"))?.[0] ?? ""
  const written = /^\s*class\s+\w+\s*\(([^)]*)\)/.exec(headAt(Number(place.slice(at + 1))))?.[1] ?? ""
  const names = written.split(",").map((it) => it.trim()).filter((it) => /^\w+$/.test(it))
  for (let around = owner.get(place); around !== undefined && !around.endsWith(":0"); around = owner.get(around)) {
    const head = headAt(Number(around.slice(around.lastIndexOf(":") + 1)))
    if (/^\s*(async\s+)?def\b/.test(head) && names.some((it) => new RegExp(`\\b${it}\\s*[:=,)]`).test(head))) {
      return true
    }
  }
  return false
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
  const bands = judged.precisionByConfidence === undefined ? undefined : { ...judged.precisionByConfidence }
  for (const row of bands === undefined ? [] : gone) {
    const confidence = Number(/ c=([\d.]+)$/.exec(row)?.[1])
    const band = (Math.floor(confidence * 10) / 10).toFixed(1)
    const known = bands![band]
    if (known !== undefined) bands![band] = { right: known.right, wrong: known.wrong - 1 }
  }
  return {
    ...compared,
    spurious,
    judged: {
      ...judged,
      spurious: spurious.length,
      undecided: (judged.undecided ?? 0) + gone.length,
      precision: right + spurious.length === 0 ? null : right / (right + spurious.length),
      ...(bands === undefined ? {} : { precisionByConfidence: bands }),
    },
  }
}
