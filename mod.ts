// The library's door. `import { analyze } from "lib"` in the checkout under Bun and Deno, from "portolan" under Node.

import * as Embedded from "./lib/serve/embedded.ts"
import * as Library from "./lib/serve/library.ts"
import { VERSION } from "./lib/serve/version.ts"
import { machine } from "./lib/platform/machine.ts"
import { standardStreams } from "./lib/platform/streams.ts"

/**
 * Indexes the repository in the folder `path`, writes the index and gives it. Fails where there is nothing to index or
 * nowhere to write; a file that cannot be read is named in the report.
 */
export const analyze = Library.analyzeWith(machine)

/** Opens the index that `analyze` wrote for the folder `path`. Fails with what to do where there is none. */
export const open = Library.openWith(machine)

/** The index of the folder `path` as it is now: the one that is there where nothing has changed, else a new one. */
export const refresh = Library.refreshWith(machine)

/**
 * What each reference on a line of a file was bound to, by which hops and types, or why to nothing.
 *
 * `file` is a path in the repository `path`, `line` counts from 1. The repository is read and resolved anew, so it takes
 * as long as `analyze`; nothing is written.
 */
export const why = Library.whyWith(machine)

/**
 * A server of the Model Context Protocol, to which tools may be added before it runs. Over an open index, a repository,
 * or all that is indexed; nothing is loaded before it is connected.
 */
export const createMcpServer = Embedded.createMcpServerWith({ machine, streams: standardStreams, version: VERSION })

/** `analyze` over ports that the caller brings instead of the running machine's. */
export const analyzeWith = Library.analyzeWith

export type {
  AnalyzeError,
  AnalyzeOptions,
  Index,
  Methods,
  OpenError,
  OpenOptions,
  Place,
  Progress,
  WhyError,
  WhyOptions,
} from "./lib/serve/library.ts"
export type { AddedTool, McpServer, ServerNotStarted, ServerOptions } from "./lib/serve/embedded.ts"
export type { Why } from "./lib/indexer/why.ts"
export type { Machine } from "./lib/serve/services.ts"
export type { EdgeId, Graph, NodeId } from "./lib/graph/graph.ts"
export type { EdgeKind, NodeKind } from "./lib/graph/kinds.ts"
/** What a node and an edge of `Index.graph` say, in words. */
export * as Node from "./lib/graph/node.ts"
export * as Uid from "./lib/graph/uid.ts"
export * as Kinds from "./lib/graph/kinds.ts"
export type { SnapshotMeta } from "./lib/graph/snapshot.ts"
