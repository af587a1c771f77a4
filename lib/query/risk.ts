// How dangerous a change is, from what it reaches. Computed last, from whole counts: no page, filter of the output or
// budget changes it. What is not known is UNKNOWN and never LOW.

export const RISKS = ["LOW", "MEDIUM", "HIGH", "CRITICAL", "UNKNOWN"] as const

export type Risk = (typeof RISKS)[number]

export interface Counts {
  readonly upstream: boolean
  /** Reached over one edge, tests left out unless they were asked for. */
  readonly direct: number
  readonly total: number
  /** Execution flows that run through any of it; undefined where the index has none. */
  readonly processes: number | undefined
  /** Tests that are counted apart. */
  readonly tests: number
  /** Can nothing be missing? */
  readonly exact: boolean
  /** Is it proven that nothing uses it? */
  readonly dead: boolean
}

interface Step {
  readonly risk: Risk
  readonly direct: number
  readonly total: number
  readonly processes: number
}

/** From so many direct, so many in all or so many execution flows a change has the risk; worst first. */
const STEPS: ReadonlyArray<Step> = [
  { risk: "CRITICAL", direct: 30, total: 150, processes: 40 },
  { risk: "HIGH", direct: 12, total: 50, processes: 15 },
  { risk: "MEDIUM", direct: 4, total: 12, processes: 5 },
  // That something begins there says nothing of who uses it.
  { risk: "LOW", direct: 1, total: 1, processes: Infinity },
]

export const riskOf = ({ upstream, direct, total, processes = 0, tests, exact, dead }: Counts): Risk => {
  const step = STEPS.find((it) => direct >= it.direct || total >= it.total || processes >= it.processes)
  if (step !== undefined) return step.risk
  if (!upstream) return exact ? "LOW" : "UNKNOWN"
  // Nothing found: only tests that do use it, or a proof that nothing does, make that an answer.
  return dead || (tests > 0 && exact) ? "LOW" : "UNKNOWN"
}
