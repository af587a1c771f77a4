// A repository of a given number of symbols, the same on every machine: modules of functions and a class each, which
// call one another inside a module and across modules as code does, mostly near and sometimes far.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../scripts/processes.mjs"

const FUNCTIONS = 39
const METHODS = 9
const SYMBOLS_A_MODULE = FUNCTIONS + METHODS + 2
const MODULES_A_FOLDER = 50

/** Lays out a repository of about `symbols` symbols and gives its folder. */
export const layOut = (symbols: number): string => {
  const folder = join(ROOT, ".corpora", `generated-${symbols}`)
  const stamp = join(folder, "generated.json")
  const wanted = JSON.stringify({ symbols, form: 1 })
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return folder
  rmSync(folder, { recursive: true, force: true })
  const modules = Math.ceil(symbols / SYMBOLS_A_MODULE)
  const random = generator(1)
  for (let i = 0; i < modules; i++) {
    mkdirSync(join(folder, folderOf(i)), { recursive: true })
    writeFileSync(join(folder, `${folderOf(i)}/m${i}.ts`), moduleText(i, modules, random))
  }
  writeFileSync(stamp, wanted)
  return folder
}

const folderOf = (module: number): string => `src/part${Math.floor(module / MODULES_A_FOLDER)}`

const moduleText = (own: number, modules: number, random: (below: number) => number): string => {
  // Earlier modules only, so that imports have no cycles; two near ones and one anywhere.
  const used = [...new Set([own - 1, own - 2, random(Math.max(1, own))])].filter((at) =>
    at >= 0 && at < modules && at !== own
  )
  const lines = used.map((at) =>
    `import { C${at}, f${at}_0, f${at}_1, f${at}_2 } from "../../${folderOf(at)}/m${at}.ts"`
  )
  lines.push("", `/** What module ${own} keeps. */`, `export class C${own} {`, `  count = 0`)
  for (let m = 0; m < METHODS; m++) {
    const call = m === 0 ? "this.count + by" : `this.m${m - 1}(by) + 1`
    lines.push(`  m${m}(by: number): number {`, `    return ${call}`, `  }`)
  }
  lines.push("}")
  for (let f = 0; f < FUNCTIONS; f++) {
    const calls = f === 0 ? ["x"] : [`f${own}_${random(f)}(x)`]
    if (used.length > 0) {
      const at = used[random(used.length)]!
      calls.push(random(3) === 0 ? `new C${at}().m${random(METHODS)}(x)` : `f${at}_${random(3)}(x)`)
    }
    lines.push("", `export function f${own}_${f}(x: number): number {`, `  return ${calls.join(" + ")}`, "}")
  }
  return lines.join("\n") + "\n"
}

/** Numbers from 0 up to a bound, the same sequence for the same seed (Park and Miller 1988). */
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 48271) % 2147483647
    return state % below
  }
}
