// `npm run bench:tests [-- --only click,hono] [--functions N] [--seed N] [--list] [--folder F]`: does impact name the tests
// that a change breaks? A function that is drawn by a fixed seed is made to fail at its start, in a copy; the tests that
// passed before and do not then are held against `affected_tests`, of which those count that pass in the copy as it is. Both
// projects are cloned from PORTOLAN_MIRRORS; python3 needs pytest. Copies, and what was measured of them, are kept in a
// folder, .corpora/tests if none is named.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Kinds, Node, type NodeId, refresh, Uid } from "../promise.ts"
import { BUN, ROOT, run } from "../scripts/processes.mjs"
import { drawFrom } from "./draw.ts"
import { type Body, functionBodies } from "./function_bodies.ts"
import { table } from "./table.ts"

interface Project {
  readonly name: string
  readonly mirror: string
  /** Functions are drawn from what lies below. */
  readonly sources: string
  /** Runs all tests and leaves a report in JUnit's form. */
  readonly command: (report: string) => readonly [command: string, args: ReadonlyArray<string>]
  readonly env?: Readonly<Record<string, string>>
}

const PROJECTS: ReadonlyArray<Project> = [
  {
    name: "click",
    mirror: "pallets+click",
    sources: "src/",
    command: (report) => [
      "python3",
      ["-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", "-o", "junit_family=xunit1", `--junitxml=${report}`],
    ],
    env: { PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1" },
  },
  {
    name: "hono",
    mirror: "honojs+hono",
    sources: "src/",
    command: (
      report,
    ) => [BUN, ["test", "--timeout", "5000", "--reporter=junit", `--reporter-outfile=${report}`, "src"]],
  },
]

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const only = option("only")?.split(",")
const functions = Number(option("functions") ?? 20)
const seed = Number(option("seed") ?? 1)
const isListed = process.argv.includes("--list")

const MIRRORS = process.env["PORTOLAN_MIRRORS"] ?? "/work/.mirror"
const FOLDER = option("folder") ?? join(ROOT, ".corpora", "tests")
const HOME = join(FOLDER, "home")
const SECONDS = 180

/** A single test: where it stands, and what it is called. */
interface Test {
  readonly file: string
  readonly line: number
  readonly name: string
}

const idOf = ({ file, line, name }: Test): string => `${file}:${line}:${name}`

/** Cases of one test, which stand in one place, are one. */
const once = (tests: ReadonlyArray<Test>): ReadonlyArray<Test> => [
  ...new Map(tests.map((it) => [`${it.file}:${it.line}`, it])).values(),
]

const UNESCAPED: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" }
const unescape = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (_, hex, decimal, name) =>
      name === undefined
        ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : UNESCAPED[name] ?? "",
  )

