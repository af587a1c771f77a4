// Where specifiers lead: TypeScript's and Node's rules over a list of files, with what is broken said and the rest used.

import { expect, test } from "bun:test"
import { makeModules } from "../../../lib/languages/typescript/modules.ts"
import type { Loading } from "../../../lib/syntax/language.ts"
import * as Repo from "../../_kit/repo.ts"
import { projectOf } from "../../resolve/_graph.ts"

/** Resolves specifiers of one file: a path, `external:name`, or `unresolved`. */
const resolver = (text: string) => {
  const modules = makeModules(projectOf(Repo.parse(text)))
  const to = (from: string, specifier: string, loading?: Loading): string => {
    const target = modules.resolve(from, specifier, loading)
    return target._tag === "files"
      ? target.paths.join()
      : target._tag === "external"
      ? `external:${target.package}`
      : "unresolved"
  }
  return { to, problems: modules.problems }
}

test("relative: extensions in TypeScript's order, .js for .ts, dots in names, index files, out of the repository", () => {
  const { to } = resolver(`=== src/a.ts
=== src/b.ts
=== src/b.js
=== src/view.tsx
=== src/x.service.ts
=== src/only.js
=== src/only.d.ts
=== src/data.json
=== src/deep/index.tsx
=== src/index.mts
=== src/esm.mts
`)
  expect(to("src/a.ts", "./b")).toBe("src/b.ts")
  expect(to("src/a.ts", "./b.js")).toBe("src/b.ts")
  expect(to("src/a.ts", "./view.jsx")).toBe("src/view.tsx")
  expect(to("src/a.ts", "./x.service")).toBe("src/x.service.ts")
  expect(to("src/a.ts", "./only")).toBe("src/only.js")
  expect(to("src/a.ts", "./esm.mjs")).toBe("src/esm.mts")
  expect(to("src/a.ts", "./data.json")).toBe("src/data.json")
  expect(to("src/a.ts", "./data")).toBe("src/data.json")
  expect(to("src/a.ts", "./deep")).toBe("src/deep/index.tsx")
  expect(to("src/a.ts", "./deep/")).toBe("src/deep/index.tsx")
  expect(to("src/deep/index.tsx", "..")).toBe("src/index.mts")
  expect(to("src/a.ts", ".")).toBe("src/index.mts")
  expect(to("src/a.ts", "./b?raw")).toBe("src/b.ts")
  expect(to("src/a.ts", "./gone")).toBe("unresolved")
  expect(to("src/a.ts", "../../b")).toBe("unresolved")
})

test("paths: targets in order, the longest prefix, relative to baseUrl; a bare baseUrl; comments and trailing commas", () => {
  const { to, problems } = resolver(`=== tsconfig.base.json
{
  // shared
  "compilerOptions": {
    "baseUrl": "./src",
    "paths": {
      "@svc/*": ["generated/*", "services/*"], /* the first is built */
      "@svc/special/*": ["special/*"],
      "@config": ["settings/index.ts"],
    },
  },
}
=== tsconfig.json
{ "extends": "./tsconfig.base.json" }
=== src/services/mailer.ts
=== src/special/mailer.ts
=== src/settings/index.ts
=== src/shared/text.ts
=== src/jobs/a.ts
`)
  expect(to("src/jobs/a.ts", "@svc/mailer")).toBe("src/services/mailer.ts")
  expect(to("src/jobs/a.ts", "@svc/special/mailer")).toBe("src/special/mailer.ts")
  expect(to("src/jobs/a.ts", "@config")).toBe("src/settings/index.ts")
  expect(to("src/jobs/a.ts", "shared/text")).toBe("src/shared/text.ts")
  expect(to("src/jobs/a.ts", "lodash/fp")).toBe("external:lodash")
  expect(problems).toEqual([])
})

