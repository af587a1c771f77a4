// `context` as text: for a terminal, and as markdown for who asked for it. Source text is fenced.

import * as Shape from "./context_shape.ts"
import * as Markdown from "./markdown.ts"
import * as Symbol from "./symbol.ts"
import * as Text from "./text.ts"

/** What a relation means, from both ends. */
const WORDS: Readonly<Record<string, { readonly incoming: string; readonly outgoing: string }>> = {
  calls: { incoming: "Called by", outgoing: "Calls" },
  calls_through: { incoming: "Called through a base or interface by", outgoing: "Calls through" },
  instantiates: { incoming: "Made by", outgoing: "Makes" },
  reads: { incoming: "Read by", outgoing: "Reads" },
  writes: { incoming: "Written by", outgoing: "Writes" },
  uses: { incoming: "Named by", outgoing: "Names" },
  extends: { incoming: "Extended by", outgoing: "Extends" },
  implements: { incoming: "Implemented by", outgoing: "Implements" },
  overrides: { incoming: "Overridden by", outgoing: "Overrides" },
  dispatches: { incoming: "May be run through", outgoing: "May run" },
  decorates: { incoming: "Decorated with", outgoing: "Decorates" },
  renders: { incoming: "Rendered by", outgoing: "Renders" },
  imports: { incoming: "Imported by", outgoing: "Imports" },
  has_method: { incoming: "Method of", outgoing: "Methods" },
  has_property: { incoming: "Property of", outgoing: "Properties" },
  defines: { incoming: "Defined in", outgoing: "Defines" },
  contains: { incoming: "Contained in", outgoing: "Contains" },
}

const titleOf = (side: "incoming" | "outgoing", relation: string): string =>
  WORDS[relation]?.[side] ?? `${side === "incoming" ? "←" : "→"} ${relation}`

export const render = (answer: Shape.Answer): string => {
  if (answer.status === "ambiguous") return Symbol.render(answer)
  if ("file" in answer) {
    return Text.lines(...fileLines(answer), ...Text.apart(Text.more(onward(answer)), Text.footer(answer)))
  }
  if ("results" in answer) {
    return Text.lines(
      ...answer.results.flatMap((it, at) => [
        ...(at === 0 ? [] : [""]),
        ...("symbol" in it
          ? [
            ...bundleLines(it, answer.lists, `${at}.`),
            Text.footer({ index: answer.index, completeness: it.completeness }),
          ]
          : "error" in it
          ? [
            `${it.error.message}${it.error.candidates.length === 0 ? "" : "; nearest are"}`,
            ...Text.table(it.error.candidates.map((name) => ({ cells: [name] }))),
          ]
          : [`${it.name}: ${it.total} symbols fit`, ...Text.table(it.candidates.map((row) => ({ cells: [row.uid] })))]),
      ]),
      Text.more(onward(answer)),
    )
  }
  return Text.lines(
    ...bundleLines(answer, answer.lists, ""),
    ...Text.apart(Text.more(onward(answer)), Text.footer(answer)),
  )
}

/** The cursor, where more is cut than open references, of which a few say enough. */
const onward = ({ lists, next_cursor }: Pick<Shape.One, "lists" | "next_cursor">): string | undefined => {
  const isCut = Object.entries(lists).some(([name, { total, shown, omitted }]) =>
    shown < total && omitted !== true && !`.${name}`.endsWith(`.${Shape.UNRESOLVED}`)
  )
  return isCut ? next_cursor : undefined
}

/** Where a row is to be looked at: at the use for who uses it, at the definition for what is used. */
const placeOf = (side: "incoming" | "outgoing", row: Shape.Row): string =>
  side === "incoming" && row.site !== undefined ? Text.place({ ...row, line: row.site }) : Text.place(row)

const cells = (side: "incoming" | "outgoing", row: Shape.Row) => ({
  cells: [
    Text.qualified(row),
    row.confidence < 1 ? `${row.reason} ${Math.round(row.confidence * 100)} %` : "",
    placeOf(side, row),
  ],
  below: row.line_text,
})

