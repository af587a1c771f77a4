// The table of embeddings: how texts are cut, what they are near to, what is refused. Expected cosines were measured by
// another program when the table was made.

import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import * as fc from "fast-check"
import { Worker } from "node:worker_threads"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Models from "../../lib/platform/models.ts"
import type { Fields } from "../../lib/search/embedder.ts"
import * as StaticTable from "../../lib/search/static_table.ts"
import { law } from "../_kit/effect.ts"
import { ROOT } from "../_kit/program.ts"

const table = Either.getOrThrow(Models.table())
const embedder = StaticTable.embedder(table)

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, it, i) => sum + it * b[i]!, 0)
const nearness = (a: string, b: string): number => dot(embedder.query(a), embedder.query(b))

const nothing: Fields = { name: "", container: "", parameters: "", doc: "", body: [] }
const document = (fields: Partial<Fields>): Float32Array => {
  const into = new Float32Array(embedder.dims)
  embedder.document({ ...nothing, ...fields }, into)
  return into
}

test.each([
  ["remove a directory tree", "function rmtree path ignore errors", 0.5034],
  ["parseQueryString", "decode url search parameters", 0.3892],
  ["open database connection", "connect to sql server", 0.5403],
  ["open database connection", "render button component", 0.0115],
])("%s is as near to %s as it was measured", (a, b, cosine) => {
  expect(nearness(a, b)).toBeCloseTo(cosine, 4)
})

test("vectors are known by the model and its content", () => {
  expect(embedder.id).toBe("codevec-256@fcdc86cb3514")
  expect(embedder.dims).toBe(256)
})

describe("pieces()", () => {
  test.each([
    ["parseQueryString", ["parse", "query", "string"]],
    ["HTTPServer", ["http", "server"]],
    ["base64url", ["base", "64", "url"]],
    ["MAX_VALUE", ["max", "value"]],
    ["open the file.", ["open", "the", "file"]],
    ["AString", ["a", "string"]],
    ["", []],
    ["… ___ --", []],
    ["日本語 текст", []],
  ])("of %s", (text, expected) => {
    expect(StaticTable.pieces(table, text)).toEqual(expected)
  })

  test("accents are taken away first", () => {
    expect(StaticTable.pieces(table, "café naïve")).toEqual(StaticTable.pieces(table, "cafe naive"))
    expect(StaticTable.pieces(table, "cafe\u0301")).toEqual(StaticTable.pieces(table, "cafe"))
  })

  test("what is longer than a word is none", () => {
    expect(StaticTable.pieces(table, "a".repeat(64)).join("").replaceAll("##", "")).toBe("a".repeat(64))
    expect(StaticTable.pieces(table, `open ${"a".repeat(65)} file`)).toEqual(["open", "file"])
    expect(StaticTable.pieces(table, `${"A".repeat(80)}bc file`)).toEqual(["file"])
  })

  /** The vocabulary as the file has it, read another way. */
  const words = (() => {
    const bytes = readFileSync(join(ROOT, "lib/platform/models/codevec-256.bin"))
    return new Set(bytes.subarray(20, 20 + bytes.readUInt32LE(16)).toString("latin1").split("\n").filter((it) => it))
  })()

  /** The rule as it is stated: the longest piece first, by regular expressions and a set. */
  const stated = (text: string): ReadonlyArray<string> => {
    const cut = text.normalize("NFD").replace(/\p{M}+/gu, "")
      .replace(/([a-z])([A-Z])/g, "$1 $2").replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
      .replace(/([A-Za-z])([0-9])/g, "$1 $2").replace(/([0-9])([A-Za-z])/g, "$1 $2")
      .toLowerCase()
    return cut.split(/[^a-z0-9]+/).filter((it) => it !== "" && it.length <= 64).flatMap((word) => {
      const found: Array<string> = []
      for (let from = 0; from < word.length;) {
        let to = word.length
        const piece = () => (from === 0 ? "" : "##") + word.slice(from, to)
        while (!words.has(piece())) to--
        found.push(piece())
        from = to
      }
      return found
    })
  }

  law("are those of the rule", fc.string({ unit: "binary-ascii", maxLength: 60 }), (text) => {
    expect(StaticTable.pieces(table, text)).toEqual(stated(text))
  })

  law(
    "are those of the rule for names",
    fc.array(fc.constantFrom("parse", "XML", "Http", "q", "Z", "7", "42", "_", "ctx", "zyxw", "é", " "), {
      maxLength: 8,
    }),
    (parts) => {
      expect(StaticTable.pieces(table, parts.join(""))).toEqual(stated(parts.join("")))
    },
  )
})