/** Tests of a report that passed. */
const passedOf = (report: string): ReadonlyMap<string, Test> => {
  const passed = new Map<string, Test>()
  const failed = new Set<string>()
  if (!existsSync(report)) return passed
  const text = readFileSync(report, "utf8")
  for (const [, head, rest] of text.matchAll(/<testcase\b((?:[^>"]|"[^"]*")*?)(\/>|>[^]*?<\/testcase>)/g)) {
    const of = (name: string) => unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(head!)?.[1] ?? "")
    const file = of("file")
    const owner = of("classname").split(".").filter((it) => /^Test/.test(it))
    const name = of("name")
    const test = {
      file,
      line: Number(of("line")),
      name: file.endsWith(".py") ? [...owner, name.replace(/\[.*$/s, "")].join(".") : name,
    }
    const isPassed = !/<(failure|error|skipped)\b/.test(rest!)
    if (isPassed) passed.set(idOf(test), test)
    else failed.add(idOf(test))
  }
  for (const id of failed) passed.delete(id)
  return passed
}

const layOut = async ({ name, mirror }: Project): Promise<string> => {
  const root = join(FOLDER, name)
  if (!existsSync(root)) {
    mkdirSync(FOLDER, { recursive: true })
    const { code, output } = await run("git", ["clone", "-q", join(MIRRORS, mirror, "repo"), root])
    if (code !== 0) throw new Error(`Cannot lay out ${name}: ${output}`)
  }
  return root
}

const testAll = async (project: Project, root: string): Promise<ReadonlyMap<string, Test>> => {
  const report = join(FOLDER, `${project.name}.xml`)
  rmSync(report, { force: true })
  const [command, args] = project.command(report)
  await run("timeout", ["-k", "5", String(SECONDS), command, ...args], { cwd: root, env: project.env ?? {} })
  return passedOf(report)
}

interface Measured {
  /** Empty: of the copy as it is, what passes. */
  readonly uid: string
  readonly broken: ReadonlyArray<Test>
}

const measure = async (project: Project): Promise<void> => {
  const root = await layOut(project)
  const index = await refresh(root, { home: HOME, storage: "home" })
  const { graph } = index
  const files = [...graph.files].map((file) => Node.pathOf(graph, file)).filter((it) => it.startsWith(project.sources))
  const bodies = await functionBodies(root, files)
  const placeOf = (node: NodeId) => `${Node.pathOf(graph, node)}:${graph.nodes.nameStart[node]!}`
  const drawn: Array<NodeId> = []
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (CODE.has(Node.kindOf(graph, node)) && !Node.isTest(graph, node) && bodies.has(placeOf(node))) drawn.push(node)
  }
  shuffle(drawn)
  const kept = join(FOLDER, `${project.name}.json`)
  const known = new Map<string, Measured>(
    existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")).map((it: Measured) => [it.uid, it]) : [],
  )
  if (!known.has("")) known.set("", { uid: "", broken: [...(await testAll(project, root)).values()] })
  const clean = known.get("")!.broken
  const rows: Array<Judged> = []
  let without = 0
  for (const node of drawn) {
    if (rows.length === functions) break
    const uid = Uid.uidOf(graph, node)
    let measured = known.get(uid)
    if (measured === undefined) {
      measured = {
        uid,
        broken: await brokenBy(project, root, Node.pathOf(graph, node), bodies.get(placeOf(node))!, clean),
      }
      known.set(uid, measured)
      writeFileSync(kept, JSON.stringify([...known.values()]))
    }
    if (measured.broken.length === 0) {
      without++
      continue
    }
    const { affected_tests: told = [] } = await index.impact({ target_uid: uid }) as unknown as {
      readonly affected_tests?: ReadonlyArray<Told>
    }
    rows.push(judge(measured, told, clean))
  }
  await index.close()
  report(project, rows, without)
}

const CODE = new Set<Kinds.NodeKind>(["Function", "Method", "Constructor"])

const shuffle = (nodes: Array<NodeId>): void => {
  const draw = drawFrom(seed)
  for (let i = nodes.length - 1; 0 < i; i--) {
    const j = draw(i + 1)
    ;[nodes[i], nodes[j]] = [nodes[j]!, nodes[i]!]
  }
}

const brokenBy = async (
  project: Project,
  root: string,
  path: string,
  { at, text }: Body,
  clean: ReadonlyArray<Test>,
): Promise<ReadonlyArray<Test>> => {
  const file = join(root, path)
  const source = readFileSync(file, "utf8")
  writeFileSync(file, source.slice(0, at) + text + source.slice(at))
  try {
    const passed = await testAll(project, root)
    return clean.filter((it) => !passed.has(idOf(it)))
  } finally {
    writeFileSync(file, source)
  }
}

interface Told {
  readonly uid: string
  readonly file?: string
  readonly line?: number
  readonly text?: string
}

interface Judged {
  readonly uid: string
  readonly broken: number
  readonly found: number
  readonly told: number
  readonly missed: ReadonlyArray<Test>
}

/** Is it that test: by the place, by the title, or by the name where it has one? */
const isOf = (test: Test) => ({ uid, file, line, text }: Told): boolean =>
  file === test.file &&
  (text === undefined
    ? uid.endsWith(`:${test.name}`) || uid.startsWith("File:")
    : line === test.line || text === test.name || text.endsWith(` > ${test.name}`))

/** What does not pass in the copy as it is cannot be broken: whether it is told says nothing. */
const judge = ({ uid, broken: all }: Measured, told: ReadonlyArray<Told>, clean: ReadonlyArray<Test>): Judged => {
  const broken = once(all)
  const missed = broken.filter((it) => !told.some(isOf(it)))
  const count = once(clean).filter((it) => told.some(isOf(it))).length
  return { uid, broken: broken.length, found: broken.length - missed.length, told: count, missed }
}

const ratio = (part: number, of: number): string => of === 0 ? "–" : (part / of).toFixed(3)

const report = ({ name }: Project, rows: ReadonlyArray<Judged>, without: number): void => {
  const sum = (of: (row: Judged) => number) => rows.reduce((all, row) => all + of(row), 0)
  const all = { broken: sum((it) => it.broken), found: sum((it) => it.found), told: sum((it) => it.told) }
  const rowOf = (label: string, it: Omit<Judged, "uid" | "missed">) => [
    label,
    `${it.broken}`,
    `${it.told}`,
    ratio(it.found, it.broken),
    ratio(it.told, it.broken),
  ]
  console.log(`\n${name}: ${rows.length} functions that tests run; ${without} more were drawn that none does`)
  console.log(table(["function", "broken", "told", "recall", "length"], [
    ...rows.map((it) => rowOf(it.uid, it)),
    rowOf("all", all),
  ]))
  const recalls = rows.map(({ found, broken }) => found / broken)
  console.log(`mean of the functions: recall ${ratio(recalls.reduce((a, b) => a + b, 0), rows.length)}`)
  if (!isListed) return
  for (const { uid, missed } of rows) {
    if (missed.length > 0) console.log(`${uid}: ${missed.length} missed: ${missed.slice(0, 6).map(idOf).join(" | ")}`)
  }
}

for (const project of PROJECTS) if (only === undefined || only.includes(project.name)) await measure(project)
