// A file of the checkout as it is now, by lines.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Lines from "../text/lines.ts"
import { FileRefused } from "../workspace/checkout.ts"
import { Repos } from "../workspace/repos.ts"
import * as Envelope from "./envelope.ts"
import * as Failures from "./failures.ts"
import * as Fields from "./fields.ts"
import * as Text from "./text.ts"
import * as Tool from "./tool.ts"

/** Most bytes of text when the caller sets no budget. */
const MOST_BYTES = 40_000

const utf8 = new TextEncoder()

const sizeOf = (text: string): number => utf8.encode(text).length

const Output = Schema.Struct({
  index: Fields.Index,
  path: Schema.String,
  /** Lines as they stand, the last one with its line break where it has one. */
  content: Schema.String,
  /** 1-based line of the first line shown; the last line shown, inclusive. */
  start_line: Schema.Number,
  end_line: Schema.Number,
  total_lines: Schema.Number,
  /** What startLine takes to go on; absent at the end. */
  next_start_line: Schema.optional(Schema.Number),
  /** Set where the text is not what was indexed: positions of other answers may be off. */
  changed_since_index: Schema.optional(Schema.Boolean),
  /** Set where the last line shown is cut, being longer than the budget. */
  line_cut: Schema.optional(Schema.Boolean),
  trimmed_for_budget: Schema.optional(Schema.Boolean),
})

export const readFile = Tool.make({
  name: "read_file",
  summary: "Read a file of the repository, or some of its lines",
  core: true,
  guide: "next_start_line goes on.",
  scope: "repo",
  writes: "never",
  positional: ["path"],
  aliases: { file: "path", file_path: "path" },
  lacks: Fields.ofCheckout,
  input: Schema.Struct({
    path: Fields.text("Path in the repository"),
    startLine: Fields.integer({ from: 0, default: 0 }, "First line, from 0"),
    endLine: Fields.optionalInteger({ from: 0 }, "Line to stop before, from 0"),
    maxLines: Fields.integer({ from: 0, default: 2000 }, "Most lines; 0: no cap"),
    ...Fields.checkout,
    ...Fields.budget,
  }),
  output: Output,
  failure: Schema.Union(...Failures.repo, FileRefused),
  run: Effect.fn("read_file")(function* (input) {
    const repo = yield* (yield* Repos).select({ repo: input.repo })
    const file = yield* repo.read(input.path)
    const index = yield* Envelope.index(repo, [file.path])
    const starts = Lines.lineStarts(file.text)
    const total = Lines.count(starts, file.text.length)
    const from = Math.min(input.startLine, total)
    const wanted = Math.min(input.endLine ?? total, total, input.maxLines === 0 ? total : from + input.maxLines)
    const most = Math.max(MOST_BYTES, (input.maxTokens ?? 0) * 4)
    let to = from
    let size = 0
    while (to < wanted) {
      const line = sizeOf(file.text.slice(starts[to]!, starts[to + 1] ?? file.text.length))
      if (most < size + line) break
      size += line
      to++
    }
    // A line longer than the whole room is cut rather than never shown.
    const lineCut = to === from && from < wanted
    if (lineCut) to++
    const text = file.text.slice(starts[from] ?? file.text.length, starts[to] ?? file.text.length)
    return {
      index,
      path: file.path,
      content: lineCut ? firstBytes(text, most) : text,
      start_line: from + 1,
      end_line: to,
      total_lines: total,
      ...(to < total ? { next_start_line: to } : {}),
      ...(file.asIndexed === false ? { changed_since_index: true } : {}),
      ...(lineCut ? { line_cut: true } : {}),
    }
  }),
  render: (output) => {
    if (output.end_line < output.start_line) {
      return output.total_lines === 0
        ? `${output.path} is empty.`
        : `${output.path} ends with line ${output.total_lines}: no line of it was asked for.`
    }
    const starts = Lines.lineStarts(output.content)
    const width = String(output.end_line).length
    const numbered: Array<string> = []
    for (let line = output.start_line; line <= output.end_line; line++) {
      const at = line - output.start_line
      const text = output.content.slice(starts[at] ?? output.content.length, starts[at + 1] ?? output.content.length)
      numbered.push(`${String(line).padStart(width)}  ${text}`.trimEnd())
    }
    return Text.lines(
      ...numbered,
      output.next_start_line !== undefined &&
        `${Text.plural(output.total_lines - output.end_line, "more line")}: --start-line ${output.next_start_line}`,
      output.changed_since_index === true && "This file changed since it was indexed.",
    )
  },
  trim: (output, excess) => {
    const starts = Lines.lineStarts(output.content)
    const shown = output.end_line - output.start_line + 1
    if (shown <= 1) {
      const shorter = firstBytes(output.content, sizeOf(output.content) - Math.max(1, excess))
      return output.content === ""
        ? undefined
        : { ...output, content: shorter, line_cut: true, trimmed_for_budget: true }
    }
    let kept = shown
    for (let freed = 0; freed < excess && 1 < kept;) {
      kept--
      freed += JSON.stringify(output.content.slice(starts[kept]!, starts[kept + 1] ?? output.content.length)).length - 2
    }
    const end = output.start_line - 1 + kept
    return {
      ...output,
      content: output.content.slice(0, starts[kept]!),
      end_line: end,
      next_start_line: end,
      line_cut: undefined,
      trimmed_for_budget: true,
    }
  },
})

/** The longest beginning of at most `limit` bytes that ends between two characters. */
const firstBytes = (text: string, limit: number): string => {
  if (limit <= 0) return ""
  const bytes = utf8.encode(text)
  if (bytes.length <= limit) return text
  let end = limit
  while (0 < end && (bytes[end]! & 0xc0) === 0x80) end--
  return new TextDecoder().decode(bytes.subarray(0, end))
}
