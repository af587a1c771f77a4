// A repository, or one file of an indexed one, into the index. What may be indexed on request, the policy says; whatever
// the caller names, a repository is indexed as a whole, so that no answer is made of two states of it.

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import type { Graph } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import type { SnapshotMeta } from "../graph/snapshot.ts"
import * as Errors from "../indexer/errors.ts"
import { caveat } from "../query/caveats.ts"
import * as Difference from "../query/difference.ts"
import { Analysis } from "../workspace/analysis.ts"
import { OutsideRoots, Repos } from "../workspace/repos.ts"
import * as Storage from "../workspace/storage.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as Made from "./made.ts"
import * as Pages from "./pages.ts"
import * as Progress from "./progress.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

/** A single file that belongs to no indexed repository. */
export class NotInRepository extends Schema.TaggedError<NotInRepository>()("NotInRepository", {
  path: Schema.String,
}) {
  override get message() {
    return `Cannot index ${JSON.stringify(this.path)} by itself: no indexed repository holds it`
  }
  get hint() {
    return "Name the folder of its repository"
  }
}

/** So many errors are told. */
const MOST_ERRORS = 50

const NOT_SHOWN = caveat(
  "not_shown",
  "the index is made, and this server is not allowed to show it; no tool answers about it here",
)

const IngestionResult = Schema.Struct({
  nodes_created: Schema.Number,
  nodes_updated: Schema.Number,
  edges_created: Schema.Number,
  /** Files that were asked for and are in the index: one, or all of the repository. */
  files_processed: Schema.Number,
  /** `path: reason`, of files that were asked for and could not be read. */
  errors: Schema.Array(Schema.String),
  duration_seconds: Schema.Number,
})

const Answer = Schema.Struct({ ...Fields.envelope, results: IngestionResult })
type Answer = typeof Answer.Type

export const ingest = Tool.make({
  name: "ingest",
  summary: "Index a repository, or renew the index after one of its files changed",
  guide: "What has not changed is not read again.",
  scope: "registry",
  writes: "always",
  positional: ["path"],
  aliases: {},
  lacks: Fields.ofCheckout,
  input: Schema.Struct({
    path: Fields.text("Repository or file"),
    clear: Fields.flag("Forget what was indexed before"),
    ...Fields.budget,
  }),
  output: Answer,
  failure: Schema.Union(
    ...Failures.repo,
    OutsideRoots,
    NotInRepository,
    Storage.IndexNotWritten,
    ...Errors.IndexError.members,
  ),
  run: Effect.fn("ingest")(function* ({ path, clear }) {
    const began = yield* Clock.currentTimeMillis
    const repos = yield* Repos
    const analysis = yield* Analysis
    const real = yield* repos.reach(path)
    if (real.kind === "file" && real.root === undefined) return yield* new NotInRepository({ path })
    const root = real.root ?? real.path
    const isShown = Effect.map(repos.list, (known) => known.some(({ entry }) => entry.path === root))
    const before = clear || !(yield* isShown)
      ? undefined
      : yield* Effect.option(repos.select({ repo: root, writes: true }))
    const runtime = yield* Effect.runtime<never>()
    const run = Runtime.runFork(runtime)
    const { graph, meta, entry, unchanged } = yield* analysis.run(root, {
      ...(clear ? { force: true } : {}),
      onProgress: ({ phase, done, total }) => void run(Progress.report({ done, total, message: phase })),
    }).pipe(
      Effect.catchAll((error) => {
        const told = Made.withoutPlaces(error, path)
        const log = told.message === error.message ? Effect.void : Effect.logWarning(error.message)
        return Effect.zipRight(log, Effect.fail(told))
      }),
      // No patterns are given.
      Effect.catchTag("PatternRefused", Effect.die),
    )
    const change = before?._tag !== "Some"
      ? Difference.whole(graph)
      : unchanged
      ? { nodesCreated: 0, nodesUpdated: 0, edgesCreated: 0 }
      : Difference.between(before.value.graph, graph)
    const asked = real.kind === "file" ? real.path.slice(root.length + 1) : undefined
    const { errors, partly } = outcomeOf(graph, meta.report, asked)
    // A policy may let a folder be indexed and not be seen.
    const shown = (yield* isShown) ? yield* repos.select({ repo: root, writes: true }) : undefined
    const answer: Answer = {
      index: shown === undefined
        ? {
          repo: entry.name,
          commit: entry.commit,
          freshness: "unknown",
          reason: "this server does not show the repository",
          snapshot: entry.sha256.slice(0, 8),
        }
        : yield* Envelope.index(shown, []),
      completeness: Envelope.completeness([
        ...Made.unread(errors.length, partly),
        ...(shown === undefined ? [NOT_SHOWN] : []),
      ]),
      results: {
        nodes_created: change.nodesCreated,
        nodes_updated: change.nodesUpdated,
        edges_created: change.edgesCreated,
        files_processed: asked === undefined ? meta.report.read : errors.length === 0 ? 1 : 0,
        errors: shown === undefined ? [] : errors.slice(0, MOST_ERRORS).map((it) => `${it.path}: ${it.reason}`),
        duration_seconds: ((yield* Clock.currentTimeMillis) - began) / 1000,
      },
    }
    return answer
  }),
  render: ({ index, completeness, results }) =>
    Text.lines(
      `${index.repo}  ${Text.plural(results.files_processed, "file")} in ${results.duration_seconds.toFixed(1)} s`,
      results.nodes_created + results.nodes_updated + results.edges_created === 0
        ? "  nothing new"
        : `  new: ${Text.plural(results.nodes_created, "node")}, ${Text.plural(results.edges_created, "edge")}; ` +
          `${results.nodes_updated} changed`,
      ...results.errors.map((error) => `  ${error}`),
      Text.footer({ index, completeness }),
    ),
  trim: (output, excess) => {
    const errors = Pages.fewer(output.results.errors, excess)
    return errors === undefined ? undefined : { ...output, results: { ...output.results, errors } }
  },
})

type Report = SnapshotMeta["report"]

/** What became of the files that were asked for: all, or one by its path in the repository. */
const outcomeOf = (graph: Graph, { failed, skipped, partlyRead }: Report, asked: string | undefined) => {
  if (asked === undefined) return { errors: failed, partly: partlyRead.length }
  const isAsked = (it: { readonly path: string }) => it.path === asked
  const errors = [...failed, ...skipped].filter(isAsked)
  const unlisted = errors.length === 0 && Node.fileAt(graph, asked) === NONE
  return {
    errors: unlisted ? [{ path: asked, reason: "it is ignored, or belongs to no repository" }] : errors,
    partly: partlyRead.filter(isAsked).length,
  }
}
