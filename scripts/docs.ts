// `bun scripts/docs.ts`: writes docs/tools.md, docs/commands.md and docs/policy.md, pages read off the definitions
// themselves; a test holds that they are up to date.

import { writeFileSync } from "node:fs"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { EXIT, EXIT_MEANS } from "../cli/command.ts"
import { mcp } from "../cli/commands/mcp.ts"
import { COMMANDS } from "../cli/everything.ts"
import * as Help from "../cli/help.ts"
import * as Listing from "../lib/tools/listing.ts"
import { NAVEGADOR, REFRESHING, TOOLS, UNLISTED } from "../lib/tools/all.ts"
import type * as Tool from "../lib/tools/tool.ts"
import { permitted } from "../lib/serve/permitted.ts"
import { SETTINGS } from "../lib/workspace/config.ts"
import { open } from "../lib/workspace/policy.ts"
import { type Outcome, POLICIES, REPOSITORIES, type Repository, SELECTIONS } from "../tests/serve/policy_table.ts"

/** The whole text of docs/tools.md. */
export const toolsPage = (): string =>
  [
    "# Tools",
    "",
    "Each of them is an MCP tool, a command of the command line and, where it asks something of an index, a method of the",
    "library, from one definition. This page is written by `bun scripts/docs.ts` from those definitions.",
    "",
    ...TOOLS.flatMap(section),
    ...onRequest(),
    ...profiles(),
  ].join("\n")

/** What a server offers where it is told to, and no command is made of: `analyze` is that command. */
const onRequest = (): ReadonlyArray<string> => [
  "## Offered on request",
  "",
  `A server that runs locally offers these as well where \`${SETTINGS.refresh.variable}=1\` is set, and none that only`,
  "reads. In a terminal `portolan analyze` does what they do.",
  "",
  ...REFRESHING.flatMap((tool) => section(tool).map((line) => line.replace(/^## /, "### "))),
]

/** The profiles of `portolan mcp --tools`, with the tools that one of them has to itself. */
const profiles = (): ReadonlyArray<string> => {
  const all: ReadonlyArray<Tool.Any> = TOOLS
  const names = (tools: ReadonlyArray<Tool.Any>) => tools.map((it) => `\`${it.name}\``).join(", ")
  const own = NAVEGADOR.filter((tool) => !all.some(({ input }) => input === tool.input))
  return [
    "## Profiles",
    "",
    `\`mcp --tools core\`: ${names(all.filter((it) => it.core === true))}.`,
    "",
    `\`mcp\` alone: all of this page, what is offered on request only then. Answered, and not listed: ${
      names(UNLISTED)
    }; ${all.flatMap((tool) => (tool.otherNames ?? []).map((name) => `\`${name}\` is \`${tool.name}\``)).join(", ")}.`,
    "",
    `\`mcp --tools navegador\`: ${
      names(NAVEGADOR)
    }. Their answers are the value alone, an array or one object; \`index\`,`,
    "`completeness`, totals and cursor are in `_meta`, and a second text of one line says where an answer is not current,",
    "not exact or not all. In this profile:",
    "",
    ...own.flatMap((tool) => section(tool).map((line) => line.replace(/^## /, "### "))),
  ]
}

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

/** The whole text of docs/commands.md. */
export const commandsPage = (): string =>
  [
    "# Commands",
    "",
    "Every tool is a command too: [tools.md](tools.md) tells what each takes, and these are the others. In a clone a command",
    "is typed behind `npm start --`. This page is written by `bun scripts/docs.ts`; `portolan COMMAND --help` says the same.",
    "",
    "Answers go to the output, everything else to the error stream. Colours are for a terminal, and not where `NO_COLOR` is",
    "set. A signal ends the program as the signal says, save `analyze --watch` and `mcp`, of which it is the good end; what it",
    "held is given back first.",
    "",
    "| exit code | |",
    "| --- | --- |",
    ...(Object.keys(EXIT) as ReadonlyArray<keyof typeof EXIT>).map((it) => `| ${EXIT[it]} | ${EXIT_MEANS[it]} |`),
    "",
    ...COMMANDS.filter(({ name }) => !TOOLS.some((tool) => tool.name.replaceAll("_", "-") === name)).flatMap((it) => [
      `## ${it.name}`,
      "",
      "```",
      `portolan ${Help.usage(it)}`,
      "```",
      "",
      `${it.summary}.${it.details === undefined ? "" : ` ${it.details}`}`,
      "",
      ...it.arguments.length + it.flags.length === 0 ? [] : ["| | |", "| --- | --- |"],
      ...it.arguments.map(({ name, doc }) => `| \`${name.toUpperCase()}\` | ${cell(doc)} |`),
      ...it.flags.map((flag) => `| \`${Help.spelled(flag)}\` | ${cell(Help.told(flag))} |`),
      "",
    ]),
  ].join("\n")

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
    "## Which repository a call reaches",
    "",
    "Four are indexed: `web`, two of the name `api` (a/api and b/api), and `vault`. Each column is a policy, each row what a call",
    "says as `repo` and where the server was started. What is hidden is told from what never was by no word, and ids are those",
    "of the repositories that may be seen. The same holds for tools, their other names, prompts and completions; pages are",
    "addressed by id. A test holds the server to every cell.",
    "",
    ...rows(["repo", ...POLICIES.map((it) => it.title)], [
      ...SELECTIONS.map((row) => [row.title, ...row.outcomes.map(outcome)]),
    ]),
    "",
    "## Which tools there are",
    "",
    "Read off the definitions: what a tool works on, whether it writes, which of its arguments go beyond reading one",
    "repository. Hidden tools and arguments are refused as if there were none of that name, and no page speaks of them.",
    "",
    ...rows(
      ["tool", "works on", "writes", "read-only server"],
      ([...TOOLS, ...REFRESHING] as ReadonlyArray<Tool.Any>).map((tool) => {
        const [left] = permitted([tool], { ...open, readOnly: true })
        return [
          `\`${tool.name}\``,
          tool.scope === "repo" ? "a repository" : tool.scope === "group" ? "a group" : "the list of repositories",
          tool.writes === "never" ? "never" : tool.writes === "always" ? "always" : "when told",
          left === undefined
            ? "hidden"
            : typeof tool.writes === "function"
            ? "shows what it would do"
            : left === tool
            ? "as it is"
            : `without ${(tool.beyondReading as ReadonlyArray<string>).map((it) => `\`${it}\``).join(", ")}`,
        ]
      }),
    ),
    "",
  ].join("\n")

const rows = (
  head: ReadonlyArray<string>,
  body: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<string> => [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.map(cell).join(" | ")} |`)

/** A repository by its place, an error by its code, a server that does not start in words. */
const outcome = (it: Outcome): string =>
  it === "stops" ? "does not start" : it in REPOSITORIES ? REPOSITORIES[it as Repository] : `\`${it}\``

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const write = (page: string, text: string) => writeFileSync(new URL(`../docs/${page}`, import.meta.url), text)
  write("tools.md", toolsPage())
  write("commands.md", commandsPage())
  write("policy.md", policyPage())
}
