// What `portolan mcp` takes; it runs in cli/mcp.ts, which is reached without the rest of the command line.

import type { Command } from "../command.ts"

export const mcp: Omit<Command, "run"> = {
  name: "mcp",
  group: "Serve",
  summary: "Serve the tools over the Model Context Protocol on standard input and output",
  details: "A client starts this. It ends when the client closes its side.",
  arguments: [],
  flags: [
    {
      key: "tools",
      name: "tools",
      doc: "Which tools to offer: all (default), core, or names with commas between",
      value: { kind: "text", placeholder: "PROFILE" },
    },
    {
      key: "structured",
      name: "structured",
      doc: "List output schemas and answer with structured content beside the text",
      value: { kind: "switch" },
    },
  ],
}
