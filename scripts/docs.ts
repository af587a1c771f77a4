// `bun scripts/docs.ts`: writes docs/tools.md and docs/policy.md, pages read off the definitions themselves; a test holds
// that they are up to date.

import { writeFileSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { mcp } from "../cli/commands/mcp.ts"
import * as Listing from "../lib/tools/listing.ts"
import { TOOLS } from "../lib/tools/all.ts"
import type * as Tool from "../lib/tools/tool.ts"
import { SETTINGS } from "../lib/workspace/config.ts"

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

/** The whole text of docs/policy.md. */
export const policyPage = (): string =>
  [
    "# What a server may show and do",
    "",
    "This page is written by `bun scripts/docs.ts`. What follows is set by the user of the machine and by nobody else: on the",
    "command line of `portolan mcp`, in the environment, or in `config.toml` of the home folder (`PORTOLAN_HOME`, by default",
    "`~/.portolan`), in this order of precedence. Nothing that lies in a repository can set or weaken any of it:",
    "`portolan.toml` there is data. What is blank, misspelt, ambiguous or cannot be stops the server before it serves, with",
    "words; so does a wrong setting that another one overrides.",
    "",
    "| variable | config.toml | flag | |",
    "| --- | --- | --- | --- |",
    ...Object.entries(SETTINGS).map(([key, it]) => {
      const flag = mcp.flags.find((flag) => flag.key === key)
      return `| \`${it.variable}\` | \`${it.key}\` | ${flag === undefined ? "" : `\`--${flag.name}\``} | ${
        cell(it.doc)
      }. |`
    }),
    "",
    "```toml",
    "[mcp]",
    "read_only = true",
    'allowed_repos = ["web", "/srv/code/api"]',
    'default_repo = "web"',
    "```",
    "",
  ].join("\n")

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const write = (page: string, text: string) => writeFileSync(new URL(`../docs/${page}`, import.meta.url), text)
  write("tools.md", toolsPage())
  write("policy.md", policyPage())
}
