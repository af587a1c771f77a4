// What `portolan mcp` takes; it runs in cli/mcp.ts, which is reached without the rest of the command line.

import type { Command } from "../command.ts"

export const mcp: Omit<Command, "run"> = {
  name: "mcp",
  group: "Serve",
  summary: "Serve the tools over the Model Context Protocol on standard input and output",
  details: "A client starts this. It ends when the client closes its side. What it may show and do is set here, in " +
    "PORTOLAN_MCP_… variables or in config.toml of the home folder; docs/policy.md tells all of it.",
  arguments: [],
  flags: [
    {
      key: "tools",
      name: "tools",
      doc:
        "Which tools to offer: all (default), core, navegador (its tools, with its bare values), or names with commas " +
        "between",
      value: { kind: "text", placeholder: "PROFILE" },
    },
    {
      key: "db",
      name: "db",
      doc: "The one index to serve: an indexed repository, or the .portolan in it (default: PORTOLAN_DB, else all)",
      value: { kind: "text", placeholder: "PATH" },
    },
    {
      key: "structured",
      name: "structured",
      doc: "List output schemas and answer with structured content beside the text",
      value: { kind: "switch" },
    },
    {
      key: "readOnly",
      name: "read-only",
      doc: "Offer only what reads one repository; tools that write show what they would do",
      value: { kind: "switch" },
    },
    {
      key: "maxQueryComplexity",
      name: "max-query-complexity",
      doc: "Refuse statements that are estimated to cost more (0: no bound)",
      value: { kind: "integer" },
    },
    {
      key: "vectorIndex",
      name: "vector-index",
      doc: "What finds the nearest vectors: exact search, the native index, or what is quicker (auto, the default)",
      value: { kind: "choice", choices: ["auto", "hnsw", "exact"] },
    },
    {
      key: "audit",
      name: "audit",
      doc: "Keep a line of JSON a call in FILE: what was asked, for which repository, how it ended; no values",
      value: { kind: "text", placeholder: "FILE" },
    },
  ],
}
