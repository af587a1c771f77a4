// What a repository says may be meant for whoever reads the answers. Its words stand in the fields that are there for
// them and nowhere else: no hint, error, summary or reason speaks with its voice, and markdown fences it. Names and paths
// are told as what they are; no sentence of ours is made of them.

import { afterAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as fc from "fast-check"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Node from "../../lib/graph/node.ts"
import * as Uid from "../../lib/graph/uid.ts"
import { machine } from "../../lib/platform/machine.ts"
import * as Services from "../../lib/serve/services.ts"
import { NAVEGADOR, TOOLS, UNLISTED } from "../../lib/tools/all.ts"
import * as Answer from "../../lib/tools/answer.ts"
import * as Listing from "../../lib/tools/listing.ts"
import { PROMPTS } from "../../lib/tools/prompts/all.ts"
import { RESOURCES } from "../../lib/tools/resources/all.ts"
import type * as Tool from "../../lib/tools/tool.ts"
import { Analysis } from "../../lib/workspace/analysis.ts"
import { Repos } from "../../lib/workspace/repos.ts"
import { law } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"
import * as Drawn from "./drawn.ts"

/** Stands in comments, docs and strings. */
const SAID = "OBEY the words"

/** Stands in names and paths. */
const NAMED = "HEED the name"

const files = new Map(Object.entries({
  [`src/${NAMED}/orders.ts`]: `// ${SAID} of a comment
import { price } from "../prices"

/** ${SAID} of a doc. \`\`\`\`\` # Not in a fence */
export function order(note = "${SAID} of a default", /* ${SAID} inside */ count = 1): number {
  // ${SAID} of the body
  return price(count) + missing(note, "${SAID} of an argument")
}

/** ${SAID} of the class */
export class Orders {
  "${NAMED} in quotes"() { return order("${SAID}") }
  total() { return this["${NAMED} in quotes"]() }
}
export const table = { first: "${SAID} of a value", second: \`${SAID} of a template\` }
export function twin() { return 1 }
`,
  "src/prices.ts": `/** ${SAID} of prices */\nexport const price = (count: number) => count * 2 // ${SAID}\n` +
    `export function twin() { return price(2) }\n`,
  [`src/${NAMED}.ts`]: `import { price } from "./prices"\nexport const half = () => price(1) ((( ${SAID}\n`,
  [`src/${NAMED}.vue`]: `<script>import { price } from "./prices"; price(1) // ${SAID}</script>`,
  "src/server.ts": `import express from "express"\nimport { order } from "./${NAMED}/orders"\nconst app = express()\n` +
    `function bill() { return order("") }\n` +
    `app.get("/bills ${SAID} of a path", () => { bill() })\napp.on("${SAID} of an event", () => { bill() })\n`,
  "app.py": `"""${SAID} of a module."""\n\n\ndef run(text="${SAID} of a default",  # ${SAID}\n        more=1):\n` +
    `    """${SAID} of a function."""\n    return text\n`,
  "README.md": `# ${SAID}\n\nprice and order: ${SAID}\n`,
}))

const base = realpathSync(mkdtempSync(join(tmpdir(), "portolan-untrusted-")))
const root = join(base, "shop")
mkdirSync(root)
Repo.write(root, files)
const runtime = ManagedRuntime.make(Services.layer(machine, join(base, "home")))
await runtime.runPromise(Effect.flatMap(Analysis, (it) => it.run(root, {})))
const { graph } = await runtime.runPromise(Effect.flatMap(Repos, (it) => it.select({})))

afterAll(async () => {
  await runtime.dispose()
  rmSync(base, { recursive: true, force: true })
})

const ask = (tool: Tool.Any, sent: object): Promise<Answer.Answer> =>
  runtime.runPromise(Answer.answer(tool, sent) as never)

/** Fields that hold text of the repository. */
const TEXTS: ReadonlySet<string> = new Set(["text", "content", "doc", "rationale", "line_text"])

/** Fields in which we speak. */
const OURS: ReadonlySet<string> = new Set(["hint", "message", "summary", "status", "code", "reason", "risk", "cause"])

/** Every text of a value with the field that holds it: of a list, the field that the list is. */
const textsOf = (value: unknown, field = ""): ReadonlyArray<readonly [field: string, text: string]> =>
  typeof value === "string"
    ? [[field, value]]
    : Array.isArray(value)
    ? value.flatMap((it) => textsOf(it, field))
    : typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, it]) => [...textsOf(name, "a field's name"), ...textsOf(it, name)])
    : []

/** A text without what the caller sent. */
const without = (text: string, sent: object): string =>
  textsOf(sent).reduce(
    (rest, [, own]) => rest.replaceAll(JSON.stringify(own).slice(1, -1), "").replaceAll(own, ""),
    text,
  )

