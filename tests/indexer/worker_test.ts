// What a worker answers, over a machine whose files are a table.

import { expect, test } from "bun:test"
import { NO_VECTORS } from "../../lib/indexer/embedding.ts"
import { serve, type WorkerMachine } from "../../lib/indexer/worker.ts"
import * as Grammars from "../../lib/platform/grammars.ts"
import * as PassageBytes from "../../lib/search/passage_bytes.ts"
import * as FactsBytes from "../../lib/syntax/facts_bytes.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const FILES: Readonly<Record<string, Uint8Array | string>> = {
  "/r/a.ts": bytes("export function first() { return second() }\n"),
  "/r/locked.ts": "EACCES",
  "/r/words.md": bytes("# Words\n"),
  "/r/picture.png": new Uint8Array([0x89, 0x50, 0, 0, 0, 0]),
  "/r/b.js": bytes("function third() {}\n"),
  "/r/.env": bytes("PASSWORD=qwerty\n"),
  "/r/yarn.lock": bytes("left-pad@1.3.0\n"),
  "/r/long.txt": bytes("words without end\n".repeat(70_000)),
  "/r/id.txt": bytes("-----BEGIN RSA PRIVATE KEY-----\nqwerty\n"),
  "/r/bundle.txt": bytes("function a(b,c){return b?c(b):d(e,f)};var g=[1,2,3];".repeat(1000)),
  "/r/notes.txt": bytes(
    `before\n-----BEGIN RSA PRIVATE KEY-----\n${"qwerty+qwerty/".repeat(20)}\n-----END RSA PRIVATE KEY-----\nbehind\n`,
  ),
}

const machineOf = (loaded: Array<string>): WorkerMachine => ({
  read: (path, most) => {
    const file = FILES[path] ?? "ENOENT"
    return typeof file === "string" ? file : file.subarray(0, most)
  },
  digest: (content) => `digest of ${content.length}`,
  grammar: (file) => {
    loaded.push(file)
    return Grammars.load(file)
  },
})

const start = () => ({ root: "/r", inFlight: new Int32Array(new SharedArrayBuffer(8)).fill(-1), slot: 1 })

test("each file of a batch has one row, and facts lie in the buffer where the row says", async () => {
  const loaded: Array<string> = []
  const state = start()
  const answer = serve(machineOf(loaded), state)
  const paths = ["a.ts", "locked.ts", "words.md", "picture.png", "b.js", "gone.ts"]
  const done = await answer({ numbers: [7, 8, 9, 10, 11, 12], paths })
  expect(done.numbers).toEqual([7, 8, 9, 10, 11, 12])
  expect(done.rows.map((row) => row._tag === "unreadable" ? row.code : row._tag)).toEqual([
    "facts",
    "EACCES",
    "listed",
    "binary",
    "facts",
    "ENOENT",
  ])
  const namesOf = (row: number) => {
    const it = done.rows[row]!
    if (it._tag !== "facts") throw new Error("no facts")
    expect(it.facts.offset % 8).toBe(0)
    const { definitions, strings } = FactsBytes.decode(new Uint8Array(done.buffer, it.facts.offset, it.facts.length))
    return [it.digest, ...[...definitions.name].map((name) => strings[name])]
  }
  expect(namesOf(0)).toEqual(["digest of 44", "first"])
  expect(namesOf(4)).toEqual(["digest of 20", "third"])
  // Nothing is in flight any more.
  expect([...state.inFlight]).toEqual([-1, -1])
})

test("a grammar is loaded when the first file of its kind comes, and once", async () => {
  const loaded: Array<string> = []
  const answer = serve(machineOf(loaded), start())
  await answer({ numbers: [0], paths: ["words.md"] })
  expect(loaded).toEqual([])
  await answer({ numbers: [1, 2], paths: ["a.ts", "locked.ts"] })
  await answer({ numbers: [3], paths: ["a.ts"] })
  expect(loaded).toEqual(["tree-sitter-typescript.wasm"])
})

test("passages lie beside the facts, and those of a text beside its digest", async () => {
  const answer = serve(machineOf([]), start())
  const done = await answer({ numbers: [0, 1, 2], paths: ["a.ts", "words.md", "picture.png"] })
  const recordOf = (row: number) => {
    const it = done.rows[row]!
    if (it._tag !== "facts" && it._tag !== "listed") throw new Error(it._tag)
    const { offset, length } = it.passages!
    expect(offset % 8).toBe(0)
    return PassageBytes.decode(new Uint8Array(done.buffer, offset, length), NO_VECTORS)
  }
  const { places, words } = recordOf(0)
  expect(places).toEqual([{ start: 0, end: 43, nameStart: 16 }])
  expect(words).toContain("second")
  expect(recordOf(1).titles).toEqual(["Words"])
  expect(done.rows[1]).toMatchObject({ _tag: "listed", digest: "digest of 8" })
  expect(done.rows[2]).toEqual({ _tag: "binary" })
})

