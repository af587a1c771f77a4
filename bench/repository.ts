// A repository of a given number of files of some 4 KB each, the same on every machine: typed modules as people write
// them, with docs, a type, a class and functions that hold locals, branches and loops, and that call one another inside a
// file and across files, mostly near and sometimes far. One file in five is Python.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { ROOT } from "../scripts/processes.mjs"

const FORM = 3
const FILES_A_FOLDER = 40
const FUNCTIONS = 2

/** Lays out a repository of so many files, unless it is there, and gives its folder. */
export const layOut = (files: number): string => {
  const folder = join(ROOT, ".corpora", `files-${files}`)
  const stamp = join(folder, "generated.json")
  const wanted = JSON.stringify({ files, form: FORM })
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder
  rmSync(folder, { recursive: true, force: true })
  for (let i = 0; i < files; i++) {
    const path = join(folder, pathOf(i))
    if (i % FILES_A_FOLDER === 0) mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, textOf(i, 0))
  }
  writeFileSync(stamp, wanted)
  return folder
}

const isPython = (file: number): boolean => Math.floor(file / FILES_A_FOLDER) % 5 === 4

const folderOf = (file: number): string => `src/part${Math.floor(file / FILES_A_FOLDER)}`

/** Where file number `file` lies. */
export const pathOf = (file: number): string => `${folderOf(file)}/m${file}.${isPython(file) ? "py" : "ts"}`

/** What file number `file` says; another `version` says something else. */
export const textOf = (file: number, version: number): string => {
  const random = generator(file * 7 + version * 13 + 1)
  // Earlier files of the same language only, so that imports have no cycles: near ones, and one anywhere.
  const before = [file - 1, file - 2, file - 5, random(Math.max(1, file))]
  const used = [...new Set(before)].filter((it) => 0 <= it && it < file && isPython(it) === isPython(file))
  return isPython(file) ? pythonText(file, used, random) : scriptText(file, used, random)
}

type Random = (below: number) => number

const NOUNS = ["order", "price", "account", "stock", "ticket", "route", "label", "batch"]

const scriptText = (own: number, used: ReadonlyArray<number>, random: Random): string => {
  const noun = NOUNS[own % NOUNS.length]!
  const lines = used.map((it) =>
    `import { type Entry${it}, Store${it}, find${it}, apply${it} } from "../../${folderOf(it)}/m${it}"`
  )
  const pick = () => used[random(used.length)]
  lines.push(
    "",
    `/** What is kept of one ${noun}, as module ${own} sees it. */`,
    `export interface Entry${own} {`,
    `  readonly id: string`,
    `  readonly ${noun}: number`,
    `  tags?: ReadonlyArray<string>`,
    `}`,
    "",
    `/** Keeps every ${noun} by its id, the newest last. */`,
    `export class Store${own} {`,
    `  readonly #entries = new Map<string, Entry${own}>()`,
    `  limit = ${random(900) + 100}`,
    "",
    `  constructor(entries: Iterable<Entry${own}> = []) {`,
    `    for (const entry of entries) this.add(entry)`,
    `  }`,
    "",
    `  add(entry: Entry${own}): this {`,
    `    if (this.limit <= this.#entries.size) throw new RangeError(\`no room for \${entry.id}\`)`,
    `    this.#entries.set(entry.id, entry)`,
    `    return this`,
    `  }`,
    "",
    `  byId(id: string): Entry${own} | undefined {`,
    `    return this.#entries.get(id)`,
    `  }`,
    "",
    `  total(): number {`,
    `    let sum = 0`,
    `    for (const { ${noun} } of this.#entries.values()) sum += ${noun}`,
    `    return sum`,
    `  }`,
    `}`,
    "",
    `/** The first entry of a list that a test holds for. */`,
    `export function find${own}(entries: ReadonlyArray<Entry${own}>, holds: (entry: Entry${own}) => boolean) {`,
    `  return entries.find((entry) => holds(entry))`,
    `}`,
    "",
    `export const apply${own} = (entry: Entry${own}, by: number): Entry${own} => ({ ...entry, ${noun}: entry.${noun} + by })`,
  )
  for (let f = 0; f < FUNCTIONS; f++) {
    const other = pick()
    const later = pick()
    lines.push(
      "",
      `/**`,
      ` * Step ${f} of what is done with a ${noun}: it is looked up, changed and put back, and what it is worth is told.`,
      ` *`,
      ` * @param store Where it is kept; it is left as it is where nothing is found.`,
      ` */`,
      `export async function step${own}_${f}(store: Store${own}, ids: ReadonlyArray<string>, by = ${random(50)}) {`,
      `  const found: Array<Entry${own}> = []`,
      `  for (const id of ids) {`,
      `    const entry = store.byId(id)`,
      `    if (entry === undefined) continue`,
      `    found.push(apply${own}(entry, by * found.length))`,
      `  }`,
      `  // What a person reads has no blanks around it and is no longer than a line.`,
      `  const text = ids.map((id) => id.trim().toLowerCase()).filter((id) => id !== "").join(", ")`,
      `  if (text.length > by) console.warn(\`too long for step ${f}: \${text.slice(0, by)}\`)`,
      `  const [head = "", ...rest] = text.split(", ")`,
      `  const width = Math.max(head.length, ...rest.map((it) => it.length))`,
      `  if (width * 2 < by || Number.isNaN(by)) return undefined`,
      `  const best = find${own}(found, (it) => ${random(80)} < it.${noun}) ?? found.at(-1)`,
      ...(f === 0 ? [] : [`  if (best !== undefined) await step${own}_${random(f)}(store.add(best), [best.id])`]),
      ...(other === undefined ? [] : [
        `  const others = new Store${other}()`,
        `  const known = others.byId(best?.id ?? "none")`,
        `  if (known !== undefined) others.add(apply${other}(known, others.total()))`,
      ]),
      ...(later === undefined ? [] : [
        `  const names = ids.map((id) => ({ id, ${NOUNS[later % NOUNS.length]}: id.length }))`,
        `  return find${later}(names, ({ id }) => id.startsWith("${noun}"))?.id`,
      ]),
      `}`,
    )
  }
  return lines.join("\n") + "\n"
}

