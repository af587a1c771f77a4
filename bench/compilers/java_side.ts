// The calls that Java's source makes in a project of Java and Kotlin, from the class files that javac writes: `javap` tells
// each call's line and target, and where a target is Kotlin's, the lines of its own class file say where that is written.
// Rows of calls and of inheritance are added to the tables that KotlinOracle has made of the same project, which know where everything is defined.

import { appendFileSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../../scripts/processes.mjs"
import { filesBelow } from "../corpus.ts"

interface Definition {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly kind: string
  readonly name: string
}

interface Method {
  readonly name: string
  readonly descriptor: string
  flags: string
  /** Lines of its instructions, by offset; empty where there is no body. */
  readonly lines: Array<readonly [offset: number, line: number]>
  readonly calls: Array<{ readonly offset: number; readonly how: string; readonly target: string }>
}

interface ClassFile {
  readonly name: string
  source: string
  /** What it extends and implements. */
  bases: ReadonlyArray<string>
  readonly methods: Array<Method>
  /** Targets of method references and lambdas, by number of their bootstrap method. */
  readonly bootstrap: Map<number, string>
}

const TYPES = new Set(["class", "interface", "enum", "object", "enum-entry"])

/** What `javap -v -p` says of class files. */
const read = (text: string): ReadonlyArray<ClassFile> => {
  const all: Array<ClassFile> = []
  let file: ClassFile | undefined
  let method: Method | undefined
  let declared = ""
  let head = ""
  let bootstrap = -1
  for (const line of text.split("\n")) {
    const name = /^ {2}this_class: .*\/\/ (\S+)/.exec(line)?.[1]
    if (name !== undefined) {
      file = { name: name.replace(/^"|"$/g, ""), source: "", bases: basesIn(head), methods: [], bootstrap: new Map() }
      all.push(file)
      method = undefined
      bootstrap = -1
    }
    if (/^\S.*\b(?:class|interface) /.test(line)) head = line
    if (file === undefined) continue
    const source = /^SourceFile: "(.+)"/.exec(line)?.[1]
    if (source !== undefined) file.source = source
    if (/^ {2}\S.*\);?$|^ {2}\S.*\) throws .*;$|^ {2}static \{\};$/.test(line)) declared = line.trim()
    const descriptor = /^ {4}descriptor: (\(.*)$/.exec(line)?.[1]
    if (descriptor !== undefined) {
      const said = /([\w$]+)\(/.exec(declared)?.[1] ?? "<clinit>"
      const isConstructor = declared.includes("(") && new RegExp(`(^|[\\s.])${escaped(file.name)}\\(`).test(declared)
      method = { name: isConstructor ? "<init>" : said, descriptor, flags: "", lines: [], calls: [] }
      file.methods.push(method)
    }
    const flags = /^ {4}flags: (.*)$/.exec(line)?.[1]
    if (flags !== undefined && method !== undefined) method.flags = flags
    const call = /^\s+(\d+): invoke(\w+) .*\/\/ (?:Interface)?Method (\S+)/.exec(line)
    if (call !== null && method !== undefined) {
      const target = call[3]!.replaceAll('"', "")
      const owned = target.slice(0, target.indexOf(":")).includes(".") ? target : `${file.name}.${target}`
      method.calls.push({ offset: Number(call[1]), how: call[2]!, target: owned })
    }
    const dynamic = /^\s+(\d+): invokedynamic .*\/\/ InvokeDynamic #(\d+):/.exec(line)
    if (dynamic !== null && method !== undefined) {
      method.calls.push({ offset: Number(dynamic[1]), how: "dynamic", target: dynamic[2]! })
    }
    const place = /^\s+line (\d+): (\d+)$/.exec(line)
    if (place !== null && method !== undefined) method.lines.push([Number(place[2]), Number(place[1])])
    const number = /^ {2}(\d+): #\d+ REF_/.exec(line)?.[1]
    if (number !== undefined) bootstrap = Number(number)
    const argument = /^ {6}#\d+ REF_\w+ (\S+\.\S+:\(\S*)$/.exec(line)?.[1]
    if (argument !== undefined && bootstrap >= 0) file.bootstrap.set(bootstrap, argument.replaceAll('"', ""))
  }
  return all
}

/** The types behind `extends` and `implements` in the first line that javap prints of a class. */
const basesIn = (head: string): ReadonlyArray<string> => {
  let plain = head
  while (plain !== (plain = plain.replace(/<[^<>]*>/g, "")));
  const [, ...parts] = plain.split(/ (?:extends|implements) /)
  return parts.flatMap((part) => part.split(",")).map((name) => name.trim().replaceAll(".", "/"))
}

const escaped = (name: string): string => name.replaceAll("/", ".").replace(/[.$]/g, "\\$&")

/**
 * Adds the calls of Java's files to the tables in `oracle`.
 *
 * @param classes Folders of class files, those of Kotlin and those of Java.
 * @returns How many edges were added.
 */
export const addJavaCalls = async (root: string, oracle: string, classes: ReadonlyArray<string>): Promise<number> => {
  const table = (name: string) =>
    readFileSync(join(oracle, `${name}.tsv`), "utf8").split("\n").filter((row) => row !== "" && !row.startsWith("#"))
      .map((row) => row.split("\t"))
  const definitions = table("defs").map(([file, line, start, end, kind, name]): Definition => ({
    file: file!,
    line: Number(line),
    start: Number(start),
    end: Number(end),
    kind: kind!,
    name: name!,
  }))
  const overriders = new Map<string, Array<string>>()
  for (const [file, line, , baseFile, baseLine] of table("overrides")) {
    const base = `${baseFile}:${baseLine}`
    overriders.set(base, [...overriders.get(base) ?? [], `${file}:${line}`])
  }
  const paths = classes.flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)))
    .filter((path) => path.endsWith(".class"))
  const told = await run("javap", ["-v", "-p", ...paths])
  if (told.code !== 0) throw new Error(`javap ended with ${told.code}\n${told.output.slice(-2000)}`)
  const files = new Map(read(told.stdout).map((file) => [file.name, file]))
  const byFile = new Map<string, Array<Definition>>()
  for (const it of definitions) byFile.set(it.file, [...byFile.get(it.file) ?? [], it])

  /** The file that a class is written in. */
  const writtenIn = ({ name, source }: ClassFile): string | undefined => {
    const path = `${name.includes("/") ? name.slice(0, name.lastIndexOf("/") + 1) : ""}${source}`
    return [...byFile.keys()].find((file) => file === path || file.endsWith(`/${path}`))
  }
  const around = (file: string, line: number, accepts: (it: Definition) => boolean): Definition | undefined =>
    (byFile.get(file) ?? []).filter((it) => it.start <= line && line <= it.end && accepts(it))
      .sort((a, b) => (a.end - a.start) - (b.end - b.start))[0]
  const typeOf = (file: string, { name }: ClassFile): Definition | undefined => {
    const simple = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("$")) + 1)
    return (byFile.get(file) ?? []).find((it) => TYPES.has(it.kind) && it.name === simple)
  }
  const targetOf = (target: string): { readonly to: Definition; readonly type: Definition | undefined } | undefined => {
    const colon = target.indexOf(":")
    const dot = target.lastIndexOf(".", colon)
    const owner = files.get(target.slice(0, dot))
    const file = owner === undefined ? undefined : writtenIn(owner)
    if (owner === undefined || file === undefined) return undefined
    const name = target.slice(dot + 1, colon)
    const method = owner.methods.find((it) => it.name === name && it.descriptor === target.slice(colon + 1))
    if (method === undefined) return undefined
    const type = typeOf(file, owner)
    const line = method.lines[0]?.[1]
    if (name === "<init>") {
      const written = line === undefined ? undefined : around(file, line, (it) => it.kind === "constructor")
      return written ?? type ? { to: (written ?? type)!, type } : undefined
    }
    const property = /^(?:get|set|is)([A-Z].*)$/.exec(name)?.[1]
    const names = [name, ...property === undefined ? [] : [`${property[0]!.toLowerCase()}${property.slice(1)}`]]
    const fits = (it: Definition) => !TYPES.has(it.kind) && it.kind !== "constructor" && names.includes(it.name)
    const written = line === undefined
      ? undefined
      : around(file, line, fits) ?? around(file, line, (it) => it.kind === "function")
    if (written !== undefined) return { to: written, type }
    // Without a body there are no lines: members of one name stand in the class file in the order in which they are written.
    const alike = owner.methods.filter((it) => it.name === name && it.lines.length === 0)
    const members = (byFile.get(file) ?? []).filter((it) =>
      fits(it) && (type === undefined || (type.start <= it.line && it.line <= type.end))
    ).sort((a, b) => a.line - b.line)
    const to = alike.length === members.length
      ? members[alike.indexOf(method)]
      : members.length === 1
      ? members[0]
      : undefined
    return to === undefined ? undefined : { to, type }
  }

  const key = (it: Definition) => `${it.file}:${it.line}`
  const heritage: Array<string> = []
  const overrides: Array<string> = []
  const imports: Array<string> = []
  const basesOf = (owner: ClassFile): ReadonlyArray<ClassFile> =>
    owner.bases.flatMap((name) => {
      const base = files.get(name)
      return base === undefined ? [] : [base, ...basesOf(base)]
    })
  for (const owner of files.values()) {
    const file = owner.source.endsWith(".java") ? writtenIn(owner) : undefined
    if (file === undefined) continue
    const type = typeOf(file, owner)
    for (const base of owner.bases.map((name) => files.get(name))) {
      const baseFile = base === undefined ? undefined : writtenIn(base)
      const to = base === undefined || baseFile === undefined ? undefined : typeOf(baseFile, base)
      if (type === undefined || to === undefined) continue
      const relation = to.kind === "interface" && type.kind !== "interface" ? "implements" : "extends"
      heritage.push([file, type.line, type.name, relation, to.file, to.line, to.name, to.kind].join("\t"))
    }
    for (const method of owner.methods) {
      const line = method.lines[0]?.[1]
      const own = line === undefined
        ? undefined
        : around(file, line, (it) => it.kind === "method" && it.name === method.name)
      if (own === undefined || /PRIVATE|STATIC|BRIDGE/.test(method.flags)) continue
      // a bridge stands for a member whose types are others once they are erased
      const shapes = owner.methods.filter((it) =>
        it === method || (it.name === method.name && it.flags.includes("BRIDGE"))
      )
      for (const base of basesOf(owner)) {
        for (
          const replaced of base.methods.filter((it) =>
            it.name === method.name && !/PRIVATE|STATIC|BRIDGE/.test(it.flags)
          )
        ) {
          if (!shapes.some((it) => it.descriptor === replaced.descriptor)) continue
          const to = targetOf(`${base.name}.${replaced.name}:${replaced.descriptor}`)?.to
          if (to === undefined) continue
          overriders.set(key(to), [...new Set([...overriders.get(key(to)) ?? [], key(own)])])
          overrides.push([own.file, own.line, own.name, to.file, to.line].join("\t"))
        }
      }
    }
  }

  const rows = new Map<string, { sites: number; readonly rest: ReadonlyArray<string | number> }>()
  const add = (file: string, line: number, target: string, how: string, text: ReadonlyArray<string>) => {
    const found = targetOf(target)
    if (found === undefined) return
    const { to, type } = found
    const name = target.slice(target.lastIndexOf(".", target.indexOf(":")) + 1, target.indexOf(":"))
    const from = around(file, line, (it) => it.kind === "method" || it.kind === "constructor")
    const beside = around(file, line, (it) => TYPES.has(it.kind))
    const near = text.slice(line - 1, line + 3).join("\n")
    const alternatives = name === "<init>" ? (type === undefined ? [] : [key(type)]) : overriders.get(key(to)) ?? []
    if (name === "<init>" && how === "special" && !/\bnew\b/.test(near)) {
      if (!/\b(?:super|this)\s*\(/.test(text[line - 1] ?? "")) return
      how = "super"
    }
    const kind = how === "super"
      ? "super"
      : name === "<init>"
      ? to.kind === "constructor" || to.file.endsWith(".kt") ? "new" : "new-implicit"
      : how === "dynamic"
      ? "method-ref"
      : to.kind === "property"
      ? "accessor"
      : !near.includes(name)
      ? "implicit"
      : to.kind === "signature"
      ? "iface"
      : alternatives.length > 0
      ? "virtual"
      : "call"
    const cells = [file, from?.line ?? 0, to.file, to.line, kind].join("\t")
    const row = rows.get(cells)
    if (row !== undefined) row.sites++
    else {
      const others = alternatives.filter((it) => it !== key(to)).sort().join("|")
      rows.set(cells, {
        sites: 1,
        rest: [line, from === undefined ? beside?.line ?? 0 : 0, others, from?.name ?? "<module>", to.name],
      })
    }
  }
  for (const owner of files.values()) {
    const file = owner.source.endsWith(".java") ? writtenIn(owner) : undefined
    if (file === undefined) continue
    const text = readFileSync(join(root, file), "utf8").split("\n")
    for (const [i, line] of text.entries()) {
      const said = /^import (static )?([\w.]+);/.exec(line)
      if (said === null) continue
      const named = said[1] === undefined ? said[2]! : said[2]!.slice(0, said[2]!.lastIndexOf("."))
      const imported = [...files.values()].find(({ name }) => name.replace(/[/$]/g, ".") === named)
      const to = imported === undefined ? undefined : writtenIn(imported)
      if (to !== undefined) imports.push([file, i + 1, to, "import"].join("\t"))
    }
    for (const { calls, lines } of owner.methods) {
      const byOffset = [...lines].sort((a, b) => a[0] - b[0])
      for (const { offset, how, target } of calls) {
        const line = byOffset.filter(([at]) => at <= offset).at(-1)?.[1]
        const meant = how === "dynamic" ? owner.bootstrap.get(Number(target)) : target
        if (line !== undefined && meant !== undefined && !meant.includes(".lambda$") && !meant.includes(".access$")) {
          add(file, line, meant, how, text)
        }
      }
    }
  }
  const added = [...rows].map(([cells, { sites, rest }]) => `${cells}\t${sites}\t${rest.join("\t")}`)
  const append = (name: string, rows: ReadonlyArray<string>) =>
    appendFileSync(join(oracle, `${name}.tsv`), [...new Set(rows)].sort().map((row) => `${row}\n`).join(""))
  append("calls", added)
  append("imports", imports)
  append("heritage", heritage)
  append("overrides", overrides)
  return rows.size
}
