// What a program without types may pass to the library: refused by the option's name, before anything is looked at.

import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import { analyze, refresh } from "../../mod.ts"

test.each([
  [{ storage: "x" }, 'Cannot analyze: storage must be "repository" or "home"'],
  [{ storage: null }, 'Cannot analyze: storage must be "repository" or "home"'],
  [{ workers: 0 }, "Cannot analyze: workers must be a whole number from 1 up"],
  [{ workers: "two" }, "Cannot analyze: workers must be a whole number from 1 up"],
  [{ maxFileBytes: 1.5 }, "Cannot analyze: maxFileBytes must be a whole number from 1 up"],
  [{ include: "src" }, "Cannot analyze: include must be a list of texts"],
  [{ exclude: [1] }, "Cannot analyze: exclude must be a list of texts"],
])("%j is refused", (options, said) => {
  for (const run of [analyze, refresh]) {
    const error = Effect.runSync(Effect.flip(run("/absent", options as never)))
    expect(error).toMatchObject({ _tag: "OptionRefused", message: said })
  }
})
