// Source text inside answers. It is read from the checkout and shown only where the file still has the content that was
// indexed: positions of an older text would cut out something else.

import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { NONE } from "../graph/columns.ts"
import type { NodeId } from "../graph/graph.ts"
import * as Node from "../graph/node.ts"
import * as Lines from "../text/lines.ts"
import type { FileNow, OpenRepo } from "../workspace/repos.ts"
import { Settings } from "../workspace/settings.ts"

/** Longest line of code beside a row. */
const WIDEST = 160

/** Longest source text of one definition, in UTF-16 units; `read_file` has the rest. */
const LONGEST = 16_000

/** Fields of a row with source text. */
export const content = {
  content: Schema.optional(Schema.String),
  /** 1-based lines of the content. */
  start_line: Schema.optional(Schema.Number),
  end_line: Schema.optional(Schema.Number),
  /** Why there is no content, or not all of it. */
  content_omitted: Schema.optional(Schema.Literal("stale", "unreadable", "long", "budget")),
}

/** Field of a row with one line of code. */
export const lineText = { line_text: Schema.optional(Schema.String) }

export interface Content {
  readonly content?: string
  readonly start_line?: number
  readonly end_line?: number
  readonly content_omitted?: "stale" | "unreadable" | "long" | "budget"
}

/** From 1, both belong to it. */
export interface LineRange {
  readonly startLine: number
  readonly endLine: number
}

export interface Reader {
  /** Source text of a definition, or of some lines of a file. */
  readonly content: (node: NodeId, lines?: LineRange) => Effect.Effect<Content>
  /** The line on which the node's name stands, or that of `offset` in the node's file; only where settings want code. */
  readonly line: (node: NodeId, offset?: number) => Effect.Effect<{ readonly line_text?: string }>
}

/** Reads each file once for one answer. */
export const reader = Effect.fnUntraced(function* (repo: OpenRepo) {
  const { code } = yield* Settings
  const files = new Map<string, FileNow | undefined>()
  const { graph } = repo

  const fileOf = Effect.fnUntraced(function* (node: NodeId) {
    if (Node.fileOf(graph, node) === NONE) return undefined
    const path = Node.pathOf(graph, node)
    if (!files.has(path)) files.set(path, Either.getOrUndefined(yield* Effect.either(repo.read(path))))
    return files.get(path)
  })

  return {
    content: (node, lines) =>
      Effect.map(fileOf(node), (file): Content => {
        if (file === undefined) return { content_omitted: "unreadable" }
        if (file.asIndexed === false) return { content_omitted: "stale" }
        const { start, end } = graph.nodes
        const text = lines === undefined
          ? file.text.slice(beginningOf(file.text, start[node]!), end[node]!)
          : linesOf(file.text, lines)
        return {
          content: text.slice(0, LONGEST),
          start_line: lines?.startLine ?? Node.startLineOf(graph, node),
          end_line: lines?.endLine ?? Node.endLineOf(graph, node),
          ...(LONGEST < text.length ? { content_omitted: "long" } : {}),
        }
      }),
    line: (node, offset = Node.isSymbol(graph, node) ? graph.nodes.nameStart[node]! : NONE) =>
      code && offset !== NONE
        ? Effect.map(fileOf(node), (file) => {
          if (file === undefined || file.asIndexed === false) return {}
          const text = lineAround(file.text, offset)
          return text === "" ? {} : { line_text: text }
        })
        : Effect.succeed({}),
  } satisfies Reader
})

/** Indentation and words such as `export` before a definition belong to what a reader wants to see. */
const beginningOf = (text: string, start: number): number => {
  const line = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1
  return /^[\s\w]*$/.test(text.slice(line, start)) ? line : start
}

const linesOf = (text: string, { startLine, endLine }: LineRange): string => {
  const starts = Lines.lineStarts(text)
  return text.slice(starts[startLine - 1] ?? text.length, starts[endLine] ?? text.length)
}

const lineAround = (text: string, offset: number): string => {
  const from = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1
  const end = /[\r\n]|$/.exec(text.slice(offset, offset + 4 * WIDEST))!.index + offset
  const line = text.slice(from, end).trim()
  return line.length <= WIDEST ? line : `${line.slice(0, WIDEST - 1)}…`
}
