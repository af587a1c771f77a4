// Repositories of a few small files in every language that is read, and what people do to them. All of it is drawn from a
// seed, so that a sequence repeats.

import type { Memory } from "../../_kit/memory.ts"

/** Numbers in [0, 1) that follow from a seed. */
export type Draw = () => number

export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let it = Math.imul(state ^ (state >>> 15), 1 | state)
    it = (it + Math.imul(it ^ (it >>> 7), 61 | it)) ^ it
    return ((it ^ (it >>> 14)) >>> 0) / 4294967296
  }
}

const upTo = (draw: Draw, count: number): number => Math.floor(draw() * count)
const pick = <A>(draw: Draw, from: ReadonlyArray<A>): A => from[upTo(draw, from.length)]!

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

interface Kind {
  readonly endings: ReadonlyArray<string>
  readonly source: (draw: Draw, others: ReadonlyArray<string>) => string
}

const NAMES = ["load", "save", "rate", "total", "check", "send"]
const TYPES = ["Order", "Cart", "Store", "User"]

/** Without its ending, and without the file that stands for a folder. */
const stem = (path: string): string => path.replace(/\.[a-z]+$/, "").replace(/\/(index|__init__)$/, "")

const relative = (draw: Draw, to: string): string =>
  pick(draw, [
    `./${stem(to).split("/").at(-1)}`,
    `../${stem(to)}`,
    `./${stem(to)}`,
    `@/${stem(to)}`,
    "shop",
    "shop/sub",
  ])

const script = (isTyped: boolean) => (draw: Draw, others: ReadonlyArray<string>): string => {
  const lines: Array<string> = []
  const [f, g] = [pick(draw, NAMES), pick(draw, NAMES)]
  const [C, D] = [pick(draw, TYPES), pick(draw, TYPES)]
  const type = (it: string) => isTyped ? `: ${it}` : ""
  for (const other of others.filter(() => draw() < 0.6)) {
    const from = relative(draw, other)
    lines.push(pick(draw, [
      `import { ${g}, ${D} } from "${from}"`,
      `import ${g}Default, * as all from "${from}"`,
      `export * from "${from}"`,
      `export { ${g} as ${f} } from "${from}"`,
      `const { ${g}, ${D} } = require("${from}")`,
    ]))
  }
  lines.push(pick(draw, [`export class ${C} extends ${D} {`, `export default class ${C} {`, `export class ${C} {`]))
  lines.push(`  ${f}(it${type(D)}) { return this.${g}() + it.${g}() }`, `  ${g}() { return ${g}(1) }`, "}")
  lines.push(`export function ${f}(it${type(C)}) { return it.${f}(new ${D}()) }`)
  lines.push(`import { Router } from "outside"`, `const router = Router()`)
  lines.push(`router.post("/${f}", (it) => ${g}(it)); router.use({ name: "${g}", run: ${f} }, ${D})`)
  if (draw() < 0.5) lines.push(`export const ${g}Of = (it) => ${f}(it) ?? all.${g}(it)`)
  if (draw() < 0.3) lines.push(`module.exports = { ${f}, ${C} }`)
  if (draw() < 0.2) lines.push(`function inner() { const ${g} = ${f}; return ${g}(2) }`)
  return lines.join("\n") + "\n"
}

const python: Kind["source"] = (draw, others) => {
  const lines: Array<string> = []
  const [f, g] = [pick(draw, NAMES), pick(draw, NAMES)]
  const [C, D] = [pick(draw, TYPES), pick(draw, TYPES)]
  for (const other of others.filter(() => draw() < 0.6)) {
    const dotted = stem(other).replaceAll("/", ".")
    lines.push(pick(draw, [
      `from ${dotted} import ${g}, ${D}`,
      `import ${dotted} as all`,
      `from .${dotted.split(".").at(-1)} import *`,
      `from . import ${dotted.split(".").at(-1)}`,
    ]))
  }
  if (draw() < 0.3) lines.push(`__all__ = ["${f}", "${C}"]`)
  lines.push(`class ${C}(${pick(draw, [D, "object", "all." + D])}):`, `    def ${f}(self, it: ${D}):`)
  lines.push(`        return self.${g}() + it.${g}()`, `    def ${g}(self):`, `        return ${g}(1)`)
  lines.push(`import outer`, `outer.route("/${f}", view=${g}, then=lambda: ${f}(1))`)
  lines.push(`def ${f}(it: "${C}"):`, `    return it.${f}(${D}())`)
  return lines.join("\n") + "\n"
}

