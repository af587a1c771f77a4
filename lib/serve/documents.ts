// Pages, prompts and completions as the protocol asks for them, looped over their definitions. All of it goes through the
// repositories that may be seen and the tools that may be used: an address, an argument or a suggestion of anything else
// is told apart from nothing that never was.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Cursor from "../tools/cursor.ts"
import type { Given, Prompt } from "../tools/prompts/prompt.ts"
import * as Resource from "../tools/resources/resource.ts"
import type * as Tool from "../tools/tool.ts"
import type { PolicyShape } from "../workspace/policy.ts"
import { Repos } from "../workspace/repos.ts"
import type * as Mcp from "./mcp.ts"
import * as Permitted from "./permitted.ts"

/** All that may be listed, read and given. */
export interface Documents {
  readonly resources: ReadonlyArray<Resource.Resource>
  readonly prompts: ReadonlyArray<Prompt>
  readonly seen: Resource.Seen
}

/**
 * What a policy leaves.
 *
 * @param tools Those that may be used.
 */
export const permitted = (
  resources: ReadonlyArray<Resource.Resource>,
  prompts: ReadonlyArray<Prompt>,
  tools: ReadonlyArray<Tool.Any>,
  policy: PolicyShape,
): Documents => {
  const names = new Set(tools.map((tool) => tool.name))
  return {
    resources: resources.filter(({ scope }) => !policy.readOnly || !Permitted.isBeyond(scope)),
    prompts: prompts.filter(({ needs }) => needs.every((tool) => names.has(tool.name))),
    seen: { tools },
  }
}

/** The protocol knows nothing of that name, or the arguments do not fit. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  reason: Schema.Literal("missing", "arguments", "failed"),
  text: Schema.String,
  /** For programs. */
  data: Schema.optional(Schema.Unknown),
}) {
  override get message() {
    return this.text
  }
}

/** Whatever a page or prompt failed with, in its own words. */
const failed = (failure: { readonly message: string }) =>
  failure instanceof Refused ? failure : new Refused({ reason: "failed", text: failure.message })

/** Names from outside that are said again are cut. */
const quoted = (text: string): string => JSON.stringify(text.length <= 200 ? text : `${text.slice(0, 200)}…`)

const MARKDOWN = "text/markdown"

const described = ({ name, title, description }: Resource.Resource) => ({
  name,
  title,
  description,
  mimeType: MARKDOWN,
})

/** Pages that are listed at once. */
const PAGE = 100

/** One page of the pages there are: those for all, then each repository's. Fails where the list has changed meanwhile. */
export const list = Effect.fn("serve.resources")(function* ({ resources }: Documents, cursor: string | undefined) {
  const ofRepos = resources.filter((it) => it.scope === "repo" && it.part === undefined) as ReadonlyArray<
    Resource.OfRepo
  >
  const known = ofRepos.length === 0 ? [] : yield* Effect.mapError(Effect.flatMap(Repos, ({ list }) => list), failed)
  const all = [
    ...resources.filter((it) => it.scope === "registry").map((it) => ({ ...described(it), uri: it.uri })),
    ...known.flatMap(({ id }) =>
      ofRepos.map((it) => ({
        ...described(it),
        name: `${id}/${it.name}`,
        title: `${it.title}: ${id}`,
        uri: Resource.uriOf(it, id),
      }))
    ),
  ]
  const state = known.map(({ id }) => id).join("\n")
  const input = { list: state, ...(cursor === undefined ? {} : { cursor }) }
  const offsets = yield* Effect.mapError(
    Cursor.offsets("resources", input),
    () => new Refused({ reason: "arguments", text: "Cannot continue: the list has changed; begin without cursor" }),
  )
  const from = offsets["list"] ?? 0
  const to = from + PAGE
  return {
    resources: all.slice(from, to),
    ...(to < all.length ? { nextCursor: Cursor.encode("resources", input, { list: to }) } : {}),
  } satisfies Mcp.ResourcePage
})

export const templates = ({ resources }: Documents): ReadonlyArray<Mcp.Template> =>
  resources.filter((it) => it.scope === "repo").map((it) => ({ ...described(it), uriTemplate: it.uri }))

/** The page that an address is one of. */
export const resourceAt = ({ resources }: Documents, uri: string): Resource.Resource | undefined =>
  resources.find((it) => it.scope === "registry" ? it.uri === uri : Resource.idIn(it, uri) !== undefined)

/** A page by its address. */
export const read = Effect.fn("serve.resource")(function* (documents: Documents, uri: string) {
  const missing = () =>
    new Refused({ reason: "missing", text: `Resource not found: ${quoted(uri)}; resources/list names those there are` })
  const resource = resourceAt(documents, uri)
  if (resource === undefined) return yield* missing()
  if (resource.scope === "registry") return page(uri, yield* Effect.mapError(resource.read(documents.seen), failed))
  const { id, part } = Resource.namedIn(resource, uri)!
  const repo = yield* opened(id)
  if (repo === undefined) return yield* missing()
  if (resource.part === undefined) return page(uri, yield* resource.read(repo, documents.seen))
  return page(
    uri,
    yield* Effect.mapError(
      resource.read(repo, part, documents.seen),
      (failure) =>
        new Refused({ reason: "missing", text: failure.message, data: { uri, candidates: failure.candidates } }),
    ),
  )
})

