// Why the references of a line are bound as they are, for people: one block a reference, what it came to first, then the
// way there, each step with its place.

import type { Why } from "../mod.ts"
import type { Paint } from "./terminal.ts"
import * as Words from "./words.ts"

type Reference = Why["references"][number]
type Hop = Reference["hops"][number]

/** Paths that were looked at without success and are named. */
const LOOKED = 6

export const text = (why: Why, paint: Paint): string => {
  const lines = [`${paint.strong(`${why.file}:${why.line}`)}  ${paint.quiet(why.source.trim())}`]
  if (why.references.length === 0) {
    lines.push("", "  No reference stands on this line: it may define, but it uses nothing")
  }
  for (const it of why.references) lines.push("", ...referenceLines(it, paint))
  return `${lines.join("\n")}\n`
}

const referenceLines = (it: Reference, paint: Paint): ReadonlyArray<string> => [
  `  ${paint.strong(it.name === "" ? "(computed)" : it.name)}  ${paint.quiet(`column ${it.column}, ${it.role}:`)} ${
    outcomeOf(it, paint)
  }`,
  ...[...grouped(it.targets)].map(([place, edges]) => `    → ${paint.accent(place)}  ${paint.quiet(edges.join(", "))}`),
  ...it.external === undefined ? [] : [`    → ${it.external}`],
  ...it.hops.map((hop) => `    ${hopLine(hop, paint)}`),
  ...knownLines("on", it.receiver, paint),
  ...knownLines("holds", it.value, paint),
  ...it.candidates === undefined
    ? []
    : ["    fit alike", ...it.candidates.map((target) => `      ${paint.accent(placeOf(target))}`)],
  ...it.missing === undefined ? [] : missingLines(it.missing, paint),
]

const knownLines = (word: string, known: Reference["receiver"], paint: Paint): ReadonlyArray<string> =>
  known === undefined ? [] : [`    ${word} ${known.type}`, ...known.from.map((hop) => `      ${hopLine(hop, paint)}`)]

const outcomeOf = (it: Reference, paint: Paint): string => {
  const because = it.because === "" ? "" : `. ${it.because}`
  switch (it.outcome) {
    case "resolved":
      return `${paint.good("resolved")} by ${it.reason}, ${it.confidence?.toFixed(2)}${because}`
    case "external":
      return `${paint.good("external")}${because}`
    default:
      return `${paint.warn(it.outcome)}, ${it.cause}${because}`
  }
}

/** A target may be reached by several edges, such as a class that is made and its constructor's call. */
const grouped = (targets: Reference["targets"]): ReadonlyMap<string, ReadonlyArray<string>> => {
  const byPlace = new Map<string, Array<string>>()
  for (const target of targets) {
    const place = placeOf(target)
    const edges = byPlace.get(place)
    const edge = `${target.edge} ${target.reason} ${target.confidence.toFixed(2)}`
    if (edges === undefined) byPlace.set(place, [edge])
    else edges.push(edge)
  }
  return byPlace
}

const placeOf = (
  { uid, kind, name, file, line }: {
    readonly uid?: string
    readonly kind: string
    readonly name: string
    readonly file: string
    readonly line: number
  },
): string => `${uid ?? `${kind} ${name}`}  ${file}:${line}`

const hopLine = ({ step, file, line }: Hop, paint: Paint): string => `${step}  ${paint.quiet(`${file}:${line}`)}`

const missingLines = (
  { module, reason, looked }: NonNullable<Reference["missing"]>,
  paint: Paint,
): ReadonlyArray<string> => {
  const more = looked.length - LOOKED
  return [
    `    module ${JSON.stringify(module)} was not found: ${reason}`,
    ...looked.slice(0, LOOKED).map((path) => `      ${paint.quiet(`no ${path}`)}`),
    ...more > 0 ? [`      ${paint.quiet(`and ${Words.count(more)} more`)}`] : [],
  ]
}
