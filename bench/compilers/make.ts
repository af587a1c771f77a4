// `npm run oracles -- NAME…`: lays out projects below .corpora and lets their compilers say what is defined, called,
// imported and inherited in them, for `npm run accuracy`. Without a name it says which there are and which are absent.
//
// --mirror FOLDER  where snapshots of the repositories lie, as OWNER+NAME/repo (default: .mirror beside the clone)
// Needs Debian's mono-devel and libmono-cecil-private-cil for C#, kotlin and a JDK for Kotlin, a JDK for Java, golang-go
// for Go; TypeScript's compiler and a Python type checker are taken from npm's registry at pinned versions. The
// makers for Java, Go, TypeScript and Python are those that lie beside the clone in ../shared/oracles/tools.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { npm, ROOT, run } from "../../scripts/processes.mjs"
import { filesBelow } from "../corpus.ts"
import { addJavaCalls } from "./java_side.ts"
import { MADE, type Made } from "./projects.ts"

const CORPORA = join(ROOT, ".corpora")
const TOOLS = join(CORPORA, "tools")
const HERE = join(ROOT, "bench", "compilers")
const SHARED = join(ROOT, "..", "shared", "oracles", "tools")
const TYPESCRIPT = "typescript@5.9.3"
const PYRIGHT = "@sourcegraph/scip-python@0.6.6"
const MONO = "/usr/lib/mono/4.5"
const CECIL = "/usr/lib/mono/gac/Mono.Cecil"
const KOTLIN = "/usr/share/kotlin/kotlinc/lib"

const foldersOf = (name: string): { readonly root: string; readonly oracle: string } => {
  const corpora = MADE[name]!.isHeldOut === true ? join(CORPORA, "held") : CORPORA
  return { root: join(corpora, name), oracle: join(corpora, "oracles", name) }
}

/** Names of the projects whose oracle is not there. */
export const absent = (): ReadonlyArray<string> =>
  Object.keys(MADE).filter((name) => {
    const { root, oracle } = foldersOf(name)
    return !existsSync(root) || !existsSync(join(oracle, "meta.json"))
  })

