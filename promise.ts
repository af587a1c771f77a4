// The library for those who write Promises: the same names and values, and what fails rejects with the same errors.

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Portolan from "./mod.ts"

/** An Effect as a Promise, a function that gives one likewise, all else as it is. */
export type Promised<T> = T extends Effect.Effect<infer A, infer _E> ? () => Promise<Awaitable<A>>
  : T extends (...input: infer Input) => Effect.Effect<infer A, infer _E> ? (...input: Input) => Promise<Awaitable<A>>
  : T

type Awaitable<A> = A extends Portolan.Index ? Index : A

export type Index = { readonly [K in keyof Portolan.Index]: Promised<Portolan.Index[K]> }

export { Kinds, Node, Uid } from "./mod.ts"
export type { Graph, NodeId } from "./mod.ts"
export type {
  AddedTool,
  AnalyzeError,
  AnalyzeOptions,
  OpenError,
  OpenOptions,
  Place,
  Progress,
  ServerNotStarted,
  Why,
  WhyError,
  WhyOptions,
} from "./mod.ts"

/** Indexes the repository in the folder `path`, writes the index and gives it. */
export const analyze = async (path: string, options?: Portolan.AnalyzeOptions): Promise<Index> =>
  promised(await run(Portolan.analyze(path, options)))

/** Opens the index that `analyze` wrote for the folder `path`. */
export const open = async (path: string, options?: Portolan.OpenOptions): Promise<Index> =>
  promised(await run(Portolan.open(path, options)))

/** The index of the folder `path` as it is now: the one that is there where nothing has changed, else a new one. */
export const refresh = async (path: string, options?: Portolan.AnalyzeOptions): Promise<Index> =>
  promised(await run(Portolan.refresh(path, options)))

/** What each reference on a line of a file was bound to, or why to nothing. */
export const why = (path: string, file: string, line: number, options?: Portolan.WhyOptions): Promise<Portolan.Why> =>
  run(Portolan.why(path, file, line, options))

export interface McpServer {
  readonly addTool: (tool: Portolan.AddedTool) => McpServer
  readonly connect: (transport: Parameters<Portolan.McpServer["connect"]>[0]) => Promise<void>
  readonly run: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ServerOptions extends Omit<Portolan.ServerOptions, "store"> {
  /** An open index: it is served as it is, and no other. */
  readonly store?: Index
}

/** A server of the Model Context Protocol, to which tools may be added before it runs. */
export const createMcpServer = ({ store, ...options }: ServerOptions = {}): McpServer => {
  const made = Portolan.createMcpServer({ ...options, ...(store === undefined ? {} : { store: mirrored.get(store)! }) })
  const server: McpServer = {
    addTool: (tool) => {
      made.addTool(tool)
      return server
    },
    connect: (transport) => run(made.connect(transport)),
    run: () => run(made.run),
    close: () => run(made.close),
  }
  return server
}

/** Rejects with the declared failure itself, not with what wraps it. */
const run = async <A, E>(effect: Effect.Effect<A, E>): Promise<A> => {
  const exit = await Effect.runPromiseExit(effect)
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}

/** The index behind each that was given out. */
const mirrored = new WeakMap<Index, Portolan.Index>()

const promised = (index: Portolan.Index): Index => {
  const mirror: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(index)) {
    mirror[name] = Effect.isEffect(value)
      ? () => run(value as Effect.Effect<unknown, unknown>)
      : typeof value === "function"
      ? (...input: ReadonlyArray<unknown>) =>
        run((value as (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>)(...input))
      : value
  }
  const given = mirror as unknown as Index
  mirrored.set(given, index)
  return given
}
