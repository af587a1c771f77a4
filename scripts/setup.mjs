// Lays down what the clone needs to run: packages, Bun and Deno among them, the native add-on, the grammar files. Plain
// Node with nothing installed runs this. Writes inside the clone only; npm keeps its own cache where it always does.
// The stamp is written last: it stands only where everything before it stood.

import { createHash } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { GRAMMARS } from "./grammars.mjs"
import { withLock } from "./lock.mjs"
import { problemWithModels } from "./models.mjs"
import { BUN, DENO, npm, ROOT, run } from "./processes.mjs"

const MODULES = join(ROOT, "node_modules")
const STAMP = join(MODULES, ".portolan-setup.json")
const LOCK = join(ROOT, ".setup-lock")
const ASSETS = join(ROOT, "lib", "platform", "grammars")
const NATIVE = join(ROOT, "lib", "platform", "native")
const ADDON = join(NATIVE, "addon.node")
const ADDON_LOG = join(MODULES, ".portolan-addon.log")
const OLDEST_NODE = 20

/**
 * Sets up what is missing. Costs one hash of the lockfile where nothing is.
 *
 * @param options `say` takes a line for people; `again` tries a failed add-on once more.
 * @returns Nothing; rejects with `SetUpFailed`, whose message says what to do.
 */
