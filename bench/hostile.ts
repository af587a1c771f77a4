// `npm run hostile [-- ORDINARY [DEPTH]]`: a repository of ordinary files with one of each hostile kind among them is
// indexed. It must end well: every ordinary file read with its call resolved, every hostile one read, or named.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { spent } from "../lib/platform/limits.ts"
import * as Portolan from "../promise.ts"
import * as HostileKinds from "./hostile_kinds.ts"

const ordinary = Number(process.argv[2] ?? 10_000)
const depth = Number(process.argv[3] ?? 20_000)

const isShape = ({ reason }: { readonly reason: string }) => reason.startsWith("minified")

const base = mkdtempSync(join(tmpdir(), "portolan-hostile-"))
try {
  const root = join(base, "repo")
  for (let i = 0; i < ordinary; i++) {
    const folder = join(root, `part${i % 100}`)
    if (i < 100) mkdirSync(folder, { recursive: true })
    const text = i % 2 === 0
      ? `export function callee${i}() {}\nexport function caller${i}() {\n  callee${i}()\n}\n`
      : `def callee${i}():\n    pass\n\ndef caller${i}():\n    callee${i}()\n`
    writeFileSync(join(folder, `ordinary${i}.${i % 2 === 0 ? "ts" : "py"}`), text)
  }
  const hostile = [
    ...HostileKinds.all(depth),
    // As large as a file may be.
    ...["js", "ts", "tsx", "py", "java", "kt", "cs", "go"].map((it) =>
      [`largest.${it}`, `${"(".repeat(60)}\n`.repeat(65_000)] as const
    ),
    ...["js", "py", "java", "kt", "cs", "go"].map((it) =>
      [`longest.${it}`, `x = [${`${"1, ".repeat(20)}\n`.repeat(60_000)}]`] as const
    ),
    ["sum.java", `class A { int x = 1${`${" + 1".repeat(20)}\n`.repeat(24_000)}; }`] as const,
    ["sum.kt", `val x = 1${`${" + 1".repeat(20)}\n`.repeat(24_000)}`] as const,
    ["sum.cs", `class A { int x = 1${`${" + 1".repeat(20)}\n`.repeat(24_000)}; }`] as const,
    ["sum.go", `package a\nvar x = 1${`${" + 1".repeat(20)} +\n 1`.repeat(24_000)}`] as const,
  ]
  mkdirSync(join(root, "hostile"), { recursive: true })
  for (const [name, text] of hostile) writeFileSync(join(root, "hostile", name), text)
  console.log(`${ordinary} ordinary files, ${hostile.length} hostile ones of depth ${depth}`)

  const began = performance.now()
  const before = spent()
  let peak = 0
  const timer = setInterval(() => peak = Math.max(peak, process.memoryUsage.rss()), 100)
  const index = await Portolan.analyze(root, { home: join(base, "home") })
  clearInterval(timer)
  const processor = spent() - before
  const { read, partlyRead, skipped, failed } = index.report
  console.log(
    `read ${read}, partly read ${partlyRead.length}, skipped ${skipped.length}, failed ${failed.length}; ` +
      `${((performance.now() - began) / 1000).toFixed(1)} s, ${(processor / 1000).toFixed(1)} s of processor time, ` +
      `${(peak / 1e6).toFixed(0)} MB at most`,
  )
  const [shape, other] = [skipped.filter(isShape), skipped.filter((it) => !isShape(it))]
  console.log(`  ${shape.length} left out by their shape`)
  for (const { path, reason } of [...other, ...failed]) console.log(`  ${path}: ${reason}`)
  for (const { path, reason } of partlyRead) if (reason.includes("too")) console.log(`  ${path}: ${reason}`)

  const { graph } = index
  const called = new Set<string>()
  for (let edge = 0; edge < graph.edges.rows; edge++) {
    if (graph.edges.kind[edge] !== Portolan.Kinds.EDGE_KINDS.CALLS.code) continue
    called.add(Portolan.Uid.uidOf(graph, graph.edges.target[edge]! as Portolan.NodeId))
  }
  const missing = Array.from({ length: ordinary }, (_, i) => i).filter((i) =>
    !called.has(`Function:part${i % 100}/ordinary${i}.${i % 2 === 0 ? "ts" : "py"}:callee${i}`)
  )
  const files = new Set<string>()
  for (let node = 0; node < graph.nodes.rows; node++) {
    if (graph.nodes.kind[node] === Portolan.Kinds.NODE_KINDS.File.code) {
      files.add(Portolan.Uid.uidOf(graph, node as Portolan.NodeId).slice("File:".length))
    }
  }
  const named = new Set([...skipped, ...failed].map(({ path }) => path))
  const lost = hostile.map(([name]) => `hostile/${name}`).filter((path) => !files.has(path) && !named.has(path))
  await index.close()
  console.log(`ordinary calls not found: ${missing.length}; hostile files neither read nor named: ${lost.length}`)
  if (missing.length !== 0 || lost.length !== 0) {
    console.log([...missing.slice(0, 5), ...lost.slice(0, 20)].join("\n"))
    process.exitCode = 1
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}
