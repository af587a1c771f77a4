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

export interface Serving {
  /** Undefined: indexes stay as they were recorded. */
  readonly settings: LiveSettings | undefined
  /**
   * How long a question waits for what another one will find at hand, in milliseconds; for ever where it is undefined, as
   * for who asks once.
   */
  readonly patienceMs?: number
}

/** Are indexes kept up to date while they are asked? A server says so; nobody else has the time. */
export class LiveUpdates extends Context.Reference<LiveUpdates>()("workspace/LiveUpdates", {
  defaultValue: (): Serving => ({ settings: undefined }),
}) {}

/** Names and meanings answer sooner. */
const PATIENCE_MS = 200

/** As the user of the machine has set them; on where nothing is set. */
export const liveFrom = ({ live, liveWaitMs }: Config.Config): Serving => ({
  patienceMs: PATIENCE_MS,
  settings: live?.value === false ? undefined : { ...defaults, waitMs: liveWaitMs?.value ?? defaults.waitMs },
})
