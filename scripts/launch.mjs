// Runs a program of ours from source under Bun, after setting up what is missing. The folder it runs in may be anyone's:
// nothing there is run.

import { spawn } from "node:child_process"
import { join } from "node:path"
import { BUN, BUN_SAFELY, ROOT } from "./processes.mjs"
import { setUpOrExit } from "./setup.mjs"

/**
 * Sets up, runs `file` with `args` on our own terminal and ends as it ends.
 *
 * @param file Path from the clone's root.
 * @param args Its arguments.
 * @param cwd Where it runs.
 */
export const launch = async (file, args, cwd) => {
  await setUpOrExit()
  const child = spawn(BUN, [...BUN_SAFELY, join(ROOT, file), ...args], { cwd, stdio: "inherit" })
  // A terminal sends ctrl-C to both of us: the child decides, we only wait. Other signals come to us alone.
  process.on("SIGINT", () => {})
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.on("error", (error) => {
    console.error(`Cannot run Bun: ${error.message}. Delete node_modules and run again`)
    process.exit(1)
  })
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code)
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}
