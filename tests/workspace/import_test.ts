// A snapshot that someone else made: what an export wrote comes in as it was, to the byte; all else is refused with the
// reason, however whole it looks.

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MOST_ROLE } from "../../lib/graph/audit.ts"
import * as Node from "../../lib/graph/node.ts"
import * as Sections from "../../lib/graph/sections.ts"
import * as Snapshot from "../../lib/graph/snapshot.ts"
import * as Uid from "../../lib/graph/uid.ts"
import * as Digest from "../../lib/platform/digest.ts"
import * as Files from "../../lib/platform/files.ts"
import { REFERENCE_ROLES } from "../../lib/syntax/facts.ts"
import { Home } from "../../lib/workspace/home.ts"
import * as Import from "../../lib/workspace/import.ts"
import * as Registry from "../../lib/workspace/registry.ts"
import * as Storage from "../../lib/workspace/storage.ts"
import { analyze } from "../../mod.ts"
import { effect, law } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-import-")))

/** What the fixture has none of: what is bound to nothing or lies outside, and the forms of definitions. */
const FORMS = `=== src/loose.ts
import { out } from "out"
export const loose = (x: any) => out(x.gone())
out("load", () => loose(1))
out("unload", loose)
export default function () {}
=== src/forms.ts
export namespace Outer {
  export const a = 1
  export namespace Inner {
    export class Deep {}
  }
}
export function over(a: string): string
export function over(a: number): number
export function over(a: unknown): unknown {
  function twice() {}
  return twice
}
export class Holder {
  get x() {
    return 1
  }
  set x(v) {}
  static x = 2
  "quoted name"() {}
}
interface Part {
  a: 1
}
interface Part {
  b: 2
}
export enum Kind {
  First,
  Second = First,
}
=== pkg/mod.py
def wrap(f):
    return f

class Thing:
    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        self.kept = value

@wrap
def made(*, key=None):
    def inner():
        return key
    return inner
`

/** The index of a fixture, as it was written. */
let bytes = new Uint8Array()
let sections: ReadonlyMap<string, Uint8Array> = new Map()

beforeAll(async () => {
  const root = join(base, "ledger")
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  Repo.write(root, Repo.parse(FORMS))
  const index = await Effect.runPromise(analyze(root, { home: join(base, "home"), workers: 1 }))
  bytes = new Uint8Array(readFileSync(index.place.snapshot))
  await Effect.runPromise(index.close)
  const frame = Sections.read(bytes)
  if ("sections" in frame) sections = frame.sections
})

const joined = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(chunks))

/** The snapshot with some sections changed, every checksum right. */
const forged = (change: (section: (tag: string) => Uint8Array) => void, more: ReadonlyArray<Sections.Section> = []) => {
  const copies = new Map([...sections].map(([tag, part]) => [tag, new Uint8Array(part)]))
  change((tag) => copies.get(tag)!)
  return joined(Sections.write(Snapshot.FORMAT, [...[...copies].map(([tag, bytes]) => ({ tag, bytes })), ...more]))
}

const words = (section: Uint8Array) => new Uint32Array(section.buffer, section.byteOffset, section.length / 4)

const decode = (given: Uint8Array) => Effect.runSync(Effect.either(Snapshot.decodeForeign(given)))

const refusal = (given: Uint8Array): string => {
  const decoded = decode(given)
  return decoded._tag === "Left" ? `${decoded.left.reason}: ${decoded.left.detail}` : "taken"
}

test("what was written is taken, and written again it is the same", () => {
  expect(refusal(bytes)).toBe("taken")
  expect(refusal(forged(() => {}))).toBe("taken")
})

test("the roles that a graph knows by number are those of the references", () => {
  expect(MOST_ROLE).toBe(Math.max(...Object.values(REFERENCE_ROLES)))
})

