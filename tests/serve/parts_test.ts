// Pages of areas and execution flows, by the official client against the whole server. What they are to tell stands in the
// source below.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { analyze } from "../../promise.ts"
import * as Repo from "../_kit/repo.ts"
import * as Served from "./served.ts"

setDefaultTimeout(60_000)

const FILES = {
  "package.json": `{ "name": "shop", "dependencies": { "express": "4" } }
`,
  "src/cart/cart.ts": `import { writeFileSync } from "node:fs"

/** Says nothing of itself on a page. */
export class Cart {
  add(item: Item) {
    this.check(item)
    save(item)
  }
  check(item: Item) {
    return price(item)
  }
}
export class Item {
  cost = 1
}
export function price(item: Item) {
  return round(item.cost)
}
function round(cost: number) {
  return cost
}
function save(item: Item) {
  writeFileSync("cart", String(item.cost))
}
`,
  "src/mail/mail.ts": `export function send(to: string) {
  const line = connect(to)
  return write(line)
}
function connect(to: string) {
  return open(to)
}
function write(line: string) {
  return open(line)
}
function open(to: string) {
  return to
}
`,
  "src/app.ts": `import express from "express"
import { Cart, Item } from "./cart/cart"
import { send } from "./mail/mail"

const app = express()
app.post("/carts/:id\`\`\`\`\`|x", () => {
  const cart = new Cart()
  cart.add(new Item())
  send("owner")
})
app.get("/same", first)
app.get("/same", second)
function first() {
  send("first")
}
function second() {
  send("second")
}
`,
  "test/cart.test.ts": `import { Cart, Item, price } from "../src/cart/cart"
import { test } from "node:test"

test("adds", () => {
  new Cart().add(new Item())
})
test("has a price", () => {
  price(new Item())
})
`,
}

const lineOf = (path: keyof typeof FILES, text: string): number => {
  const at = FILES[path].indexOf(text)
  if (at < 0) throw new Error(`"${text}" does not stand in ${path}`)
  return FILES[path].slice(0, at).split("\n").length
}

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-parts-")))
const home = join(base, "home")
const AT = "portolan://repo/shop"
let server: Awaited<ReturnType<typeof Served.serve>>

const page = (kind: "cluster" | "process", name: string) => server.page(`${AT}/${kind}/${encodeURIComponent(name)}`)

const refused = (uri: string): Promise<{ code: number; message: string; data?: { candidates?: unknown } }> =>
  server.client.readResource({ uri }).then(() => {
    throw new Error(`${uri} was read`)
  }, (error) => error)

