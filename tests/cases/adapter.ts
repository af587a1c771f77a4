// The cases' questions put to the public library, nothing private. A session is one repository, indexed into the state
// folder that the harness gives. What the library has no answer for is missing here, and the facts that need it fail.

import * as Effect from "effect/Effect"
import {
  analyze,
  type EdgeKind,
  type Graph,
  type Index,
  Kinds,
  Node,
  type NodeId,
  type NodeKind,
  Uid,
} from "../../mod.ts"

/** A symbol as the cases write it; of a file only path and kind. */
interface End {
  readonly file: string
  readonly kind: string
  readonly name?: string
  readonly qname?: string
  readonly line?: number
}

interface Row {
  readonly uid: string
  readonly file?: string | undefined
}

/** Our kinds in the cases' words. */
const NODE_WORDS: Readonly<Partial<Record<NodeKind, string>>> = {
  File: "file",
  Namespace: "namespace",
  Class: "class",
  Interface: "interface",
  Enum: "enum",
  TypeAlias: "type",
  Function: "function",
  Method: "method",
  Constructor: "constructor",
  Property: "variable",
  Variable: "variable",
  Const: "constant",
}

const EDGE_WORDS: Readonly<Partial<Record<EdgeKind, string>>> = {
  CONTAINS: "contains",
  DEFINES: "contains",
  HAS_METHOD: "contains",
  HAS_PROPERTY: "contains",
  IMPORTS: "imports",
  CALLS: "calls",
  INSTANTIATES: "instantiates",
  READS: "references",
  WRITES: "references",
  USES: "references",
  EXTENDS: "extends",
  IMPLEMENTS: "implements",
  OVERRIDES: "overrides",
  DECORATES: "decorates",
  RENDERS: "renders",
}

export const open = (root: string, { stateDir }: { readonly stateDir: string }) => {
  let index: Index | undefined
  const indexed = (): Index => {
    if (index === undefined) throw new Error("nothing is indexed")
    return index
  }
  return {
    index: async () => {
      const before = index
      index = await Effect.runPromise(analyze(root, { home: stateDir, storage: "home", workers: 1 }))
      if (before !== undefined) await Effect.runPromise(before.close)
      const { partlyRead, skipped, failed } = index.report
      return { ok: true, report: [...partlyRead, ...skipped, ...failed] }
    },
    files: () => Promise.resolve(nodesOf(indexed().graph, "File").map((node) => Node.pathOf(indexed().graph, node))),
    symbols: () => Promise.resolve(symbolsOf(indexed().graph)),
    edges: () => Promise.resolve(edgesOf(indexed().graph)),
    impact: async ({ target, direction, depth }: Impact) => {
      const { graph } = indexed()
      const answer = await Effect.runPromise(
        indexed().impact({ target: inOurWords(target), direction, maxDepth: depth }),
      )
      if (answer.status !== "ok") throw new Error(`impact of ${target}: ${answer.status}`)
      return Object.values<ReadonlyArray<Row>>(answer.byDepth ?? {}).flat().map((row) => endOfRow(graph, row))
    },
    trace: async ({ from, to }: { readonly from: string; readonly to: string }) => {
      const answer = await Effect.runPromise(indexed().trace({ from: inOurWords(from), to: inOurWords(to) }))
      return answer.status === "ok" ? (answer.hops ?? []).map((row) => endOfRow(indexed().graph, row)) : []
    },
    search: async (query: string, top: number) => {
      const answer = await Effect.runPromise(indexed().query({ search_query: query, max_symbols: top }))
      return (answer.definitions ?? []).map((row) => endOfRow(indexed().graph, row))
    },
    tool: async (name: string, args: unknown) => (await Effect.runPromise(indexed().call(name, args))).text,
    close: async () => {
      if (index !== undefined) await Effect.runPromise(index.close)
    },
  }
}

interface Impact {
  readonly target: string
  readonly direction: "upstream" | "downstream"
  readonly depth: number
}

/** `FILE:NAME@LINE` tells overloads apart by line; our way to say that is `FILE:LINE`. */
const inOurWords = (reference: string): string => reference.replace(/:[^:@]*@(\d+)$/, ":$1")

const nodesOf = (graph: Graph, ...kinds: ReadonlyArray<NodeKind>): ReadonlyArray<NodeId> => {
  const found: Array<NodeId> = []
  for (let node = 0; node < graph.nodes.rows; node++) if (kinds.includes(Node.kindOf(graph, node))) found.push(node)
  return found
}

const symbolsOf = (graph: Graph): ReadonlyArray<End> => {
  const found: Array<End> = []
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (Node.isSymbol(graph, node)) found.push(endOf(graph, node)!)
  }
  return found
}

/** Undefined for folders, packages and what lies outside the repository. */
const endOf = (graph: Graph, node: NodeId): End | undefined => {
  const kind = Node.kindOf(graph, node)
  const word = NODE_WORDS[kind]
  if (word === undefined) return undefined
  const file = Node.pathOf(graph, node)
  if (kind === "File") return { file, kind: word }
  const qname = Node.qualifiedName(graph, node)
  return { file, kind: word, name: Node.nameOf(graph, node), qname, line: Node.lineOf(graph, node) }
}

const endOfRow = (graph: Graph, row: Row): End =>
  endOf(graph, Uid.find(graph, row.uid)) ?? { file: row.file ?? "", kind: "?" }

const edgesOf = (graph: Graph): ReadonlyArray<unknown> => {
  const { rows, kind, source, target, confidence } = graph.edges
  const found: Array<unknown> = []
  for (let edge = 0; edge < rows; edge++) {
    const type = EDGE_WORDS[Kinds.EDGE_KIND_BY_CODE[kind[edge]!]!]
    const from = endOf(graph, source[edge]!)
    const to = endOf(graph, target[edge]!)
    if (type === undefined || from === undefined || to === undefined) continue
    found.push({ type, from, to, confidence: confidence[edge]! / 100 })
  }
  return found
}
