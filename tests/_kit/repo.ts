// Small repositories in one text file. A line `=== path` opens a file; what follows, to the next such line, is its text
// as it stands. What comes before the first is a comment.

import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** Repo-relative path → text, in the order of the text file. */
export type Repo = ReadonlyMap<string, string>

const HEADER = /^=== (.+)$/

/** Reads a repository off its text. A path that comes twice is a mistake of the fixture and throws. */
export const parse = (text: string): Repo => {
  const files = new Map<string, string>()
  let path: string | undefined
  let lines: Array<string> = []
  const close = () => {
    if (path === undefined) return
    if (files.has(path)) throw new Error(`Fixture: "${path}" stands twice`)
    files.set(path, lines.join("\n"))
  }
  for (const line of text.split("\n")) {
    const header = HEADER.exec(line)
    if (header === null) {
      lines.push(line)
      continue
    }
    // The line break before a header ends the file's last line.
    if (path !== undefined) lines.push("")
    close()
    path = header[1]!
    lines = []
  }
  close()
  return files
}

/** The fixture `tests/fixtures/NAME.repo`. */
export const fixture = (name: string): Repo =>
  parse(readFileSync(new URL(`../fixtures/${name}.repo`, import.meta.url), "utf8"))

export interface LayOut {
  /** Make it one commit on `main`? Default: no git at all. */
  readonly git?: boolean
  /** Last part of the folder's name, by default `repo`. */
  readonly name?: string
}

/** Lays files out in a temporary folder that goes with the scope, and gives its real path. */
export const layOut = (files: Repo, options: LayOut = {}): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(temporary, (base) => {
    const root = join(base, options.name ?? "repo")
    mkdirSync(root)
    write(root, files)
    if (options.git === true) commit(root)
    return root
  })

/** Writes files below `root`; those that are there already are replaced. */
export const write = (root: string, files: Repo): void => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** An empty temporary folder that goes with the scope: for a home, too. */
export const temporary: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "portolan-test-")))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
)

const IDENTITY = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "fixture",
  GIT_AUTHOR_EMAIL: "fixture@example.test",
  GIT_AUTHOR_DATE: "2024-01-01T00:00:00Z",
  GIT_COMMITTER_NAME: "fixture",
  GIT_COMMITTER_EMAIL: "fixture@example.test",
  GIT_COMMITTER_DATE: "2024-01-01T00:00:00Z",
}

/** Runs git in `root` as nobody in particular, at a fixed time: equal trees give equal commits. */
export const git = (root: string, ...args: ReadonlyArray<string>): string => {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")))
  return execFileSync("git", ["-c", "init.defaultBranch=main", "-c", "core.autocrlf=false", ...args], {
    cwd: root,
    env: { ...inherited, ...IDENTITY },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  })
}

/** Puts all that lies in `root` into one commit, making the repository first where there is none. */
export const commit = (root: string): void => {
  git(root, "init", "-q")
  git(root, "add", "-A")
  git(root, "commit", "-q", "--allow-empty", "-m", "fixture")
}
