// How far a run is: on a terminal one line that is drawn over, elsewhere a plain line when a phase begins and every few
// seconds. It goes to the error stream; the output is for results.

import type { Progress } from "../mod.ts"
import { CLEAR_LINE, paintFor, type Screen, shorten } from "./terminal.ts"
import * as Words from "./words.ts"

export interface Bar {
  readonly report: (progress: Progress) => void
  /** Leaves an empty line behind where one was drawn over. */
  readonly end: () => void
}

const PHASES: Record<Progress["phase"], string> = {
  scan: "Looking for files",
  extract: "Reading sources",
  resolve: "Resolving references",
  encode: "Packing the graph",
  write: "Writing the index",
}

const WIDTH = 24
const REDRAW_MS = 80
const SAY_AGAIN_MS = 5000

/** @param now Milliseconds of a clock that never goes back. */
export const make = (screen: Screen, now: () => number): Bar =>
  screen.isTerminal ? drawn(screen, now) : told(screen, now)

/** Megabytes a second since the phase began; nothing where there is nothing to measure. */
const rate = (bytes: number, ms: number): string =>
  bytes === 0 || ms < 200 ? "" : `${(bytes / ms / 1e3).toFixed(1)} MB/s`

const drawn = (screen: Screen, now: () => number): Bar => {
  const paint = paintFor(screen)
  let phase: Progress["phase"] | undefined
  let began = 0
  let last = -Infinity
  const report = (progress: Progress) => {
    const at = now()
    if (progress.phase !== phase) {
      phase = progress.phase
      began = at
    } else if (at - last < REDRAW_MS && progress.done < progress.total) return
    last = at
    const share = progress.total === 0 ? undefined : progress.done / progress.total
    const facts = progress.phase !== "extract" ? "" : [
      `${Words.count(progress.done)}/${Words.plural(progress.total, "file")}`,
      Words.size(progress.bytes),
      rate(progress.bytes, at - began),
    ].filter((it) => it !== "").join("  ")
    const title = PHASES[progress.phase].padEnd(20)
    const room = screen.columns() - title.length - WIDTH - 10
    const line = progress.phase === "extract" && share !== undefined && room > 0
      ? `${title}  ${bars(share, paint.accent, paint.quiet)} ${`${Math.floor(share * 100)}`.padStart(3)} %  ${
        paint.quiet(shorten(facts, room))
      }`
      : `${title}`
    screen.write(`${CLEAR_LINE}${line}`)
  }
  return { report, end: () => phase === undefined ? undefined : screen.write(CLEAR_LINE) }
}

const bars = (share: number, full: (text: string) => string, empty: (text: string) => string): string => {
  const filled = Math.min(WIDTH, Math.round(share * WIDTH))
  return full("━".repeat(filled)) + empty("─".repeat(WIDTH - filled))
}

const told = (screen: Screen, now: () => number): Bar => {
  let phase: Progress["phase"] | undefined
  let began = 0
  let last = 0
  // A first look that finds nothing to do is not worth a line.
  let unsaid = ""
  const say = (line: string) => {
    if (unsaid !== "") screen.write(`${unsaid}\n`)
    unsaid = ""
    screen.write(`${line}\n`)
  }
  const report = (progress: Progress) => {
    const at = now()
    if (progress.phase !== phase) {
      const first = phase === undefined
      phase = progress.phase
      began = at
      last = at
      const what = progress.phase === "extract" ? `: ${Words.plural(progress.total, "file")}` : ""
      const line = `${PHASES[progress.phase]}${what}`
      if (first && progress.phase === "scan") unsaid = line
      else say(line)
    } else if (at - last >= SAY_AGAIN_MS) {
      last = at
      const facts = [
        `${Words.count(progress.done)} of ${Words.count(progress.total)}`,
        Words.size(progress.bytes),
        rate(progress.bytes, at - began),
      ].filter((it) => it !== "")
      say(`${PHASES[progress.phase]}: ${facts.join(", ")}`)
    }
  }
  return { report, end: () => {} }
}
