// The tools, one line each, in the order in which they are listed.

import { grep } from "./grep.ts"
import { listRepos } from "./list_repos.ts"
import { query } from "./query.ts"
import { readFile } from "./read_file.ts"

export const TOOLS = [
  query,
  readFile,
  grep,
  listRepos,
] as const
