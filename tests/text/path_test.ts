import { expect, test } from "bun:test"
import * as fc from "fast-check"
import * as Path from "../../lib/text/path.ts"

test("a path is brought to one form, or refused when it leaves the repository", () => {
  expect(Path.normalize("./src//a/../b.ts")).toBe("src/b.ts")
  expect(Path.normalize("src/")).toBe("src")
  expect(Path.normalize(".")).toBe("")
  expect(Path.normalize("..")).toBeUndefined()
  expect(Path.normalize("src/../../x")).toBeUndefined()
  expect(Path.normalize("/etc/passwd")).toBeUndefined()
  expect(Path.normalize("a\0b")).toBeUndefined()
  expect(Path.normalize("src\\a.ts")).toBe("src\\a.ts")
  expect(Path.normalize("src\\a.ts", true)).toBe("src/a.ts")
  expect(Path.normalize("C:\\a.ts", true)).toBeUndefined()
})

test("joining stays inside", () => {
  expect(Path.join("src/a", "../b/c.ts")).toBe("src/b/c.ts")
  expect(Path.join("", "./c.ts")).toBe("c.ts")
  expect(Path.join("src", "../..")).toBeUndefined()
  expect(Path.join("src", "/c.ts")).toBeUndefined()
})

test("parts of a path", () => {
  expect(Path.folderOf("src/a/b.test.ts")).toBe("src/a")
  expect(Path.folderOf("b.ts")).toBe("")
  expect(Path.baseOf("src/a/b.test.ts")).toBe("b.test.ts")
  expect(Path.extensionOf("src/a/B.Test.TS")).toBe(".ts")
  expect(Path.extensionOf("src.d/Makefile")).toBe("")
  expect(Path.extensionOf("src/.gitignore")).toBe("")
})

test("within means the folder itself or below it, not beside it", () => {
  expect(Path.isWithin("src/a.ts", "src")).toBe(true)
  expect(Path.isWithin("src", "src")).toBe(true)
  expect(Path.isWithin("srcs/a.ts", "src")).toBe(false)
  expect(Path.isWithin("a.ts", "")).toBe(true)
})

test("whatever is given, what comes out is in form and stays so", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("a", ".", "/", "..", "b") }), (text) => {
    const path = Path.normalize(text)
    if (path === undefined) return
    expect(path.split("/").every((part) => part !== "." && part !== ".." && (part !== "" || path === ""))).toBe(true)
    expect(Path.normalize(path)).toBe(path)
  }))
})