const go: Kind["source"] = (draw, others) => {
  const [f, g] = [pick(draw, NAMES), pick(draw, NAMES)]
  const [C, D] = [pick(draw, TYPES), pick(draw, TYPES)]
  const lines = [`package ${pick(draw, ["lib", "pkg", "main"])}`]
  if (draw() < 0.2) lines.unshift("//go:build windows", "")
  const folders = new Set(others.map((it) => it.slice(0, Math.max(it.lastIndexOf("/"), 0))))
  for (const folder of [...folders].filter(() => draw() < 0.3)) lines.push(`import all "shop/${folder}"`)
  lines.push(`type ${C} struct { *${D}; held all.${D} }`, `type Runner interface { ${f}(it *${D}) int }`)
  lines.push(`func (it *${C}) ${f}(other *${D}) int {`, `\treturn other.${f}(it) + it.held.${g}(1)`, "}")
  lines.push(`var on = outside.Handler{Name: "${f}", Run: func() { ${g}(nil) }, Then: ${f}}`)
  lines.push(`func ${g}(it Runner) int {`, `\treturn it.${f}(nil) + all.${g}(it)`, "}")
  return lines.join("\n") + "\n"
}

const PACKAGES = ["shop", "shop.lib", "pkg"]

const java: Kind["source"] = (draw) => {
  const [f, g] = [pick(draw, NAMES), pick(draw, NAMES)]
  const [C, D] = [pick(draw, TYPES), pick(draw, TYPES)]
  const lines = [`package ${pick(draw, PACKAGES)};`]
  const from = pick(draw, PACKAGES)
  lines.push(pick(draw, [`import ${from}.*;`, `import ${from}.${D};`, `import static ${from}.${D}.${g};`, ""]))
  lines.push(
    pick(draw, [`public class ${C} extends ${D} {`, `public interface ${C} {`, `class ${C}<T extends ${D}> {`]),
  )
  lines.push(`  ${D} held;`, `  @Get("/${f}")`, `  int ${f}(${D} it) { return it.${g}(1) + held.${f}(null); }`)
  lines.push(`  static ${C} ${g}(int count) { return new ${D}().${g}(count); }`, "}")
  return lines.join("\n") + "\n"
}

const kotlin: Kind["source"] = (draw) => {
  const [f, g] = [pick(draw, NAMES), pick(draw, NAMES)]
  const [C, D] = [pick(draw, TYPES), pick(draw, TYPES)]
  const lines = [`package ${pick(draw, PACKAGES)}`]
  const from = pick(draw, PACKAGES)
  lines.push(pick(draw, [`import ${from}.*`, `import ${from}.${D}`, `import ${from}.${g} as ${f}Of`, ""]))
  lines.push(`open class ${C}(val ${g}: ${D}? = null) : ${pick(draw, [`${D}()`, `Runner<${D}>`])} {`)
  lines.push(`  @Get("/${f}")`, `  fun ${f}(it: ${D}) = it.${g}(1) ?: ${g}?.${f}(this)`)
  lines.push(`  companion object { fun ${g}(count: Int) = ${C}() }`, "}")
  if (draw() < 0.4) lines.push(`interface Runner<T> { fun ${f}(it: T): Int ; val ${g}: T }`)
  if (draw() < 0.6) lines.push(`fun ${C}.${g}(count: Int) = run { ${f}(${D}()) }`)
  if (draw() < 0.6) {
    lines.push(`fun ${f}(it: ${C}, block: ${D}.() -> Unit) {`, `  val ${g} = ${g}(it)`)
    lines.push(`  it.apply { ${f}(this) } ; listOf(it).forEach(${C}::${f}) ; ${g}(2)`, "}")
  }
  if (draw() < 0.4) {
    lines.push(`val ${g} by lazy { object : Runner<${C}> { override fun ${f}(it: ${C}) = ${C}.${g}(1) } }`)
  }
  return lines.join("\n") + "\n"
}

