// Where the bodies of functions begin, as their grammars say: by `path:offset of the name`, the offset at which a statement
// that fails may be put, with that statement.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Ts from "web-tree-sitter"
import { asset } from "../lib/platform/assets.ts"

export interface Body {
  /** UTF-16 offset. */
  readonly at: number
  readonly text: string
}

interface Form {
  readonly grammar: string
  /** Kinds of nodes that are functions with a body. */
  readonly functions: ReadonlySet<string>
  readonly bodyOf: (body: Ts.Node, text: string) => Body | undefined
}

const inBraces = (body: Ts.Node): Body | undefined =>
  body.type === "statement_block" ? { at: body.startIndex + 1, text: ` throw new Error("made to fail");` } : undefined

/** Behind what documents it; what says nothing else has no body. */
const indented = (body: Ts.Node, text: string): Body | undefined => {
  const isText = (it: Ts.Node) => it.type === "expression_statement" && it.namedChild(0)?.type === "string"
  const statements = body.namedChildren.filter((it) => it !== null && it.type !== "comment") as Array<Ts.Node>
  const first = statements.find((it) => !isText(it))
  if (first === undefined || first.text === "..." || first.startPosition.row === body.parent!.startPosition.row) return
  const at = text.lastIndexOf("\n", first.startIndex) + 1
  const indent = text.slice(at, first.startIndex)
  return /^\s*$/.test(indent) ? { at, text: `${indent}raise RuntimeError("made to fail")\n` } : undefined
}

const SCRIPT = new Set([
  "function_declaration",
  "method_definition",
  "arrow_function",
  "function_expression",
  "generator_function_declaration",
])

const FORMS: Readonly<Record<string, Form>> = {
  ts: { grammar: "tree-sitter-typescript.wasm", functions: SCRIPT, bodyOf: inBraces },
  tsx: { grammar: "tree-sitter-tsx.wasm", functions: SCRIPT, bodyOf: inBraces },
  py: { grammar: "tree-sitter-python.wasm", functions: new Set(["function_definition"]), bodyOf: indented },
}

/** @param files Paths below the root; those of no known form are left out. */
export const functionBodies = async (
  root: string,
  files: ReadonlyArray<string>,
): Promise<ReadonlyMap<string, Body>> => {
  const wasmBinary = asset("./grammars/web-tree-sitter.wasm")
  await Ts.Parser.init({ wasmBinary } as Parameters<typeof Ts.Parser.init>[0])
  const parsers = new Map<string, Ts.Parser>()
  const bodies = new Map<string, Body>()
  for (const path of files) {
    const form = FORMS[path.slice(path.lastIndexOf(".") + 1)]
    if (form === undefined) continue
    let parser = parsers.get(form.grammar)
    if (parser === undefined) {
      parsers.set(form.grammar, parser = new Ts.Parser())
      parser.setLanguage(await Ts.Language.load(asset(`./grammars/${form.grammar}`)))
    }
    const text = readFileSync(join(root, path), "utf8")
    const tree = parser.parse(text)!
    for (const node of tree.rootNode.descendantsOfType([...form.functions])) {
      const name = node?.childForFieldName("name") ?? node?.parent?.childForFieldName("name")
      const body = node?.childForFieldName("body")
      if (node === null || name == null || body == null) continue
      const made = form.bodyOf(body, text)
      if (made !== undefined) bodies.set(`${path}:${name.startIndex}`, made)
    }
    tree.delete()
  }
  return bodies
}
