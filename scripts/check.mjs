// `npm test`: everything that says whether the product is sound, two steps at a time. A step that passes takes one line;
// one that fails is printed whole. The last line is `N passed, N failed`; a step that is no test counts as one.

import { existsSync, readdirSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { BUN, BUN_SAFELY, DENO, ROOT, run, TSC } from "./processes.mjs"
import { setUpOrExit } from "./setup.mjs"

/** Folders of tests that need the build, or are no tests for Bun alone. */
const APART = ["binary", "runtimes", "cases", "fixtures", "golden"]

/** Test files below `folder`, as Bun takes them: with `./`, so that they are paths and not patterns. */
const testFiles = (folder, without = []) =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return without.includes(entry.name) ? [] : testFiles(path)
      return entry.name.endsWith("_test.ts") ? [`./${path}`] : []
    }).sort()
    : []

/** A step that is right or wrong as a whole. */
const whole = (command, ...args) => async () => {
  const { code, output, seconds } = await run(command[0], [...command.slice(1), ...args])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output, seconds }
}

/** Tests under Bun, counted from its summary. No file, no test and no summary are failures. */
const bunTests = (files) => async () => {
  if (files.length === 0) return { passed: 0, failed: 1, output: "no test file was found\n", seconds: 0 }
  const { code, output, seconds } = await run(BUN, [
    ...BUN_SAFELY,
    "test",
    "--only-failures",
    "--timeout",
    "60000",
    ...files,
  ])
  return { ...counts(code, number(output, /^\s*(\d+) pass$/m), number(output, /^\s*(\d+) fail$/m)), output, seconds }
}

/** The cases' own last line says how many. */
const cases = async () => {
  const { code, output, seconds } = await run(BUN, [...BUN_SAFELY, "tests/cases/run.ts", "--failures"])
  const skipped = /^skipped: .*$/m.exec(output)?.[0]
  if (code === 0 && skipped !== undefined) return { passed: 0, failed: 0, output, seconds, note: skipped }
  return {
    ...counts(code, number(output, /^(\d+) passed, \d+ failed$/m), number(output, /^\d+ passed, (\d+) failed$/m)),
    output,
    seconds,
    note: /^gaps: .*$/m.exec(output)?.[0],
  }
}

/** A run that ended badly has failed, whatever it counted; one that counted nothing too. */
const counts = (code, passed = 0, failed = 0) => ({
  passed,
  failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed,
})

const number = (text, pattern) => {
  const match = pattern.exec(text)
  return match === null ? undefined : Number(match[1])
}

// Bun runs test files one after the other. Two processes, each with every other file, take little more than half of the time.
const files = testFiles("tests", APART)
const half = (rest) => bunTests(files.filter((_, i) => i % 2 === rest))

const steps = [
  { name: "build", run: whole([process.execPath, "scripts/build.mjs"]) },
  { name: "types", run: whole(TSC, "-p", ".") },
  { name: "tests, first half", run: half(0) },
  { name: "cases", run: cases },
  {
    name: "executable and runtimes",
    after: "build",
    run: bunTests([...testFiles("tests/binary"), ...testFiles("tests/runtimes")]),
  },
  { name: "types of the tests", run: whole(TSC, "-p", "tests") },
  { name: "types under Deno", run: whole(DENO, "check", "mod.ts", "promise.ts") },
  { name: "lint", run: whole(DENO, "lint", "--quiet") },
  { name: "format", run: whole(DENO, "fmt", "--check", "--quiet") },
  { name: "tests, second half", run: half(1) },
]

/** Starts a step whenever fewer than `width` run; one that builds on a failed step fails with it. */
const runAll = (width) =>
  new Promise((done) => {
    const results = new Map()
    const waiting = [...steps]
    let running = 0
    const next = () => {
      if (waiting.length === 0 && running === 0) done(results)
      while (running < width) {
        const at = waiting.findIndex((step) => step.after === undefined || results.has(step.after))
        if (at < 0) return
        const [step] = waiting.splice(at, 1)
        running++
        start(step, results).then((result) => {
          running--
          results.set(step.name, result)
          report(step.name, result)
          next()
        })
      }
    }
    next()
  })

const start = async (step, results) => {
  if (step.after !== undefined && results.get(step.after).failed > 0) {
    return { passed: 0, failed: 1, output: `not run: ${step.after} failed\n`, seconds: 0 }
  }
  try {
    return await step.run()
  } catch (error) {
    return { passed: 0, failed: 1, output: `${error.stack}\n`, seconds: 0 }
  }
}

const report = (name, { passed, failed, output, seconds, note }) => {
  const time = `${seconds.toFixed(1)} s`
  if (failed > 0) console.log(`\nFAILED ${name} (${time}): ${passed} passed, ${failed} failed\n${output.trimEnd()}\n`)
  else console.log(`ok     ${name} (${time}): ${passed} passed${note === undefined ? "" : `; ${note}`}`)
}

await setUpOrExit({ say: (line) => console.log(line) })
console.log(`Checking: ${steps.map((step) => step.name).join(", ")}`)
const began = performance.now()
const results = [...(await runAll(Math.min(4, Math.max(2, availableParallelism())))).values()]
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`All checks took ${((performance.now() - began) / 1000).toFixed(0)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
