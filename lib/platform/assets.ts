// Files that ship with the program, found relative to this module: the same address holds in the sources, in a built
// package and inside the executable, whose embedded root is this folder.

import { readFileSync } from "node:fs"

/** @param path Relative to this folder: `./grammars/web-tree-sitter.wasm`. @throws Where the file was not built. */
export const asset = (path: string): Uint8Array => new Uint8Array(readFileSync(new URL(path, import.meta.url)))
