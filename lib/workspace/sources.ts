// What is kept of the files that a snapshot was made from: the state in which each was read, and what the next run needs
// to tell that nothing has changed. It belongs to one snapshot, whose digest it names, and is of no use to another.

import * as Schema from "effect/Schema"
import { checksum } from "../graph/checksum.ts"
import { Reader, Writer } from "../graph/delta_bytes.ts"
import { digestOf } from "../indexer/previous.ts"
import type { StoredStat } from "./entry.ts"

/** A scanned file as it was when it was read. */
export interface SourceState {
  readonly path: string
  readonly stat: StoredStat
  /** The content's SHA-256, or null where the content is no part of the index. */
  readonly digest: string | null
  /** The file as `indexer/previous.ts` writes it down; without it the next run reads it again. */
  readonly left?: { readonly stat: string; readonly outcome: string }
}

/** What the next run should know beside the files. */
export interface Left {
  /** Names all that the snapshot was made from. */
  readonly inputs: string
  readonly notes: ReadonlyArray<string>
  /** Digests of configuration files by path. */
  readonly configs: ReadonlyMap<string, string>
}

/** Which other index's files these are told from. */
export interface Needed {
  /** Of its snapshot. */
  readonly sha256: string
  /** Name of its folder under the home folder. */
  readonly shelf: string
}

/** The files of that index. */
export interface Roster extends Needed {
  readonly files: ReadonlyArray<SourceState>
}

export interface Sources {
  readonly files: ReadonlyArray<SourceState>
  readonly left: Left | undefined
}

const VERSION = 5

const Texts = Schema.Array(Schema.String)

const StoredLeft = Schema.parseJson(Schema.NullOr(Schema.Struct({
  inputs: Schema.String,
  notes: Texts,
  configs: Schema.Array(Schema.Tuple(Schema.String, Schema.String)),
})))

const statLine = ({ size, modified, changed, inode }: StoredStat): string => `${size} ${modified} ${changed} ${inode}`

const utf8 = { encode: (text: string) => new TextEncoder().encode(text), decode: new TextDecoder() }

/** Bytes before the checksum's payload: the checksum and the payload's length. */
const HEAD = 8

/**
 * In few bytes a file, since each worktree has its own: a path without what it begins with like the one before, a digest
 * as its bytes, times and numbers as what differs from those of the file before.
 *
 * @param snapshot SHA-256 of the snapshot that was made from them.
 * @param base Files to tell these from: a path and a content that stand there too cost a byte.
 */
export const encode = (snapshot: string, { files, left }: Sources, base?: Roster): Uint8Array => {
  const out = new Writer()
  out.number(VERSION)
  out.raw(utf8.encode(snapshot))
  out.raw(utf8.encode(JSON.stringify(left === undefined ? null : { ...left, configs: [...left.configs] })))
  out.raw(utf8.encode(base === undefined ? "" : `${base.sha256} ${base.shelf}`))
  out.number(files.length)
  const places = new Map(base?.files.map((it, i) => [it.path, i]))
  let place = 0
  const texts = new Map<string, number>()
  const before = { path: "", changed: ZERO, inode: 0n }
  for (const { path, stat, digest, left } of files) {
    const outcome = outcomeOf({ left, digest })
    const known = places.get(path)
    if (known !== undefined && place <= known) {
      const isSame = outcomeOf(base!.files[known]!) === outcome
      // How many of the other's files are passed over, and whether the content is another one.
      out.number((known - place) * 4 + (isSame ? SAME : OTHER))
      place = known + 1
      if (!isSame) writeOutcome(out, texts, outcome)
    } else {
      const head = commonStart(before.path, path)
      out.number(head * 4 + NEW)
      out.raw(utf8.encode(path.slice(head)))
      writeOutcome(out, texts, outcome)
    }
    before.path = path
    writeStat(out, before, left?.stat ?? statLine(stat))
  }
  const payload = out.done()
  const bytes = new Uint8Array((HEAD + payload.length + 3) & ~3)
  bytes.set(payload, HEAD)
  const view = new DataView(bytes.buffer)
  view.setUint32(4, payload.length, true)
  view.setUint32(0, sumOf(bytes), true)
  return bytes
}