/** Rows of the only list whose first line begins so. */
const rowsOf = (text: string, titles: RegExp): ReadonlyArray<string> => {
  const lists = [...text.matchAll(/^(`{3,})text\n([^]*?)\n\1$/gm)].map(([, , inside]) => inside!.split("\n"))
  const found = lists.filter(([head]) => titles.test(head!))
  expect(found.length).toBe(1)
  return found[0]!.slice(1)
}

beforeAll(async () => {
  mkdirSync(join(base, "shop"))
  Repo.write(join(base, "shop"), new Map(Object.entries(FILES)))
  await (await analyze(join(base, "shop"), { home, workers: 1 })).close()
  server = await Served.serve({ home })
})

afterAll(async () => {
  await server.close()
  rmSync(base, { recursive: true, force: true })
})

describe("areas", () => {
  test("are listed with their size, and each is read by label, by id and by what it holds", async () => {
    const clusters = await server.page(`${AT}/clusters`)
    const rows = rowsOf(clusters, /^id +members +cohesion +label$/)
    expect(clusters).toMatch(/^Modularity 0\.\d\d: /m)
    expect(clusters).toContain(`${rows.length} areas with `)
    let members = 0
    for (const row of rows) {
      const [, id, size, cohesion, label] = /^([0-9a-f]{16}) +(\d+) +([01]\.\d\d) +(.+)$/.exec(row)!
      members += Number(size)
      expect(Number(cohesion)).toBeLessThanOrEqual(1)
      const text = await page("cluster", label!)
      expect(text).toContain(`\`\`\`text\n${label}\n\`\`\``)
      expect(text).toContain(`\`Community:${id}\`, ${size} members, cohesion ${cohesion}`)
      for (const name of [id!, `Community:${id}`, label!.toUpperCase()]) expect(await page("cluster", name)).toBe(text)
    }
    expect(clusters).toContain(` with ${members} members`)
  })

  test("tell their members by file with kind and line, their ties, tests and processes", async () => {
    const text = await page("cluster", "Cart.check")
    expect(await page("cluster", "Class:src/cart/cart.ts:Cart")).toBe(text)
    const members = rowsOf(text, /members by file/)
    expect(members).toContain("src/cart/cart.ts")
    for (
      const [kind, name, at] of [
        ["Class", "Cart", "class Cart"],
        ["Method", "Cart.add", "add(item"],
        ["Method", "Cart.check", "check(item: Item) {"],
      ] as const
    ) {
      expect(members).toContain(`  ${lineOf("src/cart/cart.ts", at)} ${kind} ${name}`)
    }
    expect(members.join("\n")).not.toContain("connect")
    expect(text).not.toContain("Says nothing")
    expect(rowsOf(text, /^tests +members +file$/)).toEqual([expect.stringMatching(/^\d+ +\d+ +test\/cart\.test\.ts$/)])
    expect(rowsOf(text, /^id +steps here +of +process$/).join("\n")).toContain("POST /carts/:id")
    const mail = await page("cluster", "connect")
    expect(mail).not.toBe(text)
    expect(mail).toContain("None is known: no test runs a member")
    expect(mail).toContain("mail/mail.ts")
  })

  test("of a name that nothing has fail with what lies near, in words of ours", async () => {
    const [row] = rowsOf(await server.page(`${AT}/clusters`), /^id +members/)
    const [id] = row!.split(" ")
    const label = row!.slice(row!.indexOf("src"))
    const error = await refused(`${AT}/cluster/${encodeURIComponent(`${label}x`)}`)
    expect(error.code).toBe(-32002)
    expect(error.message).toContain(`; the nearest are Community:${id}`)
    expect(error.message).toContain(`${AT}/clusters lists all`)
    expect(error.data?.candidates).toContainEqual({ name: label, id: `Community:${id}` })
  })
})

