// Prints the facts of a file: bun tests/syntax/_show.ts FILE, or of standard input under a name.

import { readFileSync } from "node:fs"
import { extract } from "../../lib/syntax/extract.ts"
import { grammarFor } from "./_grammars.ts"
import { print } from "./_print.ts"

const [path = "input.ts", given] = process.argv.slice(2)
const text = given ?? readFileSync(path, "utf8")
console.log(print(extract(await grammarFor(path), text)))
