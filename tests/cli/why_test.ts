// `portolan why`: what is told of each reference of a line. What must come out is written by hand from the fixture's
// source: the definitions, the places and the ways between them.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"
import * as Portolan from "../../promise.ts"
import * as Screen from "../../cli/terminal.ts"
import * as Text from "../../cli/why_text.ts"

setDefaultTimeout(60_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-why-")))
const repo = join(base, "shop")

const PLAIN = Screen.paintFor({ ...Screen.out, colour: false })

const SIGNALS = ["A", "B", "C", "D", "E", "F", "G", "H", "I"]

beforeAll(() => {
  mkdirSync(repo)
  Repo.write(
    repo,
    Repo.parse(`=== src/order.ts
export class Order {
  lines: Map<string, Line> = new Map()
  total(): number { return 1 }
}
export interface Line { price(): number }
=== src/index.ts
export * from "./deep"
=== src/deep.ts
export { Order as Purchase } from "./order"
import { Order } from "./order"
export const load = () => new Order()
export { lost } from "./nowhere"
=== src/signals.ts
${SIGNALS.map((it) => `export class ${it} { fire() {} }`).join("\n")}
export type Signal = ${SIGNALS.join(" | ")}
=== src/app.ts
import { load, Purchase } from "./index"
import type { Signal } from "./signals"
import { readFile } from "node:fs"
import * as deep from "./deep"
import { lost } from "./deep"

function show(order) {
  order.total()
}

export function run(purchase: Purchase, what: any, signal: Signal) {
  purchase.lines.get("a")
  load().total()
  const made = new Purchase()
  made.total()
  made.refund()
  show(made)
  lost()
  readFile("x")
  what.ever()
  nobody()
  const again = load
  again()
  signal.fire()
  deep.load()
}

function quiet() {}
`),
  )
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

const why = async (line: number): Promise<string> =>
  Text.text(await Portolan.why(repo, "src/app.ts", line, { workers: 1 }), PLAIN)

/** The part that tells of one name. */
const of = (text: string, name: string): string =>
  text.split("\n\n").find((it) => it.startsWith(`  ${name} `))!.trimEnd()

test("a name is followed through its import and every re-export, renames too", async () => {
  expect(await why(14)).toBe(`src/app.ts:14  const made = new Purchase()

  Purchase  column 20, new: resolved by import, 0.99. The name is imported, and the import leads to the definition
    → Class:src/order.ts:Order  src/order.ts:1  INSTANTIATES import 0.99
    imports Purchase from "./index"  src/app.ts:1
    re-exports all of "./deep"  src/index.ts:1
    re-exports Order as Purchase from "./order"  src/deep.ts:1
    Order is defined  src/order.ts:1
`)
})

test("a receiver's type is told with where it is declared, made or inferred", async () => {
  expect(of(await why(12), "get")).toBe(`  get  column 18, call: external. The platform provides it
    → get
    on Map<string, Line>
      Order.lines is declared Map<string, Line>  src/order.ts:2`)
  expect(of(await why(13), "total")).toBe(
    `  total  column 10, call: resolved by inferred, 0.98. Member of a type inferred from returns, fields or assignments
    → Method:src/order.ts:Order.total  src/order.ts:3  CALLS inferred 0.98
    on Order
      load returns Order, as inferred from what it gives back  src/deep.ts:3
      gives back Order  src/deep.ts:3`,
  )
  expect(of(await why(15), "total")).toBe(
    `  total  column 8, call: resolved by constructed, 0.99. Member of a type that the receiver was constructed with
    → Method:src/order.ts:Order.total  src/order.ts:3  CALLS constructed 0.99
    on Order
      made holds Order  src/app.ts:14
      constructed: Order  src/app.ts:14`,
  )
})

test("a parameter without a type tells the calls that give it one, and the round that found it", async () => {
  expect(of(await why(8), "total")).toBe(
    `  total  column 9, call: resolved by inferred, 0.98. Member of a type inferred from returns, fields or assignments
    → Method:src/order.ts:Order.total  src/order.ts:3  CALLS inferred 0.98
    on Order
      parameter order of show is given Order by its callers, found in round 1  src/app.ts:7
      called  src/app.ts:17`,
  )
})

test("a value that was stored under another name is followed back; a member of a module by its exports", async () => {
  expect(of(await why(23), "again")).toBe(
    `  again  column 3, call: resolved by value, 0.96. The value was stored or passed under another name and followed back
    → Function:src/deep.ts:load  src/deep.ts:3  CALLS value 0.96
    again is a local variable  src/app.ts:22
    holds function load
      again holds function load  src/app.ts:22
      imports load from "./index"  src/app.ts:1
      re-exports all of "./deep"  src/index.ts:1
      load is defined  src/deep.ts:3`,
  )
  expect(of(await why(25), "load")).toBe(
    `  load  column 8, call: resolved by namespace, 0.97. Member of an imported module
    → Function:src/deep.ts:load  src/deep.ts:3  CALLS namespace 0.97
    load is defined  src/deep.ts:3
    on module src/deep.ts
      imports * as deep from "./deep"  src/app.ts:4`,
  )
})

test("what is bound to nothing says why: a package, no type, no member, no name", async () => {
  expect(of(await why(19), "readFile")).toBe(`  readFile  column 3, call: external. It comes from a package
    → readFile of package node:fs
    imports readFile from "node:fs"  src/app.ts:3`)
  expect(of(await why(20), "ever")).toBe(
    `  ever  column 8, call: unknown, unknownReceiver. The type of the expression before the dot is not known
    on unknown
      parameter what of run is declared any, of which nothing is known  src/app.ts:11`,
  )
  expect(of(await why(16), "refund")).toBe(
    `  refund  column 8, call: unknown, unknownMember. The receiver's type is known, a member of that name is not
    on Order
      made holds Order  src/app.ts:14
      constructed: Order  src/app.ts:14`,
  )
  expect(of(await why(21), "nobody")).toBe(
    `  nobody  column 3, call: unknown, unknownName. No scope, import or known global has the name`,
  )
})

test("a module that was not found, behind a re-export too, is named with the paths that were looked for", async () => {
  const told = (await Portolan.why(repo, "src/app.ts", 18, { workers: 1 })).references
  expect(told.map(({ name, cause, missing }) => ({ name, cause, module: missing?.module }))).toEqual([
    { name: "lost", cause: "unresolvedModule", module: "./nowhere" },
  ])
  expect(told[0]!.missing!.looked).toContain("src/nowhere.ts")
  expect(told[0]!.missing!.looked).toContain("src/nowhere/")
  expect(told[0]!.hops.map(({ file, line }) => `${file}:${line}`)).toEqual(["src/app.ts:5", "src/deep.ts:4"])
})

test("several definitions that fit alike are listed", async () => {
  const fire = (await Portolan.why(repo, "src/app.ts", 24, { workers: 1 })).references.find(({ name }) =>
    name === "fire"
  )!
  expect([fire.outcome, fire.cause]).toEqual(["ambiguous", "ambiguous"])
  expect(fire.candidates!.map(({ uid, file, line }) => `${uid} ${file}:${line}`)).toEqual(
    SIGNALS.map((it, i) => `Method:src/signals.ts:${it}.fire src/signals.ts:${i + 1}`),
  )
})

test("a line that refers to nothing says so; a place that is none is refused by name", async () => {
  expect(await why(28)).toContain("No reference stands on this line")
  const refused = (file: string, line: number) =>
    Portolan.why(repo, file, line).then(() => "", ({ message }) => message)
  expect(await refused("src/app.ts", 99)).toBe("Cannot tell why of src/app.ts:99: the file has 29 lines")
  expect(await refused("src/none.ts", 1)).toContain("there is no such file")
})

test("the command takes FILE:LINE, prints text or JSON, and needs no index", async () => {
  const env = { PORTOLAN_HOME: join(base, "home") }
  const ran = (...args: ReadonlyArray<string>) => Program.portolan(["why", ...args], { cwd: repo, env })
  const plain = await ran("src/app.ts:14")
  expect(plain.code).toBe(0)
  expect(plain.stdout).toBe(await why(14))
  const json = await ran("src/app.ts:14", "--json")
  expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(await Portolan.why(repo, "src/app.ts", 14))))
  expect(await ran("src/app.ts")).toMatchObject({
    code: 2,
    stderr: `error: why takes FILE:LINE, such as src/main.ts:12, got "src/app.ts"\n`,
  })
})

test("the command finds a file from the root of the repository that is named, or of the only one there is", async () => {
  const env = { PORTOLAN_HOME: join(base, "home2") }
  const elsewhere = join(base, "elsewhere")
  mkdirSync(join(elsewhere, "src"), { recursive: true })
  const ran = (cwd: string, ...args: ReadonlyArray<string>) => Program.portolan(args, { cwd, env })
  const told = await why(14)
  expect(await ran(elsewhere, "why", "src/app.ts:14", "--repo", repo)).toMatchObject({ code: 0, stdout: told })
  expect(await ran(elsewhere, "why", "src/app.ts:14")).toMatchObject({
    code: 1,
    stderr: `error: Cannot read "src/app.ts": there is no such file in ${elsewhere}\n`,
  })
  expect((await ran(repo, "analyze", "--quiet")).code).toBe(0)
  const only = await ran(elsewhere, "why", "src/app.ts:14")
  expect(only).toMatchObject({ code: 0, stdout: told })
  expect(only.stderr).toContain(`note: answered from ${repo}: the folder you are in is not part of it`)
  expect(await ran(elsewhere, "why", "src/app.ts:14", "--repo", "shop")).toMatchObject({ code: 0, stdout: told })
  expect(await ran(join(repo, "src"), "why", "src/app.ts:14")).toMatchObject({ code: 0, stdout: told })
  expect(await ran(join(repo, "src"), "why", "app.ts:14")).toMatchObject({ code: 0, stdout: told })
  expect(await ran(elsewhere, "why", "src/none.ts:14")).toMatchObject({
    code: 1,
    stderr: `error: Cannot read "src/none.ts": there is no such file in ${elsewhere} or in ${repo}\n`,
  })
})
