// The repositories that are indexed here.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { branchesOf } from "../workspace/entry.ts"
import { areSiblings } from "../workspace/remotes.ts"
import { Repos } from "../workspace/repos.ts"
import * as Cursor from "./cursor.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as Pages from "./pages.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

const Repository = Schema.Struct({
  name: Schema.String,
  /** What `repo` takes. */
  id: Schema.String,
  path: Schema.String,
  remote: Schema.NullOr(Schema.String),
  commit: Schema.NullOr(Schema.String),
  indexed_at: Schema.String,
  stats: Fields.Stats,
  freshness: Fields.Freshness,
  changed_files: Schema.optional(Schema.Number),
  behind_by: Schema.optional(Schema.Number),
  /** Why freshness is unknown. */
  reason: Schema.optional(Schema.String),
  /** Ids of other checkouts of the same remote, and of the other worktrees of the same repository. */
  siblings: Schema.Array(Schema.String),
  /** Branches with an index of their own. */
  branches: Schema.Array(Schema.String),
  languages: Schema.Array(Schema.String),
})

const Pagination = Schema.Struct({
  total: Schema.Number,
  limit: Schema.Number,
  offset: Schema.Number,
  returned: Schema.Number,
  has_more: Schema.Boolean,
  next_offset: Schema.NullOr(Schema.Number),
  trimmed_for_budget: Schema.optional(Schema.Number),
})

/** Name of the list in cursors. */
const LIST = "repositories"

const paginate = (total: number, limit: number, offset: number, returned: number) => ({
  total,
  limit,
  offset,
  returned,
  has_more: offset + returned < total,
  next_offset: offset + returned < total ? offset + returned : null,
})

const cursorOf = (list: Cursor.State, input: object, next: number | null): string | undefined =>
  next === null ? undefined : Cursor.encode(list, input, { [LIST]: next })

/** How many checkouts are looked at side by side. */
const AT_ONCE = 4

export const listRepos = Tool.make({
  name: "list_repos",
  summary: "List the indexed repositories",
  core: true,
  guide: "Tells what repo takes and which index is stale.",
  scope: "registry",
  writes: "never",
  positional: [],
  aliases: {},
  input: Schema.Struct({
    limit: Fields.integer({ from: 1, to: 200, default: 50 }, "Most repositories"),
    offset: Fields.integer({ from: 0, default: 0 }, "Repositories to skip"),
    ...Fields.budget,
    ...Fields.cursor,
  }),
  output: Schema.Struct({
    repositories: Schema.Array(Repository),
    pagination: Pagination,
    /** Names what is listed: a cursor goes on in the same list only. */
    list: Schema.String,
    next_cursor: Schema.optional(Schema.String),
  }),
  failure: Schema.Union(...Failures.registry, Cursor.CursorExpired),
  run: Effect.fn("list_repos")(function* (input) {
    const repos = yield* Repos
    const known = yield* repos.list
    const { limit } = input
    const list = Cursor.stateOf(known.map(({ id }) => id))
    const offset = (yield* Cursor.offsets(list, input))[LIST] ?? input.offset
    const origins = yield* repos.origins(known.map(({ entry }) => entry))
    const repositories = yield* Effect.forEach(
      known.slice(offset, offset + limit),
      ({ entry, id }) =>
        Effect.map(repos.freshness(entry), (state) => {
          const origin = origins.get(entry.path)
          return {
            name: entry.name,
            id,
            path: entry.path,
            remote: origin?.remote ?? null,
            commit: entry.commit,
            indexed_at: entry.indexedAt,
            stats: entry.stats,
            ...state,
            siblings: known.filter((it) =>
              it.entry.path !== entry.path && areSiblings(origin, origins.get(it.entry.path))
            ).map((it) => it.id),
            branches: branchesOf(entry).map((it) => it.name),
            languages: entry.languages,
          }
        }),
      { concurrency: AT_ONCE },
    )
    const pagination = paginate(known.length, limit, offset, repositories.length)
    return { repositories, pagination, list, next_cursor: cursorOf(list, input, pagination.next_offset) }
  }),
  render: ({ repositories, pagination }) =>
    repositories.length === 0 ? "No repository is indexed. Run portolan analyze PATH." : [
      ...repositories.map((it) =>
        Text.lines(
          `${it.id}  ${it.path}`,
          `  ${Text.plural(it.stats.files, "file")}, ${Text.plural(it.stats.symbols, "symbol")}, ` +
            `${Text.plural(it.stats.edges, "edge")}` +
            (it.stats.communities === undefined ? "" : `, ${Text.plural(it.stats.communities, "area")}`) +
            (it.stats.processes === undefined ? "" : `, ${Text.plural(it.stats.processes, "execution flow")}`) +
            (it.languages.length === 0 ? "" : ` · ${it.languages.join(", ")}`),
          `  ${it.commit === null ? "no commit" : it.commit.slice(0, 10)} · ${Text.freshness(it)} · indexed ${
            it.indexed_at.slice(0, 16).replace("T", " ")
          }`,
          it.branches.length > 0 && `  branches with an index of their own: ${it.branches.join(", ")}`,
        )
      ),
      ...(pagination.has_more
        ? [`${pagination.total - pagination.offset - pagination.returned} more: --offset ${pagination.next_offset}`]
        : []),
    ].join("\n"),
  trim: ({ repositories, pagination, list }, excess, input) => {
    const kept = Pages.fewer(repositories, excess)
    // A further page without a row leads to itself.
    if (kept === undefined || (kept.length === 0 && input.cursor !== undefined)) return undefined
    const pages = paginate(pagination.total, pagination.limit, pagination.offset, kept.length)
    return {
      repositories: kept,
      pagination: {
        ...pages,
        trimmed_for_budget: (pagination.trimmed_for_budget ?? 0) + repositories.length - kept.length,
      },
      list,
      next_cursor: cursorOf(list, input, pages.next_offset),
    }
  },
})