const pythonText = (own: number, used: ReadonlyArray<number>, random: Random): string => {
  const noun = NOUNS[own % NOUNS.length]!
  const dotted = (it: number) => `${folderOf(it).replaceAll("/", ".")}.m${it}`
  const lines = [`"""What is done with a ${noun}, part ${own}."""`, ""]
  for (const it of used) lines.push(`from ${dotted(it)} import Store${it}, find${it}`)
  const pick = () => used[random(used.length)]
  lines.push(
    "",
    "",
    `class Entry${own}:`,
    `    """One ${noun}."""`,
    "",
    `    def __init__(self, id: str, ${noun}: int):`,
    `        self.id = id`,
    `        self.${noun} = ${noun}`,
    "",
    "",
    `class Store${own}:`,
    `    """Keeps every ${noun} by its id, the newest last."""`,
    "",
    `    def __init__(self, limit: int = ${random(900) + 100}):`,
    `        self.entries: dict[str, Entry${own}] = {}`,
    `        self.limit = limit`,
    "",
    `    def add(self, entry: Entry${own}) -> "Store${own}":`,
    `        if self.limit <= len(self.entries):`,
    `            raise ValueError(f"no room for {entry.id}")`,
    `        self.entries[entry.id] = entry`,
    `        return self`,
    "",
    `    def total(self) -> int:`,
    `        return sum(entry.${noun} for entry in self.entries.values())`,
    "",
    "",
    `def find${own}(entries, holds):`,
    `    for entry in entries:`,
    `        if holds(entry):`,
    `            return entry`,
    `    return None`,
  )
  for (let f = 0; f < FUNCTIONS + 1; f++) {
    const other = pick()
    lines.push(
      "",
      "",
      `def step${own}_${f}(store: Store${own}, ids: list[str], by: int = ${random(50)}):`,
      `    """Step ${f}: it is looked up, changed and put back, and what it is worth is told.`,
      "",
      `    The store is left as it is where nothing is found.`,
      `    """`,
      `    found = []`,
      `    for id in ids:`,
      `        entry = store.entries.get(id)`,
      `        if entry is None:`,
      `            continue`,
      `        found.append(Entry${own}(id, entry.${noun} + by * len(found)))`,
      `    # What a person reads has no blanks around it and is no longer than a line.`,
      `    text = ", ".join(id.strip().lower() for id in ids if id)`,
      `    if len(text) > by:`,
      `        print(f"too long for step ${f}: {text[:by]}")`,
      `    head, *rest = text.split(", ")`,
      `    width = max([len(head), *(len(it) for it in rest)])`,
      `    if width * 2 < by:`,
      `        return None`,
      `    best = find${own}(found, lambda it: ${random(80)} < it.${noun})`,
      ...(f === 0 ? [] : [`    if best is not None:`, `        step${own}_${random(f)}(store.add(best), [best.id])`]),
      ...(other === undefined ? [] : [
        `    others = Store${other}()`,
        `    known = find${other}(others.entries.values(), lambda it: it.id in ids)`,
        `    return others.total() + (0 if known is None else len(known.id))`,
      ]),
    )
  }
  return lines.join("\n") + "\n"
}

/** Numbers from 0 up to a bound, the same sequence for the same seed (Park and Miller 1988). */
const generator = (seed: number): Random => {
  let state = (seed % 2147483646) + 1
  return (below) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}
