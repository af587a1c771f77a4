// The Model Context Protocol over any transport. The handshake needs nothing but this file and the SDK: what there is
// to list and to call (the surface) is asked for after it, so a client is answered before anything is loaded.
// Requests run side by side; a request that the client cancels is told so through its signal.

// The package tells its types apart from its files by paths without an ending; not every checker finds them otherwise.
// @ts-types="@modelcontextprotocol/sdk/server/index"
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport"
// @ts-types="@modelcontextprotocol/sdk/types"
import {
  CallToolRequestSchema,
  type CallToolResult,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js"
import type { Step } from "../tools/progress.ts"
import * as RequestIds from "./request_ids.ts"

/** A JSON object. */
export type Fields = { readonly [name: string]: unknown }

/** A tool as a client sees it in the list. */
export interface Listed {
  readonly name: string
  readonly description: string
  readonly inputSchema: Fields
  readonly outputSchema?: Fields
  /** Only hints that differ from the protocol's defaults. */
  readonly annotations?: Fields
}

/** What a call gives back: one text, and with structured output the same value once more. */
export interface Called {
  readonly text: string
  readonly isError: boolean
  readonly structured?: Fields
  /** Of an answer told bare: what belongs to it and is not its value, and a line of text that says so where it matters. */
  readonly beside?: Fields
  readonly note?: string
}

export interface Template {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly uriTemplate: string
}

/** Some of the pages that may be read. */
export interface ResourcePage {
  readonly resources: ReadonlyArray<Omit<Template, "uriTemplate"> & { readonly uri: string }>
  readonly nextCursor?: string
}

/** A page. */
export interface Page {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

export interface ListedPrompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: ReadonlyArray<{ readonly name: string; readonly description: string; readonly required: boolean }>
}

export interface PromptText {
  readonly description: string
  readonly text: string
}

/** What is typed of an argument of a prompt, or of a name in an address. */
export interface Asked {
  readonly kind: "prompt" | "resource"
  /** The prompt's name, the address with its names open. */
  readonly of: string
  readonly argument: string
  readonly value: string
  /** What others of its arguments or names are already. */
  readonly given: Readonly<Record<string, string>>
}

export interface Completion {
  readonly values: ReadonlyArray<string>
  readonly total: number
  readonly hasMore: boolean
}

/** What was asked for, or why it is not given: nothing of that name, arguments that don't fit, a failure in its words. */
export type Given<A> = { readonly value: A } | {
  readonly refused: {
    readonly reason: "missing" | "arguments" | "failed"
    readonly message: string
    /** What belongs to it, for programs. */
    readonly data?: unknown
  }
}

/** How a call is followed by the one who made it. */
export interface Caller {
  /** Aborted when the client cancels or goes away. */
  readonly signal: AbortSignal
  /** There when the client wants to know how far the call has come. */
  readonly progress?: (step: Step) => Promise<void>
}

/** All that the protocol offers; `call` never rejects but when its signal aborts. */
export interface Surface {
  readonly list: ReadonlyArray<Listed>
  readonly call: (name: string, input: unknown, caller: Caller) => Promise<Called>
  readonly resources: (cursor: string | undefined, caller: Caller) => Promise<Given<ResourcePage>>
  readonly templates: ReadonlyArray<Template>
  readonly read: (uri: string, caller: Caller) => Promise<Given<Page>>
  readonly prompts: ReadonlyArray<ListedPrompt>
  readonly prompt: (
    name: string,
    sent: Readonly<Record<string, string>>,
    caller: Caller,
  ) => Promise<Given<PromptText>>
  readonly complete: (asked: Asked, caller: Caller) => Promise<Given<Completion>>
  /** Calls back when other resources are listed than before, until it is told to stop. */
  readonly watch: (changed: () => void) => () => void
}

export interface Options {
  readonly version: string
  /** Called after the handshake, and kept. */
  readonly surface: () => Promise<Surface>
  /** For the log; nothing of it reaches the client. */
  readonly onError: (error: unknown) => void
}

export interface Service {
  readonly connect: (transport: Transport) => Promise<void>
  readonly close: () => Promise<void>
  /** Settles when no call runs. */
  readonly idle: () => Promise<void>
}

const INSTRUCTIONS = "Answers come from an index of the repository. `index.freshness` says whether it is current, " +
  "`completeness` whether an answer is exact or a lower bound and why: an empty list with `lower_bound` is not a no. " +
  "Symbols are named by uid, `file:name`, `file:line`, a qualified name or a bare name."

/** One server; each connection of a transport that knows sessions takes one of its own. */
export const make = (options: Options): Service => {
  const server = new Server({ name: "portolan", version: options.version }, {
    capabilities: { tools: {}, resources: { listChanged: true }, prompts: {}, completions: {} },
    instructions: INSTRUCTIONS,
  })
  const running = new Set<Promise<unknown>>()
  let surface: Promise<Surface> | undefined
  /** A surface that could not be had is asked for again at the next request. */
  const load = () =>
    surface ??= options.surface().catch((error) => {
      surface = undefined
      throw error
    })

  /** Runs a handler; a bug in it is logged and kept inside. */
  const guarded = async <A>(signal: AbortSignal, handle: () => Promise<A>): Promise<A> => {
    const work = handle()
    running.add(work)
    try {
      return await work
    } catch (error) {
      if (error instanceof Told || error instanceof McpError) throw error
      if (!signal.aborted) options.onError(error)
      throw new Told(ErrorCode.InternalError, "Internal error")
    } finally {
      running.delete(work)
    }
  }

  server.onerror = options.onError
  // The client reads the handshake's answer while the rest is loaded; what fails then is told at the next request.
  let unwatch = () => {}
  server.oninitialized = () =>
    void load().then(({ watch }) => {
      unwatch()
      unwatch = watch(() => void server.sendResourceListChanged().catch(options.onError))
    }).catch(() => {})
  server.onclose = () => unwatch()
  server.setRequestHandler(
    ListToolsRequestSchema,
    (_request, { signal }) => guarded(signal, async () => ({ tools: (await load()).list as never })),
  )

  server.setRequestHandler(
    CallToolRequestSchema,
    (request, extra) =>
      guarded(extra.signal, async (): Promise<CallToolResult> => {
        const { call } = await load()
        const token = extra._meta?.progressToken
        const answer = await call(request.params.name, request.params.arguments ?? {}, {
          signal: extra.signal,
          ...(token === undefined ? {} : {
            progress: growing((step) =>
              extra.sendNotification({
                method: "notifications/progress",
                params: {
                  progressToken: token,
                  progress: step.done,
                  ...(step.total === undefined ? {} : { total: step.total }),
                  ...(step.message === undefined ? {} : { message: step.message }),
                },
              })
            ),
          }),
        })
        return {
          content: [answer.text, ...(answer.note === undefined ? [] : [answer.note])].map((text) => ({
            type: "text",
            text,
          })),
          ...(answer.beside === undefined ? {} : { _meta: { ...answer.beside } }),
          ...(answer.structured === undefined ? {} : { structuredContent: answer.structured }),
          ...(answer.isError ? { isError: true } : {}),
        }
      }),
  )

  server.setRequestHandler(
    ListResourcesRequestSchema,
    ({ params }, { signal }) =>
      guarded(signal, async () => given(await (await load()).resources(params?.cursor, { signal })) as never),
  )
  server.setRequestHandler(
    ListResourceTemplatesRequestSchema,
    (_request, { signal }) => guarded(signal, async () => ({ resourceTemplates: (await load()).templates as never })),
  )
  server.setRequestHandler(
    ReadResourceRequestSchema,
    ({ params }, { signal }) =>
      guarded(signal, async () => ({ contents: [given(await (await load()).read(params.uri, { signal }))] })),
  )
  server.setRequestHandler(
    ListPromptsRequestSchema,
    (_request, { signal }) => guarded(signal, async () => ({ prompts: (await load()).prompts as never })),
  )
  server.setRequestHandler(
    GetPromptRequestSchema,
    ({ params }, { signal }) =>
      guarded(signal, async () => {
        const { prompt } = await load()
        const { description, text } = given(await prompt(params.name, params.arguments ?? {}, { signal }))
        return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] }
      }),
  )
  server.setRequestHandler(
    CompleteRequestSchema,
    ({ params: { ref, argument, context } }, { signal }) =>
      guarded(signal, async () => {
        const { complete } = await load()
        const of = ref.type === "ref/prompt" ? { kind: "prompt", of: ref.name } as const : {
          kind: "resource",
          of: ref.uri,
        } as const
        const asked = { ...of, argument: argument.name, value: argument.value, given: context?.arguments ?? {} }
        return { completion: given(await complete(asked, { signal })) as never }
      }),
  )

  return {
    connect: (transport) => server.connect(RequestIds.told(transport)),
    close: () => server.close(),
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running)
      // The answer of the last one is written in the turns after its handler's.
      await new Promise((done) => setTimeout(done, 0))
    },
  }
}

/** Protocol: nothing is read at that address. */
const RESOURCE_NOT_FOUND = -32002

const CODES = {
  missing: RESOURCE_NOT_FOUND,
  arguments: ErrorCode.InvalidParams,
  failed: ErrorCode.InternalError,
} as const

const given = <A>(it: Given<A>): A => {
  if ("value" in it) return it.value
  throw new Told(CODES[it.refused.reason], it.refused.message, it.refused.data)
}

/** An error of the protocol in words of ours; a client's own class puts the code before them, and the SDK's would too. */
class Told extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The protocol wants progress to grow with each notification: reports that stand still are dropped. */
const growing = (send: (step: Step) => Promise<void>): (step: Step) => Promise<void> => {
  let last = -Infinity
  return async (step) => {
    if (step.done <= last) return
    last = step.done
    await send(step)
  }
}
