// `portolan doctor`: does what was shipped work on this machine? Each line is one thing that was tried just now.

import process from "node:process"
import * as Effect from "effect/Effect"
import * as FactsShelf from "../../lib/indexer/facts_shelf.ts"
import { Files } from "../../lib/machine/files.ts"
import { RunGit } from "../../lib/machine/git.ts"
import * as Clearing from "../../lib/workspace/clearing.ts"
import * as Facts from "../../lib/workspace/facts.ts"
import { Home } from "../../lib/workspace/home.ts"
import { reasonOf, Registry } from "../../lib/workspace/registry.ts"
import { Settings } from "../../lib/workspace/settings.ts"
import { branchesOf } from "../../lib/workspace/entry.ts"
import * as Storage from "../../lib/workspace/storage.ts"
import * as Bundle from "../bundle.ts"
import { type Command, EXIT } from "../command.ts"
import * as Folders from "../folders.ts"
import * as Machine from "../machine.ts"
import * as NewFile from "../new_file.ts"
import * as Screen from "../terminal.ts"
import { VERSION } from "../version.ts"
import * as Words from "../words.ts"

export const doctor: Command = {
  name: "doctor",
  group: "Index",
  summary: "Try whether everything works on this machine",
  details: `With --bundle it also writes what helps whoever looks into a problem. ${Bundle.STATEMENT}`,
  arguments: [],
  flags: [
    {
      key: "bundle",
      name: "bundle",
      doc: "Write a support bundle to this file, which must not be there yet",
      value: { kind: "text", placeholder: "FILE" },
    },
    { key: "quiet", name: "quiet", doc: "Print nothing where everything works", value: { kind: "switch" } },
    { key: "json", name: "json", doc: "Print it as JSON", value: { kind: "switch" } },
  ],
  run: (given) =>
    Machine.attempt(Effect.gen(function* () {
      const file = given["bundle"] as string | undefined
      const target = file === undefined ? undefined : yield* NewFile.place(Folders.typed(file), undefined)
      const findings =
        (yield* Effect.all([runtime, grammars, model, addon, git, home, registry, indexes, facts, leftovers]))
          .flat()
      const broken = findings.some((it) => it.verdict === "broken")
      if (target !== undefined) yield* NewFile.write(target, yield* Bundle.of(findings))
      if (given["json"] === true) {
        const told = findings.map(({ what, verdict, detail }) => ({ what, verdict, detail }))
        Screen.out.write(`${JSON.stringify({ version: VERSION, ok: !broken, findings: told })}\n`)
      } else if (given["quiet"] !== true || broken) {
        Screen.out.write(text(findings, Screen.paintFor(Screen.out)))
        if (target !== undefined) {
          const said = `The support bundle is ${target}. ${Bundle.STATEMENT}`
          const lines = Screen.out.isTerminal ? Screen.fold(said, Screen.out.columns()) : [said]
          Screen.out.write(`\n${lines.join("\n")}\n`)
        }
      }
      return broken ? EXIT.failed : EXIT.ok
    })),
}

type Finding = Bundle.Finding
type Verdict = Bundle.Verdict

const text = (findings: ReadonlyArray<Finding>, paint: Screen.Paint): string => {
  const marks: Record<Verdict, string> = {
    works: paint.good("✓"),
    without: paint.warn("–"),
    broken: paint.bad("✗"),
  }
  const width = Math.max(...findings.map((it) => it.what.length))
  const room = Math.max(20, Screen.foldAt(Screen.out) - width - 4)
  return findings.flatMap((it) =>
    Screen.fold(it.detail, room).map((line, i) =>
      `${i === 0 ? marks[it.verdict] : " "} ${(i === 0 ? it.what : "").padEnd(width)}  ${paint.quiet(line)}\n`
    )
  ).join("")
}

const runtime = Effect.sync((): Finding => ({
  what: "program",
  verdict: "works",
  detail: `portolan ${VERSION} on ${process.versions["bun"] === undefined ? "Node" : "Bun"} ${
    process.versions["bun"] ?? process.versions.node
  }, ${process.platform} ${process.arch}`,
  share: {
    version: VERSION,
    runtime: process.versions["bun"] === undefined ? "node" : "bun",
    runtime_version: process.versions["bun"] ?? process.versions.node,
    platform: process.platform,
    arch: process.arch,
  },
}))

const grammars = Effect.promise(async (): Promise<ReadonlyArray<Finding>> => {
  const { grammars } = await import("../../lib/platform/self_test.ts")
  return (await grammars()).map(({ grammar, problem }) => ({
    what: `grammar ${grammar.replace(/^tree-sitter-|\.wasm$/g, "")}`,
    verdict: problem === undefined ? "works" : "broken",
    detail: problem ?? "reads its sample",
  }))
})

