// `npm run build`: dist/ for Node (plain JavaScript and its types) and dist/portolan, one executable that holds
// everything. `--node` or `--executable` makes that half alone.

import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { problemWithModels } from "./models.mjs"
import { BUN, ROOT, run, TSC } from "./processes.mjs"
import { setUpOrExit } from "./setup.mjs"

const DIST = join(ROOT, "dist")
const PLATFORM = join("lib", "platform")
const ASSETS = ["grammars", "models", "native"]

/** tsc's output in dist/, with the files beside it that the modules find by their own place. */
const forNode = async () => {
  for (const old of ["mod.js", "mod.d.ts", "promise.js", "promise.d.ts", "lib"]) {
    rmSync(join(DIST, old), { recursive: true, force: true })
  }
  await must(TSC[0], [...TSC.slice(1), "-p", "scripts/tsconfig.build.json"])
  for (const folder of ASSETS) cpSync(join(ROOT, PLATFORM, folder), join(DIST, PLATFORM, folder), { recursive: true })
  return "dist/mod.js"
}

/**
 * The two `autoload` flags are a matter of safety: without them the executable reads the current folder's bunfig.toml
 * and .env, and runs what they name. Each worker is an entry of its own, or it is not inside.
 */
const executable = async () => {
  const name = process.platform === "win32" ? "portolan.exe" : "portolan"
  const draft = join(DIST, "draft")
  mkdirSync(draft, { recursive: true })
  await must(BUN, [
    "build",
    "--compile",
    "--minify",
    "--bytecode",
    "--format=esm",
    // What a command does not need is not even read: without it --version takes half as long again.
    "--splitting",
    "--sourcemap=none",
    "--no-compile-autoload-dotenv",
    "--no-compile-autoload-bunfig",
    "--root",
    `./${PLATFORM}`,
    ...ASSETS.map((folder) => `--asset=./${PLATFORM}/${folder}`),
    "cli/main.ts",
    `${PLATFORM}/worker.ts`,
    `${PLATFORM}/live_worker.ts`,
    "--outfile",
    join(draft, name),
  ])
  chmodSync(join(draft, name), 0o755)
  // Renamed into place: an executable that runs is not written over.
  renameSync(join(draft, name), join(DIST, name))
  rmSync(draft, { recursive: true })
  return `dist/${name}`
}

const must = async (command, args) => {
  const { code, output } = await run(command, args)
  if (code === 0) return
  console.error(output.trim())
  console.error(`Cannot build: ${args.slice(0, 2).join(" ")} ended with ${code}`)
  process.exit(1)
}

await setUpOrExit()
const problem = problemWithModels()
if (problem !== undefined) {
  console.error(`Cannot build: ${problem}. "git checkout -- lib/platform/models" brings it back`)
  process.exit(1)
}
mkdirSync(DIST, { recursive: true })
for (const folder of ASSETS) {
  if (!existsSync(join(ROOT, PLATFORM, folder))) mkdirSync(join(ROOT, PLATFORM, folder), { recursive: true })
}
const all = !process.argv.includes("--node") && !process.argv.includes("--executable")
const parts = [
  ...(all || process.argv.includes("--node") ? [forNode] : []),
  ...(all || process.argv.includes("--executable") ? [executable] : []),
]
for (const path of await Promise.all(parts.map((part) => part()))) {
  const { size } = statSync(join(ROOT, path))
  console.log(`${path}  ${size < 1e6 ? `${(size / 1e3).toFixed(1)} kB` : `${(size / 1e6).toFixed(1)} MB`}`)
}
