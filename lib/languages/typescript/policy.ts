// Decisions of the language's specification that the resolver asks for, and the names that its platforms provide. Those
// names are for refusing, never for binding: a bare name that nothing binds and that stands here is external.

import { LIBRARY } from "./library.ts"
import type { ResolutionPolicy } from "../../syntax/language.ts"

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Modules that Node provides, without `node:`. */
export const PLATFORM_MODULES: ReadonlySet<string> = words(`
  assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events
  fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
  string_decoder sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib
`)

/** Global values and types of the language, of browsers, workers, Node, Deno and Bun, and of common test runners. */
export const GLOBALS: ReadonlySet<string> = words(`
  Array ArrayBuffer AsyncFunction AsyncGenerator AsyncIterator AsyncIterable Atomics BigInt BigInt64Array BigUint64Array
  Boolean DataView Date Error EvalError AggregateError SuppressedError FinalizationRegistry Float16Array Float32Array
  Float64Array Function Generator GeneratorFunction Infinity Int16Array Int32Array Int8Array Intl Iterator Iterable
  IterableIterator JSON Map Math NaN Number Object Promise PromiseLike Proxy RangeError ReferenceError Reflect RegExp
  Set SharedArrayBuffer String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array
  Uint8ClampedArray WeakMap WeakRef WeakSet DisposableStack AsyncDisposableStack Temporal undefined globalThis global
  window self top parent frames document navigator location history screen arguments eval isFinite isNaN parseFloat
  parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape
  Partial Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters ConstructorParameters ReturnType
  InstanceType ThisType ThisParameterType OmitThisParameter Uppercase Lowercase Capitalize Uncapitalize Awaited NoInfer
  ReadonlyArray ReadonlyMap ReadonlySet ArrayLike PropertyKey PropertyDescriptor PropertyDescriptorMap TemplateStringsArray
  ClassDecorator MethodDecorator PropertyDecorator ParameterDecorator IteratorResult IArguments RegExpMatchArray
  RegExpExecArray CallableFunction NewableFunction ImportMeta JSX NodeJS React Express
  console fetch setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask
  requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback structuredClone reportError
  alert confirm prompt print open close stop focus blur scroll scrollTo scrollBy getComputedStyle getSelection
  matchMedia postMessage addEventListener removeEventListener dispatchEvent atob btoa importScripts createImageBitmap
  localStorage sessionStorage indexedDB caches crypto performance customElements visualViewport external opener
  AbortController AbortSignal Blob File FileList FileReader FormData Headers Request Response URL URLSearchParams
  URLPattern ReadableStream ReadableStreamDefaultReader ReadableStreamDefaultController ReadableStreamBYOBReader
  WritableStream WritableStreamDefaultWriter TransformStream TransformStreamDefaultController ByteLengthQueuingStrategy
  CountQueuingStrategy TextDecoder TextDecoderStream TextEncoder TextEncoderStream CompressionStream
  DecompressionStream WebAssembly WebSocket WebSocketPair WebTransport Worker SharedWorker ServiceWorker
  ServiceWorkerGlobalScope ServiceWorkerRegistration DedicatedWorkerGlobalScope WorkerGlobalScope MessageChannel
  MessagePort MessageEvent BroadcastChannel EventSource EventTarget Event CustomEvent ErrorEvent CloseEvent
  ProgressEvent PromiseRejectionEvent ExtendableEvent FetchEvent StorageEvent PopStateEvent HashChangeEvent
  KeyboardEvent MouseEvent PointerEvent TouchEvent WheelEvent FocusEvent InputEvent SubmitEvent DragEvent UIEvent
  AnimationEvent TransitionEvent ClipboardEvent XMLHttpRequest XMLHttpRequestUpload XMLSerializer XPathResult DOMParser
  DOMException DOMRect DOMRectReadOnly DOMMatrix DOMPoint DOMTokenList DOMStringMap Document DocumentFragment
  DocumentType Element Node NodeList NodeFilter NamedNodeMap Attr Text Comment CDATASection ShadowRoot HTMLElement
  HTMLCollection HTMLAnchorElement HTMLAudioElement HTMLBodyElement HTMLButtonElement HTMLCanvasElement HTMLDialogElement
  HTMLDivElement HTMLDocument HTMLFormElement HTMLHeadElement HTMLHeadingElement HTMLHtmlElement HTMLIFrameElement
  HTMLImageElement HTMLInputElement HTMLLabelElement HTMLLIElement HTMLLinkElement HTMLMediaElement HTMLMetaElement
  HTMLOptionElement HTMLParagraphElement HTMLPreElement HTMLScriptElement HTMLSelectElement HTMLSlotElement
  HTMLSpanElement HTMLStyleElement HTMLTableElement HTMLTableCellElement HTMLTableRowElement HTMLTemplateElement
  HTMLTextAreaElement HTMLUListElement HTMLVideoElement SVGElement SVGSVGElement SVGPathElement MathMLElement
  CSSStyleDeclaration CSSStyleSheet CSSRule CSS StyleSheet MediaQueryList MediaStream MediaRecorder MediaSource
  MutationObserver MutationRecord IntersectionObserver IntersectionObserverEntry ResizeObserver ResizeObserverEntry
  PerformanceObserver PerformanceEntry ReportingObserver Image Audio Option Path2D ImageData ImageBitmap
  CanvasRenderingContext2D OffscreenCanvas WebGLRenderingContext WebGL2RenderingContext AudioContext Range Selection
  Storage Notification Location Navigator History Screen Window Crypto CryptoKey SubtleCrypto CacheStorage Cache
  IDBDatabase IDBRequest RequestInfo RequestInit ResponseInit HeadersInit BodyInit BufferSource BlobPart
  process Buffer require module exports __dirname __filename gc Deno Bun HTMLRewriter EdgeRuntime
  describe it test suite before after beforeEach afterEach beforeAll afterAll expect expectTypeOf assertType assert jest
  vi vitest jasmine sinon cy Cypress chai should mocha QUnit bench xit xdescribe fit fdescribe xtest
  $ jQuery define requirejs goog angular
`)

export const policy: ResolutionPolicy = {
  implicitReceiver: false,
  linearisation: "single",
  exports: "marked",
  globals: GLOBALS,
  globalObjects: words("window globalThis self global"),
  constructorName: "constructor",
  prototypeName: "prototype",
  iterators: ["[Symbol.iterator]", "[Symbol.asyncIterator]"],
  runners: words("call apply"),
  reachingAll: words("eval"),
  inheriting: words("setPrototypeOf inherits"),
  merging: words("assign extend merge mixin defaults augment copyProperties"),
  describing: words("defineProperty defineProperties create"),
  library: LIBRARY,
  primitives: {
    string: "String",
    number: "Number",
    boolean: "Boolean",
    bigint: "BigInt",
    symbol: "Symbol",
    object: "Object",
    void: "",
    undefined: "",
    null: "",
    never: "",
  },
  builtins: {
    string: "String",
    number: "Number",
    boolean: "Boolean",
    bigint: "BigInt",
    regexp: "RegExp",
    array: "Array",
    object: "Object",
    function: "Function",
    promise: "Promise",
    generator: "Generator",
    asyncGenerator: "AsyncGenerator",
  },
}