const bundleLines = (bundle: Shape.Bundle, lists: Shape.One["lists"], prefix: string): ReadonlyArray<string> => {
  const { symbol } = bundle
  const flags = symbol.flags === undefined ? "" : `  ${symbol.flags.join(" ")}`
  const title = `${symbol.kind} ${Text.qualified(symbol)}  ${Text.place(symbol)}${
    symbol.end_line === undefined || symbol.end_line === symbol.line ? "" : `–${symbol.end_line}`
  }${flags}`
  const out: Array<string> = [title]
  if (symbol.signature !== undefined) out.push(`  ${symbol.signature}`)
  if (symbol.doc !== undefined) out.push(`  ${symbol.doc}`)
  if (symbol.content !== undefined) out.push("", ...numbered(symbol.content, symbol.start_line ?? 1))
  if (symbol.content_omitted !== undefined) out.push(`  (source text: ${OMITTED[symbol.content_omitted]})`)
  let empty = true
  for (const side of ["incoming", "outgoing"] as const) {
    for (const [relation, rows] of Object.entries(bundle[side] ?? {})) {
      empty = false
      const list = lists[`${prefix}${side}.${relation}`]
      out.push("", `${titleOf(side, relation)}${Text.cut(list)}`, ...Text.table(rows.map((row) => cells(side, row))))
    }
  }
  for (const side of ["incoming", "outgoing"] as const) {
    for (const [depth, rows] of Object.entries(bundle.chain?.[side] ?? {})) {
      const list = lists[`${prefix}chain.${side}.${depth}`]
      const title = `${side === "incoming" ? "Callers" : "Callees"} at depth ${depth}${Text.cut(list)}`
      out.push("", title, ...Text.table(rows.map((row) => cells(side, row))))
    }
  }
  if (bundle.similar !== undefined) {
    out.push(
      "",
      ...(bundle.similar.length === 0
        ? ["Nothing else is much like it."]
        : [`Similar${Text.cut(lists[`${prefix}similar`])}`]),
      ...Text.table(bundle.similar.map((row) => ({
        cells: [Text.qualified(row), row.kind, `${Math.round(row.score * 100)} %`, Text.place(row)],
        below: row.line_text,
      }))),
    )
  }
  if (empty && bundle.incoming !== undefined && bundle.outgoing !== undefined) {
    out.push("", "Nothing in the repository is known to use it, and it uses nothing of it.")
  }
  if (bundle.community !== undefined) {
    const { label, size } = bundle.community
    out.push("", `Area: ${label} (${Text.plural(size, "member")})`)
  }
  if (bundle.processes !== undefined && 0 < bundle.processes.length) {
    out.push(
      "",
      `Execution flows${Text.cut(lists[`${prefix}processes`])}`,
      ...Text.table(bundle.processes.map((it) => ({ cells: [it.name, `step ${it.step_index} of ${it.step_count}`] }))),
    )
  }
  if (bundle.tests !== undefined && 0 < bundle.tests.length) {
    out.push(
      "",
      `Tests${Text.cut(lists[`${prefix}tests`])}`,
      ...Text.table(bundle.tests.map((it) => ({ cells: [Text.qualified(it), Text.place(it)] }))),
    )
  }
  if (bundle.unresolved !== undefined && 0 < bundle.unresolved.sites.length) {
    out.push(
      "",
      `Open references (${bundle.unresolved.sites.length} of ${bundle.unresolved.total})`,
      ...Text.table(bundle.unresolved.sites.map((it) => ({ cells: [`${it.file}:${it.line}`, it.cause] }))),
    )
  }
  return out
}

const OMITTED = {
  stale: "the file changed since it was indexed",
  unreadable: "the file cannot be read",
  long: "only the beginning is shown",
  budget: "cut to the budget",
} as const

const numbered = (content: string, first: number): ReadonlyArray<string> => {
  const lines = content.split(/\r\n|\r|\n/)
  const width = String(first + lines.length).length
  return lines.map((line, i) => `  ${String(first + i).padStart(width)}  ${line}`.trimEnd())
}

const fileLines = (answer: Shape.File): ReadonlyArray<string> => {
  const { file, definitions, imports, importers, lists } = answer
  const out: Array<string> = [`${file.file}  ${Text.plural(file.lines, "line")}`]
  if (0 < definitions.length) {
    out.push(
      "",
      `Defines${Text.cut(lists["definitions"])}`,
      ...Text.table(definitions.map((it) => ({
        cells: [
          it.owner === undefined ? it.name : `${it.owner}.${it.name}`,
          it.kind,
          it.line === it.end_line ? `${it.line}` : `${it.line}–${it.end_line}`,
        ],
        below: it.line_text,
      }))),
    )
  }
  const links = (title: string, list: string, rows: ReadonlyArray<Shape.Row>) => {
    if (rows.length === 0) return
    out.push(
      "",
      `${title}${Text.cut(lists[list])}`,
      ...Text.table(rows.map((row) => ({ cells: [row.file ?? row.name], below: row.line_text }))),
    )
  }
  links("Imports", "imports", imports)
  links("Imported by", "importers", importers)
  return out
}

export const markdown = (answer: Shape.Answer): string => {
  const heading = answer.status === "ambiguous"
    ? "Several symbols fit"
    : "file" in answer
    ? "File"
    : "results" in answer
    ? "Symbols"
    : answer.symbol.kind
  return Markdown.fenced(heading, render(answer))
}
