// The machine that is running, as one layer: every port of lib with its implementation over node: modules, which Bun,
// Deno and Node all have.

import * as Layer from "effect/Layer"
import type { ExtractionPool } from "../indexer/extraction.ts"
import type { Digest as DigestPort } from "../machine/digest.ts"
import type { Environment as EnvironmentPort } from "../machine/environment.ts"
import type { Files as FilesPort } from "../machine/files.ts"
import type { RunGit } from "../machine/git.ts"
import type { Http as HttpPort } from "../machine/http.ts"
import type { Watching as WatchingPort } from "../machine/watching.ts"
import type { Embeddings } from "../search/embedder.ts"
import * as AnalysisApart from "./analysis_apart.ts"
import * as Digest from "./digest.ts"
import * as Environment from "./environment.ts"
import * as Files from "./files.ts"
import * as Git from "./git.ts"
import * as Hnsw from "./hnsw.ts"
import * as Http from "./http.ts"
import * as LiveThread from "./live_thread.ts"
import * as Models from "./models.ts"
import * as Pool from "./pool.ts"
import * as Watching from "./watching.ts"

export type Machine =
  | FilesPort
  | RunGit
  | DigestPort
  | EnvironmentPort
  | ExtractionPool
  | WatchingPort
  | Embeddings
  | HttpPort

export const machine: Layer.Layer<Machine> = Layer.mergeAll(
  Files.layer,
  Git.layer,
  Digest.layer,
  Environment.layer,
  Pool.layer,
  LiveThread.layer,
  Watching.layer,
  Models.layer,
  Hnsw.layer,
  Http.layer,
  AnalysisApart.layer,
)