/** The repository of an id, open; undefined where none that may be seen has it. */
const opened = Effect.fnUntraced(function* (text: string) {
  const id = text.toLowerCase()
  const repos = yield* Repos
  const known = yield* Effect.mapError(repos.list, failed)
  const found = known.find((it) => it.id === id || it.longId === id)
  return found === undefined ? undefined : yield* Effect.mapError(repos.select({ repo: found.entry.path }), failed)
})

const page = (uri: string, text: string): Mcp.Page => ({ uri, mimeType: MARKDOWN, text })

export const listedPrompts = ({ prompts }: Documents): ReadonlyArray<Mcp.ListedPrompt> =>
  prompts.map((it) => ({
    name: it.name,
    title: it.title,
    description: it.description,
    arguments: it.arguments.map(({ name, description, required }) => ({ name, description, required })),
  }))

/** A prompt's text. Empty arguments count as not given, since clients send what a form left blank. */
export const prompt = Effect.fn("serve.prompt")(function* (
  { prompts }: Documents,
  name: string,
  sent: Readonly<Record<string, string>>,
) {
  const found = prompts.find((it) => it.name === name)
  if (found === undefined) {
    return yield* new Refused({ reason: "arguments", text: `Prompt not found: ${quoted(name)}` })
  }
  const given: Record<string, string> = {}
  for (const [key, value] of Object.entries(sent)) {
    if (!found.arguments.some((it) => it.name === key)) {
      const known = found.arguments.map((it) => it.name).join(", ")
      return yield* new Refused({
        reason: "arguments",
        text: `Cannot use ${found.name}: there is no argument ${quoted(key)}; known are ${known}`,
      })
    }
    if (value.trim() !== "") given[key] = value
  }
  const absent = found.arguments.find((it) => it.required && given[it.name] === undefined)
  if (absent !== undefined) {
    return yield* new Refused({
      reason: "arguments",
      text: `Cannot use ${found.name}: ${absent.name} is required: ${absent.description}`,
    })
  }
  const text = yield* Effect.mapError(
    found.text(given as Given),
    (failure) => new Refused({ reason: "arguments", text: failure.message }),
  )
  return { description: found.description, text } satisfies Mcp.PromptText
})

/** The protocol gives no more than these back. */
const MOST_VALUES = 100

/** What an argument of a prompt, or a name in an address, can be, as far as it is typed. */
export const complete = Effect.fn("serve.complete")(function* (documents: Documents, asked: Mcp.Asked) {
  const all = asked.kind === "resource" ? yield* namesIn(documents, asked) : yield* valuesOf(
    documents.prompts.find((it) => it.name === asked.of)?.arguments.find((it) => it.name === asked.argument)?.values,
  )
  const typed = asked.value.toLowerCase()
  const begins = (it: string) => it.toLowerCase().startsWith(typed)
  const fitting = [
    ...all.filter(begins),
    ...all.filter((it) => !begins(it) && it.toLowerCase().includes(typed)),
  ]
  return {
    values: fitting.slice(0, MOST_VALUES),
    total: fitting.length,
    hasMore: MOST_VALUES < fitting.length,
  } satisfies Mcp.Completion
})

const valuesOf = Effect.fnUntraced(function* (values: "repo" | ReadonlyArray<string> = []) {
  if (values !== "repo") return values
  return (yield* Effect.mapError(Effect.flatMap(Repos, (repos) => repos.list), failed)).map(({ id }) => id)
})

/** What may stand at an open name of an address. Of a part that is in the repository which stands before it, or the only one. */
const namesIn = Effect.fnUntraced(function* ({ resources }: Documents, asked: Mcp.Asked) {
  const resource = resources.find((it) => it.scope === "repo" && it.uri === asked.of)
  if (resource?.scope !== "repo") return []
  const ids = yield* valuesOf("repo")
  if (asked.argument === "name") return ids
  if (resource.part === undefined || asked.argument !== resource.part) return []
  const id = asked.given["name"] ?? (ids.length === 1 ? ids[0] : undefined)
  const repo = id === undefined ? undefined : yield* opened(id)
  return repo === undefined ? [] : resource.names(repo)
})

const EVERY = "2 seconds"

/**
 * Tells when other repositories are listed than before: never sooner than two seconds after. What is asked costs a look at
 * one file's state. Runs until it is interrupted.
 */
export const watch = (changed: () => void): Effect.Effect<never, never, Repos> =>
  Effect.gen(function* () {
    const { list } = yield* Repos
    // A list that cannot be read just now is no other list.
    const ids = Effect.option(Effect.map(list, (known) => known.map(({ id }) => id).join("\n")))
    let last = yield* ids
    for (;;) {
      yield* Effect.sleep(EVERY)
      const now = yield* ids
      if (now._tag === "None") continue
      if (last._tag === "Some" && last.value !== now.value) changed()
      last = now
    }
  })
