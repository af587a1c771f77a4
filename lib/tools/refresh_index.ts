// The index of one repository, made anew by another process while this one goes on answering from the one before. What it
// would do can be asked first; nothing but the index is written.

import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import * as Errors from "../indexer/errors.ts"
import type { Progress as Step } from "../workspace/analysis.ts"
import { RefreshRunning } from "../workspace/apart.ts"
import type { Entry } from "../workspace/entry.ts"
import type { Freshness } from "../workspace/freshness.ts"
import { GraphLost } from "../workspace/lost.ts"
import {
  type Look,
  Refresh,
  RefreshFailed,
  RefreshImpossible,
  RefreshTimedOut,
  RefreshTooLarge,
} from "../workspace/refresh.ts"
import * as Registry from "../workspace/registry.ts"
import { OutsideRoots, Repos } from "../workspace/repos.ts"
import * as Selection from "../workspace/selection.ts"
import { Settings } from "../workspace/settings.ts"
import * as Storage from "../workspace/storage.ts"
import { PatternRefused } from "../indexer/selection.ts"
import { InvalidArguments } from "./arguments.ts"
import * as Envelope from "./envelope.ts"
import * as Fields from "./fields.ts"
import * as Made from "./made.ts"
import * as Progress from "./progress.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

const Plan = Schema.Struct({
  ...Fields.envelope,
  freshness: Fields.Freshness,
  last_indexed_files: Schema.Number,
  /** Files as they would be listed; null over the limit, or where there is none and nothing is counted. */
  estimated_files: Schema.NullOr(Schema.Number),
  would_embed: Schema.Literal("none", "local", "provider"),
  in_progress: Schema.Boolean,
  would_run: Schema.Boolean,
  /** Why it would not. */
  reason: Schema.optional(Schema.String),
})
type Plan = typeof Plan.Type

const Done = Schema.Struct({
  ...Fields.envelope,
  indexed_at: Schema.String,
  commit: Schema.NullOr(Schema.String),
  stats: Fields.Stats,
  freshness: Fields.Freshness,
  previous: Schema.Struct({
    indexed_at: Schema.String,
    commit: Schema.NullOr(Schema.String),
    stats: Fields.Stats,
    freshness: Fields.Freshness,
  }),
})
type Done = typeof Done.Type

const indexOf = (id: string, entry: Entry, freshness: Freshness): Fields.Index => ({
  repo: id,
  commit: entry.commit,
  ...freshness,
  snapshot: entry.sha256.slice(0, 8),
})

const stateOf = (entry: Entry, { freshness }: Freshness) => ({
  indexed_at: entry.indexedAt,
  commit: entry.commit,
  stats: entry.stats,
  freshness,
})

const isOver = ({ files, most }: Look): boolean => most !== 0 && files !== undefined && most < files

const against = (look: Look): string | undefined =>
  look.gone ??
    (look.running
      ? "a refresh of this repository is under way"
      : isOver(look)
      ? `it has more than ${look.most} files, the limit that PORTOLAN_MCP_REFRESH_MAX_FILES sets`
      : undefined)

/** As one way that grows: files, and a step for each phase that takes them all at once. */
const PHASES = ["scan", "extract", "resolve", "encode", "write"] as const satisfies ReadonlyArray<Step["phase"]>

const stepOf = ({ phase, done, total }: Step): Progress.Step => {
  const at = PHASES.indexOf(phase)
  return {
    done: phase === "scan" ? 0 : at + (phase === "extract" ? done : total),
    ...(phase === "scan" ? {} : { total: total + PHASES.length }),
    message: phase,
  }
}

export const refreshIndex = Tool.make({
  name: "refresh_index",
  summary: "Make the index of a repository anew from its files",
  guide: "For an index that is behind or diverged. Takes up to minutes and goes on when the call is cancelled; " +
    "dry_run tells what it would do and whether one is under way.",
  scope: "repo",
  writes: ({ dry_run }) => !dry_run,
  beyondReading: "all",
  waits: true,
  positional: [],
  aliases: {},
  lacks: Fields.ofCheckout,
  input: Schema.Struct({
    ...Fields.checkout,
    dry_run: Fields.flag("Only tell what it would do"),
  }),
  output: Schema.Union(Plan, Done),
  failure: Schema.Union(
    InvalidArguments,
    ...Selection.SelectionError.members,
    ...Registry.RegistryError.members,
    OutsideRoots,
    RefreshRunning,
    RefreshImpossible,
    RefreshTooLarge,
    RefreshTimedOut,
    RefreshFailed,
    GraphLost,
    PatternRefused,
    Storage.IndexNotWritten,
    ...Errors.IndexError.members,
  ),
  run: Effect.fn("refresh_index")(function* ({ repo, dry_run }) {
    const repos = yield* Repos
    const refresh = yield* Refresh
    const { id, entry } = yield* repos.choose({ repo, writes: true })
    const before = yield* refresh.look(entry)
    // To be seen is not to be written for. Of what is gone nobody can say where it lies.
    if (before.gone === undefined) {
      yield* Effect.mapError(
        repos.reach(entry.path),
        (error) => error._tag === "OutsideRoots" ? new OutsideRoots({ path: id }) : error,
      )
    }
    const reason = against(before)
    if (dry_run) {
      const plan: Plan = {
        index: indexOf(id, entry, before.freshness),
        completeness: Envelope.completeness([]),
        freshness: before.freshness.freshness,
        last_indexed_files: entry.stats.files,
        estimated_files: before.files === undefined || isOver(before) ? null : before.files,
        would_embed: reason !== undefined ? "none" : (yield* Settings).embedder === undefined ? "local" : "provider",
        in_progress: before.running,
        would_run: reason === undefined,
        reason,
      }
      return plan
    }
    if (before.gone !== undefined) return yield* new RefreshImpossible({ reason: before.gone })
    if (before.running) return yield* new RefreshRunning()
    if (isOver(before)) return yield* new RefreshTooLarge({ most: before.most })
    const runtime = yield* Effect.runtime<never>()
    const tell = Runtime.runFork(runtime)
    const made = yield* refresh.run(entry, (step) => void tell(Progress.report(stepOf(step)))).pipe(
      Effect.mapError((error) => {
        switch (error._tag) {
          case "RefreshRunning":
          case "RefreshTooLarge":
          case "RefreshTimedOut":
          case "RefreshFailed":
          case "GraphLost":
            return error
          default:
            return Made.withoutPlaces(error, id)
        }
      }),
    )
    const after = yield* refresh.look(made.entry)
    const done: Done = {
      index: indexOf(id, made.entry, after.freshness),
      completeness: Envelope.completeness(Made.unread(made.failed, made.partly)),
      ...stateOf(made.entry, after.freshness),
      previous: stateOf(entry, before.freshness),
    }
    return done
  }),
  render: (output) =>
    "previous" in output
      ? Text.lines(
        `${output.index.repo}  ${counts(output.stats)}, was ${counts(output.previous.stats)}`,
        Text.footer(output),
      )
      : Text.lines(
        `${output.index.repo}  ${output.would_run ? "would be made anew" : `would not be made anew: ${output.reason}`}`,
        `  ${Text.plural(output.last_indexed_files, "file")} indexed` +
          (output.estimated_files === null ? "" : `, ${Text.plural(output.estimated_files, "file")} listed now`),
        Text.footer(output),
      ),
  trim: () => undefined,
})

const counts = ({ files, symbols, edges }: Entry["stats"]): string =>
  `${Text.plural(files, "file")}, ${Text.plural(symbols, "symbol")}, ${Text.plural(edges, "edge")}`