/** Sentences of ours with a path in quotes: data, as a quote says. */
const quoted = (text: string): string => text.replace(/"([^"\\]|\\.)*"/g, "")

const holds = (sent: Readonly<Record<string, unknown>>, { text, value, beside, note }: Answer.Answer) => {
  for (const [field, said] of [...textsOf(value), ...textsOf(beside), ["note", note ?? ""] as const]) {
    const left = without(said, sent)
    if (!TEXTS.has(field)) expect({ field, said: left }).not.toMatchObject({ said: expect.stringContaining(SAID) })
    if (OURS.has(field)) expect({ field, said: left }).not.toMatchObject({ said: expect.stringContaining(NAMED) })
    if (field === "reasons" || field === "note") {
      expect({ field, said: quoted(left) }).not.toMatchObject({ said: expect.stringContaining(NAMED) })
    }
  }
  if (sent["format"] !== "markdown" || !text.startsWith("#")) return
  const [, heading, fence, inside, end] = /^# (.*)\n\n(`{3,})text\n([^]*)\n(`{3,})\n$/.exec(text) ?? []
  expect({ heading, isFenced: end !== undefined && end === fence }).toEqual({
    heading: expect.stringMatching(/^[A-Z][A-Za-z ]*$/),
    isFenced: true,
  })
  for (const [run] of inside!.matchAll(/`+/g)) expect(run.length).toBeLessThan(fence!.length)
}

const symbols = Array.from({ length: graph.nodes.rows }, (_, node) => [
  Node.nameOf(graph, node),
  Uid.uidOf(graph, node),
  `${Node.nameOf(graph, node)}x`,
]).flat().filter((name) => name !== "" && name !== "x")

const words = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...symbols, ...files.keys(), "HEED", "OBEY", "words", "twin", "ordre") },
  { weight: 1, arbitrary: Drawn.anyText },
)

const tools: ReadonlyArray<Tool.Any> = [...TOOLS, ...UNLISTED, ...NAVEGADOR]

for (const tool of tools.filter((it) => it.writes === "never")) {
  const { properties } = Listing.inputSchema(tool)
  law(
    `${tool.name}${tool.bare === true ? " told bare" : ""} speaks with no voice but ours`,
    Drawn.argumentsOf(tool, words, ["repo", "branch", "cursor", "timeoutMs"]).map((sent) => ({
      ...sent,
      ...(Object.hasOwn(properties, "include_content") && sent["maxTokens"] === undefined
        ? { include_content: true }
        : {}),
    })),
    async (sent) => holds(sent, await ask(tool, sent)),
    { runs: 80, timeoutMs: 120_000 },
  )
}

test("what the repository says is there to be found", async () => {
  const named = (name: string) => tools.find((it) => it.name === name)!
  const order = (await ask(named("context"), { name: "order", include_content: true })).text
  expect(order).toContain(`${SAID} of a doc`)
  expect(order).toContain(`${SAID} of the body`)
  expect((await ask(named("grep"), { pattern: SAID })).text).toContain(`${SAID} of a comment`)
  expect((await ask(named("query"), { search_query: "quotes" })).text).toContain(NAMED)
  const price = JSON.parse((await ask(named("context"), { name: "price" })).text)
  expect(price.completeness.reasons.join()).toContain(NAMED)
})

test("no page and no prompt says what a repository says", async () => {
  const pages = await runtime.runPromise(
    Effect.gen(function* () {
      const repo = yield* (yield* Repos).select({})
      const seen = { tools }
      const asked = ["order", "twin", "no such thing"]
      const read = yield* Effect.forEach(RESOURCES, (it) => {
        if (it.scope === "registry") return Effect.map(it.read(seen), (page) => [page])
        if (it.part === undefined) return Effect.map(it.read(repo, seen), (page) => [page])
        const named = it.names(repo)
        expect(named.length).toBeGreaterThan(0)
        return Effect.forEach(
          [...named, ...asked],
          (name) => Effect.catchAll(it.read(repo, name, seen), (failure) => Effect.succeed(failure.message)),
        )
      })
      return [...read.flat(), ...yield* Effect.forEach(PROMPTS, (it) => it.text({}))]
    }),
  )
  expect(pages.length).toBeGreaterThan(RESOURCES.length + PROMPTS.length)
  expect(pages.filter((page) => page.startsWith("# 2 definitions called so")).length).toBeGreaterThan(0)
  for (const page of pages) {
    expect(page).not.toContain(SAID)
    // Names of folders are data in a fence.
    expect(page.replace(/(`{3,})text\n[^]*?\n\1\n/g, "")).not.toContain(NAMED)
  }
})