test("the nearest config decides; paths without baseUrl are relative to the config that has them; references are asked", () => {
  const { to } = resolver(`=== tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }
=== tsconfig.app.json
{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }
=== packages/x/tsconfig.json
{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }
=== src/a.ts
=== packages/x/lib/a.ts
=== packages/x/b.ts
=== b.ts
`)
  expect(to("b.ts", "~/a")).toBe("src/a.ts")
  expect(to("packages/x/b.ts", "~/a")).toBe("packages/x/lib/a.ts")
})

test("a broken config is reported, and what can be read of it is used", () => {
  const { to, problems } = resolver(`=== tsconfig.json
{ "compilerOptions": { "paths": { "@a": ["./a.ts"] } }
=== other/tsconfig.json
{ "extends": "./missing.json" }
=== a.ts
=== b.ts
=== other/c.ts
`)
  expect(to("b.ts", "@a")).toBe("a.ts")
  expect(to("other/c.ts", "./d")).toBe("unresolved")
  expect(problems).toEqual([
    { path: "tsconfig.json", detail: "line 2: CloseBraceExpected" },
    { path: "other/tsconfig.json", detail: "extends ./missing.json, which is absent" },
  ])
})

test("a config that is nested without end is reported; brackets in its strings and comments are no nesting", () => {
  const deep = `${'{ "a": '.repeat(20_000)}1${"}".repeat(20_000)}`
  const { to, problems } = resolver(`=== tsconfig.json
{ "compilerOptions": { "paths": { "@a": ["./a.ts"] } }, "note": "${"[".repeat(500)}" } // ${"{".repeat(500)}
=== deep/package.json
{ "name": "deep", "exports": ${deep} }
=== a.ts
=== b.ts
=== deep/index.ts
`)
  expect(to("b.ts", "@a")).toBe("a.ts")
  expect(to("deep/index.ts", "deep/part")).not.toBe("deep/index.ts")
  expect(problems).toEqual([{ path: "deep/package.json", detail: "nested more than 200 deep" }])
})

test("extends: a list, a package of the repository, a circle", () => {
  const { to } = resolver(`=== tsconfig.json
{ "extends": ["@acme/tsconfig/base", "./one.json"] }
=== one.json
{ "extends": "./tsconfig.json", "compilerOptions": { "paths": { "#one": ["./a.ts"] } } }
=== tools/tsconfig/package.json
{ "name": "@acme/tsconfig" }
=== tools/tsconfig/base.json
{ "compilerOptions": { "baseUrl": "../../src" } }
=== a.ts
=== src/lib.ts
`)
  expect(to("a.ts", "#one")).toBe("a.ts")
  expect(to("a.ts", "lib")).toBe("src/lib.ts")
})

test("packages of the repository: exports with conditions and patterns, imports, self-reference, entries", () => {
  const { to } = resolver(`=== package.json
{ "name": "root", "workspaces": ["packages/*"] }
=== packages/a/package.json
{ "name": "@acme/a",
  "exports": {
    ".": { "types": "./dist/index.d.ts", "import": "./src/index.ts" },
    "./utils/*": { "import": "./src/utils/*.ts" },
    "./built": "./dist/built.js",
    "./private/*": null
  },
  "imports": { "#internal/*": "./src/internal/*.ts", "#dep": "lodash" } }
=== packages/a/src/index.ts
=== packages/a/src/utils/text.ts
=== packages/a/src/internal/x.ts
=== packages/a/src/built.ts
=== packages/a/src/private/y.ts
=== packages/b/package.json
{ "name": "b", "main": "dist/index.js" }
=== packages/b/src/index.ts
=== packages/b/src/extra.ts
=== packages/c/package.json
{ "name": "c", "main": "lib/start.js" }
=== packages/c/lib/start.js
=== app.ts
`)
  expect(to("app.ts", "@acme/a")).toBe("packages/a/src/index.ts")
  expect(to("app.ts", "@acme/a/utils/text")).toBe("packages/a/src/utils/text.ts")
  expect(to("app.ts", "@acme/a/built")).toBe("packages/a/src/built.ts")
  expect(to("packages/a/src/index.ts", "#internal/x")).toBe("packages/a/src/internal/x.ts")
  expect(to("packages/a/src/index.ts", "#dep")).toBe("external:lodash")
  expect(to("packages/a/src/index.ts", "@acme/a/utils/text")).toBe("packages/a/src/utils/text.ts")
  expect(to("app.ts", "b")).toBe("packages/b/src/index.ts")
  expect(to("app.ts", "b/dist/extra")).toBe("packages/b/src/extra.ts")
  expect(to("app.ts", "c")).toBe("packages/c/lib/start.js")
  expect(to("packages/b/src/index.ts", "../dist/extra.js")).toBe("packages/b/src/extra.ts")
})

