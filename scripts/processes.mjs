// Child processes for the scripts. Nothing here goes through a shell, save npm on Windows, which is a batch file there.

import { spawn } from "node:child_process"
import { devNull } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The clone's root folder. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "")

/** Bun as the npm package lays it down, on every system under this name. */
export const BUN = join(ROOT, "node_modules", "bun", "bin", "bun.exe")

/**
 * First arguments of Bun that keep it from running what lies in the current folder, which may be anyone's repository:
 * its bunfig.toml (preloads), its .env, its tsconfig.json (`paths` lead our own imports astray), and from fetching a
 * package that is not installed.
 */
export const BUN_SAFELY = [
  `--config=${devNull}`,
  "--no-env-file",
  `--tsconfig-override=${join(ROOT, "tsconfig.json")}`,
  "--no-install",
]

/** A program of node_modules as [command, first arguments]. */
export const DENO = [process.execPath, join(ROOT, "node_modules", "deno", "bin.cjs")]
export const TSC = [process.execPath, join(ROOT, "node_modules", "typescript", "bin", "tsc")]

/**
 * Runs a program to its end and keeps what it printed.
 *
 * @param command Program, by path or by name.
 * @param args Its arguments.
 * @param options `cwd` (default: the clone), `env` (added to ours; `undefined` takes a variable away).
 * @returns `code` (-1: could not be started or ended by a signal), `output` (both streams as they came), `stdout`,
 *   `seconds`.
 */
export const run = (command, args, options = {}) =>
  new Promise((done) => {
    const began = performance.now()
    let output = ""
    let stdout = ""
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: { ...process.env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: options.shell ?? false,
    })
    const end = (code) => done({ code, output, stdout, seconds: (performance.now() - began) / 1000 })
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding("utf8").on("data", (text) => output += text)
    child.on("error", (error) => {
      output += `${command}: ${error.message}\n`
      end(-1)
    })
    child.on("close", (code, signal) => {
      if (signal !== null) output += `${basename(command)} was ended by ${signal}\n`
      end(code ?? -1)
    })
  })

/** Runs the npm that runs us, else the npm on the path. */
export const npm = (args, options = {}) => {
  const own = process.env.npm_execpath
  // Our own `npm -s` must not hide the inner npm's errors.
  const all = [...args, "--loglevel=error", "--no-audit", "--no-fund", "--no-update-notifier"]
  if (own !== undefined && basename(own) === "npm-cli.js") return run(process.execPath, [own, ...all], options)
  return run("npm", all, { ...options, shell: process.platform === "win32" })
}
