// What the library gives back, as far as it decides what is called next. The form is described where it is read, in
// resolve/library.ts; the numbers of type parameters, which names of types carry, are written by their lists alone.

import { withArity } from "../../syntax/arity.ts"
import { REFLECTION } from "./reflection.ts"
import { SEQUENCES } from "./sequences.ts"
import { TASKS } from "./tasks.ts"
import { VALUES } from "./values.ts"

/** Gives each name of a type that has type arguments their number. */
const counted = (text: string): string =>
  text.split("\n").map((line) =>
    line.replace(/^\s+\w+(?=<)|\w+(?=<)/g, (name, at) => {
      if (/^\s/.test(name)) return name
      let depth = 0
      let count = 1
      for (let i = at + name.length; i < line.length; i++) {
        const sign = line[i]!
        if (sign === "<" || sign === "(" || sign === "[") depth++
        else if (sign === ">" && line[i - 1] === "=") continue
        else if (sign === ">" || sign === ")" || sign === "]") {
          if (--depth === 0) break
        } else if (sign === "," && depth === 1) count++
      }
      return withArity(name, count)
    })
  ).join("\n")

/** Delegates of the library: functions that give nothing, and such that give something, with up to eight parameters. */
const delegates = (): string => {
  const lines: Array<string> = ["class Action : Delegate", "  @run(): void", "  Invoke(): void"]
  for (let count = 0; count <= 8; count++) {
    const taken = Array.from({ length: count }, (_, i) => `T${i}`)
    const list = taken.join(", ")
    lines.push(`class Func<${[...taken, "R"].join(", ")}> : Delegate`, `  @run(${list}): R`, `  Invoke(${list}): R`)
    if (count === 0) continue
    lines.push(`class Action<${list}> : Delegate`, `  @run(${list}): void`, `  Invoke(${list}): void`)
  }
  return lines.join("\n")
}

export const LIBRARY = counted(`${VALUES}\n${REFLECTION}\n${TASKS}\n${delegates()}\n${SEQUENCES}`)

/** Names of its types and values, whether they are imported or not: a file may see them by what its project says. */
export const LIBRARY_NAMES: ReadonlySet<string> = new Set(
  LIBRARY.split("\n").flatMap((line) => /^(?:class|type|value|alias) ([\w`]+)/.exec(line)?.[1] ?? []),
)
