// What the program does when it is asked to stop. It gives back what it holds (a lock, a line of a bar) and then ends as
// the signal says; while it computes without a pause it could not hear a signal, and ends at once.

import process from "node:process"
import type { Progress } from "../mod.ts"

const NAMES = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Is being asked to stop the way in which the run ends well? */
let endsWell = false

/** From now on a signal is the end that the user wants: the program ends as if it had done what it was asked. */
export const endOnSignal = (): void => {
  endsWell = true
  listen(true)
}

/** Takes the signals while a run listens to them. */
let handlers: ReadonlyArray<readonly [name: typeof NAMES[number], handler: () => void]> = []
let listening = false

const listen = (on: boolean): void => {
  if (on === listening) return
  listening = on
  for (const [name, handler] of handlers) {
    if (on) process.once(name, handler)
    else process.off(name, handler)
  }
}

/**
 * Runs until it ends or a signal asks it to: then what it holds is given back before the signal does what it does. A
 * second signal does it at once.
 */
export const untilSignal = async <A>(run: (signal: AbortSignal) => Promise<A>): Promise<A> => {
  const stop = new AbortController()
  listen(false)
  handlers = NAMES.map((name) => [name, () => stop.abort(name)])
  listen(true)
  const ended = await run(stop.signal)
  listen(false)
  handlers = []
  if (stop.signal.aborted && !endsWell) process.kill(process.pid, stop.signal.reason)
  return ended
}

/** Phases that leave no turn to anything else; nothing is held in them. */
const COMPUTED: ReadonlySet<Progress["phase"]> = new Set<Progress["phase"]>(["resolve", "encode"])

/** To be told of each step of a run: signals act at once where nobody could hear them. */
export const follow = ({ phase }: Progress): void => listen(!COMPUTED.has(phase))
