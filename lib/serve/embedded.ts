// A server of the protocol as a part of another program: over one index or all that are recorded, with tools of that
// program's own beside ours. Who only reads an index loads nothing of the protocol.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Answer from "../tools/answer.ts"
import type { Typed } from "../workspace/config.ts"
import * as Policy from "../workspace/policy.ts"
import * as Library from "./library.ts"
import type * as Mcp from "./mcp.ts"
import * as Offered from "./offered.ts"
import * as Services from "./services.ts"
import type * as Stdio from "./stdio.ts"
import * as Surface from "./surface.ts"

export interface ServerOptions {
  /** An open index: it is served as it is, and no other; no tool indexes anything. */
  readonly store?: Library.Index
  /**
   * A repository that is indexed, or the `.portolan` in it: it is served and no other. By default `PORTOLAN_DB`, else all
   * repositories that are indexed, of which the one around the working directory is meant where a call names none.
   */
  readonly path?: string
  /** Offer only what reads. */
  readonly readOnly?: boolean
  /** Refuse statements that are estimated to cost more; 0, the default: no bound. */
  readonly maxQueryComplexity?: number
  /** `navegador` (default): that server's tools with its values; or `all`, `core`, names with commas between. */
  readonly tools?: string
  /** The folder that belongs to us, instead of `PORTOLAN_HOME` or `~/.portolan`. */
  readonly home?: string
}

/** A tool of the embedding program. */
export interface AddedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of its arguments, of an object; by default any object. */
  readonly inputSchema?: Mcp.Fields
  /**
   * What it gives is the answer: a text as it stands, all else as JSON. What it fails with or rejects with is told to the
   * client by its message.
   */
  readonly run: (input: Mcp.Fields, caller: Pick<Mcp.Caller, "signal">) => unknown
}

/** The server cannot be started as it was asked for. */
export class ServerNotStarted extends Data.TaggedError("ServerNotStarted")<{ readonly reason: string }> {
  override get message() {
    return `Cannot start the server: ${this.reason}`
  }
}

export interface McpServer {
  /** Offers a tool beside ours. To be called before a client is connected. */
  readonly addTool: (tool: AddedTool) => McpServer
  /** Serves one session over a transport of the program's own; ends when the session has begun. */
  readonly connect: (transport: Transport) => Effect.Effect<void, ServerNotStarted>
  /** Serves a session on the standard streams, to its end. */
  readonly run: Effect.Effect<void, ServerNotStarted>
  /** Ends all sessions and gives back what the server holds. */
  readonly close: Effect.Effect<void>
}

/** What a runtime brings. */
export interface Embedding {
  readonly machine: Layer.Layer<Services.Machine>
  readonly streams: () => Stdio.Streams
  readonly version: string
}

/** Longest that a call may take: clients give up at 60 seconds. */
const TIME_LIMIT_MS = 55_000