describe("a lie is refused with the reason", () => {
  const NONE = 0xffffffff
  const meta = (change: (meta: Record<string, never>) => void) => {
    const value = JSON.parse(new TextDecoder().decode(sections.get("meta")!))
    change(value)
    const copies = [...sections].map(([tag, bytes]) => ({ tag, bytes }))
    const text = new TextEncoder().encode(JSON.stringify(value))
    return joined(Sections.write(Snapshot.FORMAT, copies.map((it) => it.tag === "meta" ? { ...it, bytes: text } : it)))
  }
  const node = (uid: string) => {
    const opened = Effect.runSync(Snapshot.decode(bytes))
    const found = Uid.find(opened.graph, uid)
    expect(found).not.toBe(NONE)
    return found
  }
  /** The registration without a name: that of the function with one stands behind it. */
  const nameless = () => words(sections.get("registrations.handler")!).indexOf(NONE)
  const aClass = () => node("Class:src/store.ts:Ledger")
  const aMethod = () => node("Method:src/store.ts:Ledger.record")
  const anInterface = () => node("Interface:src/store.ts:Store")
  type Section = (tag: string) => Uint8Array
  const table: ReadonlyArray<readonly [string, () => Uint8Array, string]> = [
    [
      "a definition holds itself",
      () => forged((at) => void (words(at("nodes.parent"))[aClass()] = aClass())),
      "holds itself",
    ],
    [
      "two definitions hold each other",
      () => forged((at) => void (words(at("nodes.parent"))[aClass()] = aMethod())),
      "holds itself",
    ],
    [
      "another holder is told than the edge tells",
      () => forged((at) => void (words(at("nodes.parent"))[aClass()] = anInterface())),
      "tells another holder",
    ],
    [
      "an edge leaves the graph",
      () => forged((at) => void (words(at("edges.target"))[0] = at("nodes.kind").length)),
      "edges.target",
    ],
    [
      "an edge joins what it never joins",
      () => forged((at) => void (words(at("edges.target"))[at("edges.kind").indexOf(5)] = aClass())),
      "never joins",
    ],
    ["an edge is there twice", () =>
      forged((at) => {
        for (const column of ["source", "target"]) {
          const edge = words(at(`edges.${column}`))
          edge[1] = edge[0]!
        }
      }), "edge 1 is out of order"],
    [
      "the way back is another one",
      () => forged((at) => words(at("rows.in.edges")).reverse()),
      "rows.in.edges does not follow",
    ],
    [
      "a site lies behind the end of its file",
      () => forged((at) => void (words(at("edges.site"))[at("edges.kind").indexOf(6)] = 1 << 30)),
      "has a site outside",
    ],
    [
      "a definition is longer than its file",
      () => forged((at) => void (words(at("nodes.end"))[aMethod()] = 1 << 30)),
      "outside",
    ],
    [
      "a definition ends before it begins",
      () => forged((at) => void (words(at("nodes.start"))[aMethod()] = 1 << 30)),
      "ends before it begins",
    ],
    [
      "a definition is in no file",
      () => forged((at) => void (words(at("nodes.file"))[aMethod()] = NONE)),
      "outside of any file",
    ],
    ["a reason is not known", () => forged((at) => void (at("edges.reason")[3] = 200)), "reason that is not known"],
    [
      "a confidence is more than certain",
      () => forged((at) => void (at("edges.confidence")[3] = 101)),
      "edges.confidence",
    ],
    [
      "lines are out of order",
      () => forged((at) => void words(at("lines")).subarray(-2).reverse()),
      "the lines of file",
    ],
    [
      "a path leads out of the repository",
      () => forged((at) => replaceText(at, "src/main.ts", "../main.tsx")),
      "leads out",
    ],
    [
      "a path leads into git's folder",
      () => forged((at) => replaceText(at, "src/main.ts", ".git/mai.ts")),
      "leads out",
    ],
    ["a text is not UTF-8", () => forged((at) => void (at("strings.utf8")[3] = 0xff)), "not valid UTF-8"],
    ["names are out of order", () => forged((at) => words(at("byName")).reverse()), "byName is out of order"],
    ["two nodes have one place", () =>
      forged((at) => {
        for (const tag of sections.keys()) {
          if (!tag.startsWith("nodes.")) continue
          const width = at(tag).length / at("nodes.kind").length
          const node = aMethod()
          at(tag).copyWithin((node + 1) * width, node * width, (node + 1) * width)
        }
      }), "out of order"],
    ["a cause is not known", () => forged((at) => void (at("unresolved.cause")[0] = 99)), "cause that is not known"],
    [
      "what is handed over lies outside of its file",
      () => forged((at) => void (words(at("registrations.end"))[0] = 1 << 30)),
      "registration 0 lies outside",
    ],
    [
      "what is handed over is no definition",
      () => forged((at) => void (words(at("registrations.handler"))[nameless()] = node("File:src/loose.ts"))),
      "hands over no definition",
    ],
    [
      "it is handed over in a form that is not known",
      () => forged((at) => void (at("registrations.form")[0] = 9)),
      "form that is not known",
    ],
    ["something is handed over twice", () =>
      forged((at) => {
        for (const tag of sections.keys()) {
          if (!tag.startsWith("registrations.")) continue
          const width = at(tag).length / at("registrations.form").length
          at(tag).copyWithin(width, 0, width)
        }
      }), "registration 1 is out of order"],
    [
      "what has a name tells what its text runs",
      () => forged((at) => void (words(at("registered.registration"))[0] = nameless() + 1)),
      "is told of what has a name",
    ],
    [
      "what runs stands elsewhere",
      () => forged((at) => void (words(at("registered.site"))[0] = 0)),
      "outside of what was handed over",
    ],
    [
      "what runs is only read",
      () => forged((at) => void (at("registered.kind")[0] = 9)),
      "tells what nothing runs",
    ],
    [
      "it carries more than a snapshot",
      () => forged(() => {}, [{ tag: "payload", bytes: new Uint8Array(8) }]),
      "holds more",
    ],
    [
      "its numbers are not the graph's",
      () => meta((it) => void (Object.assign(it["report"]!, { read: 99 }))),
      "numbers of its report",
    ],
    [
      "a count is negative",
      () => meta((it) => void (Object.assign(it["languages"]![0]!, { files: -1 }))),
      "count of a language",
    ],
    [
      "its commit is a text",
      () => meta((it) => void Object.assign(it, { commit: "--upload-pack=x" })),
      "its commit is none",
    ],
    ["its name is a path", () => meta((it) => void Object.assign(it, { name: "../x" })), "no name of a folder"],
    ["its own words have another form", () => meta((it) => void Object.assign(it, { more: 1 })), "holds more"],
    ["it is cut", () => bytes.subarray(0, bytes.length - 8), "damaged"],
    ["it is longer", () => joined([bytes, new Uint8Array(8)]), "damaged"],
    ["it is something else", () => new TextEncoder().encode("#!/bin/sh\nexit 1\n"), "foreign"],
    ["it is empty", () => new Uint8Array(), "foreign"],
  ]
  /** Puts a text of equal length in the place of another. */
  const replaceText = (at: Section, old: string, text: string): void => {
    const blob = Buffer.from(at("strings.utf8").buffer)
    const from = blob.indexOf(old)
    expect(from).toBeGreaterThan(0)
    expect(text.length).toBe(old.length)
    blob.write(text, from)
  }
  for (const [title, given, said] of table) test(title, () => expect(refusal(given())).toContain(said))
})

