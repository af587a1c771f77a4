// What freshness promises: an index that is called current is the one that a run would make now. Each case is held
// against such a run, over real git and real workers.

import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { analyze, refresh } from "../../mod.ts"
import { effect } from "../_kit/effect.ts"
import * as Repo from "../_kit/repo.ts"

const FILES = Repo.parse(`
=== src/order.ts
import { rate } from "@/rates"
export const total = () => rate(1)
=== src/rates.ts
export const rate = (base: number) => base * 2
=== lib/rates.ts
export const rate = (base: number) => base * 3
=== lib/large.ts
export const large = "${"x".repeat(300)}"
=== tsconfig.json
{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }
=== README.md
# Shop
`)

const write = (root: string, path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

type Case = readonly [title: string, edit: (root: string) => void, said: string, anew: boolean]

const TSCONFIG = `{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }\n`

const CASES: ReadonlyArray<Case> = [
  ["nothing happened", () => {}, "current", false],
  ["a configuration leads elsewhere", (root) => write(root, "tsconfig.json", TSCONFIG), "dirty", true],
  ["a configuration is gone", (root) => rmSync(join(root, "tsconfig.json")), "dirty", true],
  ["a configuration is new", (root) => write(root, "src/package.json", `{ "name": "x" }\n`), "dirty", true],
  [
    "a configuration among files that are not selected changed",
    (root) => write(root, "tools/tsconfig.json", `{ "compilerOptions": {} }\n`),
    "dirty",
    false,
  ],
  [
    "a configuration was written again as it was",
    (root) => {
      write(root, "tsconfig.json", readFileSync(join(root, "tsconfig.json"), "utf8"))
    },
    "current",
    false,
  ],
  [
    "the first file of another language came",
    (root) => write(root, "tool.py", "def run():\n    pass\n"),
    "dirty",
    true,
  ],
  [
    "a source that was too large is so no more",
    (root) => write(root, "lib/large.ts", "export const small = 1\n"),
    "dirty",
    true,
  ],
  [
    "a source that was too large still is",
    (root) => write(root, "lib/large.ts", `export const larger = "${"y".repeat(400)}"\n`),
    "current",
    false,
  ],
  ["a source that was too large was touched", (root) => utimesSync(join(root, "lib/large.ts"), 1, 1), "current", false],
  ["a text of no language changed", (root) => write(root, "README.md", "# Another shop\n"), "dirty", true],
  ["a text of no language was touched", (root) => utimesSync(join(root, "README.md"), 1, 1), "current", false],
  ["a text of no language is new", (root) => write(root, "NOTES.md", "# Notes\n"), "dirty", true],
  ["a text of no language is gone", (root) => rmSync(join(root, "README.md")), "dirty", true],
]

for (const [title, edit, said, anew] of CASES) {
  effect(
    title,
    Effect.gen(function* () {
      const options = { home: yield* Repo.temporary, storage: "home", workers: 1 } as const
      const root = yield* Repo.layOut(new Map([...FILES, ["tools/tsconfig.json", "{}\n"]]), { git: true })
      const first = yield* analyze(root, { ...options, exclude: ["tools"], maxFileBytes: 200 })
      const before = readFileSync(first.place.snapshot)
      edit(root)
      // Asked of what is kept on disk too.
      expect((yield* first.freshness).freshness).toBe(said as never)
      yield* first.close
      const next = yield* refresh(root, options)
      expect(Buffer.compare(readFileSync(next.place.snapshot), before) !== 0).toBe(anew)
      expect((yield* next.freshness).freshness).toBe("current")
      yield* next.close
    }),
  )
}
