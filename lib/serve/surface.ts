// Tools as the protocol's surface: the list that is shown is the list that is called. Each call is a fiber of its own
// that the caller's signal interrupts and a time limit ends.

import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Logger from "effect/Logger"
import type * as ManagedRuntime from "effect/ManagedRuntime"
import * as Answer from "../tools/answer.ts"
import * as Listing from "../tools/listing.ts"
import * as Progress from "../tools/progress.ts"
import { TimedOut } from "../tools/timeout.ts"
import type * as Tool from "../tools/tool.ts"
import { Chosen } from "../workspace/chosen.ts"
import type { Repos } from "../workspace/repos.ts"
import * as Audit from "./audit.ts"
import * as Documents from "./documents.ts"
import type * as Mcp from "./mcp.ts"

export interface Options<R> {
  readonly tools: ReadonlyArray<Tool.Any>
  /** Answered when they are called, and not listed. */
  readonly unlisted?: ReadonlyArray<Tool.Any>
  /** Pages and prompts; none by default. */
  readonly documents?: Documents.Documents
  /** Built when the first call needs it. */
  readonly runtime: ManagedRuntime.ManagedRuntime<R, unknown>
  /** List output schemas and answer with the value beside the text. Clients bill both, so only when asked. */
  readonly structured: boolean
  /** Longest that a call may take, in milliseconds. */
  readonly timeLimitMs: number
  /** Hears of every call when it has ended; nobody by default. */
  readonly audit?: Audit.Sink
}

/** Calls that run side by side; each holds what it reads, so that a flood of them takes turns. Waiting counts as time. */
const AT_ONCE = 24

const NO_DOCUMENTS: Documents.Documents = { resources: [], prompts: [], seen: { tools: [] } }

export const make = <R>(options: Options<R>): Mcp.Surface => {
  const documents = options.documents ?? NO_DOCUMENTS
  const { audit, runtime, tools } = options
  const gate = Effect.unsafeMakeSemaphore(AT_ONCE)
  const callable = [...tools, ...options.unlisted ?? []]

  /** Runs to the end of it, or to the caller's. */
  const run = async <A>(effect: Effect.Effect<A, never, unknown>, { signal }: Mcp.Caller, what: string): Promise<A> => {
    const exit = await runtime.runPromiseExit(effect as Effect.Effect<A, never, R>, { signal })
    if (Exit.isSuccess(exit)) return exit.value
    throw new Error(`${what} ended with ${exit.cause}`)
  }

  const given = <A>(effect: Effect.Effect<A, Documents.Refused, Repos>, caller: Mcp.Caller) =>
    run(limited(options, effect), caller, "A document")

  /** The same, kept in the record. */
  const recorded = async <A>(
    asked: Pick<Audit.Entry, "method" | "name"> & ReturnType<typeof Audit.of>,
    effect: Effect.Effect<A, never, unknown>,
    caller: Mcp.Caller,
    end: (value: A) => { readonly outcome: string; readonly text: string },
  ): Promise<A> => {
    const what = asked.name ?? asked.method
    if (audit === undefined) return run(effect, caller, what)
    const time = new Date()
    const begun = performance.now()
    let repo: string | null = null
    const record = (outcome: string, text: string) =>
      audit({
        time: time.toISOString(),
        ...asked,
        repo,
        outcome,
        ms: Math.round(performance.now() - begun),
        bytes: Answer.bytes(text),
      })
    try {
      const value = await run(
        Effect.provideService(effect, Chosen, { tell: (id: string) => void (repo = id) }),
        caller,
        what,
      )
      const { outcome, text } = end(value)
      record(outcome, text)
      return value
    } catch (error) {
      record(caller.signal.aborted ? "cancelled" : "InternalError", "")
      throw error
    }
  }

  return {
    list: tools.map((tool) => listed(tool, options.structured)),
    call: (name, input, caller) => {
      const tool = Answer.named(callable, name)
      return recorded(
        {
          method: "tools/call",
          name: tool?.name ?? null,
          ...(audit === undefined ? UNSEEN : Audit.ofTool(tool, input)),
        },
        within(options, callable, gate, name, input, caller),
        caller,
        ({ isError, text }) => ({ outcome: isError ? codeOf(text) : "ok", text }),
      )
    },
    resources: (cursor, caller) => given(Documents.list(documents, cursor), caller),
    templates: Documents.templates(documents),
    read: (uri, caller) =>
      recorded(
        { method: "resources/read", name: Documents.resourceAt(documents, uri)?.uri ?? null, ...UNSEEN },
        limited(options, Documents.read(documents, uri)),
        caller,
        documentEnd,
      ),
    prompts: Documents.listedPrompts(documents),
    prompt: (name, sent, caller) => {
      const prompt = documents.prompts.find((it) => it.name === name)
      const isKnown = (key: string) => prompt?.arguments.some((it) => it.name === key) === true
      return recorded(
        { method: "prompts/get", name: prompt?.name ?? null, ...Audit.of(isKnown, sent) },
        limited(options, Documents.prompt(documents, name, sent)),
        caller,
        documentEnd,
      )
    },
    complete: (asked, caller) => given(Documents.complete(documents, asked), caller),
    watch: (changed) => {
      if (documents.resources.length === 0) return () => {}
      const fiber = runtime.runFork(Documents.watch(changed) as Effect.Effect<never, never, R>)
      return () => fiber.unsafeInterruptAsFork(FiberId.none)
    },
  }
}

