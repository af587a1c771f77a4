// The tools, one line each, in the order in which they are listed.

import { context } from "./context.ts"
import { grep } from "./grep.ts"
import { impact } from "./impact.ts"
import { listRepos } from "./list_repos.ts"
import { query } from "./query.ts"
import { readFile } from "./read_file.ts"
import { trace } from "./trace.ts"

export const TOOLS = [
  query,
  context,
  impact,
  trace,
  readFile,
  grep,
  listRepos,
] as const
