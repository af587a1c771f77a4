// The parser's core and grammars as WebAssembly, loaded when first asked for and once a thread: a thread that reads one
// language loads one grammar.

import * as Ts from "web-tree-sitter"
import type { LoadedGrammar } from "../indexer/worker.ts"
import { asset } from "./assets.ts"

// deno-lint-ignore no-explicit-any
type Core = any

let core: Promise<Core> | undefined

/** The object given to `init` becomes the core's own module: its exports are what the raw cursor calls. */
const startCore = async (): Promise<Core> => {
  const module: Core = { wasmBinary: asset("./grammars/web-tree-sitter.wasm") }
  await Ts.Parser.init(module)
  return module
}

/** A grammar by the name of its wasm file, with a parser of its own. Rejects where the file is not there or too old. */
export const load = async (file: string): Promise<LoadedGrammar> => {
  core ??= startCore()
  const module = await core
  const language = await Ts.Language.load(asset(`./grammars/${file}`))
  return { language, parser: new Ts.Parser(), module }
}
