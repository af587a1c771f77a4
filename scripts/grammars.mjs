// The grammar files that ship with the product, and the package each comes from. A language adds its line here and the
// package to package.json, and `node scripts/notice.mjs` names it in NOTICE; set-up copies the files to
// lib/platform/grammars, from where source, build and executable read them by name.

/** File name in lib/platform/grammars → path below node_modules. */
export const GRAMMARS = {
  "web-tree-sitter.wasm": "web-tree-sitter/web-tree-sitter.wasm",
  "tree-sitter-typescript.wasm": "tree-sitter-typescript/tree-sitter-typescript.wasm",
  "tree-sitter-tsx.wasm": "tree-sitter-typescript/tree-sitter-tsx.wasm",
  "tree-sitter-javascript.wasm": "tree-sitter-javascript/tree-sitter-javascript.wasm",
  "tree-sitter-python.wasm": "tree-sitter-python/tree-sitter-python.wasm",
  "tree-sitter-java.wasm": "tree-sitter-java/tree-sitter-java.wasm",
  "tree-sitter-kotlin.wasm": "@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm",
  "tree-sitter-c_sharp.wasm": "tree-sitter-c-sharp/tree-sitter-c_sharp.wasm",
  "tree-sitter-go.wasm": "tree-sitter-go/tree-sitter-go.wasm",
}
