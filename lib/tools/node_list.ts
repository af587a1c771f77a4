// The answer of tools that give nodes in an order: an array of nodes, cut from its end.

import * as Schema from "effect/Schema"
import * as ContextNode from "./context_node.ts"
import * as Fields from "./fields.ts"
import * as Markdown from "./markdown.ts"
import * as Pages from "./pages.ts"
import * as Symbol from "./symbol.ts"
import * as Text from "./text.ts"

/** Name of the list in totals and cursors. */
export const LIST = "results"

export const Answer = Schema.Struct({
  ...Fields.envelope,
  ...Symbol.also,
  results: Schema.Array(ContextNode.ContextNode),
  ...Fields.paged,
})
export type Answer = typeof Answer.Type

export const trim = (output: Answer, excess: number, input: Pages.Asked) =>
  Pages.trim(
    output,
    excess,
    input,
    [{ name: LIST, rows: output.results, put: (answer, results): Answer => ({ ...answer, results }) }],
    "in-order",
  )

/** @param nothing What to say where there is none. */
export const render = (output: Answer, nothing: string): string =>
  Text.lines(
    ...Text.table(
      output.results.map((node) => {
        const { via, distance, file_path, doc } = node.properties
        return {
          cells: [
            node.label === "File" ? file_path ?? node.name : Text.qualified({
              uid: node.id,
              name: node.name,
              ...ContextNode.placeOf(node),
            }),
            node.label,
            ...(distance === undefined ? [] : [`${distance} away`]),
            ...(via === undefined ? [] : [via.toLowerCase()]),
            node.label === "File" ? "" : Text.place(ContextNode.placeOf(node)),
          ],
          below: doc,
        }
      }),
      "",
    ),
    output.results.length === 0 && nothing,
    Text.shown(output.lists[LIST]),
    ...Text.apart(Symbol.renderAlso(output), Text.more(output.next_cursor), Text.footer(output)),
  )

export const markdown = (
  heading: string,
  text: string,
  input: { readonly format: string },
): string | undefined => input.format === "markdown" ? Markdown.fenced(heading, text) : undefined
