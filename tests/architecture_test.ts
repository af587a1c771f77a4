// The house holds its own rules: which room may look into which, where the machine may be touched, where a language may
// be named. Read off the source text; when a rule and the code disagree here, one of them is wrong.

import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { GRAMMARS } from "../scripts/grammars.mjs"
import { ROOT } from "./_kit/program.ts"
import * as Source from "./_kit/source.ts"

/** A file imports from its own room or from one further up. */
const ROOMS = [
  "text",
  "graph",
  "machine",
  "syntax",
  "languages",
  "resolve",
  "search",
  "overlays",
  "indexer",
  "query",
  "workspace",
  "report",
  "tools",
  "serve",
  "platform",
]

/** Rooms with fewer readers than the order allows. */
const READERS: Readonly<Record<string, ReadonlyArray<string>>> = {
  languages: ["languages", "indexer", "platform"],
  platform: ["platform"],
}

/** Rooms that read fewer than the order allows. */
const READS: Readonly<Record<string, ReadonlyArray<string>>> = {
  overlays: ["text", "graph", "search", "overlays"],
}

/** Packages that one room alone may know. */
const PACKAGES: ReadonlyArray<readonly [package_: RegExp, rooms: ReadonlyArray<string>]> = [
  [/^(node|bun):|^bun$/, ["platform"]],
  [/^@modelcontextprotocol\//, ["serve"]],
  [/^zod/, []],
  [/^web-tree-sitter|^hnswlib-node|^bindings/, ["platform"]],
  [/^@orama\//, ["search"]],
  [/^@effect\/(cli|printer)/, []],
  [/^fast-check$/, []],
]

const LANGUAGES = new Set([
  "typescript",
  "javascript",
  "ecmascript",
  "tsx",
  "jsx",
  "python",
  "java",
  "golang",
  "rust",
  "ruby",
  "php",
  "kotlin",
  "swift",
  "csharp",
  "scala",
  "cpp",
  "cplusplus",
  "dart",
  "elixir",
  "haskell",
  "ocaml",
  "julia",
  "lua",
  "solidity",
])

const lib = Source.read("lib")
const doors = Source.read("mod.ts", "promise.ts", "cli")
const product = [...lib, ...doors]

const roomOf = (path: string): string => path.split("/")[1]!

/** Where a relative import leads, from the clone's root. */
const leadsTo = (file: Source.SourceFile, specifier: string): string =>
  posix.normalize(posix.join(dirname(file.path), specifier))

test("the source was read: every room of the product is in the order, and there are imports to judge", () => {
  const rooms = new Set(lib.map((file) => roomOf(file.path)))
  expect([...rooms].filter((room) => !ROOMS.includes(room))).toEqual([])
  expect(lib.flatMap((file) => file.imports).length).toBeGreaterThan(100)
})

test("a file imports from its own room or a room further up", () => {
  const wrong = lib.flatMap((file) =>
    file.imports.filter((specifier) => specifier.startsWith(".")).map((specifier) => leadsTo(file, specifier)).filter(
      (target) => {
        if (!target.startsWith("lib/")) return true
        const from = roomOf(file.path)
        const to = roomOf(target)
        return ROOMS.indexOf(to) > ROOMS.indexOf(from) || !(READERS[to] ?? ROOMS).includes(from) ||
          !(READS[from] ?? ROOMS).includes(to)
      },
    ).map((target) => `${file.path} imports ${target}`)
  )
  expect(wrong).toEqual([])
})

test("only platform/ touches the machine, and a package stays in the room that knows it", () => {
  const wrong = lib.flatMap((file) =>
    Source.importsOf(withoutParserTypes(file.code)).flatMap((specifier) =>
      PACKAGES.filter(([name, rooms]) => name.test(specifier) && !rooms.includes(roomOf(file.path)))
        .map(() => `${file.path} imports ${specifier}`)
    )
  )
  expect(wrong).toEqual([])
})

/** The parser's types may be spoken of where trees are walked; its code comes from platform/ alone. */
const withoutParserTypes = (code: string): string => code.replace(/^import type .* from "web-tree-sitter"$/gm, "")

test("outside platform/ no global of a runtime is used", () => {
  const wrong = lib.filter((file) => roomOf(file.path) !== "platform").flatMap((file) =>
    [...file.code.matchAll(
      /(?<![.\w"])(process\.(?:env|std|argv|cwd|exit|on|pid|plat|arch)|Bun\.|Deno\.|Buffer\.|console\.|require\()/g,
    )]
      .map((match) => `${file.path}: ${match[1]}`)
  )
  expect(wrong).toEqual([])
})

test("packages are imported by module, not by barrel", () => {
  const wrong = product.flatMap((file) =>
    file.imports.filter((specifier) => /^(effect|@effect\/[a-z-]+)$/.test(specifier)).map((specifier) =>
      `${file.path} imports ${specifier}`
    )
  )
  expect(wrong).toEqual([])
})

test("imports inside the product end in .ts", () => {
  const wrong = product.flatMap((file) =>
    file.imports.filter((specifier) => specifier.startsWith(".") && !specifier.endsWith(".ts"))
      .map((specifier) => `${file.path} imports ${specifier}`)
  )
  expect(wrong).toEqual([])
})

test("no language is named in code outside languages/", () => {
  // Names of packages outside may have a language's name in them; tables of packages are no code.
  const isCode = ({ path }: Source.SourceFile) =>
    roomOf(path) !== "languages" && !path.startsWith("lib/overlays/models/")
  const wrong = product.filter(isCode).flatMap((file) =>
    [...Source.wordsOf(file.code)].filter((word) => LANGUAGES.has(word)).map((word) => `${file.path}: ${word}`)
  )
  expect(wrong).toEqual([])
})

test("no node of a grammar is named outside languages/", () => {
  const names = new Set<string>()
  for (const from of new Set(Object.values(GRAMMARS))) {
    const [package_] = from.split("/")
    for (const place of ["src", "typescript/src", "tsx/src"]) {
      const types = nodeTypes(join(ROOT, "node_modules", package_!, place, "node-types.json"))
      for (const { type, named } of types) if (named && type.includes("_")) names.add(type)
    }
  }
  expect(names.has("call_expression")).toBe(true)
  const wrong = product.filter((file) => roomOf(file.path) !== "languages").flatMap((file) =>
    [...file.code.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].filter(([word]) => names.has(word)).map(([word]) =>
      `${file.path}: ${word}`
    )
  )
  expect(wrong).toEqual([])
})

const nodeTypes = (path: string): ReadonlyArray<{ readonly type: string; readonly named: boolean }> => {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return []
  }
}

test("nothing is exported as default", () => {
  expect(product.filter((file) => /\bexport\s+default\b|\bas\s+default\b/.test(file.code)).map((file) => file.path))
    .toEqual([])
})

test("a file is named after a noun of its own", () => {
  const vague = /^(utils?|helpers?|common|shared|misc|constants?|lib)$/
  const wrong = product.map((file) => file.path).filter((path) =>
    path.replace(/\.ts$/, "").split("/").slice(1).some((part) => vague.test(part))
  )
  expect(wrong).toEqual([])
})

test("every file says at its head what it is", () => {
  expect(product.filter((file) => !/^(#!.*\n)?(\/\/|\/\*\*) \S/.test(file.text)).map((file) => file.path)).toEqual([])
})

test("no file is longer than 600 lines", () => {
  const long = product.map((file) => [file.path, file.text.split("\n").length] as const).filter(([, lines]) =>
    lines > 600
  )
  expect(long).toEqual([])
})

test("nobody outside tools/ names a tool to tell it apart", () => {
  const wrong = product.filter((file) => roomOf(file.path) !== "tools" || !file.path.startsWith("lib/")).flatMap((
    file,
  ) =>
    [...file.code.matchAll(/(?:===|!==|\bcase)\s*"(list_repos|query|context|impact|trace|read_file|grep)"/g)]
      .map((match) => `${file.path}: ${match[1]}`)
  )
  expect(wrong).toEqual([])
})

test("each decision that a language makes for the resolver is read there, and told on the page of the architecture", () => {
  const source = readFileSync(join(ROOT, "lib/syntax/language.ts"), "utf8")
  const policy = /export interface ResolutionPolicy \{\n([\s\S]*?)\n\}/.exec(source)![1]!
  const fields = [...policy.matchAll(/^ {2}readonly (\w+)/gm)].map(([, field]) => field!)
  expect(fields.length).toBeGreaterThan(20)
  const page = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8")
  expect(fields.filter((field) => !page.includes(`\`${field}\``))).toEqual([])
  const read = new Set(
    product.filter((file) => roomOf(file.path) === "resolve").flatMap((file) => [...Source.wordsOf(file.code)]),
  )
  expect(fields.filter((field) => !read.has(field.toLowerCase()))).toEqual([])
})
