// What a call runs under where it says nothing itself: from what the user of the machine has set, read once at start. A
// repository's own files never get a say here.

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { LIMITS } from "../indexer/facts_shelf.ts"
import { Environment } from "../machine/environment.ts"
import type { Files } from "../machine/files.ts"
import type * as RemoteEmbedder from "../search/remote_embedder.ts"
import type * as VectorIndex from "../search/vector_index.ts"
import * as Config from "./config.ts"
import type { SettingsInvalid } from "./config.ts"
import type { Home } from "./home.ts"

export interface SettingsShape {
  /** Repository that is meant when a call names none. */
  readonly defaultRepo: string | undefined
  /** Where the server was started; reading tools take the repository around it when nothing else decides. */
  readonly workingDirectory: string | undefined
  /** Budget of an answer when the call names none. */
  readonly maxTokens: number
  /** Rows of one list of an answer when the call names no limit; `Infinity` for library users. */
  readonly rows: number
  /** The same for each depth of `impact`, where the user may set it. */
  readonly impactRows: number
  /** Most bytes of what is kept of files that were read. */
  readonly factsBytes: number
  /** Does each row of an answer carry a line of code? For people; an agent asks for what it needs. */
  readonly code: boolean
  /** Most folders of a repository that the system is asked to watch. */
  readonly watchFolders: number
  /** Most files of a repository whose index a client may have made anew; 0: any number. */
  readonly refreshFiles: number
  /** Longest that it waits for that, in milliseconds. */
  readonly refreshMs: number
  /** What finds the nearest vectors. */
  readonly vectorIndex: VectorIndex.Setting
  /** The embedder that the user has set; undefined: the one that ships. */
  readonly embedder: RemoteEmbedder.Settings | undefined
}

/** Values for a server. 9,900 tokens stay under the 10,000 at which clients begin to warn. */
export const defaults: SettingsShape = {
  defaultRepo: undefined,
  workingDirectory: undefined,
  maxTokens: 9_900,
  rows: 20,
  impactRows: 30,
  factsBytes: LIMITS.bytes,
  code: false,
  watchFolders: 4096,
  refreshFiles: 5000,
  refreshMs: 600_000,
  vectorIndex: "auto",
  embedder: undefined,
}

/** Values for library users: whole lists. */
export const unpaged: SettingsShape = { ...defaults, maxTokens: Infinity, rows: Infinity, impactRows: Infinity }

export class Settings extends Context.Reference<Settings>()("workspace/Settings", {
  defaultValue: (): SettingsShape => defaults,
}) {
  /** As the user of the machine has set them; fails with `SettingsInvalid`. */
  static readonly layer: Layer.Layer<never, SettingsInvalid, Environment | Files | Home> = Layer.effect(
    this,
    Effect.flatMap(
      Environment,
      ({ workingFolder }) => Effect.map(Config.read({}), (config) => fromConfig(config, workingFolder())),
    ),
  )
}

/** What is not set keeps its default. */
export const fromConfig = (config: Config.Config, workingDirectory: string | undefined): SettingsShape => ({
  ...defaults,
  workingDirectory,
  defaultRepo: config.defaultRepo?.value,
  maxTokens: config.maxTokens?.value ?? defaults.maxTokens,
  factsBytes: config.factsMegabytes === undefined ? defaults.factsBytes : config.factsMegabytes.value * 1e6,
  impactRows: config.impactRows === undefined ? defaults.impactRows : config.impactRows.value || Infinity,
  watchFolders: config.watchFolders?.value ?? defaults.watchFolders,
  refreshFiles: config.refreshFiles?.value ?? defaults.refreshFiles,
  refreshMs: config.refreshMs?.value ?? defaults.refreshMs,
  vectorIndex: config.vectorIndex?.value ?? defaults.vectorIndex,
  embedder: embedderOf(config),
})

/** Where each provider is when the user does not say. */
const USUAL: Readonly<Record<RemoteEmbedder.Provider, string>> = {
  openai: "https://api.openai.com/v1",
  ollama: "http://127.0.0.1:11434",
}

/** A model is there wherever a provider is: `Config.of` refuses what has none. */
const embedderOf = (config: Config.Config): RemoteEmbedder.Settings | undefined => {
  const provider = config.embedder?.value
  if (provider === undefined || provider === "builtin" || config.embedderModel === undefined) return undefined
  return {
    provider,
    url: config.embedderUrl?.value ?? USUAL[provider],
    model: config.embedderModel.value,
    key: config.embedderKey?.value,
    dims: config.embedderDims?.value,
    timeoutMs: config.embedderMs?.value ?? 60_000,
    batch: config.embedderBatch?.value ?? 64,
  }
}
