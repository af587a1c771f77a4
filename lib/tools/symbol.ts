// The symbol that a call is about: one, several to choose from, or none with the nearest names. Shared by every tool
// that takes a symbol, so that all of them find it alike and ask back alike.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import * as Locate from "../query/locate.ts"
import * as Rows from "../query/rows.ts"
import type { OpenRepo } from "../workspace/repos.ts"
import { Settings } from "../workspace/settings.ts"
import * as Envelope from "./envelope.ts"
import * as Fields from "./fields.ts"
import * as Pages from "./pages.ts"
import * as Text from "./text.ts"

/** No definition answers to the name. */
export class SymbolNotFound extends Schema.TaggedError<SymbolNotFound>()("SymbolNotFound", {
  symbol: Schema.String,
  repo: Schema.String,
  /** Nearest names or uids that do exist. */
  candidates: Schema.Array(Schema.String),
  /** Lines of the file, where the symbol was named by a line behind its end. */
  lines: Schema.optional(Schema.Number),
  /** What the index does not hold, where it may be defined all the same. */
  gaps: Schema.optional(Schema.Array(Schema.String)),
}) {
  override get message() {
    if (this.lines !== undefined) {
      const many = this.lines === 0 ? "no lines that were read" : this.lines === 1 ? "1 line" : `${this.lines} lines`
      return `Cannot find ${JSON.stringify(this.symbol)} in ${this.repo}: the file has ${many}`
    }
    // Names of the repository stand in the candidates alone: a sentence of ours is made of none.
    return `Cannot find ${JSON.stringify(this.symbol)} in ${this.repo}`
  }
  get hint() {
    const near = this.candidates.length === 0 ? NAMING : `${NAMING}; the nearest are the candidates`
    return this.gaps === undefined
      ? near
      : `${near}. It may stand in what the index does not hold: ${this.gaps.join("; ")}`
  }
}

/** What to do where a name leads to nothing. */
export const NAMING = "A symbol is named by uid, file:name, file:line, qualified name or name"

/** What to do where it leads to several. */
export const meant = (narrowedBy: ReadonlyArray<string>, as = ""): string =>
  `Repeat the call with the uid that is meant${as === "" ? "" : ` ${as}`}, or narrow with ${narrowedBy.join(" or ")}`

/** The same as it is typed: flags instead of arguments. */
export const typed = (hint: string): string =>
  hint.replace(/(?<=narrow with |or )\w+$|(?<=narrow with )\w+/g, (name) => `--${name.replaceAll("_", "-")}`)

/** One of several definitions that fit. */
export const Candidate = Schema.Struct({ ...Fields.symbolRow, score: Schema.Number })
export type Candidate = typeof Candidate.Type

/** Several definitions fit; the caller chooses. */
export const Ambiguous = Schema.Struct({
  status: Schema.Literal("ambiguous"),
  index: Fields.Index,
  /** Best first. */
  candidates: Schema.Array(Candidate),
  total: Schema.Number,
  hint: Schema.String,
  ...Fields.paged,
})
export type Ambiguous = typeof Ambiguous.Type

/** Name of the list of candidates in totals and cursors. */
export const LIST = "candidates"

/** Candidates of a page; the best come first, and who wants none of them narrows. */
const SHOWN = 10

export interface Asked {
  /** Any way of naming a symbol. */
  readonly text?: string | undefined
  /** A uid; decides alone where both are given. */
  readonly uid?: string | undefined
  readonly file_path?: string | undefined
  readonly kind?: Locate.Hints["kind"]
  /** Arguments of the tool that narrow the choice, as a client sends them. */
  readonly narrowedBy?: ReadonlyArray<string>
  /** What the tool answers about, where that is not every kind; where there is none of these, of the others. */
  readonly kinds?: Locate.Hints["kinds"]
  readonly orKinds?: Locate.Hints["kinds"]
}

/** Uids of others of the name that can hardly be meant: local to the one that is answered about, or copies of it. */
export const also = {
  also: Schema.optional(Schema.Array(Schema.String)),
  /** How many there are, where more than are told. */
  also_total: Schema.optional(Schema.Number),
}

export interface Others {
  readonly also?: ReadonlyArray<string> | undefined
  readonly also_total?: number | undefined
}

const othersOf = (also: ReadonlyArray<string>, total: number): Others =>
  total === 0 ? {} : { also, ...(also.length < total ? { also_total: total } : {}) }

/** Those of two names together. */
export const both = (one: Others, other: Others): Others => {
  const total = (it: Others) => it.also_total ?? it.also?.length ?? 0
  return othersOf([...one.also ?? [], ...other.also ?? []], total(one) + total(other))
}

/** So many of them are told. */
const ALSO = 5

export type Chosen = {
  readonly _tag: "one"
  readonly node: NodeId
  readonly others: Others
} | {
  readonly _tag: "several"
  readonly several: Several
}

