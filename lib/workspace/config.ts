// What the user of the machine may set: one table, each entry a flag, an environment variable and a key of
// `config.toml` under the home folder, in this order of precedence. A repository's own files have no say here, and what
// cannot be meant stops the program before it does anything.

import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { parse, TomlError } from "smol-toml"
import { Environment } from "../machine/environment.ts"
import * as Files from "../machine/files.ts"
import * as Nearest from "../search/nearest.ts"
import { Home } from "./home.ts"

/** Something is set to what it cannot be; nothing starts. */
export class SettingsInvalid extends Data.TaggedError("SettingsInvalid")<{
  /** The setting as it was made: `VARIABLE="value"`, `mcp.key = value in config.toml`. */
  readonly what: string
  readonly expected: string
}> {
  override get message() {
    return `Cannot start with ${this.what}: ${this.expected}`
  }
}

/** How one kind of value is read, from text and from a configuration's own types; undefined where it does not fit. */
interface Kind<A> {
  readonly fromText: (text: string) => A | undefined
  readonly fromValue: (value: unknown) => A | undefined
  readonly expected: string
}

const wholeFrom = (least: number): Kind<number> => {
  const fits = (it: number) => Number.isSafeInteger(it) && least <= it ? it : undefined
  return {
    fromText: (text) => /^\d+$/.test(text.trim()) ? fits(Number(text)) : undefined,
    fromValue: (value) => typeof value === "number" ? fits(value) : undefined,
    expected: `it takes a whole number from ${least} up`,
  }
}

const onOff: Kind<boolean> = {
  fromText: (text) => text === "1" ? true : text === "0" ? false : undefined,
  fromValue: (value) => typeof value === "boolean" ? value : undefined,
  expected: "it takes 1 for on and 0 for off, in config.toml true and false",
}

const filled = (text: string): string | undefined => text.trim() === "" ? undefined : text.trim()

const text = (expected: string): Kind<string> => ({
  fromText: filled,
  fromValue: (value) => typeof value === "string" ? filled(value) : undefined,
  expected,
})

/** Names with commas between, or a list of names; none of them blank. */
const names = (expected: string): Kind<ReadonlyArray<string>> => {
  const all = (parts: ReadonlyArray<unknown>): ReadonlyArray<string> | undefined => {
    const read = parts.map((part) => typeof part === "string" ? filled(part) : undefined)
    return read.length === 0 || read.includes(undefined) ? undefined : [...new Set(read as ReadonlyArray<string>)]
  }
  return {
    fromText: (list) => all(list.split(",")),
    fromValue: (value) => Array.isArray(value) ? all(value) : undefined,
    expected,
  }
}

const oneOf = <A extends string>(...words: ReadonlyArray<A>): Kind<A> => ({
  fromText: (text) => words.find((word) => word === text.trim()),
  fromValue: (value) => words.find((word) => word === value),
  expected: `it takes ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`,
})

/** An address to which texts are sent, without what would be shown of it: no user, no password, no query. */
const address: Kind<string> = {
  fromText: (text) => {
    try {
      const { protocol, host, pathname, username, password, search, hash } = new URL(text.trim())
      const bare = username === "" && password === "" && search === "" && hash === ""
      return bare && /^https?:$/.test(protocol) ? `${protocol}//${host}${pathname.replace(/\/+$/, "")}` : undefined
    } catch {
      return undefined
    }
  },
  fromValue: (value) => typeof value === "string" ? address.fromText(value) : undefined,
  expected: "it takes an address that begins with https:// or http://, without user, password and query",
}

interface Spec<A> {
  readonly variable: string
  /** Section and name in `config.toml`. */
  readonly key: string
  readonly kind: Kind<A>
  /** What it does, and what holds where it is not set. */
  readonly doc: string
}

const spec = <A>(variable: string, key: string, kind: Kind<A>, doc: string): Spec<A> => ({ variable, key, kind, doc })

