// How dangerous a change is, from what it reaches. Computed last, from whole counts: no page, filter of the output or
// budget changes it. What is not known is UNKNOWN and never LOW.

export const RISKS = ["LOW", "MEDIUM", "HIGH", "CRITICAL", "UNKNOWN"] as const

export type Risk = (typeof RISKS)[number]

export interface Counts {
  readonly upstream: boolean
  /** Reached over one edge, tests left out unless they were asked for. */
  readonly direct: number
  readonly total: number
  /** Tests that are counted apart. */
  readonly tests: number
  /** Can nothing be missing? */
  readonly exact: boolean
  /** Is it proven that nothing uses it? */
  readonly dead: boolean
}

/** From so many direct or so many in all a change has the risk; worst first. */
const STEPS: ReadonlyArray<{ readonly risk: Risk; readonly direct: number; readonly total: number }> = [
  { risk: "CRITICAL", direct: 30, total: 150 },
  { risk: "HIGH", direct: 12, total: 50 },
  { risk: "MEDIUM", direct: 4, total: 12 },
  { risk: "LOW", direct: 1, total: 1 },
]

export const riskOf = ({ upstream, direct, total, tests, exact, dead }: Counts): Risk => {
  const step = STEPS.find((it) => direct >= it.direct || total >= it.total)
  if (step !== undefined) return step.risk
  if (!upstream) return exact ? "LOW" : "UNKNOWN"
  // Nothing found: only tests that do use it, or a proof that nothing does, make that an answer.
  return dead || (tests > 0 && exact) ? "LOW" : "UNKNOWN"
}
