// `bun scripts/docs.ts`: writes docs/tools.md, a page read off the tools themselves; a test holds that it is up to date.

import { writeFileSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import * as Listing from "../lib/tools/listing.ts"
import { TOOLS } from "../lib/tools/all.ts"
import type * as Tool from "../lib/tools/tool.ts"

/** The whole text of docs/tools.md. */
export const toolsPage = (): string =>
  [
    "# Tools",
    "",
    "Each of them is an MCP tool, a command of the command line and a method of the library, from one definition. This",
    "page is written by `bun scripts/docs.ts` from those definitions.",
    "",
    ...TOOLS.flatMap(section),
  ].join("\n")

const section = (tool: Tool.Any): ReadonlyArray<string> => {
  const { properties, required = [] } = Listing.inputSchema(tool)
  return [
    `## ${tool.name}`,
    "",
    `${tool.summary}. ${tool.guide}`,
    "",
    "| argument | takes | default | |",
    "| --- | --- | --- | --- |",
    ...Object.entries(properties).map(([name, property]) => {
      const mark = required.includes(name) ? " (required)" : ""
      const standard = property.default === undefined ? "" : `\`${JSON.stringify(property.default)}\``
      return `| \`${name}\`${mark} | ${cell(Listing.describe(property))} | ${standard} | ${
        cell(property.description ?? "")
      } |`
    }),
    "",
  ]
}

const cell = (text: string): string => text.replaceAll("|", "\\|")

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../docs/tools.md", import.meta.url), toolsPage())
}
