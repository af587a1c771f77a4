// `analyze --watch` as a user has it in a terminal: the index follows the files, errors are told and got over, a signal is
// a good end. After each change the index is, byte for byte, the one that is made from nothing.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Program from "../_kit/program.ts"
import * as Repo from "../_kit/repo.ts"

setDefaultTimeout(120_000)

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-watch-")))
const home = join(base, "home")
const root = join(base, "ledger")

beforeAll(() => {
  mkdirSync(root)
  Repo.write(root, Repo.fixture("ledger"))
  writeFileSync(join(root, ".gitignore"), ".portolan\n*.log\n")
  Repo.commit(root)
})

afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A process that follows a folder, and what it prints. */
const start = (env: Readonly<Record<string, string>> = {}, args: ReadonlyArray<string> = ["--json"]) => {
  const child: ChildProcess = spawn(
    Program.BUN,
    [...Program.SAFELY, `${Program.ROOT}cli/main.ts`, "analyze", "--watch", ...args, root],
    {
      cwd: base,
      env: { PATH: process.env["PATH"] ?? "", PORTOLAN_HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  )
  const lines: Array<string> = []
  let rest = ""
  let err = ""
  let wake = () => {}
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    const all = (rest + text).split("\n")
    rest = all.pop()!
    lines.push(...all)
    wake()
  })
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    err += text
    wake()
  })
  let read = 0
  /** The next line that fits, those before it are passed over. */
  const line = async (fits: (line: string) => boolean): Promise<string> => {
    for (;;) {
      while (read < lines.length) {
        const next = lines[read++]!
        if (fits(next)) return next
      }
      await new Promise<void>((done) => wake = done)
    }
  }
  const event = async (name: string) => JSON.parse(await line((it) => it.includes(`"event":"${name}"`)))
  const complaint = async (fits: (text: string) => boolean) => {
    while (!fits(err)) await new Promise<void>((done) => wake = done)
    return err
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    const [code, by] = child.exitCode === null && child.signalCode === null
      ? await once(child, "close")
      : [child.exitCode, child.signalCode]
    return { code, by }
  }
  return { pid: child.pid!, line, event, complaint, end, lines }
}

const snapshot = () => readFileSync(join(root, ".portolan", "graph.snapshot")).toString("base64")