const change = fc.record({
  tag: fc.nat(),
  at: fc.nat(),
  value: fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0xff)),
  how: fc.constantFrom("set", "flip", "copy"),
})

law(
  "whatever is changed in whatever column, the snapshot is refused, or whole in all that is asked of it",
  fc.array(change, { minLength: 1, maxLength: 4 }),
  (changes) => {
    const tags = [...sections.keys()].filter((tag) => tag !== "meta" && sections.get(tag)!.length > 0)
    const given = forged((at) => {
      for (const { tag, at: place, value, how } of changes) {
        const section = at(tags[tag % tags.length]!)
        const i = place % section.length
        section[i] = how === "set"
          ? value
          : how === "flip"
          ? section[i]! ^ (1 << (value & 7))
          : section[(i + 4) % section.length]!
      }
    })
    const decoded = decode(given)
    if (decoded._tag === "Left") return
    const { graph } = decoded.right
    for (let node = 0; node < graph.nodes.rows; node++) {
      expect(Uid.find(graph, Uid.uidOf(graph, node))).toBe(node)
      Node.endLineOf(graph, node)
      Node.children(graph, node)
    }
    expect(Buffer.compare(joined(Snapshot.encode(decoded.right)), given)).toBe(0)
  },
  { runs: 400 },
)

