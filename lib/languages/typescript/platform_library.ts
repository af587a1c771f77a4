// What browsers, workers and servers add to the language's library: events, requests, streams, timers.

export const PLATFORM_LIBRARY = `
type Buffer : Uint8Array
  equals(Buffer): Boolean
  toString(String): String
  write(String): Number

type EventTarget
  addEventListener(String, (Event) => ?): void
  dispatchEvent(Event): Boolean
  removeEventListener(String, (Event) => ?): void

type Event
  preventDefault(): void
  stopPropagation(): void
  type: String

type AbortController
  abort(?): void
  signal: AbortSignal

type AbortSignal : EventTarget
  aborted: Boolean
  throwIfAborted(): void

type Headers : Iterable<[String, String]>
  append(String, String): void
  delete(String): void
  entries(): Iterator<[String, String]>
  forEach((String, String, Headers) => ?): void
  get(String): String
  getSetCookie(): String[]
  has(String): Boolean
  keys(): Iterator<String>
  set(String, String): void
  values(): Iterator<String>

type FormData : Iterable<[String, ?]>
  append(String, ?): void
  delete(String): void
  entries(): Iterator<[String, ?]>
  forEach((?, String, FormData) => ?): void
  get(String): ?
  getAll(String): ?
  has(String): Boolean
  keys(): Iterator<String>
  set(String, ?): void
  values(): Iterator<?>

type URLSearchParams : Iterable<[String, String]>
  append(String, String): void
  delete(String): void
  entries(): Iterator<[String, String]>
  forEach((String, String, URLSearchParams) => ?): void
  get(String): String
  getAll(String): String[]
  has(String): Boolean
  keys(): Iterator<String>
  set(String, String): void
  sort(): void
  toString(): String
  values(): Iterator<String>

type URL
  hash: String
  host: String
  hostname: String
  href: String
  origin: String
  password: String
  pathname: String
  port: String
  protocol: String
  search: String
  searchParams: URLSearchParams
  username: String
  toJSON(): String
  toString(): String

type Blob
  arrayBuffer(): Promise<ArrayBuffer>
  bytes(): Promise<Uint8Array>
  size: Number
  slice(Number, Number): Blob
  stream(): ReadableStream
  text(): Promise<String>
  type: String

type File : Blob
  name: String

type Body
  arrayBuffer(): Promise<ArrayBuffer>
  blob(): Promise<Blob>
  body: ReadableStream
  bodyUsed: Boolean
  bytes(): Promise<Uint8Array>
  formData(): Promise<FormData>
  headers: Headers
  json(): Promise<?>
  text(): Promise<String>

type Request : Body
  clone(): Request
  method: String
  signal: AbortSignal
  url: String

type Response : Body
  clone(): Response
  ok: Boolean
  redirected: Boolean
  status: Number
  statusText: String
  url: String

type ReadableStream<T> : AsyncIterable<T>
  cancel(?): Promise<void>
  getReader(?): ReadableStreamDefaultReader<T>
  pipeThrough(?): ReadableStream<?>
  pipeTo(?): Promise<void>
  tee(): [ReadableStream<T>, ReadableStream<T>]

type ReadableStreamDefaultReader<T>
  cancel(?): Promise<void>
  closed: Promise<void>
  read(): Promise<IteratorResult<T>>
  releaseLock(): void

type WritableStream<T>
  abort(?): Promise<void>
  close(): Promise<void>
  getWriter(): WritableStreamDefaultWriter<T>

type WritableStreamDefaultWriter<T>
  abort(?): Promise<void>
  close(): Promise<void>
  closed: Promise<void>
  ready: Promise<void>
  releaseLock(): void
  write(T): Promise<void>

type TransformStream
  readable: ReadableStream<?>
  writable: WritableStream<?>

type TextDecoder
  decode(?): String

type TextEncoder
  encode(String): Uint8Array

type WebSocket : EventTarget
  close(?, ?): void
  send(?): void

type Crypto
  getRandomValues<T>(T): T
  randomUUID(): String

type XMLHttpRequest : EventTarget
  abort(): void
  getAllResponseHeaders(): String
  getResponseHeader(String): String
  open(?, ?): void
  send(?): void
  setRequestHeader(?, ?): void

type Node : EventTarget
type Element : Node
type HTMLElement : Element
type Document : Node
type Window : EventTarget

value Buffer
  alloc(Number): Buffer
  byteLength(?): Number
  concat(?): Buffer
  from(?): Buffer
  isBuffer(?): Boolean

value AbortController
  @new(): AbortController

value AbortSignal
  abort(?): AbortSignal
  any(?): AbortSignal
  timeout(Number): AbortSignal

value Headers
  @new(?): Headers

value FormData
  @new(?): FormData

value URLSearchParams
  @new(?): URLSearchParams

value URL
  @new(?): URL
  canParse(?): Boolean
  createObjectURL(?): String

value Blob
  @new(?): Blob

value File
  @new(?): File

value Request
  @new(?): Request

value Response
  @new(?): Response
  error(): Response
  json(?): Response
  redirect(?): Response

value ReadableStream
  @new<T>(?): ReadableStream<T>

value WritableStream
  @new<T>(?): WritableStream<T>

value TransformStream
  @new(?): TransformStream

value TextDecoder
  @new(?): TextDecoder

value TextEncoder
  @new(?): TextEncoder

value WebSocket
  @new(?): WebSocket

value XMLHttpRequest
  @new(): XMLHttpRequest

value EventTarget
  @new(): EventTarget

value Event
  @new(?): Event

value CustomEvent
  @new(?): Event

value crypto : Crypto
value document : Document
value window : Window

value fetch
  @call(?, ?): Promise<Response>

value atob
  @call(?): String

value btoa
  @call(?): String

value structuredClone
  @call<T>(T): T

value setTimeout
  @call(() => ?): ?

value setInterval
  @call(() => ?): ?

value queueMicrotask
  @call(() => ?): void
`