/** The snapshot that a run from nothing makes of the folder as it is. */
const fromNothing = async () => {
  const kept = join(base, "kept.snapshot")
  copyFileSync(join(root, ".portolan", "graph.snapshot"), kept)
  const other = join(base, "other-home")
  const { code, stderr } = await Program.portolan(["analyze", "--force", "--no-cache", "--quiet", root], {
    cwd: base,
    env: { PORTOLAN_HOME: other },
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  rmSync(other, { recursive: true, force: true })
  const made = snapshot()
  copyFileSync(kept, join(root, ".portolan", "graph.snapshot"))
  return made
}

const changed = (event: { readonly changed: ReadonlyArray<string> }) => event.changed

test("the index follows edits, new, renamed and removed files and commits, and is what a run from nothing makes", async () => {
  const watch = start()
  expect(await watch.event("watching")).toMatchObject({ mode: "watching", folders: 2 })
  appendFileSync(join(root, "src/money.ts"), "export const more = () => add(1, 2)\n")
  const updated = await watch.event("updated")
  expect(updated).toMatchObject({ changed_files: 1, changed: ["src/money.ts"], files: 7 })
  writeFileSync(
    join(root, "src/new.ts"),
    'import { more } from "./money"\nexport const twice = () => more() + more()\n',
  )
  expect(changed(await watch.event("updated"))).toEqual(["src/new.ts"])
  renameSync(join(root, "src/new.ts"), join(root, "src/renamed.ts"))
  expect(changed(await watch.event("updated"))).toEqual(["src/new.ts", "src/renamed.ts"])
  mkdirSync(join(root, "src/deep/er"), { recursive: true })
  writeFileSync(join(root, "src/deep/er/x.ts"), "export const x = 1\n")
  expect(changed(await watch.event("updated"))).toContain("src/deep/er/x.ts")
  // As editors save, again and again, also while a run is on.
  for (let i = 0; i < 30; i++) {
    writeFileSync(join(root, "src/.tmp"), `export const x = ${i}\n`)
    renameSync(join(root, "src/.tmp"), join(root, "src/deep/er/x.ts"))
    await Bun.sleep(20)
  }
  await watch.event("updated")
  Repo.git(root, "add", "-A")
  Repo.git(root, "commit", "-q", "-m", "more")
  const head = Repo.git(root, "rev-parse", "HEAD").trim()
  while ((await watch.event("updated")).commit !== head);
  rmSync(join(root, "src/deep"), { recursive: true })
  expect(changed(await watch.event("updated"))).toEqual(["src/deep/er/x.ts"])
  expect(snapshot() === (await fromNothing())).toBe(true)
  expect(await watch.end("SIGINT")).toEqual({ code: 0, by: null })
})

test("a folder that goes away and comes back is told of, and followed again; so is one that fails otherwise", async () => {
  const watch = start()
  await watch.event("watching")
  renameSync(root, `${root}-away`)
  expect(await watch.event("failed")).toMatchObject({ error: { code: "PathNotFound" } })
  renameSync(`${root}-away`, root)
  await watch.event("updated")
  appendFileSync(join(root, "src/money.ts"), "export const again = 1\n")
  expect(changed(await watch.event("updated"))).toEqual(["src/money.ts"])
  // The index cannot be written where a folder lies in its place.
  const place = join(root, ".portolan", "graph.snapshot")
  renameSync(place, join(base, "aside"))
  mkdirSync(join(place, "in the way"), { recursive: true })
  appendFileSync(join(root, "src/money.ts"), "export const blocked = 1\n")
  expect(await watch.event("failed")).toMatchObject({ error: { code: "IndexNotWritten" } })
  rmSync(place, { recursive: true })
  // It is tried again by itself.
  expect(changed(await watch.event("updated"))).toEqual(["src/money.ts"])
  expect(snapshot() === (await fromNothing())).toBe(true)
  expect(await watch.end("SIGTERM")).toEqual({ code: 0, by: null })
})

test("switching branches many times leaves as many watches as there were, and the index of the last one", async () => {
  Repo.git(root, "add", "-A")
  Repo.git(root, "commit", "-q", "-m", "before")
  Repo.git(root, "checkout", "-q", "-b", "wide")
  for (let folder = 0; folder < 20; folder++) {
    mkdirSync(join(root, `wide/f${folder}`), { recursive: true })
    for (let i = 0; i < 20; i++) {
      writeFileSync(join(root, `wide/f${folder}/${i}.ts`), `export const v${i} = () => ${i}\n`)
    }
  }
  Repo.git(root, "add", "-A")
  Repo.git(root, "commit", "-q", "-m", "wide")
  Repo.git(root, "checkout", "-q", "main")
  const watch = start()
  await watch.event("watching")
  const before = watchesOf(watch.pid)
  for (let i = 0; i < 4; i++) {
    Repo.git(root, "checkout", "-q", "wide")
    while ((await watch.event("updated")).files < 400);
    Repo.git(root, "checkout", "-q", "main")
    while (400 <= (await watch.event("updated")).files);
  }
  // A checkout is a run or two, not one a file.
  expect(watch.lines.filter((line) => line.includes('"updated"')).length).toBeLessThan(40)
  if (process.platform === "linux") expect(watchesOf(watch.pid)).toBe(before)
  expect(snapshot() === (await fromNothing())).toBe(true)
  expect(await watch.end("SIGTERM")).toEqual({ code: 0, by: null })
})

const watchesOf = (pid: number): number => {
  if (process.platform !== "linux") return 0
  return readdirSync(`/proc/${pid}/fdinfo`).reduce((sum, name) => {
    try {
      return sum + [...readFileSync(`/proc/${pid}/fdinfo/${name}`, "utf8").matchAll(/^inotify/gm)].length
    } catch {
      return sum
    }
  }, 0)
}

test("a person reads a line a run; that nothing is watched is said", async () => {
  const watch = start({ PORTOLAN_WATCH_MAX_FOLDERS: "1" }, [])
  const told = await watch.complaint((text) => text.includes("note:"))
  expect(told).toContain(
    `${root} is looked at every few seconds, not watched: it has more folders than PORTOLAN_WATCH_MAX_FOLDERS allows (1)`,
  )
  appendFileSync(join(root, "src/money.ts"), "export const polled = 1\n")
  expect(await watch.line((line) => line.includes("updated"))).toMatch(
    /^\d\d:\d\d:\d\d updated in [\d.]+ s: 1 file: src\/money\.ts \(\d+ symbols, \d+ edges\)$/,
  )
  expect(await watch.end("SIGINT")).toEqual({ code: 0, by: null })
})

test("a branch that is not checked out is not followed", async () => {
  const { code, stderr } = await Program.portolan(["analyze", "--watch", "--branch", "main", root], {
    cwd: base,
    env: { PORTOLAN_HOME: home },
  })
  expect({ code, stderr }).toEqual({ code: 2, stderr: "error: --watch follows the checkout, not a --branch\n" })
})