describe("processes", () => {
  const route = "POST /carts/:id`````|x"

  test("are listed with what enters them, where, and how telling they are", async () => {
    const text = await server.page(`${AT}/processes`)
    const rows = rowsOf(text, /^id +entry +priority +steps +areas/)
    const [row] = rows.filter((it) => it.includes(route))
    expect(row).toMatch(/^[0-9a-f]{16} +route +[01]\.\d\d +\d+ +\d+ +POST /)
    expect(row).toEndWith(`src/app.ts:${lineOf("src/app.ts", "() => {")}`)
    expect(text).toMatch(/^\| route \| \d+ \| It answers a request at a path \|$/m)
    const priorities = rows.map((it) => Number(/(?<= )[01]\.\d\d(?= )/.exec(it)![0]))
    expect(priorities).toEqual([...priorities].sort((a, b) => b - a))
  })

  test("have each step with who runs it, where it stands and is called, and what it touches", async () => {
    const text = await page("process", route)
    expect(text).toContain("- entered as route: it answers a request at a path; what runs there is code without a name")
    expect(text).toContain("- nothing was cut")
    const rows = rowsOf(text, /^step +by +depth +confidence/)
    const at = (name: string, definition: string) =>
      `${name}  src/cart/cart.ts:${lineOf("src/cart/cart.ts", definition)}`
    const steps = rows.map((it) => /^(\d+) +(?:(\d+) +)?(\d+) +([01]\.\d\d) +(.+)$/.exec(it)!.slice(1))
    const stepOf = (start: string) => steps.find(([, , , , what]) => what!.startsWith(start))!
    expect(steps[0]!.join(" ")).toBe(
      `1  0 1.00 code without a name  src/app.ts:${lineOf("src/app.ts", "() => {")}`,
    )
    const add = stepOf("Cart.add")
    expect(add.slice(1, 3)).toEqual(["1", "1"])
    expect(add[4]).toBe(`${at("Cart.add", "add(item")}  called at src/app.ts:${lineOf("src/app.ts", "cart.add")}`)
    const save = stepOf("save")
    expect(save.slice(1, 3)).toEqual([add[0]!, "2"])
    expect(save[4]).toBe(
      `${at("save", "function save")}  called at src/cart/cart.ts:${
        lineOf("src/cart/cart.ts", "save(item)")
      }  touches file: writeFileSync`,
    )
    expect(steps.map(([n]) => n)).toEqual(steps.map((_, i) => String(i + 1)))
    expect(stepOf("round")[2]).toBe("4")
  })

  test("are traced on demand from a definition, which is said", async () => {
    const text = await page("process", "Function:src/cart/cart.ts:price")
    expect(text).toContain("- traced on demand from this definition")
    expect(rowsOf(text, /^step +by/).map((it) => /^\d+ +(?:\d+ +)?\d+ +[\d.]+ +(\w+)/.exec(it)![1])).toEqual([
      "price",
      "round",
    ])
    const open = await page("process", "src/mail/mail.ts:open")
    expect(open).toContain("- 1 step: it runs nothing of the repository that is known")
  })

  test("of one name ask which is meant, and lead on", async () => {
    const text = await page("process", "GET /same")
    expect(text).toStartWith("# 2 processes called so\n")
    const rows = rowsOf(text, /^name +process and where/)
    const labels = await Promise.all(rows.map(async (it) => {
      const read = await page("process", it.split(" ")[0]!)
      return /^ *1 .* (first|second) /m.exec(rowsOf(read, /^step/).join("\n"))![1]
    }))
    expect(labels.sort()).toEqual(["first", "second"])
  })

  test("of a name that nothing has fail with what lies near, in words of ours", async () => {
    const error = await refused(`${AT}/process/sendd`)
    expect(error.code).toBe(-32002)
    expect(error.message).toContain(`Cannot find the process "sendd" in shop`)
    expect(error.message).toContain(`${AT}/processes lists all`)
    expect(JSON.stringify(error.data)).toContain(`"name":"send"`)
  })
})

describe("completions", () => {
  const values = async (argument: string, value: string, uri: string, given?: Record<string, string>) =>
    (await server.client.complete({
      ref: { type: "ref/resource", uri },
      argument: { name: argument, value },
      ...(given === undefined ? {} : { context: { arguments: given } }),
    })).completion.values

  test("give names that lead to a page, of the repository that is named or the only one", async () => {
    const uri = "portolan://repo/{name}/process/{process}"
    const found = await values("process", "post /CARTS", uri, { name: "shop" })
    expect(found).toHaveLength(1)
    expect(await page("process", found[0]!)).toStartWith("# A process of `shop`")
    expect(await values("process", "post /CARTS", uri)).toEqual(found)
    expect(await values("process", "post", uri, { name: "none" })).toEqual([])
    expect(await values("cluster", "", uri, { name: "shop" })).toEqual([])
    expect(await values("name", "sh", uri)).toEqual(["shop"])
    const clusters = await values("cluster", "src/", "portolan://repo/{name}/cluster/{cluster}", { name: "shop" })
    expect(clusters.length).toBeGreaterThan(1)
    for (const name of clusters) expect(await page("cluster", name)).toStartWith("# An area of `shop`")
  })
})

test("the page of the repository leads to all of them", async () => {
  const text = await server.page(`${AT}/context`)
  const areas = rowsOf(await server.page(`${AT}/clusters`), /^id +members/).length
  const flows = rowsOf(await server.page(`${AT}/processes`), /^id +entry/).length
  expect(text).toMatch(
    new RegExp(`^- ${areas} areas of the code \\(modularity 0\\.\\d\\d\\), ${flows} execution flows, `, "m"),
  )
  for (const uri of [`${AT}/clusters`, `${AT}/cluster/{cluster}`, `${AT}/processes`, `${AT}/process/{process}`]) {
    expect(text).toContain(`- \`${uri}\`: `)
  }
})