const model = Effect.promise(async (): Promise<Finding> => {
  const { selfTest } = await import("../../lib/platform/models.ts")
  const tested = selfTest()
  const what = "embedding model"
  return tested._tag === "works"
    ? { what, verdict: "works", detail: `${tested.id} loaded, ${Words.plural(tested.rows, "word")}` }
    : { what, verdict: "broken", detail: tested.reason }
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
  return version._tag === "Some" ? gitOf(new TextDecoder().decode(version.value).trim()) : {
    what: "git",
    verdict: "without",
    detail: "not found: files are listed without git's rules, and no index knows its commit",
  } satisfies Finding
})

const gitOf = (said: string): Finding => ({
  what: "git",
  verdict: "works",
  detail: said,
  share: { version: /\d+(\.\d+)+/.exec(said)?.[0] ?? "unknown" },
})

const registry = Effect.gen(function* () {
  const found = yield* Effect.either((yield* Registry).look)
  if (found._tag === "Left") {
    const share = { code: found.left._tag }
    return { what: "registry", verdict: "broken", detail: found.left.message, share } satisfies Finding
  }
  const { entries, lost } = found.right
  const many = Words.plural(entries.length, "indexed repository", "indexed repositories")
  return lost === undefined
    ? { what: "registry", verdict: "works", detail: many, share: { repositories: entries.length } } satisfies Finding
    : {
      what: "registry",
      verdict: "without",
      detail: `${lost}: ${many} found again on disk, and written down with the next analyze`,
      share: { repositories: entries.length, lost: true },
    } satisfies Finding
})

const indexes = Effect.gen(function* () {
  const entries = yield* Effect.orElseSucceed((yield* Registry).list, () => [])
  const opened = yield* Effect.forEach(
    entries.flatMap((entry) => [
      Storage.open(entry),
      ...branchesOf(entry).map((pinned) => Storage.openBranch(entry, pinned)),
    ]),
    Effect.either,
  )
  const failed = opened.flatMap((it) => it._tag === "Left" ? [it.left] : [])
  const codes = failed.map((it) => it._tag).sort().join(" ")
  return failed.length === 0
    ? { what: "indexes", verdict: "works", detail: entries.length === 0 ? "none" : "all open" } satisfies Finding
    : {
      what: "indexes",
      verdict: "without",
      detail: `${failed.length} of ${opened.length} do not open: ${failed[0]!.message}`,
      share: { failed: failed.length, of: opened.length, codes },
    } satisfies Finding
})

const facts = Effect.gen(function* () {
  const files = yield* Files
  const folder = yield* Facts.folder
  const packs = yield* Effect.scoped(
    Effect.map(FactsShelf.open(folder), (packs) => packs.map(({ bytes }) => bytes.size)),
  )
  const bytes = packs.reduce((sum, size) => sum + size, 0)
  const share = { packs: packs.length, bytes }
  const written = yield* Effect.either(probe(files, folder))
  return written._tag === "Right"
    ? {
      what: "facts cache",
      verdict: "works",
      detail: `${Words.size(bytes)} of at most ${Words.size((yield* Settings).factsBytes)}, readable and writable`,
      share,
    } satisfies Finding
    : {
      what: "facts cache",
      verdict: "without",
      detail: `${folder} is not writable (${written.left.code}): files are read anew each time`,
      share: { ...share, code: written.left.code },
    } satisfies Finding
})

const leftovers = Effect.gen(function* () {
  const plan = yield* Effect.either(Clearing.plan)
  const items = plan._tag === "Right" ? plan.right.items : []
  const bytes = items.reduce((sum, it) => sum + it.bytes, 0)
  return {
    what: "leftovers",
    verdict: "works",
    detail: items.length === 0
      ? "none"
      : `${Words.plural(items.length, "thing")} of ${Words.size(bytes)} can go: portolan clean`,
    share: { items: items.length, bytes },
  } satisfies Finding
})

/** Writes a file into a folder and removes it again. */
const probe = (files: typeof Files.Service, folder: string) =>
  files.makeFolder(folder).pipe(
    Effect.zipRight(files.writeAtomically(`${folder}/doctor.probe`, [new TextEncoder().encode("portolan")])),
    Effect.zipRight(files.remove(`${folder}/doctor.probe`)),
  )

const home = Effect.gen(function* () {
  const { folder } = yield* Home
  const written = yield* Effect.either(probe(yield* Files, folder))
  return written._tag === "Right"
    ? { what: "home", verdict: "works", detail: `${folder} is writable` } satisfies Finding
    : {
      what: "home",
      verdict: "broken",
      detail: `${folder}: ${reasonOf(written.left.code)}`,
      share: { code: written.left.code },
    } satisfies Finding
})