/** All there is to be set. */
export const SETTINGS = {
  readOnly: spec(
    "PORTOLAN_MCP_READ_ONLY",
    "mcp.read_only",
    onOff,
    "Offer only what reads one repository. A tool that can write stays where it can show what it would do, and refuses " +
      "to do it. Off by default",
  ),
  db: spec(
    "PORTOLAN_DB",
    "mcp.db",
    text("name the folder of an indexed repository, or the .portolan in it, or leave it unset"),
    "The one index that is served: the folder of an indexed repository, or the `.portolan` in it. Unset: all that are " +
      "indexed, of which the one around the working directory is meant where a call names none",
  ),
  allowedRepos: spec(
    "PORTOLAN_MCP_ALLOWED_REPOS",
    "mcp.allowed_repos",
    names("name indexed repositories, none of them blank, or leave it unset"),
    "The repositories that may be seen: names, ids or absolute paths, found at start. All others do not exist for a " +
      "client. Unset: all may be seen",
  ),
  defaultRepo: spec(
    "PORTOLAN_MCP_DEFAULT_REPO",
    "mcp.default_repo",
    text("name a repository or leave it unset"),
    "The repository that is meant when a call names none; one of the allowed. It hides nothing by itself",
  ),
  allowedRoots: spec(
    "PORTOLAN_MCP_ALLOWED_ROOTS",
    "mcp.allowed_roots",
    names("name folders by absolute path, none of them blank, or leave it unset"),
    "Folders that a client may have indexed, beside repositories that are allowed by name. Unset: indexed repositories " +
      "and the folder in which the server was started. An allow-list decides what is shown of them",
  ),
  maxQueryComplexity: spec(
    "PORTOLAN_MCP_MAX_QUERY_COMPLEXITY",
    "mcp.max_query_complexity",
    wholeFrom(0),
    "Most that a caller's statement may be estimated to cost; 0, the default, sets no bound. No tool takes statements yet",
  ),
  maxTokens: spec(
    "PORTOLAN_MCP_DEFAULT_MAX_TOKENS",
    "mcp.default_max_tokens",
    wholeFrom(1),
    "Budget of an answer when the call names none, in tokens of 4 bytes",
  ),
  live: spec(
    "PORTOLAN_LIVE",
    "mcp.live",
    onOff,
    "Keep the index that is asked up to date while files change, in memory: nothing is written for it. On by default",
  ),
  liveWaitMs: spec(
    "PORTOLAN_LIVE_WAIT_MS",
    "mcp.live_wait_ms",
    wholeFrom(0),
    "Longest that a call waits for files that have changed to be in the index, in milliseconds; an answer that could " +
      "not wait says so. 0: never. 2,000 by default",
  ),
  refresh: spec(
    "PORTOLAN_MCP_ENABLE_REFRESH",
    "mcp.enable_refresh",
    onOff,
    "Let a client of a local server have the index of a repository made anew, in a process of its own. Off by default, " +
      "and off where a server only reads",
  ),
  refreshFiles: spec(
    "PORTOLAN_MCP_REFRESH_MAX_FILES",
    "mcp.refresh_max_files",
    wholeFrom(0),
    "Most files that a repository may have for that, counted as analyze lists them, the large ones too; 5000 by default. " +
      "0: no limit, and nothing is counted",
  ),
  refreshMs: spec(
    "PORTOLAN_MCP_REFRESH_TIMEOUT_MS",
    "mcp.refresh_timeout_ms",
    wholeFrom(1),
    "Longest that such a call waits, in milliseconds; the index is made to its end all the same. 600,000 by default",
  ),
  factsMegabytes: spec(
    "PORTOLAN_FACTS_CACHE_MB",
    "cache.facts_mb",
    wholeFrom(0),
    "Most megabytes of what is kept of files that were read, for all repositories together; what no run has used for " +
      "longest goes, what the last one used stays. 1000 by default",
  ),
  impactRows: spec(
    "PORTOLAN_IMPACT_DEFAULT_LIMIT",
    "mcp.impact_default_limit",
    wholeFrom(0),
    "Most rows of a depth of `impact` when the call names no limit; 0: all",
  ),
  vectorIndex: spec(
    "PORTOLAN_VECTOR_INDEX",
    "search.vector_index",
    oneOf("auto", "hnsw", "exact"),
    "What finds the nearest vectors: `exact` looks at all of them, `hnsw` at few by the native index, where that was built " +
      "and finds 95 of 100 that exact search finds on the same vectors. `auto`, the default: exact, up to 500 million " +
      "numbers (two million vectors of 256), above which a query would be felt",
  ),
  embedder: spec(
    "PORTOLAN_EMBEDDER",
    "embeddings.provider",
    oneOf("builtin", "openai", "ollama"),
    "What makes vectors of texts. `builtin`, the default, is a table inside of the program: nothing is sent anywhere. " +
      "`openai` is an address that takes what OpenAI's takes, `ollama` one that takes what Ollama's takes: names, comments " +
      "and words of the code that is indexed, and questions, are sent there. One that fails is never replaced by another",
  ),
  embedderUrl: spec(
    "PORTOLAN_EMBEDDER_URL",
    "embeddings.url",
    address,
    "Its address: `https://api.openai.com/v1` where it is not set, for Ollama `http://127.0.0.1:11434`",
  ),
  embedderModel: spec(
    "PORTOLAN_EMBEDDER_MODEL",
    "embeddings.model",
    text("name the model of the embedder, or leave it unset"),
    "The model that is asked; to be set where the embedder is not `builtin`",
  ),
  embedderKey: spec(
    "PORTOLAN_EMBEDDER_KEY",
    "embeddings.key",
    text("give the key of the embedder, or leave it unset"),
    "Its key, where it wants one. It is sent by https, or to this machine alone",
  ),
  embedderDims: spec(
    "PORTOLAN_EMBEDDER_DIMS",
    "embeddings.dims",
    wholeFrom(1),
    "How many numbers its vectors must have; where it is not set, as many as its first one has",
  ),
  embedderMs: spec(
    "PORTOLAN_EMBEDDER_TIMEOUT_MS",
    "embeddings.timeout_ms",
    wholeFrom(1),
    "Longest that one request to it may take, in milliseconds. 60,000 by default",
  ),
  embedderBatch: spec(
    "PORTOLAN_EMBEDDER_BATCH",
    "embeddings.batch",
    wholeFrom(1),
    "Texts of one request to it. 64 by default",
  ),
  watchFolders: spec(
    "PORTOLAN_WATCH_MAX_FOLDERS",
    "watch.max_folders",
    wholeFrom(0),
    "Most folders of a repository that the system is asked to watch, 4096 by default; one that has more is looked at " +
      "every few seconds instead, and that is said. 0: none is watched",
  ),
} as const