/** `createMcpServer` for embedders. */
export const createMcpServerWith = (embedding: Embedding) => (options: ServerOptions = {}): McpServer => {
  const added: Array<AddedTool> = []
  const runtime = runtimeOf(embedding, options)
  const sessions: Array<Mcp.Service> = []

  const surface = Effect.gen(function* () {
    const exit = yield* Effect.promise(() => runtime.runPromiseExit(Policy.Policy))
    if (Exit.isFailure(exit)) {
      const error = Cause.squash(exit.cause)
      return yield* new ServerNotStarted({ reason: error instanceof Error ? error.message : String(error) })
    }
    // Whose program this is a part of, and who its clients are, is not known.
    const set = { ...exit.value, refresh: false }
    const policy = options.readOnly === undefined ? set : { ...set, readOnly: set.readOnly || options.readOnly }
    const offered = Offered.of(options.tools ?? "navegador", policy, options.store !== undefined)
    if (Either.isLeft(offered)) return yield* new ServerNotStarted({ reason: offered.left })
    const ours = Surface.make({ ...offered.right, runtime, structured: false, timeLimitMs: TIME_LIMIT_MS })
    const names = [...ours.list, ...added].map((it) => it.name)
    const twice = names.find((name, at) => names.indexOf(name) !== at)
    return twice === undefined
      ? ({ ...ours, ...withAdded(ours, added) } satisfies Mcp.Surface)
      : yield* new ServerNotStarted({ reason: `there is a tool "${twice}" already` })
  })
  const optionsOf = (made: Mcp.Surface): Mcp.Options => ({
    version: embedding.version,
    surface: () => Promise.resolve(made),
    onError: (error) => Effect.runFork(Effect.logError(error)),
  })

  const server: McpServer = {
    addTool: (tool) => {
      added.push(tool)
      return server
    },
    connect: (transport) =>
      Effect.flatMap(surface, (made) =>
        Effect.promise(async () => {
          const session = (await import("./mcp.ts")).make(optionsOf(made))
          sessions.push(session)
          await session.connect(transport)
        })),
    run: Effect.flatMap(surface, (made) =>
      Effect.async<void>((resume) => {
        let stop = () => {}
        const stopped = new Promise<void>((done) => stop = done)
        const served = import("./stdio.ts").then(({ serve }) => serve(embedding.streams(), optionsOf(made), stopped))
        served.then(() => resume(Effect.void), (error) => resume(Effect.die(error)))
        return Effect.promise(() => (stop(), served))
      })),
    close: Effect.promise(async () => {
      for (const session of sessions.splice(0)) await session.close()
      await runtime.dispose()
    }),
  }
  return server
}

const runtimeOf = ({ machine }: Embedding, { store, path, maxQueryComplexity, home }: ServerOptions) => {
  if (store !== undefined) {
    return ManagedRuntime.make(Layer.succeedContext(Library.servicesOf(store))) as ManagedRuntime.ManagedRuntime<
      Services.Services,
      Services.NotStarted
    >
  }
  const typed: Typed = {
    ...(path === undefined ? {} : { db: { flag: "path", text: path } }),
    ...(maxQueryComplexity === undefined
      ? {}
      : { maxQueryComplexity: { flag: "maxQueryComplexity", text: String(maxQueryComplexity) } }),
  }
  return ManagedRuntime.make(Services.server(machine, typed, home))
}

/** A failure of the program's own tool, in the one shape that clients know. */
const refused = (cause: Cause.Cause<unknown>): Mcp.Called => {
  const error = Cause.squash(cause)
  const message = error instanceof Error ? error.message : String(error)
  const { text } = Answer.refusal({ _tag: "ToolFailed", message }, Infinity)
  return { text, isError: true }
}

/** Our surface with the program's tools behind. */
const withAdded = (ours: Mcp.Surface, added: ReadonlyArray<AddedTool>): Pick<Mcp.Surface, "list" | "call"> => ({
  list: [
    ...ours.list,
    ...added.map(({ name, description, inputSchema = { type: "object" } }) => ({ name, description, inputSchema })),
  ],
  call: (name, input, caller) => {
    const tool = added.find((it) => it.name === name)
    return tool === undefined ? ours.call(name, input, caller) : callAdded(tool, input, caller)
  },
})

const callAdded = (tool: AddedTool, input: unknown, { signal }: Mcp.Caller): Promise<Mcp.Called> =>
  Effect.suspend(() => {
    const given = tool.run(input as Mcp.Fields, { signal })
    return Effect.isEffect(given)
      ? given as Effect.Effect<unknown, unknown>
      : Effect.tryPromise({ try: () => Promise.resolve(given), catch: (error) => error })
  }).pipe(
    Effect.map((value) => ({
      text: typeof value === "string" ? value : JSON.stringify(value) ?? "null",
      isError: false,
    })),
    Effect.catchAllCause((cause) => Effect.succeed(refused(cause))),
    (effect) => Effect.runPromise(effect, { signal }),
  )
