// The parser's core and grammars as WebAssembly, loaded when first asked for and once a thread: a thread that reads one
// language loads one grammar. Threads that are given the same compiled module share its machine code, which is made
// while it runs and costs as much as parsing several megabytes.

import * as Ts from "web-tree-sitter"
import type { LoadedGrammar } from "../indexer/worker.ts"
import { asset } from "./assets.ts"

/** A `WebAssembly.Module`: lib's types know no such thing, since not every runtime's do. */
export type Compiled = object

interface Wasm {
  readonly compile: (bytes: Uint8Array) => Promise<Compiled>
  readonly Instance: new (module: Compiled, imports: object) => { readonly exports: object }
}

const wasm = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly

export const CORE = "web-tree-sitter.wasm"

/** The compiled module of a wasm file among the grammars. Rejects where the file was not built. */
export const compile = async (file: string): Promise<Compiled> => await wasm.compile(asset(`./grammars/${file}`))

const shared = new Map<string, Compiled>()

/** Takes modules that another thread compiled; those that this thread has already loaded stay as they are. */
export const share = (modules: ReadonlyArray<readonly [file: string, module: Compiled]>): void => {
  for (const [file, module] of modules) shared.set(file, module)
}

// deno-lint-ignore no-explicit-any
type Core = any

let core: Promise<Core> | undefined
let started: Core

/** Bytes of this thread's parser memory: grown by the largest file so far, never given back. */
export const heap = (): number => started?.HEAPU8?.length ?? 0

/** The object given to `init` becomes the core's own module: its exports are what the raw cursor calls. */
const startCore = async (): Promise<Core> => {
  const compiled = shared.get(CORE)
  const module: Core = compiled === undefined ? { wasmBinary: asset(`./grammars/${CORE}`) } : {
    instantiateWasm: (imports: object, done: (instance: object, module: Compiled) => void) => {
      const instance = new wasm.Instance(compiled, imports)
      done(instance, compiled)
      return instance.exports
    },
  }
  await Ts.Parser.init(module)
  return started = module
}

/** A grammar by the name of its wasm file, with a parser of its own. Rejects where the file is not there or too old. */
export const load = async (file: string): Promise<LoadedGrammar> => {
  core ??= startCore()
  const module = await core
  const compiled = shared.get(file)
  const language = compiled === undefined
    ? await Ts.Language.load(asset(`./grammars/${file}`))
    : Ts.Language.loadSync(compiled as Parameters<typeof Ts.Language.loadSync>[0])
  return { language, parser: new Ts.Parser(), module }
}
