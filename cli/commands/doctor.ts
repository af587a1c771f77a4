// `portolan doctor`: does what was shipped work on this machine? Each line is one thing that was tried just now.

import process from "node:process"
import * as Effect from "effect/Effect"
import { Files } from "../../lib/machine/files.ts"
import { RunGit } from "../../lib/machine/git.ts"
import { Home } from "../../lib/workspace/home.ts"
import { Registry } from "../../lib/workspace/registry.ts"
import { type Command, EXIT } from "../command.ts"
import * as Machine from "../machine.ts"
import * as Screen from "../terminal.ts"
import { VERSION } from "../version.ts"
import * as Words from "../words.ts"

/** `without`: works, but for one thing that is not needed. */
type Verdict = "works" | "without" | "broken"

interface Finding {
  readonly what: string
  readonly verdict: Verdict
  readonly detail: string
}

export const doctor: Command = {
  name: "doctor",
  group: "Index",
  summary: "Try whether everything works on this machine",
  arguments: [],
  flags: [{ key: "json", name: "json", doc: "Print it as JSON", value: { kind: "switch" } }],
  run: (given) =>
    Machine.run(Effect.gen(function* () {
      const findings = (yield* Effect.all([runtime, grammars, addon, git, registry, home])).flat()
      const broken = findings.some((it) => it.verdict === "broken")
      Screen.out.write(
        given["json"] === true
          ? `${JSON.stringify({ version: VERSION, ok: !broken, findings })}\n`
          : text(findings, Screen.paintFor(Screen.out)),
      )
      return broken ? EXIT.failed : EXIT.ok
    })),
}

const text = (findings: ReadonlyArray<Finding>, paint: Screen.Paint): string => {
  const marks: Record<Verdict, string> = {
    works: paint.good("✓"),
    without: paint.warn("–"),
    broken: paint.bad("✗"),
  }
  const width = Math.max(...findings.map((it) => it.what.length))
  return findings.map((it) => `${marks[it.verdict]} ${it.what.padEnd(width)}  ${paint.quiet(it.detail)}\n`).join("")
}

const runtime = Effect.sync((): Finding => ({
  what: "program",
  verdict: "works",
  detail: `portolan ${VERSION} on ${process.versions["bun"] === undefined ? "Node" : "Bun"} ${
    process.versions["bun"] ?? process.versions.node
  }, ${process.platform} ${process.arch}`,
}))

const grammars = Effect.promise(async (): Promise<ReadonlyArray<Finding>> => {
  const { grammars } = await import("../../lib/platform/self_test.ts")
  return (await grammars()).map(({ grammar, problem }) => ({
    what: `grammar ${grammar.replace(/^tree-sitter-|\.wasm$/g, "")}`,
    verdict: problem === undefined ? "works" : "broken",
    detail: problem ?? "reads its sample",
  }))
})

const addon = Effect.promise(async (): Promise<Finding> => {
  const { selfTest } = await import("../../lib/platform/hnsw.ts")
  const tested = selfTest()
  const what = "vector add-on"
  if (tested._tag === "works") return { what, verdict: "works", detail: "loaded, finds what it was given" }
  if (tested._tag === "absent") {
    return { what, verdict: "without", detail: `not loaded: ${tested.reason}. Exact search stands in` }
  }
  return { what, verdict: "broken", detail: tested.reason }
})

const git = Effect.gen(function* () {
  const run = yield* RunGit
  const version = yield* Effect.option(run("/", ["--version"]))
  return version._tag === "Some"
    ? { what: "git", verdict: "works", detail: new TextDecoder().decode(version.value).trim() } satisfies Finding
    : {
      what: "git",
      verdict: "without",
      detail: "not found: files are listed without git's rules, and no index knows its commit",
    } satisfies Finding
})

const registry = Effect.gen(function* () {
  const { list } = yield* Registry
  const known = yield* Effect.either(list)
  return known._tag === "Right"
    ? {
      what: "registry",
      verdict: "works",
      detail: Words.plural(known.right.length, "indexed repository", "indexed repositories"),
    } satisfies Finding
    : { what: "registry", verdict: "broken", detail: known.left.message } satisfies Finding
})

const home = Effect.gen(function* () {
  const files = yield* Files
  const { folder } = yield* Home
  const probe = `${folder}/doctor.probe`
  const written = yield* Effect.either(
    files.makeFolder(folder).pipe(
      Effect.zipRight(files.writeAtomically(probe, [new TextEncoder().encode("portolan")])),
      Effect.zipRight(files.remove(probe)),
    ),
  )
  return written._tag === "Right"
    ? { what: "home", verdict: "works", detail: `${folder} is writable` } satisfies Finding
    : {
      what: "home",
      verdict: "broken",
      detail: `${folder} is not writable (${written.left.code}): set PORTOLAN_HOME to a folder that is`,
    } satisfies Finding
})