law(
  "bytes that are flipped or cut are refused, or were not those of anything",
  fc.record({ at: fc.nat(), bit: fc.nat(7), cut: fc.boolean() }),
  ({ at, bit, cut }) => {
    const i = at % bytes.length
    const given = cut ? bytes.slice(0, i) : bytes.slice()
    if (!cut) given[i] = given[i]! ^ (1 << bit)
    expect(decode(given)._tag).toBe("Left")
  },
  { runs: 200 },
)

describe("importSnapshot()", () => {
  const run = <A, E>(
    home: string,
    body: Effect.Effect<A, E, Registry.Registry | Home | Layer.Layer.Success<typeof machine>>,
  ): Effect.Effect<A, E> =>
    body.pipe(
      Effect.provide(Registry.Registry.layer),
      Effect.provide(Layer.merge(machine, Layer.succeed(Home, { folder: home }))),
    )
  const machine = Layer.merge(Files.layer, Digest.layer)

  effect(
    "records the index of a folder under the home folder, byte for byte, and touches the folder in no way",
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
      const file = join(base, "shared.snapshot")
      writeFileSync(file, bytes)
      const { entry, meta } = yield* run(home, Import.importSnapshot(file, root))
      expect(meta.name).toBe("ledger")
      expect(entry).toMatchObject({ path: root, imported: true, stats: { files: 9 } })
      expect(readdirSync(root)).toEqual(["a.ts"])
      expect(Buffer.compare(readFileSync(entry.snapshot), Buffer.from(bytes))).toBe(0)
      expect((yield* run(home, Storage.open(entry))).meta).toEqual(meta)
      // Nothing tells how the files were when it was made.
      expect(yield* run(home, Storage.sources(entry))).toBeUndefined()
    }),
  )

  effect(
    "changes nothing where it refuses",
    Effect.gen(function* () {
      const home = yield* Repo.temporary
      const root = yield* Repo.layOut(new Map([["a.ts", "1\n"]]))
      const file = join(base, "bad.snapshot")
      writeFileSync(file, bytes.subarray(0, 1000))
      const details: Array<string> = []
      for (const given of [file, join(base, "absent"), base, "/dev/zero"]) {
        const error = yield* Effect.flip(run(home, Import.importSnapshot(given, root)))
        expect(error).toMatchObject({ _tag: "ImportRefused", path: given })
        details.push("detail" in error ? error.detail : "")
      }
      expect(details).toEqual([
        expect.stringContaining("is cut"),
        "there is no such file",
        "it is no file",
        "it is no file",
      ])
      expect(existsSync(join(home, "registry.json"))).toBe(false)
    }),
  )
})

test("an index whose methods stand in another file than their type comes in", async () => {
  const root = join(base, "go")
  mkdirSync(root)
  Repo.write(
    root,
    Repo.parse(`=== go.mod
module example.com/m
=== a.go
package m

type T struct{}

func (t T) one() {}
=== b.go
package m

func (t T) two() { t.one() }
`),
  )
  const index = await Effect.runPromise(analyze(root, { home: join(base, "home"), workers: 1 }))
  const written = new Uint8Array(readFileSync(index.place.snapshot))
  await Effect.runPromise(index.close)
  expect(refusal(written)).toBe("taken")
})
