// What a change breaks is told down to the single test: in a repository on disk, whose sources say which test runs what.

import { afterAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { machine } from "../../lib/platform/machine.ts"
import * as Services from "../../lib/serve/services.ts"
import { TOOLS } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import { Analysis } from "../../lib/workspace/analysis.ts"
import * as Repo from "../_kit/repo.ts"

const CART_TEST = `import { describe, it, test, beforeEach } from "vitest"
import { add, total, Cart, Wide, formatted, labelled } from "../src/cart"
import { filled } from "./helper"

describe("cart", () => {
  describe("empty", () => {
    it("costs nothing", () => {
      total([])
    })
  })
  it("adds", () => {
    add([], 1)
  })
  it.each([[1], [2]])("is filled with %i", (count) => {
    filled(count)
  })
})

describe("prepared", () => {
  beforeEach(() => {
    formatted(1)
  })
  test("first", () => {})
  test("second", () => {
    add([], 2)
  })
})

test("by a callback", () => {
  [1].map(formatted)
})

function named() {
  new Wide().size()
}
test("handed over by name", named)

test("of another kind", () => {
  new Cart().size()
})

test("labels", () => {
  [1].map(labelled)
})

test("labels again", () => {
  [2].map(labelled)
})
`

const FILES = {
  "ts/src/cart.ts": `export function add(items: Array<number>, item: number) { return checked([...items, item]) }
export function checked(items: Array<number>) { return items }
export function total(items: Array<number>) { return items.length }
export function formatted(item: number) { return String(item) }
export function labelled(item: number) { return "" + item }
export function unused() { return deeper() }
export function deeper() { return 1 }
export class Cart { size() { return this.measure() } measure() { return 1 } }
export class Wide extends Cart { override measure() { return 2 } }
export class Narrow extends Cart { override measure() { return 3 } }
`,
  "ts/tests/helper.ts": `import { add } from "../src/cart"
export function filled(count: number) { return add([], count) }
`,
  "ts/tests/cart.test.ts": CART_TEST,
  "py/src/shop.py": `def price(item):
    return rounded(item)


def rounded(item):
    return item


def parsed(text):
    return text


class Store:
    def open(self):
        return self.path()

    def path(self):
        return "."

    def __enter__(self):
        return entered(self)

    def __exit__(self, *args):
        return None


def entered(store):
    return store


def loud(function):
    def inner(*args):
        return noticed(function, args)

    return inner


def noticed(function, args):
    return function(*args)
`,
  "py/tests/conftest.py": `import pytest
from shop import Store, parsed


@pytest.fixture
def store():
    return Store()


@pytest.fixture(name="text")
def fixture_of_text():
    return parsed("text")


@pytest.fixture
def opened(store):
    return store
`,
  "py/tests/test_shop.py": `import pytest
from shop import Store, loud, price


def test_price():
    assert price(1) == 1


@pytest.mark.parametrize("item", [1, 2])
def test_prices(item):
    assert helper(item) == item


def helper(item):
    return price(item)


def test_store(store):
    assert store.open() == "."


def test_opened(opened, text):
    assert opened is not None


def test_with():
    with Store() as it:
        assert it


class TestLoud:
    def setup_method(self):
        self.item = price(1)

    def test_one(self):
        assert True

    def test_inner(self):
        @loud
        def answer():
            return 1

        assert answer() == 1
`,
}

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-affected-")))
const root = join(base, "shop")
mkdirSync(root)
Repo.write(root, new Map(Object.entries(FILES)))
const runtime = ManagedRuntime.make(Services.layer(machine, join(base, "home")))
await runtime.runPromise(Effect.flatMap(Analysis, (it) => it.run(root, {})))

afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

// deno-lint-ignore no-explicit-any
const ask = async (tool: string, sent: object): Promise<any> =>
  JSON.parse((await runtime.runPromise(Answer.call(TOOLS, tool, sent) as never) as Answer.Answer).text)

interface Told {
  readonly name: string
  readonly uid: string
  readonly text?: string
  readonly file: string
  readonly line: number
}

const affected = async (target: string): Promise<ReadonlyArray<Told>> =>
  (await ask("impact", { target })).affected_tests

/** Titles and qualified names. */
const testsOf = async (target: string): Promise<ReadonlyArray<string>> =>
  (await affected(target)).map((it) => it.text ?? it.uid.slice(it.uid.lastIndexOf(":") + 1)).sort()

describe("tests that are functions without a name", () => {
  test("are told by their titles, each by itself", async () => {
    expect(await testsOf("total")).toEqual(["cart > empty > costs nothing"])
  })

  test("are told with their file and line", async () => {
    const [row] = await affected("total")
    const line = CART_TEST.slice(0, CART_TEST.indexOf(`it("costs nothing"`)).split("\n").length
    expect(row).toMatchObject({ file: "ts/tests/cart.test.ts", line, uid: "File:ts/tests/cart.test.ts" })
  })

  test("are found through helpers in other files, and through what the product calls itself", async () => {
    const all = ["cart > adds", "cart > is filled with %i", "prepared > second"]
    expect(await testsOf("cart.ts:add")).toEqual(all)
    expect(await testsOf("checked")).toEqual(all)
  })

  test("all stand behind what is done before each of them; a function that is read as a value counts", async () => {
    expect(await testsOf("formatted")).toEqual(["by a callback", "prepared > first", "prepared > second"])
  })

  test("are all told where several take one value", async () => {
    expect(await testsOf("labelled")).toEqual(["labels", "labels again"])
  })

  test("may be handed over by name", async () => {
    expect(await testsOf("Wide.measure")).toEqual(["handed over by name"])
  })

  test("of a member that another may run in place of run that one of which they make an instance", async () => {
    expect(await testsOf("Narrow.measure")).toEqual([])
    expect(await testsOf("Cart.size")).toEqual(["handed over by name", "of another kind"])
  })

  test("none is none", async () => {
    expect(await testsOf("deeper")).toEqual([])
  })
})

describe("tests with names", () => {
  test("are told, helpers are not; what is set up runs before each test of its type", async () => {
    expect(await testsOf("shop.py:price")).toEqual([
      "TestLoud.test_inner",
      "TestLoud.test_one",
      "test_price",
      "test_prices",
    ])
    expect(await testsOf("rounded")).toEqual(await testsOf("shop.py:price"))
  })

  test("come to what they are given by the names of their parameters, also by what that is given", async () => {
    expect(await testsOf("Store.path")).toContain("test_store")
    expect(await testsOf("parsed")).toEqual(["test_opened"])
    const [fixture] = await affected("conftest.py:store")
    expect(fixture).toMatchObject({ file: "py/tests/test_shop.py" })
    expect(await testsOf("conftest.py:store")).toEqual(["test_opened", "test_store"])
  })

  test("come to what the language runs without naming it", async () => {
    expect(await testsOf("entered")).toContain("test_with")
  })

  test("come to what stands around what they decorate", async () => {
    expect(await testsOf("noticed")).toEqual(["TestLoud.test_inner"])
  })
})