/** Types in parts, functions of one name between which what is handed to them decides, names of namespaces around. */
const csharp: Kind["source"] = (draw, others) => {
  const [f, g] = [pick(draw, NAMES), pick(draw, NAMES)]
  const [C, D] = [pick(draw, TYPES), pick(draw, TYPES)]
  const spaces = ["Lib", "Pkg", "Lib.Sub"]
  const lines = ["using System;"]
  for (const space of spaces.filter(() => others.length > 0 && draw() < 0.4)) lines.push(`using ${space};`)
  if (draw() < 0.2) lines.unshift(`global using ${pick(draw, spaces)};`)
  const base = pick(draw, ["", ` : ${D}`, ` : I${D}`, ` : ${D}, I${D}`])
  lines.push(`namespace ${pick(draw, spaces)} {`)
  lines.push(`public partial class ${C}${base} {`)
  lines.push(`  ${pick(draw, ["public", "internal", "private"])} ${D} ${g} { get; set; }`)
  lines.push(`  public ${pick(draw, ["void", D])} ${f}(${pick(draw, ["Action", `Func<${D}>`, `Action<${D}>`])} it) { }`)
  lines.push(
    `  public void ${f}(${D} it) { it.${f}(x => x.${g}); it.${g}.${f}(${g}Of); this.${f}(() => it.${f}(it)); }`,
  )
  lines.push(`  [Get("/${f}")]`)
  lines.push(`  ${pick(draw, ["static", "public"])} ${D} ${g}Of(${C} it) { return it.${g}; }`, "}")
  lines.push(`public interface I${C} { ${D} ${g} { get; } void ${f}(${C} it); }`)
  if (draw() < 0.5) lines.push(`static class All { public static void ${g}(this ${D} it, Action<${C}> to) { } }`)
  lines.push("}")
  return lines.join("\n") + "\n"
}

const KINDS: ReadonlyArray<Kind> = [
  { endings: [".ts", ".tsx", ".d.ts", ".mts"], source: script(true) },
  { endings: [".js", ".jsx", ".cjs"], source: script(false) },
  { endings: [".py", ".pyi"], source: python },
  { endings: [".go", "_test.go"], source: go },
  { endings: [".java"], source: java },
  { endings: [".kt"], source: kotlin },
  { endings: [".cs"], source: csharp },
]

const STEMS = [
  "a",
  "b",
  "lib/a",
  "lib/b",
  "lib/index",
  "pkg/__init__",
  "pkg/a",
  "pkg/sub/__init__",
  "src/main",
  "tests/a",
]

const CONFIGS: ReadonlyArray<readonly [path: string, texts: ReadonlyArray<string>]> = [
  ["tsconfig.json", [
    `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["lib/*"] } } }`,
    `{ "compilerOptions": { "paths": { "@/*": ["pkg/*", "./*"] } } }`,
    `{ "extends": "./lib/tsconfig.json" }`,
    `{ broken`,
  ]],
  ["lib/tsconfig.json", [`{ "compilerOptions": { "baseUrl": ".." } }`, `{}`]],
  ["package.json", [
    `{ "name": "shop", "exports": { ".": "./lib/a.ts", "./sub": "./lib/b.ts" }, "imports": { "#x": "./a.ts" } }`,
    `{ "name": "shop", "main": "b.js" }`,
    `{ "name": "other" }`,
    `{ "workspaces": ["lib", "pkg"] }`,
  ]],
  ["lib/package.json", [`{ "name": "shop" }`, `{ "name": "lib", "main": "./a.js", "type": "module" }`]],
  ["go.mod", ["module shop\n", "module other\n\nreplace shop => ./lib\n", "broken"]],
  ["lib/lib.csproj", [
    `<Project><ItemGroup><ProjectReference Include="../pkg/pkg.csproj" /></ItemGroup></Project>`,
    `<Project><ItemGroup><Using Include="Pkg" /><Compile Include="..\\pkg\\**\\*.cs" /></ItemGroup></Project>`,
    `<Project><broken`,
  ]],
  ["src/src.projitems", ["<Project />"]],
  ["pkg/pkg.csproj", [
    `<Project><Import Project="../src/src.projitems" /></Project>`,
    `<Project />`,
    `<Project><ItemGroup><Using Include="Lib" /></ItemGroup></Project>`,
  ]],
  ["pyproject.toml", [`[tool.setuptools]\npackage-dir = {"" = "src"}\n`, `[project]\nname = "pkg"\n`]],
  [".portolanignore", ["lib/\n", "*.py\n!pkg/a.py\n", "b.*\n", "!*.js\n!*.ts\n", "\n"]],
]

