// Vectors of texts that were asked for before, by the texts' digests, so that nobody pays twice. A run adds packs and
// changes none: each holds some thousand rows as they stand in snapshots, and at its end the digest of all that is before
// it. A pack that is damaged or of other dimensions is not there.

import * as Effect from "effect/Effect"
import { Digest } from "../machine/digest.ts"
import { Files } from "../machine/files.ts"
import type { Http } from "../machine/http.ts"
import type { EmbedderFailed, RemoteEmbedder } from "./remote_embedder.ts"
import { quantise } from "./vectors.ts"

/** Rows in the order of the texts, as `Vectors.quantise` writes them. */
export interface Embedded {
  readonly vectors: Int8Array<ArrayBuffer>
  readonly scales: Float32Array<ArrayBuffer>
}

const ENDING = ".vectors"
const MAGIC = 0x43455650
const HEADER = 16
/** Bytes of a text's digest that tell it apart. */
const KEY = 16
const SUM = 32

/** Rows of a pack: what is lost at most when a run is cut short. */
const ROWS = 2048

/** Most bytes of the packs of one embedder. */
const MOST_BYTES = 1_000_000_000

interface Pack {
  readonly scales: Float32Array
  readonly vectors: Int8Array
}

/** Where a text's row stands. */
interface Place {
  readonly pack: Pack
  readonly row: number
}

const hexOf = (bytes: Uint8Array): string => {
  let hex = ""
  for (const byte of bytes) hex += byte.toString(16).padStart(2, "0")
  return hex
}

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16))

const bytesIn = (it: ArrayBufferView): Uint8Array => new Uint8Array(it.buffer, it.byteOffset, it.byteLength)

/**
 * The rows of texts: those that are kept, and the others from the embedder, which are kept from then on.
 *
 * @param folder Where packs lie; nothing is kept where it is undefined. One that cannot be written costs requests alone.
 */
export const embedded: (
  embedder: RemoteEmbedder,
  texts: ReadonlyArray<string>,
  folder: string | undefined,
) => Effect.Effect<Embedded, EmbedderFailed, Http | Files | Digest> = Effect.fn("search.embedded")(
  function* (embedder, texts, folder) {
    const { dims, id } = embedder
    const { sha256 } = yield* Digest
    const encoder = new TextEncoder()
    const own = folder === undefined ? undefined : `${folder}/${sha256(encoder.encode(id)).slice(0, 16)}`
    const places = own === undefined ? new Map<string, Place>() : yield* read(own, dims)
    const keys = texts.map((text) => sha256(encoder.encode(text)).slice(0, KEY * 2))
    const missing = new Map<string, string>()
    // An empty text is near to nothing, and nobody is asked for it.
    keys.forEach((key, i) => texts[i] === "" || places.has(key) || missing.set(key, texts[i]!))
    const wanted = [...missing]
    for (let from = 0; from < wanted.length; from += ROWS) {
      const part = wanted.slice(from, from + ROWS)
      const found = yield* embedder.embed(part.map(([, text]) => text))
      const pack = { scales: new Float32Array(part.length), vectors: new Int8Array(part.length * dims) }
      found.forEach((vector, row) => pack.scales[row] = quantise(vector, pack.vectors, row * dims))
      part.forEach(([key], row) => places.set(key, { pack, row }))
      if (own !== undefined) yield* write(own, part.map(([key]) => key), dims, pack)
    }
    const vectors = new Int8Array(texts.length * dims)
    const scales = new Float32Array(texts.length)
    keys.forEach((key, i) => {
      if (texts[i] === "") return
      const { pack, row } = places.get(key)!
      vectors.set(pack.vectors.subarray(row * dims, (row + 1) * dims), i * dims)
      scales[i] = pack.scales[row]!
    })
    return { vectors, scales }
  },
)

/** All rows that are kept of an embedder; what is read is touched, and stays longer than what is not. */
const read = (folder: string, dims: number) =>
  Effect.gen(function* () {
    const files = yield* Files
    const { sha256 } = yield* Digest
    const places = new Map<string, Place>()
    const listed = yield* Effect.orElseSucceed(files.list(folder), () => [])
    for (const { name } of listed) {
      if (!name.endsWith(ENDING)) continue
      const bytes = yield* Effect.orElseSucceed(files.read(`${folder}/${name}`), () => new Uint8Array(0))
      if (bytes.length < HEADER + SUM) continue
      const head = new DataView(bytes.buffer, bytes.byteOffset, HEADER)
      const rows = head.getUint32(8, true)
      const end = HEADER + rows * (KEY + 4 + dims)
      if (head.getUint32(0, true) !== MAGIC || head.getUint32(4, true) !== dims || end + SUM !== bytes.length) continue
      if (sha256(bytes.subarray(0, end)) !== hexOf(bytes.subarray(end))) continue
      yield* Effect.ignore(files.touch(`${folder}/${name}`))
      const scalesAt = HEADER + rows * KEY
      // Copied, so that they begin where a float may.
      const pack = {
        scales: new Float32Array(bytes.slice(scalesAt, scalesAt + rows * 4).buffer),
        vectors: new Int8Array(bytes.slice(scalesAt + rows * 4, end).buffer),
      }
      for (let row = 0; row < rows; row++) {
        places.set(hexOf(bytes.subarray(HEADER + row * KEY, HEADER + (row + 1) * KEY)), { pack, row })
      }
    }
    return places
  })

/** Adds a pack, which is called by its content. */
const write = (folder: string, keys: ReadonlyArray<string>, dims: number, { scales, vectors }: Pack) =>
  Effect.gen(function* () {
    const files = yield* Files
    const { sha256Of } = yield* Digest
    const parts = [
      bytesIn(Uint32Array.of(MAGIC, dims, keys.length, 0)),
      ...keys.map(bytesOf),
      bytesIn(scales),
      bytesIn(vectors),
    ]
    const sum = sha256Of(parts)
    yield* files.makeFolder(folder)
    yield* files.writeAtomically(`${folder}/${sum.slice(0, 32)}${ENDING}`, [...parts, bytesOf(sum)])
    yield* tidy(folder)
  }).pipe(Effect.catchAll(({ code }) => Effect.logWarning(`Vectors were not kept: ${code}`)))

/** The oldest packs go where all are too much. */
const tidy = (folder: string) =>
  Effect.gen(function* () {
    const files = yield* Files
    const paths = (yield* files.list(folder)).map(({ name }) => `${folder}/${name}`).filter((it) => it.endsWith(ENDING))
    const stats = yield* files.stats(paths)
    const kept = paths.flatMap((path, i) => stats[i] === undefined ? [] : [{ path, stat: stats[i] }])
      .sort((a, b) => a.stat.modified < b.stat.modified ? 1 : -1)
    let bytes = 0
    for (const { path, stat } of kept) {
      bytes += stat.size
      if (MOST_BYTES < bytes) yield* files.remove(path)
    }
  })
