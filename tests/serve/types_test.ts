// The library's types are the tools' own: what compiles here is what a user may write.

import { expect, test } from "bun:test"
import type * as Effect from "effect/Effect"
import type { Index } from "lib"
import type * as Promises from "../../promise.ts"

type Failure<T> = T extends Effect.Effect<infer _A, infer E, infer _R> ? E : never
type Needs<T> = T extends Effect.Effect<infer _A, infer _E, infer R> ? R : never
type Is<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false

test("methods take the tools' inputs, need nothing and fail as declared", () => {
  const check = (index: Index, promises: Promises.Index) => {
    const asked = index.context({ name: "add", chain_depth: 2 })
    const nothing: Is<Needs<typeof asked>, never> = true
    const declared: Extract<Failure<typeof asked>, { readonly _tag: "SymbolNotFound" }>["_tag"] = "SymbolNotFound"
    // @ts-expect-error there is no such argument
    index.context({ nme: "add" })
    // @ts-expect-error a depth is a number
    index.impact({ target: "add", maxDepth: "3" })
    const text: Promise<string> = promises.readFile({ path: "a.ts" }).then((file) => file.content)
    const closed: Promise<void> = promises.close()
    return { nothing, declared, text, closed }
  }
  expect(check).toBeFunction()
})