test("keys, what a package manager wrote and what is very long are known by their path alone", async () => {
  const answer = serve(machineOf([]), start())
  const done = await answer({ numbers: [0, 1, 2], paths: [".env", "yarn.lock", "long.txt"] })
  expect(done.rows).toEqual([0, 1, 2].map(() => ({ _tag: "listed", digest: null })))
  expect(done.buffer.byteLength).toBe(0)
})

test("no word of a key or of what a tool wrote is kept, and the file has a digest all the same", async () => {
  const answer = serve(machineOf([]), start())
  const paths = ["id.txt", "bundle.txt", "notes.txt"]
  const done = await answer({ numbers: [0, 1, 2], paths })
  const words = done.rows.map((row) => {
    if (row._tag !== "listed" || row.passages === undefined) throw new Error(row._tag)
    expect(row.digest).toStartWith("digest of")
    return PassageBytes.decode(new Uint8Array(done.buffer, row.passages.offset, row.passages.length), NO_VECTORS).words
  })
  expect(words[0]).toEqual([])
  expect(words[1]).toEqual([])
  expect(words[2]).toContain("behind")
  expect(words[2]!.some((word) => word.includes("qwerty"))).toBe(false)
})

test("a source whose facts are known is cut by them and not parsed; one that is another by now is", async () => {
  const loaded: Array<string> = []
  const answer = serve(machineOf(loaded), start())
  const [row] = (await answer({ numbers: [0], paths: ["a.ts"] })).rows
  if (row?._tag !== "facts") throw new Error("no facts")
  // Facts of another text, so that whoever used them is seen.
  const other = await answer({ numbers: [0], paths: ["b.js"] })
  if (other.rows[0]?._tag !== "facts") throw new Error("no facts")
  const facts = new Uint8Array(other.buffer, other.rows[0].facts.offset, other.rows[0].facts.length)
  const placesOf = async (digest: string) => {
    const { rows, buffer } = await answer({
      numbers: [0],
      paths: ["a.ts"],
      known: new Map([["a.ts", { digest, facts }]]),
    })
    if (rows[0]?._tag !== "facts") throw new Error("no facts")
    const { passages, facts: { length } } = rows[0]
    const record = PassageBytes.decode(new Uint8Array(buffer, passages.offset, passages.length), NO_VECTORS)
    return [record.places.map(({ end }) => end), length === facts.length]
  }
  expect(await placesOf("digest of 44")).toEqual([["function third() {}".length], true])
  expect(await placesOf("digest of 43")).toEqual([[43], false])
})

test("nothing of a key that stands in a comment or a value is in the facts", async () => {
  const line = `${"Qwerty7+qwerty/".repeat(4)}AbCd`
  const pem = `-----BEGIN PRIVATE KEY-----\n${`${line}\n`.repeat(3)}-----END PRIVATE KEY-----`
  const inText = pem.replaceAll("\n", "\\n")
  const texts: Record<string, string> = {
    "k.ts": `/**\n${pem}\n */\nexport const KEY = "${inText}"\nexport type T = "${inText}"\n`,
    "k.py": `KEY = "${inText}"\ndef f(k="${inText}"):\n    """\n    ${pem.replaceAll("\n", "\n    ")}\n    """\n`,
    "K.java": `/**\n * ${pem.replaceAll("\n", "\n * ")}\n */\nclass K { static final String KEY = "${inText}"; }\n`,
    "k.kt": `// ${pem.replaceAll("\n", "\n// ")}\nconst val KEY = "${inText}"\nfun f(k: String = "${inText}") {}\n`,
    "k.cs": `/// ${pem.replaceAll("\n", "\n/// ")}\nclass K { const string KEY = "${inText}"; }\n`,
    "k.go": `package k\n//${pem.replaceAll("\n", "\n//")}\nconst KEY = "${inText}"\n`,
  }
  const machine = { ...machineOf([]), read: (path: string) => bytes(texts[path.slice("/r/".length)]!) }
  const paths = Object.keys(texts)
  const done = await serve(machine, start())({ numbers: paths.map((_, i) => i), paths })
  expect(done.rows.map((row) => row._tag)).toEqual(paths.map(() => "facts"))
  const said = Buffer.from(done.buffer).toString("latin1")
  expect(said).toContain("KEY")
  expect(said).not.toContain(line.slice(0, 16))
  expect(Buffer.from(done.buffer).toString("utf16le")).not.toContain(line.slice(0, 16))
})