const files = (memory: Memory, root: string): ReadonlyArray<string> =>
  [...memory.nodes.keys()].filter((path) => path.startsWith(`${root}/`)).sort().map((path) =>
    path.slice(root.length + 1)
  )

const sourcesIn = (memory: Memory, root: string): ReadonlyArray<string> =>
  files(memory, root).filter((path) => KINDS.some(({ endings }) => endings.some((ending) => path.endsWith(ending))))

const newPath = (draw: Draw): string => pick(draw, STEMS) + pick(draw, pick(draw, KINDS).endings)

const kindOf = (path: string): Kind => KINDS.find(({ endings }) => endings.some((it) => path.endsWith(it))) ?? KINDS[0]!

const sourceFor = (draw: Draw, memory: Memory, root: string, path: string): Uint8Array =>
  bytes(kindOf(path).source(draw, sourcesIn(memory, root).filter((it) => it !== path)))

/** Puts a file at a path: what stood there, or in the place of its folders, gives way. */
const put = (memory: Memory, path: string, content: Uint8Array): void => {
  if (memory.isFolder(path)) memory.remove(path)
  const parts = path.split("/")
  for (let i = 2; i < parts.length; i++) memory.nodes.delete(parts.slice(0, i).join("/"))
  memory.write(path, content)
}

export const lay = (draw: Draw, memory: Memory, root: string): void => {
  memory.folders.add(root)
  for (let i = 0, count = 3 + upTo(draw, 6); i < count; i++) {
    const path = newPath(draw)
    put(memory, `${root}/${path}`, sourceFor(draw, memory, root, path))
  }
  for (const [path, texts] of CONFIGS) if (draw() < 0.35) put(memory, `${root}/${path}`, bytes(pick(draw, texts)))
  put(memory, `${root}/README.md`, bytes("# Shop\n"))
}

const MINIFIED = "function a(b,c){return b?c(b):d(e,f)};var g=[1,2,3];".repeat(300)

type Edit = (draw: Draw, memory: Memory, root: string) => void

/** People go on with the file that they are at. */
const lastEdited = new WeakMap<Memory, string>()

/** An edit of one source that is there. */
const ofSource =
  (change: (draw: Draw, memory: Memory, at: string, root: string) => void): Edit => (draw, memory, root) => {
    const all = sourcesIn(memory, root)
    const last = lastEdited.get(memory)
    const path = last !== undefined && all.includes(last) && draw() < 0.5 ? last : pick(draw, all)
    if (path === undefined) return
    lastEdited.set(memory, path)
    change(draw, memory, `${root}/${path}`, root)
  }

const textAt = (memory: Memory, path: string): string => new TextDecoder().decode(memory.nodes.get(path)!.bytes)

/** What may be written in a body: mostly what means something to the files around it. */
const statement = (draw: Draw): string => {
  const [f, g, C] = [pick(draw, NAMES), pick(draw, NAMES), pick(draw, TYPES)]
  return pick(draw, [
    `${f}(1)`,
    `it.${f}()`,
    `all.${f}()`,
    `${f}(it).${g}()`,
    `${f}Default.${g}(${C})`,
    `unknown.push(${f})`,
    `outside.on("${f}", ${g})`,
    `outside.get("/${g}", ${f}, ${C})`,
    `it.${f} = ${g}`,
    `it = ${f}(it)`,
  ])
}

/** The same that one language alone writes so. */
const scriptStatement = (draw: Draw): string => {
  const [f, C] = [pick(draw, NAMES), pick(draw, TYPES)]
  return pick(draw, [`const ${f} = 1`, `new ${C}().${f}()`, `const own = new ${C}(it); own.${f}()`, "let other = it"])
}

const pythonStatement = (draw: Draw): string => {
  const [f, C] = [pick(draw, NAMES), pick(draw, TYPES)]
  return pick(draw, [`${f} = 1`, `${C}().${f}()`, `own = ${C}(it); own.${f}()`, `isinstance(it, ${C}) and it.${f}()`])
}

/** Puts something in place of one of the places that a pattern finds, if there are any. */
const inOne = (draw: Draw, text: string, pattern: RegExp, put: (found: string) => string): string => {
  const found = [...text.matchAll(pattern)]
  if (found.length === 0) return text
  const { index, 0: what } = pick(draw, found)
  return text.slice(0, index) + put(what) + text.slice(index + what.length)
}