test("exports answer each way of loading with its own file, and a browser's never while another is there", () => {
  const { to } = resolver(`=== package.json
{ "name": "both",
  "exports": {
    ".": {
      "types": { "require": "./index.d.cts", "default": "./index.d.ts" },
      "browser": { "require": "./dist/browser/both.cjs", "default": "./browser.js" },
      "default": { "require": "./dist/node/both.cjs", "default": "./index.js" }
    },
    "./two": { "require": "./two.cjs", "import": "./two.mjs" },
    "./built": { "browser": "./dist/browser/built.js", "import": "./dist/built.mjs" },
    "./page": { "browser": "./page.js" }
  } }
=== index.d.ts
=== index.d.cts
=== index.js
=== browser.js
=== dist/browser/both.cjs
=== dist/node/both.cjs
=== two.cjs
=== two.mjs
=== dist/browser/built.js
=== src/built.ts
=== page.js
=== test/a.js
`)
  expect(to("test/a.js", "both", "import")).toBe("index.js")
  expect(to("test/a.js", "both", "require")).toBe("dist/node/both.cjs")
  expect(to("test/a.js", "both/two", "import")).toBe("two.mjs")
  expect(to("test/a.js", "both/two", "require")).toBe("two.cjs")
  expect(to("test/a.js", "both/built")).toBe("src/built.ts")
  expect(to("test/a.js", "both/page")).toBe("page.js")
})

test("what lies outside: installed packages, modules of the platform, other schemes", () => {
  const { to } = resolver(`=== package.json
{ "name": "app" }
=== fs.ts
=== a.ts
`)
  expect(to("a.ts", "react/jsx-runtime")).toBe("external:react")
  expect(to("a.ts", "@scope/name/sub")).toBe("external:@scope/name")
  expect(to("a.ts", "fs")).toBe("external:node:fs")
  expect(to("a.ts", "node:fs/promises")).toBe("external:node:fs/promises")
  expect(to("a.ts", "npm:effect@3.1.0/Effect")).toBe("external:effect")
  expect(to("a.ts", "https://deno.land/x/a.ts")).toBe("external:https://deno.land/x/a.ts")
})

test("a bare name loads a sibling only where no manifest says that packages are installed", () => {
  expect(resolver(`=== lib.js\n=== main.js\n`).to("main.js", "lib")).toBe("lib.js")
  expect(resolver(`=== package.json\n{}\n=== lib.js\n=== main.js\n`).to("main.js", "lib")).toBe("external:lib")
})

test("deno.json maps names, exact and by prefix", () => {
  const { to } = resolver(`=== deno.json
{ "imports": { "lib": "./mod.ts", "$x/": "./deep/", "std": "jsr:@std/path" } }
=== mod.ts
=== deep/a.ts
=== deep/b/c.ts
`)
  expect(to("deep/b/c.ts", "lib")).toBe("mod.ts")
  expect(to("deep/b/c.ts", "$x/a.ts")).toBe("deep/a.ts")
  expect(to("deep/b/c.ts", "std")).toBe("external:std")
})
