// Embedders that the user runs or pays for: an address that speaks as OpenAI's or as Ollama's does. Texts go there because
// the user has set it, and nowhere else. What fails is tried again where that can help, and then said with what to do:
// no other embedder ever takes its place, since its vectors would say nothing beside these.

import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type Answer, Http, type Request } from "../machine/http.ts"
import { shown } from "../text/controls.ts"
import type { Fields } from "./embedder.ts"

export type Provider = "openai" | "ollama"

/** What the user has set. */
export interface Settings {
  readonly provider: Provider
  /** Without a slash at its end. */
  readonly url: string
  readonly model: string
  readonly key: string | undefined
  /** Numbers of a vector, where the user states them; else those of the first answer. */
  readonly dims: number | undefined
  readonly timeoutMs: number
  /** Texts of one request. */
  readonly batch: number
}

/** The embedder did not give vectors. */
export class EmbedderFailed extends Data.TaggedError("EmbedderFailed")<{
  readonly provider: Provider
  readonly url: string
  readonly model: string
  readonly reason: string
  /** What the user can do. */
  readonly advice: string
}> {
  override get message() {
    return `Cannot embed with ${this.model} at ${this.url}: ${this.reason}. ${this.advice}`
  }
}

/** An embedder that is asked for many texts at once, and may be far away. */
export interface RemoteEmbedder {
  readonly id: string
  readonly dims: number
  /** A vector of length 1, or all zero, for each text, in their order. */
  readonly embed: (
    texts: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<Float32Array<ArrayBuffer>>, EmbedderFailed, Http>
}

/** How `textOf` puts a text together; part of the id. */
const TEXT_VERSION = 1

/** Models read some hundred words; more costs time and money and is cut off there. */
const MOST_CHARACTERS = 4000
const BODY_WORDS = 64

/** A passage as one text. */
export const textOf = ({ name, container, parameters, doc, body, path, prose }: Fields): string =>
  [
    path ?? "",
    [container, name].filter((it) => it !== "").join(".") + (parameters === "" ? "" : ` (${parameters})`),
    doc,
    prose ?? "",
    [...new Set(body)].slice(0, BODY_WORDS).join(" "),
  ].map((it) => it.trim()).filter((it) => it !== "").join("\n").slice(0, MOST_CHARACTERS)

const TRIES = 5
const FIRST_WAIT_MS = 500
/** A server that wants to be left alone for longer is not waited for. */
const LONGEST_WAIT_MS = 60_000
const AT_ONCE = 2

/** Bytes of an answer: 64 vectors of 4,096 numbers as text are 6 MB. */
const MOST_BYTES = 100_000_000

interface Protocol {
  readonly path: string
  readonly rows: (answer: unknown) => ReadonlyArray<unknown> | undefined
}

const isObject = (it: unknown): it is Readonly<Record<string, unknown>> => typeof it === "object" && it !== null

const PROTOCOLS: Readonly<Record<Provider, Protocol>> = {
  openai: {
    path: "/embeddings",
    rows: (answer) => {
      if (!isObject(answer) || !Array.isArray(answer["data"])) return undefined
      const rows: Array<unknown> = []
      // Their places are said; they need not come in order.
      for (const [i, it] of answer["data"].entries()) {
        if (!isObject(it)) return undefined
        const at = it["index"] ?? i
        if (typeof at !== "number" || !Number.isInteger(at) || at < 0 || answer["data"].length <= at) return undefined
        rows[at] = it["embedding"]
      }
      return rows
    },
  },
  ollama: {
    path: "/api/embed",
    rows: (answer) => isObject(answer) && Array.isArray(answer["embeddings"]) ? answer["embeddings"] : undefined,
  },
}

/** Numbers as a vector of length 1; undefined where they are none. */
const unitOf = (row: unknown): Float32Array<ArrayBuffer> | undefined => {
  if (!Array.isArray(row) || row.length === 0) return undefined
  let square = 0
  for (const it of row) {
    if (typeof it !== "number" || !Number.isFinite(it)) return undefined
    square += it * it
  }
  if (!Number.isFinite(square)) return undefined
  const factor = square === 0 ? 0 : 1 / Math.sqrt(square)
  return Float32Array.from(row as ReadonlyArray<number>, (it) => it * factor)
}

const BUILTIN = "Or set PORTOLAN_EMBEDDER=builtin and analyze again"

/** Statuses after which the same request may do. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || (500 <= status && status !== 501)

/** What a server says of its failure, as far as it can be shown: one line, without the key. */
const saidBy = ({ text }: Answer, key: string | undefined): string => {
  let said = text
  try {
    const read: unknown = JSON.parse(text)
    const error = isObject(read) ? read["error"] : undefined
    said = typeof error === "string" ? error : isObject(error) ? String(error["message"] ?? "") : ""
  } catch {
    // A page of a proxy, perhaps.
  }
  const line = shown(key === undefined ? said : said.replaceAll(key, "…")).replace(/\s+/g, " ").trim()
  return line === "" ? "" : `: ${line.slice(0, 200)}`
}

/**
 * Finds out how many numbers a vector has, by a first text where it is not set, and gives the embedder.
 *
 * Fails with `EmbedderFailed` where there is no answer, or not the one that was set.
 */
export const open: (
  settings: Settings,
  waitMs?: number,
) => Effect.Effect<RemoteEmbedder, EmbedderFailed, Http> = Effect.fn("search.remoteEmbedder")(
  function* (settings, waitMs = FIRST_WAIT_MS) {
    const dims = settings.dims ?? (yield* asked(settings, ["portolan"], undefined, waitMs))[0]!.length
    return {
      id: `${settings.provider}:${settings.model}:${dims}:${TEXT_VERSION}`,
      dims,
      embed: (texts) => {
        const batches: Array<ReadonlyArray<string>> = []
        for (let i = 0; i < texts.length; i += settings.batch) batches.push(texts.slice(i, i + settings.batch))
        return Effect.forEach(batches, (batch) => asked(settings, batch, dims, waitMs), { concurrency: AT_ONCE }).pipe(
          Effect.map((parts) => parts.flat()),
        )
      },
    }
  },
)

/** One request, tried again while that may help. */
const asked = (
  settings: Settings,
  texts: ReadonlyArray<string>,
  dims: number | undefined,
  waitMs: number,
): Effect.Effect<ReadonlyArray<Float32Array<ArrayBuffer>>, EmbedderFailed, Http> =>
  Effect.gen(function* () {
    const { provider, url, model, key, timeoutMs } = settings
    const failed = (reason: string, advice: string) => new EmbedderFailed({ provider, url, model, reason, advice })
    const http = yield* Http
    const request: Request = {
      url: url + PROTOCOLS[provider].path,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: JSON.stringify({ model, input: texts, ...(provider === "openai" ? { encoding_format: "float" } : {}) }),
      timeoutMs,
      mostBytes: MOST_BYTES,
    }
    for (let tried = 1;; tried++) {
      const answer = yield* Effect.either(http.post(request))
      if (answer._tag === "Right" && !isPassing(answer.right.status)) {
        return yield* read(settings, answer.right, texts, dims)
      }
      const wait = answer._tag === "Right"
        ? answer.right.retryAfterMs ?? waitMs * 2 ** (tried - 1)
        : waitMs * 2 ** (tried - 1)
      // An answer that is too large will be so again.
      const final = tried === TRIES || LONGEST_WAIT_MS < wait ||
        (answer._tag === "Left" && answer.left.code === "large")
      if (!final) {
        yield* Effect.sleep(wait)
        continue
      }
      if (answer._tag === "Right") {
        return yield* failed(
          `it answered ${answer.right.status} ${tried === 1 ? "once" : `${tried} times`}${saidBy(answer.right, key)}`,
          `Try again later, or with a smaller PORTOLAN_EMBEDDER_BATCH than ${settings.batch}. ${BUILTIN}`,
        )
      }
      const { code } = answer.left
      if (code === "large") {
        return yield* failed("its answer is larger than 100 MB", `Set a smaller PORTOLAN_EMBEDDER_BATCH. ${BUILTIN}`)
      }
      if (code === "timeout") {
        return yield* failed(
          `no answer within ${timeoutMs} ms, ${tried} times`,
          `Set a longer PORTOLAN_EMBEDDER_TIMEOUT_MS or a smaller PORTOLAN_EMBEDDER_BATCH. ${BUILTIN}`,
        )
      }
      return yield* failed(`it cannot be reached (${code})`, `Start it, or correct PORTOLAN_EMBEDDER_URL. ${BUILTIN}`)
    }
  })

/** The vectors of an answer that came. */
const read = (
  { provider, url, model, key }: Settings,
  answer: Answer,
  texts: ReadonlyArray<string>,
  dims: number | undefined,
): Effect.Effect<ReadonlyArray<Float32Array<ArrayBuffer>>, EmbedderFailed> =>
  Effect.gen(function* () {
    const failed = (reason: string, advice: string) => new EmbedderFailed({ provider, url, model, reason, advice })
    const { status, text } = answer
    const said = saidBy(answer, key)
    if (status === 401 || status === 403) {
      return yield* failed(
        `it refused the key (${status})${said}`,
        `${key === undefined ? "Set" : "Correct"} PORTOLAN_EMBEDDER_KEY. ${BUILTIN}`,
      )
    }
    if (status === 404) {
      const pull = provider === "ollama" ? `Run "ollama pull ${model}", or correct` : "Correct"
      return yield* failed(
        `it knows no such model or address (404)${said}`,
        `${pull} PORTOLAN_EMBEDDER_MODEL or PORTOLAN_EMBEDDER_URL. ${BUILTIN}`,
      )
    }
    if (300 <= status && status < 400) {
      return yield* failed(
        `it leads to another address (${status}), and texts are sent to none that was not set`,
        `Set PORTOLAN_EMBEDDER_URL to the address that answers. ${BUILTIN}`,
      )
    }
    if (status < 200 || 300 <= status) {
      return yield* failed(`it answered ${status}${said}`, `Look at its own log. ${BUILTIN}`)
    }
    const strange = failed(
      `its answer is not as ${provider === "ollama" ? "Ollama" : "OpenAI"} answers`,
      `Correct PORTOLAN_EMBEDDER_URL, or PORTOLAN_EMBEDDER. ${BUILTIN}`,
    )
    const json = yield* Effect.try({ try: (): unknown => JSON.parse(text), catch: () => strange })
    const rows = PROTOCOLS[provider].rows(json)
    if (rows === undefined) return yield* strange
    if (rows.length !== texts.length) {
      return yield* failed(
        `it gave ${rows.length} vectors for ${texts.length} texts`,
        `Set PORTOLAN_EMBEDDER_BATCH=1, or another model. ${BUILTIN}`,
      )
    }
    const vectors: Array<Float32Array<ArrayBuffer>> = []
    for (const row of rows) {
      const vector = unitOf(row)
      if (vector === undefined) return yield* strange
      const wanted = dims ?? vectors[0]?.length ?? vector.length
      if (vector.length !== wanted) {
        return yield* failed(
          `it gave a vector of ${vector.length} numbers where ${wanted} were expected`,
          `Set PORTOLAN_EMBEDDER_DIMS=${vector.length} if that is right, and analyze again. ${BUILTIN}`,
        )
      }
      vectors.push(vector)
    }
    return vectors
  })
