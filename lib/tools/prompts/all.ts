// The prompts, one line each, in the order in which they are listed.

import { detectImpact } from "./detect_impact.ts"
import { generateMap } from "./generate_map.ts"
import type { Prompt } from "./prompt.ts"

export const PROMPTS: ReadonlyArray<Prompt> = [detectImpact, generateMap]
