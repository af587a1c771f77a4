// What is decided of a file before it is read as a language: whose it is, and whether a person wrote it.

import { expect, test } from "bun:test"
import { languageOf } from "../../lib/indexer/language_of.ts"
import * as Project from "../../lib/indexer/project.ts"
import { isMinified } from "../../lib/indexer/shape.ts"
import type { Language } from "../../lib/syntax/language.ts"

const language = (name: string, ...extensions: ReadonlyArray<string>) => ({ name, extensions }) as unknown as Language

test("languageOf() takes the longest ending that a language claims, whatever its case, and the first claim counts", () => {
  const of = languageOf([language("a", ".a", ".x"), language("b", ".d.a"), language("c", ".x")])
  const names = ["m.a", "m.d.a", "src/some.thing.A", "m.x", "m.b", "a", "x.a/README", ".a"].map((it) => of(it)?.name)
  expect(names).toEqual(["a", "b", "a", "a", undefined, undefined, undefined, "a"])
})

test("isMinified() tells squeezed code from long lines that people or generators of data write", () => {
  const squeezed = "function a(b,c){return b?c(b):d(e,f)};var g=[1,2,3];".repeat(1000)
  expect(isMinified(squeezed)).toBe(true)
  expect(isMinified(`/* licence */\n${squeezed}\n//# sourceMappingURL=x.map\n`)).toBe(true)
  expect(isMinified(squeezed.slice(0, 9000))).toBe(false)
  expect(isMinified(`export const sum = 0${" + 1".repeat(20_000)};\nexport function after() { return sum }\n`)).toBe(
    false,
  )
  expect(isMinified("const value = compute(left, right)\n".repeat(1000))).toBe(false)
  expect(isMinified(squeezed.replaceAll(";", ";\n"))).toBe(false)
  expect(isMinified(`export const data = "${"QUJD\\n".repeat(20_000)}"\n`)).toBe(false)
  expect(isMinified(`export const grammar = \`${'{"a":[1,2]},'.repeat(5000)}\`\n`)).toBe(false)
})

test("a project knows its files, the folders that hold them, and the root", () => {
  const project = Project.make(["a.ts", "lib/deep/b.ts"], { texts: new Map([["t.json", "{}"]]), notes: [] })
  expect(["a.ts", "lib", "b.ts"].map(project.has)).toEqual([true, false, false])
  expect(["", "lib", "lib/deep", "deep", "a.ts"].map(project.hasFolder)).toEqual([true, true, true, false, false])
  expect([project.config("t.json"), project.config("a.ts")]).toEqual(["{}", undefined])
})