/** Those among which the caller chooses. */
export interface Several {
  /** All of them, best first. */
  readonly candidates: ReadonlyArray<Locate.Candidate>
  readonly narrowedBy: ReadonlyArray<string>
}

/** Finds what a call is about. Fails with `SymbolNotFound`; never settles for another symbol. */
export const choose = Effect.fnUntraced(function* (repo: OpenRepo, asked: Asked) {
  const located = asked.uid === undefined ? locate(repo, asked) : Locate.locateUid(repo.graph, asked.uid)
  switch (located._tag) {
    case "one":
      return {
        _tag: "one",
        node: located.node,
        others: othersOf(
          located.also.slice(0, ALSO).map((node) => Uid.uidOf(repo.graph, node)),
          located.also.length,
        ),
      } as Chosen
    case "none": {
      const symbol = asked.uid ?? asked.text ?? ""
      return yield* new SymbolNotFound({
        symbol,
        repo: repo.id,
        candidates: located.nearest,
        ...linesOf(repo, symbol),
        ...(yield* gapsOf(repo)),
      })
    }
    case "ambiguous": {
      const { candidates } = located
      return {
        _tag: "several",
        several: { candidates, narrowedBy: asked.narrowedBy ?? ["file_path", "kind"] },
      } as Chosen
    }
  }
})

/** A page of those that fit. */
export const candidatesOf = Effect.fnUntraced(
  function* ({ graph }: OpenRepo, { candidates }: Several, pager: Pages.Pager, list: string = LIST) {
    const { rows } = yield* Settings
    return pager.page(list, candidates, rows === Infinity ? Infinity : SHOWN).map(({ node, score }): Candidate => ({
      ...Rows.symbolRow(graph, node),
      score,
    }))
  },
)

/** Asks back which one is meant. Fails with `CursorExpired`. */
export const askBack = Effect.fnUntraced(
  function* (repo: OpenRepo, several: Several, input: Pages.Asked) {
    const pager = yield* Pages.begin(repo.snapshot, input)
    const candidates = yield* candidatesOf(repo, several, pager)
    const answer: Ambiguous = {
      status: "ambiguous",
      index: yield* Envelope.index(repo, candidates.map((it) => it.file)),
      candidates,
      total: several.candidates.length,
      hint: meant(several.narrowedBy),
      ...pager.fields(),
    }
    return answer
  },
)

/** None found is no answer where the index is older than the checkout, or files were not read. */
const gapsOf = Effect.fnUntraced(function* (repo: OpenRepo) {
  const state = yield* repo.freshness([])
  const { failed, skipped, partlyRead } = repo.meta.report
  const unread = failed.length + skipped.filter(({ path }) => !path.endsWith("/")).length
  const gaps = [
    ...(state.freshness === "current" ? [] : [`newer files (${Text.freshness(state)})`]),
    ...(unread === 0 ? [] : [`${Text.plural(unread, "file")} not read`]),
    ...(partlyRead.length === 0 ? [] : [`${Text.plural(partlyRead.length, "file")} read only in part`]),
  ]
  return gaps.length === 0 ? {} : { gaps }
})

/** How many lines a file has of which another one was asked for. */
const linesOf = ({ graph }: OpenRepo, symbol: string): { readonly lines?: number } => {
  const path = /^(.+):\d+$/.exec(symbol)?.[1]
  const file = path === undefined ? undefined : Locate.locate(graph, path, { kind: "File" })
  if (file?._tag !== "one") return {}
  return { lines: Node.lineCountOf(graph, file.node) }
}

const locate = ({ graph, root }: OpenRepo, { text = "", orKinds, ...hints }: Asked): Locate.Located => {
  const found = Locate.locate(graph, text, { ...hints, root })
  return found._tag === "none" && orKinds !== undefined
    ? Locate.locate(graph, text, { ...hints, kinds: orKinds, root })
    : found
}

/** Fewer candidates; `undefined` when none may go. */
export const trim = (answer: Ambiguous, excess: number, input: Pages.Asked) =>
  Pages.trim(
    answer,
    excess,
    input,
    [{ name: LIST, rows: answer.candidates, put: (it, candidates): Ambiguous => ({ ...it, candidates }) }],
    "in-order",
  )

/** The others in words. */
export const renderAlso = ({ also, also_total }: Others): string | undefined =>
  also === undefined
    ? undefined
    : `Also of that name: ${also.join(", ")}${also_total === undefined ? "" : ` and ${also_total - also.length} more`}`

export const render = (answer: Ambiguous): string =>
  Text.lines(
    `${Text.plural(answer.total, "symbol")} fit${Text.cut(answer.lists[LIST])}:`,
    ...Text.table(answer.candidates.map((it) => ({ cells: [it.uid, Text.place(it)] }))),
    `${typed(answer.hint)}.`,
    Text.more(answer.next_cursor),
  )