const [NEW, SAME, OTHER] = [0, 1, 2]

const outcomeOf = (
  { left, digest }: Pick<SourceState, "digest"> & { readonly left?: SourceState["left"] | undefined },
) => left?.outcome ?? (digest === null ? "" : `f${digest}`)

/** What another index's files must be at hand for, to read these; undefined where none, or where it is not `encode`'s. */
export const needs = (bytes: Uint8Array): Needed | undefined => {
  const input = inputOf(bytes)
  if (input === undefined) return undefined
  input.raw()
  input.raw()
  const [sha256 = "", shelf = ""] = utf8.decode.decode(input.raw()).split(" ")
  return sha256 === "" ? undefined : { sha256, shelf }
}

/** Behind the version; undefined where it is not, to the bit, what was written. */
const inputOf = (bytes: Uint8Array): Reader | undefined => {
  if (bytes.length < HEAD || (bytes.length & 3) !== 0) return undefined
  const whole = (bytes.byteOffset & 3) === 0 ? bytes : Uint8Array.from(bytes)
  const view = new DataView(whole.buffer, whole.byteOffset, whole.length)
  const length = view.getUint32(4, true)
  if (view.getUint32(0, true) !== sumOf(whole) || whole.length < HEAD + length) return undefined
  const input = new Reader(whole.subarray(HEAD, HEAD + length))
  return input.number() === VERSION ? input : undefined
}

/** What `encode` wrote for that snapshot, else undefined; `base` is what `needs` tells. */
export const decode = (bytes: Uint8Array, snapshot: string, base?: Roster): Sources | undefined => {
  const input = inputOf(bytes)
  if (input === undefined || utf8.decode.decode(input.raw()) !== snapshot) return undefined
  const stored = Schema.decodeUnknownOption(StoredLeft)(utf8.decode.decode(input.raw()))
  if (stored._tag === "None") return undefined
  const [told = ""] = utf8.decode.decode(input.raw()).split(" ")
  if (told !== (base?.sha256 ?? "")) return undefined
  const isLeft = stored.value !== null
  let place = 0
  const texts: Array<string> = []
  const before = { path: "", changed: ZERO, inode: 0n }
  const files: Array<SourceState> = []
  for (let count = input.number(); 0 < count; count--) {
    const how = input.number()
    const other = (how & 3) === NEW ? undefined : base?.files[place += how >>> 2]
    if (other !== undefined) place++
    const path = other?.path ?? before.path.slice(0, how >>> 2) + utf8.decode.decode(input.raw())
    before.path = path
    const outcome = other !== undefined && (how & 3) === SAME ? outcomeOf(other) : readOutcome(input, texts)
    const text = readStat(input, before)
    const [size = "", modified = "", changed = "", inode = ""] = text.split(" ")
    files.push({
      path,
      stat: { size: Number(size), modified, changed, inode },
      digest: digestOf(outcome),
      ...(isLeft ? { left: { stat: text, outcome } } : {}),
    })
  }
  return {
    files,
    left: stored.value === null ? undefined : { ...stored.value, configs: new Map(stored.value.configs) },
  }
}

/** Of all behind the checksum. */
const sumOf = (bytes: Uint8Array): number =>
  checksum(new Int32Array(bytes.buffer, bytes.byteOffset + 4, (bytes.length - 4) >>> 2))

const commonStart = (a: string, b: string): number => {
  let end = 0
  while (end < a.length && end < b.length && a[end] === b[end]) end++
  // Never between the two halves of a character.
  return /[\uD800-\uDBFF]/.test(b[end - 1] ?? "") ? end - 1 : end
}

// ── what became of a file ──────────────────────────────────────────────────────────────────────────────────────────

/** A letter of `indexer/previous.ts` and a digest. */
const DIGEST = /^[ft][0-9a-f]{64}$/
const LETTERS = "ft"