const must = async (
  command: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> => {
  const ran = await run(command, [...args], options)
  if (ran.code !== 0) throw new Error(`${command} ended with ${ran.code}\n${ran.output.slice(-4000)}`)
  return ran.stdout
}

/** A project's sources as a repository of their own, so that git's list of files works there. */
const layOut = async (name: string, { repo, commit, without = [] }: Made, mirror: string): Promise<void> => {
  const { root } = foldersOf(name)
  if (existsSync(root)) return
  const git = join(mirror, repo.replace("/", "+"), "repo")
  if (!existsSync(git)) throw new Error(`Cannot lay out ${name}: no snapshot of ${repo} at ${git}`)
  const archive = join(CORPORA, `${name}.tar`)
  mkdirSync(root, { recursive: true })
  const paths = [".", ...without.map((path) => `:(exclude)${path}`)]
  await must("git", [`--git-dir=${git}`, "archive", `--output=${archive}`, commit, "--", ...paths])
  await must("tar", ["xf", archive, "-C", root])
  rmSync(archive)
  await must("git", ["-C", root, "init", "-q"])
  await must("git", ["-C", root, "add", "-Af"])
  const author = ["-c", "user.name=corpus", "-c", "user.email=corpus@example.invalid"]
  await must("git", ["-C", root, ...author, "commit", "-qm", `${repo} ${commit}`])
}

type Maker = (args: ReadonlyArray<string>) => Promise<string>

const mcs = async (): Promise<Maker> => {
  const version = readdirSync(CECIL).filter((it) => it.startsWith("0.11")).at(-1)
  if (version === undefined) throw new Error(`Cannot read what mcs writes: no Mono.Cecil 0.11 in ${CECIL}`)
  const program = join(TOOLS, "CSharpOracle.exe")
  const libraries = [`-r:${MONO}/mcs.exe`, `-r:${join(CECIL, version, "Mono.Cecil.dll")}`]
  await must("mcs", ["-nologo", ...libraries, `-out:${program}`, join(HERE, "CSharpOracle.cs")])
  return (args) => must("mono", [program, ...args], { env: { MONO_PATH: `${MONO}:${join(CECIL, version)}` } })
}

const kotlin = async (): Promise<Maker> => {
  const jars = readdirSync(KOTLIN).filter((name) => name.endsWith(".jar")).map((name) => join(KOTLIN, name)).join(":")
  const classes = join(TOOLS, "kotlin")
  await must("javac", ["-nowarn", "-cp", jars, "-d", classes, join(HERE, "KotlinOracle.java")])
  return (args) => must("java", ["-cp", `${jars}:${classes}`, "KotlinOracle", ...args])
}

const go = async (): Promise<Maker> => {
  const program = join(TOOLS, "go_oracle")
  await must("go", ["build", "-o", program, join(SHARED, "go_oracle.go")])
  return (args) => must(program, args)
}

const javac = (): Promise<Maker> => {
  const opened = ["--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"]
  return Promise.resolve((args) => must("java", [...opened, join(SHARED, "JavaOracle.java"), ...args]))
}

/** Folder of node_modules that holds a package of npm's registry, apart from the product's own. */
const fromNpm = async (spec: string): Promise<string> => {
  const folder = join(TOOLS, "npm", spec.replace(/^@[^/]+\//, "").replace("@", "-"))
  const modules = join(folder, "node_modules")
  if (existsSync(modules)) return modules
  mkdirSync(folder, { recursive: true })
  const { code, output } = await npm(["install", "--prefix", folder, "--ignore-scripts", spec])
  if (code !== 0) throw new Error(`Cannot take ${spec} from npm's registry:\n${output}`)
  return modules
}

const typescript = async (): Promise<Maker> => {
  const env = { TS_PATH: join(await fromNpm(TYPESCRIPT), "typescript") }
  return ([root, oracle, ...flags]) =>
    must("node", [join(SHARED, "ts-oracle.mjs"), "--root", root!, "--out", oracle!, ...flags], { env })
}

/** Python's own parser says what is defined and where something is called; the checker's index, what is meant there. */
const pyright = async (): Promise<Maker> => {
  const indexer = join(await fromNpm(PYRIGHT), ".bin", "scip-python")
  return async ([root, oracle, judged]) => {
    await must("python3", [join(SHARED, "py_sites.py"), root!, oracle!, judged!])
    const index = join(oracle!, "index.scip")
    const named = ["--project-name", "judged", "--project-version", "1"]
    await must(indexer, ["index", ".", ...named, "--output", index], { cwd: root! })
    return must("node", [join(SHARED, "scip-edges.mjs"), "--scip", index, "--dir", oracle!, "--root", root!])
  }
}

/** What asks each compiler. A language is not said where projects of two share one: then most definitions say it. */
const MAKERS: Readonly<
  Record<Made["compiler"], { readonly language?: string; readonly prepare: () => Promise<Maker> }>
> = {
  mcs: { language: "csharp", prepare: mcs },
  kotlin: { language: "kotlin", prepare: kotlin },
  go: { language: "go", prepare: go },
  javac: { language: "java", prepare: javac },
  typescript: { prepare: typescript },
  pyright: { language: "python", prepare: pyright },
}

/** Compiles a project of Kotlin and Java, and adds what Java's part calls. */
const askOfJava = async (
  name: string,
  { stubs = {} }: Made,
  [classPath, ...sources]: ReadonlyArray<string>,
  java: ReadonlyArray<string>,
): Promise<number> => {
  const { root, oracle } = foldersOf(name)
  const work = join(TOOLS, name)
  const [stubbed, fromKotlin, fromJava] = ["stubs", "kotlin", "java"].map((folder) => join(work, folder))
  rmSync(work, { recursive: true, force: true })
  for (const [path, text] of Object.entries(stubs)) {
    mkdirSync(dirname(join(work, path)), { recursive: true })
    writeFileSync(join(work, path), text)
    await must("javac", ["-d", stubbed!, join(work, path)])
  }
  const jars = `${classPath}:${stubbed}`
  const flags = ["-no-stdlib", "-no-reflect", "-nowarn", "-Xmulti-platform"]
  const compiler = [`${KOTLIN}/kotlin-preloader.jar`, "org.jetbrains.kotlin.preloading.Preloader", "-cp"]
  const program = [`${KOTLIN}/kotlin-compiler.jar`, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
  await must("java", ["-cp", ...compiler, ...program, ...flags, "-cp", jars, "-d", fromKotlin!, ...sources, ...java])
  const files = java.flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)))
    .filter((path) => path.endsWith(".java"))
  await must("javac", ["-nowarn", "-g", "-cp", `${jars}:${fromKotlin}`, "-d", fromJava!, ...files])
  return await addJavaCalls(root, oracle, [fromKotlin!, fromJava!])
}

const make = async (name: string, mirror: string): Promise<void> => {
  const made = MADE[name]!
  const { root, oracle } = foldersOf(name)
  for (const needed of [...made.needs ?? [], name]) await layOut(needed, MADE[needed]!, mirror)
  const { language, prepare } = MAKERS[made.compiler]
  mkdirSync(TOOLS, { recursive: true })
  mkdirSync(oracle, { recursive: true })
  const ask = await prepare()
  const sources = made.sources(root, (other) => foldersOf(other).root)
  const java = (made.java ?? []).map((folder) => join(root, folder))
  const account = JSON.parse(await ask([root, oracle, ...sources, ...java.length === 0 ? [] : ["-java", ...java]]))
  if (java.length > 0) account.callEdges += await askOfJava(name, made, sources, java)
  const { repo, commit, licence } = made
  writeFileSync(
    join(oracle, "meta.json"),
    `${JSON.stringify({ repo, commit, licence, language, ...account }, null, 1)}\n`,
  )
  console.log(`${name}: ${account.defs} definitions, ${account.callEdges} call edges, ${account.lines} lines`)
}

const main = async (args: ReadonlyArray<string>): Promise<number> => {
  const at = args.indexOf("--mirror")
  const mirror = at < 0 ? join(ROOT, "..", ".mirror") : args[at + 1]!
  const names = args.filter((_, i) => at < 0 || (i !== at && i !== at + 1))
  const unknown = names.filter((name) => MADE[name] === undefined)
  if (unknown.length > 0 || names.length === 0) {
    if (unknown.length > 0) console.error(`Cannot make ${unknown.join(", ")}`)
    console.log(`There are ${Object.keys(MADE).join(", ")}; absent: ${absent().join(", ") || "none"}`)
    return unknown.length > 0 ? 1 : 0
  }
  let failed = 0
  for (const name of names) {
    try {
      await make(name, mirror)
    } catch (error) {
      failed++
      console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return failed > 0 ? 1 : 0
}

if (import.meta.main) process.exit(await main(process.argv.slice(2)))
