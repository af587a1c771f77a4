// Where the names of Python's modules lead, beside decoys that a looser reading would take.

import { expect, test } from "bun:test"
import { python } from "../../../lib/languages/python/language.ts"
import { projectOf } from "../../resolve/_graph.ts"

/** Resolves names in a project of empty files, or of files with the given texts. */
const resolverOf = (paths: ReadonlyArray<string>, texts: Readonly<Record<string, string>> = {}) => {
  const files = new Map([...paths.map((it) => [it, ""] as const), ...Object.entries(texts)])
  const { resolve, part } = python.modules(projectOf(files))
  const show = (from: string, name: string): string => {
    const target = resolve(from, name)
    switch (target._tag) {
      case "files":
        return target.paths.join(" ")
      case "folder":
        return `${target.path}/`
      case "external":
        return `external ${target.package}`
      case "unresolved":
        return "unresolved"
    }
  }
  return { show, part }
}

test("packages before modules, sources before stubs, folders without a file of their own last", () => {
  const { show } = resolverOf(["a/__init__.py", "a.py", "b.py", "b.pyi", "c/inner.py", "d.pyi", "docs/readme.md"])
  expect(show("main.py", "a")).toBe("a/__init__.py")
  expect(show("main.py", "b")).toBe("b.py")
  expect(show("main.py", "c")).toBe("c/")
  expect(show("main.py", "c.inner")).toBe("c/inner.py")
  expect(show("main.py", "d")).toBe("d.pyi")
  // a folder that holds no source is no module
  expect(show("main.py", "docs")).toBe("external docs")
})

test("leading dots climb from the package that the file lies in", () => {
  const { show } = resolverOf(["p/__init__.py", "p/a.py", "p/q/__init__.py", "p/q/b.py", "a.py"])
  expect(show("p/q/b.py", ".")).toBe("p/q/__init__.py")
  expect(show("p/q/b.py", "..")).toBe("p/__init__.py")
  expect(show("p/q/b.py", "..a")).toBe("p/a.py")
  expect(show("p/q/__init__.py", ".b")).toBe("p/q/b.py")
  expect(show("p/q/b.py", "....a")).toBe("unresolved")
})

test("an absolute name is looked for beside the outermost package, in declared roots and in src", () => {
  const { show } = resolverOf(
    ["src/shop/__init__.py", "src/shop/cart.py", "tests/test_cart.py", "code/tool/__init__.py", "setup.py"],
    { "setup.py": 'setup(package_dir={"": "code"})' },
  )
  expect(show("tests/test_cart.py", "shop.cart")).toBe("src/shop/cart.py")
  expect(show("src/shop/cart.py", "shop")).toBe("src/shop/__init__.py")
  expect(show("tests/test_cart.py", "tool")).toBe("code/tool/__init__.py")
  expect(show("tests/test_cart.py", "shop.gone")).toBe("unresolved")
  expect(show("tests/test_cart.py", "requests.models")).toBe("external requests.models")
})

test("a module of the standard library is not a namesake inside of the package", () => {
  const { show } = resolverOf(["src/app/__init__.py", "src/app/typing.py", "src/app/json/__init__.py", "src/app/a.py"])
  expect(show("src/app/a.py", "typing")).toBe("external typing")
  expect(show("src/app/json/__init__.py", "json")).toBe("external json")
  expect(show("src/app/a.py", ".typing")).toBe("src/app/typing.py")
})

test("a package has the modules that lie in it, a plain module has none", () => {
  const { part } = resolverOf(["p/__init__.py", "p/a.py", "q.py", "q/b.py", "n/c.py"])
  expect(part?.("p/__init__.py", "a")).toEqual({ _tag: "files", paths: ["p/a.py"] })
  expect(part?.("p/__init__.py", "gone")).toBeUndefined()
  expect(part?.("q.py", "b")).toBeUndefined()
  expect(part?.("n", "c")).toEqual({ _tag: "files", paths: ["n/c.py"] })
})
