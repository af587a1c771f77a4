// What a policy leaves of the tools, read off their definitions. The list that comes out is the one that is listed and
// called: what is not in it does not exist for a client, and no error or suggestion speaks of it.

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Tool from "../tools/tool.ts"
import type { PolicyShape } from "../workspace/policy.ts"

/** The call would write, and this server only reads. */
export class ReadOnly extends Schema.TaggedError<ReadOnly>()("ReadOnly", { tool: Schema.String }) {
  override get message() {
    return `Cannot write with ${this.tool}: this server only reads`
  }
  get hint() {
    return "Leave out what makes it write, and it shows what it would do"
  }
}

/** Does what has this scope lead beyond one repository, so that a server that only reads hides it? */
export const isBeyond = (scope: Tool.Scope): boolean => scope === "group"

/** The tools that may be listed and called, each as it may be called. */
export const permitted = <T extends Tool.Any>(tools: ReadonlyArray<T>, policy: PolicyShape): ReadonlyArray<T> =>
  policy.readOnly ? tools.flatMap((tool) => reading(tool)) : tools

const reading = <T extends Tool.Any>(tool: T): ReadonlyArray<T> => {
  const { beyondReading, writes } = tool
  if (isBeyond(tool.scope) || writes === "always" || beyondReading === "all") return []
  const cut = beyondReading === undefined ? tool : without(tool, beyondReading)
  return [typeof writes === "function" ? refusing(cut, writes) : cut]
}

/** The tool as if it had never had these arguments. */
const without = <T extends Tool.Any>(tool: T, names: ReadonlyArray<string>): T => {
  const { fields } = tool.input as unknown as Schema.Struct<Schema.Struct.Fields>
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
  return {
    ...tool,
    input: Schema.Struct(kept),
    aliases: Object.fromEntries(Object.entries(tool.aliases).filter(([, name]) => !names.includes(name))),
    positional: tool.positional.filter((name) => !names.includes(name)),
  }
}

/** The tool that answers everything but what would write. */
const refusing = <T extends Tool.Any>(tool: T, writes: (input: unknown) => boolean): T => ({
  ...tool,
  writes: "never",
  failure: Schema.Union(tool.failure, ReadOnly),
  run: (input: unknown) => writes(input) ? Effect.fail(new ReadOnly({ tool: tool.name })) : tool.run(input),
})
