// What `portolan mcp` serves, loaded after the handshake.

import * as Cause from "effect/Cause"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import type { Surface as Served } from "../lib/serve/mcp.ts"
import * as Offered from "../lib/serve/offered.ts"
import * as Surface from "../lib/serve/surface.ts"
import type { Typed } from "../lib/workspace/config.ts"
import { Policy } from "../lib/workspace/policy.ts"
import * as Audit from "./audit.ts"
import * as Machine from "./machine.ts"
import { VERSION } from "./version.ts"

export interface Asked {
  readonly profile: string | undefined
  readonly structured: boolean
  /** Settings of the command line; they go before the environment's and those of the home folder. */
  readonly typed: Typed
  /** File that keeps a line of each call. */
  readonly audit: string | undefined
  readonly onError: (error: unknown) => void
}

/** Longest that a call may take: clients give up at 60 seconds, so an answer comes before. */
const TIME_LIMIT_MS = 55_000

/** Rejects with a sentence for the user where the profile, the settings or the policy make no sense. */
export const load = async ({ profile, structured, typed, audit, onError }: Asked): Promise<{
  readonly surface: Served
  readonly dispose: () => Promise<void>
}> => {
  const runtime = Machine.server(typed)
  const policy = await runtime.runPromiseExit(Policy)
  if (Exit.isFailure(policy)) throw Cause.squash(policy.cause)
  const offered = Offered.of(profile ?? "all", policy.value)
  if (Either.isLeft(offered)) throw new Error(offered.left)
  return {
    surface: Surface.make({
      ...offered.right,
      runtime,
      structured,
      timeLimitMs: TIME_LIMIT_MS,
      ...(audit === undefined ? {} : { audit: Audit.open(audit, VERSION, onError) }),
    }),
    dispose: () => runtime.dispose(),
  }
}