/** How often an edit is drawn beside the others: those that little else shows. */
const OFTEN: Readonly<Record<string, number>> = { rename: 5, configure: 5 }

/** Draws an edit by its name. */
export const drawEdit = (draw: Draw): string => pick(draw, NAMED)

/** Draws an edit that stays inside of a function, or changes one declared type. */
export const drawSmallEdit = (draw: Draw): string => pick(draw, SMALL)

const SMALL = ["intoBody", "intoBody", "intoBody", "outOfBody", "declareType", "comment", "becomeEmpty"]

/** Files of no built language: read for their words, known by their path alone, or no text. */
const TEXTS = ["NOTES.md", "README.md", "docs/run.sh", "yarn.lock", ".env", "logo.png"]

/** By name, so that a failure says what was done. */
export const EDITS: Readonly<Record<string, Edit>> = {
  nothing: () => {},
  rewrite: ofSource((draw, memory, at, root) =>
    memory.write(at, sourceFor(draw, memory, root, at.slice(root.length + 1)))
  ),
  rewriteBeside: ofSource((draw, memory, at, root) =>
    memory.replace(at, sourceFor(draw, memory, root, at.slice(root.length + 1)))
  ),
  addExport: ofSource((draw, memory, at) =>
    memory.write(
      at,
      bytes(
        textAt(memory, at) +
          (at.includes(".py") ? `def ${pick(draw, NAMES)}(): pass\n` : `export const ${pick(draw, NAMES)} = 1\n`),
      ),
    )
  ),
  dropLine: ofSource((draw, memory, at) => {
    const lines = textAt(memory, at).split("\n")
    lines.splice(upTo(draw, lines.length), 1)
    memory.write(at, bytes(lines.join("\n")))
  }),
  /** The file is as long as before. */
  rename: ofSource((draw, memory, at) => {
    const from = pick(draw, NAMES.filter((name) => name.length === 4))
    const to = pick(draw, NAMES.filter((name) => name.length === 4))
    memory.write(at, bytes(textAt(memory, at).replaceAll(from, to)))
  }),
  breakSyntax: ofSource((draw, memory, at) => {
    const text = textAt(memory, at)
    const place = upTo(draw, text.length)
    memory.write(at, bytes(text.slice(0, place) + pick(draw, ["{{{", ")", "\n  def (", "class"]) + text.slice(place)))
  }),
  intoBody: ofSource((draw, memory, at) => {
    const text = textAt(memory, at)
    const isScript = !at.includes(".py")
    const put = draw() < 0.6 ? statement(draw) : isScript ? scriptStatement(draw) : pythonStatement(draw)
    memory.write(
      at,
      bytes(
        isScript
          ? inOne(draw, text, /\{ (?=[^{}]*return)/g, () => `{ ${put}; `)
          : inOne(draw, text, /\n +(?=return)/g, (indent) => `${indent}${put}${indent}`),
      ),
    )
  }),
  outOfBody: ofSource((draw, memory, at) => {
    const text = textAt(memory, at)
    const all = at.includes(".py") ? /\n {4,}(?!return|def)[^\n]+/g : /(?<=\{ )[^{};]+; (?=[^{}]*return)/g
    memory.write(at, bytes(inOne(draw, text, all, () => "")))
  }),
  declareType: ofSource((draw, memory, at) => {
    const text = textAt(memory, at)
    const type = pick(draw, TYPES)
    const isScript = !at.includes(".py")
    const next = draw() < 0.7
      ? inOne(draw, text, /(?<=\w: "?)[A-Z]\w+/g, () => type)
      : isScript
      ? inOne(draw, text, /\)(: \w+)? \{/g, () => `): ${type} {`)
      : inOne(draw, text, /\)( -> "\w+")?:\n/g, () => `) -> "${type}":\n`)
    memory.write(at, bytes(next))
  }),
  comment: ofSource((draw, memory, at) => {
    const lines = textAt(memory, at).split("\n")
    lines.splice(upTo(draw, lines.length), 0, at.includes(".py") ? "# said" : "// said")
    memory.write(at, bytes(lines.join("\n")))
  }),
  shadow: ofSource((draw, memory, at) => {
    const name = pick(draw, NAMES)
    memory.write(
      at,
      bytes(at.includes(".py") ? `${name} = 1\n${textAt(memory, at)}` : `const ${name} = 1\n${textAt(memory, at)}`),
    )
  }),
  touch: ofSource((_, memory, at) => memory.write(at, memory.nodes.get(at)!.bytes)),
  remove: ofSource((_, memory, at) => memory.remove(at)),
  removeFolder: (draw, memory, root) => memory.remove(`${root}/${pick(draw, ["lib", "pkg", "pkg/sub", "src"])}`),
  add: (draw, memory, root) => {
    const path = newPath(draw)
    put(memory, `${root}/${path}`, sourceFor(draw, memory, root, path))
  },
  move: ofSource((draw, memory, at, root) => {
    const to = `${root}/${newPath(draw)}`
    if (to === at || memory.stat(to) !== undefined) return
    const parts = to.split("/")
    for (let i = 2; i < parts.length; i++) memory.nodes.delete(parts.slice(0, i).join("/"))
    if (memory.nodes.has(at)) memory.rename(at, to)
  }),
  moveFolder: (draw, memory, root) => {
    const [from, to] = pick(draw, [["lib", "pkg/lib"], ["pkg", "other"], ["other", "pkg"], ["pkg/lib", "lib"]] as const)
    if (memory.isFolder(`${root}/${from}`) && memory.stat(`${root}/${to}`) === undefined) {
      memory.rename(`${root}/${from}`, `${root}/${to}`)
    }
  },
  swap: (draw, memory, root) => {
    const [a, b] = [pick(draw, sourcesIn(memory, root)), pick(draw, sourcesIn(memory, root))]
    if (a === undefined || b === undefined || a === b) return
    memory.rename(`${root}/${a}`, `${root}/swap.tmp`)
    memory.rename(`${root}/${b}`, `${root}/${a}`)
    memory.rename(`${root}/swap.tmp`, `${root}/${b}`)
  },
  copy: ofSource((draw, memory, at, root) => put(memory, `${root}/${newPath(draw)}`, memory.nodes.get(at)!.bytes)),
  configure: (draw, memory, root) => {
    const [path, texts] = pick(draw, CONFIGS)
    if (draw() < 0.25) memory.nodes.delete(`${root}/${path}`)
    else put(memory, `${root}/${path}`, bytes(pick(draw, texts)))
  },
  becomeFolder: ofSource((draw, memory, at, root) => {
    memory.remove(at)
    const inside = `${at}/index.ts`
    put(memory, inside, sourceFor(draw, memory, root, inside.slice(root.length + 1)))
  }),
  becomeEmpty: ofSource((draw, memory, at) =>
    memory.write(at, bytes(draw() < 0.5 ? "" : at.includes(".py") ? "# -\n" : "export {}\n"))
  ),
  becomeBinary: ofSource((_, memory, at) => memory.write(at, new Uint8Array([1, 0, 2, 0, 0, 0, 255, 3]))),
  becomeLink: ofSource((_, memory, at) => memory.write(at, bytes("elsewhere"), "link")),
  becomeMinified: ofSource((_, memory, at) => memory.write(at, bytes(MINIFIED))),
  becomeGenerated: ofSource((_, memory, at) => memory.write(at, bytes(`// @generated\n${textAt(memory, at)}`))),
  becomeLarge: ofSource((_, memory, at) =>
    memory.write(at, bytes(`${textAt(memory, at)}// ${"long ".repeat(6000)}\n`))
  ),
  becomeWide: ofSource((_, memory, at) => memory.write(at, Buffer.from(`\ufeff${textAt(memory, at)}`, "utf16le"))),
  becomeUnreadable: ofSource((_, memory, at) => {
    memory.write(at, memory.nodes.get(at)!.bytes)
    memory.nodes.get(at)!.refuses = "EACCES"
  }),
  becomeReadable: (_, memory) => {
    for (const node of memory.nodes.values()) delete node.refuses
  },
  words: (draw, memory, root) =>
    put(
      memory,
      `${root}/${pick(draw, TEXTS)}`,
      pick(draw, [
        bytes("# N\n"),
        bytes("# N\n\nOf `total` and rates.\n\n## M\n\nMore.\n"),
        bytes("run() {\n  echo total\n}\n"),
        bytes(MINIFIED),
        new Uint8Array([0, 1, 0]),
      ]),
    ),
}

const NAMED = Object.keys(EDITS).flatMap((name) => new Array<string>(OFTEN[name] ?? 1).fill(name))
