// The index of a folder for who asks something of all of it: made first where there is none or where it is not current.

import * as Effect from "effect/Effect"
import { Files } from "../lib/machine/files.ts"
import { Registry } from "../lib/workspace/registry.ts"
import type { Progress } from "../mod.ts"
import * as Bar from "./bar.ts"
import * as Signals from "./signals.ts"
import * as Screen from "./terminal.ts"

/** The index of the folder as it is now; one that was imported as it came, since only analyze may replace it. */
export const index = Effect.fnUntraced(function* (path: string, quiet: boolean) {
  const library = yield* Effect.promise(() => import("../mod.ts"))
  const real = yield* Effect.orElseSucceed((yield* Files).realPath(path), () => path)
  const entry = yield* (yield* Registry).find(real)
  if (entry?.imported === true) return yield* library.open(path)
  const bar = Bar.make(Screen.err, () => performance.now())
  const onProgress = (progress: Progress) => {
    Signals.follow(progress)
    if (!quiet) bar.report(progress)
  }
  return yield* Effect.ensuring(library.refresh(path, { onProgress }), Effect.sync(bar.end))
})
