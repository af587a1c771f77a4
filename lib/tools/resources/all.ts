// The pages that a client may read, one line each, in the order in which they are listed.

import { cluster } from "./cluster.ts"
import { clusters } from "./clusters.ts"
import { context } from "./context.ts"
import { process } from "./process.ts"
import { processes } from "./processes.ts"
import { repos } from "./repos.ts"
import type { Resource } from "./resource.ts"
import { schema } from "./schema.ts"
import { setup } from "./setup.ts"

export const RESOURCES: ReadonlyArray<Resource> = [
  repos,
  setup,
  context,
  clusters,
  cluster,
  processes,
  process,
  schema,
]
