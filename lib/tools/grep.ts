// Lines of the checkout that match a pattern, each with the definition around it.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import type { Graph } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Uid from "../graph/uid.ts"
import { caveat } from "../query/caveats.ts"
import * as Glob from "../search/glob.ts"
import * as Grep from "../search/grep.ts"
import * as Lines from "../text/lines.ts"
import * as Path from "../text/path.ts"
import * as Secrets from "../text/secrets.ts"
import * as Checkout from "../workspace/checkout.ts"
import { type OpenRepo, Repos } from "../workspace/repos.ts"
import { InvalidArguments } from "./arguments.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as Pages from "./pages.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

const WIDTH = 200
const DEADLINE_MS = 10_000

/** Hits are counted up to here; beyond it the total is a lower bound. */
const COUNTED = 10_000

const LARGEST_MB = Checkout.LARGEST / 1_000_000

/** Files between two looks at the clock and a breath for whoever else waits. */
const SLICE = 16

const Hit = Schema.Struct({
  file: Schema.String,
  line: Schema.Number,
  line_text: Schema.String,
  /** Uid of the innermost definition around the hit; absent at the top level and in files that changed. */
  enclosing: Schema.optional(Schema.String),
})

export const grep = Tool.make({
  name: "grep",
  summary: "Search the text of the repository's files with a regular expression",
  core: true,
  guide: "For literals, messages and comments; files are read as they are now.",
  scope: "repo",
  writes: "never",
  positional: ["pattern"],
  aliases: { query: "pattern", regex: "pattern", glob: "fileFilter", include: "fileFilter" },
  lacks: Fields.ofCheckout,
  input: Schema.Struct({
    pattern: Fields.text("RE2 expression, line by line", 200),
    fileFilter: Fields.optionalText("Glob or folder"),
    limit: Fields.integer({ from: 1, to: 200, default: 50 }, "Most hits"),
    caseSensitive: Fields.flag("Tell upper from lower case"),
    literal: Fields.flag("Take the pattern as plain text"),
    ...Fields.checkout,
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Struct({
    ...Fields.envelope,
    hits: Schema.Array(Hit),
    /** The search ended before it had seen every file. */
    timed_out: Schema.Boolean,
    ...Fields.paged,
  }),
  failure: Schema.Union(...Failures.listing, Grep.PatternInvalid),
  run: Effect.fn("grep")(function* (input) {
    const pattern = yield* Grep.compile(input.pattern, input)
    const wanted = input.fileFilter === undefined ? () => true : Glob.matcher(input.fileFilter)
    if (wanted === undefined) {
      return yield* new InvalidArguments({
        tool: "grep",
        problems: ["fileFilter is no glob: a bracket does not close"],
      })
    }
    const repo = yield* (yield* Repos).select({ repo: input.repo })
    const pager = yield* Pages.begin(repo.snapshot, input)
    const tree = yield* repo.tree
    const asked = [...tree.listed].filter(wanted)
    const open = asked.filter((path) => !Secrets.isSecretName(path))
    // What is too large to be served is not looked into either.
    const paths = open.filter((path) => (tree.stats.get(path)?.size ?? 0) <= Checkout.LARGEST).sort(Path.compare)
    const { found, changed, timedOut, refused } = yield* searchFiles(repo, paths, pattern)
    const large = open.length - paths.length + refused.filter((it) => it === "large").length
    const unreadable = refused.filter((it) => it === "unreadable").length
    const secret = asked.length - open.length + refused.filter((it) => it === "secret").length
    const hits = pager.page("hits", found, input.limit)
    return {
      index: yield* Envelope.index(repo, hits.map((hit) => hit.file)),
      completeness: Envelope.completeness([
        ...(asked.length === 0
          ? [caveat("no_files", "fileFilter matches no file of the repository: nothing was searched")]
          : []),
        ...(timedOut
          ? [caveat("timed_out", `time ran out after ${DEADLINE_MS / 1000} s: not every file was searched`)]
          : []),
        ...(COUNTED <= found.length ? [caveat("counted", `counting stopped at ${COUNTED} hits`)] : []),
        ...(large === 0 ? [] : [
          caveat("too_large", `left out of the search: ${Text.plural(large, "file")} of more than ${LARGEST_MB} MB`),
        ]),
        ...(unreadable === 0
          ? []
          : [caveat("unreadable", `left out of the search: ${Text.plural(unreadable, "file")} that cannot be read`)]),
        ...(changed === 0 ? [] : [
          caveat("changed_since", `${Text.plural(changed, "file")} changed since indexing and read as they are now`),
        ]),
        ...(secret === 0
          ? []
          : [caveat("not_served", `left out of the search: ${Text.plural(secret, "file")} of keys or passwords`)]),
      ]),
      hits,
      timed_out: timedOut,
      ...pager.fields(),
    }
  }),
  render: (output) =>
    Text.lines(
      ...output.hits.map((hit) => `${hit.file}:${hit.line}: ${hit.line_text}`),
      output.hits.length === 0 ? "No line matches." : undefined,
      Text.shown(output.lists["hits"], " hits"),
      Text.more(output.next_cursor),
      Text.footer(output),
    ),
  trim: (output, excess, input) =>
    Pages.trim(
      output,
      excess,
      input,
      [{ name: "hits", rows: output.hits, put: (answer, hits) => ({ ...answer, hits }) }],
      "in-order",
    ),
})

const searchFiles = Effect.fnUntraced(function* (repo: OpenRepo, paths: ReadonlyArray<string>, pattern: Grep.Pattern) {
  const found: Array<typeof Hit.Type> = []
  const started = yield* Clock.currentTimeMillis
  let changed = 0
  let timedOut = false
  const refused: Array<Checkout.FileRefused["reason"]> = []
  for (let from = 0; from < paths.length && found.length < COUNTED; from += SLICE) {
    const files = yield* Effect.forEach(
      paths.slice(from, from + SLICE),
      (path) =>
        // Most files hold no hit: only those that do are read by the rules, and searched as they then are.
        Effect.flatMap(repo.peek(path), (text) =>
          text === undefined || Grep.lines(text, pattern, 1).length === 0
            ? Effect.succeed(undefined)
            : Effect.either(repo.read(path))),
      { concurrency: SLICE },
    )
    for (const file of files) {
      if (file === undefined) continue
      if (file._tag === "Left") {
        refused.push(file.left.reason)
        continue
      }
      const before = found.length
      search(repo.graph, file.right, pattern, found)
      if (before < found.length && file.right.asIndexed === false) changed++
    }
    if (DEADLINE_MS < (yield* Clock.currentTimeMillis) - started && from + SLICE < paths.length) {
      timedOut = true
      break
    }
    yield* Effect.yieldNow()
  }
  return { found, changed, timedOut, refused }
})

const search = (
  graph: Graph,
  file: { readonly path: string; readonly text: string; readonly asIndexed: boolean | undefined },
  pattern: Grep.Pattern,
  found: Array<typeof Hit.Type>,
): void => {
  const matches = Grep.lines(file.text, pattern, COUNTED - found.length)
  if (matches.length === 0) return
  const starts = Lines.lineStarts(file.text)
  const node = file.asIndexed === false ? NONE : Node.fileAt(graph, file.path)
  for (const match of matches) {
    const around = node === NONE ? NONE : Node.enclosing(graph, node, match.hit)
    found.push({
      file: file.path,
      line: Lines.lineAt(starts, match.start),
      line_text: Grep.around(file.text, match, WIDTH),
      ...(around === NONE ? {} : { enclosing: Uid.uidOf(graph, around) }),
    })
  }
}
