// An answer's rendering as markdown: a heading of ours, and in a fence whatever the repository says.

import * as Fence from "../report/fence.ts"

/** @param heading Words of ours, none of the repository's. */
export const fenced = (heading: string, rendered: string): string => `# ${heading}\n\n${Fence.around(rendered)}\n`
