// The tools, one line each, in the order in which they are listed.

import { bare } from "./bare.ts"
import { blastRadius } from "./blast_radius.ts"
import { classTool } from "./class.ts"
import { context } from "./context.ts"
import { explain, explainByName } from "./explain.ts"
import { fileBundle } from "./file_bundle.ts"
import { functionTool } from "./function.ts"
import { grep } from "./grep.ts"
import { impact } from "./impact.ts"
import { ingest } from "./ingest.ts"
import { listRepos } from "./list_repos.ts"
import { overview } from "./overview.ts"
import { query } from "./query.ts"
import { readFile } from "./read_file.ts"
import { refreshIndex } from "./refresh_index.ts"
import { search } from "./search.ts"
import type * as Tool from "./tool.ts"
import { trace } from "./trace.ts"

/** Those that an open index answers by itself. */
export const OF_INDEX = [
  query,
  context,
  impact,
  trace,
  readFile,
  grep,
  listRepos,
  functionTool,
  classTool,
  explain,
  search,
  blastRadius,
] as const

export const TOOLS = [...OF_INDEX, ingest] as const

/** Offered by a local server alone, and only where the user of the machine has said so. */
export const REFRESHING = [refreshIndex] as const

/** Answered when they are called and never listed: names that other servers have. */
export const UNLISTED = [overview] as const

/** Those that the second seed's server has, with its answers: the value alone. */
export const NAVEGADOR = [
  fileBundle,
  functionTool,
  classTool,
  explainByName,
  search,
  blastRadius,
  ingest,
].map((tool: Tool.Any) => bare(tool))