type Key = keyof typeof SETTINGS
type ValueOf<K extends Key> = (typeof SETTINGS)[K] extends Spec<infer A> ? A : never

/** A value and where it was set, for what is said of it. */
export interface Stated<A> {
  readonly value: A
  readonly what: string
}

export type Config = { readonly [K in Key]?: Stated<ValueOf<K>> }

/** What was typed, as text; it goes before all else. */
export type Typed = { readonly [K in Key]?: { readonly flag: string; readonly text: string } }

/**
 * Puts the places together.
 *
 * @param variable As it is set, an empty one too.
 * @param file What `config.toml` holds.
 * @param names Of all variables that are set.
 */
export const of = (
  typed: Typed,
  variable: (name: string) => string | undefined,
  file: Readonly<Record<string, unknown>>,
  names: ReadonlyArray<string> = [],
): Either.Either<Config, SettingsInvalid> =>
  Either.gen(function* () {
    yield* noOther(names)
    const inFile = yield* entriesOf(file)
    const config: Partial<Record<Key, Stated<unknown>>> = {}
    for (const key of Object.keys(SETTINGS) as ReadonlyArray<Key>) {
      const it = SETTINGS[key] as Spec<unknown>
      const places: ReadonlyArray<Stated<unknown> | undefined> = [
        typed[key] &&
        { what: `--${typed[key].flag} ${shown(typed[key].text)}`, value: it.kind.fromText(typed[key].text) },
        said(variable(it.variable), (value) => ({
          what: `${it.variable}=${shown(value)}`,
          value: it.kind.fromText(value),
        })),
        said(inFile.get(it.key), (value) => ({
          what: `${it.key} = ${shown(value)} in ${FILE}`,
          value: it.kind.fromValue(value),
        })),
      ]
      // One that is not used stops the start like one that is: it was meant to say something.
      for (const place of places) {
        if (place === undefined) continue
        if (place.value === undefined) {
          return yield* Either.left(new SettingsInvalid({ what: place.what, expected: it.kind.expected }))
        }
        config[key] ??= place
      }
    }
    return yield* consistent(config as Config)
  })

const LOCAL = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/

/** What is right by itself and not beside the others. */
const consistent = (config: Config): Either.Either<Config, SettingsInvalid> => {
  const { embedder, embedderUrl, embedderModel, embedderKey } = config
  if (embedder === undefined || embedder.value === "builtin") return Either.right(config)
  const refuse = (what: string, expected: string) => Either.left(new SettingsInvalid({ what, expected }))
  if (embedderModel === undefined) {
    return refuse(embedder.what, `${SETTINGS.embedderModel.variable} must name the model that it is asked for`)
  }
  const url = embedderUrl === undefined ? undefined : new URL(embedderUrl.value)
  if (embedderKey !== undefined && url?.protocol === "http:" && !LOCAL.test(url.hostname)) {
    return refuse(embedderUrl!.what, "a key is sent by https alone; unset it or take an address with https")
  }
  return Either.right(config)
}