export const setUp = async ({ say = (line) => console.error(line), again = false } = {}) => {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    throw new SetUpFailed(`Cannot set up with Node ${process.version}: Node ${OLDEST_NODE} or newer is needed`)
  }
  const wanted = identity()
  if (isDone(wanted) && !(again && stamp()?.addon !== "built")) return
  await withLock(
    LOCK,
    async (held) => {
      const before = stamp()
      if (isDone(wanted) && !(again && before.addon !== "built")) return
      const began = performance.now()
      await packages(say, again && !existsSync(join(MODULES, "hnswlib-node")))
      const addon = await nativeAddon(say, before, wanted, again)
      grammars()
      models()
      if (!held()) {
        throw new SetUpFailed("Cannot finish the set-up: another process has taken it over. Run the command again")
      }
      writeWhole(STAMP, JSON.stringify({ ...wanted, ...addon }, null, 2) + "\n")
      say(`Set-up: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    },
    (pid) => say(`Set-up: waiting for process ${pid}, which is setting up this clone`),
  )
}

/** Set-up could not do its work; the message says why and what to do. */
export class SetUpFailed extends Error {}

/** What the stamp must say for set-up to have nothing to do. */
const identity = () => ({
  lockfile: createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .update(JSON.stringify(GRAMMARS))
    .digest("hex"),
  node: process.version,
  machine: `${process.platform}-${process.arch}`,
})

const stamp = () => readJson(STAMP)

const isDone = (wanted) => {
  const found = stamp()
  return found !== undefined && Object.entries(wanted).every(([key, value]) => found[key] === value) &&
    Object.keys(GRAMMARS).every((name) => existsSync(join(ASSETS, name))) &&
    existsSync(found.addon === "built" ? ADDON : NATIVE) && existsSync(BUN)
}

// ---- packages

const packages = async (say, force) => {
  const standing = !force && hasPackages()
  if (!standing) await install(say)
  if (await runtimesWork()) return
  say("Set-up: laying down Bun and Deno")
  let output = await rebuild()
  if (standing && !await runtimesWork()) {
    // Packages of another machine: their names agree with the lockfile, their binaries don't run here.
    await install(say)
    output = await rebuild()
  }
  if (!await runtimesWork()) throw new SetUpFailed(`Cannot run the Bun and Deno that npm installed\n${output}`)
}

const install = async (say) => {
  say("Set-up: installing packages with npm ci")
  // Scripts wait: a failing compile would take its optional package away and its reason with it. The flags hold against
  // a user's own npm settings: Bun and Deno are development packages.
  const { code, output } = await npm(["ci", "--ignore-scripts", "--include=dev", "--include=optional"])
  if (code !== 0) throw new SetUpFailed(`Cannot install packages: npm ci ended with ${code}\n${output.trim()}`)
}

const rebuild = async () => (await npm(["rebuild", "bun", "deno", "--ignore-scripts=false"])).output.trim()

const runtimesWork = async () => {
  const [bun, deno] = await Promise.all([
    run(BUN, ["--version"]),
    run(DENO[0], [...DENO.slice(1), "--version"]),
  ])
  return bun.code === 0 && deno.code === 0
}

/** Does what lies in node_modules agree with the lockfile? npm keeps its own account of it, written last. */
const hasPackages = () => {
  const wanted = readJson(join(ROOT, "package-lock.json"))?.packages
  const found = readJson(join(MODULES, ".package-lock.json"))?.packages
  if (wanted === undefined || found === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true
    const there = found[path]
    return there === undefined ? entry.optional === true : there.version === entry.version
  })
}

// ---- the native add-on

/** @returns `{ addon: "built" }` or `{ addon: "absent", reason }`: everything but HNSW works without it. */
const nativeAddon = async (say, before, wanted, again) => {
  mkdirSync(NATIVE, { recursive: true })
  const built = join(MODULES, "hnswlib-node", "build", "Release", "addon.node")
  if (!existsSync(dirname(dirname(dirname(built))))) {
    return absent(say, "the optional package hnswlib-node is not installed", again ? undefined : before)
  }
  if (!await loads(built)) {
    const knownToFail = before?.addon === "absent" && before.node === wanted.node && before.machine === wanted.machine
    if (knownToFail && !again) return { addon: "absent", reason: before.reason }
    say("Set-up: compiling the native add-on for vector search")
    const { output } = await npm(["rebuild", "hnswlib-node", "--foreground-scripts", "--ignore-scripts=false"], {
      env: headers(),
    })
    if (!await loads(built)) {
      writeFileSync(ADDON_LOG, output)
      return absent(say, reasonIn(output), again ? undefined : before)
    }
  }
  writeWhole(ADDON, readFileSync(built))
  return { addon: "built" }
}

const absent = (say, reason, before) => {
  if (before?.reason !== reason) {
    say(`Set-up: no HNSW index, vector search will be exact: ${reason}`)
    say('Set-up: with a C++ compiler and Python installed, "npm run setup" tries again')
  }
  return { addon: "absent", reason }
}

const loads = async (path) =>
  existsSync(path) && (await run(process.execPath, ["-e", `require(${JSON.stringify(path)})`])).code === 0

/** Node's own headers, where they lie beside it: node-gyp would fetch them from the net otherwise. */
const headers = () => {
  if (process.env.npm_config_nodedir !== undefined) return {}
  const prefix = dirname(dirname(realpathSync(process.execPath)))
  return existsSync(join(prefix, "include", "node", "node_api.h")) ? { npm_config_nodedir: prefix } : {}
}

/** node-gyp's own words for why it failed, the first of its errors. */
const reasonIn = (output) => {
  const lines = output.split("\n").map((line) => line.replace(/^npm error\s+/, ""))
  const error = lines.find((line) => /(^|\s)(fatal )?error:/i.test(line) && !line.startsWith("gyp ERR!")) ??
    lines.find((line) => /^gyp ERR! stack Error:/.test(line)) ?? lines.find((line) => line.startsWith("gyp ERR! "))
  const reason = error?.replace(/^gyp ERR! (stack )?(Error: )?/, "").trim() ?? "node-gyp gave no reason"
  return `${reason} (whole report: node_modules/${ADDON_LOG.slice(MODULES.length + 1)})`
}

// ---- grammars

const grammars = () => {
  mkdirSync(ASSETS, { recursive: true })
  for (const [name, from] of Object.entries(GRAMMARS)) {
    const source = join(MODULES, from)
    if (!existsSync(source)) {
      throw new SetUpFailed(
        `Cannot find the grammar ${name}: node_modules/${from} is missing. Delete node_modules and run again`,
      )
    }
    const draft = join(ASSETS, `.${name}.${process.pid}`)
    copyFileSync(source, draft)
    renameSync(draft, join(ASSETS, name))
  }
}

// ---- models

const models = () => {
  const problem = problemWithModels()
  if (problem !== undefined) {
    throw new SetUpFailed(`Cannot set up: ${problem}. "git checkout -- lib/platform/models" brings it back`)
  }
}

// ---- files

const readJson = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

/** A reader sees the old file or the new one, and a loaded library is never written over in place. */
const writeWhole = (path, data) => {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, data)
  renameSync(draft, path)
}

/** Sets up, or says why not and ends the process with 1. */
export const setUpOrExit = async (options) => {
  try {
    await setUp(options)
  } catch (error) {
    console.error(error instanceof SetUpFailed ? error.message : error)
    process.exit(1)
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  await setUpOrExit({ again: process.argv.includes("--again") })
}
