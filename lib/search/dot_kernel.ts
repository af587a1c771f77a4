// Dot products of one query with many rows of signed bytes, by the machine's vector instructions, which JavaScript has
// no other way to. The module is put together here from the listing below; where WebAssembly or its vectors are missing
// there is none, and whoever wants dot products counts them in plain loops.

/** What lib's types don't know of WebAssembly, since not every runtime's do. */
interface Wasm {
  readonly Memory: new (
    size: { readonly initial: number; readonly maximum: number },
  ) => { readonly buffer: ArrayBuffer }
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

const wasm = (globalThis as unknown as { readonly WebAssembly?: Wasm }).WebAssembly

const PAGE = 65_536

/** Values of a row are taken so many at a time: its bytes are a multiple of it. */
export const STEP = 32

/**
 * Dot products of whole numbers, exact while each stays below 2³¹.
 *
 * @param query Address of `stride` signed 16-bit numbers.
 * @param row Address of the first row, `stride` signed bytes each.
 * @param rows How many, at least 1.
 * @param out Address of as many 32-bit numbers.
 */
export type Dots = (query: number, row: number, rows: number, stride: number, out: number) => void

// ---- the listing

/** Instructions that are used, with what they are encoded as; those of vectors begin with `fd`. */
const ENCODED = {
  loop: [0x03, 0x40],
  end: [0x0b],
  "br_if": [0x0d],
  "local.get": [0x20],
  "local.set": [0x21],
  "local.tee": [0x22],
  "i32.store": [0x36],
  "i32.const": [0x41],
  "i32.lt_u": [0x49],
  "i32.add": [0x6a],
  "i32.sub": [0x6b],
  "v128.load": [0xfd, 0x00],
  "v128.load8x8_s": [0xfd, 0x01],
  "i32x4.extract_lane": [0xfd, 0x1b],
  "i32x4.add": [0xfd, 0xae, 0x01],
  "i32x4.dot_i16x8_s": [0xfd, 0xba, 0x01],
} as const

type Line = readonly [instruction: keyof typeof ENCODED, ...immediates: ReadonlyArray<number>]

// Parameters, then locals, in the order of their numbers.
const QUERY = 0
const ROW = 1
const ROWS = 2
const STRIDE = 3
const OUT = 4
const AT = 5
const END = 6
const FIRST_SUM = 7
const SUMS = 4
/** A vector that is never written to, so that it is zero. */
const ZERO = FIRST_SUM + SUMS

/** Alignment by its power of two, as loads state it. */
const BY_8 = 3
const BY_16 = 4
const BY_4 = 2

/** Sum `n` takes 8 values of a step: bytes made 16 bits wide, times the query's, neighbours added. */
const eight = (n: number): ReadonlyArray<Line> => [
  ["local.get", FIRST_SUM + n],
  ["local.get", ROW],
  ["v128.load8x8_s", BY_8, n * 8],
  ["local.get", AT],
  ["v128.load", BY_16, n * 16],
  ["i32x4.dot_i16x8_s"],
  ["i32x4.add"],
  ["local.set", FIRST_SUM + n],
]

const each = (make: (n: number) => ReadonlyArray<Line>): ReadonlyArray<Line> =>
  Array.from({ length: SUMS }, (_, n) => make(n)).flat()

const LISTING: ReadonlyArray<Line> = [
  ["loop"], // a row
  ...each((n) => [["local.get", ZERO], ["local.set", FIRST_SUM + n]]),
  ["local.get", QUERY],
  ["local.set", AT],
  ["local.get", ROW],
  ["local.get", STRIDE],
  ["i32.add"],
  ["local.set", END],
  ["loop"], // a step of it
  ...each(eight),
  ["local.get", AT],
  ["i32.const", STEP * 2],
  ["i32.add"],
  ["local.set", AT],
  ["local.get", ROW],
  ["i32.const", STEP],
  ["i32.add"],
  ["local.tee", ROW],
  ["local.get", END],
  ["i32.lt_u"],
  ["br_if", 0],
  ["end"],
  ["local.get", OUT], // where the sum of all lanes goes
  ["local.get", FIRST_SUM],
  ...each((n) => n === 0 ? [] : [["local.get", FIRST_SUM + n], ["i32x4.add"]]),
  ["local.tee", FIRST_SUM],
  ["i32x4.extract_lane", 0],
  ...[1, 2, 3].flatMap((lane): ReadonlyArray<Line> => [
    ["local.get", FIRST_SUM],
    ["i32x4.extract_lane", lane],
    ["i32.add"],
  ]),
  ["i32.store", BY_4, 0],
  ["local.get", OUT],
  ["i32.const", 4],
  ["i32.add"],
  ["local.set", OUT],
  ["local.get", ROWS],
  ["i32.const", 1],
  ["i32.sub"],
  ["local.tee", ROWS],
  ["br_if", 0],
  ["end"],
  ["end"],
]

// ---- the module

/** A number in sevens of bits, the lowest first. A constant is signed: its last seven must not look like a minus. */
const leb = (value: number, signed = false): ReadonlyArray<number> => {
  const bytes: Array<number> = []
  for (let rest = value;; rest >>>= 7) {
    if (rest < (signed ? 0x40 : 0x80)) return [...bytes, rest]
    bytes.push(rest & 0x7f | 0x80)
  }
}

const counted = (parts: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => [
  ...leb(parts.length),
  ...parts.flat(),
]
const sized = (bytes: ReadonlyArray<number>): ReadonlyArray<number> => [...leb(bytes.length), ...bytes]
const named = (name: string): ReadonlyArray<number> => sized([...new TextEncoder().encode(name)])
const section = (id: number, bytes: ReadonlyArray<number>): ReadonlyArray<number> => [id, ...sized(bytes)]

const I32 = 0x7f
const V128 = 0x7b

const code = (): ReadonlyArray<number> =>
  LISTING.flatMap(([instruction, ...immediates]) => [
    ...ENCODED[instruction],
    ...immediates.flatMap((it) => leb(it, instruction === "i32.const")),
  ])

/** The module's bytes: one function `dots` over a memory that it is given. */
export const bytes = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, counted([[0x60, ...counted([[I32], [I32], [I32], [I32], [I32]]), ...counted([])]])),
    ...section(2, counted([[...named("given"), ...named("memory"), 0x02, 0x00, ...leb(1)]])),
    ...section(3, counted([[0]])),
    ...section(7, counted([[...named("dots"), 0x00, 0]])),
    ...section(10, counted([sized([...counted([[...leb(2), I32], [...leb(SUMS + 1), V128]]), ...code()])])),
  ])

let compiled: object | null | undefined

const module = (): object | null => {
  if (compiled !== undefined) return compiled
  try {
    compiled = wasm === undefined ? null : new wasm.Module(bytes())
  } catch {
    // An engine without vectors, or one that may not make code: both say so by refusing the module.
    compiled = null
  }
  return compiled
}

/** The kernel over a memory of its own of at least so many bytes; undefined where there can be none. */
export const over = (size: number): { readonly memory: ArrayBuffer; readonly dots: Dots } | undefined => {
  const made = module()
  if (made === null || wasm === undefined) return undefined
  const pages = Math.max(1, Math.ceil(size / PAGE))
  let memory: { readonly buffer: ArrayBuffer }
  try {
    memory = new wasm.Memory({ initial: pages, maximum: pages })
  } catch {
    // More than the engine gives one module.
    return undefined
  }
  const { exports } = new wasm.Instance(made, { given: { memory } })
  return { memory: memory.buffer, dots: (exports as { readonly dots: Dots }).dots }
}