const said = <A>(value: A | undefined, place: (value: A) => Stated<unknown>) =>
  value === undefined ? undefined : place(value)

const shown = (value: unknown): string => {
  const json = JSON.stringify(value) ?? String(value)
  return json.length <= 200 ? json : `${json.slice(0, 200)}…`
}

const FILE = "config.toml"

/** Keys with their section; one that is not known is refused, since it was meant to say something. */
const entriesOf = (
  file: Readonly<Record<string, unknown>>,
): Either.Either<ReadonlyMap<string, unknown>, SettingsInvalid> => {
  const known = Object.values(SETTINGS).map((it) => it.key)
  const sections = new Set<string>(known.map((it) => it.slice(0, it.indexOf("."))))
  const found = new Map<string, unknown>()
  for (const [section, values] of Object.entries(file)) {
    if (!sections.has(section) || typeof values !== "object" || values === null || Array.isArray(values)) {
      return unknown(section, [...sections].map((it) => `[${it}]`))
    }
    for (const [name, value] of Object.entries(values)) {
      const key = `${section}.${name}`
      if (!known.some((it) => it === key)) return unknown(key, known)
      found.set(key, value)
    }
  }
  return Either.right(found)
}

const VARIABLES = Object.values(SETTINGS).map((it) => it.variable)

/** A variable that is none of these and looks like one was meant to say something: a server that is open by a slip. */
const noOther = (names: ReadonlyArray<string>): Either.Either<void, SettingsInvalid> => {
  for (const name of names) {
    const read = name.toUpperCase()
    if (VARIABLES.some((it) => it === name) || !read.startsWith("PORTOLAN_")) continue
    const whole = read.startsWith("PORTOLAN_MCP_") ? read : read.replace("PORTOLAN_", "PORTOLAN_MCP_")
    if (whole !== read && !VARIABLES.some((it) => it === whole)) continue
    const near = Nearest.nearest(whole, VARIABLES, 2)
    const instead = near.length > 0 ? `did you mean ${near.join(" or ")}` : `known are ${VARIABLES.join(", ")}`
    return Either.left(new SettingsInvalid({ what: name, expected: `there is no such setting; ${instead}` }))
  }
  return Either.right(undefined)
}

const unknown = (key: string, known: ReadonlyArray<string>) => {
  const near = Nearest.nearest(key, known, 2)
  const instead = near.length > 0 ? `did you mean ${near.join(" or ")}` : `known are ${known.join(", ")}`
  return Either.left(
    new SettingsInvalid({ what: `${shown(key)} in ${FILE}`, expected: `there is no such setting; ${instead}` }),
  )
}

/** A page of settings is some hundred bytes. */
const LARGEST = 1_000_000

/** Reads all places; fails with `SettingsInvalid`. */
export const read = Effect.fn("workspace.config")(function* (typed: Typed) {
  const { stated, names } = yield* Environment
  return yield* of(typed, stated, yield* readFile, names?.())
})

const readFile = Effect.gen(function* () {
  const files = yield* Files.Files
  const { folder } = yield* Home
  const refuse = (expected: string) => new SettingsInvalid({ what: `${folder}/${FILE}`, expected })
  const unreadable = (error: Files.PlatformError) => refuse(`it cannot be read (${error.code})`)
  const real = yield* files.realPath(`${folder}/${FILE}`).pipe(
    Effect.catchIf((error) => error.code === "ENOENT" || error.code === "ENOTDIR", () => Effect.succeed(undefined)),
    Effect.mapError(unreadable),
  )
  if (real === undefined) return {}
  const stat = yield* Effect.mapError(files.stat(real), unreadable)
  // What is no file may never end when it is read.
  if (stat.kind !== "file") return yield* refuse("it is no file")
  if (LARGEST < stat.size) return yield* refuse("it is larger than 1 MB")
  const source = new TextDecoder().decode(yield* Effect.mapError(files.read(real), unreadable))
  return yield* Effect.try({
    try: () => parse(source, { unsafeKeyBehaviour: "throw", maxDepth: 20 }) as Readonly<Record<string, unknown>>,
    catch: (error) =>
      refuse(
        error instanceof TomlError
          ? `line ${error.line} is not as TOML wants it: ${reasonOf(error.message)}`
          : "it is not TOML",
      ),
  })
})

/** The parser's first line, without its heading. */
const reasonOf = (message: string): string => message.split("\n")[0]!.replace(/^Invalid TOML document: /, "")