describe("documents", () => {
  test("have length 1, and none where no word is known", () => {
    expect(dot(document({ name: "open" }), document({ name: "open" }))).toBeCloseTo(1, 5)
    const into = new Float32Array(embedder.dims).fill(7)
    expect(embedder.document({ ...nothing, doc: "日本語" }, into)).toBe(false)
    expect(into.every((it) => it === 0)).toBe(true)
    expect(embedder.query("日本語").every((it) => it === 0)).toBe(true)
  })

  /** A weighted sum of words, from single words alone. */
  const sumOf = (...parts: ReadonlyArray<readonly [text: string, weight: number]>): Float32Array => {
    // Rows are not of one length: a word said together with a known other one tells its own.
    const bytes = readFileSync(join(ROOT, "lib/platform/models/codevec-256.bin"))
    const vocabulary = bytes.subarray(20, 20 + bytes.readUInt32LE(16)).toString("latin1").split("\n")
    const rows = bytes.readUInt32LE(8)
    const scales = 20 + bytes.readUInt32LE(16)
    const sum = new Float32Array(256)
    for (const [word, weight] of parts) {
      const row = vocabulary.indexOf(word)
      const scale = bytes.readFloatLE(scales + row * 4)
      for (let i = 0; i < 256; i++) sum[i]! += bytes.readInt8(scales + rows * 4 + row * 256 + i) * scale * weight
    }
    const length = Math.sqrt(dot(sum, sum))
    return sum.map((it) => it / length)
  }

  test("weigh names double, bodies half, all else once", () => {
    const found = document({
      name: "openFile",
      container: "disk",
      parameters: "path",
      doc: "Reads bytes. Never fails.",
      body: ["socket", "socket"],
      path: "a/b/server/net/cache",
      prose: "render",
    })
    const expected = sumOf(
      ["open", 2],
      ["file", 2],
      ["disk", 1],
      ["path", 1],
      ["reads", 1],
      ["bytes", 1],
      ["socket", 0.5],
      ["server", 1],
      ["net", 1],
      ["cache", 1],
      ["render", 1],
    )
    expect(dot(found, expected)).toBeGreaterThan(0.99999)
  })

  test("take the first sentence of a comment, up to 30 words", () => {
    const doc = (text: string) => [...document({ doc: text })]
    expect(doc("Opens a file, e.g. a socket. Closes it.")).toEqual(doc("Opens a file, e.g. a socket"))
    expect(doc("Opens v1.2 of a file\n\nCloses it")).toEqual(doc("Opens v1.2 of a file"))
    expect(doc(`${"open ".repeat(29)}file socket`)).toEqual(doc(`${"open ".repeat(29)}file`))
  })

  test("take the first 24 different words of a body", () => {
    const words = Array.from({ length: 24 }, (_, i) => ["open", "file", "disk", "path"][i % 4]! + "x".repeat(i))
    const body = (words: ReadonlyArray<string>) => [...document({ body: words })]
    expect(body([...words, ...words, "socket"])).toEqual(body(words))
    expect(body([...words.slice(1), "socket"])).not.toEqual(body(words.slice(1)))
  })
})

describe("a file that is no table", () => {
  const file = readFileSync(join(ROOT, "lib/platform/models/codevec-256.bin"))
  const changed = (change: (bytes: Buffer) => Uint8Array | void) => {
    const bytes = Buffer.from(file)
    return StaticTable.read(change(bytes) ?? bytes, "x")
  }
  test.each<[string, (bytes: Buffer) => Uint8Array | void]>([
    ["is empty", () => new Uint8Array(0)],
    ["is another one", (bytes) => void bytes.write("XEMB")],
    ["is of another version", (bytes) => void bytes.writeUInt32LE(2, 4)],
    ["is cut", (bytes) => bytes.subarray(0, bytes.length - 1)],
    ["promises more rows", (bytes) => void bytes.writeUInt32LE(0xffffffff, 8)],
    ["has an empty word", (bytes) => void bytes.writeUInt8(10, 20)],
  ])("%s", (_, change) => {
    expect(Either.isLeft(changed(change))).toBe(true)
  })

  test("the file as it is, at an odd place in memory, is one", () => {
    const odd = new Uint8Array(file.length + 1)
    odd.set(file, 1)
    expect(Either.isRight(StaticTable.read(odd.subarray(1), "x"))).toBe(true)
  })
})

test("a thread reads the memory that it is handed", async () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const code = `
    import { parentPort, workerData } from "node:worker_threads"
    import * as StaticTable from ${url("../../lib/search/static_table.ts")}
    parentPort.postMessage(StaticTable.embedder(workerData).query("open database connection"))`
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData: table })
  const vector = await new Promise<Float32Array>((resolve, reject) => {
    worker.on("message", resolve)
    worker.on("error", reject)
  })
  await worker.terminate()
  expect([...vector]).toEqual([...embedder.query("open database connection")])
})
