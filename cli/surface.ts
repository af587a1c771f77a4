// What `portolan mcp` serves, loaded after the handshake.

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import type { Surface as Served } from "../lib/serve/mcp.ts"
import * as Profile from "../lib/serve/profile.ts"
import * as Surface from "../lib/serve/surface.ts"
import { TOOLS as tools } from "../lib/tools/all.ts"
import * as Machine from "./machine.ts"

export interface Asked {
  readonly profile: string | undefined
  readonly structured: boolean
}

/** Longest that a call may take: clients give up at 60 seconds, so an answer comes before. */
const TIME_LIMIT_MS = 55_000

/** Rejects with a sentence for the user where the profile or the settings make no sense. */
export const load = async ({ profile, structured }: Asked): Promise<{
  readonly surface: Served
  readonly dispose: () => Promise<void>
}> => {
  const chosen = Profile.select(tools, profile ?? "all")
  if (Either.isLeft(chosen)) throw new Error(chosen.left)
  const runtime = Machine.runtime()
  const settings = await runtime.runPromiseExit(Effect.void)
  if (Exit.isFailure(settings)) throw Cause.squash(settings.cause)
  return {
    surface: Surface.make({ tools: chosen.right, runtime, structured, timeLimitMs: TIME_LIMIT_MS }),
    dispose: () => runtime.dispose(),
  }
}