const UNSEEN = { arguments: {}, unknown_arguments: 0 } as const

const documentEnd = (given: Mcp.Given<{ readonly text: string }>) =>
  "value" in given ? { outcome: "ok", text: given.value.text } : { outcome: given.refused.reason, text: "" }

/** The code of an error's text. A text too small for one says nothing. */
const codeOf = (text: string): string => {
  const value = JSON.parse(text) as { readonly error?: { readonly code?: string } } | null
  return value?.error?.code ?? "Error"
}

/** A document within the time limit; a bug is a defect, which stays inside. */
const limited = <R, A>(
  options: Options<R>,
  effect: Effect.Effect<A, Documents.Refused, Repos>,
): Effect.Effect<Mcp.Given<A>, never, Repos> =>
  effect.pipe(
    Effect.timeoutFail({
      duration: Duration.millis(options.timeLimitMs),
      onTimeout: () =>
        new Documents.Refused({
          reason: "failed",
          text: new TimedOut({ milliseconds: options.timeLimitMs }).message,
        }),
    }),
    Effect.map((value) => ({ value })),
    Effect.catchAll(({ reason, message, data }) =>
      Effect.succeed({ refused: { reason, message, ...(data === undefined ? {} : { data }) } })
    ),
    Effect.provide(logToErrors),
  )

/** Interfaces without an index signature, seen as the plain objects that they are. */
const listed = (tool: Tool.Any, structured: boolean): Mcp.Listed => ({
  ...Listing.listing(tool) as unknown as Mcp.Listed,
  // A value told bare may be an array, which the protocol takes for no structured content.
  ...(structured && tool.bare !== true ? { outputSchema: Listing.outputSchema(tool) } : {}),
})

/** Effect's own logger writes to the output, which belongs to the protocol. */
const logToErrors = Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.stringLogger))

const within = <R>(
  options: Options<R>,
  callable: ReadonlyArray<Tool.Any>,
  gate: Effect.Semaphore,
  name: string,
  input: unknown,
  caller: Mcp.Caller,
): Effect.Effect<Mcp.Called, never, R> => {
  const answer = Answer.call(callable, name, input) as Effect.Effect<Answer.Answer, never, R>
  const { progress } = caller
  const bounded = answer.pipe(
    gate.withPermits(1),
    Effect.timeoutTo({
      duration: Duration.millis(options.timeLimitMs),
      onSuccess: Effect.succeed<Answer.Answer>,
      onTimeout: () => Answer.refused(new TimedOut({ milliseconds: options.timeLimitMs }), input),
    }),
    Effect.flatten,
  )
  return (Answer.named(callable, name)?.waits === true ? answer : bounded).pipe(
    Effect.map(({ text, isError, value, beside, note }) => ({
      text,
      isError,
      ...(options.structured && !isError && beside === undefined ? { structured: value as Mcp.Fields } : {}),
      ...(beside === undefined ? {} : { beside }),
      ...(note === undefined ? {} : { note }),
    })),
    Effect.provideService(Progress.Progress, {
      report: (step) => progress === undefined ? Effect.void : Effect.promise(() => progress(step)),
    }),
    Effect.provide(logToErrors),
  )
}
