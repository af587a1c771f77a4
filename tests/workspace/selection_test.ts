// Which repository a call means, rule by rule.

import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import type { Identified } from "../../lib/workspace/registry.ts"
import * as Selection from "../../lib/workspace/selection.ts"

const identified = (name: string, path: string, id = name.toLowerCase(), longId = `${id}-abc123`): Identified => ({
  id,
  longId,
  entry: {
    name,
    path,
    snapshot: "",
    sha256: "",
    stat: { size: 0, modified: "0", changed: "0", inode: "0" },
    commit: null,
    indexedAt: "",
    stats: { files: 0, symbols: 0, edges: 0 },
    languages: [],
  },
})

const web = identified("Web", "/code/web")
const worker = identified("worker", "/code/worker")
const one = identified("api", "/code/a/api", "api-111111", "api-111111")
const two = identified("api", "/code/b/api", "api-222222", "api-222222")
const all = [one, two, web, worker]

const pathOf = (found: Either.Either<Identified, { readonly _tag: string }>) =>
  Either.match(found, { onLeft: (error) => error._tag, onRight: (it) => it.entry.path })

describe("bySelector()", () => {
  const table: ReadonlyArray<readonly [selector: string, expected: string]> = [
    ["/code/web", "/code/web"],
    ["/code/web/", "/code/web"],
    ["web", "/code/web"],
    ["WEB", "/code/web"],
    ["web-abc123", "/code/web"],
    ["api-222222", "/code/b/api"],
    ["api", "RepoAmbiguous"],
    ["API", "RepoAmbiguous"],
    ["work", "/code/worker"],
    ["w", "RepoAmbiguous"],
    ["/code", "RepoNotFound"],
    ["nothing", "RepoNotFound"],
  ]
  test.each(table)("%s → %s", (selector, expected) => {
    expect(pathOf(Selection.bySelector(all, selector))).toBe(expected)
  })

  test("a link to a root is that root", () => {
    expect(pathOf(Selection.bySelector(all, "/tmp/link", "/code/worker"))).toBe("/code/worker")
  })

  test("a path goes before an id, an id before a name that contains it", () => {
    const odd = identified("/code/web", "/code/odd", "/code/web")
    expect(pathOf(Selection.bySelector([odd, web], "/code/web"))).toBe("/code/web")
    const longer = identified("web-abc123-next", "/code/next")
    expect(pathOf(Selection.bySelector([longer, web], "web-abc123"))).toBe("/code/web")
  })

  test("messages say what there is", () => {
    const missing = Either.getOrThrow(Either.flip(Selection.bySelector([web, worker], "api")))
    expect(missing.message).toBe(`Cannot select repository "api": indexed are web, worker`)
    const ambiguous = Either.getOrThrow(Either.flip(Selection.bySelector(all, "api")))
    expect(ambiguous.message).toBe(
      `Cannot select repository "api": it may be api-111111 (/code/a/api), api-222222 (/code/b/api)`,
    )
    expect(pathOf(Selection.bySelector([], "api"))).toBe("NoneIndexed")
  })

  test("hundreds of names do not become hundreds of words", () => {
    const many = Array.from({ length: 300 }, (_, i) => identified(`r${i}`, `/code/r${i}`))
    const missing = Either.getOrThrow(Either.flip(Selection.bySelector(many, "api")))
    expect(missing.message).toEndWith("r19 and 280 more")
  })
})

describe("byDefault()", () => {
  test("nothing indexed, one indexed, several and none named", () => {
    expect(pathOf(Selection.byDefault([], undefined))).toBe("NoneIndexed")
    expect(pathOf(Selection.byDefault([web], undefined))).toBe("/code/web")
    expect(pathOf(Selection.byDefault(all, undefined))).toBe("RepoRequired")
  })

  test("the root around the working directory decides between several", () => {
    expect(pathOf(Selection.byDefault(all, "/code/worker"))).toBe("/code/worker")
    expect(pathOf(Selection.byDefault(all, "/code/elsewhere"))).toBe("RepoRequired")
  })
})

test("wayToRoot() names every folder on the way to the nearest root", () => {
  const roots = new Set(["/code", "/code/web"])
  expect(Selection.wayToRoot(roots, "/code/web/src/pages")).toEqual([
    "/code/web/src/pages",
    "/code/web/src",
    "/code/web",
  ])
  expect(Selection.wayToRoot(roots, "/code/other")).toEqual(["/code/other", "/code"])
  expect(Selection.wayToRoot(roots, "/code")).toEqual(["/code"])
  expect(Selection.wayToRoot(roots, "/home/web")).toBeUndefined()
})
