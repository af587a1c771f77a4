// Measured processes: a program run to its end, with what the system says it took.

import { BUN, BUN_SAFELY, ROOT } from "../scripts/processes.mjs"

export interface Measured {
  /** From just before the start to the end. */
  readonly wallMs: number
  /** User and system time of the process and its threads. */
  readonly cpuMs: number
  readonly peakMB: number
  readonly stdout: string
}

/** Arguments that run one of our own files from source and nothing of the current folder. */
export const source = (
  file: string,
): ReadonlyArray<string> => [BUN, ...BUN_SAFELY, `${ROOT}/${file}`]

/** Runs a command in the clone. Rejects with its output when it ends badly. */
export const measure = async (
  command: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
): Promise<Measured> => {
  const began = performance.now()
  const child = Bun.spawn([...command], { cwd: ROOT, env: { ...process.env, ...env }, stdout: "pipe", stderr: "pipe" })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const wallMs = performance.now() - began
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}\n${stdout}${stderr}`)
  const used = child.resourceUsage()!
  return { wallMs, cpuMs: Number(used.cpuTime.total) / 1000, peakMB: used.maxRSS / 1e6, stdout }
}

/** The run with the least wall time, and apart from it the least CPU time and the largest memory. */
export const best = (runs: ReadonlyArray<Measured>): Omit<Measured, "stdout"> => ({
  wallMs: Math.min(...runs.map((run) => run.wallMs)),
  cpuMs: Math.min(...runs.map((run) => run.cpuMs)),
  peakMB: Math.max(...runs.map((run) => run.peakMB)),
})