/** The place of its letter and a digest's bytes, or the number of a text that is told once. */
const writeOutcome = (out: Writer, texts: Map<string, number>, outcome: string): void => {
  if (DIGEST.test(outcome)) {
    out.number(LETTERS.indexOf(outcome[0]!))
    for (let at = 1; at < outcome.length; at += 8) out.word(parseInt(outcome.slice(at, at + 8), 16))
    return
  }
  const known = texts.get(outcome)
  out.number(known ?? texts.size + LETTERS.length)
  if (known !== undefined) return
  texts.set(outcome, texts.size + LETTERS.length)
  out.raw(utf8.encode(outcome))
}

const readOutcome = (input: Reader, texts: Array<string>): string => {
  const number = input.number()
  if (number < LETTERS.length) {
    let digest = ""
    for (let i = 0; i < 8; i++) digest += input.word().toString(16).padStart(8, "0")
    return `${LETTERS[number]}${digest}`
  }
  const text = number - LETTERS.length
  if (texts.length <= text) texts.push(utf8.decode.decode(input.raw()))
  return texts[text] ?? ""
}

// ── stats ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Nanoseconds in two parts that a double holds. */
interface Time {
  readonly seconds: number
  readonly rest: number
}

const ZERO: Time = { seconds: 0, rest: 0 }

const timeOf = (digits: string): Time => ({
  seconds: Number(digits.slice(0, -9)),
  rest: Number(digits.slice(-9)),
})

const digitsOf = ({ seconds, rest }: Time): string =>
  seconds === 0 ? String(rest) : `${seconds}${String(rest).padStart(9, "0")}`

const STAT = /^(\d{1,15}) (\d{1,18}|[1-3]\d{18}) (\d{1,18}|[1-3]\d{18}) (\d+)( wanted)?$/

/** How a stat is told: in numbers, with the word at its end, or as its text. */
const [IN_NUMBERS, WANTED, IN_TEXT] = [0, 1, 2]

interface Before {
  changed: Time
  inode: bigint
}

const writeStat = (out: Writer, before: Before, text: string): void => {
  const parts = STAT.exec(text)
  if (parts === null || parts.slice(1, 5).some((digits) => /^0\d/.test(digits!))) {
    out.number(IN_TEXT)
    out.raw(utf8.encode(text))
    return
  }
  const [, size, modified, changed, inode, wanted] = parts
  out.number(wanted === undefined ? IN_NUMBERS : WANTED)
  const [bytes, now, then] = [Number(size), timeOf(changed!), timeOf(modified!)]
  out.number(bytes % TWO_31)
  out.number(Math.floor(bytes / TWO_31))
  writeTime(out, before.changed, now)
  writeTime(out, now, then)
  const number = BigInt(inode!)
  const step = number - before.inode
  const isNear = -NEAR < step && step < NEAR
  out.number(isNear ? 0 : 1)
  if (isNear) out.difference(Number(step))
  else out.raw(utf8.encode(inode!))
  before.changed = now
  before.inode = number
}

const TWO_31 = 2 ** 31
const NEAR = 2n ** 31n

const writeTime = (out: Writer, from: Time, to: Time): void => {
  out.difference(to.seconds - from.seconds)
  out.difference(to.rest - from.rest)
}

const readTime = (input: Reader, from: Time): Time => ({
  // Modulo 2^32 on the way in, and out of it again.
  seconds: (from.seconds + input.difference()) >>> 0,
  rest: from.rest + input.difference(),
})

const readStat = (input: Reader, before: Before): string => {
  const how = input.number()
  if (how === IN_TEXT) return utf8.decode.decode(input.raw())
  const low = input.number()
  const size = low + input.number() * TWO_31
  const changed = readTime(input, before.changed)
  const modified = readTime(input, changed)
  const inode = input.number() === 0
    ? before.inode + BigInt(input.difference())
    : BigInt(utf8.decode.decode(input.raw()) || "0")
  before.changed = changed
  before.inode = inode
  return `${size} ${digitsOf(modified)} ${digitsOf(changed)} ${inode}${how === WANTED ? " wanted" : ""}`
}
