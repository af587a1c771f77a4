// The yardstick: one thread that only reads, decodes and parses the files named in a list, and frees each tree. Nothing
// is looked at. `bun bench/parse_only.ts ROOT LIST`, LIST a JSON array of [path, grammar file].

import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Ts from "web-tree-sitter"
import * as Decode from "../lib/text/decode.ts"
import { asset } from "../lib/platform/assets.ts"

const [root, list] = process.argv.slice(2)
const files: ReadonlyArray<readonly [path: string, grammar: string]> = JSON.parse(readFileSync(list!, "utf8"))

const wasmBinary = asset("./grammars/web-tree-sitter.wasm")
await Ts.Parser.init({ wasmBinary } as Parameters<typeof Ts.Parser.init>[0])
const parsers = new Map<string, Ts.Parser>()
for (const grammar of new Set(files.map(([, grammar]) => grammar))) {
  const parser = new Ts.Parser()
  parser.setLanguage(await Ts.Language.load(asset(`./grammars/${grammar}`)))
  parsers.set(grammar, parser)
}

let bytes = 0
for (const [path, grammar] of files) {
  const content = readFileSync(join(root!, path))
  const decoded = Decode.decode(content)
  if (decoded._tag === "binary") continue
  bytes += content.length
  parsers.get(grammar)!.parse(decoded.text)!.delete()
}
console.log(JSON.stringify({ files: files.length, bytes }))
