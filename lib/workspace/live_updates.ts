// Whether indexes are kept up to date while they are asked, and how long a call waits for that. A server says so.

import * as Context from "effect/Context"
import type * as Config from "./config.ts"

export interface LiveSettings {
  /** Longest that a call waits for an update, in milliseconds; 0: never. */
  readonly waitMs: number
  /** Time without a call after which a thread is given up, in milliseconds. */
  readonly idleMs: number
}

export const defaults: LiveSettings = { waitMs: 2_000, idleMs: 600_000 }

/** Are indexes kept up to date while they are asked? A server says so; nobody else has the time. */
export class LiveUpdates extends Context.Reference<LiveUpdates>()("workspace/LiveUpdates", {
  defaultValue: (): { readonly settings: LiveSettings | undefined } => ({ settings: undefined }),
}) {}

/** As the user of the machine has set them; on where nothing is set. */
export const liveFrom = ({ live, liveWaitMs }: Config.Config): typeof LiveUpdates.Service => ({
  settings: live?.value === false ? undefined : { ...defaults, waitMs: liveWaitMs?.value ?? defaults.waitMs },
})
